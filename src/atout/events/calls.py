"""Events between the deal and the first card of a game where trump is called: the turned card, calls, who plays."""

from __future__ import annotations

from typing import ClassVar

from atout.actions import Action, DefendAlone, Drop, Moon, Name, Order, Pass, Stay, Swap
from atout.cards import Card, Cards, Suit, Trump
from atout.events.base import Event


class TurnedUp(Event, frozen=True):
    """Euchre: the top card of the stock lies face up."""

    in_hand: ClassVar[bool] = True

    card: Card


class MoonBid(Event, frozen=True):
    """Bid Euchre: a seat promised every trick, alone."""

    in_hand: ClassVar[bool] = True

    seat: int

    @property
    def action(self) -> Action | None:
        return Moon()


class Swapped(Event, frozen=True):
    """Euchre: a seat showed some cards and exchanged them, for cards of the stock that only that seat sees."""

    secret: ClassVar[bool] = True

    seat: int
    given: Cards
    taken: tuple[Card | None, ...]

    def seen_by(self, seat: int) -> Event:
        return self if seat == self.seat else Swapped(self.seat, self.given, (None,) * len(self.taken))

    @property
    def action(self) -> Action | None:
        return Swap(self.given)


class Passed(Event, frozen=True):
    """Euchre: a seat passed. ``round`` is 1 or 2 in the rounds of calls; 0 while cards may be exchanged; 3 when it
    could have defended alone."""

    in_hand: ClassVar[bool] = True

    seat: int
    round: int

    @property
    def action(self) -> Action | None:
        return Pass()


class TurnedDown(Event, frozen=True):
    """Euchre: all passed the turned card, which goes back face down."""

    in_hand: ClassVar[bool] = True

    card: Card


class Ordered(Event, frozen=True, repr_omit_defaults=True):
    """Euchre: a seat became the maker, perhaps alone, by ordering the turned card, of suit ``trump``."""

    in_hand: ClassVar[bool] = True

    seat: int
    trump: Suit
    alone: bool = False

    @property
    def action(self) -> Action | None:
        return Order(self.alone)


class TookUp(Event, frozen=True):
    """Euchre: the dealer took the turned card into the hand."""

    in_hand: ClassVar[bool] = True

    seat: int
    card: Card


class Named(Event, frozen=True, repr_omit_defaults=True):
    """Euchre: a seat became the maker, perhaps alone, by naming ``trump``; or, its bid being the highest, named it."""

    in_hand: ClassVar[bool] = True

    seat: int
    trump: Trump
    alone: bool = False

    @property
    def action(self) -> Action | None:
        return Name(self.trump, self.alone)


class TrumpFixed(Event, frozen=True):
    """Buck Euchre: the turned card made ``trump`` by itself, without a maker."""

    in_hand: ClassVar[bool] = True

    trump: Suit


class DefendedAlone(Event, frozen=True):
    """Euchre: a seat defends alone."""

    in_hand: ClassVar[bool] = True

    seat: int

    @property
    def action(self) -> Action | None:
        return DefendAlone()


class SitsOut(Event, frozen=True):
    """Euchre: a seat lays its cards away and sits the deal out, its partner playing alone."""

    in_hand: ClassVar[bool] = True

    seat: int


class Stayed(Event, frozen=True):
    """Buck Euchre: a seat plays this deal."""

    in_hand: ClassVar[bool] = True

    seat: int

    @property
    def action(self) -> Action | None:
        return Stay()


class DroppedOut(Event, frozen=True):
    """Buck Euchre: a seat sits this deal out."""

    in_hand: ClassVar[bool] = True

    seat: int

    @property
    def action(self) -> Action | None:
        return Drop()
