"""A match told again: deal by deal, trick by trick, so that a judgement can lead to what it is about."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from atout.events import DealScored, DealStarted, Played
from atout.say import Speaker
from atout.sentences import tell
from atout.table import Table


class Passage(Struct, frozen=True):
    """What happened in a trick of a deal, in sentences; ``trick`` is ``None`` before the first card and after all."""

    deal: int
    trick: int | None
    sentences: tuple[str, ...]


def course(speaker: Speaker, table: Table) -> Iterator[Passage]:
    """Every passage of a table's match, in order. What is told between two acts belongs to the first of them."""
    deal, trick, said = 0, None, list[str]()
    match = table.start
    for event in table.events:
        at = trick
        match_after = match.evolve(event)
        if isinstance(event, DealStarted | DealScored):
            at = None
        elif isinstance(event, Played) and match.hand is not None:
            at = match.hand.board.trick_number
        if (match_after.number, at) != (deal, trick):
            if said:
                yield Passage(deal, trick, tuple(said))
            deal, trick, said = match_after.number, at, []
        if text := tell(speaker, event, match):
            said.append(text)
        match = match_after
    if said:
        yield Passage(deal, trick, tuple(said))
