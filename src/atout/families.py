"""The registry: every family and profile, and rules specs (``profile key=value …``) read and printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

import atout.euchre.deeds
import atout.euchre.hand
import atout.euchre.profiles
import atout.euchre.rules
import atout.euchre.simulation
import atout.spades.hand
import atout.spades.profiles
import atout.spades.rules
import atout.spades.simulation
from atout.game import Family, Hand, Rules
from atout.match import Match
from atout.options import Build, Option, Profile, RulesError, Values, offered, read_pairs, spec_text
from atout.scoring import Standing
from atout.simulation import Footing, Simulation


class _Registered(Struct, frozen=True):
    """A family of games, as the registry knows it."""

    name: str
    options: Mapping[str, Option]
    profiles: tuple[Profile, ...]
    build: Build
    start: Callable[[Any, int, Standing], Hand]
    recipients: Callable[[Any, int], tuple[int, ...]]
    footing: Callable[[Any], Footing]
    simulation: Callable[[Any, Standing], Simulation]


FAMILIES: Final[dict[str, Family]] = {
    "spades": _Registered(
        "spades",
        atout.spades.rules.OPTIONS,
        atout.spades.profiles.PROFILES,
        atout.spades.rules.build,
        atout.spades.hand.start,
        atout.spades.hand.recipients,
        atout.spades.simulation.footing,
        atout.spades.simulation.simulation,
    ),
    "euchre": _Registered(
        "euchre",
        atout.euchre.rules.OPTIONS,
        atout.euchre.profiles.PROFILES,
        atout.euchre.rules.build,
        atout.euchre.hand.start,
        atout.euchre.deeds.recipients,
        atout.euchre.simulation.footing,
        atout.euchre.simulation.simulation,
    ),
}
"""Every family by name."""

PROFILES: Final[dict[str, Profile]] = {
    profile.name: profile for family in FAMILIES.values() for profile in family.profiles
}
"""Every profile by name."""

USUAL: Final = next(iter(PROFILES))
"""The table that is played when nobody says: the first of the registry."""


def family_of(profile: str) -> Family:
    """The family a profile belongs to; raises ``RulesError`` for an unknown profile."""
    for family in FAMILIES.values():
        if any(known.name == profile for known in family.profiles):
            return family
    raise RulesError("profile", "unknown-profile", given=profile, known=tuple(PROFILES))


def make(profile: str, values: Values | None = None) -> Rules:
    """Rules from a profile's name and option values; raises ``RulesError``."""
    family = family_of(profile)
    rules: Rules = family.build(PROFILES[profile], values or {})
    return rules


def parse(spec: str) -> Rules:
    """The rules of a spec such as ``PROFILE players=5 target=1000``; raises ``RulesError`` naming the field."""
    words = spec.split()
    if not words:
        raise RulesError("profile", "no-profile", known=tuple(PROFILES))
    name = words[0].lower().replace("_", "-")
    options = family_of(name).options
    return make(name, read_pairs(words[1:], offered(PROFILES[name], options)))


def spec(rules: Rules) -> str:
    """The canonical spec: only what differs from the profile; ``parse`` reads it back to equal rules."""
    family = family_of(rules.profile)
    return spec_text(rules, PROFILES[rules.profile], family.options, family.build)


def new_match(rules: Rules, standing: Standing | None = None, number: int = 0) -> Match:
    """A match before its first deal, from nothing or from a standing after a ``number`` of deals."""
    start = standing or Standing.zero(len(rules.sides), rules.ending.start)
    return Match(family_of(rules.profile), rules, start, number)
