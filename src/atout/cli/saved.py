"""The file a sheet is kept in, which nobody else may have changed meanwhile."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import NamedTuple

from atout.cli.console import Console, Unusable, reason
from atout.files import alone_in, write_whole

__all__ = ["Saved", "write"]


class _Mark(NamedTuple):
    """What tells a version of a file from the next one; every writing makes a new file."""

    inode: int
    changed: int
    size: int


def _mark(path: Path) -> _Mark | None:
    """The mark of a file; ``None`` for one that is missing, and for a device or a pipe, which keeps nothing."""
    try:
        status = path.stat()
    except OSError:
        return None  # whatever it is, reading or writing will say it
    passing = stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode)
    return None if passing else _Mark(status.st_ino, status.st_mtime_ns, status.st_size)


class Saved:
    """A file as it was when it was last read or written here: begin one just before reading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.behind = False
        """Whether the latest text could not be written."""
        self._known = _mark(path)

    @property
    def begun(self) -> bool:
        """Whether there was something in it."""
        return self._known is not None and self._known.size > 0

    def write(self, console: Console, text: str) -> None:
        """Replaces the text; raises ``Unusable``, and overwrites nothing, if another program has changed the file."""
        self.behind = True
        with alone_in(self.path.parent):
            if _mark(self.path) != self._known:
                raise Unusable(console.text("sheet.error.changed", path=str(self.path)))
            write(console, self.path, text)
            self._known = _mark(self.path)
        self.behind = False


def write(console: Console, path: Path, text: str) -> None:
    """Writes a text whole; raises ``Unusable`` with the reason if that cannot be."""
    try:
        write_whole(path, text)
    except OSError as error:
        why = reason(console, error)
        raise Unusable(console.text("cli.file.unwritable", path=str(path), reason=why)) from None
