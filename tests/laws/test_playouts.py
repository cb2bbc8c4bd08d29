"""The laws of ``atout.testing`` over every registered table, every option and their combinations: over 10,000 deals."""

import pytest
from hypothesis import given, settings

from atout.families import parse, spec
from atout.testing import ALL_LAWS, playout, seeds, specs, tables, values, variations

NAMED = (
    "atout-pique no-hell=yes suicide=yes",
    "atout-pique no-hell=yes quicksand=yes",
    "atout-pique quicksand=yes suicide=yes",
    "atout-pique no-hell=yes quicksand=yes suicide=yes",
    "atout-pique players=6 no-hell=yes quicksand=yes",
    "pique players=2 draw=alternate draw_shown=all",
    "pique players=3 leader=random",
    "pique no-hell=yes suicide=yes",
    "pique contract=each nil_failed_helps=yes double_nil=separate",
    "piques-a-trois look=turn misdeal=no-spade-or-face leader=random breaking=any",
    "spades blind_behind=0 nil_pass=2 first_lead=two-of-clubs",
    "spades blind_behind=0 pack=jokers look=turn misdeal=no-spade-or-face nil_pass=1",
    "spades whiz=yes blind_behind=0 nil_pass=3 ten_for_200=yes",
    "spades suicide=yes min_pair_bid=6 no_hell=yes blind_behind=0",
    "spades-solo players=5 pack=jokers mirror=yes",
    "euchre-a-trois stick=yes pack=32 lead=maker",
    "euchre-a-trois pack=20 discard_turned=no euchred=maker-loses",
    "euchre-a-trois target=deal tie=shared",
)
"""Combinations that tables play, or that meet each other in a corner."""
EVERYWHERE = tuple(f"{table} target=100000" for table in tables())
DEALS, RUN = 10_000, 8
"""Random deals over all tables, in runs of some: however many tables there are, proof takes as long."""


@pytest.mark.parametrize("table", EVERYWHERE)
@given(seed=seeds())
@settings(max_examples=-(-DEALS // (RUN * len(EVERYWHERE))))
def test_every_table_keeps_the_laws_at_every_step(table: str, seed: int) -> None:
    """Cards conserved, winners lead, tricks add up, somebody can always act: after each action of some deals."""
    playout(table, seed, deals=RUN, rulings=0.002)


@pytest.mark.parametrize("table", EVERYWHERE)
@given(seed=seeds())
@settings(max_examples=12)
def test_every_table_keeps_all_the_laws(table: str, seed: int) -> None:
    """Decisions, views, records, undo and the curtain, at places that chance chooses."""
    playout(table, seed, deals=2, laws=ALL_LAWS, checks=0.1, rulings=0.004)


@pytest.mark.parametrize("table", values())
def test_every_value_of_every_option_keeps_the_laws(table: str) -> None:
    """Each option's other values, one at a time."""
    for seed in (1, 2):
        playout(table, seed, deals=2, laws=ALL_LAWS, checks=0.05, rulings=0.004)


@pytest.mark.long
@pytest.mark.parametrize("table", tables())
def test_every_value_at_every_table_keeps_the_laws(table: str) -> None:
    """The same at each of the tables that allow it."""
    for variation in variations(table):
        playout(variation, 1, deals=2, laws=ALL_LAWS, checks=0.05, rulings=0.004)


@pytest.mark.parametrize("table", NAMED)
@given(seed=seeds())
@settings(max_examples=6)
def test_named_combinations_keep_the_laws(table: str, seed: int) -> None:
    """The combinations that matter most."""
    playout(table, seed, deals=2, laws=ALL_LAWS, checks=0.1, rulings=0.004)


@given(table=specs(), seed=seeds())
@settings(max_examples=120)
def test_any_combination_keeps_the_laws(table: str, seed: int) -> None:
    """Options as they come, as far as they agree with each other; and their spec is read back."""
    assert parse(spec(parse(table))) == parse(table)
    playout(table, seed, deals=2, laws=ALL_LAWS, checks=0.05, rulings=0.004)


@pytest.mark.long
@pytest.mark.parametrize("table", tables())
@given(seed=seeds())
@settings(max_examples=20)
def test_whole_matches_keep_all_the_laws(table: str, seed: int) -> None:
    """Matches to their end, or forty deals."""
    playout(table, seed, deals=40, laws=ALL_LAWS, checks=0.01, rulings=0.004)
