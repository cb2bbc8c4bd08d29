"""Games in other programs' formats, read into tables and written from them: one reader that knows a format when it
sees it, for every command and page that takes a game."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from atout.actions import Illegal
from atout.euchre import egn
from atout.families import new_match
from atout.foreign import WHOLE, ForeignError, Found, Note
from atout.interchange import ptn
from atout.kinds import BYTE_ORDER_MARK, Kind, kind_of
from atout.notation import LARGEST_RECORD
from atout.table import Table

__all__ = ["FORMATS", "ForeignError", "Format", "Imported", "Note", "export", "load"]


class Format(StrEnum):
    """The formats a game may be written in."""

    ATOUT = "atout"
    """A record of our own."""
    EGN = "egn"
    """Euchre Game Notation."""
    PTN = "ptn"
    """Trickster's dialect of PBN."""


class Imported(Struct, frozen=True):
    """A game read: the table it leaves, what it was written in, and what is to be told about it."""

    table: Table
    kind: Kind
    notes: tuple[Note, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the file states a score that is not the one counted here."""
        return any(note.differs for note in self.notes)


def load(text: str, game: int | None = None) -> Imported:
    """The game a text holds, in whatever format; ``game`` chooses one (from 1) where a file of PTN holds several.

    Raises ``RecordError`` or ``Illegal`` for a record of our own, ``ForeignError`` for any other text.
    """
    if len(text) > LARGEST_RECORD:
        raise ForeignError(WHOLE, "too-large", most=LARGEST_RECORD // (1024 * 1024))
    kind, text = kind_of(text), text.removeprefix(BYTE_ORDER_MARK)
    if game not in (None, 1) and kind is not Kind.PTN:
        raise ForeignError(WHOLE, "no-such-game-number", found=game, most=1)
    match kind:
        case Kind.EGN:
            found = egn.read(text)
            table = _replayed(found)
            return Imported(table, kind, (*found.notes, *_score_notes(found, table)))
        case Kind.PTN:
            table, notes = ptn.read(text, game)
            return Imported(table, kind, notes)
        case Kind.RECORD:
            return Imported(Table.from_record(text), kind)
    raise ForeignError(WHOLE, "no-game-here", kind=kind.value)


def _replayed(found: Found) -> Table:
    """The table a match leaves; raises ``ForeignError`` where the referee does."""
    start = new_match(found.rules, found.standing, found.number)
    table = Table(found.rules, seed=0, names=found.names, dealing=False, match=start)
    for deed in found.deeds:
        try:
            table.act(deed.action)
        except Illegal as illegal:
            raise ForeignError(deed.spot, "refused", refusal=illegal.refusal, pack=illegal.pack) from None
    return table


def _score_notes(found: Found, table: Table) -> tuple[Note, ...]:
    if found.stated is None or found.stated[1] == table.total:
        return ()
    spot, stated = found.stated
    return (Note("score-differs", {"spot": str(spot), "found": stated, "counted": table.total}, differs=True),)


FORMATS: Final[dict[Format, Callable[[Table], tuple[str, tuple[Note, ...]]]]] = {
    Format.ATOUT: lambda table: (table.record(), ()),
    Format.EGN: lambda table: egn.write(table.start, table.names, table.events),
    Format.PTN: lambda table: ptn.write(table.start, table.names, table.events),
}
"""How each format is written."""


def export(table: Table, form: Format) -> tuple[str, tuple[Note, ...]]:
    """A table's game in a format, and what is lost; raises ``ForeignError`` naming what the format cannot hold."""
    return FORMATS[form](table)
