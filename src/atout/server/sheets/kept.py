"""Score sheets for real cards, kept on the server: several phones may look at one, and write on it in turn.

What is stored is the record a sheet began with and every line written since, undo and redo among them: the core's own
score-keeper reads them again after a restart, so nothing is lost, not even what may be taken back. Whoever has a
sheet's secret writes; the digest of the secret only shows the sheet.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections import OrderedDict
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from atout.referee.lines import Writing
from atout.referee.sheet import Book, Sheet
from atout.server.store import Store, StoreError

MOST_LINES: Final = 2_000
"""Lines a sheet may have: more than the longest evening needs."""
_SECRET_BYTES: Final = 16
_MOST_OPEN: Final = 256
"""Sheets kept at hand; others are read again from the store."""


class Changed(Exception):
    """A line was meant for another version of the sheet than the one there is."""


class Full(Exception):
    """A sheet has as many lines as it may have."""


class Kept(Struct, frozen=True):
    """A sheet as it is stored: the record it began with, and the lines written since."""

    start: str
    lines: tuple[Writing, ...] = ()


class OpenSheet:
    """A sheet at hand. ``watch`` is the key that only shows it."""

    def __init__(self, watch: str, kept: Kept) -> None:
        self.watch = watch
        self.kept = kept
        self.turn = asyncio.Lock()
        """Held by whoever writes."""
        self.book = _read(kept)

    @property
    def version(self) -> int:
        """How many lines have been written: a line is written on the version its writer has seen."""
        return len(self.kept.lines)

    @property
    def sheet(self) -> Sheet:
        """The sheet as it stands."""
        return self.book.sheet


def _read(kept: Kept) -> Book:
    book = Book(Sheet.read(kept.start))
    for line in kept.lines:
        book.write(line)
    return book


class Sheets:
    """The sheets of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: WeakValueDictionary[str, OpenSheet] = WeakValueDictionary()
        self._recent: OrderedDict[str, OpenSheet] = OrderedDict()

    async def begin(self, sheet: Sheet, *lines: Writing) -> tuple[str, OpenSheet]:
        """A new sheet, and its secret; raises ``Full`` for one of more pages than lines may be written."""
        if len(sheet.pages) > MOST_LINES:
            raise Full
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        kept = Kept(await asyncio.to_thread(sheet.record), lines)
        opened = await asyncio.to_thread(OpenSheet, _watch(secret), kept)
        await self._store.put(_name(opened.watch), msgspec.json.encode(opened.kept))
        return secret, self._at_hand(opened)

    async def find(self, key: str) -> tuple[OpenSheet, bool] | None:
        """The sheet behind a key, and whether that key writes."""
        for watch, writes in ((_watch(key), True), (key, False)):
            opened = self._open.get(watch) or await self._load(watch)
            if opened is not None:
                return self._at_hand(opened), writes
        return None

    async def _load(self, watch: str) -> OpenSheet | None:
        stored = await self._store.get(_name(watch))
        if stored is None:
            return None
        return await asyncio.to_thread(OpenSheet, watch, msgspec.json.decode(stored, type=Kept))

    def _at_hand(self, opened: OpenSheet) -> OpenSheet:
        """The one value of a sheet everybody shares: the first that was made, as long as somebody has it."""
        opened = self._open.setdefault(opened.watch, opened)
        self._recent[opened.watch] = opened
        self._recent.move_to_end(opened.watch)
        while len(self._recent) > _MOST_OPEN:
            self._recent.popitem(last=False)
        return opened

    async def write(self, opened: OpenSheet, version: int, line: Writing) -> int:
        """Writes a line on the version its writer has seen; returns the index of the first page that changed.

        The same line sent again is written once. Raises ``Changed`` for a line on another version, ``Full``,
        ``Unsaved`` when it cannot be stored, and what ``Book.write`` raises; nothing changes then.
        """
        async with opened.turn:
            kept = opened.kept
            if kept.lines[version:] == (line,):
                return max(0, len(opened.sheet.pages) - 1)
            if version != opened.version:
                raise Changed
            if version >= MOST_LINES:
                raise Full
            first = await asyncio.to_thread(opened.book.write, line)
            written = replace(kept, lines=(*kept.lines, line))
            try:
                await self._store.put(_name(opened.watch), msgspec.json.encode(written))
            except StoreError:
                opened.book = await asyncio.to_thread(_read, kept)
                raise
            opened.kept = written
            return first


def _name(watch: str) -> str:
    return f"sheet/{watch}"


def _watch(secret: str) -> str:
    """The key that shows a sheet, made from the one that writes: the way back is not to be found."""
    digest = hashlib.sha256(f"atout sheet {secret}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:_SECRET_BYTES]).decode().rstrip("=")
