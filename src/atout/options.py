"""Options of the rules as data: keys, kinds of value, and the rules spec that reads and prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from atout.cards import Card, Cards, distinct

Values = Mapping[str, Any]
"""Option values by key."""
Groups = Mapping[str, type[Struct]]
"""The groups rules are made of, by the field of the rules that holds each."""


def quotable(fact: object) -> object:
    """A fact of an error; a text from outside is cut to a length that a sentence can quote."""
    return f"{fact[:60]}…" if isinstance(fact, str) and len(fact) > 60 else fact


class Faulty(ValueError):
    """Something given that cannot be taken, in values that sentences are made of: where, a code, and its ``facts``."""

    def __init__(self, where: object, code: str, facts: Mapping[str, object]) -> None:
        self.facts = {name: quotable(fact) for name, fact in facts.items()}
        details = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        super().__init__(f"{where}: {code}" + (f" ({details})" if details else ""))


class RulesError(Faulty):
    """Rules that cannot be played: ``field`` names the option at fault, ``reason`` is a code, ``facts`` its facts."""

    def __init__(self, field: str, reason: str, **facts: object) -> None:
        self.field = str(quotable(field))
        self.reason = reason
        super().__init__(self.field, reason, facts)


class Kind(Protocol):
    """A kind of value: how it is read and printed. ``read`` raises ``ValueError`` on bad text; ``text`` is empty for
    ``None`` where that is no value of the kind, at a table that has no such thing."""

    def read(self, text: str) -> Any: ...

    def text(self, value: Any) -> str: ...

    @property
    def examples(self) -> tuple[str, ...]:
        """Values to offer, or the form they take."""
        ...


class YesNo(Struct, frozen=True):
    """A boolean, written ``yes`` or ``no``."""

    def read(self, text: str) -> bool:
        return ("no", "yes").index(text) == 1

    def text(self, value: bool) -> str:
        return "yes" if value else "no"

    @property
    def examples(self) -> tuple[str, ...]:
        return ("no", "yes")


class Choice(Struct, frozen=True):
    """One of the members of an enumeration, written by its value."""

    members: type[StrEnum]

    def read(self, text: str) -> StrEnum:
        return self.members(text)

    def text(self, value: StrEnum | None) -> str:
        return "" if value is None else value.value

    @property
    def examples(self) -> tuple[str, ...]:
        return tuple(member.value for member in self.members)


class Whole(Struct, frozen=True):
    """A whole number from ``least`` to ``most``, or ``word`` for none. ``suggested`` values are offered first."""

    least: int
    most: int
    word: str | None = None
    suggested: tuple[int, ...] = ()

    def read(self, text: str) -> int | None:
        if self.word is not None and text == self.word:
            return None
        digits = text.replace("−", "-")
        if not digits.removeprefix("-").isascii() or not digits.removeprefix("-").isdecimal() or len(digits) > 9:
            raise ValueError(text)
        number = int(digits)
        if not self.least <= number <= self.most:
            raise ValueError(text)
        return number

    def text(self, value: int | None) -> str:
        return str(value) if value is not None else self.word or ""

    @property
    def examples(self) -> tuple[str, ...]:
        numbers = self.suggested or ((self.least, self.most) if self.most - self.least > 6 else ())
        if not numbers:
            numbers = tuple(range(self.least, self.most + 1))
        return tuple(map(str, numbers)) + ((self.word,) if self.word else ())


class CardList(Struct, frozen=True):
    """Distinct cards between commas, or ``none``."""

    def read(self, text: str) -> Cards:
        if text == "none":
            return Cards()
        return distinct(Card.from_token(token) for token in text.upper().split(","))

    def text(self, value: Cards) -> str:
        return ",".join(map(str, reversed(list(value)))) or "none"

    @property
    def examples(self) -> tuple[str, ...]:
        return ("2C", "2C,2D", "2C,2D,2H,2S")


class Option(Struct, frozen=True):
    """One key of a rules spec: the group and field of the rules it sets, and its kind."""

    key: str
    group: str
    kind: Kind

    def value(self, rules: object) -> Any:
        """Its value in given rules."""
        return getattr(getattr(rules, self.group), self.key)


class Profile(Struct, frozen=True):
    """A named table: the numbers of players it is for, the usual one first, and what it sets, for all and by number."""

    name: str
    players: tuple[int, ...]
    sets: Values
    by_players: Mapping[int, Values]

    def values(self, players: int) -> dict[str, Any]:
        """What the profile sets for a number of players."""
        return {**self.sets, **self.by_players.get(players, {}), "players": players}


Build = Callable[[Profile, Values], Any]
"""Makes rules from a profile and the values that differ from it; raises ``RulesError``."""


def players_of(profile: Profile, values: Values) -> int:
    """The number of players asked for, or the profile's usual one; raises ``RulesError`` if it is not for so many."""
    players: int = values.get("players", profile.players[0])
    if players not in profile.players:
        raise RulesError("players", "not-this-many", profile=profile.name, allowed=profile.players)
    return players


def offered(profile: Profile, options: Mapping[str, Option]) -> dict[str, Option]:
    """The options, with the profile's own numbers of players as the ones to offer."""
    players = options["players"]
    kind = replace(players.kind, suggested=tuple(sorted(profile.players)))  # type: ignore[type-var]
    return {**options, "players": replace(players, kind=kind)}


def grouped(groups: Groups, values: Values) -> dict[str, Any]:
    """The groups of the rules, each made of the values named like its fields."""
    return {
        name: group(**{field: values[field] for field in group.__struct_fields__ if field in values})
        for name, group in groups.items()
    }


def read_pairs(words: Iterable[str], options: Mapping[str, Option]) -> dict[str, Any]:
    """Reads ``key=value`` words; ``-`` and ``_`` are equal in keys. Raises ``RulesError`` naming the field."""
    values: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        key = key.lower().replace("-", "_")
        option = options.get(key)
        if option is None:
            raise RulesError(key, "unknown-option", given=word, known=tuple(options))
        if not equals or not text:
            raise RulesError(key, "no-value", given=word, examples=option.kind.examples)
        if key in values:
            raise RulesError(key, "given-twice")
        try:
            values[key] = option.kind.read(text.lower())
        except ValueError:
            raise RulesError(key, "bad-value", given=text, examples=option.kind.examples) from None
    return values


def differences(rules: Any, profile: Profile, options: Mapping[str, Option], build: Build) -> dict[str, Any]:
    """The fewest values that, given to the profile, build these rules again."""
    players = options["players"].value(rules)
    plain = build(profile, {"players": players})
    values = {
        key: option.value(rules)
        for key, option in options.items()
        if option.value(rules) != option.value(plain) or (key == "players" and players != profile.players[0])
    }
    for key in list(values):
        if key != "players" and _gives(build, profile, {k: v for k, v in values.items() if k != key}, rules):
            del values[key]
    return values


def _gives(build: Build, profile: Profile, values: Values, rules: Any) -> bool:
    """Whether the profile with some values is these rules; values that need each other conflict one by one."""
    try:
        return bool(build(profile, values) == rules)
    except RulesError:
        return False


def spec_text(rules: Any, profile: Profile, options: Mapping[str, Option], build: Build) -> str:
    """The canonical rules spec: the profile's name and what differs from it."""
    values = differences(rules, profile, options, build)
    words = (f"{key}={options[key].kind.text(value)}" for key, value in values.items())
    return " ".join((profile.name, *words))
