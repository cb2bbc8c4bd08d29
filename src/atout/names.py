"""What players are called: one line each, no two that look alike. Records write a bot by its level."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from atout.say import LANGUAGES, Speaker, harmless
from atout.seats import HOUSE, MOST

LONGEST: Final = 40
"""Characters of the longest name that is taken."""
_BOT: Final = "bot:"
"""What a record writes before the level of a bot that has no name."""
_UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing: Unicode's fillers, the empty braille pattern."""


def named(text: str) -> str:
    """A name somebody gives himself: one line, nothing that steers a display; empty if nothing of it would be seen, or
    if it looks like how a bot is written."""
    name = " ".join(harmless(text).split())
    drawn = likeness(name)
    return name if drawn and bot_level(drawn) is None else ""


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


def bot_name(level: str) -> str:
    """A bot as records write it."""
    return _BOT + level


def bot_level(written: str) -> str | None:
    """The level of the bot that a record has written so; ``None`` for a person."""
    return written.removeprefix(_BOT) if written.startswith(_BOT) else None


def called(language: str, written: Sequence[str]) -> tuple[str, ...]:
    """What players are called whom a record writes so, by seat: people by name, bots by the name of their seat, or if a
    person is called so by one that is free; empty where there is none.
    """
    speaker = Speaker(language)
    usual = [speaker.text(f"word.name.{number}") for number in range(1, MOST + 1)]
    bots = [seat for seat, name in enumerate(written, 1) if bot_level(name) is not None]
    taken = {likeness(name) for seat, name in enumerate(written, 1) if seat not in bots}
    own = {seat: usual[seat - 1] for seat in bots if likeness(usual[seat - 1]) not in taken}
    spare = (name for name in usual if likeness(name) not in taken and name not in own.values())
    names = own | {seat: next(spare, "") for seat in bots if seat not in own}
    return tuple(names.get(seat, name) for seat, name in enumerate(written, 1))


def told_apart(language: str, written: Sequence[str]) -> tuple[str, ...]:
    """As ``called``, for words without a picture: a name that several seats have is followed by the seat."""
    known = called(language, written)
    given = Counter(filter(None, known))
    return tuple(f"{name} ({seat})" if given[name] > 1 else name for seat, name in enumerate(known, 1))


def is_taken(name: str, seat: int, written: Sequence[str]) -> bool:
    """Whether a name for a seat looks like what another, the house or a listener is called, in whatever language."""
    others = [HOUSE, *(other for other in range(1, len(written) + 1) if other != seat)]
    speakers = [Speaker(language, called(language, written)) for language in LANGUAGES]
    taken = {speaker.name(other) for speaker in speakers for other in others}
    return likeness(name) in map(likeness, taken | {speaker.text("word.you") for speaker in speakers})
