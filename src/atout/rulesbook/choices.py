"""What each option could be at a table: the values that make rules there, tried rather than described."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.cards import Card, Cards, Rank, Suit
from atout.families import PROFILES, family_of, make
from atout.game import Rules
from atout.options import CardList, Choice, Option, RulesError, Values, Whole, YesNo, differences

_MOST_TRIED: Final = 100
"""A range of numbers up to this long is tried one by one; of a longer one the ends speak for the rest."""
_MOST_LISTED: Final = 6
"""Numbers named one by one; more of them are told as a range."""


class Choices(Struct, frozen=True):
    """An option at a table: its ``value`` there, and the ``others`` it may have there with all else unchanged.

    Values are written as in a rules spec. ``span`` bounds whole numbers too many to name. ``complete`` says that there
    are no values but these.
    """

    option: Option
    value: str
    others: tuple[str, ...]
    span: tuple[int, int] | None = None
    complete: bool = True
    refusal: RulesError | None = None
    """Why the table may not choose otherwise (R14), where it may not."""

    @property
    def open(self) -> bool:
        """Whether there is a choice."""
        return bool(self.others or self.span)


def written(option: Option, rules: Rules) -> str:
    """The value of an option at a table as a rules spec writes it; empty where the table has no such thing."""
    return option.kind.text(option.value(rules))


def choices(rules: Rules) -> tuple[Choices, ...]:
    """Every option of a table, in the order specs print them."""
    family = family_of(rules.profile)
    given = differences(rules, PROFILES[rules.profile], family.options, family.build)
    return tuple(_Trial(rules, given, option).choices() for option in family.options.values())


class _Trial:
    """Tries values of one option on a table; ``given`` is what the table changes in its profile."""

    def __init__(self, rules: Rules, given: Values, option: Option) -> None:
        self.rules = rules
        self.given = given
        self.option = option
        self.refusals: list[RulesError] = []

    def choices(self) -> Choices:
        found = self.found()
        return replace(found, refusal=self.refusals[0]) if self.refusals and not found.open else found

    def found(self) -> Choices:
        option, value = self.option, written(self.option, self.rules)
        examples = option.kind.examples
        match option.kind:
            case _ if option.key == "players":
                return Choices(option, value, self.others(map(str, PROFILES[self.rules.profile].players)))
            case YesNo() | Choice():
                return Choices(option, value, self.others(examples))
            case Whole(least, most, word):
                return self.numbers(value, least, most, (word,) if word else ())
            case CardList():
                twos = _twos(len(option.value(self.rules)))
                return Choices(option, value, self.others((self.usual, *twos, *examples)), complete=False)
        return Choices(option, value, self.others((self.usual, *examples)), complete=False)

    @property
    def usual(self) -> str:
        """The value of the profile itself."""
        return self.option.kind.text(self.option.value(make(self.rules.profile, {"players": self.rules.players})))

    def numbers(self, value: str, least: int, most: int, words: tuple[str, ...]) -> Choices:
        each = most - least < _MOST_TRIED
        played = [number for number in (range(least, most + 1) if each else (least, most)) if self.plays(str(number))]
        if not played:
            return Choices(self.option, value, self.others(words))
        if each and len(played) <= _MOST_LISTED:
            return Choices(self.option, value, self.others((*map(str, played), *words)))
        suggested = map(str, getattr(self.option.kind, "suggested", ()))
        span = (played[0], played[-1]) if played else None
        return Choices(self.option, value, self.others((*suggested, *words)), span)

    def others(self, candidates: Iterable[str]) -> tuple[str, ...]:
        """The values among some that differ from the table's and can be played there, each once."""
        current = self.option.value(self.rules)
        return tuple(
            text
            for text in dict.fromkeys(candidates)
            if self.option.kind.read(text.lower()) != current and self.plays(text)
        )

    def plays(self, text: str) -> bool:
        try:
            make(self.rules.profile, {**self.given, self.option.key: self.option.kind.read(text.lower())})
        except RulesError as error:
            self.refusals.append(error)
            return False
        return True


def _twos(size: int) -> Iterator[str]:
    """As many twos as are left out, in every combination (R15)."""
    for cards in combinations([Card.of(suit, Rank.TWO) for suit in Suit], size):
        yield CardList().text(Cards.of(cards))
