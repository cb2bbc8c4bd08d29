"""Events that only some tables of Spades have: cards given to the partner."""

from __future__ import annotations

from typing import ClassVar

from atout.actions import Action, Give
from atout.cards import Card, Cards
from atout.events import Event


class CardsGiven(Event, frozen=True):
    """A seat gave cards of its hand to another; only those two know which."""

    secret: ClassVar[bool] = True

    seat: int
    to: int
    cards: tuple[Card | None, ...]

    def seen_by(self, seat: int) -> Event:
        return self if seat in (self.seat, self.to) else CardsGiven(self.seat, self.to, (None,) * len(self.cards))

    @property
    def action(self) -> Action | None:
        known = Cards.of(card for card in self.cards if card)
        return Give(known, len(self.cards) - len(known))
