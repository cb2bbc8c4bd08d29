"""Quick estimates of many hands at one table, as sets of cards (masks): what they call, what they lay away."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from atout.bots.euchre.calls import favour, leads_first, threshold
from atout.bots.euchre.hands import BASE, GIFT, LEADING, no_trump_strength, plain_strength, tricks, trump_strength
from atout.cards import NO_TRUMP, Card, Cards, Suit, Trump
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import Form
from atout.match import Match
from atout.tricks import Ordering, bower_ordering

_STEP: Final = 0.3
"""Tricks over which calls pass from rare to usual."""
_HASTE: Final = 0.15
"""How gradually a discard that leaves a weaker hand becomes unlikely, in tricks."""


class _Trump:
    """The suits under one trump, each judged once."""

    def __init__(self, ordering: Ordering, trump: Suit) -> None:
        self._ordering = ordering
        self.trumps = ordering.of_suit(trump).mask
        self._plain = tuple(ordering.of_suit(suit).mask for suit in Suit if suit is not trump)
        self._of_trumps: dict[int, float] = {}
        self._of_plain: dict[tuple[int, bool], float] = {}

    def strength(self, hand: int) -> float:
        held = hand & self.trumps
        total = self._of_trumps.get(held)
        if total is None:
            total = self._of_trumps[held] = BASE + trump_strength(self._ordering, Cards(held))
        for suit in self._plain:
            key = hand & suit, held > 0
            more = self._of_plain.get(key)
            if more is None:
                more = self._of_plain[key] = plain_strength(Cards(key[0]), key[1])
            total += more
        return total


class Judge:
    """What hands of a pack are worth under each trump."""

    def __init__(self, pack: Cards, best: tuple[Card, ...]) -> None:
        orders = {suit: bower_ordering(pack, suit, best) for suit in Suit}
        self._under = {suit: _Trump(order, suit) for suit, order in orders.items()}
        self._without = bower_ordering(pack, None, best) if not best else None
        self._suits = {suit: self._without.of_suit(suit).mask for suit in Suit} if self._without else {}
        self._of_plain: dict[int, float] = {}
        self.bowers = {suit: order.promoted for suit, order in orders.items()}

    def strength(self, trump: Trump, hand: int) -> float:
        """What a hand is worth under a trump; the same as ``hands.strength``."""
        if isinstance(trump, Suit):
            return self._under[trump].strength(hand)
        assert self._without is not None
        total = BASE
        for suit, cards in self._suits.items():
            held = hand & cards
            worth = self._of_plain.get(held)
            if worth is None:
                worth = self._of_plain[held] = no_trump_strength(self._without, suit, Cards(held))
            total += worth
        return total

    def keeps(self, trump: Suit, hand: int, allowed: int) -> tuple[float, int]:
        """The best hand left after a discard, by its strength, and the card laid away."""
        best, gone = -1.0, 0
        for card in Cards(allowed):
            left = self.strength(trump, hand & ~card.bit)
            if left > best:
                best, gone = left, card.bit
        return best, gone


@lru_cache(maxsize=8)
def _judge(pack: int, best: tuple[Card, ...]) -> Judge:
    return Judge(Cards(pack), best)


class Table:
    """A deal's calls, judged: who may speak, and what each seat needs to call. Tricks are those of the maker's side."""

    def __init__(self, view: Match, hand: EuchreHand) -> None:
        self.hand = hand
        self.rules = hand.rules
        self.judge = _judge(hand.rules.pack.mask, hand.rules.benny)
        turned = hand.rules.form is Form.TURNED
        self.needs = {seat: threshold(view, hand, seat) for seat in range(1, hand.rules.players + 1) if turned}

    def orders(self, seat: int, cards: int) -> float:
        """The tricks a hand of five may expect as the maker of the turned card's suit."""
        turned, dealer = self.hand.turned, self.hand.dealer
        assert turned is not None and turned.suit is not None
        if seat == dealer:
            taken = cards | turned.bit
            return tricks(self.rules, self.judge.keeps(turned.suit, taken, self.may_lay_away(taken))[0])
        gift = GIFT * (2 if turned in self.judge.bowers[turned.suit] else 1) * favour(self.hand, seat)
        own = self.judge.strength(turned.suit, cards) + LEADING * leads_first(self.hand, seat) + gift
        return tricks(self.rules, own)

    def named(self, seat: int, cards: int, trump: Trump) -> float:
        """The tricks a hand may expect with a trump it names."""
        own = self.judge.strength(trump, cards) + LEADING * leads_first(self.hand, seat)
        return tricks(self.rules, own, no_trump=trump is NO_TRUMP)

    def names(self, seat: int, cards: int) -> tuple[float, Trump]:
        """The tricks a hand may expect with the best trump but the turned suit, and that trump."""
        turned = self.hand.turned
        trumps = [trump for trump in self.rules.trumps if turned is None or trump is not turned.suit]
        best = max(trumps, key=lambda trump: self.named(seat, cards, trump))
        return self.named(seat, cards, best), best

    def may_lay_away(self, taken: int) -> int:
        """The cards the dealer may lay away of the six."""
        turned = self.hand.turned
        return taken if self.rules.calling.discard_turned or turned is None else taken & ~turned.bit

    def calls(self, seat: int, tricks: float) -> float:
        """The chance that a seat calls that expects so many tricks."""
        return 1.0 / (1.0 + exp((self.needs[seat] - tricks) / _STEP))

    def lays_away(self, trump: Suit, six: int, gone: int) -> float:
        """How likely the dealer lays a card away; not normed."""
        best, _ = self.judge.keeps(trump, six, self.may_lay_away(six))
        return exp((self.judge.strength(trump, six & ~gone) - best) / _HASTE)
