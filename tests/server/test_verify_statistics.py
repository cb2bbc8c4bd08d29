"""The statistics of shuffles: fair ones pass, rigged ones do not, and the tail of chi-square is the right one."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

import pytest
from msgspec.structs import replace

from atout.dealing import deal_seed
from atout.families import parse
from atout.game import Rules
from atout.proofs import DealProof, prove
from atout.server.fairness import LayoutFigures, Tally, tail

DEALS = 300


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    [
        (3.841459, 1, 0.05), (5.991465, 2, 0.05), (2.0, 2, 0.3678794), (124.342113, 100, 0.05), (77.929465, 100, 0.95),
        (0.0, 3, 1.0), (15.0, 0, 1.0), (1000.0, 900, 0.0109), (10.827566, 1, 0.001), (1e5, 3, 0.0),
    ],
)  # fmt: skip
def test_the_tail_of_chi_square(chi_square: float, freedom: int, chance: float) -> None:
    """Against the usual tables; where the two ways of computing meet, they agree."""
    assert tail(chi_square, freedom) == pytest.approx(chance, abs=1e-4)
    assert tail(freedom + 2 - 1e-9, freedom) == pytest.approx(tail(freedom + 2 + 1e-9, freedom), abs=1e-6)


def dealt(rules: Rules, seed: int, deals: int = DEALS) -> list[DealProof]:
    """Fair deals."""
    return [
        prove("t", n, rules, dealer=n % rules.players + 1, drawn=False, seed=deal_seed(seed, n))
        for n in range(1, deals + 1)
    ]


def figures(rules: Rules, deals: list[DealProof]) -> LayoutFigures:
    """The statistics of some deals of one table."""
    tally = Tally()
    tally.add(rules, deals)
    assert tally.deals == len(deals)
    (found,) = tally.figures()
    return found


@pytest.mark.parametrize("spec", ["piques-a-trois", "pique", "atout-pique players=6", "euchre-a-trois"])
def test_fair_shuffles_pass(spec: str) -> None:
    """The chances are spread over 0 to 1 as chances are: none is extreme, and their mean is near 0.5."""
    rules = parse(spec)
    chances = []
    for seed in range(5):
        found = figures(rules, dealt(rules, seed))
        assert (found.deals, found.players, found.stock) == (DEALS, rules.players, spec.startswith("euchre"))
        assert sum(found.groups[0].observed) == pytest.approx(sum(found.groups[0].expected))
        chances += [found.chance, *(group.chance for group in found.groups)]
    assert min(chances) > 0.001
    assert 0.3 < fmean(chances) < 0.7


def test_cards_of_one_deal_are_not_drawn_with_return() -> None:
    """Thirteen spades cannot all be elsewhere: without that correction fair deals would look too fair."""
    rules = parse("pique")
    suits = (group.chance for seed in range(60) for group in figures(rules, dealt(rules, seed, 20)).groups[2:])
    assert 0.45 < fmean(suits) < 0.57


def favour(card: str, dealer_gets: bool) -> Callable[[DealProof], DealProof]:
    """One card in four deals goes to a seat that the dealer chose: it is put first or last."""

    def rig(deal: DealProof) -> DealProof:
        order = deal.order.split()
        if deal.number % 4:
            return deal
        order.remove(card)
        order.insert(len(order) if dealer_gets else 0, card)
        return replace(deal, dealer=1, order=" ".join(order))

    return rig


def test_rigged_shuffles_do_not() -> None:
    """The ace of spades that goes to one seat too often is seen, though it is one card in four deals."""
    rules = parse("pique")
    found = figures(rules, list(map(favour("AS", dealer_gets=True), dealt(rules, 1, 4 * DEALS))))
    assert found.groups[0].chance < 0.001
    assert found.groups[0].observed[0] > found.groups[0].expected[0]
    assert found.groups[3].chance > 0.01, "hearts are as they were"


def test_a_card_that_never_moves_is_seen() -> None:
    """A pack that keeps its order shows in the comparison of every card with every place."""
    rules = parse("piques-a-trois")
    order = " ".join(map(str, rules.pack))
    found = figures(rules, [replace(deal, dealer=1, order=order) for deal in dealt(rules, 1, 20)])
    assert found.chance < 1e-9


def test_a_draw_has_no_hands() -> None:
    """Cards chosen from a stock say nothing about seats: such deals are counted, no more."""
    rules = parse("pique players=2")
    tally = Tally()
    tally.add(rules, dealt(rules, 1, 3))
    assert (tally.deals, tally.figures()) == (3, ())


def test_layouts_are_kept_apart() -> None:
    """Other players, other packs: other tables; the most played first."""
    tally = Tally()
    for spec, deals in (("pique", 1), ("pique players=3", 3), ("pique players=3 removed=2H", 2)):
        rules = parse(spec)
        tally.add(rules, dealt(rules, 1, deals))
    assert [found.deals for found in tally.figures()] == [3, 2, 1]


def test_groups_hold_what_they_say() -> None:
    """Ranks and suits are numbers too, and never taken for each other."""
    found = figures(parse("pique"), dealt(parse("pique"), 1, 1))
    assert [round(sum(group.expected)) for group in found.groups] == [4, 4, 13, 13, 13, 13]
