"""Laws of interchange: what is written is read back as the same match; reading and writing our examples changes
nothing more."""

from __future__ import annotations

import json
from functools import reduce
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from tests.interchange.games import played

from atout.events import Dealt, Played
from atout.interchange import ForeignError, Format, Note, export, load
from atout.kinds import Kind
from atout.match import Match
from atout.table import Table
from atout.testing import playout
from atout.tricks import Holding

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EGN = (
    "euchre",
    "euchre stick=yes defend_alone=yes no_trump=yes lone_lead=maker",
    "euchre farmers_hand=yes",
    "euchre pack=32 farmers_hand=yes target=1",
    "euchre benny=joker target=5",
    "euchre partner_must_go_alone=yes stick=yes euchred_alone=4 lone_march=5 target=deal",
)
PTN = (
    "bid-euchre",
    "bid-euchre least_bid=1 pack=32 no_trump=no moon=no lead=dealer",
    "spades",
    "spades whiz=yes first_lead=two-of-clubs",
    "spades suicide=yes target=200",
    "spades pack=jokers ten_for_200=yes",
    "spades-solo players=6 breaking=any",
)
NOT_HELD = {"half-asked", "exchange-open", "joker-turned-out"}
"""What a game of these tables may hold that the format cannot tell."""


@pytest.mark.parametrize(
    ("spec", "form"), [*((spec, Format.EGN) for spec in EGN), *((spec, Format.PTN) for spec in PTN)], ids=str
)
def test_what_is_written_is_read_back(spec: str, form: Format) -> None:
    """Whole matches, and matches broken off at any action: the same events, the same names, the same text again."""
    written, refused = 0, set()
    for seed in range(24):
        plies = Random(spec + str(seed)).choice((1, 4, 8, 12, 20, 40, 10_000))
        table = played(spec, seed, plies=plies)
        try:
            text, lost = export(table, form)
        except ForeignError as error:
            refused.add(error.code)
            continue
        again = load(text)
        assert again.kind is Kind(form.value)
        assert (lost, again.notes) == ((), ())
        assert again.table.rules == table.rules
        assert again.table.names == table.names
        assert again.table.events == table.events
        assert export(again.table, form) == (text, ())
        written += 1
    assert written > 8
    assert refused <= NOT_HELD


@pytest.mark.parametrize("discards", [True, False])
def test_what_a_file_leaves_out_is_found_or_hidden(discards: bool) -> None:
    """Without the hands, and without the discards, the same cards are played and the same points scored; a hand that is
    put together is the one that was dealt."""
    found = 0
    for seed in range(12):
        table = played("euchre stick=yes defend_alone=yes no_trump=yes", seed)
        file = json.loads(export(table, Format.EGN)[0])
        for deal in file["deals"]:
            del deal["initialState"]["playerCards"]
            if not discards:
                deal["phases"][0].pop("discard", None)
        again = load(json.dumps(file)).table
        plays = [[event for event in each.events if isinstance(event, Played)] for each in (table, again)]
        assert plays[0] == plays[1]
        assert again.total == table.total
        dealt = [[event.holdings for event in each.events if isinstance(event, Dealt)] for each in (table, again)]
        for truth, guess in zip(*(chain.from_iterable(hands) for hands in dealt), strict=True):
            assert guess in (truth, Holding(unseen=5))
            found += guess == truth
    assert found > (60 if discards else 40)


def test_only_the_order_of_the_stock_is_lost() -> None:
    """Cards lie under the turned one in an order that the format does not tell: all seats see the same game."""
    table = playout("euchre", 3, deals=1)
    text, lost = export(table, Format.EGN)
    again = load(text).table
    assert lost == (Note("order-of-stock"),)
    for seat in range(1, 5):
        views = [reduce(Match.evolve, t.events_seen_by(seat)[:-1], t.start) for t in (table, again)]
        assert views[0] == views[1]


@pytest.mark.parametrize("name", ["euchre.egn", "bid-euchre.ptn", "spades.ptn"])
def test_examples_are_fixed_points(name: str) -> None:
    """Import, export, import: the same match; and its record holds it too."""
    form = Format(name.partition(".")[2])
    imported = load((EXAMPLES / name).read_text(encoding="utf-8"))
    text, lost = export(imported.table, form)
    again = load(text)
    assert again.table.events == imported.table.events
    assert export(again.table, form) == (text, lost)
    assert Table.from_record(imported.table.record()).events == imported.table.events


def test_line_ends_marks_and_comments_change_nothing() -> None:
    """A byte order mark, line ends of another system, comments of PBN."""
    for name in ("euchre.egn", "spades.ptn"):
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        assert load("\ufeff" + text.replace("\n", "\r\n")).table.events == load(text).table.events
    assert load("% PBN 2.1\n\n" + text).table.events == load(text).table.events
