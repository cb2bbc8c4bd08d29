"""Texts spoilt by chance, for readers that must say what is wrong with whatever they are given."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def mutated(text: str, chance: Random, words: Sequence[str], units: Sequence[str] = ("", " ", "\n")) -> str:
    """A text with a few characters, words or lines (what ``units`` part) lost, doubled, moved or changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        text = text or chance.choice(words)
        unit = chance.choice(units)
        parts = text.split(unit) if unit else list(text)
        at, other = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.randrange(6):
            case 0:
                del parts[at : at + chance.randint(1, 3)]
            case 1:
                parts.insert(at, parts[other])
            case 2:
                parts[at], parts[other] = parts[other], parts[at]
            case 3:
                parts[at] = chance.choice(words)
            case 4:
                parts.insert(at, chance.choice(words))
            case _:
                parts = parts[:at]
        text = unit.join(parts)
    return text
