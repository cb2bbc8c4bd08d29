"""``atout rules``: the list of tables, or the complete rules of one as a page."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from atout.cli.console import FINE, Parser, Unusable
from atout.cli.named import asked, save, saved
from atout.console import Console, reason
from atout.files import write_whole
from atout.rulesbook import Document, html, listing, markdown, page, text
from atout.say import Speaker

NARROWEST: Final = 40
"""Columns a text may always take."""
_BY_SUFFIX: Final = {".html": "html", ".htm": "html", ".md": "markdown"}
"""The form a file's name asks for; any other is text."""


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def said(name: str) -> str:
        return speaker.text(f"rulesbook.cli.{name}")

    parser.add_argument("rules", nargs="*", metavar=said("rules_name"), help=said("rules"))
    parser.add_argument("--format", choices=("text", "markdown", "html"), help=said("format"))
    parser.add_argument("--output", type=Path, metavar=said("file_name"), help=said("output"))
    keeping = parser.add_mutually_exclusive_group()
    keeping.add_argument("--save", metavar=said("name_name"), help=said("save"))
    keeping.add_argument("--forget", metavar=said("name_name"), help=said("forget"))
    parser.add_argument("--plain", action="store_true", help=said("plain"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Prints the page, or writes it to a file."""
    console.plain = console.plain or options.plain
    language = console.speaker.language
    rules = asked(options.rules, console) if options.rules or options.save else None
    if options.save or options.forget:
        console.say(save(options.save or options.forget, rules if options.save else None, console))
        return FINE
    document = listing(language, saved(console)) if rules is None else page(rules, language)
    to_file: Path | None = options.output
    form = options.format or _BY_SUFFIX.get(to_file.suffix.lower() if to_file else "", "text")
    written = _RENDERERS[form](document, console, to_file is not None)
    if to_file is None:
        _print(written, form, console)
    else:
        _write(written, to_file, console)
    return FINE


def _text(document: Document, console: Console, to_file: bool) -> str:
    columns = text.WIDTH if to_file or not sys.stdout.isatty() else shutil.get_terminal_size().columns - 2
    return text.render(document, width=max(NARROWEST, min(columns, text.WIDTH)), plain=console.plain)


_RENDERERS: Final[dict[str, Callable[[Document, Console, bool], str]]] = {
    "text": _text,
    "markdown": lambda document, _console, _to_file: markdown.render(document),
    "html": lambda document, _console, _to_file: html.render(document),
}


def _print(written: str, form: str, console: Console) -> None:
    """On standard output; HTML says that it is UTF-8, so elsewhere it keeps to ASCII and character references."""
    if form == "html":
        encoding = "utf-8" if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8" else "ascii"
        sys.stdout.write(written.encode(encoding, "xmlcharrefreplace").decode(encoding))
    else:
        console.say(written.removesuffix("\n"))


def _write(written: str, path: Path, console: Console) -> None:
    try:
        write_whole(path, written, private=False)
    except OSError as error:
        raise Unusable(console.text("cli.file.unwritable", path=str(path), reason=reason(console, error))) from None
    console.say(console.text("rulesbook.cli.written", path=str(path)))
