"""The facts of a table around its match that a page shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from atout.actions import Bid
from atout.cards import Card
from atout.say import Speaker
from atout.server.facts import Occupant, Visibility
from atout.server.ledger import Row
from atout.tricks import Ordering

_NAMES: Final = 6
"""Names there are for bots: as many as seats at the largest table."""


class Presence(Struct, frozen=True):
    """Whether a seat's person is connected, and since when (seconds since 1970) not; ``replaceable``: for long."""

    connected: bool = False
    away_since: int | None = None
    replaceable: bool = False


class Setting(Struct, frozen=True):
    """All that is shown of a table beside its match: public, and the same for everybody.

    ``until`` is the end of the running turn's time; ``dealable`` says that the next deal only waits
    for somebody to ask; ``missing`` are the seats it waits for first; ``host`` is the seat that may rule.
    """

    table: str
    rules: str
    visibility: Visibility
    occupants: tuple[Occupant, ...]
    presence: tuple[Presence, ...]
    pace: int | None
    clock: int | None
    until: int | None
    undo: tuple[int, ...]
    chat: bool
    dealable: bool
    missing: tuple[int, ...]
    verified: dict[str, str] | None
    sheet: tuple[Row, ...]
    host: int | None = None


def names_in(language: str, occupants: Sequence[Occupant]) -> tuple[str, ...]:
    """What the players are called: by name, bots by that of their seat, or if a person is called so by one that is
    free; empty where there is none.
    """
    speaker = Speaker(language)
    usual = [speaker.text(f"word.name.{number}") for number in range(1, _NAMES + 1)]
    taken = {who.name.casefold() for who in occupants if who.name}
    bots = [seat for seat, who in enumerate(occupants, 1) if who.kind == "bot" and not who.name]
    own = {seat: usual[seat - 1] for seat in bots if usual[seat - 1].casefold() not in taken}
    spare = (name for name in usual if name.casefold() not in taken and name not in own.values())
    names = own | {seat: next(spare, "") for seat in bots if seat not in own}
    return tuple(who.name or names.get(seat, "") for seat, who in enumerate(occupants, 1))


@lru_cache(maxsize=4096)
def card_name(language: str, card: Card, ordering: Ordering | None) -> str:
    """A card in words: said so often that it is worth remembering."""
    return Speaker(language).card(card, ordering)


@lru_cache(maxsize=256)
def bid_name(language: str, tricks: int) -> str:
    """A bid in words."""
    return Speaker(language).text("word.bid", tricks=tricks)


@lru_cache(maxsize=256)
def bid_label(language: str, bid: Bid) -> str:
    """A bid on its button."""
    return Speaker(language).text("action.bid", tricks=bid.tricks)
