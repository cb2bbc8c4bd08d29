"""The keyboard commands as data: one table for the terminal, the help and every other client.

A command has a name (also its word after ``/`` in any language), keys, and, where it only reads the table, the
function that says it. Its help is the message ``command.NAME.help``; ``command.NAME.words`` lists the words that call
it in a language, the usual one first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from atout import sentences
from atout.actions import Action, Claim
from atout.match import Match
from atout.say import Speaker, pattern

Says = Callable[[Speaker, Match, int], str]
"""Says something of a view, for its seat."""


class Command(Struct, frozen=True):
    """Something a person may ask for at a table.

    ``keys`` are named as browsers name them (``?``, ``ArrowLeft``). ``says`` reads a seat's view aloud; ``action`` is
    what the command does for the seat. A command with neither needs the client. ``in_line`` tells whether it makes
    sense where lines are typed, ``takes_more`` whether the name of another command may follow it, ``takes_text``
    whether any text may.
    """

    name: str
    keys: tuple[str, ...] = ()
    says: Says | None = None
    action: Action | None = None
    in_line: bool = True
    takes_more: bool = False
    takes_text: bool = False

    def words(self, language: str) -> tuple[str, ...]:
        """The words that call it in a language, the usual one first."""
        return tuple(word.strip() for word in pattern(language, f"command.{self.name}.words").split(","))

    def help(self, speaker: Speaker) -> str:
        """What it does, in one sentence."""
        return speaker.text(f"command.{self.name}.help")


def _rules(speaker: Speaker, view: Match, seat: int) -> str:
    return sentences.summary(speaker, view.rules)


COMMANDS: Final = (
    Command("bids", ("B",), sentences.bids),
    Command("table", ("C",), sentences.on_table),
    Command("led", ("F",), sentences.suit_led),
    Command("information", ("V", "I"), sentences.information),
    Command("scores", ("S",), sentences.scores),
    Command("turn", ("T",), sentences.whose_turn),
    Command("hand", ("H",), sentences.hand),
    Command("last", ("L",), sentences.last_trick),
    Command("repeat", ("R",)),
    Command("next", ("N",)),
    Command("messages", ("G",)),
    Command("rules", (), _rules),
    Command("claim", (), action=Claim()),
    Command("undo"),
    Command("hint", ("P",)),
    Command("more-time", ("M",), in_line=False),
    Command("save"),
    Command("quit"),
    Command("help", ("?",), takes_more=True),
    Command("move", ("ArrowLeft", "ArrowRight", "Home", "End"), in_line=False),
    Command("suit", ("1", "2", "3", "4"), in_line=False),
    Command("choose", ("Enter", " "), in_line=False),
)
"""Every command of a page, in the order help lists them."""

LINE: Final = tuple(command for command in COMMANDS if command.in_line)
"""What may be called where lines are typed."""
_TOGETHER: Final = (
    Command("chat", takes_text=True),
    Command("seat-bot", takes_text=True),
    Command("take-back"),
    Command("name", takes_text=True),
)
"""What a page has buttons for, at a table with others."""
ONLINE: Final = (*LINE, *(command for command in COMMANDS if command.name == "more-time"), *_TOGETHER)
"""What may be called where lines are typed, at a table that a server keeps."""
HOSTING: Final = (*ONLINE, Command("rule", takes_text=True))
"""The same for whoever opened the table."""

BY_NAME: Final = {command.name: command for command in (*COMMANDS, *HOSTING)}
"""Every command by name."""
