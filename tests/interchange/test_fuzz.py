"""Whatever bytes are read, only the house's own errors come out, and what can be read is written and read again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mutations import mutated

from atout.actions import Illegal
from atout.interchange import ForeignError, Format, export, load
from atout.notation import RecordError
from atout.say import Speaker
from atout.sentences import foreign_fault, foreign_note
from atout.table import Table

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = tuple((EXAMPLES / name).read_bytes() for name in ("euchre.egn", "bid-euchre.ptn", "spades.ptn"))
SPEAKERS = Speaker("fr"), Speaker("en")
PIECES = (
    *(b'"', b"[", b"]", b"{", b"}", b",", b":", b"-", b"\\", b"\n", b"\r", b"\0", b"\xff", b"\xef\xbb\xbf", b"9" * 400),
    *(
        b"null",
        b"true",
        b"-1",
        b"1e9",
        b"[]",
        b"{}",
        b'"Xx"',
        b'"R"',
        b'"n"',
        b'"Order"',
        b'"Pass"',
        b'"h"',
        b"\\ud800",
    ),
    *(b"Pass", b"Nil", b"Alone", b"SA", b"JH", b"NT", b'[Event "x"]', b'[Play "N"]', b"% x", b"\xe2\x99\xa5Alone"),
    *(
        b'"isAlone": true',
        b'"aloneDefender": 1',
        b'"std": false',
        b'"num_deals": 1',
        b'"joker": true',
        b'"farmers": true',
    ),
)


def mutated_file(chance: Random) -> bytes:
    """A file of the examples, spoilt; its bytes are letters meanwhile, so that any byte may come."""
    words = [piece.decode("latin-1") for piece in PIECES]
    return mutated(chance.choice(FILES).decode("latin-1"), chance, words, ("", " ", "\n", '"')).encode("latin-1")


def try_to_read(data: bytes) -> bool:
    """Reads what bytes say: an error is one of ours and can be told, a game can be kept and told again."""
    text = data.decode("utf-8", "replace")
    fault: ForeignError | None = None
    try:
        imported = load(text)
    except (RecordError, Illegal):
        return False
    except ForeignError as error:
        fault = error
    if fault:
        assert all(len(foreign_fault(speaker, fault)) < 900 for speaker in SPEAKERS)
        return False
    for note in imported.notes:
        assert foreign_note(SPEAKERS[0], note)
    record = imported.table.record()
    record.encode("utf-8")
    assert Table.from_record(record).events == imported.table.events
    for form in (Format.EGN, Format.PTN):
        try:
            written, _ = export(imported.table, form)
        except ForeignError:
            continue
        again = load(written).table
        assert export(again, form)[0] == written
    return True


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=250, deadline=None)
def test_mutated_files(seed: int) -> None:
    chance = Random(seed)
    try_to_read(mutated_file(chance))


@pytest.mark.long
@given(seed=st.integers(0, 2**64 - 1))
@settings(max_examples=20_000, deadline=None)
def test_many_mutated_files(seed: int) -> None:
    chance = Random(seed)
    try_to_read(mutated_file(chance))


@given(junk=st.binary(max_size=80))
@settings(max_examples=100, deadline=None)
def test_junk_in_front_and_behind(junk: bytes) -> None:
    for begun in (b"", b'{"fileType": "Euchre Game Notation",', b'[Event "x"]\n[Deal "N:', FILES[1]):
        try_to_read(begun + junk)


def test_cut_files() -> None:
    """Every so often a file ends early."""
    for data in FILES:
        for end in range(0, len(data), 41):
            try_to_read(data[:end])
