"""The file a sheet is kept in, which nobody else may have changed meanwhile."""

from __future__ import annotations

from pathlib import Path

from atout.cli.console import Console, Unusable, reason
from atout.files import Changed, Kept, write_whole

__all__ = ["Saved", "write"]


class Saved:
    """A file as it was when it was last read or written here: begin one just before reading."""

    def __init__(self, path: Path) -> None:
        self._kept = Kept(path)
        self.path = path
        self.begun = self._kept.begun
        """Whether there was something in it."""
        self.behind = False
        """Whether the latest text could not be written."""

    def write(self, console: Console, text: str) -> None:
        """Replaces the text; raises ``Unusable``, and overwrites nothing, if another program has changed the file."""
        self.behind = True
        try:
            self._kept.write(text)
        except Changed:
            raise Unusable(console.text("sheet.error.changed", path=str(self.path))) from None
        except OSError as error:
            raise _unwritable(console, self.path, error) from None
        self.behind = False


def write(console: Console, path: Path, text: str) -> None:
    """Writes a text whole; raises ``Unusable`` with the reason if that cannot be."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise _unwritable(console, path, error) from None


def _unwritable(console: Console, path: Path, error: OSError) -> Unusable:
    return Unusable(console.text("cli.file.unwritable", path=str(path), reason=reason(console, error)))
