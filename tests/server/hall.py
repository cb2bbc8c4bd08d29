"""One table, those who listen to it, a clock set by hand and a store that may fail: no network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.server.ears import Ear

from atout.actions import Action
from atout.match import Match
from atout.server import house
from atout.server.facts import Entry, Occupant, Opening
from atout.server.store import Unsaved
from atout.server.store.memory import MemoryStore
from atout.server.tables import Room, Tables
from atout.server.wire import decode

BOT = Occupant("bot", "", "casual")
OPEN = Occupant("open")


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Failing(MemoryStore):
    """A store whose disk may be full."""

    full = False

    async def append(self, table: str, entry: Entry) -> None:
        """Stores the next entry, if there is room."""
        if self.full:
            raise Unsaved("database or disk is full")
        await super().append(table, entry)


class Hall:
    """One table and those who listen to it."""

    def __init__(self, tables: Tables, room: Room, clock: Clock, store: Failing) -> None:
        self.tables = tables
        self.room = room
        self.clock = clock
        self.store = store
        self._count = 0

    def ear(self, seat: int, language: str = "en", since: int | None = None, *, host: bool = False) -> Ear:
        """Somebody joins."""
        ear = Ear(seat, language, host=host)
        self.room.table.join(ear, since)
        return ear

    def tell(self, ear: Ear, kind: str, **fields: Any) -> str:
        """Somebody sends a command; returns its id."""
        self._count += 1
        message = {"type": kind, "id": f"c{self._count}"} | fields
        self.room.desk.receive(ear, decode(json_of(message)))
        return str(message["id"])

    async def ask(self, ear: Ear, kind: str, **fields: Any) -> dict[str, Any]:
        """Somebody sends a command and waits for the answer."""
        name = self.tell(ear, kind, **fields)
        return await self.answer(ear, name)

    async def answer(self, ear: Ear, name: str) -> dict[str, Any]:
        """The answer to a command."""
        async with asyncio.timeout(30):
            while True:
                found = [message for message in ear.messages() if message.get("id") == name]
                if found:
                    return found[-1]
                await asyncio.sleep(0.002)

    async def until(self, when: Callable[[], bool]) -> None:
        """Waits until something is so."""
        async with asyncio.timeout(30):
            while not when():
                await asyncio.sleep(0.002)

    def asks(self, seat: int) -> bool:
        """Whether a seat has to act."""
        return self.room.table.ledger.match.turn == seat

    @property
    def between(self) -> bool:
        """Whether the table waits until somebody asks for the next deal."""
        ledger = self.room.table.ledger
        return ledger.match.awaits_deal and not ledger.deals_itself

    async def reach(self, ear: Ear) -> None:
        """Lets the bots act, by hand, until it is a seat's turn."""
        await self.until(lambda: self.room.table.ledger.match.turn is not None)
        while not self.asks(ear.seat):
            n = self.room.table.ledger.n
            await self.ask(ear, "next")
            await self.until(lambda n=n: self.room.table.ledger.n > n)  # type: ignore[misc]

    async def play(self, ear: Ear, acts: int = 1000) -> int:
        """Plays for a seat among bots, until the deal is over or for some acts; returns how many."""
        done = 0
        ledger = self.room.table.ledger
        while done < acts:
            await self.until(lambda: self.between or self.asks(ear.seat) or ledger.match.over)
            if not self.asks(ear.seat):
                break
            token = str(ledger.match.legal(ear.seat)[-1])
            answer = await self.ask(ear, "act", token=token, expect=ledger.n)
            assert answer["ok"], answer
            done += 1
        return done


def json_of(message: dict[str, Any]) -> bytes:
    """The frame of a message."""
    import json

    return json.dumps(message).encode()


def at_table(
    test: Callable[[Hall], Coroutine[Any, Any, None]],
    rules: str = "piques-a-trois",
    seats: tuple[Occupant, ...] = (Occupant("person", "Ana"), BOT, BOT),
    decides: Callable[[str, int, Match, int], Action] = house.decide,
    **more: Any,
) -> None:
    """Runs a test at a table."""

    async def inside() -> None:
        store, clock = Failing(), Clock()
        tables = Tables(store, pool=ThreadPoolExecutor(1), now=clock, decides=decides)
        options: dict[str, Any] = {"visibility": "solo", "pace": 0} | more
        name = await tables.open(Opening(rules, seats, **options))
        room = await tables.room(name)
        assert room is not None
        await test(Hall(tables, room, clock, store))
        await tables.close()

    asyncio.run(inside())


PEOPLE = tuple(Occupant("person", name) for name in ("Ana", "Bob", "Cleo"))
