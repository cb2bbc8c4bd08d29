"""The server killed at any moment: what was acknowledged is there, nothing is there twice, the deal goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.running import Player, free_port, open_table
from tests.server.zygote import Zygote
from websockets.exceptions import WebSocketException

from atout.server.facts import Acted
from atout.server.ledger import Ledger
from atout.server.store.sqlite import SqliteStore


@pytest.fixture(scope="module")
def zygote() -> Iterator[Zygote]:
    """Starts servers in no time."""
    process = Zygote()
    yield process
    process.close()


class Stubborn:
    """A player who sends each act again until it is answered, over as many connections as it takes."""

    def __init__(self, host: str, opened: dict[str, Any], chance: random.Random) -> None:
        self.host = host
        self.table = opened["table"]
        self.link = opened["links"]["1"]
        self.chance = chance
        self.n = 0
        self.count = 0
        self.pending: dict[str, Any] | None = None
        self.acknowledged: dict[str, tuple[int, str]] = {}
        """By id of the command: the number its answer gave, and what was done."""
        self.log: list[str] = []
        self.until_kill = 0
        self.kill: Callable[[], object] = lambda: None

    async def play(self, killed: int, acts: int, delay: float) -> None:
        """Plays on until the server, a process, is killed: some seconds after so many acts were answered."""
        self.until_kill = acts
        self.kill = lambda: asyncio.get_running_loop().call_later(delay, os.kill, killed, signal.SIGKILL)
        if not acts:
            self.kill()
        with contextlib.suppress(WebSocketException, OSError, EOFError):
            player = await Player.join(self.host, self.table, self.link, since=self.n, lang="en")
            player.log = [*self.log, *player.log]
            try:
                await self._act(player)
            finally:
                self.n, self.log = player.n, player.log

    async def _act(self, player: Player) -> None:
        while True:
            if self.pending is None:
                await player.until(lambda heard: bool(heard.legal) or self.between(heard))
                self.count += 1
                if player.legal:
                    token = self.chance.choice(player.legal)
                    self.pending = {"kind": "act", "id": f"c{self.count}", "token": token, "expect": player.n}
                else:
                    kind = "rematch" if player.scene["choices"]["kind"] == "rematch" else "next"
                    self.pending = {"kind": kind, "id": f"c{self.count}"}
            answer = await player.ask(**self.pending)
            if not answer["ok"] and answer["code"] == "too-fast":
                await asyncio.sleep(0.1)
                continue
            # an act sent again after the house has moved on may be answered from the log only
            assert answer["ok"] or answer["code"] in ("stale", "nothing-to-go-on", "not-over", "over"), answer
            if answer["ok"] and self.pending["kind"] == "act":
                self.acknowledged[self.pending["id"]] = (answer["n"], self.pending["token"])
            self.pending = None
            self.until_kill -= 1
            if self.until_kill == 0:
                self.kill()

    @staticmethod
    def between(player: Player) -> bool:
        """Whether the table waits for the next deal or match."""
        return player.scene["choices"]["kind"] in ("deal", "rematch")


@pytest.mark.parametrize("kills", [12, pytest.param(30, marks=pytest.mark.long)])
def test_killed_at_random_points_nothing_is_lost_and_nothing_is_twice(
    tmp_path: Path, zygote: Zygote, kills: int
) -> None:
    path, port, chance = tmp_path / "tables.sqlite", free_port(), random.Random(kills)
    host = f"127.0.0.1:{port}"
    with zygote.server(path, port):
        opened = open_table(host, "piques-a-trois", "mbb", pace=2)
        player = Stubborn(host, opened, chance)
    for _ in range(kills):
        with zygote.server(path, port) as process:
            asyncio.run(player.play(process, chance.randrange(5), chance.uniform(0, 0.05)))
    stored = asyncio.run(entries(path, opened["table"]))
    assert [entry.n for entry in stored.entries] == list(range(1, len(stored.entries) + 1))
    commands = [entry.command for entry in stored.entries if entry.command]
    assert len(commands) == len(set(commands))
    assert len(player.acknowledged) >= kills
    by_command = {entry.command: entry for entry in stored.entries}
    for command, (n, token) in player.acknowledged.items():
        entry = by_command[command]
        assert isinstance(entry.fact, Acted)
        assert (entry.n, entry.fact.token) == (n, token)
    ledger = Ledger(opened["table"], stored.opening, (entry.fact for entry in stored.entries))
    assert ledger.match.number >= 1
    told = [line for line in player.log if line.startswith("Deal ")]
    assert len(told) == len(set(told)), "a line told twice, or a deal dealt twice"


async def entries(path: Path, table: str) -> Any:
    """What the store holds of a table."""
    store = SqliteStore.open(path)
    try:
        return await store.load(table)
    finally:
        await store.close()


def test_after_a_kill_the_scene_is_the_same_field_by_field(tmp_path: Path, zygote: Zygote) -> None:
    path, port = tmp_path / "tables.sqlite", free_port()
    host = f"127.0.0.1:{port}"

    async def before() -> tuple[dict[str, Any], dict[str, Any], int]:
        opened = open_table(host, "euchre-a-trois", "mpb", visibility="link", pace=0)
        players = [await Player.join(host, opened["table"], opened["links"][seat]) for seat in "12"]
        await players[0].until(lambda player: player.scene["choices"]["kind"] == "deal")
        assert (await players[0].ask("next"))["ok"]
        for _ in range(3):
            await players[0].until(lambda player: bool(player.legal) or any_turn(player, 2))
            acting = players[0] if players[0].legal else players[1]
            await acting.until(lambda player: bool(player.legal) or any_turn(player, 3) or not turns(player))
            if not acting.legal:
                break
            assert (await acting.ask("act", token=acting.legal[0], expect=acting.n))["ok"]
        await asyncio.sleep(0.2)
        with contextlib.suppress(TimeoutError):
            await players[0].until(lambda player: False, timeout=0.2)
        for player in players:
            await player.close()
        return opened, players[0].scene, players[0].n

    async def after(opened: dict[str, Any]) -> tuple[dict[str, Any], int]:
        players = [await Player.join(host, opened["table"], opened["links"][seat]) for seat in "21"]
        for player in players:
            await player.close()
        return players[1].scene, players[1].n

    with zygote.server(path, port):
        opened, scene, n = asyncio.run(before())
    with zygote.server(path, port):
        again, number = asyncio.run(after(opened))
    assert number == n
    assert again == scene


def turns(player: Player) -> list[int]:
    """Whose turn it is."""
    return [seat["seat"] for seat in player.scene["seats"] if seat["turn"]]


def any_turn(player: Player, seat: int) -> bool:
    """Whether it is a seat's turn."""
    return turns(player) == [seat]
