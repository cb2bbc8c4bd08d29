"""Strength: casual beats random everywhere, with every seat and deal shared out fairly, and keeps its promises."""

from __future__ import annotations

from collections import Counter
from statistics import mean, stdev

import pytest
from tests.bots.deals import bids_of, play_deal

from atout.events import DealScored, Named, Ordered
from atout.families import parse
from atout.seats import side_of
from atout.table import Table
from atout.testing import tables

SPADES = tuple(rules for rules in tables() if parse(rules).family == "spades")


def advantage(rules: str, seed: int) -> float:
    """What casual gains on random over one deal, in points a deal, each side in turn being casual."""
    made = parse(rules)
    sides, gains = made.sides, []
    for side in range(len(sides)):
        levels = ["casual" if own == side else "random" for own in side_of(sides)]
        _, scored = play_deal(rules, seed, levels)
        points = [made.ending.forward(result.points) for result in scored.sides] if scored else [0] * len(sides)
        gains.append(points[side] - (sum(points) - points[side]) / (len(sides) - 1))
    return mean(gains)


def assert_stronger(rules: str, deals: int) -> None:
    gains = [advantage(rules, 30_000 + seed) for seed in range(deals)]
    error = stdev(gains) / deals**0.5
    assert mean(gains) > 5 * error, f"{rules}: {mean(gains):.1f} ± {error:.1f}"


@pytest.mark.parametrize("rules", tables()[::2])
def test_casual_beats_random(rules: str) -> None:
    """By more than five standard errors over a few dozen deals, each played once a side."""
    assert_stronger(rules, 60 if "euchre" in rules else 16)


@pytest.mark.long
@pytest.mark.parametrize("rules", tables())
def test_casual_beats_random_over_hundreds_of_deals(rules: str) -> None:
    """The same with ten times as many."""
    assert_stronger(rules, 600 if "euchre" in rules else 160)


def lines_of(rules: str, deals: int, first: int = 50_000) -> Counter[str]:
    """How often each line of the count was written, over deals between casual opponents."""
    count: Counter[str] = Counter()
    for seed in range(first, first + deals):
        table, scored = play_deal(rules, seed, ["casual"] * parse(rules).players)
        if scored:
            count.update(line.code for side in scored.sides for line in side.lines)
            count["bid"] += sum(bids_of(table).values())
            count["tricks"] += sum(scored.tricks)
        else:
            count["passed-out"] += 1
    return count


def assert_sensible(rules: str, deals: int) -> None:
    """Contracts are made as a rule, nils mostly, and bids are neither timid nor wild."""
    count = lines_of(rules, deals)
    assert 0.65 < count["contract"] / (count["contract"] + count["set"]) < 0.97, count
    assert count["nil"] >= count["nil_failed"] * 1.2, count
    assert 0.75 < count["bid"] / count["tricks"] < 1.0, count


@pytest.mark.parametrize("rules", ["atout-pique", "piques-a-trois", "atout-pique players=6"])
def test_spades_contracts_are_sensible(rules: str) -> None:
    """At tables of three sizes, over a few deals."""
    assert_sensible(rules, 25)


@pytest.mark.long
@pytest.mark.parametrize("rules", SPADES)
def test_spades_contracts_are_sensible_everywhere(rules: str) -> None:
    """At every table, over many deals."""
    assert_sensible(rules, 150)


def test_euchre_makers_make_it() -> None:
    """Three makers in four take their three tricks, and most deals have a maker."""
    count = lines_of("euchre-a-trois", 150)
    made = count["maker"] + count["march"]
    failed = count["euchred"] / 2  # a line for each opponent
    assert 0.75 < made / (made + failed) < 0.95, count
    assert count["passed-out"] < 0.4 * 150


def test_every_seat_makes_trump() -> None:
    """All positions call, the dealer most."""
    makers: Counter[int] = Counter()
    for seed in range(150):
        table, _ = play_deal("euchre-a-trois", seed, ["casual"] * 3)
        for event in table.events:
            if isinstance(event, Ordered | Named):
                makers[(event.seat - _dealer(table)) % 3] += 1
            if isinstance(event, DealScored):
                break
    assert set(makers) == {0, 1, 2}
    assert makers[0] == max(makers.values())


def _dealer(table: Table) -> int:
    first = table.events[0]
    return int(getattr(first, "dealer", 0))
