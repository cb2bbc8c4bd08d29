"""Tables without a network: listeners that keep what they hear, and seats that act at random."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from atout.cards import Card, Cards
from atout.server.facts import Acted, Dealt, Occupant, Opening, Sealed
from atout.server.ledger import Ledger
from atout.server.live import LiveTable
from atout.server.store import StoredTable
from atout.server.store.memory import MemoryStore

SPECS = (
    "piques-a-trois",
    "pique",
    "pique players=3",
    "pique players=2",
    "pique players=2 draw_shown=all",
    "atout-pique",
    "atout-pique players=5",
    "spades blind_behind=0 nil_pass=2",
    "spades pack=jokers whiz=yes blind_behind=0",
    "euchre-a-trois",
    "euchre-britannique",
)
"""A table of each kind of secret: bids or trump named before one sees one's cards, draws, a stock, hidden discards."""
SEED = "5a" * 32


class Ear:
    """A listener that keeps every frame."""

    def __init__(self, seat: int, language: str = "fr", *, host: bool = False) -> None:
        self.seat = seat
        self.host = host
        self.language = language
        self.muted: set[int] = set()
        self.frames: list[bytes] = []
        self.closed: int | None = None
        self._read: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        """Keeps a frame."""
        self.frames.append(frame)

    def close(self, code: int) -> None:
        """Notes the end."""
        self.closed = code

    def messages(self, kind: str | None = None) -> list[dict[str, Any]]:
        """The frames of one kind, read."""
        self._read += map(json.loads, self.frames[len(self._read) :])
        return [message for message in self._read if kind in (None, message["type"])]

    def forget(self) -> None:
        """Forgets what was heard so far."""
        self.frames.clear()
        self._read.clear()

    @property
    def scene(self) -> dict[str, Any]:
        """The scene as it stands."""
        scene: dict[str, Any] = {}
        for message in self.messages():
            scene |= message.get("scene", {})
        return scene


def opening(rules: str, players: int, **more: Any) -> Opening:
    """A table of people only."""
    return Opening(rules, tuple(Occupant("person", f"P{seat}") for seat in range(1, players + 1)), **more)


async def live(rules: str, table: str = "t", **more: Any) -> LiveTable:
    """A table of people only, in memory."""
    from atout.families import parse

    opened = opening(rules, parse(rules).players, **more)
    store = MemoryStore()
    await store.create(StoredTable(table, opened, 0.0))
    return LiveTable(table, store, Ledger(table, opened), now=lambda: 1000.0)


async def deal(table: LiveTable) -> None:
    """The next deal."""
    await table.commit(Sealed(SEED))
    await table.commit(Dealt())


async def act_at_random(table: LiveTable, chance: random.Random) -> tuple[int, str] | None:
    """One act of whoever's turn it is; ``None`` once the deal is over."""
    match = table.ledger.match
    if match.awaits_deal or match.turn is None:
        return None
    seat = match.turn
    token = str(chance.choice([action for action in match.legal(seat) if str(action) != "misdeal"]))
    await table.commit(Acted(seat, token))
    return seat, token


@contextmanager
def dealing(orders: Sequence[tuple[Card, ...]], monkeypatch: Any) -> Iterator[None]:
    """Deals the given orders of the pack, one after another."""
    waiting = iter(orders)

    def laid(pack: Cards, seed: bytes) -> tuple[Card, ...]:
        order = next(waiting)
        assert Cards.of(order) == pack
        return order

    with monkeypatch.context() as patched:
        patched.setattr("atout.server.ledger.shuffled", laid)
        yield
