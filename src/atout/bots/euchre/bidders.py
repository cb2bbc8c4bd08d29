"""What hands bid, and whether they stay, by rules of thumb: quick estimates for many hands at one table."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf
from typing import Final

from msgspec import Struct

from atout.bots.euchre.bids import PASSED, STAYS
from atout.bots.euchre.calls import averaged, chances_of, gain
from atout.bots.euchre.contracts import Dealt
from atout.bots.euchre.hands import BASE, sure_tricks, tricks
from atout.bots.euchre.judge import Table
from atout.cards import NO_TRUMP, Cards, Trump
from atout.euchre.calls import opponents, speaking
from atout.euchre.hand import EuchreHand, Stage
from atout.euchre.score import Undertaking
from atout.match import Match
from atout.seats import partners_of

_STEP: Final = 0.3
"""Tricks over which a bid, or staying in, passes from rare to usual."""
_HALVINGS: Final = 8


class Reading(Struct, frozen=True, gc=False):
    """A hand's best trump, and the tricks it may expect under it: with the partner, and alone; ``sure`` is how many
    nobody can take from it."""

    trump: Trump
    sure: int
    expects: float
    alone: float


Best = tuple[float, int]
"""What a bid is worth, and the bid."""


class Bidders:
    """The bidders of a deal. A bid is a number of tricks, one more than there are for the moon, 0 for a pass."""

    def __init__(self, view: Match, table: Table) -> None:
        self._view, self._table, self._hand = view, table, table.hand
        self._rules = table.rules
        self._moon = self._rules.cards_each + 1
        self._gains: dict[tuple[int, int], list[float]] = {}
        self._readings: dict[int, Reading] = {}
        self._best: dict[tuple[int, int], list[Best]] = {}
        self._needs: dict[tuple[int, int], float] = {}

    def read(self, cards: int) -> Reading:
        """A hand's best trump and what it expects."""
        known = self._readings.get(cards)
        if known is None:
            judge, rules = self._table.judge, self._rules
            worth = {trump: judge.strength(trump, cards) for trump in rules.trumps}
            expects = {trump: tricks(rules, own, no_trump=trump is NO_TRUMP) for trump, own in worth.items()}
            best = max(expects, key=expects.__getitem__)
            alone = tricks(rules, worth[best], alone=True, no_trump=best is NO_TRUMP)
            sure = sure_tricks(rules, best, Cards(cards))
            known = self._readings[cards] = Reading(best, sure, expects[best], alone)
        return known

    def _gained(self, seat: int, bid: int) -> list[float]:
        """What a bid gains by tricks taken."""
        gains = self._gains.get((seat, bid))
        if gains is None:
            moon, each = bid == self._moon, self._rules.cards_each
            out = partners_of(self._rules.sides, seat) if moon else frozenset()
            played = Undertaking(seat, min(bid, each), moon, out)
            gains = [gain(self._view, self._hand, played, taken) for taken in range(each + 1)]
            self._gains[seat, bid] = gains
        return gains

    def _best_from(self, seat: int, cards: int) -> list[Best]:
        """For each least bid (from 1) the best from there on, the higher of two, from the dealer the lower; at
        last that none is left."""
        rules, reading = self._rules, self.read(cards)
        chances = chances_of(reading.expects, rules.cards_each, reading.sure)
        best = -inf, 0
        found = [best]
        for bid in range(rules.cards_each + rules.calling.moon, 0, -1):
            taken = chances_of(reading.alone, rules.cards_each, reading.sure) if bid == self._moon else chances
            value = averaged(self._gained(seat, bid), taken)
            if value > best[0] or (value == best[0] and seat == self._hand.dealer):
                best = value, bid
            found.append(best)
        found.reverse()
        return found

    def answer(self, seat: int, cards: int, contract: int) -> int:
        """What a hand bids over a contract (0: nobody has bid); 0 for a pass."""
        calling = self._rules.calling
        best = self._best.get((seat, cards))
        if best is None:
            best = self._best[seat, cards] = self._best_from(seat, cards)
        if not contract:
            value, bid = best[(calling.least_bid or 1) - 1]
            return bid if value > PASSED[self._rules.form] or (calling.stick and seat == self._hand.dealer) else 0
        value, bid = best[min(contract, len(best) - 1)]
        return bid if value > PASSED[self._rules.form] else 0

    def stays(self, cards: int, trump: Trump) -> bool:
        """Whether a hand stays in against the high bidder."""
        return self._table.judge.strength(trump, cards) - BASE >= STAYS

    def _need(self, seat: int, bid: int) -> float:
        """The tricks a hand must expect to bid so many rather than pass."""
        known = self._needs.get((seat, bid))
        if known is None:
            low, high = 0.0, self._rules.cards_each + 1.0
            for _ in range(_HALVINGS):
                middle = (low + high) / 2
                worth = averaged(self._gained(seat, bid), chances_of(middle, self._rules.cards_each))
                better = worth > PASSED[self._rules.form]
                low, high = (low, middle) if better else (middle, high)
            known = self._needs[seat, bid] = high
        return known

    def _bids(self, seat: int, cards: int, bid: int, trump: Trump | None = None) -> float:
        """The chance that a hand would bid so many, or more; under a trump it has named, or any."""
        if bid > self._moon:
            return 0.0
        reading, rules = self.read(cards), self._rules
        expects = reading.alone if bid == self._moon else reading.expects
        if trump is not None and trump is not reading.trump:
            own = self._table.judge.strength(trump, cards)
            expects = tricks(rules, own, alone=bid == self._moon, no_trump=trump is NO_TRUMP)
        return _chance(expects - self._need(seat, bid))

    def weigh(self, seat: int) -> Callable[[Dealt], float]:
        """How likely deals make what the other seats have said: bids, passes, who stays."""
        hand = self._hand
        said = _said(hand)
        bid = hand.rules.cards_each + 1 if hand.moon else hand.contract
        at = said.index(hand.maker) if hand.maker in said else len(said)
        stood = _stood(hand)

        def weight(deal: Dealt) -> float:
            product = 1.0
            for place, other in enumerate(said):
                if other == seat:
                    continue
                cards = deal[other - 1]
                if other == hand.maker:
                    product *= self._bids(other, cards, bid, hand.trump)
                elif place < at:
                    product *= 1.0 - self._bids(other, cards, max(bid, self._rules.calling.least_bid or 1))
                else:
                    product *= 1.0 - self._bids(other, cards, bid + 1)
            for other, stays in stood:
                assert hand.trump is not None
                chance = _chance(self._table.judge.strength(hand.trump, deal[other - 1]) - BASE - STAYS)
                product *= chance if stays else 1.0 - chance
            return product

        return weight


def _chance(ahead: float) -> float:
    """How usual something is that takes so many tricks less than there are."""
    return 1.0 / (1.0 + exp(-ahead / _STEP))


def _said(hand: EuchreHand) -> tuple[int, ...]:
    """The seats that have bid or passed, in order."""
    order = speaking(hand)
    return order[: order.index(hand.board.turn)] if hand.stage is Stage.BIDDING else order


def _stood(hand: EuchreHand) -> tuple[tuple[int, bool], ...]:
    """The seats that have answered the high bidder, and whether they stay."""
    if hand.stage is not Stage.STAYING:
        return ()
    asked = opponents(hand)
    return tuple((other, other not in hand.board.sitting_out) for other in asked[: asked.index(hand.board.turn)])
