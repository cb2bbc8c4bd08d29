"""What a table stores: only what somebody did or chose, in order. All else is folded from it (``ledger``)."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from atout.actions import Action, Adjust, Void
from atout.names import bot_name

USUAL_PACE: Final = 900
"""The pace of the bots, in milliseconds, where nobody has chosen one."""
Kind = Literal["open", "person", "bot"]
Visibility = Literal["solo", "link", "public"]


class Occupant(Struct, frozen=True):
    """Who has a seat. ``open``: whoever comes with its link; ``bot`` is the level of the bot that acts here now, also
    while it only stands in for a person. An empty ``name`` is the seat's usual one."""

    kind: Kind
    name: str = ""
    bot: str | None = None

    @property
    def written(self) -> str:
        """As records write it: a person by name, a bot by its level."""
        return bot_name(self.bot or "") if self.kind == "bot" else self.name

    @property
    def known_as(self) -> str:
        """As the table knows it: a bot may have been given a name."""
        return self.name or self.written


class Opening(Struct, frozen=True):
    """How a table was opened: its rules (a spec), who may see it, its seats, the pace of its bots in milliseconds
    (``None``: by hand), whether partners may chat during a deal."""

    rules: str
    seats: tuple[Occupant, ...]
    visibility: Visibility = "link"
    pace: int | None = USUAL_PACE
    chat_in_deals: bool = False


class Fact(Struct, frozen=True, tag_field="fact", tag=str.lower):
    """Something that happened at a table."""


class Sealed(Fact, frozen=True):
    """The house chose its seed (hexadecimal) for the next deal, before anything else of that deal."""

    seed: str


class Mixed(Fact, frozen=True):
    """A seat mixes something into the next deal: its commitment first, then the ``seed`` it had committed to."""

    seat: int
    commitment: str
    seed: str | None = None


class Dealt(Fact, frozen=True):
    """The house dealt: what the sealed seed, with everything mixed in, gives."""


class Acted(Fact, frozen=True):
    """A seat acted: a token."""

    seat: int
    token: str


class Undone(Fact, frozen=True):
    """A seat went back to its previous decision of the deal."""

    seat: int


class Seated(Fact, frozen=True):
    """Who has a seat from now on; ``why`` is what is told: ``joined named bot back left late``."""

    seat: int
    who: Occupant
    why: str


class Paced(Fact, frozen=True):
    """The pace of the bots from now on."""

    seat: int
    pace: int | None


class Clocked(Fact, frozen=True):
    """The turn clock from now on, in seconds; ``None`` takes it away."""

    seat: int
    clock: int | None


class Ruled(Fact, frozen=True):
    """Whoever opened the table ruled: between deals ``points`` for a side (from 1), with the reason; or, without a
    side, that the running deal is thrown in.
    """

    seat: int
    side: int | None = None
    points: int = 0
    reason: str = ""

    @property
    def action(self) -> Action:
        """What the house does of it."""
        return Void() if self.side is None else Adjust(self.side - 1, self.points, self.reason)


class Rematched(Fact, frozen=True):
    """Another match of the same rules begins."""

    seat: int


AnyFact = Sealed | Mixed | Dealt | Acted | Undone | Seated | Paced | Clocked | Ruled | Rematched
"""Everything a log may hold."""


class Entry(Struct, frozen=True):
    """A line of a table's log: its number from 1, the fact, and the command (of which seat) that brought it about."""

    n: int
    fact: AnyFact
    seat: int | None = None
    command: str | None = None
    at: float = 0.0


_encoder: Final = msgspec.json.Encoder()
_facts: Final = msgspec.json.Decoder(AnyFact)
_openings: Final = msgspec.json.Decoder(Opening)


def encode(fact: AnyFact | Opening) -> bytes:
    """The stored form."""
    return _encoder.encode(fact)


def decode(stored: bytes) -> AnyFact:
    """A fact from its stored form; raises ``msgspec.ValidationError`` for anything else."""
    fact: AnyFact = _facts.decode(stored)
    return fact


def decode_opening(stored: bytes) -> Opening:
    """An opening from its stored form; raises ``msgspec.ValidationError`` for anything else."""
    return _openings.decode(stored)
