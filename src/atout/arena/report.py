"""What boards come to: a comparison of every pair, and for more than two entrants their ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from statistics import fmean

from msgspec import Struct

from atout.arena.contest import Board, Contest, Forfeit, Game, Spent, entrant_of_sides, rules_of
from atout.stats import Hypotheses, Interval, Sequential, bootstrap, ratings, sequential, student, wilson


class Wins(Struct, frozen=True):
    """Games won in one line-up: how many of the sides are the ``entrant``'s, its share of the wins, what is fair."""

    entrant: int
    sides: int
    of: int
    games: int
    share: Interval

    @property
    def fair(self) -> float:
        """The share of equally good players."""
        return self.sides / self.of


class Comparison(Struct, frozen=True):
    """Two entrants on the boards both have played.

    ``points``: the first's minus the second's, a side and a deal, per board; ``ahead``: how often a side of the first
    ends before one of the second (level counts half); ``test``: where the sequential test on the points stands.
    """

    pair: tuple[int, int]
    boards: int
    games: int
    points: Interval
    wins: tuple[Wins, ...]
    ahead: Interval
    test: Sequential
    forfeits: tuple[tuple[int, Forfeit], ...]
    """Each with the entrant that lost by it."""
    lost: tuple[int, int]
    """Games forfeited by either."""
    spent: tuple[Spent, Spent]


class Rated(Struct, frozen=True):
    """An entrant among several: its rating, and its worst result as a chance of ending before the other."""

    entrant: int
    rating: Interval
    worst: Interval
    against: int


class Report(Struct, frozen=True):
    """Everything an arena tells; ``rated`` is empty for two entrants."""

    contest: Contest
    comparisons: tuple[Comparison, ...]
    rated: tuple[Rated, ...]


def default_hypotheses(contest: Contest) -> Hypotheses:
    """No difference against one that matters: a five-hundredth of the target a deal (1 point in a match to 500)."""
    return Hypotheses(0.0, (rules_of(contest).ending.target or 500) / 500)


def points_of(contest: Contest, board: Board) -> float:
    """The first entrant's points minus the second's, a side and a deal: the mean over the seatings."""
    return fmean(_difference(contest, game, board.pair) for game in board.games)


def _parted(contest: Contest, game: Game, pair: tuple[int, int]) -> tuple[list[int], list[int]]:
    """The sides (indices) of either entrant."""
    behind = entrant_of_sides(contest, game)
    first, second = ([side for side, entrant in enumerate(behind) if entrant == which] for which in pair)
    return first, second


def _difference(contest: Contest, game: Game, pair: tuple[int, int]) -> float:
    ours, theirs = _parted(contest, game, pair)
    return (fmean(game.points[side] for side in ours) - fmean(game.points[side] for side in theirs)) / game.deals


def ahead_of(contest: Contest, board: Board) -> float:
    """How often a side of the first entrant ends before one of the second: from 0 to 1, level counts half."""
    scores = []
    for game in board.games:
        ours, theirs = _parted(contest, game, board.pair)
        scores += [_before(game, a, b) for a in ours for b in theirs]
    return fmean(scores)


def _before(game: Game, a: int, b: int) -> float:
    """Winners end before all others, whatever the points."""
    first, second = ((side in game.winners, game.points[side]) for side in (a, b))
    return 0.5 if first == second else float(first > second)


def compare(
    contest: Contest, pair: tuple[int, int], boards: Sequence[Board], hypotheses: Hypotheses | None = None
) -> Comparison:
    """Compares two entrants on some boards, at least one, in the order of their numbers."""
    boards = sorted(boards, key=lambda board: board.number)
    games = [game for board in boards for game in board.games]
    points = [points_of(contest, board) for board in boards]
    forfeits = tuple((game.seating[game.forfeit.seat - 1], game.forfeit) for game in games if game.forfeit)
    return Comparison(
        pair,
        len(boards),
        len(games),
        student(points),
        tuple(_wins(contest, pair, games)),
        _ahead(contest, boards),
        sequential(_in_order(boards, points), hypotheses or default_hypotheses(contest)),
        forfeits,
        _both(sum(loser == entrant for loser, _ in forfeits) for entrant in pair),
        _spent(boards),
    )


def _both(numbers: Iterable[int]) -> tuple[int, int]:
    first, second = numbers
    return first, second


def _spent(boards: Sequence[Board]) -> tuple[Spent, Spent]:
    first, second = (
        Spent(sum(spent.decisions for spent in each), sum(spent.seconds for spent in each))
        for each in zip(*(board.spent for board in boards), strict=True)
    )
    return first, second


def _in_order(boards: Sequence[Board], points: Sequence[float]) -> list[float]:
    """The values of the boards up to the first gap: the test looks at them in their order, however they were played."""
    first = boards[0].number
    return [value for at, (board, value) in enumerate(zip(boards, points, strict=True)) if board.number == first + at]


def _wins(contest: Contest, pair: tuple[int, int], games: Sequence[Game]) -> Iterable[Wins]:
    """By line-up, the entrant told that has fewer sides; the first one where both have as many."""

    def line_up(game: Game) -> tuple[int, int]:
        ours, theirs = _parted(contest, game, pair)
        return (pair[0], len(ours)) if len(ours) <= len(theirs) else (pair[1], len(theirs))

    sides = len(rules_of(contest).sides)
    for (entrant, count), group in groupby(sorted(games, key=line_up), key=line_up):
        played = list(group)
        won = sum(
            sum(entrant_of_sides(contest, game)[side] == entrant for side in game.winners) / len(game.winners)
            for game in played
        )
        yield Wins(entrant, count, sides, len(played), wilson(won, len(played)))


def _ahead(contest: Contest, boards: Sequence[Board]) -> Interval:
    """On boards, each of which counts once: cautious, as if its games were one."""
    scores = [ahead_of(contest, board) for board in boards]
    return wilson(sum(scores), len(scores))


def report(contest: Contest, boards: Iterable[Board], hypotheses: Hypotheses | None = None) -> Report:
    """Everything some boards of a contest tell; a pair without boards is left out."""
    by_pair: dict[tuple[int, int], list[Board]] = {pair: [] for pair in contest.pairs}
    for board in boards:
        by_pair[board.pair].append(board)
    found = tuple(compare(contest, pair, group, hypotheses) for pair, group in by_pair.items() if group)
    several = len(contest.entrants) > 2 and len(found) == len(by_pair)
    return Report(contest, found, tuple(_rated(contest, found, by_pair)) if several else ())


def _rated(
    contest: Contest, comparisons: Sequence[Comparison], by_pair: dict[tuple[int, int], list[Board]]
) -> Iterable[Rated]:
    """Ratings from how often each ends before each other, by board; best first."""
    count = len(contest.entrants)
    scores = {pair: [ahead_of(contest, board) for board in boards] for pair, boards in by_pair.items()}
    fewest = min(map(len, scores.values()))

    def rate(boards: Sequence[int]) -> list[float]:
        wins = [[0.0] * count for _ in range(count)]
        for (a, b), values in scores.items():
            wins[a][b] = sum(values[board] for board in boards)
            wins[b][a] = len(boards) - wins[a][b]
        return ratings(wins)

    rated = []
    for entrant, rating in enumerate(bootstrap(fewest, rate, resamples=200)):
        results = [
            (found.ahead, b) if a == entrant else (_turned(found.ahead), a)
            for found in comparisons
            for a, b in [found.pair]
            if entrant in found.pair
        ]
        worst, against = min(results, key=lambda result: result[0].value)
        rated.append(Rated(entrant, rating, worst, against))
    return sorted(rated, key=lambda one: -one.rating.value)


def _turned(share: Interval) -> Interval:
    return Interval(1 - share.value, 1 - share.high, 1 - share.low)
