"""The machine and its count against an independent model written from the texts (``naive``)."""

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.agreement import Model, agree
from tests.spades import naive, naive_american

from atout.families import PROFILES, parse
from atout.scoring import Standing
from atout.spades.rules import SpadesRules
from atout.spades.score import score
from atout.testing import seeds

STRICT, PLAYED, FREE = "other", "any", "free"

# What each table plays, said again by hand: opening of the spades, highest bid, how the cards come, misdeals.
TABLES: dict[str, dict[str, object]] = {
    "piques-a-trois players=3": {"opening": STRICT, "top": 17},
    "pique players=2": {"opening": PLAYED, "top": 13},
    "pique players=3": {"opening": PLAYED, "top": 13, "misdeal": True},
    "pique players=4": {"opening": PLAYED, "top": 13, "misdeal": True},
    "atout-pique players=3": {"opening": PLAYED, "top": 17},
    "atout-pique players=4": {"opening": PLAYED, "top": 13},
    "atout-pique players=5": {"opening": PLAYED, "top": 10},
    "atout-pique players=6": {"opening": PLAYED, "top": 8},
    "pique players=2 draw=alternate": {"opening": PLAYED, "top": 13, "alternate": True},
    "pique players=3 max_bid=held": {"opening": PLAYED, "top": 17, "misdeal": True},
    "piques-a-trois players=3 breaking=played misdeal=no-spade-or-face": {
        "opening": PLAYED,
        "top": 17,
        "misdeal": True,
    },
    "piques-a-trois players=3 breaking=any": {"opening": FREE, "top": 17},
    "pique players=2 breaking=strict": {"opening": STRICT, "top": 13},
    "atout-pique players=4 breaking=any": {"opening": FREE, "top": 13},
    "atout-pique players=3 no-hell=yes": {"opening": PLAYED, "top": 17, "no_hell": True},
    "atout-pique players=4 no-hell=yes": {"opening": PLAYED, "top": 13, "no_hell": True},
    "atout-pique players=5 no-hell=yes": {"opening": PLAYED, "top": 10, "no_hell": True},
    "atout-pique players=6 no-hell=yes": {"opening": PLAYED, "top": 8, "no_hell": True},
    "atout-pique players=4 suicide=yes": {"opening": PLAYED, "top": 13, "suicide": True},
    "atout-pique players=4 suicide=yes no-hell=yes": {"opening": PLAYED, "top": 13, "suicide": True, "no_hell": True},
    "atout-pique players=4 quicksand=yes": {"opening": PLAYED, "top": 13},
    "atout-pique players=3 quicksand=yes": {"opening": PLAYED, "top": 17},
    "atout-pique players=4 suicide=yes quicksand=yes": {"opening": PLAYED, "top": 13, "suicide": True},
}


AMERICAN: dict[str, dict[str, object]] = {
    "spades players=4": {"top": 13, "behind": 100},
    "spades players=4 blind_nil=no": {"top": 13},
    "spades players=4 blind_behind=0 nil_pass=2": {"top": 13, "behind": 0, "give": 2},
    "spades players=4 blind_behind=0 nil_pass=1 first_lead=two-of-clubs": {
        "top": 13,
        "behind": 0,
        "give": 1,
        "clubs": True,
    },
    "spades players=4 first_lead=two-of-clubs": {"top": 13, "behind": 100, "clubs": True},
    "spades players=4 pack=jokers": {"top": 13, "behind": 100, "jokers": True},
    "spades players=4 pack=jokers mirror=yes": {"top": 13, "jokers": True, "mirror": True},
    "spades players=4 mirror=yes": {"top": 13, "mirror": True},
    "spades players=4 whiz=yes": {"top": 13, "behind": 100, "whiz": True},
    "spades players=4 suicide=yes": {"top": 13, "behind": 100, "suicide": True},
    "spades players=4 min_pair_bid=4": {"top": 13, "behind": 100, "least": 4},
    "spades players=4 min_pair_bid=7 suicide=yes no_hell=yes": {
        "top": 13,
        "behind": 100,
        "least": 7,
        "suicide": True,
        "no_hell": True,
    },
    "spades players=4 ten_for_200=yes": {"top": 13, "behind": 100},
    "spades-solo players=3": {"top": 17, "behind": 100},
    "spades-solo players=4": {"top": 13, "behind": 100},
    "spades-solo players=5": {"top": 10, "behind": 100},
    "spades-solo players=6": {"top": 8, "behind": 100},
    "spades-solo players=4 first_lead=two-of-clubs whiz=yes": {
        "top": 13,
        "behind": 100,
        "clubs": True,
        "whiz": True,
    },
    "spades-solo players=5 pack=jokers": {"top": 10, "behind": 100, "jokers": True},
}
"""The North American tables: what ``naive_american`` is told; ``behind`` are the points that allow a blind nil."""


def american(table: str, seed: int, deals: int) -> None:
    """Some deals of such a table on both; the model has to know the totals before each."""
    facts = {key: value for key, value in AMERICAN[table].items() if key != "behind"}
    behind, players = AMERICAN[table].get("behind"), players_of(table)
    pairs = [(0, 2), (1, 3)] if table.startswith("spades players") else [(seat,) for seat in range(players)]
    totals = [0] * len(pairs)

    def begin(dealer: int, hands: list[list[str]], stock: list[str]) -> Model:
        late = [] if behind is None else [total <= max(totals) - cast(int, behind) for total in totals]
        blind = [seat for side, is_late in zip(pairs, late, strict=False) if is_late for seat in side]
        return naive_american.Deal(players, dealer, hands, stock, blind=blind, **facts)  # type: ignore[arg-type]

    def total(model: Model, before: tuple[int, ...], bags: tuple[int, ...]) -> tuple[list[int], list[int]]:
        deal = cast(naive_american.Deal, model)
        results = []
        for side, carried in zip(pairs, bags, strict=True):
            bids = [(deal.bids[seat] or 0, seat in deal.blind_bids) for seat in side]
            ten = "ten_for_200" in table
            results.append(naive_american.count(bids, [deal.won[seat] for seat in side], carried, ten=ten))
        totals[:] = [t + points for t, (points, _) in zip(before, results, strict=True)]
        return list(totals), [carried for _, carried in results]

    agree(f"{table} target=100000", seed, deals, begin, total)


@pytest.mark.parametrize("table", AMERICAN)
def test_north_american_deals_agree_with_the_model(table: str) -> None:
    """Turns, legal tokens (looks, gifts and blind nils among them), tricks, totals and bags."""
    for seed in range(2):
        american(table, seed, deals=12)


def players_of(table: str) -> int:
    """The number in ``players=3``."""
    return int(table.split("players=")[1][0])


def count(table: str, bids: tuple[int, ...], won: tuple[int, ...], bags: tuple[int, ...]) -> list[tuple[int, int]]:
    """Points and bags by side, as the texts count."""
    profile, players = table.split()[0], players_of(table)
    quicksand = "quicksand" in table
    pairs = [(0, 2), (1, 3)] if players == 4 else [(seat,) for seat in range(players)]
    sides = [(tuple(bids[s] for s in side), tuple(won[s] for s in side)) for side in pairs]
    results = []
    for (bid, tricks), carried in zip(sides, bags, strict=True):
        if profile == "piques-a-trois":
            results.append(naive.piques_a_trois(bid[0], tricks[0], carried))
        elif profile == "pique" and players == 4:
            results.append(naive.pique_pair((bid[0], bid[1]), (tricks[0], tricks[1]), carried))
        elif profile == "pique":
            results.append(naive.pique_alone(bid[0], tricks[0], carried))
        else:
            results.append(naive.atout_pique(bid, tricks, carried, players, quicksand=quicksand))
    return results


def play_both(table: str, seed: int, deals: int) -> None:
    """Some deals of a table on both."""

    def begin(dealer: int, hands: list[list[str]], stock: list[str]) -> Model:
        return naive.Deal(players_of(table), dealer, hands, stock, **TABLES[table])  # type: ignore[arg-type]

    def total(model: Model, totals: tuple[int, ...], bags: tuple[int, ...]) -> tuple[list[int], list[int]]:
        deal = cast(naive.Deal, model)
        bids = tuple(bid or 0 for bid in deal.bids)
        results = count(table, bids, tuple(deal.won), bags)
        return [t + points for t, (points, _) in zip(totals, results, strict=True)], [carried for _, carried in results]

    agree(f"{table} target=100000", seed, deals, begin, total)


def test_every_registered_table_has_its_model() -> None:
    """A new Spades table must be said again here."""
    spades = {name: profile for name, profile in PROFILES.items() if parse(name).family == "spades"}
    assert {f"{name} players={n}" for name, profile in spades.items() for n in profile.players} <= {*TABLES, *AMERICAN}


@pytest.mark.parametrize("table", TABLES)
def test_random_deals_agree_with_the_model(table: str) -> None:
    """Turns, legal tokens, tricks, totals and bags over a match of many deals."""
    for seed in range(3):
        play_both(table, seed, deals=12)


@pytest.mark.parametrize("table", [name for name in TABLES if "breaking" not in name])
@given(data=st.data(), seed=seeds())
@settings(max_examples=60)
def test_counts_agree_with_the_texts(table: str, data: st.DataObject, seed: int) -> None:
    """Any bids, any tricks, any bags and totals before."""
    rules = parse(table)
    assert isinstance(rules, SpadesRules)
    players, each = rules.players, rules.cards_each
    bids = tuple(data.draw(st.integers(0, rules.highest_bid)) for _ in range(players))
    cuts = sorted(data.draw(st.lists(st.integers(0, each), min_size=players - 1, max_size=players - 1)))
    won = tuple(b - a for a, b in zip([0, *cuts], [*cuts, each], strict=True))
    bags = tuple(0 if "quicksand" in table else data.draw(st.integers(0, 9)) for _ in rules.sides)
    totals = tuple(data.draw(st.integers(-500, 500)) for _ in rules.sides)
    results = score(rules, bids, won, Standing(totals, bags))
    assert [(side.points, side.bags) for side in results] == count(table, bids, won, bags)
    assert [side.total for side in results] == [t + side.points for t, side in zip(totals, results, strict=True)]
    for side in results:
        assert sum(line.points for line in side.lines) == side.points


@pytest.mark.parametrize("name", ["piques-a-trois", "pique players=3", "atout-pique players=6"])
def test_counts_of_one_player_agree_for_every_bid_and_trick(name: str) -> None:
    """Exhaustive for the first player, over every number of bags."""
    rules = parse(name)
    assert isinstance(rules, SpadesRules)
    table = f"{name.split()[0]} players={rules.players}"
    for bid in range(rules.highest_bid + 1):
        for tricks in range(rules.cards_each + 1):
            won = (tricks, rules.cards_each - tricks, *[0] * (rules.players - 2))
            bids = (bid, *[1] * (rules.players - 1))
            for carried in range(10):
                bags = (carried, *[0] * (rules.players - 1))
                results = score(rules, bids, won, Standing((0,) * rules.players, bags))
                assert (results[0].points, results[0].bags) == count(table, bids, won, bags)[0]
