"""What a person chooses a table's rules with: profiles, options and levels as data for a form, in words.

Everything comes from the rules themselves: what an option may be at a table is tried (``rulesbook.choices``), what it
may not is refused with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from atout.bots import LEVELS
from atout.families import PROFILES, family_of, make, parse, spec
from atout.game import Rules
from atout.options import Choice, Option, RulesError, Whole, YesNo, offered, read_pairs
from atout.rulesbook import one_line
from atout.rulesbook.choices import Choices, choices
from atout.say import Speaker
from atout.seats import Side
from atout.sentences import option_help, option_name, option_value, profile_name, rules_fault, summary


class Value(Struct, frozen=True):
    """A value of an option as a rules spec writes it, and in words."""

    value: str
    label: str


class Field(Struct, frozen=True):
    """An option of a form.

    ``kind``: ``yes-no``, ``choice`` (one of ``values``), ``number`` (from ``least`` to ``most``, or one of ``values``)
    or ``text`` (``values`` are examples). ``values`` are those it may have with all else unchanged, its own among them.
    ``closed`` says why it has no other.
    """

    key: str
    name: str
    help: str
    kind: str
    value: str
    values: tuple[Value, ...]
    least: int | None = None
    most: int | None = None
    closed: str | None = None


class ProfileInfo(Struct, frozen=True):
    """A named table: its name, the usual number of players, all it is for, and what is particular to it."""

    profile: str
    name: str
    players: int
    numbers: tuple[int, ...]
    summary: str


class LevelInfo(Struct, frozen=True):
    """How well a bot plays, the weakest first."""

    level: str
    name: str


class Chosen(Struct, frozen=True):
    """Rules as somebody has chosen them so far.

    ``rules`` is the canonical spec of what agrees, ``summary`` the same in words, ``form`` what may be chosen next;
    ``sides`` are the seats that score together.
    ``conflicts`` says by field what could not be taken, and why; ``ok`` that there was no such thing.
    """

    ok: bool
    rules: str
    players: int
    sides: tuple[Side, ...]
    summary: str
    form: tuple[Field, ...]
    conflicts: dict[str, str]


def profiles(language: str) -> tuple[ProfileInfo, ...]:
    """Every named table."""
    speaker = Speaker(language)
    return tuple(
        ProfileInfo(
            name,
            profile_name(speaker, name),
            profile.players[0],
            tuple(sorted(profile.players)),
            one_line(speaker, name),
        )
        for name, profile in PROFILES.items()
    )


def levels(language: str) -> tuple[LevelInfo, ...]:
    """Every level of bots."""
    speaker = Speaker(language)
    return tuple(LevelInfo(level, speaker.text("play.level", level=level)) for level in LEVELS)


@lru_cache(maxsize=256)
def form(rules_spec: str, language: str) -> tuple[Field, ...]:
    """The options of a table, in the order specs print them; raises ``RulesError``."""
    speaker, rules = Speaker(language), parse(rules_spec)
    return tuple(_field(speaker, rules, choice) for choice in choices(rules))


def choose(profile: str, given: Mapping[str, str], language: str) -> Chosen:
    """The rules of a profile with some options as a person typed them; raises ``RulesError`` for an unknown profile.

    What cannot be read, or conflicts with the rest, is left out and told by field.
    """
    speaker, conflicts = Speaker(language), dict[str, str]()
    values = _readable(speaker, profile, given, conflicts)
    while True:
        try:
            rules = make(profile, values)
            break
        except RulesError as error:
            field = error.field if error.field in values else next(reversed(values))
            conflicts.setdefault(field, rules_fault(speaker, error))
            values = {key: value for key, value in values.items() if key != field}
    canonical, said = spec(rules), summary(speaker, rules)
    return Chosen(not conflicts, canonical, rules.players, rules.sides, said, form(canonical, language), conflicts)


def _readable(speaker: Speaker, profile: str, given: Mapping[str, str], conflicts: dict[str, str]) -> dict[str, Any]:
    """The values that can be read, one by one; empty ones are not set."""
    known = offered_options(profile)
    values: dict[str, Any] = {}
    for key, text in given.items():
        if not text.strip():
            continue
        try:
            values |= read_pairs([f"{key}={text.strip()}"], known)
        except RulesError as error:
            conflicts[key] = rules_fault(speaker, error)
    return values


def offered_options(profile: str) -> Mapping[str, Option]:
    """The options of a profile, its own numbers of players among them; raises ``RulesError`` for an unknown one."""
    return offered(PROFILES[profile], family_of(profile).options) if profile in PROFILES else family_of(profile).options


def _field(speaker: Speaker, rules: Rules, choice: Choices) -> Field:
    option = choice.option
    own = (choice.value,) if choice.value else ()
    texts = dict.fromkeys(
        text for text in (*option.kind.examples, *choice.others, *own) if text in (*own, *choice.others)
    )
    least, most = choice.span or (None, None)
    return Field(
        option.key,
        option_name(speaker, option.key),
        option_help(speaker, option.key),
        _kind(choice),
        choice.value,
        tuple(Value(text, option_value(speaker, option, option.kind.read(text.lower()))) for text in texts),
        least,
        most,
        None if choice.open or choice.refusal is None else rules_fault(speaker, choice.refusal),
    )


def _kind(choice: Choices) -> str:
    match choice.option.kind:
        case YesNo():
            return "yes-no"
        case Whole() if choice.span:
            return "number"
        case Whole() | Choice():
            return "choice"
    return "text"
