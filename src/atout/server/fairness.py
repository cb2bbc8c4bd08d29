"""The statistics of a server's shuffles: where cards fell in deals that are over, against what chance would do.

Exact up to the chi-square approximation: the cards of one deal are drawn without return, and the tests say so.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, exp, inf, lgamma, log
from typing import Final

from msgspec import Struct

from atout.cards import Card, Cards, Rank, Suit
from atout.dealing import share_out
from atout.families import family_of
from atout.game import Rules
from atout.proofs import DealProof

_LEAST_EXPECTED: Final = 5
"""Pearson's sum follows chi-square once every count is expected to be at least this (Cochran 1954)."""
GROUPS: Final = {
    "aces": Rank.ACE,
    "jacks": Rank.JACK,
    "spades": Suit.SPADES,
    "hearts": Suit.HEARTS,
    "diamonds": Suit.DIAMONDS,
    "clubs": Suit.CLUBS,
}
"""The cards people watch, by name: aces, the jacks that may be bowers, each suit."""


class GroupFigures(Struct, frozen=True):
    """How many cards of a group a place got in a deal, on average, and how surprising that is.

    ``observed`` and ``expected`` go by place; ``chance`` is how often fair shuffles would differ at least as much.
    """

    group: str
    observed: tuple[float, ...]
    expected: tuple[float, ...]
    chance: float


class LayoutFigures(Struct, frozen=True):
    """The deals of tables alike: profile, players and pack.

    Places are the seats in order, then the stock if there is one. ``chi_square`` compares every card with every place,
    with so many degrees of ``freedom``; ``chance`` is how often fair shuffles would give as much. ``enough`` is how
    many deals that takes: with fewer, the chances say nothing (of one deal the sum is the same however it fell).
    """

    profile: str
    players: int
    deals: int
    stock: bool
    groups: tuple[GroupFigures, ...]
    chi_square: float
    freedom: int
    chance: float
    enough: int


class Tally:
    """Counts where cards fell; deals are added one by one."""

    def __init__(self) -> None:
        self._layouts: dict[tuple[str, int, Cards], _Layout] = {}

    def add(self, rules: Rules, deals: Iterable[DealProof]) -> None:
        """Counts some deals of one table."""
        key = rules.profile, rules.players, rules.pack
        layout = self._layouts.setdefault(key, _Layout(rules))
        for deal in deals:
            layout.add(rules, deal)

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return sum(layout.deals for layout in self._layouts.values())

    def figures(self) -> tuple[LayoutFigures, ...]:
        """The statistics, of the most played layout first; those dealt to no hand (a draw) have nothing to say."""
        layouts = sorted(self._layouts.values(), key=lambda layout: -layout.deals)
        return tuple(layout.figures() for layout in layouts if layout.deals and len(layout.sizes) > 1)


class _Layout:
    """Deals of one kind: how many cards each place takes, and how often each card went there."""

    def __init__(self, rules: Rules) -> None:
        self.profile = rules.profile
        self.players = rules.players
        self.deals = 0
        recipients = family_of(rules.profile).recipients(rules, rules.players)
        sizes = [recipients.count(place) for place in (*range(1, rules.players + 1), 0)]
        self.places = [place for place, size in enumerate(sizes) if size]
        self.sizes = [sizes[place] for place in self.places]
        self.counts: dict[Card, list[int]] = {card: [0] * len(self.places) for card in rules.pack}

    def add(self, rules: Rules, deal: DealProof) -> None:
        recipients = family_of(rules.profile).recipients(rules, deal.dealer)
        hands, stock = share_out(recipients, map(Card.from_token, deal.order.split()), rules.players)
        piles = (*hands, stock)
        for at, place in enumerate(self.places):
            for card in piles[place]:
                assert card is not None
                self.counts[card][at] += 1
        self.deals += 1

    def figures(self) -> LayoutFigures:
        chi_square = sum(self._distance(counts, 1) for counts in self.counts.values())
        size = len(self.counts)
        chi_square *= (size - 1) / size
        freedom = (size - 1) * (len(self.sizes) - 1)
        stock = len(self.places) > self.players
        groups = tuple(map(self._group, GROUPS))
        chance = tail(chi_square, freedom)
        enough = ceil(_LEAST_EXPECTED * size / min(self.sizes))
        return LayoutFigures(self.profile, self.players, self.deals, stock, groups, chi_square, freedom, chance, enough)

    def _group(self, name: str) -> GroupFigures:
        wanted = GROUPS[name]
        rows = [counts for card, counts in self.counts.items() if card.rank is wanted or card.suit is wanted]
        size, drawn = len(self.counts), len(rows)
        totals = [sum(column) for column in zip(*rows, strict=True)] or [0] * len(self.sizes)
        observed = tuple(total / self.deals for total in totals)
        expected = tuple(drawn * share / size for share in self.sizes)
        fair = drawn not in (0, size)
        distance = self._distance(totals, drawn) * (size - 1) / (size - drawn) if fair else 0.0
        return GroupFigures(name, observed, expected, tail(distance, len(self.sizes) - 1))

    def _distance(self, observed: list[int], drawn: int) -> float:
        """Pearson's sum for some cards a deal falling into the places."""
        size = len(self.counts)
        expected = [self.deals * drawn * share / size for share in self.sizes]
        return sum((seen - mean) ** 2 / mean for seen, mean in zip(observed, expected, strict=True))


_ENOUGH: Final = 1e-12
"""Where a sum or a fraction has settled."""
_MOST_TERMS: Final = 10_000


def tail(chi_square: float, freedom: int) -> float:
    """How often a chi-square variable is at least this much: the regularised upper incomplete gamma function.

    By its series below the mean and by Lentz's continued fraction above it.
    """
    a, x = freedom / 2, chi_square / 2
    if x <= 0 or freedom < 1:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for step in range(1, _MOST_TERMS):
            term *= x / (a + step)
            total += term
            if term < total * _ENOUGH:
                break
        return max(0.0, 1 - total * front)
    b = x + 1 - a
    c, d = inf, 1 / b
    fraction = d
    for step in range(1, _MOST_TERMS):
        numerator = -step * (step - a)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        fraction *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return front * fraction
