"""Match equity: exact for a race, estimated for any table, always a share of one match."""

from __future__ import annotations

import pytest

from atout.bots.brains import equity_of
from atout.bots.equity import Outcome, Race, after_deal, estimated, penalties, placing
from atout.bots.euchre.equity import outcomes
from atout.euchre.rules import EuchreRules
from atout.families import parse
from atout.scoring import Standing
from atout.table import Table
from atout.testing import tables

BENJAMIN = Race(
    [
        Outcome(0.45, (1, 0)), Outcome(0.16, (2, 0)), Outcome(0.05, (4, 0)),
        Outcome(0.17, (0, 1)), Outcome(0.12, (0, 2)), Outcome(0.05, (0, 4)),
    ],
    10,
)  # fmt: skip
"""Two pairs to 10 by the published rates of good players, the dealer's first (Benjamin, Columbus Book of Euchre)."""


@pytest.mark.parametrize(
    ("dealer", "other", "percent"), [(9, 9, 66.0), (8, 8, 54.5), (5, 5, 51.8), (2, 8, 8.2), (9, 8, 71.8)]
)
def test_a_published_table_of_euchre(dealer: int, other: int, percent: float) -> None:
    """The dealer's side's chance of winning, as the book gives it."""
    assert 100 * BENJAMIN.worth((dealer, other))[0] == pytest.approx(percent, abs=0.06)


def test_a_race_with_points_lost() -> None:
    """Where a deal may cost points, or bring none, a standing is worth what the next ones are on average."""
    ways = [Outcome(0.4, (2, 1)), Outcome(0.3, (-3, 2)), Outcome(0.2, (0, 0)), Outcome(0.1, (1, -2))]
    race = Race(ways, 8, -12)
    for dealer in range(-2, 8):
        for other in range(-2, 8):
            after = sum(way.chance * race.worth((other + way.points[1], dealer + way.points[0]))[1] for way in ways)
            assert race.worth((dealer, other))[0] == pytest.approx(after, abs=2e-3)
    assert Race(ways, 8, -12, lambda totals: (0.9, 0.1)).worth((3, 2)) == pytest.approx(race.worth((3, 2)), abs=2e-3)
    assert race.worth((7, 0))[0] > 0.8 > race.worth((4, 4))[0] > 0.2 > race.worth((-2, 7))[0]


def test_bids_for_tricks_are_a_race_too() -> None:
    """Exact at the usual table: far from sure 28 to 20; estimated where something else is played."""
    model = equity_of(parse("bid-euchre"))
    assert 0.8 < model.worth(Standing((28, 20), (0, 0)), 1)[0] < 0.92
    assert 0.8 < equity_of(parse("bid-euchre least_bid=2")).worth(Standing((28, 20), (0, 0)), 1)[0] < 0.92
    assert outcomes(rules_of("bid-euchre target=21")) == outcomes(rules_of("bid-euchre"))
    assert outcomes(rules_of("bid-euchre moon=no")) == outcomes(rules_of("buck-euchre")) == ()


def rules_of(spec: str) -> EuchreRules:
    """The rules of a table of the family."""
    rules = parse(spec)
    assert isinstance(rules, EuchreRules)
    return rules


def test_the_other_side_of_it() -> None:
    """Ahead 9 to 6 without the deal: 82 %; behind 2 to 8 without it: 7 %."""
    assert 100 * BENJAMIN.worth((6, 9))[1] == pytest.approx(81.9, abs=0.06)
    assert 100 * BENJAMIN.worth((8, 2))[1] == pytest.approx(6.7, abs=0.06)


def test_ends_are_shared() -> None:
    """Worth is one match, whoever wins it; between two sides it is the win alone; a place is worth something."""
    assert placing((520, 300), [0]) == pytest.approx((1.0, 0.0))
    assert placing((510, 510), [0, 1]) == pytest.approx((0.5, 0.5))
    first, second, third = placing((210, 150, 90), [0])
    assert first > 0.9 > second > third >= 0.0
    assert first + second + third == pytest.approx(1.0)
    assert placing((200, 150, 150), [0])[1] == pytest.approx(placing((200, 150, 150), [0])[2])


@pytest.mark.parametrize("rules", tables())
def test_models_of_every_table(rules: str) -> None:
    """A share of one match; level at the start but for the deal; more is better; the dealer's place turns with it."""
    table = Table(rules, dealing=False)
    model, sides = equity_of(table.rules), len(table.rules.sides)
    begin = Standing.zero(sides, table.rules.ending.start)
    start = model.worth(begin, 1)
    assert sum(start) == pytest.approx(1.0)
    assert all(share == pytest.approx(1 / sides, abs=0.05) for share in start)
    target = table.rules.ending.target or 10
    ahead = model.worth(Standing((target // 2, *begin.totals[1:]), begin.bags), 1)
    assert ahead[0] > start[0] > ahead[1]
    assert model.worth(begin, 2)[1] == pytest.approx(start[0])


def test_any_target() -> None:
    """Nearer to the target the same lead is worth more; a long target, or one deal, is no trouble."""
    shares = [
        equity_of(parse(f"atout-pique target={target}")).worth(Standing((100, 0), (0, 0)), 1)[0]
        for target in (200, 500, 2000, 1_000_000)
    ]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] > 0.5
    assert equity_of(parse("euchre-a-trois target=1000")).worth(Standing((5, 0, 0), (0, 0, 0)), 1)[0] > 1 / 3


def test_bags_cost_more_near_the_penalty() -> None:
    """The tenth bag matters; towards the end of a match, when it will not come, it does not."""
    assert penalties(0.0, 5.0, 10, 1.2) < penalties(5.0, 5.0, 10, 1.2) < penalties(9.0, 5.0, 10, 1.2)
    assert penalties(3.0, 0.5, 10, 1.2) < 0.05
    model = equity_of(parse("atout-pique"))
    nine = model.worth(Standing((300, 300), (9, 0)), 1)[0]
    assert nine < model.worth(Standing((300, 300), (5, 0)), 1)[0] < 0.5


def test_estimates_of_level_sides() -> None:
    """By the normal distribution between two, by ranks among more; a spread of nothing is no division by it."""
    assert estimated((0.0, 0.0), 100.0) == pytest.approx((0.5, 0.5))
    assert estimated((50.0, 50.0, 50.0), 40.0) == pytest.approx((1 / 3,) * 3)
    assert estimated((1.0, 0.0), 0.0)[0] == pytest.approx(1.0)
    assert sum(estimated((90.0, 50.0, -20.0, 0.0), 40.0)) == pytest.approx(1.0)


def test_an_end_is_no_estimate() -> None:
    """A deal that ends the match is worth the win itself."""
    match = Table("atout-pique", seed=1).match
    model = equity_of(match.rules)
    assert after_deal(model, match, Standing((505, 490), (0, 0)), 1) == pytest.approx((1.0, 0.0))
    assert after_deal(model, match, Standing((499, 490), (0, 0)), 1)[0] < 0.9


def test_the_ways_of_a_deal_are_the_scorer_s() -> None:
    """Options of the count change the model by themselves."""
    rules = parse("euchre-a-trois march=3")
    assert isinstance(rules, EuchreRules)
    assert {points for way in outcomes(rules) for points in way.points} == {0, 1, 2, 3}
    assert equity_of(parse("euchre-a-trois euchred=maker-loses")).worth(Standing((5, 0, 0), (0, 0, 0)), 1)[0] > 1 / 3
