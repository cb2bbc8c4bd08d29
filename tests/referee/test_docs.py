"""What the documentation shows is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.referee.conftest import Atout

from atout.actions import Illegal
from atout.families import PROFILES, parse
from atout.referee.lines import DealLine, LineError, Made, Numbers, Scores, read_line
from atout.referee.sheet import Misplaced, Sheet
from atout.say import LANGUAGES

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_python_example() -> None:
    """The lines of the library run, and give what stands behind them."""
    (code,) = re.findall(r"```python\n(.*?)```", (DOCS / "scoring.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    for line in code.splitlines():
        value, comment, expected = line.partition("  # ")
        exec(line, names)
        if comment:
            assert eval(value, names) == eval(expected)
    assert eval(code.splitlines()[-1], names) is True


def test_the_lines_shown_can_be_read() -> None:
    """Every form of line in the two tables, commands included."""
    for name in ("scoring.md", "compter.md"):
        table = re.findall(r"^\| (`.*?`.*?) \|", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE)
        lines = [line for row in table for line in re.findall(r"`(.*?)`", row) if not line.startswith("-")]
        assert len(lines) > 14
        for line in lines:
            if line not in ("score", "check", "check --ask"):
                assert read_line(line)


TABLES = [f"{profile.name} players={players}" for profile in PROFILES.values() for players in profile.players]
NO_EXAMPLES = ("corriger", "correct", "annuler", "undo", "afficher", "show")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", TABLES)
def test_every_example_of_help_is_accepted(rules: str, language: str, atout: Atout) -> None:
    """Each line that ``help`` shows before its colon can be written at that table, the tricks after the bids."""
    told = atout("score", "--lang", language, *rules.split(), stdin="help\n").out.splitlines()
    examples = [re.split(r"\s?: ", line)[0] for line in told if ":" in line and not line.startswith(NO_EXAMPLES)]
    assert len(examples) >= 5
    blank = sheet = Sheet.blank(parse(rules))
    for example in examples:
        line = read_line(example)
        assert line is not None
        follows = isinstance(line, Numbers) and sheet.open_page
        sheet = (sheet if follows else blank).write(line)


def test_every_deal_in_the_documents_is_accepted() -> None:
    """Each whole line of a deal in the two tables is one that a usual table takes."""

    def takes(rules: str, line: DealLine) -> bool:
        try:
            Sheet.blank(parse(rules)).write(line)
        except (Illegal, LineError, Misplaced):
            return False
        return True

    for name in ("scoring.md", "compter.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        words = re.findall(r"`([^`\n]*(?:plis|tricks)=[^`\n]*|\d+/[^`\n]*)`", text)
        lines = [line for text in words if isinstance(line := read_line(text), Made | Scores)]
        assert len(lines) > 5
        assert [line for line in lines if not any(takes(rules, line) for rules in TABLES)] == []


def test_the_objects_shown(atout: Atout) -> None:
    """The first deal of the example is what ``--json`` prints."""
    text = (DOCS / "scoring.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r'^(\{"deal":1,"sides".*)$', text, re.MULTILINE)
    said = atout("score", "piques-a-trois", "--json", stdin="5/7 6/6 4/4\n")
    first, _, last = shown.partition(",…]")
    assert said.out.startswith(first)
    assert said.out.strip().endswith(last.lstrip(","))
    assert json.loads(said.out)["sides"][1]["points"] == 60
