"""Whatever is read, only the house's own errors come out; and what can be read prints as a fixed point."""

from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.mutations import mutated

from atout import Illegal, RecordError, Table
from atout.testing import playout, tables

POSITIONS = (
    '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 3]\n[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1]\n'
    '[Hands ".A9.5. ?3 ?3"] [Gone "AS KS"]\n15. 1: AH 2S KH\n',
    '[Rules "euchre-a-trois"]\n[Deal 4] [Dealer 3] [Before "1 2 3"]\n[Trump H] [Maker 1] [Alone no] [Won "1 1 1"]\n'
    '[Leader 1]\n[Hands "..A.A ..J9. A.Q.."] [Stock "9C ?8"]\n1: AD 9D\n',
)


@cache
def written() -> tuple[str, ...]:
    """Records of every table, whole and redacted, and positions."""
    texts = list(POSITIONS)
    for seed, spec in enumerate(tables()):
        table = playout(spec, seed, deals=2, rulings=0.01)
        texts += [table.record(), table.record(1)]
        unfinished = playout(spec, seed, deals=1)
        for _ in range(min(9, len(unfinished.actions) - 1)):
            unfinished.undo()
        texts += [unfinished.record(), unfinished.record(0)]
    return tuple(texts)


def try_to_read(text: str) -> None:
    """Reads a text: an error must be one of ours, and a record must print as a fixed point."""
    fault: RecordError | None = None
    try:
        table = Table.from_record(text)
    except Illegal:
        return
    except RecordError as error:
        fault = error
    if fault:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert fault.column >= 1
        assert len(str(fault)) < 700
        return
    printed = table.record()
    assert Table.from_record(printed).record() == printed
    assert Table.from_record(printed).events == table.events


WORDS = (
    *'[];"?.:,-\\ \n\t\0\u2028\ufeff0159AKSHDC♠é',
    *("?", "?3", "[Deal 1]", "[Dealer 2]", "[Won 1 1 1]", "[Hands ?]", "[Stock ?9]", "[Gone AS]", "[Leader 3]"),
    *(
        "claim",
        "accept",
        "reject",
        "void",
        "settled:1,2,3",
        "misdeal",
        "keep",
        "toss",
        "order",
        "pass",
        "-AS",
        "-?",
        "99",
    ),
    *("claim:AS", "claim:AS,KS", "[Adjust 1 5 x]", "[Tricks 1 2 3]", "[Rules pique]", "bids:", "1.", "2:", "calls:"),
)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=1500)
def test_mutated_records(seed: int) -> None:
    chance = Random(seed)
    try_to_read(mutated(chance.choice(written()), chance, WORDS))


@given(text=st.text(st.sampled_from("".join(sorted(set("".join(POSITIONS) + '"[];?\\\r\t\0é')))), max_size=200))
@settings(max_examples=400)
def test_texts_of_the_same_letters(text: str) -> None:
    try_to_read(text)
    try_to_read(POSITIONS[0] + text)


@given(junk=st.binary(max_size=300))
@example(junk=b"\xef\xbb\xbf[Rules pique]")
@example(junk=b"\x7fELF\x02\x01\x01\0\0")
@settings(max_examples=400)
def test_binary_junk(junk: bytes) -> None:
    try_to_read(junk.decode("latin-1"))
    try_to_read(junk.decode("utf-8", "replace"))


@pytest.mark.parametrize("spec", tables())
def test_truncations(spec: str) -> None:
    """Of a deal's record: every head of it is a record, or the fault is told. A third of the heads a table."""
    text = playout(f"{spec} target=deal", 5, deals=1).record()
    for end in range(len(spec) % 3, len(text), 3):  # the third of the places depends on the table
        try_to_read(text[:end])


@pytest.mark.parametrize("text", POSITIONS)
def test_truncated_positions(text: str) -> None:
    for end in range(len(text)):
        try_to_read(text[:end])
