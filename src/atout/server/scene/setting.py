"""The facts of a table around its match that a page shows."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from atout.actions import Bid
from atout.cards import Card, Cards
from atout.say import Speaker
from atout.server.facts import Occupant, Visibility
from atout.server.ledger import Row
from atout.tricks import Ordering


class Presence(Struct, frozen=True):
    """Whether a seat's person is connected, and since when (seconds since 1970) not; ``replaceable``: for long."""

    connected: bool = False
    away_since: int | None = None
    replaceable: bool = False


class Setting(Struct, frozen=True):
    """All that is shown of a table beside its match: public, and the same for everybody.

    ``until`` is the end of the running turn's time; ``dealable`` says that the next deal only waits
    for somebody to ask; ``missing`` are the seats it waits for first.
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


@lru_cache(maxsize=4096)
def card_name(language: str, pack: Cards, card: Card, ordering: Ordering | None) -> str:
    """A card in words: said so often that it is worth remembering."""
    return Speaker(language, pack=pack).card(card, ordering)


@lru_cache(maxsize=256)
def bid_name(language: str, tricks: int, is_blind: bool) -> str:
    """A bid in words."""
    return Speaker(language).text("word.blind_nil" if is_blind else "word.bid", tricks=tricks)


@lru_cache(maxsize=256)
def bid_label(language: str, bid: Bid) -> str:
    """A bid on its button."""
    return Speaker(language).text("action.blind_nil" if bid.blind else "action.bid", tricks=bid.tricks)
