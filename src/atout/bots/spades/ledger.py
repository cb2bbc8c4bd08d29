"""What bids and tricks are worth to a side, asked of the count itself: no rule of scoring is repeated here."""

from __future__ import annotations

from functools import lru_cache, partial

from atout.bots.outcomes import Count
from atout.events import DealScored
from atout.scoring import SideScore, Standing
from atout.seats import Side
from atout.spades.groups import Contract
from atout.spades.hand import SpadesHand
from atout.spades.rules import SpadesRules
from atout.spades.score import score_side


class Ledger:
    """The points of each side for any tricks, given the bids of a deal.

    The bag penalty is spread over the bags that lead to it, so that every bag costs the same whenever it falls.
    """

    def __init__(self, rules: SpadesRules, bids: tuple[int, ...], before: Standing, blind: Side) -> None:
        self._rules = rules
        self._bids = bids
        self._before = before
        self._blind = blind
        limit = rules.scoring.bags
        self._bag = limit.penalty / limit.size if limit else 0.0
        self._points: dict[tuple[int, tuple[int, ...]], float] = {}

    def points(self, side: int, won: tuple[int, ...]) -> float:
        """The points of a side (an index) that has won these tricks; the other seats' tricks do not matter to it."""
        seats = self._rules.sides[side]
        key = side, tuple([won[seat - 1] for seat in seats])
        known = self._points.get(key)
        if known is None:
            result = score_side(self._rules, seats, side, self._bids, won, self._before, self._blind)
            known = self._points[key] = result.points + self._bag * (result.bags - self._before.bags[side])
        return known


@lru_cache(maxsize=64)
def ledger(rules: SpadesRules, bids: tuple[int, ...], before: Standing, blind: Side = ()) -> Ledger:
    """The ledger of a deal; the latest are kept, since every decision of a deal asks the same one."""
    return Ledger(rules, bids, before, blind)


class Counting:
    """Counts a deal for any bids; a side's result is counted once for what it owes and took. ``blind`` are the seats
    whose nil was bid before looking."""

    def __init__(self, rules: SpadesRules, before: Standing, blind: Side) -> None:
        self._rules = rules
        self._before = before
        self._blind = blind
        self._apart = rules.scoring.contract is Contract.EACH
        self._known: tuple[dict[tuple[int, ...], SideScore], ...] = tuple({} for _ in rules.sides)

    def of(self, bids: tuple[int, ...], won: tuple[int, ...]) -> DealScored:
        """The count of tricks by seat for bids by seat."""
        return DealScored(won, tuple([self._side(index, bids, won) for index in range(len(self._known))]))

    def _side(self, index: int, bids: tuple[int, ...], won: tuple[int, ...]) -> SideScore:
        side = self._rules.sides[index]
        key = self._owed_and_taken(side, bids, won)
        known = self._known[index].get(key)
        if known is None:
            known = score_side(self._rules, side, index, bids, won, self._before, self._blind)
            self._known[index][key] = known
        return known

    def _owed_and_taken(self, side: Side, bids: tuple[int, ...], won: tuple[int, ...]) -> tuple[int, ...]:
        """What the result of a side follows from: each nil's tricks, and of the others bids and tricks together, unless
        each owes his own contract (R9)."""
        if self._apart:
            return tuple([bids[seat - 1] for seat in side] + [won[seat - 1] for seat in side])
        owed = taken = 0
        nils = [-1] * len(side)
        for place, seat in enumerate(side):
            if bids[seat - 1]:
                owed += bids[seat - 1]
                taken += won[seat - 1]
            else:
                nils[place] = won[seat - 1]
        return (owed, taken, *nils)


@lru_cache(maxsize=64)
def counting(rules: SpadesRules, before: Standing, blind: Side = ()) -> Counting:
    """The counting of deals that start from a standing; the latest are kept."""
    return Counting(rules, before, blind)


def count_of(hand: SpadesHand) -> Count:
    """Counts the tricks of a deal whose bids have been made."""
    bids = tuple([bid or 0 for bid in hand.bids])
    return partial(counting(hand.rules, hand.standing, hand.blind).of, bids)
