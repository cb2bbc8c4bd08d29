"""Quick estimates of many hands of one table: suits are looked at once and remembered. Hands are in kernel labels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp
from typing import Final

from atout.bots.spades.estimate import (
    JUDGEMENTS,
    PLAIN,
    plain_safety,
    plain_tricks,
    ruffs_of,
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
_HARDLY: Final = 1e-3
"""The likelihood of a bid that the rules forbid a hand: not nothing, so that worlds can be told apart by degrees."""
_NIL_AT: Final = 0.62
_NIL_STEP: Final = 0.12
"""The safety of a hand that is bid nil half the time, and how gradually that changes."""
_HALF: Final = 0.5
MOST_KEPT: Final = 4_000
"""Hands remembered for each bid."""
_NIL_MOST: Final = 3.6
"""Tricks above which nobody thinks of a nil."""


class Judge:
    """What hands of a table are worth: tricks to expect, safety of a nil, the likelihood of a bid."""

    def __init__(self, rules: SpadesRules) -> None:
        self._table = table_of(rules)
        self._most = rules.highest_bid
        self._nils = rules.scoring.nil > 0
        self._mirror, self._whiz = rules.bidding.mirror, rules.bidding.whiz
        self.labels = labels_of(rules.ordering)
        whole = {suit: self.labels.pack & self.labels.lane[suit] for suit in Suit}
        shifts = {suit: (self.labels.lane[suit] & -self.labels.lane[suit]).bit_length() - 1 for suit in Suit}
        self._spades = shifts[Suit.SPADES], whole[Suit.SPADES] >> shifts[Suit.SPADES]
        self._plain = tuple((shifts[suit], whole[suit] >> shifts[suit]) for suit in PLAIN)
        self._luck = JUDGEMENTS[rules.players].luck
        self._ruffs = JUDGEMENTS[rules.players].ruffs
        self._known: dict[tuple[int, int], tuple[float, float, float]] = {}
        self._trumps: dict[int, tuple[float, float, float]] = {}
        self._bids: dict[int, dict[int, float]] = {}

    def _suit(self, held: int, pack: int) -> tuple[float, float, float]:
        """Of a plain suit's cards: tricks, the safety of a nil, and the ruffs it invites."""
        table = self._table
        found = plain_tricks(table, held, pack), plain_safety(table, held, pack), ruffs_of(held.bit_count())
        self._known[held, pack] = found
        return found

    def _trump(self, held: int, pack: int) -> tuple[float, float, float]:
        """Of the spades: tricks, the safety of a nil, and those to spare."""
        own, spare = spade_tricks(self._table, held, pack)
        found = self._trumps[held] = own, spade_safety(held, pack), spare
        return found

    def look(self, hand: int) -> tuple[float, float]:
        """The tricks a hand may expect, and the safety of its nil."""
        shift, pack = self._spades
        held = hand >> shift & 0xFFFF
        own, safety, spare = self._trumps.get(held) or self._trump(held, pack)
        wanted = 0.0
        for shift, pack in self._plain:
            held = hand >> shift & 0xFFFF
            tricks, safe, ruffs = self._known.get((held, pack)) or self._suit(held, pack)
            own += tricks
            safety *= safe
            wanted += ruffs
        return self._luck + own + self._ruffs * min(spare, wanted), safety

    def _nil(self, tricks: float, safety: float) -> float:
        """The chance that a hand is bid nil."""
        if tricks > _NIL_MOST or not self._nils:
            return 0.0
        return 1.0 / (1.0 + exp((_NIL_AT - safety) / _NIL_STEP))

    def _spades_in(self, hand: int) -> int:
        return (hand & self.labels.trump).bit_count()

    def bid(self, hand: int) -> int:
        """The bid to be expected of a hand."""
        if self._mirror:
            return self._spades_in(hand)
        tricks, safety = self.look(hand)
        if self._nil(tricks, safety) > _HALF:
            return 0
        if self._whiz:
            return self._spades_in(hand)
        return max(1, min(self._most, round(tricks - _SHADE)))

    def likelihoods(self, hands: Iterable[int], bid: int) -> list[float]:
        """How likely each of some hands is to be bid so; not normed."""
        known = self._bids.setdefault(bid, {})
        found = []
        for hand in hands:
            likely = known.get(hand)
            if likely is None:
                if len(known) >= MOST_KEPT:
                    known.clear()
                likely = known[hand] = self._likelihood(hand, bid)
            found.append(likely)
        return found

    def _likelihood(self, hand: int, bid: int) -> float:
        if bid and (self._mirror or self._whiz):
            return 1.0 if bid == self._spades_in(hand) else _HARDLY
        tricks, safety = self.look(hand)
        nil = self._nil(tricks, safety)
        if self._mirror:
            return _HARDLY if self._spades_in(hand) else 1.0
        if not bid:
            return _FAT + nil
        gap = (bid - max(1.0, tricks - _SHADE)) / _SPREAD
        return _FAT + (1.0 - nil) * exp(-0.5 * gap * gap)


@lru_cache(maxsize=16)
def judge_of(rules: SpadesRules) -> Judge:
    """The judge of a table."""
    return Judge(rules)
