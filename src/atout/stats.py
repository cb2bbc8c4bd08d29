"""The statistics of an arena, as pure functions: intervals, a sequential test, ratings.

The unit of everything is the board (the same cards played in every seating), never the single game: games of one board
share their luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from math import exp, fsum, inf, log, log10, pi, sqrt, tan
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Final

from msgspec import Struct

CONFIDENCE: Final = 0.95
"""How often an interval holds the truth, unless somebody asks otherwise."""
_ELO: Final = 400.0
"""Rating points for odds of ten to one."""


class Interval(Struct, frozen=True):
    """A value and the bounds around it."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width."""
        return (self.high - self.low) / 2

    def scaled(self, factor: float) -> Interval:
        """The interval of the value times a positive factor."""
        return Interval(self.value * factor, self.low * factor, self.high * factor)


# --- intervals --------------------------------------------------------------------------------------------------------


def wilson(wins: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """The chance of winning behind so many wins (a shared one counts in part): Wilson's score interval (1927).

    Sound at 0 and at all wins too. On duplicate boards it is cautious: luck that helps a player in one seating hurts
    it in the other, so the games are worth more than as many unpaired ones. Raises ``ValueError`` without games.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, square = wins / games, z * z / games
    centre = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def student(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The mean behind some independent values (one a board), by Student's t. One value alone bounds nothing.

    Raises ``ValueError`` for no value.
    """
    if not values:
        raise ValueError("no value")
    mean = fmean(values)
    if len(values) == 1:
        return Interval(mean, -inf, inf)
    half = t_quantile((1 + confidence) / 2, len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def t_quantile(chance: float, freedom: int) -> float:
    """The quantile of Student's distribution: exact for 1 and 2 degrees of freedom, then Abramowitz & Stegun 26.7.5.

    Off by less than 0.03 at 97.5 % and 3 degrees of freedom, by less than 0.001 from 8 on.
    """
    if freedom == 1:
        return tan(pi * (chance - 0.5))
    if freedom == 2:
        return (2 * chance - 1) * sqrt(1 / (2 * chance * (1 - chance)))
    x = NormalDist().inv_cdf(chance)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + fsum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def bootstrap(
    boards: int,
    statistic: Callable[[Sequence[int]], Sequence[float]],
    *,
    resamples: int = 400,
    confidence: float = CONFIDENCE,
    seed: int = 1,
) -> list[Interval]:
    """Intervals for statistics that have no formula: percentiles over boards drawn again, with repetition (Efron 1979).

    ``statistic`` is given the indices of boards and returns one or several numbers. The draws follow from ``seed``.
    """
    random = Random(seed)
    drawn = [statistic(random.choices(range(boards), k=boards)) for _ in range(resamples)]
    skipped = round(resamples * (1 - confidence) / 2)
    columns = (sorted(column) for column in zip(*drawn, strict=True))
    values = statistic(range(boards))
    return [
        Interval(value, column[skipped], column[-1 - skipped]) for value, column in zip(values, columns, strict=True)
    ]


# --- the sequential test ----------------------------------------------------------------------------------------------


class Decision(StrEnum):
    """What a sequential test says."""

    LOW = "low"
    """The mean is the lower one."""
    HIGH = "high"
    """The mean is the higher one."""
    OPEN = "open"
    """Go on."""


class Hypotheses(Struct, frozen=True):
    """Two means a test tells apart, and how often it may be wrong under each (``alpha`` under the lower one)."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -inf < self.low < self.high < inf:
            raise ValueError("two finite means, the lower one first")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends (Wald 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class Sequential(Struct, frozen=True):
    """Where a test stands: the boards it has used, their log-likelihood ratio, what it says."""

    boards: int
    ratio: float
    decision: Decision


FEWEST_BOARDS: Final = 16
"""Boards before a test may end: fewer say little of the spread."""


def sequential(values: Iterable[float], hypotheses: Hypotheses) -> Sequential:
    """A generalised sequential test on board means, in their order; values after its end are not looked at.

    The ratio is that of the most likely normal distributions with either mean and the spread seen so far, as fishtest's
    test on pairs of games is for five outcomes (M. Van den Bergh, *The generalized sequential probability ratio test
    and its application to chess engine tests*, 2020): ``n (high - low) (2 mean - low - high) / (2 variance)``.
    """
    least, most = hypotheses.bounds
    count, mean, squares, ratio = 0, 0.0, 0.0, 0.0
    for value in values:
        count += 1
        step = value - mean
        mean += step / count
        squares += step * (value - mean)
        if count < FEWEST_BOARDS:
            continue
        variance = squares / (count - 1)
        lead = (hypotheses.high - hypotheses.low) * (2 * mean - hypotheses.low - hypotheses.high) / 2
        ratio = count * lead / variance if variance else inf if lead > 0 else -inf
        if ratio <= least:
            return Sequential(count, ratio, Decision.LOW)
        if ratio >= most:
            return Sequential(count, ratio, Decision.HIGH)
    return Sequential(count, ratio, Decision.OPEN)


# --- ratings ----------------------------------------------------------------------------------------------------------

Matrix = Sequence[Sequence[float]]
"""Numbers by row and column, both players."""


def ratings(wins: Matrix, *, drawn: float = 1.0) -> list[float]:
    """Ratings behind a matrix of wins (row beat column so often; a draw is half a win for both), averaging 0.

    The most likely strengths under Bradley and Terry (1952), by Hunter's iteration (2004), on Elo's scale: 400 points
    for odds of ten to one. ``drawn`` games are added to every pair that met, so that nobody is infinitely strong; with
    0 the ratings exist only if the players cannot be parted so that none of one part ever beat one of the other.
    """
    players = range(len(wins))
    met = [[wins[a][b] + wins[b][a] for b in players] for a in players]
    games = [[count + drawn * (count > 0) for count in row] for row in met]
    scored = [sum(wins[a][b] + drawn * (met[a][b] > 0) / 2 for b in players if b != a) for a in players]
    strength = [1.0] * len(wins)
    for _ in range(10_000):
        new = []
        for a in players:
            pull = sum(games[a][b] / (strength[a] + strength[b]) for b in players if b != a and games[a][b])
            new.append(scored[a] / pull if pull else 1.0)
        mean = exp(fmean(map(log, new))) if all(new) else 1.0
        moved = max(
            (abs(after / mean - before) / before for after, before in zip(new, strength, strict=True)), default=0
        )
        strength = [max(value / mean, 1e-30) for value in new]
        if moved < 1e-10:
            break
    return [_ELO * log10(value) for value in strength]
