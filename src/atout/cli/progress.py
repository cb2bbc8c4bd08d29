"""A line of progress on standard error, where a line can be written over: nowhere else, and never in plain output."""

from __future__ import annotations

import sys
from typing import Final

from atout.console import Console

_BAR: Final = 20
"""Characters of the bar."""


class Progress:
    """The line. ``end`` wipes it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown = 0

    @property
    def wanted(self) -> bool:
        """Whether anybody could see it."""
        return sys.stderr.isatty() and not self._console.plain

    def show(self, done: int, total: int, text: str) -> None:
        """Writes the line over the one before, if it is wanted."""
        if not self.wanted:
            return
        filled = _BAR * done // total if total else _BAR
        shown = self._console.shown(f"[{'#' * filled}{'.' * (_BAR - filled)}] {text}", sys.stderr)
        sys.stderr.write("\r" + shown.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(shown)

    def end(self) -> None:
        """Wipes the line."""
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
            self._shown = 0
