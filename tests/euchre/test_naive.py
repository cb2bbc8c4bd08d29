"""The machine and its count against an independent model written from the text (``naive``)."""

from itertools import product
from typing import cast

import pytest
from tests.euchre import naive
from tests.laws.agreement import Model, agree

from atout.euchre.rules import EuchreRules
from atout.euchre.score import score
from atout.families import PROFILES, parse
from atout.scoring import Standing

TABLES: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "euchre-a-trois players=3": ({}, {}),
    "euchre-a-trois players=3 stick=yes": ({"stick": True}, {}),
    "euchre-a-trois players=3 discard_turned=no": ({"discard_turned": False}, {}),
    "euchre-a-trois players=3 lead=maker": ({"lead": "maker"}, {}),
    "euchre-a-trois players=3 march=3": ({}, {"march": 3}),
    "euchre-a-trois players=3 euchred=maker-loses": ({}, {"maker_loses": True}),
    "euchre-a-trois players=3 pack=20 stick=yes": ({"stick": True}, {}),
    "euchre-a-trois players=3 pack=32 lead=maker discard_turned=no": ({"lead": "maker", "discard_turned": False}, {}),
}
"""What the model is told of each table: for the deal, and for the count."""


def test_every_registered_table_has_its_model() -> None:
    """A new Euchre table must be said again here."""
    euchre = {name: profile for name, profile in PROFILES.items() if parse(name).family == "euchre"}
    assert {f"{name} players={n}" for name, profile in euchre.items() for n in profile.players} <= set(TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_random_deals_agree_with_the_model(table: str) -> None:
    """Turns, legal tokens, tricks and totals over a match of many deals."""
    of_deal, of_count = TABLES[table]

    def begin(dealer: int, hands: list[list[str]], stock: list[str]) -> Model:
        return naive.Deal(dealer, hands, stock, **of_deal)  # type: ignore[arg-type]

    def total(model: Model, totals: tuple[int, ...], bags: tuple[int, ...]) -> tuple[list[int], list[int]]:
        deal = cast(naive.Deal, model)
        assert deal.maker is not None
        points = naive.count(deal.maker, deal.won, **of_count)  # type: ignore[arg-type]
        return [t + p for t, p in zip(totals, points, strict=True)], list(bags)

    for seed in range(4):
        agree(f"{table} target=100000", seed, 30, begin, total)


@pytest.mark.parametrize("table", TABLES)
def test_every_count_agrees_with_the_text(table: str) -> None:
    """Every maker and every share of the five tricks."""
    rules = parse(table)
    assert isinstance(rules, EuchreRules)
    for maker, won in product(range(3), product(range(6), repeat=3)):
        if sum(won) == 5:
            results = score(rules, maker + 1, won, Standing((1, 2, 3), (0, 0, 0)))
            expected = naive.count(maker, list(won), **TABLES[table][1])  # type: ignore[arg-type]
            assert [side.points for side in results] == expected
            assert [side.total for side in results] == [1 + expected[0], 2 + expected[1], 3 + expected[2]]
            assert [side.bags for side in results] == [0, 0, 0]


def test_packs_of_the_model_are_those_of_the_machine() -> None:
    """Twenty, twenty-four, thirty-two cards."""
    for size in (20, 24, 32):
        assert {str(card) for card in parse(f"euchre-a-trois pack={size}").pack} == set(naive.pack(size))
