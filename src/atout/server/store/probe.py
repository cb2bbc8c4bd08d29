"""Whether a store can write, found out by writing: now and then, not whenever somebody asks."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from time import monotonic
from typing import Final

from atout.server.store.protocol import Store, StoreError

_NAME: Final = "ready"
_EVERY: Final = 5.0
"""Seconds an answer is good for: a full disk is known so soon, and nobody fills one by asking."""
_PATIENCE: Final = 5.0
"""Seconds the store may take to show that it can write."""


class Probe:
    """Tries a store at most once in ``every`` seconds; all who ask meanwhile share what came of it."""

    def __init__(self, store: Store, every: float = _EVERY, clock: Callable[[], float] = monotonic) -> None:
        self.every = every
        self._store = store
        self._clock = clock
        self._passed = False
        self._at: float | None = None
        self._trying: asyncio.Task[None] | None = None

    async def passes(self) -> bool:
        """Whether the store could write when it was tried last, at most ``every`` seconds ago."""
        if self._trying is None and (self._at is None or self._clock() - self._at >= self.every):
            self._trying = asyncio.get_running_loop().create_task(self._try())
        if self._trying is not None:
            await asyncio.shield(self._trying)
        return self._passed

    async def _try(self) -> None:
        try:
            await asyncio.wait_for(self._store.put(_NAME, secrets.token_bytes(8)), _PATIENCE)
            self._passed = True
        except (StoreError, TimeoutError):
            self._passed = False
        finally:
            self._at, self._trying = self._clock(), None
