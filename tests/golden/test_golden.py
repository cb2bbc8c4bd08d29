"""Golden matches: a whole match a registered table, replayed to the same events, choices and counts."""

import json
from pathlib import Path

import pytest
from tests.golden.generate import HERE, THIRTY, file_of, replayed, results

from atout import Table
from atout.families import parse
from atout.testing import tables

FILES = sorted(HERE.glob("*.atout"))


@pytest.mark.parametrize("rules", [*tables(), THIRTY])
def test_every_table_has_its_golden_match(rules: str) -> None:
    """A missing one fails: ``python -m tests.golden.generate`` writes it."""
    path = file_of(rules)
    assert path.is_file()
    assert Table.from_record(path.read_text(encoding="utf-8")).rules == parse(rules)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_match_gives_the_same_again(path: Path) -> None:
    """Events to the byte, every legal list, every count; it prints as it was read, from every seat a view."""
    text = path.read_text(encoding="utf-8")
    table, legal = replayed(text)
    known = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    got = results(table, legal)
    assert got["deals"] == known["deals"]
    assert got == known
    assert table.record() == text
    assert Table.from_record(text).events == table.events
    for seat in range(table.rules.players + 1):
        redacted = table.record(seat)
        assert Table.from_record(redacted).view(seat) == table.view(seat)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_match_is_a_whole_one(path: Path) -> None:
    known = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert known["over"] or len(known["deals"]) == 30
    assert len(known["deals"]) > 2


def test_what_is_rare_is_somewhere_in_them() -> None:
    """Claims accepted and refused, deals void for each reason, typed scores, rulings, draws, discards."""
    everything = " ".join(path.read_text(encoding="utf-8") for path in FILES)
    for token in ("claim accept", "reject", "misdeal", "void", "settled:", "[Adjust", "keep", "toss", "order", "-9"):
        assert token in everything, token
    assert "pass pass pass pass pass pass" in everything
