"""The rules of a table in words: options, their values, profiles."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from atout.cards import Cards
from atout.families import PROFILES, family_of
from atout.game import Rules
from atout.options import Option, differences
from atout.say import Speaker, capital
from atout.sentences.keys import facts_of


def option_name(speaker: Speaker, key: str) -> str:
    """What an option is called: ``bonus d’exactitude``."""
    return speaker.text(f"option.{key}.name")


def option_help(speaker: Speaker, key: str) -> str:
    """What an option changes, in one sentence."""
    return speaker.text(f"option.{key}.help")


def option_value(speaker: Speaker, option: Option, value: Any) -> str:
    """A value of an option in words: ``oui``, ``500 points``, ``par tout pique joué``."""
    if not option.kind.text(value):
        return speaker.text("option.not_played")
    match value:
        case bool():
            return speaker.text(f"option.{option.kind.text(value)}")
        case Cards() if value:
            return speaker.text(f"option.{option.key}.form", cards=", ".join(map(speaker.card, value)))
        case int():
            return speaker.text(f"option.{option.key}.form", number=int(value))
        case Struct() if not isinstance(value, Cards):
            return speaker.text(f"option.{option.key}.form", **facts_of(value))
    return speaker.text(f"option.{option.key}.value.{option.kind.text(value)}")


def profile_name(speaker: Speaker, name: str) -> str:
    """What a profile is called: ``Piques à trois``."""
    return speaker.text(f"option.profiles.{name}")


def summary(speaker: Speaker, rules: Rules) -> str:
    """A table in a few words: the game, players and sides, the target, and what differs from the profile."""
    family, profile = family_of(rules.profile), PROFILES[rules.profile]
    options = family.options
    values = {"target": options["target"].value(rules), **differences(rules, profile, options, family.build)}
    values.pop("players", None)
    pairs = any(len(side) > 1 for side in rules.sides)
    name = profile_name(speaker, rules.profile)
    parts = [speaker.text("option.summary", profile=name, players=rules.players, pairs=pairs)]
    if rules.ending.down and rules.ending.target is not None:
        parts.append(speaker.text("view.scores.down", target=values.pop("target")))
    for key, value in values.items():
        said = option_value(speaker, options[key], value)
        parts.append(capital(speaker.text("option.with_value", name=option_name(speaker, key), value=said)))
    return " ".join(parts)
