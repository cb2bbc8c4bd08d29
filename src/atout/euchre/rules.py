"""Rules of the Euchre family as frozen, validated data, and the keys that set them."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct

from atout.cards import BIG_JOKER, Card, Cards, NoTrump, Rank, Suit, Trump, pack_of
from atout.options import Choice, Groups, Option, Profile, RulesError, Values, Whole, YesNo, grouped, players_of
from atout.scoring import Ending, Tie
from atout.seats import Side, pairs, solo
from atout.tricks import Ordering, bower_ordering


class Form(StrEnum):
    """The three ways the family is played, which no option changes."""

    TURNED = "turned"
    """A card is turned up; whoever makes trump needs three tricks."""
    BID = "bid"
    """All cards are dealt, tricks are bid for, and each is a point."""
    BUCK = "buck"
    """A card is turned up, tricks are bid for, and totals count down."""


class Euchred(StrEnum):
    """Who pays when the maker falls short."""

    OPPONENTS = "opponents"
    """Each opponent's side scores."""
    MAKER_LOSES = "maker-loses"
    """The maker's side loses as much."""


class Lead(StrEnum):
    """Who leads to the first trick: somebody's left-hand neighbour, or the maker."""

    DEALER = "dealer"
    MAKER = "maker"
    BIDDER = "bidder"
    """The maker himself."""


class LoneLead(StrEnum):
    """Whose left-hand neighbour leads when the maker plays alone; the next seat, if that one sits out."""

    DEALER = "dealer"
    MAKER = "maker"


class PackSize(StrEnum):
    """How many cards are used, the Benny apart: from the ten, the nine or the seven up."""

    TWENTY = "20"
    TWENTY_FOUR = "24"
    THIRTY_TWO = "32"


class Benny(StrEnum):
    """The card that is the highest trump whatever the suit."""

    NONE = "none"
    JOKER = "joker"
    TWO_OF_SPADES = "2s"


class MisdealClaim(StrEnum):
    """Which hands may be thrown in at one's first turn to speak."""

    NO = "no"
    NO_ACE_NO_FACE = "no-ace-no-face"
    """A hand of nothing above the ten: no ace, king, queen or jack."""


class Bucked(StrEnum):
    """What a high bidder who falls short takes off for the tricks he has."""

    NOTHING = "nothing"
    TRICKS = "tricks"


_LOWEST: Final = {PackSize.TWENTY: Rank.TEN, PackSize.TWENTY_FOUR: Rank.NINE, PackSize.THIRTY_TWO: Rank.SEVEN}
_BENNIES: Final = {Benny.JOKER: BIG_JOKER, Benny.TWO_OF_SPADES: Card.of(Suit.SPADES, Rank.TWO)}
LOW_RANKS: Final = frozenset({Rank.NINE, Rank.TEN})
"""The cards of a farmer's hand."""
EXCHANGED: Final = 3
"""Cards a farmer's hand exchanges."""
DIRTY: Final = Suit.CLUBS
"""The suit that is trump by itself when it is turned up."""


class Layout(Struct, frozen=True, kw_only=True):
    """Form, seats, sides and pack. ``benny`` is ``None`` where the form has none."""

    form: Form
    players: int
    paired: bool
    pack: PackSize
    benny: Benny | None


class Calling(Struct, frozen=True, kw_only=True):
    """How trump is made.

    ``stick``: the last to speak may not pass when all others have; ``discard_turned``: the turned card may be the
    dealer's discard; ``misdeal`` and ``farmers_hand``: what a poor hand may ask for; ``alone``: the maker may play
    without the partner, ``defend_alone``: so may an opponent then; ``partner_must_go_alone``: ordering up the
    partner's card is a call to play alone; ``no_trump`` may be named; ``least_bid`` tricks must be bid; ``moon``: all
    tricks alone may be bid; ``dirty_clubs``: clubs turned up are trump, without bids; ``dropping``: the others may sit
    a deal out. ``None``: the form has no such thing.
    """

    stick: bool
    discard_turned: bool
    misdeal: MisdealClaim
    farmers_hand: bool
    alone: bool
    defend_alone: bool
    partner_must_go_alone: bool
    no_trump: bool
    least_bid: int | None
    moon: bool
    dirty_clubs: bool
    dropping: bool


class Leading(Struct, frozen=True, kw_only=True):
    """Who leads first; ``lone_lead``: when the maker plays alone."""

    lead: Lead
    lone_lead: LoneLead | None


class Scoring(Struct, frozen=True, kw_only=True):
    """What tricks are worth, in points: ``march`` for all of them, ``lone_march`` when made alone; ``euchred_alone`` to
    those who euchre a lone maker; ``lone_defence`` to a lone defender who does. ``bucked``: see ``Bucked``. ``None``:
    the form has no such thing."""

    march: int | None
    lone_march: int | None
    euchred: Euchred | None
    euchred_alone: int | None
    lone_defence: int | None
    bucked: Bucked | None


TRICKS: Final = 5
"""Cards a seat plays where a card is turned up."""
TO_MAKE: Final = 3
"""Tricks the maker needs there."""


class EuchreRules(Struct, frozen=True, kw_only=True, dict=True):
    """The rules of one Euchre table. Construction raises ``RulesError`` on any conflict (R14)."""

    profile: str
    layout: Layout
    calling: Calling
    leading: Leading
    scoring: Scoring
    ending: Ending

    family = "euchre"
    draws_dealer = False
    counts_bags = False

    def __post_init__(self) -> None:
        _validate(self)

    @property
    def seats_rest(self) -> bool:
        """Whether a seat may sit a deal out."""
        return self.calling.alone or self.calling.moon or self.calling.dropping

    @property
    def form(self) -> Form:
        """The way the game is played."""
        return self.layout.form

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.layout.players

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Everyone for himself, or partners."""
        return pairs(self.players) if self.layout.paired else solo(self.players)

    @cached_property
    def benny(self) -> tuple[Card, ...]:
        """The Benny, if the pack has one."""
        return (_BENNIES[self.layout.benny],) if self.layout.benny in _BENNIES else ()

    @cached_property
    def pack(self) -> Cards:
        """The cards used."""
        return pack_of(_LOWEST[self.layout.pack]) | Cards.of(self.benny)

    @cached_property
    def cards_each(self) -> int:
        """Cards a seat plays: five, or an equal share of the whole pack."""
        return len(self.pack) // self.players if self.form is Form.BID else TRICKS

    @cached_property
    def trumps(self) -> tuple[Trump, ...]:
        """What may be named, the turned suit apart."""
        return (*Suit, NoTrump.NO_TRUMP) if self.calling.no_trump else tuple(Suit)

    def ordering(self, trump: Trump) -> Ordering:
        """The order of the cards under a trump: the Benny and the bowers on top."""
        return bower_ordering(self.pack, trump if isinstance(trump, Suit) else None, self.benny)


def _validate(rules: EuchreRules) -> None:
    layout, calling = rules.layout, rules.calling
    cards, players = len(rules.pack), layout.players
    if rules.form is Form.BID and cards % players:
        raise RulesError("pack", "pack-does-not-divide", cards=cards, players=players)
    if rules.form is not Form.BID and cards <= players * TRICKS:
        raise RulesError("pack", "no-stock", cards=cards, players=players)
    for field in ("alone", "moon"):
        if getattr(calling, field) and not layout.paired:
            raise RulesError(field, "needs-pairs")
    for field in ("defend_alone", "partner_must_go_alone"):
        if getattr(calling, field) and not calling.alone:
            raise RulesError(field, "needs-alone")
    if calling.no_trump and rules.benny:
        raise RulesError("no_trump", "no-trump-with-benny")
    if calling.farmers_hand and cards - players * TRICKS <= EXCHANGED:
        raise RulesError("farmers_hand", "no-stock-to-exchange", cards=EXCHANGED)
    if calling.least_bid is not None and calling.least_bid > rules.cards_each:
        raise RulesError("least_bid", "more-than-cards", cards=rules.cards_each)


OPTIONS: Final = {
    option.key: option
    for option in (
        Option("players", "layout", Whole(2, 6)),
        Option("target", "ending", Whole(1, 1_000_000, "deal", (5, 7, 10, 11, 15, 21, 25, 32))),
        Option("stick", "calling", YesNo()),
        Option("alone", "calling", YesNo()),
        Option("defend_alone", "calling", YesNo()),
        Option("partner_must_go_alone", "calling", YesNo()),
        Option("no_trump", "calling", YesNo()),
        Option("misdeal", "calling", Choice(MisdealClaim)),
        Option("farmers_hand", "calling", YesNo()),
        Option("least_bid", "calling", Whole(1, 6)),
        Option("moon", "calling", YesNo()),
        Option("dirty_clubs", "calling", YesNo()),
        Option("dropping", "calling", YesNo()),
        Option("march", "scoring", Whole(1, 10, suggested=(2, 3))),
        Option("lone_march", "scoring", Whole(1, 10, suggested=(4, 5))),
        Option("euchred", "scoring", Choice(Euchred)),
        Option("euchred_alone", "scoring", Whole(2, 4, suggested=(2, 4))),
        Option("lone_defence", "scoring", Whole(2, 4, suggested=(2, 4))),
        Option("bucked", "scoring", Choice(Bucked)),
        Option("discard_turned", "calling", YesNo()),
        Option("lead", "leading", Choice(Lead)),
        Option("lone_lead", "leading", Choice(LoneLead)),
        Option("pack", "layout", Choice(PackSize)),
        Option("benny", "layout", Choice(Benny)),
        Option("tie", "ending", Choice(Tie)),
    )
}
"""The keys of the family, in the order specs print them."""

_FORMS: Final = {
    **dict.fromkeys(("alone", "defend_alone", "partner_must_go_alone", "farmers_hand", "discard_turned"), Form.TURNED),
    **dict.fromkeys(
        ("march", "lone_march", "euchred", "euchred_alone", "lone_defence", "lone_lead", "benny"), Form.TURNED
    ),
    "moon": Form.BID,
    **dict.fromkeys(("dirty_clubs", "dropping", "bucked"), Form.BUCK),
}
"""The form of the keys that belong to one."""
_LONE: Final = ("lone_march", "euchred_alone", "lone_lead")
"""The keys of a table where the maker may play alone."""
_BIDDING: Final = frozenset({"least_bid"})
"""The keys of the forms where tricks are bid for."""

_PLAIN: Final[Values] = {
    "form": Form.TURNED,
    "paired": False,
    "target": 10,
    "stick": False,
    "alone": False,
    "defend_alone": False,
    "partner_must_go_alone": False,
    "no_trump": False,
    "misdeal": MisdealClaim.NO,
    "farmers_hand": False,
    "least_bid": 1,
    "moon": False,
    "dirty_clubs": False,
    "dropping": False,
    "march": 2,
    "lone_march": 4,
    "euchred": Euchred.OPPONENTS,
    "euchred_alone": 2,
    "lone_defence": 4,
    "bucked": Bucked.NOTHING,
    "discard_turned": True,
    "lead": Lead.DEALER,
    "lone_lead": LoneLead.DEALER,
    "pack": PackSize.TWENTY_FOUR,
    "benny": Benny.NONE,
    "tie": Tie.PLAY_ON,
}
_GROUPS: Final[Groups] = {
    "layout": Layout,
    "calling": Calling,
    "leading": Leading,
    "scoring": Scoring,
    "ending": Ending,
}


def build(profile: Profile, values: Values) -> EuchreRules:
    """The rules of a profile with some values of its own; raises ``RulesError`` on a conflict."""
    merged = {**_PLAIN, **profile.values(players_of(profile, values))}
    form = merged["form"]
    for key, option in OPTIONS.items():
        if _FORMS.get(key, form) is form and not (key in _BIDDING and form is Form.TURNED):
            continue
        merged[key] = False if isinstance(option.kind, YesNo) else None
        if values.get(key, merged[key]) != merged[key]:
            raise RulesError(key, "not-in-this-form")
    merged = {**merged, **values, "down": form is Form.BUCK}
    for key in () if merged["alone"] else _LONE:
        merged[key] = None
        if values.get(key) is not None:
            raise RulesError(key, "needs-alone")
    if not merged["defend_alone"]:
        merged["lone_defence"] = None
        if values.get("lone_defence") is not None:
            raise RulesError("lone_defence", "needs-lone-defence")
    return EuchreRules(profile=profile.name, **grouped(_GROUPS, merged))
