"""The messages: strict, the same as their schema, and enough for a client of forty lines."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.running import Player, open_table, running

from atout.commands import COMMANDS
from atout.server import wire
from atout.server.desk import PHRASES
from atout.server.parts import Scene

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_schema_in_the_docs_is_that_of_the_messages() -> None:
    """If this fails: write ``schema()`` to the file again, and tell in ``protocol.md`` what has changed."""
    kept = (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8")
    assert json.loads(kept) == json.loads(json.dumps(wire.schema()))


@pytest.mark.parametrize("message", [*wire.ToServer.__args__, *wire.ToClient.__args__])
def test_every_message_is_explained(message: Any) -> None:
    assert f'"{message.__struct_config__.tag}"' in PROTOCOL


@pytest.mark.parametrize("part", Scene.__struct_fields__)
def test_every_part_of_a_scene_is_explained(part: str) -> None:
    assert f"`{part}`" in PROTOCOL


def test_every_reading_and_phrase_is_named() -> None:
    readings = [command.name for command in COMMANDS if command.says] + ["repeat"]
    for name in (*readings, *PHRASES):
        assert re.search(rf"[`\" ]{name}[`\" ]", PROTOCOL), name


def test_the_examples_of_the_docs_can_be_read() -> None:
    commands = re.findall(r"`(\{\"type\":.*?\})`", PROTOCOL)
    read = 0
    for command in commands:
        text = command.replace('"id":…', '"id":"c1"').replace('"text":"…"', '"text":"hello"')
        if "…" in text or '"notice"' in text or '"pong"' in text or '"closing"' in text:
            continue
        wire.decode(text)
        read += 1
    assert read >= 14


@pytest.mark.parametrize(
    ("frame", "place"),
    [
        ("", "truncated"),
        ("[]", "object"),
        ("{", "truncated"),
        ('{"type":"act","id":"a"}', "token"),
        ('{"type":"act","id":"","token":"KH"}', "$.id"),
        ('{"type":"act","id":"a","token":7}', "$.token"),
        ('{"type":"act","id":"a","token":"KH","seat":2}', "seat"),
        ('{"type":"view","n":1}', "$.type"),
        ('{"type":"seat-bot","id":"a","seat":0}', "$.seat"),
        ('{"type":"settings","id":"a","pace":-1}', "$.pace"),
        ('{"type":"read","id":"a","command":"hand","suits":"HCD"}', "$.suits"),
        ('{"type":"read","id":"a","command":"hand","suits":"HCDH"}', "$.suits"),
        ('{"type":"read","id":"a","command":"hand","suits":"HCDS\\n"}', "$.suits"),
        ('{"type":"read","id":"a","command":"hand","suits":"\\n"}', "$.suits"),
        ('{"type":"reveal","id":"a","seed":"' + "0f" * 32 + '\\n"}', "$.seed"),
    ],
)
def test_what_is_no_message_is_refused_with_its_place(frame: str, place: str) -> None:
    with pytest.raises(msgspec.MsgspecError, match=re.escape(place)):
        wire.decode(frame)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_nothing_but_a_message_is_read(frame: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        wire.decode(frame)


def test_the_example_plays_a_deal_by_a_seat_link() -> None:
    with running() as host:
        opened = open_table(host, "euchre-a-trois", "pbb", visibility="link")
        said = subprocess.run(
            [sys.executable, str(ROOT / "examples" / "client.py"), f"http://{host}{opened['links']['1']}"],
            capture_output=True,
            text=True,
            timeout=60,
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
            check=False,
        )
    assert said.returncode == 0, said.stderr
    assert "Deal 1." in said.stdout
    assert re.search("Total|void", said.stdout), said.stdout


def test_every_frame_of_a_deal_is_as_the_types_say() -> None:
    """What is put together from parts made earlier is read back, strictly, as the whole it claims to be."""

    async def play(host: str) -> list[str]:
        opened = open_table(host, "pique", "mbbb")
        player = await Player.join(host, opened["table"], opened["links"]["1"], lang="fr-CA")
        while True:
            await player.until(lambda heard: bool(heard.legal) or heard.scene["choices"]["kind"] == "deal")
            if player.legal:
                answer = await player.ask("act", token=player.legal[-1], expect=player.n)
            elif player.scene["sheet"]["deals"]:
                break
            else:  # the bids were too low, and the deal was thrown in
                answer = await player.ask("next")
            assert answer["ok"], answer
        for reading in ("bids", "table", "led", "information", "scores", "turn", "hand", "last", "rules", "repeat"):
            assert (await player.ask("read", command=reading))["text"]
        await player.close()
        return player.frames

    with running() as host:
        frames = asyncio.run(play(host))
    decoder = msgspec.json.Decoder(wire.ToClient)
    for frame in frames:
        decoder.decode(frame)
    assert len(frames) > 40
