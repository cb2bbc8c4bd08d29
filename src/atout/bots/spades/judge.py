"""Quick estimates of many hands of one table: suits are looked at once and remembered. Hands are in kernel labels."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from atout.bots.spades.estimate import (
    JUDGEMENTS,
    PLAIN,
    plain_safety,
    plain_tricks,
    ruffs,
    spade_safety,
    spade_tricks,
    table_of,
)
from atout.cards import Suit
from atout.kernel.labels import labels_of
from atout.spades.rules import SpadesRules

_SHADE: Final = 0.4
"""Tricks by which a bid lies below what its hand may expect, on average."""
_SPREAD: Final = 0.95
"""How far bids lie from that, on average."""
_FAT: Final = 0.02
"""The least likelihood of any bid: people bid strange things."""
_NIL_AT: Final = 0.62
_NIL_STEP: Final = 0.12
"""The safety of a hand that is bid nil half the time, and how gradually that changes."""
_NIL_MOST: Final = 3.6
"""Tricks above which nobody thinks of a nil."""


class Judge:
    """What hands of a table are worth: tricks to expect, safety of a nil, the likelihood of a bid."""

    def __init__(self, rules: SpadesRules) -> None:
        self._table = table_of(rules)
        self._most = rules.highest_bid
        self._nils = rules.scoring.nil > 0
        self.labels = labels_of(rules.ordering)
        whole = {suit: self.labels.pack & self.labels.lane[suit] for suit in Suit}
        shifts = {suit: (self.labels.lane[suit] & -self.labels.lane[suit]).bit_length() - 1 for suit in Suit}
        self._spades = shifts[Suit.SPADES], whole[Suit.SPADES] >> shifts[Suit.SPADES]
        self._plain = tuple((shifts[suit], whole[suit] >> shifts[suit]) for suit in PLAIN)
        self._known: dict[tuple[int, int], tuple[float, float]] = {}
        self._trumps: dict[int, tuple[float, float, float]] = {}

    def _suit(self, held: int, pack: int) -> tuple[float, float]:
        """Of a plain suit's cards: tricks, and the safety of a nil."""
        known = self._known.get((held, pack))
        if known is None:
            table = self._table
            known = self._known[held, pack] = plain_tricks(table, held, pack), plain_safety(table, held, pack)
        return known

    def _trump(self, held: int, pack: int) -> tuple[float, float, float]:
        """Of the spades: tricks, those to spare, and the safety of a nil."""
        known = self._trumps.get(held)
        if known is None:
            own, spare = spade_tricks(self._table, held, pack)
            known = self._trumps[held] = own, spare, spade_safety(held, pack)
        return known

    def look(self, hand: int) -> tuple[float, float]:
        """The tricks a hand may expect, and the safety of its nil."""
        shift, pack = self._spades
        own, spare, safety = self._trump(hand >> shift & 0xFFFF, pack)
        lengths = []
        for shift, pack in self._plain:
            held = hand >> shift & 0xFFFF
            more, safe = self._suit(held, pack)
            own += more
            safety *= safe
            lengths.append(held.bit_count())
        return JUDGEMENTS[self._table.players].luck + own + ruffs(self._table, lengths, spare), safety

    def bids_nil(self, hand: int) -> float:
        """The chance that a hand is bid nil."""
        tricks, safety = self.look(hand)
        if tricks > _NIL_MOST or not self._nils:
            return 0.0
        return 1.0 / (1.0 + exp((_NIL_AT - safety) / _NIL_STEP))

    def bid(self, hand: int) -> int:
        """The bid to be expected of a hand."""
        if self.bids_nil(hand) > 0.5:
            return 0
        return max(1, min(self._most, round(self.look(hand)[0] - _SHADE)))

    def likelihood(self, hand: int, bid: int) -> float:
        """How likely a hand is to be bid so; not normed."""
        nil = self.bids_nil(hand)
        if not bid:
            return _FAT + nil
        gap = (bid - max(1.0, self.look(hand)[0] - _SHADE)) / _SPREAD
        return _FAT + (1.0 - nil) * exp(-0.5 * gap * gap)


@lru_cache(maxsize=16)
def judge_of(rules: SpadesRules) -> Judge:
    """The judge of a table."""
    return Judge(rules)
