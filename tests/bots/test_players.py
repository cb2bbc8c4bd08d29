"""Every level at every table: legal, honest, and the same again whenever it sees the same."""

from __future__ import annotations

from math import ceil
from random import Random

import pytest
from tests.bots.deals import play_deal, seated

from atout.actions import Action
from atout.bots import CHARACTERS, LEVELS, player
from atout.table import Table
from atout.testing import tables, values, variations
from atout.testing.curtain import swapped

COMBINED = (
    "atout-pique no-hell=yes suicide=yes",
    "atout-pique no-hell=yes quicksand=yes suicide=yes",
    "atout-pique players=6 no-hell=yes quicksand=yes",
    "pique players=2 draw=alternate draw_shown=all",
    "pique contract=each nil_failed_helps=yes double_nil=separate",
    "piques-a-trois look=turn misdeal=no-spade-or-face leader=random breaking=any",
    "euchre-a-trois stick=yes pack=32 lead=maker",
    "euchre-a-trois pack=20 discard_turned=no euchred=maker-loses",
)
MATCHES = 5_000
MOST_DEALS = 60
"""Deals of a match that is looked at: bad players may never reach the target."""
VARIED = tuple(spec for table in tables() for spec in variations(table))


def _legal(table: Table, seat: int, action: Action) -> None:
    assert action in table.match.legal(seat), table.record()


def _mixed(seats: int, seed: int) -> list[str]:
    return [LEVELS[(seat + seed) % len(LEVELS)] for seat in range(seats)]


def _seats(rules: str) -> int:
    return Table(rules, dealing=False).rules.players


def test_levels_are_named() -> None:
    """The names are a contract; an unknown one is refused."""
    assert LEVELS == ("random", "novice", "casual", "club", "strong", "expert")
    with pytest.raises(ValueError, match="genius"):
        player("genius", 1)


@pytest.mark.parametrize("rules", tables())
def test_every_action_is_legal(rules: str) -> None:
    """Opponents of every level, among themselves and mixed, at every registered table."""
    for seed, level in enumerate(LEVELS):
        play_deal(rules, seed, [level] * _seats(rules), _legal)
    play_deal(rules, 7, _mixed(_seats(rules), 1), _legal)


@pytest.mark.parametrize("rules", COMBINED)
def test_every_action_is_legal_where_variants_meet(rules: str) -> None:
    """Opponents under combined options."""
    for seed, level in enumerate(LEVELS):
        play_deal(rules, seed, [level] * _seats(rules), _legal)


@pytest.mark.parametrize("rules", values())
def test_every_action_is_legal_under_every_option(rules: str) -> None:
    """Each value of each option, with opponents of all levels at one table."""
    play_deal(rules, 1, _mixed(_seats(rules), len(rules)), _legal)


@pytest.mark.long
@pytest.mark.parametrize("rules", [*tables(), *COMBINED, *VARIED])
def test_thousands_of_deals_are_legal(rules: str) -> None:
    """The same, over thousands of deals."""
    for seed in range(20):
        play_deal(rules, 1000 + seed, _mixed(_seats(rules), seed) if seed % 2 else ["casual"] * _seats(rules), _legal)


def _ends_legally(rules: str, seed: int) -> None:
    """A whole match between opponents of several levels, every action of it legal."""
    table = Table(rules, seed=seed)
    levels = ("casual", "novice", "casual", "club" if seed % 10 == 0 else "novice")
    bots = [player(levels[(seat + seed) % len(levels)], seed + seat, 0.05) for seat in range(table.rules.players)]
    while not table.over and table.match.number <= MOST_DEALS:
        seat = table.turn
        assert seat is not None
        action = bots[seat - 1].act(table.view(seat), seat)
        _legal(table, seat, action)
        table.act(action)


@pytest.mark.parametrize("rules", ["pique target=200", "piques-a-trois target=150", "euchre-a-trois"])
def test_matches_are_legal(rules: str) -> None:
    """A match of some tables."""
    _ends_legally(rules, 3)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("rules", tables())
def test_five_thousand_matches_are_legal(rules: str, part: int) -> None:
    """The same, 5,000 matches over all tables and parts."""
    each = ceil(MATCHES / 10 / len(tables()))
    for seed in range(each):
        _ends_legally(rules, 10_000 + part * each + seed)


def test_a_match_is_played_to_its_end() -> None:
    """Misdeals, deals passed out and overtime included."""
    for rules in ("pique target=100", "euchre-a-trois target=5"):
        table = Table(rules, seed=4)
        bot = player("casual", 4)
        while not table.over:
            assert table.turn is not None
            table.act(bot.act(table.view(table.turn), table.turn))
        assert table.winners


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", tables())
def test_unseen_cards_do_not_matter(rules: str, level: str) -> None:
    """Two cards the mover has not seen change places: the decision stays the same."""
    chance = Random(5)
    compared = 0

    def honest(table: Table, seat: int, action: Action) -> None:
        nonlocal compared
        twin = swapped(table, seat, chance) if chance.random() < 0.25 else None
        if twin is None or len(twin.actions) < len(table.actions):
            return
        assert twin.turn == seat
        assert seated(level, seed + seat - 1).act(twin.view(seat), seat) == action, table.record()
        compared += 1

    for seed in range(3 if "euchre" in rules or level in ("random", "casual") else 2):
        play_deal(rules, seed, [level] * _seats(rules), honest)
    assert compared > (1 if "euchre" in rules else 6)


@pytest.mark.parametrize("level", ["novice", "casual", "strong"])
@pytest.mark.parametrize("rules", ["atout-pique", "pique players=2", "euchre-a-trois"])
def test_a_decision_depends_on_the_view_alone(rules: str, level: str) -> None:
    """A new player decides as one that has played all along; asking twice changes nothing."""

    def again(table: Table, seat: int, action: Action) -> None:
        view = table.view(seat)
        fresh = Table.from_record(table.record()).view(seat)
        assert seated(level, 9 + seat - 1).act(view, seat) == action
        assert seated(level, 9 + seat - 1).act(fresh, seat) == action

    play_deal(rules, 9, [level] * _seats(rules), again)


@pytest.mark.parametrize("name", CHARACTERS)
def test_characters_play(name: str) -> None:
    """They are players like others, legal at every table."""
    for seed, rules in enumerate(("atout-pique", "piques-a-trois", "euchre-a-trois")):
        play_deal(rules, seed, [name] * _seats(rules), _legal)


def test_seeds_make_different_players() -> None:
    """Chance is the seed's: two random players part ways, and two casual ones judge a hand differently at times."""
    table = Table("atout-pique", seed=11)
    assert table.turn is not None
    view = table.view(table.turn)
    assert len({str(player("random", seed).act(view, view.turn or 0)) for seed in range(20)}) > 5
    bids = set()
    for deal in range(12):
        table = Table("piques-a-trois", seed=deal)
        assert table.turn is not None
        view = table.view(table.turn)
        bids.add(len({str(player("casual", seed).act(view, view.turn or 0)) for seed in range(8)}))
    assert max(bids) > 1
