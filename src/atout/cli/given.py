"""What several commands are given: a recorded match, and how hard to think about it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Final

from atout.actions import Illegal
from atout.cli.console import FAULT, UNUSABLE, Console, Parser, Unusable, told_of_file
from atout.game import Rules
from atout.interchange import ForeignError, Imported, load
from atout.names import told_apart
from atout.notation import RecordError
from atout.say import Speaker
from atout.sentences import foreign_fault, foreign_note, record_fault, refuse
from atout.table import Table

_MOST_THOUGHT: Final = 100.0


def opened(console: Console, text: str, path: str = "", game: int | None = None) -> Imported:
    """The game of a text, in any format that is read here; raises ``Unusable`` for what cannot be read, with exit
    code 1 for a fault in the play. ``path`` is named in front of what is wrong, ``game`` chooses one of several."""
    try:
        return load(text, game)
    except RecordError as error:
        said, code = record_fault(console.speaker, error), UNUSABLE
    except Illegal as illegal:
        said, code = refuse(console.speaker.at(illegal.pack), illegal.refusal), FAULT
    except ForeignError as error:
        said, code = foreign_fault(console.speaker, error), FAULT if error.in_play else UNUSABLE
    raise Unusable(told_of_file(console, "convert.file", path, said=said) if path else said, code)


def recorded(console: Console, text: str) -> Table:
    """The table of a recorded game, in any format; what is to be told about another program's is told."""
    imported = opened(console, text)
    for note in imported.notes:
        console.complain(foreign_note(console.speaker, note))
    return imported.table


def speaker_at(console: Console, names: Sequence[str], rules: Rules) -> Speaker:
    """Who speaks of the players and cards of a record."""
    return Speaker(console.speaker.language, told_apart(console.speaker.language, names), pack=rules.pack)


def add_budget(parser: Parser, speaker: Speaker) -> None:
    """The option that tells how hard to think."""
    parser.add_argument("--budget", type=float, default=1.0, metavar="N", help=speaker.text("cli.budget.help"))


def budget(options: argparse.Namespace, console: Console) -> float:
    """The part of a level's usual thought; raises ``Unusable`` for what is none."""
    given: float = options.budget
    if not 0 < given <= _MOST_THOUGHT:
        raise Unusable(console.text("cli.budget.fault"))
    return given
