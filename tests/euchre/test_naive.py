"""The machine and its count against an independent model written from the rules (``naive``)."""

from itertools import product
from typing import Any, cast

import pytest
from tests.euchre import naive
from tests.laws.agreement import Model, agree

from atout.euchre.rules import EuchreRules
from atout.euchre.score import Undertaking, score
from atout.families import PROFILES, parse
from atout.scoring import Standing

PAIRS: dict[str, object] = {"pairs": True, "alone": True}
BRITISH: dict[str, object] = {**PAIRS, "benny": "BJ", "lone_lead": "maker"}
BID: dict[str, object] = {
    "form": "bid",
    "pairs": True,
    "stick": True,
    "least": 3,
    "moon": True,
    "no_trump": True,
    "lead": "bidder",
}
BUCK: dict[str, object] = {"form": "buck", "clubs": True, "dropping": True}
TABLES: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "euchre-a-trois players=3": ({}, {}),
    "euchre-a-trois players=3 stick=yes": ({"stick": True}, {}),
    "euchre-a-trois players=3 discard_turned=no": ({"discard_turned": False}, {}),
    "euchre-a-trois players=3 lead=maker": ({"lead": "maker"}, {}),
    "euchre-a-trois players=3 march=3": ({}, {"march": 3}),
    "euchre-a-trois players=3 euchred=maker-loses": ({}, {"maker_loses": True}),
    "euchre-a-trois players=3 pack=20 stick=yes": ({"stick": True}, {}),
    "euchre-a-trois players=3 pack=32 lead=maker discard_turned=no": ({"lead": "maker", "discard_turned": False}, {}),
    "euchre players=4": (PAIRS, {}),
    "euchre players=4 alone=no pack=32": ({"pairs": True}, {}),
    "euchre players=4 defend_alone=yes no_trump=yes": ({**PAIRS, "defend_alone": True, "no_trump": True}, {}),
    "euchre players=4 defend_alone=yes lone_defence=2 lone_march=5": (
        {**PAIRS, "defend_alone": True}, {"lone_defence": 2, "lone_march": 5}
    ),
    "euchre players=4 partner_must_go_alone=yes lone_lead=maker euchred_alone=4": (
        {**PAIRS, "partner_must_go_alone": True, "lone_lead": "maker"}, {"euchred_alone": 4}
    ),
    "euchre players=4 farmers_hand=yes misdeal=no-ace-no-face": ({**PAIRS, "farmers": True, "misdeal": True}, {}),
    "euchre players=4 stick=yes euchred=maker-loses lead=maker": (
        {**PAIRS, "stick": True, "lead": "maker"}, {"maker_loses": True}
    ),
    "euchre-a-deux players=2": ({}, {}),
    "euchre-a-deux players=2 discard_turned=no stick=yes": ({"discard_turned": False, "stick": True}, {}),
    "euchre-britannique players=4": (BRITISH, {}),
    "euchre-britannique players=4 benny=2s lone_lead=dealer": ({**BRITISH, "benny": "2S", "lone_lead": "dealer"}, {}),
    "bid-euchre players=4": (BID, {}),
    "bid-euchre players=4 stick=no moon=no least_bid=1": ({**BID, "stick": False, "moon": False, "least": 1}, {}),
    "bid-euchre players=4 pack=32 lead=dealer misdeal=no-ace-no-face": ({**BID, "lead": "dealer", "misdeal": True}, {}),
    "buck-euchre players=3": (BUCK, {}),
    "buck-euchre players=4": (BUCK, {}),
    "buck-euchre players=4 bucked=tricks no_trump=yes dirty_clubs=no": (
        {**BUCK, "clubs": False, "no_trump": True}, {"keeps": True}
    ),
    "buck-euchre players=3 stick=yes dropping=no lead=maker": (
        {**BUCK, "stick": True, "dropping": False, "lead": "maker"}, {}
    ),
}  # fmt: skip
"""What the model is told of each table: for the deal, and for the count."""
TURNED = [table for table in TABLES if not table.startswith(("bid", "buck"))]


def test_every_registered_table_has_its_model() -> None:
    """A new Euchre table must be said again here."""
    euchre = {name: profile for name, profile in PROFILES.items() if parse(name).family == "euchre"}
    assert {f"{name} players={n}" for name, profile in euchre.items() for n in profile.players} <= set(TABLES)


def added(table: str, deal: naive.Deal) -> list[int]:
    """The points of the sides, by the model."""
    options: dict[str, Any] = TABLES[table][1]
    if deal.form == "buck":
        return naive.count_down(deal.maker, deal.bid, deal.out, deal.won, **options)
    assert deal.maker is not None
    if deal.form == "bid":
        return naive.count_bids(deal.maker, deal.bid if not deal.moon else deal.each, deal.moon, deal.won)
    return naive.count(deal.maker, deal.won, pairs=deal.pairs, out=deal.out, **options)


@pytest.mark.parametrize("table", TABLES)
def test_random_deals_agree_with_the_model(table: str) -> None:
    """Turns, legal tokens, tricks and totals over a match of many deals."""

    def begin(dealer: int, hands: list[list[str]], stock: list[str]) -> Model:
        return naive.Deal(dealer, hands, stock, **TABLES[table][0])  # type: ignore[arg-type]

    def total(model: Model, totals: tuple[int, ...], bags: tuple[int, ...]) -> tuple[list[int], list[int]]:
        points = added(table, cast(naive.Deal, model))
        return [t + p for t, p in zip(totals, points, strict=True)], list(bags)

    for seed in range(4):
        agree(f"{table} target=100000", seed, 30, begin, total)


@pytest.mark.parametrize("table", TURNED)
def test_every_count_agrees_with_the_text(table: str) -> None:
    """Every maker, every share of the five tricks, the maker's partner playing or not."""
    rules = parse(table)
    assert isinstance(rules, EuchreRules)
    before = Standing(tuple(range(1, len(rules.sides) + 1)), (0,) * len(rules.sides))
    pairs = len(rules.sides) < rules.players
    resting = [frozenset[int]()]
    if rules.calling.alone:
        resting.append(frozenset({3}))
    if rules.calling.defend_alone:
        resting += [frozenset({3, 4}), frozenset({3, 2})]
    for out, won in product(resting, product(range(6), repeat=rules.players)):
        makers = range(rules.players) if not out else (0,)
        if sum(won) != 5 or any(won[seat - 1] for seat in out):
            continue
        for maker in makers:
            results = score(rules, Undertaking(maker + 1, sitting_out=out), won, before)
            zero_based = {seat - 1 for seat in out}
            options: dict[str, Any] = TABLES[table][1]
            expected = naive.count(maker, list(won), pairs=pairs, out=zero_based, **options)
            assert [side.points for side in results] == expected
            assert [side.total for side in results] == [t + p for t, p in zip(before.totals, expected, strict=True)]
            assert {side.bags for side in results} == {0}


def test_packs_of_the_model_are_those_of_the_machine() -> None:
    """Twenty, twenty-four, thirty-two cards."""
    for size in (20, 24, 32):
        assert {str(card) for card in parse(f"euchre-a-trois pack={size}").pack} == set(naive.pack(size))
