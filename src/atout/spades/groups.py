"""What rules of Spades are made of: enumerations of what tables do differently, and the groups that hold them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

from atout.cards import Card, Cards
from atout.options import Whole


class Breaking(StrEnum):
    """What opens the spades, so that they may be led (R1)."""

    STRICT = "strict"
    """Only a spade played on another suit."""
    PLAYED = "played"
    """Any spade on the table, a forced lead included."""
    ANY = "any"
    """They are always open."""


class Looking(StrEnum):
    """When a seat sees its cards (R7)."""

    BEFORE = "before"
    """All at once, when they are dealt."""
    TURN = "turn"
    """At its turn to bid, not earlier."""


class MisdealClaim(StrEnum):
    """Which hands may be thrown in at one's turn to bid (R8)."""

    NO = "no"
    NO_SPADE_OR_FACE = "no-spade-or-face"
    """A hand without a spade, or without king, queen and jack."""


class Draw(StrEnum):
    """Who chooses when in the two-player draw (R5)."""

    BLOCK = "block"
    """One player makes all his choices, then the other."""
    ALTERNATE = "alternate"
    """One choice each in turn."""


class DrawShown(StrEnum):
    """Who sees the card shown in the two-player draw (R5)."""

    CHOOSER = "chooser"
    ALL = "all"


class Leader(StrEnum):
    """How the first leader, who also bids first, changes from deal to deal (R6)."""

    ROTATE = "rotate"
    RANDOM = "random"


class Contract(StrEnum):
    """What two partners owe (R9)."""

    SUM = "sum"
    """Together the sum of their bids."""
    EACH = "each"
    """Each his own bid."""


class DoubleNil(StrEnum):
    """How two partners' nils count."""

    SEPARATE = "separate"
    """Each on its own."""
    JOINT = "joint"
    """Together: +500 both made, 0 one failed, −500 both failed."""


class FirstLead(StrEnum):
    """Who leads to the first trick."""

    LEFT = "left"
    """The dealer's left, any card that may be led."""
    TWO_OF_CLUBS = "two-of-clubs"
    """Whoever holds the two of clubs, and leads it."""


class Deck(StrEnum):
    """The pack before cards are left out."""

    STANDARD = "52"
    JOKERS = "jokers"
    """With the two jokers, the two of diamonds and the two of spades as the highest trumps, in that order."""


class BagLimit(Struct, frozen=True):
    """A penalty for every ``size`` bags collected; ``penalty`` is negative points."""

    size: int
    penalty: int


class Bags(Struct, frozen=True):
    """The kind of a bag limit: ``10/-100``, or ``none``."""

    def read(self, text: str) -> BagLimit | None:
        if text == "none":
            return None
        size, _, penalty = text.partition("/")
        return BagLimit(Whole(1, 100).read(size) or 0, Whole(-10_000, -1).read(penalty) or 0)

    def text(self, value: BagLimit | None) -> str:
        return f"{value.size}/{value.penalty}" if value else "none"

    @property
    def examples(self) -> tuple[str, ...]:
        return ("10/-100", "5/-50", "none")


class Layout(Struct, frozen=True, kw_only=True):
    """Seats, sides and pack. ``removed`` cards are left out of the ``pack``."""

    players: int
    paired: bool
    pack: Deck
    removed: Cards


class Dealing(Struct, frozen=True, kw_only=True):
    """How the cards reach the hands. ``draw`` and ``draw_shown`` are ``None`` where all cards are dealt."""

    look: Looking
    misdeal: MisdealClaim
    draw: Draw | None
    draw_shown: DrawShown | None


class Bidding(Struct, frozen=True, kw_only=True):
    """What may be bid. ``max_bid`` is ``None`` for the number of cards held.

    ``mirror``: the number of one's spades; ``whiz``: that, or nil. ``min_pair_bid`` is the least that two partners may
    bid together (``None``: no such rule). ``blind_nil`` may be bid before looking by a seat whose side is
    ``blind_behind`` points or more behind the leading one, and ``nil_pass`` cards are then exchanged with the partner.
    """

    max_bid: int | None
    no_hell: bool
    suicide: bool
    mirror: bool
    whiz: bool
    min_pair_bid: int | None
    blind_nil: bool
    blind_behind: int
    nil_pass: int

    @property
    def bound(self) -> bool:
        """Whether what may be bid depends on what the others have bid."""
        return self.no_hell or self.suicide or self.min_pair_bid is not None

    @property
    def by_hand(self) -> bool:
        """Whether what may be bid depends on the hand."""
        return self.mirror or self.whiz


class Leading(Struct, frozen=True, kw_only=True):
    """Who leads first, and when spades may be led."""

    leader: Leader
    first_lead: FirstLead
    breaking: Breaking


class Scoring(Struct, frozen=True, kw_only=True):
    """What tricks and bids are worth, in points."""

    contract: Contract
    nil: int
    nil_failed_point: int
    nil_failed_helps: bool
    double_nil: DoubleNil
    bags: BagLimit | None
    bags_carry: bool
    exact: bool
    hard: bool
    quicksand: bool
    ten_for_200: bool


HARD_BEYOND: Final = {2: 8, 3: 10, 4: 8, 5: 7, 6: 6}
"""Tricks beyond which a bid is a hard contract, by number of players."""
LEAST_SUICIDE_BID: Final = 4
"""The least bid of the partner who does not bid nil, in suicide (R12)."""
BLIND_BEHIND: Final = 100
"""Points behind from which a blind nil is usually allowed."""
TEN: Final = 10
"""The tricks of the contract that ten-for-200 makes worth more."""
HIGHEST: Final = tuple(map(Card.from_token, ("BJ", "LJ", "2D", "2S")))
"""The cards above the ace of spades in a pack with jokers, highest first."""
TWO_OF_CLUBS: Final = Card.from_token("2C")
