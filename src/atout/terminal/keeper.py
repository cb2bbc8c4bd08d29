"""The saved game: written whole after every action, so that nothing is lost whatever happens."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from atout.console import Console, reason
from atout.files import Changed, Kept, data_folder, reserved
from atout.table import Table


def default_path(profile: str, seed: int | None, now: datetime, environment: Mapping[str, str]) -> Path:
    """Where a new game would be kept: a file named by its seed, if one was asked for, else by the moment it starts."""
    name = f"{now:%Y-%m-%d-%H%M%S}" if seed is None else str(seed)
    return data_folder(environment) / f"{profile}-{name}.atout"


class Keeper:
    """Keeps a table in a file. When the file cannot be written the person is told once, and the game goes on.

    What another program has written there meanwhile is left alone: the game goes on in a file beside it.
    """

    def __init__(self, kept: Kept, console: Console) -> None:
        self._kept = kept
        self._console = console
        self._failed = False

    @property
    def path(self) -> Path:
        """The file."""
        return self._kept.path

    def save(self, table: Table) -> None:
        """Writes the record of the table."""
        try:
            self._write(table.record())
        except OSError as error:
            if not self._failed:
                facts = {"path": str(self.path), "reason": reason(self._console, error)}
                self._console.complain(self._console.text("play.saving.fails", **facts))
            self._failed = True
        else:
            if self._failed:
                self._console.complain(self._console.text("play.saving.works", path=str(self.path)))
            self._failed = False

    def _write(self, record: str) -> None:
        try:
            self._kept.write(record)
        except Changed:
            theirs = self.path
            self.turn_page()
            self._kept.write(record)
            if self.path != theirs:
                facts = {"theirs": str(theirs), "path": str(self.path)}
                self._console.complain(self._console.text("play.saving.beside", **facts))

    def where(self) -> str:
        """Where the game is kept, in a sentence."""
        return self._console.text("play.saving.nowhere" if self._failed else "play.saving.where", path=str(self.path))

    def farewell(self, *, over: bool) -> str:
        """The last sentence of a session: where the game is, and how to go on with it."""
        if self._failed or over:
            return self.where()
        return self._console.text("play.saving.resume", command=f"atout play --resume {shlex.quote(str(self.path))}")

    def turn_page(self) -> None:
        """Keeps the next match beside this one."""
        self._kept = Kept(reserved(self.path))
