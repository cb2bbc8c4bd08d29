"""Rules of the Spades family as frozen, validated data, and the keys that set them."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct

from atout.cards import Cards, Suit, pack_of
from atout.options import (
    CardList,
    Choice,
    Groups,
    Option,
    Profile,
    RulesError,
    Values,
    Whole,
    YesNo,
    grouped,
    players_of,
)
from atout.scoring import Ending, Overtime
from atout.seats import Side, pairs, solo
from atout.tricks import Ordering, plain_ordering


class Breaking(StrEnum):
    """What opens the spades, so that they may be led (R1)."""

    STRICT = "strict"
    """Only a spade played on another suit."""
    PLAYED = "played"
    """Any spade on the table, a forced lead included."""
    ANY = "any"
    """They are always open."""


class Look(StrEnum):
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
    """Seats, sides and pack. ``removed`` cards are left out of the 52."""

    players: int
    paired: bool
    removed: Cards


class Dealing(Struct, frozen=True, kw_only=True):
    """How the cards reach the hands. ``draw`` and ``draw_shown`` are ``None`` where all cards are dealt."""

    look: Look
    misdeal: MisdealClaim
    draw: Draw | None
    draw_shown: DrawShown | None


class Bidding(Struct, frozen=True, kw_only=True):
    """What may be bid. ``max_bid`` is ``None`` for the number of cards held."""

    max_bid: int | None
    no_hell: bool
    suicide: bool


class Leading(Struct, frozen=True, kw_only=True):
    """Who leads first, and when spades may be led."""

    leader: Leader
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


HARD_BEYOND: Final = {2: 8, 3: 10, 4: 8, 5: 7, 6: 6}
"""Tricks beyond which a bid is a hard contract, by number of players."""
LEAST_SUICIDE_BID: Final = 4
"""The least bid of the partner who does not bid nil, in suicide (R12)."""


class SpadesRules(Struct, frozen=True, kw_only=True, dict=True):
    """The rules of one Spades table. Construction raises ``RulesError`` on any conflict (R14)."""

    profile: str
    layout: Layout
    dealing: Dealing
    bidding: Bidding
    leading: Leading
    scoring: Scoring
    ending: Ending

    family = "spades"

    def __post_init__(self) -> None:
        _validate(self)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.layout.players

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Pairs of partners, or everyone for himself."""
        return pairs(self.players) if self.layout.paired else solo(self.players)

    @cached_property
    def pack(self) -> Cards:
        """The cards used."""
        return pack_of(removed=self.layout.removed)

    @cached_property
    def ordering(self) -> Ordering:
        """Spades are always trump, and nothing stands above the ace."""
        return plain_ordering(self.pack, Suit.SPADES)

    @cached_property
    def side_suits(self) -> Cards:
        """What may be led before the spades are open."""
        return self.pack - self.pack.of_suit(Suit.SPADES)

    @cached_property
    def cards_each(self) -> int:
        """Cards a seat plays in a deal; in the draw, half of what it chooses from."""
        return len(self.pack) // self.players // (2 if self.dealing.draw else 1)

    @cached_property
    def highest_bid(self) -> int:
        """The greatest number of tricks that may be announced."""
        return self.cards_each if self.bidding.max_bid is None else self.bidding.max_bid

    @property
    def draws_dealer(self) -> bool:
        """Whether the first leader is drawn for every deal."""
        return self.leading.leader is Leader.RANDOM

    @property
    def counts_bags(self) -> bool:
        """Whether extra tricks are collected as bags."""
        return self.scoring.bags is not None


def _validate(rules: SpadesRules) -> None:
    layout, dealing, bidding, scoring = rules.layout, rules.dealing, rules.bidding, rules.scoring
    if (dealing.draw is None) != (layout.players != 2):
        raise RulesError("draw", "draw-needs-two", players=layout.players)
    if (dealing.draw_shown is None) != (dealing.draw is None):
        raise RulesError("draw_shown", "draw-needs-two", players=layout.players)
    foreign = layout.removed - pack_of()
    if foreign:
        raise RulesError("removed", "not-in-pack", card=next(iter(foreign)))
    pack = len(rules.pack)
    shares = layout.players * (2 if dealing.draw else 1)
    if pack % shares or not pack:
        raise RulesError("removed", "pack-does-not-divide", cards=pack, players=layout.players)
    if layout.players in (3, 5) and layout.removed.of_suit(Suit.SPADES):
        raise RulesError("removed", "spade-removed", players=layout.players)
    if dealing.draw and dealing.look is Look.TURN:
        raise RulesError("look", "look-with-draw")
    if dealing.misdeal is not MisdealClaim.NO:
        if dealing.draw:
            raise RulesError("misdeal", "misdeal-with-draw")
        if layout.players > 4:
            raise RulesError(
                "misdeal", "misdeal-too-often", players=layout.players, percent=(35, 68)[layout.players - 5]
            )
    if bidding.max_bid is not None and bidding.max_bid > rules.cards_each:
        raise RulesError("max_bid", "more-than-cards", cards=rules.cards_each)
    if not layout.paired:
        for field, wanted in (
            ("suicide", bidding.suicide),
            ("double_nil", scoring.double_nil is DoubleNil.JOINT),
            ("contract", scoring.contract is Contract.EACH),
            ("nil_failed_helps", scoring.nil_failed_helps),
        ):
            if wanted:
                raise RulesError(field, "needs-pairs")
    if bidding.suicide and rules.highest_bid < LEAST_SUICIDE_BID:
        raise RulesError("max_bid", "less-than-suicide", least=LEAST_SUICIDE_BID)
    if scoring.quicksand and scoring.bags is not None:
        raise RulesError("bags", "bags-with-quicksand")


OPTIONS: Final = {
    option.key: option
    for option in (
        Option("players", "layout", Whole(2, 6)),
        Option("target", "ending", Whole(1, 1_000_000, "deal", (100, 200, 300, 500, 1000, 1500, 2000))),
        Option("no_hell", "bidding", YesNo()),
        Option("quicksand", "scoring", YesNo()),
        Option("suicide", "bidding", YesNo()),
        Option("removed", "layout", CardList()),
        Option("breaking", "leading", Choice(Breaking)),
        Option("max_bid", "bidding", Whole(1, 17, "held")),
        Option("look", "dealing", Choice(Look)),
        Option("misdeal", "dealing", Choice(MisdealClaim)),
        Option("draw", "dealing", Choice(Draw)),
        Option("draw_shown", "dealing", Choice(DrawShown)),
        Option("leader", "leading", Choice(Leader)),
        Option("contract", "scoring", Choice(Contract)),
        Option("nil", "scoring", Whole(0, 1000)),
        Option("nil_failed_point", "scoring", Whole(0, 1)),
        Option("nil_failed_helps", "scoring", YesNo()),
        Option("double_nil", "scoring", Choice(DoubleNil)),
        Option("bags", "scoring", Bags()),
        Option("bags_carry", "scoring", YesNo()),
        Option("exact", "scoring", YesNo()),
        Option("hard", "scoring", YesNo()),
        Option("overtime", "ending", Choice(Overtime)),
        Option("floor", "ending", Whole(-1_000_000, -1, "none")),
    )
}
"""The keys of the family, in the order specs print them."""

_PLAIN: Final[Values] = {
    "target": 500,
    "no_hell": False,
    "quicksand": False,
    "suicide": False,
    "removed": Cards(),
    "breaking": Breaking.PLAYED,
    "max_bid": None,
    "look": Look.BEFORE,
    "misdeal": MisdealClaim.NO,
    "draw": None,
    "draw_shown": None,
    "leader": Leader.ROTATE,
    "contract": Contract.SUM,
    "nil": 100,
    "nil_failed_point": 1,
    "nil_failed_helps": False,
    "double_nil": DoubleNil.SEPARATE,
    "bags": BagLimit(10, -100),
    "bags_carry": True,
    "exact": False,
    "hard": False,
    "overtime": Overtime.LEADER,
    "floor": None,
}
_GROUPS: Final[Groups] = {
    "layout": Layout,
    "dealing": Dealing,
    "bidding": Bidding,
    "leading": Leading,
    "scoring": Scoring,
    "ending": Ending,
}


def build(profile: Profile, values: Values) -> SpadesRules:
    """The rules of a profile with some values of its own; raises ``RulesError`` on a conflict."""
    merged = {**_PLAIN, **profile.values(players_of(profile, values))}
    if values.get("quicksand"):
        merged["bags"] = None
    merged.update(values)
    return SpadesRules(profile=profile.name, **grouped(_GROUPS, merged))
