"""A copy of the one database file, taken while a server writes it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class NotADatabase(ValueError):
    """The file is no database, or is damaged."""


def back_up(database: Path, to: Path) -> int:
    """Copies a database as it is at one moment; returns the size of the copy in bytes.

    The server may go on writing. The copy is checked, is for its owner alone, and replaces nothing. Raises ``OSError``
    (``FileExistsError`` if there is a file already) and ``NotADatabase``.
    """
    if not database.is_file():
        raise FileNotFoundError(2, os.strerror(2), str(database))
    os.close(os.open(to, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with (
            closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(to)) as copy,
        ):
            source.backup(copy)
            copy.execute("pragma journal_mode=delete")  # one file, nothing beside it
            (found,) = copy.execute("pragma integrity_check").fetchone()
        if found != "ok":
            raise NotADatabase(str(database))
    except sqlite3.DatabaseError as error:
        to.unlink(missing_ok=True)
        raise NotADatabase(str(database)) from error
    except BaseException:
        to.unlink(missing_ok=True)
        raise
    return to.stat().st_size
