"""The statistics against values known from tables and by hand, and their laws."""

from math import inf, log, log10
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout.stats import (
    FEWEST_BOARDS,
    Decision,
    Hypotheses,
    Interval,
    bootstrap,
    ratings,
    sequential,
    student,
    t_quantile,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_by_newcombe(wins: int, games: int, low: float, high: float) -> None:
    """The published values of the score method without correction."""
    found = wilson(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    mirrored = wilson(games - wins, games)
    assert mirrored.low == pytest.approx(1 - found.high)


@given(st.integers(1, 500), st.floats(0, 1))
def test_wilson_holds_its_share(games: int, share: float) -> None:
    """The share lies inside, the bounds between 0 and 1, and more games narrow them."""
    found = wilson(share * games, games)
    assert 0 <= found.low <= found.value + 1e-12
    assert found.value <= found.high + 1e-12 <= 1 + 1e-11
    assert wilson(share * games * 4, games * 4).margin < found.margin


@pytest.mark.parametrize(("wins", "games"), [(1, 0), (-1, 3), (4, 3)])
def test_wilson_refuses_what_cannot_be(wins: int, games: int) -> None:
    """More wins than games, or no games at all."""
    with pytest.raises(ValueError, match="games"):
        wilson(wins, games)


@pytest.mark.parametrize(
    ("freedom", "quantile", "off"),
    [
        (1, 12.706, 0.001),
        (2, 4.303, 0.001),
        (3, 3.182, 0.03),
        (5, 2.571, 0.002),
        (10, 2.228, 0.001),
        (120, 1.980, 0.001),
    ],
)
def test_t_by_the_table(freedom: int, quantile: float, off: float) -> None:
    """The column of 97.5 % of any table of Student's t."""
    assert t_quantile(0.975, freedom) == pytest.approx(quantile, abs=off)
    assert t_quantile(0.025, freedom) == pytest.approx(-t_quantile(0.975, freedom))


def test_student_by_hand() -> None:
    """Five values: mean 3, deviation sqrt(2.5), t 2.776."""
    found = student([1, 2, 3, 4, 5])
    assert found.value == 3
    assert found.margin == pytest.approx(2.776 * 2.5**0.5 / 5**0.5, abs=0.01)
    assert student([7.0]) == Interval(7.0, -inf, inf)
    with pytest.raises(ValueError, match="no value"):
        student([])


def test_bootstrap_agrees_with_student() -> None:
    """For a mean both say nearly the same, and the draws follow from the seed."""
    random = Random(3)
    values = [random.gauss(2, 5) for _ in range(200)]

    def mean(boards: object) -> list[float]:
        assert isinstance(boards, list | range)
        return [sum(values[board] for board in boards) / len(boards)]

    (found,) = bootstrap(len(values), mean)
    assert found == bootstrap(len(values), mean)[0]
    assert found.value == pytest.approx(student(values).value)
    assert found.margin == pytest.approx(student(values).margin, rel=0.15)


# --- the sequential test ----------------------------------------------------------------------------------------------


def test_bounds_by_wald() -> None:
    """The bounds for 5 % and 5 %: plus and minus log 19."""
    assert Hypotheses(0, 1).bounds == pytest.approx((-log(19), log(19)))
    with pytest.raises(ValueError, match="lower"):
        Hypotheses(1, 1)


def test_ratio_by_hand() -> None:
    """Twenty boards of 0 and 2 in turn: mean 1, variance 20/19; midway between the hypotheses nothing is known."""
    values = [0.0, 2.0] * 10
    assert sequential(values, Hypotheses(0.5, 1.5)).ratio == pytest.approx(0)
    found = sequential(values, Hypotheses(0.8, 1.0))
    assert found.ratio == pytest.approx(20 * 0.2 * (2 - 1.8) / (2 * 20 / 19))
    assert found.decision is Decision.OPEN


@given(st.lists(st.floats(-50, 50), max_size=60), st.floats(-5, 5), st.floats(0.1, 5))
def test_mirrored_values_mirror_the_test(values: list[float], low: float, width: float) -> None:
    """The test does not favour either side."""
    there = sequential(values, Hypotheses(low, low + width))
    back = sequential([-value for value in values], Hypotheses(-low - width, -low))
    mirror = {Decision.LOW: Decision.HIGH, Decision.HIGH: Decision.LOW, Decision.OPEN: Decision.OPEN}
    assert back.decision is mirror[there.decision]
    assert back.boards == there.boards


def test_values_after_the_end_do_not_matter() -> None:
    """A test that has ended stays so: it reads no further."""
    seen = iter([5.0, 6.0] * 40)
    found = sequential(seen, Hypotheses(0, 1))
    assert found.decision is Decision.HIGH
    assert found.boards == FEWEST_BOARDS
    assert len(list(seen)) == 80 - FEWEST_BOARDS


def test_values_all_alike() -> None:
    """Without any spread the mean is taken at its word."""
    assert sequential([1.0] * 20, Hypotheses(0, 0.5)).decision is Decision.HIGH
    assert sequential([0.0] * 20, Hypotheses(0, 0.5)).decision is Decision.LOW


@pytest.mark.parametrize(("mean", "wrong"), [(0.0, Decision.HIGH), (1.0, Decision.LOW)])
def test_errors_are_as_rare_as_promised(mean: float, wrong: Decision) -> None:
    """At either hypothesis at most about one test in twenty ends on the wrong side."""
    random = Random(5)
    hypotheses = Hypotheses(0, 1)
    tests = [sequential((random.gauss(mean, 3) for _ in range(4000)), hypotheses) for _ in range(1000)]
    assert all(test.decision is not Decision.OPEN for test in tests)
    assert sum(test.decision is wrong for test in tests) <= 67  # 50 expected, a spread is 7


# --- ratings ----------------------------------------------------------------------------------------------------------


def test_two_players_by_hand() -> None:
    """Three wins in four: odds of three to one."""
    first, second = ratings([[0, 3], [1, 0]], drawn=0)
    assert first - second == pytest.approx(400 * log10(3))
    assert first + second == pytest.approx(0)


def test_a_transitive_table_by_hand() -> None:
    """Odds that multiply are found exactly: 2 to 1, 3 to 1, 6 to 1."""
    found = ratings([[0, 2 / 3, 6 / 7], [1 / 3, 0, 3 / 4], [1 / 7, 1 / 4, 0]], drawn=0)
    assert found[0] - found[1] == pytest.approx(400 * log10(2), abs=1e-4)
    assert found[1] - found[2] == pytest.approx(400 * log10(3), abs=1e-4)


def test_nobody_is_infinitely_strong() -> None:
    """All games won, and a player who met nobody."""
    found = ratings([[0, 10, 0], [0, 0, 0], [0, 0, 0]])
    assert found[0] - found[1] == pytest.approx(400 * log10(21), abs=1e-4)
    assert found[2] == pytest.approx(0, abs=1e-6)


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4))
def test_order_of_players_does_not_matter(wins: list[list[int]]) -> None:
    """Ratings go with the players, whatever their order."""
    there = ratings(wins)
    back = ratings([row[::-1] for row in wins[::-1]])
    assert there == pytest.approx(back[::-1], abs=1e-3)
