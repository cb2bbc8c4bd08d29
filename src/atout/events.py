"""Events: what happened, with every fact an effect needs, and the curtain in front of each.

``event.seen_by(seat)`` is what that seat may know of it; seat 0 is a spectator. A seat's view of a match is the
ordinary ``evolve`` folded over the events it has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from atout.cards import NO_CARDS, Card, Suit
from atout.scoring import SideScore
from atout.tricks import Holding, Position


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. ``secret`` marks the kinds that hide a fact from somebody until the deal is over."""

    secret: ClassVar[bool] = False

    def seen_by(self, seat: int) -> Event:
        """What a seat may know of this event; public events are seen whole."""
        return self


class VoidReason(StrEnum):
    """Why a deal does not count."""

    MISDEAL = "misdeal"
    PASSED_OUT = "passed-out"
    THROWN_IN = "thrown-in"


@dataclass(frozen=True, slots=True)
class DealStarted(Event):
    """A deal begins: its number from 1, and who deals."""

    number: int
    dealer: int


def _for_owner(holdings: tuple[Holding, ...], seat: int) -> tuple[Holding, ...]:
    return tuple(
        holding if owner == seat else Holding(NO_CARDS, len(holding)) for owner, holding in enumerate(holdings, 1)
    )


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards are out. ``stock`` lies face down in order (``None``: unknown); ``open_to_owner`` is false where
    nobody may look before his turn to bid."""

    secret: ClassVar[bool] = True

    holdings: tuple[Holding, ...]
    stock: tuple[Card | None, ...]
    open_to_owner: bool

    def seen_by(self, seat: int) -> Event:
        return Dealt(
            _for_owner(self.holdings, seat if self.open_to_owner else 0),
            (None,) * len(self.stock),
            self.open_to_owner,
        )


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A position was set up in place of a deal."""

    secret: ClassVar[bool] = True

    position: Position

    def seen_by(self, seat: int) -> Event:
        return Placed(
            replace(
                self.position,
                holdings=_for_owner(self.position.holdings, seat),
                out=self.position.out.hidden(),
            )
        )


@dataclass(frozen=True, slots=True)
class HandSeen(Event):
    """A seat looks at its cards, at its turn to bid. ``None``: the onlooker does not see them."""

    secret: ClassVar[bool] = True

    seat: int
    holding: Holding | None

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else HandSeen(self.seat, None)


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """Two-player draw: the top card of the stock is shown to the chooser, or to both."""

    secret: ClassVar[bool] = True

    seat: int
    card: Card | None
    to_all: bool

    def seen_by(self, seat: int) -> Event:
        return self if self.to_all or seat == self.seat else CardShown(self.seat, None, False)


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """Two-player draw: one card of the couple was taken, the other discarded face down.

    ``kept_shown`` says whether the shown card was the one kept. The discarded hidden card stays unseen by all.
    """

    secret: ClassVar[bool] = True

    seat: int
    taken: Card | None
    tossed: Card | None
    kept_shown: bool
    to_all: bool

    def seen_by(self, seat: int) -> Event:
        knows_shown = self.to_all or seat == self.seat
        knows_hidden = seat == self.seat and not self.kept_shown
        knows_taken, knows_tossed = (knows_shown, False) if self.kept_shown else (knows_hidden, knows_shown)
        return CardDrawn(
            self.seat,
            self.taken if knows_taken else None,
            self.tossed if knows_tossed else None,
            self.kept_shown,
            self.to_all,
        )


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """Euchre: the top card of the stock lies face up."""

    card: Card


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A seat announced its tricks; 0 is nil."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class MisdealClaimed(Event):
    """A seat claimed a misdeal; its hand is shown to nobody."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """Euchre: a seat passed in round 1 or 2."""

    seat: int
    round: int


@dataclass(frozen=True, slots=True)
class TurnedDown(Event):
    """Euchre: all passed the turned card, which goes back face down."""

    card: Card


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    """Euchre: a seat became the maker by ordering the turned card, of suit ``trump``."""

    seat: int
    trump: Suit


@dataclass(frozen=True, slots=True)
class TookUp(Event):
    """Euchre: the dealer took the turned card into the hand."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A seat laid a card away face down; only that seat knows which."""

    secret: ClassVar[bool] = True

    seat: int
    card: Card | None

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else Discarded(self.seat, None)


@dataclass(frozen=True, slots=True)
class Named(Event):
    """Euchre: a seat became the maker by naming ``trump``."""

    seat: int
    trump: Suit


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A seat played a card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class SpadesOpened(Event):
    """Spades may be led from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A seat took the trick (its number in the deal, from 1) and leads the next."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat laid its hand down for all to see and claims every trick left."""

    seat: int
    holding: Holding


@dataclass(frozen=True, slots=True)
class ClaimAnswered(Event):
    """A seat accepted or rejected the claim on the table."""

    seat: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The play is over without further cards: tricks won by each seat."""

    won: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """A complete deal was counted: tricks by seat, results by side."""

    tricks: tuple[int, ...]
    sides: tuple[SideScore, ...]


@dataclass(frozen=True, slots=True)
class DealVoid(Event):
    """A deal does not count."""

    reason: VoidReason


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """The secrecy of a deal is over: everything that was hidden in it, in order."""

    number: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Adjusted(Event):
    """The host gave or took points of a side (an index), outside any deal."""

    side: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match is decided: the winning sides (indices); several share it."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchReopened(Event):
    """A ruling undid the end of the match: further deals follow."""
