"""What boards come to, from boards made by hand."""

import pytest

from atout.arena import Board, Contest, Game, Spent, compare, report
from atout.arena.report import ahead_of, points_of
from atout.stats import Decision, Hypotheses

PAIRS = Contest(rules="atout-pique", entrants=("a", "b"))
THREE = Contest(rules="piques-a-trois", entrants=("a", "b"))
TIMES = (Spent(10, 0.5), Spent(20, 0.1))


def board(number: int, *games: Game, pair: tuple[int, int] = (0, 1)) -> Board:
    """A board of some games."""
    return Board(number, pair, games, TIMES)


def pairs_board(number: int, first: float, second: float, pair: tuple[int, int] = (0, 1)) -> Board:
    """Two seatings between two sides, ten deals each: what the first entrant leads by in either."""
    a, b = pair
    return board(
        number,
        Game((a, b, a, b), (first, 0.0), 10, (0,) if first > 0 else (1,)),
        Game((b, a, b, a), (0.0, second), 10, (1,) if second > 0 else (0,)),
        pair=pair,
    )


def test_points_and_wins_of_pairs() -> None:
    """A lead of 100 and one of -20 over ten deals: four points a deal, one match of two."""
    one = pairs_board(1, 100, -20)
    assert points_of(PAIRS, one) == pytest.approx(4)
    found = compare(PAIRS, (0, 1), [one, pairs_board(2, 50, 30)])
    assert found.points.value == pytest.approx(4)
    assert (found.boards, found.games) == (2, 4)
    (wins,) = found.wins
    assert (wins.entrant, wins.sides, wins.of, wins.games, wins.fair) == (0, 1, 2, 4, 0.5)
    assert wins.share.value == 0.75
    assert found.ahead.value == 0.75
    assert found.spent == (Spent(20, 1.0), Spent(40, 0.2))


def test_points_and_places_among_three() -> None:
    """Everyone for himself: a side against the mean of the others, first places by line-up, shared ones in part."""
    one = board(
        1,
        Game((0, 1, 1), (30.0, 10.0, 20.0), 5, (0,)),
        Game((1, 0, 0), (30.0, 30.0, 0.0), 5, (0, 1)),
    )
    assert points_of(THREE, one) == pytest.approx((15 / 5 + -15 / 5) / 2)
    assert ahead_of(THREE, one) == pytest.approx((1 + 1 + 0.5 + 0) / 4)
    first, second = compare(THREE, (0, 1), [one]).wins
    assert (first.entrant, first.sides, first.of, first.share.value) == (0, 1, 3, 1.0)
    assert (second.entrant, second.sides, second.of, second.share.value) == (1, 1, 3, 0.5)


def test_the_test_reads_boards_in_their_order() -> None:
    """However they were played, and never past a gap."""
    boards = [pairs_board(number, 10.0 * (number % 3), 40.0) for number in range(1, 41)]
    hypotheses = Hypotheses(0, 1)
    found = compare(PAIRS, (0, 1), boards, hypotheses).test
    assert found.decision is Decision.HIGH
    assert compare(PAIRS, (0, 1), boards[::-1], hypotheses).test == found
    with_gap = compare(PAIRS, (0, 1), boards[:10] + boards[11:], hypotheses).test
    assert (with_gap.boards, with_gap.decision) == (10, Decision.OPEN)


def test_ratings_of_three() -> None:
    """The order of strength, the worst opponent, intervals around."""
    contest = Contest(rules="atout-pique", entrants=("weak", "strong", "middle"))
    lost = {(0, 1): 1, (0, 2): 4, (1, 2): 9}
    # the boards, of twelve, on which either won a game; on the others the better one won both
    boards = []
    for number in range(1, 13):
        for pair, level in lost.items():
            lead = 10.0 if pair == (1, 2) else -10.0
            boards.append(pairs_board(number, lead, -lead if number <= level else lead, pair))
    found = report(contest, boards)
    assert [contest.names[rated.entrant] for rated in found.rated] == ["strong", "middle", "weak"]
    assert [rated.against for rated in found.rated] == [2, 1, 1]
    assert found.rated[1].worst.value == pytest.approx(9 / 24)
    for rated in found.rated:
        assert rated.rating.low <= rated.rating.value <= rated.rating.high
    assert sum(rated.rating.value for rated in found.rated) == pytest.approx(0, abs=1e-6)


def test_pairs_without_boards_are_left_out() -> None:
    """… and nobody is rated then."""
    contest = Contest(rules="atout-pique", entrants=("a", "b", "c"))
    found = report(contest, [pairs_board(1, 5, 5)])
    assert [comparison.pair for comparison in found.comparisons] == [(0, 1)]
    assert found.rated == ()
