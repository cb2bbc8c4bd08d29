"""Plays random deals on a table and on an independent model at once, and asks whether they agree."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from atout import Table
from atout.events import DealScored, DealStarted, Dealt, TurnedUp


class Model(Protocol):
    """A deal as an independent model plays it; seats from 0."""

    won: list[int]

    def over(self) -> bool: ...

    def turn(self) -> int: ...

    def legal(self) -> set[str]: ...

    def do(self, token: str) -> None: ...


Begin = Callable[[int, list[list[str]], list[str]], Model]
"""Begins a model's deal: the dealer (from 0), the hands, the stock with its first card first."""
Count = Callable[[Model, tuple[int, ...], tuple[int, ...]], tuple[list[int], list[int]]]
"""Totals and bags after a model's deal, from totals and bags before it."""


def _lists(table: Table) -> tuple[int, list[list[str]], list[str]]:
    started = next(e for e in reversed(table.events) if isinstance(e, DealStarted))
    dealt = next(e for e in reversed(table.events) if isinstance(e, Dealt))
    hands = [[str(card) for card in holding.sure] for holding in dealt.holdings]
    since = table.events[table.events.index(dealt) :]
    turned = [str(event.card) for event in since if isinstance(event, TurnedUp)]
    return started.dealer - 1, hands, turned + [str(card) for card in dealt.stock]


def agree(rules: str, seed: int, deals: int, begin: Begin, count: Count) -> None:
    """Same turns, same legal tokens at every decision; same tricks, totals and bags after every deal."""
    chance = Random(seed)
    table = Table(rules, seed=seed, dealing=False)
    for _ in range(deals):
        if table.over:
            return
        before = table.total, table.bags
        table.deal()
        model = begin(*_lists(table))
        while not model.over():
            assert table.turn == model.turn() + 1
            legal = model.legal()
            assert set(map(str, table.legal)) == legal, table.record()
            token = chance.choice(sorted(legal))
            model.do(token)
            table.act(token)
        assert table.match.awaits_deal or table.over
        scored = [event for event in table.events[-4:] if isinstance(event, DealScored)]
        if scored:
            assert list(scored[0].tricks) == model.won, table.record()
            assert (list(table.total), list(table.bags)) == count(model, *before), table.record()
        else:
            assert (table.total, table.bags) == before
