"""Tables in one SQLite file: WAL, ``synchronous=FULL``, one thread that owns the connection, group commit.

Whatever waits when the thread comes round is written in one transaction: many tables share the cost of reaching the
disk. A side file is locked for as long as the store is open, so that two servers never own one file.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeVar

from atout.server import metrics
from atout.server.facts import Entry, decode, decode_opening, encode
from atout.server.store.protocol import (
    Duplicate,
    Fenced,
    Store,
    StoreBusy,
    StoredTable,
    StoreError,
    Taken,
    Unsaved,
)

T = TypeVar("T")
_MOST_AT_ONCE: Final = 1000
"""Writes in one transaction at most."""
_INSERT: Final = "insert into entries (tbl, n, seat, command, at, fact) values (?, ?, ?, ?, ?, ?)"


def _row(table: str, entry: Entry) -> tuple[Any, ...]:
    return table, entry.n, entry.seat, entry.command, entry.at, encode(entry.fact)


class _Job:
    """Something for the thread: a read, or a write that may share a transaction."""

    __slots__ = ("done", "error", "result", "row", "run")

    def __init__(self, run: Callable[[sqlite3.Connection], Any] | None, row: tuple[Any, ...] | None) -> None:
        self.run = run
        self.row = row
        self.done: asyncio.Future[Any] | None = None
        self.result: Any = None
        self.error: BaseException | None = None


class SqliteStore:
    """A store in one file. Open it with ``SqliteStore.open``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._lock = _locked(path)
        self._opened: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="atout-store", daemon=True)
        self._closed = False

    @classmethod
    def open(cls, path: Path) -> SqliteStore:
        """Opens a file, made or brought up to date as needed.

        Raises ``StoreBusy`` if another process has it, ``StoreError`` if it is no file of ours or cannot be opened.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(0o600)  # it holds the key of the seats' cookies
            store = cls(path)
        except OSError as error:
            raise StoreError(str(error)) from None
        store._thread.start()
        failure = store._opened.get()
        if failure is not None:
            store._lock.close()
            raise StoreError(f"{path}: {failure}") from failure
        return store

    # --- the thread ---------------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            connection = sqlite3.connect(self.path, isolation_level=None)
            _recognise(connection)
            connection.execute("pragma journal_mode=wal")
            connection.execute("pragma synchronous=full")
            connection.execute("pragma foreign_keys=on")
            _migrate(connection)
        except (sqlite3.Error, StoreError) as error:
            self._opened.put(error)
            return
        self._opened.put(None)
        with contextlib.closing(connection):
            while self._round(connection):
                pass

    def _round(self, connection: sqlite3.Connection) -> bool:
        """Does what waits; false once the store is closed."""
        waiting = [self._jobs.get()]
        while len(waiting) < _MOST_AT_ONCE:
            try:
                waiting.append(self._jobs.get_nowait())
            except queue.Empty:
                break
        jobs = [job for job in waiting if job is not None]
        appends = [job for job in jobs if job.row is not None]
        if appends:
            metrics.APPEND_SIZE.observe(len(appends))
            with metrics.APPEND_SECONDS.time():
                try:
                    _append(connection, appends)
                except Exception as error:  # nobody may wait for ever, whatever it was
                    for job in appends:
                        job.error = StoreError(type(error).__name__)
        for job in jobs:
            if job.run is not None:
                try:
                    job.result = job.run(connection)
                except BaseException as error:
                    job.error = error
        if jobs and jobs[0].done is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                jobs[0].done.get_loop().call_soon_threadsafe(_resolve, jobs)
        return len(jobs) == len(waiting)

    def _submit(self, job: _Job) -> asyncio.Future[Any]:
        if self._closed:
            raise Unsaved("the store is closed")
        job.done = asyncio.get_running_loop().create_future()
        self._jobs.put(job)
        return job.done

    async def _ask(self, run: Callable[[sqlite3.Connection], T]) -> T:
        result: T = await self._submit(_Job(run, None))
        return result

    # --- the protocol -------------------------------------------------------------------------------------------

    async def append(self, table: str, entry: Entry) -> None:
        """Stores the next entry of a table."""
        await self._submit(_Job(None, _row(table, entry)))

    async def create(self, table: StoredTable) -> None:
        """Stores a new table."""

        def run(connection: sqlite3.Connection) -> None:
            with _writing(connection):
                try:
                    connection.execute(
                        "insert into tables (id, at, opening) values (?, ?, ?)",
                        (table.table, table.at, encode(table.opening)),
                    )
                except sqlite3.IntegrityError:
                    raise Taken(table.table) from None
                connection.executemany(_INSERT, [_row(table.table, entry) for entry in table.entries])

        await self._ask(run)

    async def load(self, table: str) -> StoredTable | None:
        """A table with all its entries."""

        def run(connection: sqlite3.Connection) -> StoredTable | None:
            found = connection.execute("select opening, at from tables where id = ?", (table,)).fetchone()
            if found is None:
                return None
            rows = connection.execute(
                "select n, seat, command, at, fact from entries where tbl = ? order by n", (table,)
            )
            entries = tuple(Entry(n, decode(fact), seat, command, at) for n, seat, command, at, fact in rows)
            return StoredTable(table, decode_opening(found[0]), found[1], entries)

        return await self._ask(run)

    async def done(self, table: str, seat: int, command: str) -> int | None:
        """What a command has made."""
        return await self._ask(lambda connection: _made(connection, table, seat, command))

    async def recent(self, limit: int) -> tuple[StoredTable, ...]:
        """The tables opened last."""

        def run(connection: sqlite3.Connection) -> tuple[StoredTable, ...]:
            rows = connection.execute("select id, opening, at from tables order by at desc limit ?", (limit,))
            return tuple(StoredTable(table, decode_opening(opening), at) for table, opening, at in rows)

        return await self._ask(run)

    async def get(self, name: str) -> bytes | None:
        """A named value."""

        def run(connection: sqlite3.Connection) -> bytes | None:
            found = connection.execute("select value from named where name = ?", (name,)).fetchone()
            return found[0] if found else None

        return await self._ask(run)

    async def put(self, name: str, value: bytes) -> None:
        """Stores a named value."""

        def run(connection: sqlite3.Connection) -> None:
            with _writing(connection):
                connection.execute("insert or replace into named (name, value) values (?, ?)", (name, value))

        await self._ask(run)

    async def names(self, prefix: str) -> tuple[str, ...]:
        """The names with a prefix."""

        def run(connection: sqlite3.Connection) -> tuple[str, ...]:
            rows = connection.execute(
                "select name from named where substr(name, 1, ?) = ? order by name", (len(prefix), prefix)
            )
            return tuple(name for (name,) in rows)

        return await self._ask(run)

    async def close(self) -> None:
        """Finishes what waits and lets the file go."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._thread.join)
            self._lock.close()


def _resolve(jobs: list[_Job]) -> None:
    """Hands out the results, on the event loop."""
    for job in jobs:
        if job.done is None or job.done.done():
            continue  # whoever waited has gone
        if job.error is not None:
            job.done.set_exception(job.error)
        else:
            job.done.set_result(job.result)


class _writing:  # noqa: N801 - reads as a word where it is used
    """A transaction: kept at the end, undone by an error; what SQLite cannot store is ``Unsaved``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def __enter__(self) -> None:
        try:
            self.connection.execute("begin immediate")
        except sqlite3.Error as error:
            raise Unsaved(str(error)) from None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            try:
                self.connection.execute("commit")
                return
            except sqlite3.Error as failure:
                error = failure
        if self.connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("rollback")
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
            raise Unsaved(str(error)) from None
        if kind is None:
            raise error


def _append(connection: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Writes entries in one transaction; one that is not the next of its table does not spoil the others."""
    try:
        with _writing(connection):
            connection.executemany(_INSERT, [job.row for job in jobs if job.row])
    except sqlite3.IntegrityError as error:
        if len(jobs) > 1:
            for job in jobs:
                _append(connection, [job])
        else:
            jobs[0].error = _conflict(connection, jobs[0], error)
    except Unsaved as error:
        for job in jobs:
            job.error = None if _is_stored(connection, job) else error


def _conflict(connection: sqlite3.Connection, job: _Job, error: sqlite3.IntegrityError) -> StoreError:
    """Why an entry has no place in its table."""
    assert job.row is not None
    table, _, seat, command, *_ = job.row
    made = None if command is None else _made(connection, table, seat, command)
    return Fenced(f"{table}: {error}") if made is None else Duplicate(made)


def _made(connection: sqlite3.Connection, table: str, seat: int, command: str) -> int | None:
    """The number of the entry a command has made."""
    found = connection.execute(
        "select n from entries where tbl = ? and seat = ? and command = ?", (table, seat, command)
    ).fetchone()
    return found[0] if found else None


def _is_stored(connection: sqlite3.Connection, job: _Job) -> bool:
    """Whether an entry is there although the commit failed."""
    assert job.row is not None
    try:
        found = connection.execute("select fact from entries where tbl = ? and n = ?", job.row[:2]).fetchone()
    except sqlite3.Error:
        return False
    return bool(found) and found[0] == job.row[-1]


def _locked(path: Path) -> sqlite3.Connection:
    """A lock held until it is closed or the process ends, on any system: an exclusive transaction in a side file."""
    lock = sqlite3.connect(
        path.with_name(path.name + ".lock"), timeout=0, isolation_level=None, check_same_thread=False
    )
    try:
        lock.execute("begin exclusive")
    except sqlite3.OperationalError:
        lock.close()
        raise StoreBusy(str(path)) from None
    return lock


def _recognise(connection: sqlite3.Connection) -> None:
    """Raises ``StoreError`` for a database of another program, before anything in it is changed."""
    (version,) = connection.execute("pragma user_version").fetchone()
    (tables,) = connection.execute("select count(*) from sqlite_master").fetchone()
    if tables and not version:
        raise StoreError("a database of another program")


def _migrate(connection: sqlite3.Connection) -> None:
    """Brings the file up to the newest form, a numbered script at a time; raises ``StoreError`` for a newer file."""
    folder = files("atout.server.store") / "migrations"
    scripts = {int(script.name[:3]): script for script in folder.iterdir() if script.name.endswith(".sql")}
    (version,) = connection.execute("pragma user_version").fetchone()
    if version > max(scripts):
        raise StoreError(f"written by a newer version ({version})")
    for number in sorted(number for number in scripts if number > version):
        text = scripts[number].read_text(encoding="utf-8")
        try:
            connection.executescript(f"begin immediate;\n{text}\npragma user_version={number};\ncommit;")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("rollback")
            raise


_: type[Store] = SqliteStore
"""The adapter has all the protocol asks for."""
