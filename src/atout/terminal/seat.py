"""What the line client talks to: a person's seat, at a table of one's own or at one that a server keeps."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Protocol

from msgspec import Struct

from atout.actions import Action
from atout.commands import Command
from atout.events import Dealt, Event, HandSeen
from atout.match import Match


class Asked(Enum):
    """What the person is asked."""

    NOTHING = auto()
    ACTION = auto()
    DEAL = auto()
    REMATCH = auto()


class Told(Struct, frozen=True):
    """One line told to the person.

    ``own`` comes with the first line of what the person did: what follows is what happened since. ``hand``: it tells
    the cards. ``aside``: an answer rather than something that happened. ``elsewhere``: the table stands at another
    point than one would expect, so that the client says what lies on it. ``apart``: a deal begins.
    """

    text: str
    own: bool = False
    hand: bool = False
    aside: bool = False
    elsewhere: bool = False
    apart: bool = False


def tells_hand(event: Event) -> bool:
    """Whether the sentence of an event tells the listener's cards."""
    return isinstance(event, Dealt) or (isinstance(event, HandSeen) and event.holding is not None)


class Seat(Protocol):
    """A person's seat. What is done here shows in the news, refusals too; ``number`` is 0 for a spectator."""

    number: int
    commands: tuple[Command, ...]
    """What may be called here."""

    @property
    def view(self) -> Match:
        """The match as this seat knows it."""
        ...

    @property
    def asked(self) -> Asked:
        """What the person is asked, once all news are told."""
        ...

    @property
    def status(self) -> str:
        """What is waited for while nothing is asked, in a sentence."""
        ...

    @property
    def gone(self) -> bool:
        """Whether there is no table any more, for this seat."""
        ...

    def news(self) -> Iterator[Told]:
        """What has happened since it was told last; others act meanwhile."""
        ...

    def has_news(self) -> bool:
        """Whether there is something to tell. What is asked may have changed without a word."""
        ...

    def wait(self) -> None:
        """Waits for news."""
        ...

    def act(self, action: Action) -> None:
        """Does an action."""
        ...

    def go_on(self) -> None:
        """Asks for the next deal, or for whatever else only waits to be asked for."""
        ...

    def rematch(self) -> None:
        """Begins another match."""
        ...

    def undo(self) -> None:
        """Goes back to the person's previous decision."""
        ...

    def obey(self, command: Command, text: str) -> None:
        """Does a command of ``commands`` that the client does not know itself; ``text`` is what followed it."""
        ...

    def where(self) -> str:
        """Where the game is kept, in a sentence."""
        ...

    def leave(self) -> str:
        """Leaves; how to come back, in a sentence."""
        ...
