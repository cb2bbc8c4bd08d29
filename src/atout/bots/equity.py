"""What a standing is worth to each side: its chance of winning the match, or of coming out well among several.

Worth is a number from 0 to 1 for each side, 1 for all together. Between two sides it is the chance of winning. Among
more it is mostly the chance of finishing first, and a little each rival left behind: the beaten still play for a place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from math import erf, exp, pi, sqrt
from operator import add, mul
from typing import Final, Protocol

from msgspec import Struct

from atout.game import Rules
from atout.match import Match
from atout.scoring import Standing

FIRST: Final = 0.9
"""The part of worth that is the chance of finishing first; the rest is places."""
_SHORTEST: Final = 0.6
"""Deals that a match still lasts at least, on average, when somebody is about to reach the target."""
_GUMBEL: Final = pi / sqrt(6)
"""The standard deviation of a Gumbel variable of scale 1."""
MOST_KEPT: Final = 20_000
"""Standings that an estimate remembers."""
MOST_STATES: Final = 10_000
"""Standings beyond which a race is not walked through but estimated."""
MOST_REPEATED: Final = 4_000
"""The same where they are walked through repeatedly."""

Worth = tuple[float, ...]
"""By side (index), each from 0 to 1."""


class Equity(Protocol):
    """A model of how matches at one table go on."""

    def worth(self, standing: Standing, dealer: int | None) -> Worth:
        """What a standing is worth before a deal of this dealer (``None``: to be drawn), by side."""
        ...


def _shares(first: Sequence[float], beaten: Sequence[float]) -> Worth:
    """Worth from each side's chance of being first and the rivals it leaves behind on average."""
    duels = len(first) * (len(first) - 1) / 2
    return tuple(FIRST * one + (1.0 - FIRST) * rivals / duels for one, rivals in zip(first, beaten, strict=True))


def placing(totals: Sequence[float], winners: Sequence[int]) -> Worth:
    """What an end of the match is worth to each side."""
    ranks = [(side in winners, total if side not in winners else 0) for side, total in enumerate(totals)]
    beaten = [sum((mine > other) + 0.5 * (mine == other) for other in ranks) - 0.5 for mine in ranks]
    return _shares([(side in winners) / len(winners) for side in range(len(totals))], beaten)


def estimated(totals: Sequence[float], spread: float) -> Worth:
    """What totals are worth that will all grow by chance, each with a standard deviation of ``spread``.

    Two sides: by the normal distribution. More: the growths are taken to be Gumbel variables, for which the chance of
    each to end on top has a closed form (Plackett and Luce).
    """
    spread = max(spread, 1e-6)
    if len(totals) == 2:
        ahead = 0.5 * (1.0 + erf((totals[0] - totals[1]) / (2.0 * spread)))
        return ahead, 1.0 - ahead
    best = max(totals)
    strength = [exp(max(-60.0, (total - best) * _GUMBEL / spread)) for total in totals]
    whole = sum(strength)
    beaten = [sum(mine / (mine + other) for other in strength) - 0.5 for mine in strength]
    return _shares([mine / whole for mine in strength], beaten)


class Outcome(Struct, frozen=True):
    """A way a deal may end: its chance, and the points by place from the dealer on (place 0)."""

    chance: float
    points: tuple[int, ...]


Guess = Callable[[tuple[int, ...]], Worth]
"""What totals by place may be worth, before anything is computed."""
_MOST_SWEEPS: Final = 40
_SETTLED: Final = 2e-4
"""The change of worth in a sweep from which standings count as valued."""


class Race:
    """An exact model: the first to a target wins, deals end in one of a few ways, the dealer passes to the left.

    Where every outcome brings somebody points and nobody loses any, each standing leads to higher ones only, and all
    are valued once, from the highest down, when the first is asked for. Where points are lost too (or a deal brings
    none) that is repeated until nothing changes (value iteration, Bellman 1957, in place), beginning with a ``guess``;
    totals do not fall below ``floor`` then. First place shared at the target counts as shared, whatever the overtime.
    A standing is kept as one number, a digit a place.
    """

    def __init__(self, outcomes: Sequence[Outcome], target: int, floor: int = 0, guess: Guess | None = None) -> None:
        total = sum(outcome.chance for outcome in outcomes)
        self._target, self._floor = target, floor
        self._places = len(outcomes[0].points)
        self._base = base_of(outcomes, target, floor)
        self._chances = [way.chance / total for way in outcomes]
        self._moves = [self._moved([way.points[place] for way in outcomes], place) for place in range(self._places)]
        self._guess = guess
        self._once = all(min(way.points) >= 0 < max(way.points) for way in outcomes)
        self._known: list[Worth] = []

    def worth(self, totals: tuple[int, ...]) -> Worth:
        """What totals are worth before a deal, both by place from the dealer on."""
        if not self._known:
            self._known = self._walked()
        return self._known[self._number(totals)]

    def _digit(self, total: int) -> int:
        return max(0, min(total - self._floor, self._base - 1))

    def _number(self, totals: Sequence[int]) -> int:
        return sum(self._digit(total) * self._base**place for place, total in enumerate(totals))

    def _moved(self, points: Sequence[int], place: int) -> list[list[int]]:
        """By total of a place (from the floor on), what each way a deal ends makes of it in the number of the standing
        that follows, told from the next dealer on."""
        unit, totals = self._base ** ((place - 1) % self._places), range(self._floor, self._floor + self._base)
        return [[self._digit(total + more) * unit for more in points] for total in totals]

    def _walked(self) -> list[Worth]:
        base, floor, target = self._base, self._floor, self._target
        worth: list[Worth] = []
        walk: list[tuple[int, int, list[int]]] = []
        for state in range(base**self._places):
            digits = [state // base**place % base for place in range(self._places)]
            totals = tuple([digit + floor for digit in digits])
            best = max(totals)
            if best >= target:
                worth.append(placing(totals, [place for place, total in enumerate(totals) if total == best]))
            else:
                worth.append(self._guess(totals) if self._guess else (1.0 / self._places,) * self._places)
                first, *others = [moves[digit] for moves, digit in zip(self._moves, digits, strict=True)]
                walk.append((-sum(totals), state, reduce(_added, others, first)))
        walk.sort()
        known = [list(place) for place in zip(*worth, strict=True)]
        for _ in range(1 if self._once else _MOST_SWEEPS):
            if self._sweep(known, walk) < _SETTLED:
                break
        return list(zip(*known, strict=True))

    def _sweep(self, known: list[list[float]], walk: list[tuple[int, int, list[int]]]) -> float:
        """Values the standings anew, worth being kept by place; the greatest change."""
        change, (dealer, *others) = 0.0, known
        for _, state, after in walk:
            new = [sum(map(mul, self._chances, map(place.__getitem__, after))) for place in known[:-1]]
            first = 1.0 - sum(new)  # the dealer comes last then; all together are worth one match
            change = max(change, abs(first - dealer[state]))
            dealer[state] = first
            for place, worth in zip(others, new, strict=True):
                place[state] = worth
        return change


def _added(one: list[int], other: list[int]) -> list[int]:
    return list(map(add, one, other))


def base_of(outcomes: Sequence[Outcome], target: int, floor: int = 0) -> int:
    """How many totals a side may have, from the floor to more than any can be once somebody has reached a target."""
    return target - floor + max(points for outcome in outcomes for points in outcome.points)


class Growth(Struct, frozen=True):
    """How totals grow at a table: points a deal and side on average, how far they lie from it, bags a deal and side."""

    mean: float
    spread: float
    bags: float = 0.0


@lru_cache(maxsize=4096)
def penalties(bags: float, deals: float, size: int, pace: float) -> float:
    """The bag penalties to be expected in some deals, starting with some bags: about the bags they will have collected,
    smoothed over the step."""
    collected = bags + pace * deals
    width = max(0.35, sqrt(pace * max(deals, 0.0)))
    reached = (0.5 * (1.0 + erf((collected - step * size) / (width * sqrt(2.0)))) for step in range(1, 9))
    return sum(reached)


class Estimate:
    """A model for any target and any number of sides: the match lasts until the leader arrives at the usual pace; until
    then every total grows by chance, less the bag penalties it is heading for."""

    def __init__(self, rules: Rules, growth: Growth, bag: tuple[int, int] | None = None) -> None:
        self._ending = rules.ending
        self._growth = growth
        self._bag = bag
        self._known: dict[Standing, Worth] = {}

    def worth(self, standing: Standing, dealer: int | None) -> Worth:
        """See ``Equity``; the dealer does not matter."""
        known = self._known.get(standing)
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            known = self._known[standing] = self._estimated(standing)
        return known

    def _estimated(self, standing: Standing) -> Worth:
        growth, ending = self._growth, self._ending
        totals = [ending.forward(total - ending.start) for total in standing.totals]
        missing = max(0.0, (ending.target or max(totals)) - max(totals))
        deals = max(_SHORTEST, missing / max(growth.mean, 1e-6) + 0.5 * _SHORTEST)
        if self._bag is not None:
            size, penalty = self._bag
            for side, bags in enumerate(standing.bags):
                totals[side] += penalty * penalties(float(bags), round(deals, 1), size, growth.bags)
        return estimated(totals, growth.spread * sqrt(deals))


def after_deal(equity: Equity, match: Match, standing: Standing, dealer: int | None) -> Worth:
    """What a match is worth once a deal has brought it to a standing: by its end, if it is over, else by the model.

    ``dealer`` deals next."""
    overtime = match.overtime
    winners = match.rules.ending.winners(standing.totals, overtime)
    if winners is not None:
        return placing([match.rules.ending.forward(total) for total in standing.totals], winners)
    return equity.worth(standing, dealer)
