"""What bids and tricks are worth to a side, asked of the count itself: no rule of scoring is repeated here."""

from __future__ import annotations

from functools import lru_cache

from atout.scoring import Standing
from atout.spades.rules import SpadesRules
from atout.spades.score import score_side


class Ledger:
    """The points of each side for any tricks, given the bids of a deal.

    The bag penalty is spread over the bags that lead to it, so that every bag costs the same whenever it falls.
    """

    def __init__(self, rules: SpadesRules, bids: tuple[int, ...], before: Standing) -> None:
        self._rules = rules
        self._bids = bids
        self._before = before
        limit = rules.scoring.bags
        self._bag = limit.penalty / limit.size if limit else 0.0
        self._points: dict[tuple[int, tuple[int, ...]], float] = {}

    def points(self, side: int, won: tuple[int, ...]) -> float:
        """The points of a side (an index) that has won these tricks; the other seats' tricks do not matter to it."""
        seats = self._rules.sides[side]
        key = side, tuple([won[seat - 1] for seat in seats])
        known = self._points.get(key)
        if known is None:
            result = score_side(self._rules, seats, side, self._bids, won, self._before)
            known = self._points[key] = result.points + self._bag * (result.bags - self._before.bags[side])
        return known


@lru_cache(maxsize=64)
def ledger(rules: SpadesRules, bids: tuple[int, ...], before: Standing) -> Ledger:
    """The ledger of a deal; the latest are kept, since every decision of a deal asks the same one."""
    return Ledger(rules, bids, before)
