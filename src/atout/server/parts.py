"""What a page draws: the parts of a scene, each replaced whole when it changes.

Text is for eyes and speech alike: ordinary spaces, whole words. Cards are tokens (``KH``), suits letters (``H``).
"""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A value the server sends."""


class TableInfo(Part, frozen=True):
    """The table itself.

    ``rules`` is the canonical spec; ``pace`` the milliseconds before each act of a bot, ``None`` by hand; ``clock``
    the seconds a turn may last, ``None`` without a clock; ``undo`` and ``chat`` say whether these are allowed now;
    ``deal`` is 0 before the first one; ``verified`` is what the fairness of the running deal shows.
    """

    id: str
    rules: str
    name: str
    summary: str
    visibility: str
    solo: bool
    sides: tuple[tuple[int, ...], ...]
    deal: int
    over: bool
    winner: str | None
    pace: int | None
    clock: int | None
    undo: bool
    chat: bool
    verified: dict[str, str] | None


class SeatInfo(Part, frozen=True):
    """One seat. ``side`` counts from 1; ``bot`` is the level of the bot that acts here now, in ``bot_text`` by name.

    ``named`` says that its name was given to it, and is not the usual one of the seat.
    ``kind``: ``open`` waits for somebody, ``person`` belongs to somebody (also while a bot stands in), ``bot``.
    ``away_since`` is the time (seconds since 1970) its person was last connected; ``replaceable`` says that the others
    may seat a bot. ``cards`` counts the hand; ``total`` and ``bags`` are its side's. ``short`` sums it up.
    """

    seat: int
    name: str
    named: bool
    side: int
    kind: str
    bot: str | None
    bot_text: str | None
    connected: bool
    away_since: int | None
    replaceable: bool
    dealer: bool
    turn: bool
    leader: bool
    maker: bool
    sitting_out: bool
    bid: int | None
    bid_text: str | None
    won: int
    cards: int
    total: int
    bags: int
    short: str


class PlayedCard(Part, frozen=True):
    """A card on the table, and whether it is winning so far."""

    seat: int
    card: str
    name: str
    winning: bool


class TrickInfo(Part, frozen=True):
    """A trick: the one being played, or the last one (with its ``winner``). ``led`` is the suit to follow."""

    number: int
    led: str | None
    led_text: str | None
    cards: tuple[PlayedCard, ...]
    winner: int | None


class Badge(Part, frozen=True):
    """A fact of the deal in a few words: spades open, trump, maker, a claim on the table."""

    code: str
    label: str
    text: str
    suit: str | None = None
    seat: int | None = None


class ShownCard(Part, frozen=True):
    """The card face up beside the tricks: the turned card, the card of the draw."""

    card: str
    name: str
    text: str


class HandCard(Part, frozen=True):
    """A card of one's own. ``suit`` is the suit it belongs to in play; ``legal`` is ``None`` when nothing is asked.

    ``token`` is what to send to choose it; ``refusal`` says why it may not be chosen.
    """

    card: str
    name: str
    suit: str | None
    legal: bool | None
    token: str | None
    refusal: str | None


class HandInfo(Part, frozen=True):
    """One's cards in display order; ``hidden`` counts those one may not see yet."""

    cards: tuple[HandCard, ...]
    hidden: int


class Choice(Part, frozen=True):
    """Something one may do, or may not, and then why. ``confirm``: it takes a second press."""

    token: str
    label: str
    legal: bool
    refusal: str | None
    confirm: bool


ChoiceKind = Literal["none", "deal", "rematch", "draw", "bid", "call", "discard", "give", "play", "claim"]
"""What is asked: nothing, the next deal, another match, or what the deal is waiting for (``claim``: an answer)."""


class Choices(Part, frozen=True):
    """What is asked of this seat. Items of ``deal`` and ``rematch`` are messages (``next``, ``rematch``), all others
    tokens to act with. ``play`` and ``discard`` have no items: the cards of the hand are the choices. The token of
    ``give`` is to be followed by the cards picked, between commas.

    ``claim`` says whether one may lay down one's hand now.
    """

    kind: ChoiceKind
    prompt: str
    items: tuple[Choice, ...]
    claim: bool


class Line(Part, frozen=True):
    """A line of a count, in words."""

    code: str
    text: str
    points: int


class Cell(Part, frozen=True):
    """What a side made in a deal: lines and their sum, then bags and total after it."""

    points: int
    bags: int
    total: int
    lines: tuple[Line, ...]


class SheetDeal(Part, frozen=True):
    """A row of the score sheet: a deal that counted, or a ruling of the table (number 0)."""

    number: int
    text: str
    cells: tuple[Cell, ...]


class Sheet(Part, frozen=True):
    """The score sheet. A column a side; ``target`` is ``None`` for a match of one deal; ``down``: from it down to 0."""

    columns: tuple[str, ...]
    deals: tuple[SheetDeal, ...]
    totals: tuple[int, ...]
    bags: tuple[int, ...]
    counts_bags: bool
    target: int | None
    down: bool


class PastTrick(Part, frozen=True):
    """A finished trick of the running deal, in words."""

    number: int
    text: str


class ClaimInfo(Part, frozen=True):
    """A claim on the table: the hand laid down, and who has yet to answer."""

    seat: int
    text: str
    cards: tuple[PlayedCard, ...]
    waiting: tuple[int, ...]


class ClockInfo(Part, frozen=True):
    """The turn clock: ``until`` is when (seconds since 1970) the house acts for the seat."""

    seat: int
    until: int
    text: str


class Scene(Part, frozen=True):
    """All parts, or those that changed. Public ones are the same for everybody; the others are one's own."""

    table: TableInfo | UnsetType = UNSET
    seats: tuple[SeatInfo, ...] | UnsetType = UNSET
    trick: TrickInfo | UnsetType | None = UNSET
    last: TrickInfo | UnsetType | None = UNSET
    shown: ShownCard | UnsetType | None = UNSET
    badges: tuple[Badge, ...] | UnsetType = UNSET
    sheet: Sheet | UnsetType = UNSET
    history: tuple[PastTrick, ...] | UnsetType = UNSET
    claim: ClaimInfo | UnsetType | None = UNSET
    clock: ClockInfo | UnsetType | None = UNSET
    status: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    hand: HandInfo | UnsetType | None = UNSET
    choices: Choices | UnsetType = UNSET
