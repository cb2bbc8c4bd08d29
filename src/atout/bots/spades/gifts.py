"""Which cards a seat gives its partner after a blind nil."""

from __future__ import annotations

from itertools import combinations

from atout.actions import Action, Give
from atout.bots.spades.estimate import nil_safety
from atout.cards import Card, Cards
from atout.spades.hand import SpadesHand


def gift(hand: SpadesHand, seat: int) -> Action:
    """From a nil the cards without which it is safest; to a nil the lowest cards beside the spades."""
    rules, held = hand.rules, hand.board.holding(seat).sure
    count = rules.bidding.nil_pass
    if seat in hand.blind:
        gifts = map(Cards.of, combinations(held, count))
        return Give(max(gifts, key=lambda cards: nil_safety(rules, held - cards)))

    def price(card: Card) -> tuple[bool, int]:
        suit = rules.ordering.suit(card)
        return card in rules.spades, rules.ordering.power(card, suit)

    return Give(Cards.of(sorted(held, key=price)[:count]))
