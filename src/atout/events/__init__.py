"""Events: what happened, with every fact an effect needs, and the curtain in front of each.

``event.seen_by(seat)`` is what that seat may know of it; seat 0 is a spectator. A seat's view of a match is the
ordinary ``evolve`` folded over the events it has seen.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace

from atout.actions import (
    BIDS,
    BLIND_NIL,
    PLAYS,
    Accept,
    Action,
    Adjust,
    Claim,
    Discard,
    Keep,
    Misdeal,
    Reject,
    Settle,
    Toss,
    Void,
)
from atout.cards import NO_CARDS, Card
from atout.events.base import Event
from atout.events.calls import (
    DefendedAlone,
    DroppedOut,
    MoonBid,
    Named,
    Ordered,
    Passed,
    SitsOut,
    Stayed,
    Swapped,
    TookUp,
    TrumpFixed,
    TurnedDown,
    TurnedUp,
)
from atout.scoring import SideScore
from atout.tricks import Holding, Position

__all__ = [
    "Adjusted",
    "BidMade",
    "CardDrawn",
    "CardShown",
    "ClaimAnswered",
    "Claimed",
    "DealScored",
    "DealStarted",
    "DealVoid",
    "Dealt",
    "DefendedAlone",
    "Discarded",
    "DroppedOut",
    "Event",
    "HandSeen",
    "MatchOver",
    "MatchReopened",
    "MisdealClaimed",
    "MoonBid",
    "Named",
    "Ordered",
    "Passed",
    "Placed",
    "Played",
    "Revealed",
    "Settled",
    "SitsOut",
    "SpadesOpened",
    "Stayed",
    "Swapped",
    "TookUp",
    "TrickTaken",
    "TrumpFixed",
    "TurnedDown",
    "TurnedUp",
    "VoidReason",
]


class VoidReason(StrEnum):
    """Why a deal does not count."""

    MISDEAL = "misdeal"
    PASSED_OUT = "passed-out"
    THROWN_IN = "thrown-in"


class DealStarted(Event, frozen=True):
    """A deal begins: its number from 1, and who deals."""

    number: int
    dealer: int


def _for_owner(holdings: tuple[Holding, ...], seat: int) -> tuple[Holding, ...]:
    return tuple(
        holding if owner == seat else Holding(NO_CARDS, len(holding)) for owner, holding in enumerate(holdings, 1)
    )


class Dealt(Event, frozen=True):
    """The cards are out. ``stock`` lies face down in order (``None``: unknown); ``closed`` are the seats that may not
    look before their turn to bid. ``leader`` is known beforehand where a record tells it and its cards do not."""

    secret: ClassVar[bool] = True

    holdings: tuple[Holding, ...]
    stock: tuple[Card | None, ...]
    closed: tuple[int, ...] = ()
    leader: int | None = None

    def seen_by(self, seat: int) -> Event:
        eyes = 0 if seat in self.closed else seat
        return Dealt(_for_owner(self.holdings, eyes), (None,) * len(self.stock), self.closed)


class Placed(Event, frozen=True):
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


class HandSeen(Event, frozen=True):
    """A seat looks at its cards, at its turn to bid. ``None``: the onlooker does not see them."""

    secret: ClassVar[bool] = True

    seat: int
    holding: Holding | None

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else HandSeen(self.seat, None)


class CardShown(Event, frozen=True):
    """Two-player draw: the top card of the stock is shown to the chooser, or to both."""

    secret: ClassVar[bool] = True

    seat: int
    card: Card | None
    to_all: bool

    def seen_by(self, seat: int) -> Event:
        return self if self.to_all or seat == self.seat else CardShown(self.seat, None, False)


class CardDrawn(Event, frozen=True):
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

    @property
    def action(self) -> Action | None:
        return Keep() if self.kept_shown else Toss()


class BidMade(Event, frozen=True):
    """A seat announced its tricks; 0 is nil, ``blind`` if the cards had not been looked at."""

    in_hand: ClassVar[bool] = True

    seat: int
    tricks: int
    blind: bool = False

    @property
    def action(self) -> Action | None:
        return BLIND_NIL if self.blind else BIDS[self.tricks]


class MisdealClaimed(Event, frozen=True):
    """A seat claimed a misdeal; its hand is shown to nobody."""

    in_hand: ClassVar[bool] = True

    seat: int

    @property
    def action(self) -> Action | None:
        return Misdeal()


class Discarded(Event, frozen=True):
    """A seat laid a card away face down; only that seat knows which."""

    secret: ClassVar[bool] = True

    seat: int
    card: Card | None

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else Discarded(self.seat, None)

    @property
    def action(self) -> Action | None:
        return Discard(self.card)


class Played(Event, frozen=True):
    """A seat played a card."""

    in_hand: ClassVar[bool] = True

    seat: int
    card: Card

    @property
    def action(self) -> Action | None:
        return PLAYS[self.card]


class LeadDue(Event, frozen=True):
    """A seat holds the card that opens the play, and leads it."""

    in_hand: ClassVar[bool] = True

    seat: int
    card: Card


class SpadesOpened(Event, frozen=True):
    """Spades may be led from now on."""

    in_hand: ClassVar[bool] = True

    seat: int


class TrickTaken(Event, frozen=True):
    """A seat took the trick (its number in the deal, from 1) and leads the next."""

    in_hand: ClassVar[bool] = True

    seat: int
    number: int


class Claimed(Event, frozen=True):
    """A seat laid its hand down for all to see and claims every trick left."""

    seat: int
    holding: Holding

    @property
    def action(self) -> Action | None:
        return Claim()


class ClaimAnswered(Event, frozen=True):
    """A seat accepted or rejected the claim on the table."""

    seat: int
    accepted: bool

    @property
    def action(self) -> Action | None:
        return Accept() if self.accepted else Reject()


class Settled(Event, frozen=True):
    """The play is over without further cards: tricks won by each seat, typed by a scorer or as everybody agreed."""

    in_hand: ClassVar[bool] = True

    won: tuple[int, ...]
    agreed: bool = False

    @property
    def action(self) -> Action | None:
        return None if self.agreed else Settle(self.won)


class DealScored(Event, frozen=True):
    """A complete deal was counted: tricks by seat, results by side."""

    tricks: tuple[int, ...]
    sides: tuple[SideScore, ...]


class DealVoid(Event, frozen=True):
    """A deal does not count."""

    reason: VoidReason

    @property
    def action(self) -> Action | None:
        return Void() if self.reason is VoidReason.THROWN_IN else None


class Revealed(Event, frozen=True):
    """The secrecy of a deal is over: everything that was hidden in it, in order."""

    number: int
    events: tuple[Event, ...]


class Adjusted(Event, frozen=True):
    """The host gave or took points of a side (an index), outside any deal."""

    side: int
    points: int
    reason: str

    @property
    def action(self) -> Action | None:
        return Adjust(self.side, self.points, self.reason)


class MatchOver(Event, frozen=True):
    """The match is decided: the winning sides (indices); several share it."""

    winners: tuple[int, ...]


class MatchReopened(Event, frozen=True):
    """A ruling undid the end of the match: further deals follow."""
