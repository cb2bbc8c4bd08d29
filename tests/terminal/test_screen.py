"""Lines on a screen: parted between words, and never where French does not part them."""

from __future__ import annotations

import io
import re

import pytest

from atout.say import Speaker
from atout.terminal import screen
from atout.terminal.screen import ROOM, Screen

TOLD = "« Ana » annonce : 5 ; Bob : « nil » ! Cœur demandé : roi, neuf ; Cléo, qui mène ? -3 points : « chuté » !"


def parted_wrongly(text: str) -> list[str]:
    """Where a line begins with a sign that belongs to the line before, or ends with one of the next."""
    return re.findall(r"\n\s*[:;!?»]|«\s*\n", text)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
def test_no_line_begins_with_a_sign(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """However wide the screen, and also where it has no no-break space to show."""
    speaker = Screen(Speaker("fr"), rich=True)
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    for columns in range(screen.NARROWEST, screen.WIDEST):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = speaker.shown(TOLD, stream)
        assert "\n" in shown
        assert not parted_wrongly(shown), shown


def test_a_question_leaves_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of a question has room for a short answer behind it."""
    asking = Screen(Speaker("fr"), rich=True)
    for columns in range(40, screen.WIDEST):
        monkeypatch.setenv("COLUMNS", str(columns))
        *_, last = asking.asked(TOLD).split("\n")
        assert len(last) <= columns - ROOM + 1
        assert not parted_wrongly(asking.asked(TOLD))
