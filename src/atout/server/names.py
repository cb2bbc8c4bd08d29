"""What the seats of a table are called: one line each, and no two that look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from atout.say import LANGUAGES, Speaker, harmless
from atout.server.facts import Occupant

_NAMES: Final = 6
"""Names there are for bots: as many as seats at the largest table."""
_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing: Unicode's fillers, the empty braille pattern."""


def named(text: str) -> str:
    """A name somebody gives himself: one line, nothing that steers a display; empty if nothing of it would be seen."""
    name = " ".join(harmless(text).split())
    return name if likeness(name) else ""


def likeness(name: str) -> str:
    """What two names that are drawn alike have in common: no case, no width, nothing unseen, no spaces.

    Letters of two scripts that look the same stay two: telling them takes a table of such letters.
    """
    shown = (letter for letter in unicodedata.normalize("NFKC", name).casefold() if _is_seen(letter))
    return unicodedata.normalize("NFC", "".join(shown))


def _is_seen(letter: str) -> bool:
    """Whether a character is drawn: neither a space, nor a format or control character, nor a variation selector."""
    return not (
        letter.isspace()
        or letter in _UNSEEN
        or unicodedata.category(letter) in ("Cf", "Cc", "Cn")
        or "\ufe00" <= letter <= "\ufe0f"
    )


def names_in(language: str, occupants: Sequence[Occupant]) -> tuple[str, ...]:
    """What the players are called: by name, bots by that of their seat, or if a person is called so by one that is
    free; empty where there is none.
    """
    speaker = Speaker(language)
    usual = [speaker.text(f"word.name.{number}") for number in range(1, _NAMES + 1)]
    taken = {likeness(who.name) for who in occupants}
    bots = [seat for seat, who in enumerate(occupants, 1) if who.kind == "bot" and not who.name]
    own = {seat: usual[seat - 1] for seat in bots if likeness(usual[seat - 1]) not in taken}
    spare = (name for name in usual if likeness(name) not in taken and name not in own.values())
    names = own | {seat: next(spare, "") for seat in bots if seat not in own}
    return tuple(who.name or names.get(seat, "") for seat, who in enumerate(occupants, 1))


def is_taken(name: str, seat: int, occupants: Sequence[Occupant]) -> bool:
    """Whether a name for a seat looks like what another seat is called, in whatever language."""
    return likeness(name) in set(map(likeness, _others(seat, occupants)))


def _others(seat: int, occupants: Sequence[Occupant]) -> Iterator[str]:
    for language in LANGUAGES:
        speaker = Speaker(language, names_in(language, occupants))
        yield from (speaker.name(other) for other in range(1, len(occupants) + 1) if other != seat)
