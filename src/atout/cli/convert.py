"""``atout convert``: games from one format to another, ours included."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from atout.cli.console import FAULT, FINE, Parser, Unusable, read_file, told_of_file
from atout.cli.given import opened
from atout.cli.saved import Saved
from atout.console import Console
from atout.events import DealStarted
from atout.foreign import ForeignError
from atout.interchange import Format, export
from atout.notation import LARGEST_RECORD
from atout.say import Speaker
from atout.sentences import foreign_fault, foreign_note

_FORMATS: Final = tuple(form.value for form in Format)


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"convert.option.{name}")

    parser.add_argument("file", metavar=text("file_name"), help=text("file"))
    parser.add_argument("--to", choices=_FORMATS, metavar=text("format"), help=text("to"))
    parser.add_argument("--save", type=Path, metavar=text("file_name"), help=text("save"))
    parser.add_argument("--game", type=int, metavar="N", help=text("game"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Converts; returns the exit code: 1 where the file states another score than the one counted."""
    form, saved = _wanted(options), Saved(options.save) if options.save else None
    if saved is not None and saved.begun and not saved.path.is_dir():
        raise Unusable(console.text("convert.exists", path=str(saved.path)))
    imported = opened(console, read_file(console, options.file, LARGEST_RECORD), options.file, options.game)
    try:
        text, lost = export(imported.table, form)
    except ForeignError as error:
        raise Unusable(
            told_of_file(console, "convert.file", options.file, said=foreign_fault(console.speaker, error))
        ) from None
    for note in (*imported.notes, *lost):
        console.complain(foreign_note(console.speaker, note))
    if saved is None:
        _print(text)
    else:
        saved.write(console, text)
        deals = sum(isinstance(event, DealStarted) for event in imported.table.events)
        console.say(console.text("convert.written", path=str(saved.path), deals=deals, form=form.value))
    return FAULT if imported.differs else FINE


def _wanted(options: argparse.Namespace) -> Format:
    """The format asked for, or that of the name to save under."""
    suffix = options.save.suffix.removeprefix(".").lower() if options.save else ""
    return Format(options.to or (suffix if suffix in _FORMATS else Format.ATOUT))


def _print(text: str) -> None:
    """A file on standard output: its own bytes, whatever the terminal speaks."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()
