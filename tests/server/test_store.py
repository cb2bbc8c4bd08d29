"""The store: what the protocol promises, of every adapter; and what SQLite adds."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.ears import opening

from atout.server.facts import (
    Acted,
    AnyFact,
    Clocked,
    Dealt,
    Entry,
    Mixed,
    Occupant,
    Paced,
    Rematched,
    Sealed,
    Seated,
    Undone,
)
from atout.server.store import Duplicate, Fenced, Store, StoreBusy, StoredTable, StoreError, Taken, Unsaved
from atout.server.store.memory import MemoryStore
from atout.server.store.sqlite import SqliteStore

OPENING = opening("piques-a-trois", 3)
FACTS: tuple[AnyFact, ...] = (
    Sealed("ab" * 32),
    Mixed(2, "cd" * 32),
    Mixed(2, "cd" * 32, "ef" * 32),
    Dealt(),
    Acted(1, "KH"),
    Undone(1),
    Seated(2, Occupant("person", "Zoé", "casual"), "bot"),
    Paced(1, None),
    Clocked(1, 60),
    Rematched(1),
)


@contextlib.asynccontextmanager
async def opened(kind: str, folder: Path) -> AsyncIterator[Store]:
    """A store of one kind."""
    store: Store = MemoryStore() if kind == "memory" else SqliteStore.open(folder / "tables.sqlite")
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture(params=["memory", "sqlite"])
def using(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Callable[[Store], Awaitable[None]]], None]:
    """Runs a test with a store of each kind."""

    def run(test: Callable[[Store], Awaitable[None]]) -> None:
        async def inside() -> None:
            async with opened(request.param, tmp_path) as store:
                await test(store)

        asyncio.run(inside())

    return run


Using = Callable[[Callable[[Store], Awaitable[None]]], None]


async def entries_of(store: Store, table: str = "t") -> tuple[Entry, ...]:
    """What a table's log holds."""
    loaded = await store.load(table)
    assert loaded is not None
    return loaded.entries


def test_what_is_appended_is_loaded_in_order(using: Using) -> None:
    async def test(store: Store) -> None:
        entries = tuple(Entry(n, fact, 1, f"c{n}", float(n)) for n, fact in enumerate(FACTS, 1))
        await store.create(StoredTable("t", OPENING, 5.0, entries[:2]))
        for entry in entries[2:]:
            await store.append("t", entry)
        assert await store.load("t") == StoredTable("t", OPENING, 5.0, entries)

    using(test)


def test_a_table_that_is_not_there_is_none(using: Using) -> None:
    async def test(store: Store) -> None:
        assert await store.load("nowhere") is None

    using(test)


def test_a_name_is_given_once(using: Using) -> None:
    async def test(store: Store) -> None:
        await store.create(StoredTable("t", OPENING, 0.0))
        with pytest.raises(Taken):
            await store.create(StoredTable("t", OPENING, 1.0))
        assert await store.load("t") == StoredTable("t", OPENING, 0.0)

    using(test)


def test_a_command_is_done_once(using: Using) -> None:
    async def test(store: Store) -> None:
        await store.create(StoredTable("t", OPENING, 0.0))
        await store.append("t", Entry(1, Acted(1, "5"), 1, "c"))
        with pytest.raises(Duplicate) as caught:
            await store.append("t", Entry(2, Acted(1, "5"), 1, "c"))
        assert caught.value.n == 1
        await store.append("t", Entry(2, Acted(2, "5"), 2, "c"))  # another seat's command
        assert [await store.done("t", seat, "c") for seat in (0, 1, 2, 3)] == [None, 1, 2, None]
        assert await store.done("t", 1, "d") is None
        assert await store.done("u", 1, "c") is None
        await store.append("t", Entry(3, Dealt()))
        await store.append("t", Entry(4, Dealt()))  # the house has no commands

    using(test)


def test_a_number_that_is_taken_means_somebody_else_writes_this_table(using: Using) -> None:
    async def test(store: Store) -> None:
        await store.create(StoredTable("t", OPENING, 0.0, (Entry(1, Dealt()),)))
        with pytest.raises(Fenced):
            await store.append("t", Entry(1, Acted(1, "5"), 1, "c"))
        assert len(await entries_of(store)) == 1

    using(test)


def test_a_misplaced_entry_does_not_spoil_those_written_with_it(using: Using) -> None:
    async def test(store: Store) -> None:
        for table in "abc":
            await store.create(StoredTable(table, OPENING, 0.0, (Entry(1, Dealt(), 1, "x"),)))
        done = await asyncio.gather(
            store.append("a", Entry(2, Acted(1, "5"))),
            store.append("b", Entry(2, Acted(1, "5"), 1, "x")),
            store.append("c", Entry(2, Acted(1, "5"))),
            return_exceptions=True,
        )
        assert [type(result) for result in done] == [type(None), Duplicate, type(None)]
        for table, length in zip("abc", (2, 1, 2), strict=True):
            assert len(await entries_of(store, table)) == length

    using(test)


def test_the_tables_opened_last_come_first(using: Using) -> None:
    async def test(store: Store) -> None:
        for at, table in enumerate("abc"):
            await store.create(StoredTable(table, OPENING, float(at), (Entry(1, Dealt()),)))
        assert [stored.table for stored in await store.recent(2)] == ["c", "b"]
        assert all(not stored.entries for stored in await store.recent(2))

    using(test)


def test_named_values(using: Using) -> None:
    async def test(store: Store) -> None:
        assert await store.get("key") is None
        await store.put("key", b"one")
        await store.put("key", b"two")
        await store.put("rules/b_", b"")
        await store.put("rules/a%", b"")
        assert await store.get("key") == b"two"
        assert await store.names("rules/") == ("rules/a%", "rules/b_")

    using(test)


# --- SQLite -------------------------------------------------------------------------------------------------------


def test_it_is_all_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened("sqlite", tmp_path) as store:
            await store.create(StoredTable("t", OPENING, 0.0))
            await store.append("t", Entry(1, Acted(1, "5"), 1, "c"))
        async with opened("sqlite", tmp_path) as store:
            assert await entries_of(store) == (Entry(1, Acted(1, "5"), 1, "c"),)

    asyncio.run(test())


def test_two_servers_never_own_one_file(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened("sqlite", tmp_path):
            with pytest.raises(StoreBusy):
                SqliteStore.open(tmp_path / "tables.sqlite")
        async with opened("sqlite", tmp_path):
            pass  # it was let go

    asyncio.run(test())


def test_writes_that_wait_share_a_transaction(tmp_path: Path) -> None:
    """200 tables at once: far fewer transactions than entries."""

    async def test() -> None:
        async with opened("sqlite", tmp_path) as store:
            for number in range(200):
                await store.create(StoredTable(f"t{number}", OPENING, 0.0))
            before = commits(tmp_path)
            await asyncio.gather(*(store.append(f"t{number}", Entry(1, Dealt())) for number in range(200)))
            assert commits(tmp_path) - before < 20

    def commits(folder: Path) -> int:
        """The number of transactions in the log: frames that end one name the size of the file."""
        log = (folder / "tables.sqlite-wal").read_bytes()
        page = int.from_bytes(log[8:12], "big")
        return sum(int.from_bytes(log[at + 4 : at + 8], "big") > 0 for at in range(32, len(log), page + 24))

    asyncio.run(test())


def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore.open(tmp_path / "tables.sqlite")
        await store.create(StoredTable("t", OPENING, 0.0))
        await store._ask(lambda connection: connection.execute("pragma max_page_count=1").fetchone())
        stored = 0

        async def fill() -> None:
            nonlocal stored
            while True:
                await store.append("t", Entry(stored + 1, Acted(1, "x" * 500), 1, f"c{stored}"))
                stored += 1

        with pytest.raises(Unsaved, match="full"):
            await fill()
        assert len(await entries_of(store)) == stored
        with pytest.raises(Unsaved):
            await store.put("key", b"x" * 10_000)
        await store._ask(lambda connection: connection.execute("pragma max_page_count=100000").fetchone())
        await store.append("t", Entry(stored + 1, Acted(1, "x" * 500), 1, f"c{stored}"))
        await store.close()

    asyncio.run(test())


def test_nobody_waits_for_ever_whatever_goes_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("something nobody thought of")

    async def test() -> None:
        async with opened("sqlite", tmp_path) as store:
            await store.create(StoredTable("t", OPENING, 0.0))
            with monkeypatch.context() as patched:
                patched.setattr("atout.server.store.sqlite._append", broken)
                with pytest.raises(StoreError):
                    await store.append("t", Entry(1, Dealt()))
            await store.append("t", Entry(1, Dealt()))

    asyncio.run(test())


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"not a database, but long enough to look like one" * 20)
    with pytest.raises(StoreError):
        SqliteStore.open(path)
    assert path.read_bytes().startswith(b"not a database")


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma user_version=999")
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore.open(path)


def test_it_is_durable_by_its_settings(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore.open(tmp_path / "tables.sqlite")
        assert await store._ask(lambda connection: connection.execute("pragma synchronous").fetchone()) == (2,)
        assert await store._ask(lambda connection: connection.execute("pragma journal_mode").fetchone()) == ("wal",)
        await store.close()
        with pytest.raises(Unsaved):
            await store.append("t", Entry(1, Dealt()))

    asyncio.run(test())


def test_only_its_owner_may_read_the_file(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened("sqlite", tmp_path):
            assert (tmp_path / "tables.sqlite").stat().st_mode & 0o077 == 0

    asyncio.run(test())
