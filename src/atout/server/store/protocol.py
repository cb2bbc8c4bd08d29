"""What the server asks of a store. Only facts are stored; once ``append`` returns, a fact survives anything."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from atout.server.facts import Entry, Opening


class StoreError(Exception):
    """Something is wrong with the store."""


class StoreBusy(StoreError):
    """Another process has this store."""


class Unsaved(StoreError):
    """What was to be stored is not: the disk is full, or the store cannot be written. It may work again later."""


class Taken(StoreError):
    """There is a table of this name."""


class Fenced(StoreError):
    """Somebody else has written to this table since it was loaded."""


class Duplicate(StoreError):
    """A command of this seat with this id has been done before, as fact number ``n``."""

    def __init__(self, n: int) -> None:
        super().__init__(f"done before: {n}")
        self.n = n


class StoredTable(Struct, frozen=True):
    """A table as it is stored; ``at`` is when it was opened, in seconds since 1970."""

    table: str
    opening: Opening
    at: float
    entries: tuple[Entry, ...] = ()


class Store(Protocol):
    """A store of tables, used from one event loop."""

    async def create(self, table: StoredTable) -> None:
        """Stores a new table with the entries it begins with; raises ``Taken`` or ``Unsaved``."""
        ...

    async def load(self, table: str) -> StoredTable | None:
        """A table with all its entries in order, or ``None`` if there is none."""
        ...

    async def append(self, table: str, entry: Entry) -> None:
        """Stores the next entry of a table, durably.

        Raises ``Duplicate`` if its command has been done before, ``Fenced`` if its number is taken, ``Unsaved`` if it
        could not be stored; nothing is stored then.
        """
        ...

    async def done(self, table: str, seat: int, command: str) -> int | None:
        """The number of the entry that a command of a seat has made, or ``None`` if it has made none."""
        ...

    async def recent(self, limit: int) -> tuple[StoredTable, ...]:
        """The tables opened last, newest first, without their entries."""
        ...

    async def get(self, name: str) -> bytes | None:
        """A named value: the server's key, house rules saved under a name."""
        ...

    async def put(self, name: str, value: bytes) -> None:
        """Stores a named value, in place of what was there; raises ``Unsaved``."""
        ...

    async def names(self, prefix: str) -> tuple[str, ...]:
        """The names of values that begin with a prefix, in order."""
        ...

    async def close(self) -> None:
        """Finishes what is being written and lets the store go."""
        ...
