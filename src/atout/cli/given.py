"""What several commands are given: a recorded match, and how hard to think about it."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Final

from atout.actions import Illegal
from atout.cli.console import FAULT, Console, Parser, Unusable
from atout.names import called
from atout.notation import RecordError
from atout.say import Speaker
from atout.sentences import record_fault, refuse
from atout.table import Table

_MOST_THOUGHT: Final = 100.0


def recorded(console: Console, text: str) -> Table:
    """The table of a record; raises ``Unusable`` for what cannot be read, with exit code 1 for a fault in the play."""
    try:
        return Table.from_record(text)
    except RecordError as error:
        raise Unusable(record_fault(console.speaker, error)) from None
    except Illegal as illegal:
        raise Unusable(refuse(console.speaker, illegal.refusal), FAULT) from None


def speaker_at(console: Console, names: Sequence[str]) -> Speaker:
    """Who speaks of the players of a record: a name that several seats have is followed by the seat."""
    language = console.speaker.language
    known = called(language, names)
    given = Counter(filter(None, known))
    told = (f"{name} ({seat})" if given[name] > 1 else name for seat, name in enumerate(known, 1))
    return Speaker(language, tuple(told))


def add_budget(parser: Parser, speaker: Speaker) -> None:
    """The option that tells how hard to think."""
    parser.add_argument("--budget", type=float, default=1.0, metavar="N", help=speaker.text("cli.budget.help"))


def budget(options: argparse.Namespace, console: Console) -> float:
    """The part of a level's usual thought; raises ``Unusable`` for what is none."""
    given: float = options.budget
    if not 0 < given <= _MOST_THOUGHT:
        raise Unusable(console.text("cli.budget.fault"))
    return given
