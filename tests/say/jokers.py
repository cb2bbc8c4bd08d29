"""What tests of any part that speaks ask after jokers: the names that no card of a pack has."""

from __future__ import annotations

from functools import cache

from atout.cards import BIG_JOKER, LITTLE_JOKER, Cards
from atout.say import pattern

BIG, LITTLE, ONLY = (f"word.card.{name}" for name in ("BJ", "LJ", "only_joker"))


@cache
def misnamed(language: str, pack: Cards) -> tuple[str, ...]:
    """Big and little are only jokers of which there are two; one without another has a name of its own."""
    count = (BIG_JOKER in pack) + (LITTLE_JOKER in pack)
    right = {0: (), 1: (ONLY,), 2: (BIG, LITTLE)}[count]
    return tuple(pattern(language, name) for name in (BIG, LITTLE, ONLY) if name not in right)


def misnames(text: str, language: str, pack: Cards) -> list[str]:
    """The names of jokers in a text that no card of the pack has."""
    return [name for name in misnamed(language, pack) if name in text]
