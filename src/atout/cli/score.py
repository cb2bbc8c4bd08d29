"""``atout score``: the score-keeper of a game played with real cards."""

from __future__ import annotations

import argparse
import json
import sys

from atout.cli.console import FINE, Console, Parser, Unusable
from atout.families import parse
from atout.options import RulesError
from atout.referee.lines import read_line
from atout.referee.report import page_facts
from atout.referee.sheet import Book, Sheet
from atout.say import Speaker


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""
    parser.add_argument(
        "rules", nargs="*", metavar=speaker.text("sheet.help.rules"), help=speaker.text("sheet.help.spec")
    )
    parser.add_argument("--json", action="store_true", help=speaker.text("sheet.help.json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Keeps the score; returns the exit code."""
    try:
        rules = parse(" ".join(options.rules))
    except RulesError as error:
        raise Unusable(str(error)) from None
    book = Book(Sheet.blank(rules))
    for text in sys.stdin:
        line = read_line(text)
        if line is None:
            continue
        first = book.write(line)
        for page in book.sheet.pages[first:]:
            sys.stdout.write(json.dumps(page_facts(page), separators=(",", ":")) + "\n")
    return FINE
