"""What this user is called at tables with others, kept in the data folder from one table to the next."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from atout.files import data_folder, write_whole
from atout.names import named


def _file() -> Path:
    return data_folder() / "name"


def kept_name() -> str:
    """The name kept; empty if there is none."""
    try:
        return named(_file().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


def keep_name(name: str) -> None:
    """Keeps a name; where nothing can be written it will be asked again."""
    with suppress(OSError):
        write_whole(_file(), f"{named(name)}\n")
