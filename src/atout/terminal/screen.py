"""The output of the line client: words kept whole at the edge of the screen, a little colour where it is welcome."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import Final

from atout.cards import Suit
from atout.console import Console
from atout.say import Speaker, fold, typeset

WIDEST: Final = 100
"""Columns past which a line is tiring to read."""
NARROWEST: Final = 20
"""Columns below which lines are parted by the terminal itself."""
ROOM: Final = 8
"""Columns kept free after a question, for a short answer."""
_RED: Final = "\x1b[31m"
_PLAIN: Final = "\x1b[0m"


def wants_colour() -> bool:
    """Whether the person's settings allow colour."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


class Screen(Console):
    """A console for a game. ``rich``: a person looks at a terminal, so lines are parted between words.

    Colour only repeats what words say: the names of the red suits are red.
    """

    def __init__(self, speaker: Speaker, *, rich: bool) -> None:
        super().__init__(speaker, plain=not rich)
        red = "|".join(re.escape(speaker.suit(suit)) for suit in (Suit.HEARTS, Suit.DIAMONDS))
        self._red = re.compile(rf"\b({red})\b", re.IGNORECASE) if rich and wants_colour() else None

    def laid(self, text: str) -> str:
        return self._fitted(text)

    def asked(self, text: str) -> str:
        """A prompt as it is shown: its last line leaves room for the answer."""
        typed = text if self.plain else self._fitted(typeset(text, self.speaker.language), room=ROOM)
        return fold(typed, sys.stdout.encoding or "ascii") + " "

    def _fitted(self, text: str, room: int = 0) -> str:
        width = max(NARROWEST, min(shutil.get_terminal_size().columns - room, WIDEST))
        lines = (_parted(line, width) for line in text.split("\n"))
        fitted = "\n".join(lines)
        return self._red.sub(rf"{_RED}\1{_PLAIN}", fitted) if self._red else fitted

    def begin(self, text: str) -> None:
        """A prompt: text that the answer follows on the same line."""
        sys.stdout.write(self.asked(text))
        sys.stdout.flush()


def _parted(line: str, width: int) -> str:
    """A line as several, parted between words; all but the first are indented a little more."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    parts = textwrap.wrap(
        line,
        width,
        initial_indent="",
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )
    return "\n".join(parts)
