"""Deals between players of any levels, and positions by their records, for the tests of the opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from atout.actions import Action, Play
from atout.bots import Player, player
from atout.cards import Card
from atout.events import BidMade, DealScored, DealVoid, VoidReason
from atout.match import Match
from atout.table import Table

Watch = Callable[[Table, int, Action], None]
BUDGETS = {"club": 0.2, "strong": 0.02, "expert": 0.005}
"""A part of the thought of the levels that think: tests look at what they do, not at how well."""


def seated(level: str, seed: int) -> Player:
    """A player for a test: quick, whatever the level."""
    return player(level, seed, BUDGETS.get(level, 0.2))


def play_deal(
    rules: str, seed: int, levels: Sequence[str], watch: Watch | None = None
) -> tuple[Table, DealScored | None]:
    """Plays until a deal counts, and gives its count, or ``None`` if it was passed out.

    ``watch`` is told the table, the seat and its decision, before each one is done.
    """
    table = Table(rules, seed=seed)
    players = [seated(level, seed + place) for place, level in enumerate(levels)]
    while True:
        seat = table.turn
        assert seat is not None
        action = players[seat - 1].act(table.view(seat), seat)
        if watch:
            watch(table, seat, action)
        for event in table.act(action):
            if isinstance(event, DealScored):
                return table, event
            if isinstance(event, DealVoid) and event.reason is VoidReason.PASSED_OUT:
                return table, None


def bids_of(table: Table) -> dict[int, int]:
    """The bids of the first deal that counted, by seat."""
    bids: dict[int, int] = {}
    for event in table.events:
        if isinstance(event, DealVoid):
            bids = {}
        elif isinstance(event, BidMade):
            bids[event.seat] = event.tricks
        elif isinstance(event, DealScored):
            break
    return bids


def position(record: str) -> tuple[Match, int]:
    """The view of the seat to act after a record."""
    table = Table.from_record(record)
    assert table.turn is not None
    return table.view(table.turn), table.turn


def decision(record: str, seed: int = 1, level: str = "casual") -> str:
    """The token of what a bot does after a record."""
    view, seat = position(record)
    return str(seated(level, seed).act(view, seat))


def cards(actions: Sequence[Action]) -> Iterator[Card]:
    """The cards of some plays."""
    yield from (action.card for action in actions if isinstance(action, Play))
