"""Games in other programs' formats: what a reader finds in one, and why one cannot be read or written.

The words that the readers and writers of all formats share; each family keeps what it alone knows of a format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET, Struct

from atout.actions import Action, Deal, Refusal, SetUp
from atout.cards import Trump
from atout.game import Announced
from atout.options import Faulty
from atout.scoring import Standing


class Spot(Struct, frozen=True):
    """A place in a file: a path into its JSON, or line and column, both from 1; neither for the file as a whole."""

    path: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}" if self.line else self.path


WHOLE: Final = Spot()
"""The file as a whole."""


class ForeignError(Faulty):
    """A game that cannot be read from, or written in, a format: where, a code for what is wrong, and its facts."""

    def __init__(self, spot: Spot, code: str, **facts: object) -> None:
        super().__init__(spot, code, facts)
        self.spot = spot
        self.code = code

    @property
    def in_play(self) -> bool:
        """Whether the file can be read, and a player did what the rules do not allow."""
        return self.refusal is not None and not isinstance(self.refusal.action, Deal | SetUp)

    @property
    def refusal(self) -> Refusal | None:
        """Why the referee refused what the file tells, if that is what is wrong."""
        refusal = self.facts.get("refusal")
        return refusal if isinstance(refusal, Refusal) else None

    @property
    def told(self) -> dict[str, Any]:
        """A fault in the play as plain values: its code, the seat, and the place in the file."""
        place = {"line": self.spot.line, "column": self.spot.column} if self.spot.line else {"path": self.spot.path}
        refusal = self.refusal
        return {"fault": self.code} | ({"fault": refusal.code, "seat": refusal.seat} if refusal else {}) | place


class Note(Struct, frozen=True):
    """Something to be told about a game that was read or written: a code and its facts. ``differs`` marks a score
    that is not the one counted here."""

    code: str
    facts: dict[str, Any] = {}
    differs: bool = False


class Deed(Struct, frozen=True):
    """Something a seat or the house did, and where the file tells it."""

    spot: Spot
    action: Action


class Found(Struct, frozen=True):
    """A match as a file tells it: rules, players, what it starts from, and what was done in order.

    ``number`` counts the deals before the first one; ``stated`` are the totals by side the file ends with, if it
    says so, with their place.
    """

    rules: Any
    names: tuple[str, ...]
    standing: Standing
    number: int
    deeds: tuple[Deed, ...]
    stated: tuple[Spot, tuple[int, ...]] | None = None
    notes: tuple[Note, ...] = ()


def readable(name: str) -> str:
    """A name without what cannot be written as text (halves of characters)."""
    return name.encode("utf-8", "replace").decode("utf-8")


# --- games of several families in one format ------------------------------------------------------------------------


class Key(Struct, frozen=True):
    """A key of a file's options that says what an option of ours says; ``values`` translates those not written alike,
    ``absent`` is what a file means that leaves it out (by default what the table's profile says)."""

    name: str
    option: str
    values: Mapping[Any, Any] = {}
    absent: Any = UNSET


class Undertaken(Struct, frozen=True):
    """What a contract says: trump, tricks bid (0: none are, one more than all for a moon), whether it is played
    alone."""

    trump: Trump
    bid: int
    alone: bool


class Dialect(Struct, frozen=True):
    """What a family says of its games in a format that several families share.

    ``fits``: whether so many players with so many cards play it; ``variations``: each value of the key ``variation``
    (``None``: left out) with what it sets; ``profile``: the table's name, by variation and number of players;
    ``keys``: that table's other options; ``inferred``: options that no key says and the play shows, with the values
    to try in order. ``call`` reads a word of the auction, ``word`` writes an action as one, ``undertaken`` and
    ``contract`` do the same for a contract (``alone``: the maker's partner sits out): ``None`` for what is none.
    """

    fits: Callable[[int, int], bool]
    variations: Mapping[Any, Mapping[str, Any]]
    profile: Callable[[Any, int], str]
    keys: Callable[[str], tuple[Key, ...]]
    inferred: Mapping[str, tuple[Any, ...]]
    call: Callable[[str, Announced], Action | None]
    word: Callable[[Action, Announced], str | None]
    undertaken: Callable[[str], Undertaken | None]
    contract: Callable[[Announced, bool], str | None]
