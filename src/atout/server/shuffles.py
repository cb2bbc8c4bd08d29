"""The shuffles of this server, counted from its store when somebody asks, and not too often."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from msgspec import Struct

from atout.families import parse
from atout.server.archive import proofs
from atout.server.fairness import LayoutFigures, Tally
from atout.server.store import Store, StoredTable

MOST_TABLES: Final = 1000
"""The tables opened last that are counted, at most."""
MOST_DEALS: Final = 5000
"""Deals after which counting stops, the latest tables first."""
FRESH: Final = 600.0
"""Seconds a count is good for."""


class Count(Struct, frozen=True):
    """What was counted, and when (seconds since 1970)."""

    at: float
    deals: int
    layouts: tuple[LayoutFigures, ...]


class Shuffles:
    """Counts the deals of a store that are over, away from the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counting = asyncio.Lock()
        self._latest: Count | None = None

    async def count(self) -> Count:
        """The latest count, or a new one if that is too old."""
        async with self._counting:
            if self._latest is None or time.time() - self._latest.at > FRESH:
                self._latest = await self._count()
            return self._latest

    async def _count(self) -> Count:
        tally = Tally()
        for known in await self._store.recent(MOST_TABLES):
            stored = await self._store.load(known.table)
            if stored is not None:
                await asyncio.to_thread(_add, tally, stored)
            if tally.deals >= MOST_DEALS:
                break
        return Count(time.time(), tally.deals, await asyncio.to_thread(tally.figures))


def _add(tally: Tally, stored: StoredTable) -> None:
    tally.add(parse(stored.opening.rules), proofs(stored))
