"""The tables of this server: opened, loaded from the store when somebody comes, put away when nobody is there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from secrets import choice
from typing import Final

from msgspec import Struct

from atout.actions import Action
from atout.families import parse, spec
from atout.match import Match
from atout.server.desk import Desk
from atout.server.facts import Opening
from atout.server.house import House, decide
from atout.server.ledger import Ledger
from atout.server.live import LiveTable
from atout.server.store import Store, StoredTable, Taken

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""What tables are named with: nothing that looks like something else."""
_NAME_LENGTH: Final = 8
IDLE: Final = 300.0
"""Seconds after which a table nobody is at is put away."""


class Room(Struct, frozen=True):
    """A table in memory with all that belongs to it."""

    table: LiveTable
    house: House
    desk: Desk


def new_name() -> str:
    """A name for a table: hard to guess, easy to read out."""
    return "".join(choice(_LETTERS) for _ in range(_NAME_LENGTH))


class Tables:
    """All tables of one store. ``decides`` is how bots decide, in threads of ``pool``. Hints have a thread of their
    own, so that nobody who asks for one waits for bots, however many think.
    """

    def __init__(
        self,
        store: Store,
        *,
        pool: Executor | None = None,
        now: Callable[[], float] = time.time,
        decides: Callable[[str, int, Match, int], Action] = decide,
    ) -> None:
        self.store = store
        self.now = now
        self._decides = decides
        self._pool = pool or ThreadPoolExecutor(2, "atout-bot")
        self._advisers = ThreadPoolExecutor(1, "atout-hint")
        self._rooms: dict[str, asyncio.Task[Room | None]] = {}

    async def open(self, opening: Opening) -> str:
        """Opens a table, durably; returns its name. Raises ``RulesError`` for its rules and ``Unsaved``.

        The opening must have a seat for each player.
        """
        rules = parse(opening.rules)
        if len(opening.seats) != rules.players:
            raise ValueError(f"{rules.players} seats, not {len(opening.seats)}")
        kept = Opening(spec(rules), opening.seats, opening.visibility, opening.pace, opening.chat_in_deals)
        while True:
            table = StoredTable(new_name(), kept, self.now())
            try:
                await self.store.create(table)
            except Taken:
                continue
            return table.table

    async def room(self, table: str) -> Room | None:
        """A table, loaded if it is not in memory; ``None`` if there is none of this name.

        Whoever asks for it has time to sit down before it is put away.
        """
        loading = self._rooms.get(table)
        if loading is None or _is_lost(loading):
            loading = self._rooms[table] = asyncio.get_running_loop().create_task(self._load(table))
        try:
            room = await asyncio.shield(loading)
        except Exception:
            self._rooms.pop(table, None)
            raise
        if room is None:
            self._rooms.pop(table, None)
        else:
            room.table.idle_since = self.now()
        return room

    async def _load(self, table: str) -> Room | None:
        stored = await self.store.load(table)
        if stored is None:
            return None
        ledger = Ledger(table, stored.opening, (entry.fact for entry in stored.entries))
        done = {
            (entry.seat, entry.command): entry.n
            for entry in stored.entries
            if entry.command is not None and entry.seat is not None
        }
        live = LiveTable(table, self.store, ledger, done, now=self.now)
        house = House(live, self._pool, self._advisers, self._decides)
        return Room(live, house, Desk(live, house))

    @property
    def in_memory(self) -> tuple[Room, ...]:
        """The tables in memory."""
        loaded = (task.result() for task in self._rooms.values() if task.done() and not task.cancelled())
        return tuple(room for room in loaded if room is not None)

    def put_away(self) -> int:
        """Puts away the tables nobody has been at for ``IDLE`` seconds; returns how many."""
        gone = 0
        for room in self.in_memory:
            live = room.table
            if not live.listeners and not live.busy and self.now() - live.idle_since >= IDLE:
                room.house.stop()
                del self._rooms[live.id]
                gone += 1
        return gone

    async def close(self) -> None:
        """Lets what is being done be finished, and ends the bots; what comes later is not done."""
        for room in self.in_memory:
            room.house.stop()
            await room.table.settled()
            room.house.stop()
        for pool in (self._pool, self._advisers):
            pool.shutdown(wait=False, cancel_futures=True)


def _is_lost(loading: asyncio.Task[Room | None]) -> bool:
    """Whether a table that was loaded is no longer as the store has it."""
    if not loading.done() or loading.cancelled() or loading.exception():
        return False
    room = loading.result()
    return room is not None and room.table.lost
