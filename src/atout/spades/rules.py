"""Rules of the Spades family as frozen, validated data, and the keys that set them."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from msgspec import Struct

from atout.cards import BIG_JOKER, LITTLE_JOKER, Card, Cards, Suit, pack_of
from atout.options import CardList, Choice, Groups, Option, Profile, Values, Whole, YesNo, grouped, players_of
from atout.scoring import Ending, Overtime
from atout.seats import Side, pairs, solo
from atout.spades.conflicts import validate
from atout.spades.groups import (
    BLIND_BEHIND,
    HIGHEST,
    TWO_OF_CLUBS,
    BagLimit,
    Bags,
    Bidding,
    Breaking,
    Contract,
    Dealing,
    Deck,
    DoubleNil,
    Draw,
    DrawShown,
    FirstLead,
    Layout,
    Leader,
    Leading,
    Looking,
    MisdealClaim,
    Scoring,
)
from atout.tricks import Ordering, plain_ordering, promoted_ordering


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
    seats_rest = False

    def __post_init__(self) -> None:
        validate(self)

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
        return self.whole_pack - self.layout.removed

    @property
    def whole_pack(self) -> Cards:
        """The pack before cards are left out."""
        return pack_of(jokers=(BIG_JOKER, LITTLE_JOKER) if self._jokers else ())

    @property
    def whole_spades(self) -> Cards:
        """Every trump of that pack."""
        spades = self.whole_pack.of_suit(Suit.SPADES)
        return spades | Cards.of(HIGHEST) if self._jokers else spades

    @property
    def _jokers(self) -> bool:
        return self.layout.pack is Deck.JOKERS

    @cached_property
    def ordering(self) -> Ordering:
        """Spades are always trump; nothing stands above the ace, unless there are jokers."""
        if not self._jokers:
            return plain_ordering(self.pack, Suit.SPADES)
        return promoted_ordering(self.pack, Suit.SPADES, tuple(card for card in HIGHEST if card in self.pack))

    @cached_property
    def spades(self) -> Cards:
        """Every card that counts as a spade."""
        return self.ordering.of_suit(Suit.SPADES)

    @cached_property
    def side_suits(self) -> Cards:
        """What may be led before the spades are open."""
        return self.pack - self.spades

    @cached_property
    def opening_card(self) -> Card | None:
        """The card whose holder leads it to the first trick; ``None`` where the dealer's left leads."""
        return TWO_OF_CLUBS if self.leading.first_lead is FirstLead.TWO_OF_CLUBS else None

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


OPTIONS: Final = {
    option.key: option
    for option in (
        Option("players", "layout", Whole(2, 6)),
        Option("target", "ending", Whole(1, 1_000_000, "deal", (100, 200, 300, 500, 1000, 1500, 2000))),
        Option("no_hell", "bidding", YesNo()),
        Option("quicksand", "scoring", YesNo()),
        Option("suicide", "bidding", YesNo()),
        Option("mirror", "bidding", YesNo()),
        Option("whiz", "bidding", YesNo()),
        Option("min_pair_bid", "bidding", Whole(1, 13, "none", (4, 5, 6))),
        Option("blind_nil", "bidding", YesNo()),
        Option("blind_behind", "bidding", Whole(0, 1000, None, (0, 100, 200))),
        Option("nil_pass", "bidding", Whole(0, 3)),
        Option("pack", "layout", Choice(Deck)),
        Option("removed", "layout", CardList()),
        Option("breaking", "leading", Choice(Breaking)),
        Option("max_bid", "bidding", Whole(1, 17, "held")),
        Option("look", "dealing", Choice(Looking)),
        Option("misdeal", "dealing", Choice(MisdealClaim)),
        Option("draw", "dealing", Choice(Draw)),
        Option("draw_shown", "dealing", Choice(DrawShown)),
        Option("leader", "leading", Choice(Leader)),
        Option("first_lead", "leading", Choice(FirstLead)),
        Option("contract", "scoring", Choice(Contract)),
        Option("nil", "scoring", Whole(0, 1000)),
        Option("nil_failed_point", "scoring", Whole(0, 1)),
        Option("nil_failed_helps", "scoring", YesNo()),
        Option("double_nil", "scoring", Choice(DoubleNil)),
        Option("bags", "scoring", Bags()),
        Option("bags_carry", "scoring", YesNo()),
        Option("exact", "scoring", YesNo()),
        Option("hard", "scoring", YesNo()),
        Option("ten_for_200", "scoring", YesNo()),
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
    "mirror": False,
    "whiz": False,
    "min_pair_bid": None,
    "blind_nil": False,
    "blind_behind": BLIND_BEHIND,
    "nil_pass": 0,
    "pack": Deck.STANDARD,
    "removed": Cards(),
    "breaking": Breaking.PLAYED,
    "max_bid": None,
    "look": Looking.BEFORE,
    "misdeal": MisdealClaim.NO,
    "draw": None,
    "draw_shown": None,
    "leader": Leader.ROTATE,
    "first_lead": FirstLead.LEFT,
    "contract": Contract.SUM,
    "nil": 100,
    "nil_failed_point": 1,
    "nil_failed_helps": False,
    "double_nil": DoubleNil.SEPARATE,
    "bags": BagLimit(10, -100),
    "bags_carry": True,
    "exact": False,
    "hard": False,
    "ten_for_200": False,
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


_BESIDE_JOKERS: Final = {3: ("3C",), 5: ("3C", "3D"), 6: ("3C", "3D", "3H", "3S")}
"""Cards left out beside the two of hearts and the two of clubs, so that every seat gets as many."""


def build(profile: Profile, values: Values) -> SpadesRules:
    """The rules of a profile with some values of its own; raises ``RulesError`` on a conflict."""
    players = players_of(profile, values)
    merged = {**_PLAIN, **profile.values(players)}
    if values.get("quicksand"):
        merged["bags"] = None
    if values.get("mirror"):
        merged["blind_nil"] = False
    if values.get("pack") is Deck.JOKERS:
        merged["removed"] = Cards.of(map(Card.from_token, ("2H", "2C", *_BESIDE_JOKERS.get(players, ()))))
    merged.update(values)
    return SpadesRules(profile=profile.name, **grouped(_GROUPS, merged))
