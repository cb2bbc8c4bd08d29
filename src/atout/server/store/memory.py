"""A store in memory: for tests, and for a server that keeps nothing."""

from __future__ import annotations

from msgspec.structs import replace

from atout.server.facts import Entry
from atout.server.store.protocol import Duplicate, Fenced, StoredTable, Taken


class MemoryStore:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        self._tables: dict[str, StoredTable] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._done: dict[str, dict[tuple[int | None, str], int]] = {}
        """The numbers of the entries that commands have made, by seat and command."""
        self._named: dict[str, bytes] = {}

    async def create(self, table: StoredTable) -> None:
        """Stores a new table."""
        if table.table in self._tables:
            raise Taken(table.table)
        self._tables[table.table] = replace(table, entries=())
        self._entries[table.table] = []
        self._done[table.table] = {}
        for entry in table.entries:
            await self.append(table.table, entry)

    async def load(self, table: str) -> StoredTable | None:
        """A table with all its entries."""
        stored = self._tables.get(table)
        return replace(stored, entries=tuple(self._entries[table])) if stored else None

    async def append(self, table: str, entry: Entry) -> None:
        """Stores the next entry."""
        entries, done = self._entries[table], self._done[table]
        if entry.command is not None and (entry.seat, entry.command) in done:
            raise Duplicate(done[entry.seat, entry.command])
        if entry.n != len(entries) + 1:
            raise Fenced(table)
        entries.append(entry)
        if entry.command is not None:
            done[entry.seat, entry.command] = entry.n

    async def done(self, table: str, seat: int, command: str) -> int | None:
        """What a command has made."""
        return self._done.get(table, {}).get((seat, command))

    async def recent(self, limit: int) -> tuple[StoredTable, ...]:
        """The tables opened last."""
        return tuple(sorted(self._tables.values(), key=lambda stored: stored.at, reverse=True)[:limit])

    async def get(self, name: str) -> bytes | None:
        """A named value."""
        return self._named.get(name)

    async def put(self, name: str, value: bytes) -> None:
        """Stores a named value."""
        self._named[name] = value

    async def names(self, prefix: str) -> tuple[str, ...]:
        """The names with a prefix."""
        return tuple(sorted(name for name in self._named if name.startswith(prefix)))

    async def close(self) -> None:
        """Nothing to let go."""
