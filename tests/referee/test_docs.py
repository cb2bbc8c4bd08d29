"""What the documentation shows is true."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.referee.conftest import Atout

from atout.referee.lines import read_line

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


def test_the_objects_shown(atout: Atout) -> None:
    """The first deal of the example is what ``--json`` prints."""
    text = (DOCS / "scoring.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r'^(\{"deal":1,"sides".*)$', text, re.MULTILINE)
    said = atout("score", "piques-a-trois", "--json", stdin="5/7 6/6 4/4\n")
    first, _, last = shown.partition(",…]")
    assert said.out.startswith(first)
    assert said.out.strip().endswith(last.lstrip(","))
    assert json.loads(said.out)["sides"][1]["points"] == 60
