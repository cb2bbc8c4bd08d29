"""Rules of the Euchre family as frozen, validated data, and the keys that set them."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Final

from msgspec import Struct

from atout.cards import Cards, Rank, pack_of
from atout.options import Choice, Groups, Option, Profile, RulesError, Values, Whole, YesNo, grouped, players_of
from atout.scoring import Ending, Tie
from atout.seats import Side, solo


class Euchred(StrEnum):
    """Who pays when the maker falls short."""

    OPPONENTS = "opponents"
    """Each opponent scores 2."""
    MAKER_LOSES = "maker-loses"
    """The maker loses 2."""


class Lead(StrEnum):
    """Whose left-hand neighbour leads to the first trick."""

    DEALER = "dealer"
    MAKER = "maker"


class PackSize(StrEnum):
    """How many cards are used: from the ten, the nine or the seven up."""

    TWENTY = "20"
    TWENTY_FOUR = "24"
    THIRTY_TWO = "32"


_LOWEST: Final = {PackSize.TWENTY: Rank.TEN, PackSize.TWENTY_FOUR: Rank.NINE, PackSize.THIRTY_TWO: Rank.SEVEN}


class Layout(Struct, frozen=True, kw_only=True):
    """Seats and pack."""

    players: int
    pack: PackSize


class Calling(Struct, frozen=True, kw_only=True):
    """How trump is made. ``stick``: the dealer may not pass in round 2. ``discard_turned``: the turned card may be
    the dealer's discard."""

    stick: bool
    discard_turned: bool


class Leading(Struct, frozen=True, kw_only=True):
    """Who leads first."""

    lead: Lead


class Scoring(Struct, frozen=True, kw_only=True):
    """What the maker's tricks are worth: ``march`` points for all of them."""

    march: int
    euchred: Euchred


TRICKS: Final = 5
"""Cards a seat plays."""
TO_MAKE: Final = 3
"""Tricks the maker needs."""


class EuchreRules(Struct, frozen=True, kw_only=True, dict=True):
    """The rules of one Euchre table. Construction raises ``RulesError`` on any conflict (R14)."""

    profile: str
    layout: Layout
    calling: Calling
    leading: Leading
    scoring: Scoring
    ending: Ending

    family = "euchre"
    cards_each = TRICKS
    draws_dealer = False
    counts_bags = False

    def __post_init__(self) -> None:
        if len(self.pack) <= self.players * TRICKS:
            raise RulesError("pack", "no-stock", cards=len(self.pack), players=self.players)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.layout.players

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Everyone scores for himself."""
        return solo(self.players)

    @cached_property
    def pack(self) -> Cards:
        """The cards used."""
        return pack_of(_LOWEST[self.layout.pack])


OPTIONS: Final = {
    option.key: option
    for option in (
        Option("players", "layout", Whole(2, 6)),
        Option("target", "ending", Whole(1, 1_000_000, "deal", (5, 10, 15))),
        Option("stick", "calling", YesNo()),
        Option("march", "scoring", Whole(1, 10, suggested=(2, 3))),
        Option("euchred", "scoring", Choice(Euchred)),
        Option("discard_turned", "calling", YesNo()),
        Option("lead", "leading", Choice(Lead)),
        Option("pack", "layout", Choice(PackSize)),
        Option("tie", "ending", Choice(Tie)),
    )
}
"""The keys of the family, in the order specs print them."""

_PLAIN: Final[Values] = {
    "target": 10,
    "stick": False,
    "march": 2,
    "euchred": Euchred.OPPONENTS,
    "discard_turned": True,
    "lead": Lead.DEALER,
    "pack": PackSize.TWENTY_FOUR,
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
    merged = {**_PLAIN, **profile.values(players_of(profile, values)), **values}
    return EuchreRules(profile=profile.name, **grouped(_GROUPS, merged))
