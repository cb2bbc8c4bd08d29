"""Sentences from values: one catalogue per language, and the only place where text for people is made.

Catalogues are TOML files of ICU messages, ``locale/LANGUAGE/AREA.toml``; the key ``event.played`` is ``played`` in
``event.toml``. ICU MessageFormat (through ``icu4py``) has the plural rules of both languages and starts quickly.
``fr-CA`` holds only what differs from ``fr``; it is written with the same spaces, and loses those before ``; ! ?``
when read. Catalogues are written with ordinary spaces and minus signs: ``typeset`` makes the display form, and speech,
logs and plain output use the text as it is.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from atout.actions import Action
from atout.cards import NO_CARDS, Card, Cards, NoTrump, Suit, Trump, only_joker
from atout.seats import HOUSE
from atout.tricks import Ordering, by_suit

LANGUAGES: Final = ("fr", "en", "fr-CA")
"""The languages of the interface, the usual one first."""

SHOWN: Final = 40
"""Characters of what somebody typed that are shown back."""
_LOCALE: Final = Path(__file__).with_name("locale")
_GROUPING: Final = re.compile("(?<=[0-9])[\u202f\u00a0](?=[0-9]{3})")
"""Where ICU parts thousands in French: spoken, ``1 500`` would be two numbers."""
_NAMED: Final = re.compile(r"\{\s*(\w+)\s*[,}]")
"""What stands in a pattern where a fact may."""
_SEATS: Final = frozenset(("seat", "turn", "dealer", "maker", "leader", "winner"))
"""The facts that are seats: players are called by name."""
_BEFORE_SEMICOLON: Final = re.compile(" (?=[;!?])")
"""Where ``fr`` has a space and ``fr-CA`` has none."""


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The interface's language for a locale: English for English ones, French for all others, ``C`` included."""
    name = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    if name.lower().startswith("en"):
        return "en"
    return "fr-CA" if name.startswith("fr_CA") else "fr"


@cache
def _area(language: str, area: str) -> dict[str, str]:
    """The messages of one file, by full key."""
    path = _LOCALE / language / f"{area}.toml"
    if not path.is_file():
        return {}
    flat: dict[str, str] = {}

    def flatten(prefix: str, table: dict[str, Any]) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                flatten(f"{prefix}{key}.", value)
            else:
                flat[prefix + key] = value

    flatten(f"{area}.", tomllib.loads(path.read_text(encoding="utf-8")))
    return flat


def pattern(language: str, key: str) -> str:
    """The ICU pattern of a message; raises ``KeyError`` if the catalogue has none."""
    area = key.partition(".")[0]
    found = _area(language, area).get(key) or _area(language.partition("-")[0], area).get(key)
    if found is None:
        raise KeyError(f"no message {key!r} in {language}")
    return _BEFORE_SEMICOLON.sub("", found) if language == "fr-CA" else found


def messages(area: str) -> tuple[str, ...]:
    """The keys of a catalogue, the same in every language."""
    return tuple(_area(LANGUAGES[0], area))


@cache
def _message(language: str, key: str) -> tuple[Any, frozenset[str]]:
    """A message, and the facts it may use; a word of it that stands alone in braces does no harm."""
    from icu4py.messageformat import MessageFormat  # loads the ICU library: only when something is said

    said = pattern(language, key)
    names = set(_NAMED.findall(said))
    if "you" in names:
        names.add("seat")  # which says whether it is the listener's
    if "suitless" in names:
        names.add("trump")
    return MessageFormat(said, language), frozenset(names | {name.removeprefix("the_") for name in names})


@cache
def _fixed(language: str, key: str) -> str:
    """A message without facts."""
    message, _ = _message(language, key)
    return str(message.format({}))


class Speaker:
    """Says things in one language at one table. ``names`` are the players' by seat; ``you`` is the listener's seat;
    ``pack`` the cards that are played with, where they are known: a joker that is alone there has a name of its own.
    """

    def __init__(
        self, language: str = "fr", names: Sequence[str] = (), you: int | None = None, pack: Cards = NO_CARDS
    ) -> None:
        self.language = language
        self.names = tuple(names)
        self.you = you
        self.pack = pack
        self._only_joker = only_joker(pack)
        self.suits: tuple[Suit, ...] = ()
        """The order in which suits of cards are named; without one, that in which a hand is held."""
        self.named = 0
        """The seats it has said something of, a bit each (``1 << seat``): only to these would it sound different."""
        self._called: dict[int, str] = {}

    def at(self, pack: Cards) -> Speaker:
        """Somebody who speaks alike where that pack is played with."""
        return Speaker(self.language, self.names, self.you, pack)

    def text(self, key: str, /, **facts: object) -> str:
        """A message of the catalogue. Facts may be values: seats (as ``seat``), cards, suits, actions, numbers."""
        if not facts:
            return _fixed(self.language, key)
        message, used = _message(self.language, key)
        said = str(message.format(self._arguments(facts, used)))
        return said if said.isascii() else _GROUPING.sub("", said)

    def uses(self, key: str) -> frozenset[str]:
        """The facts that a message may use."""
        return _message(self.language, key)[1]

    def _arguments(self, facts: Mapping[str, object], used: frozenset[str]) -> dict[str, Any]:
        """The facts as a message takes them, but for those it does not use."""
        arguments: dict[str, Any] = {}
        for name, fact in facts.items():
            if name not in used:
                continue
            match fact:
                case Card():
                    arguments[name] = self.card(fact)
                    if (whole := f"the_{name}") in used:
                        arguments[whole] = self.the_card(fact)
                case Cards():
                    arguments[name] = self.cards(fact)
                case Suit() | NoTrump():
                    arguments[name] = self.suit(fact)
                    if name == "trump":
                        arguments["suitless"] = "no" if isinstance(fact, Suit) else "yes"
                case bool():
                    arguments[name] = "yes" if fact else "no"
                case Action():
                    arguments[name] = str(fact)
                case int() if name in _SEATS:
                    arguments[name] = self.name(fact)
                    if name == "seat":
                        arguments["you"] = "yes" if fact == self.you else "no"
                case None:
                    arguments[name] = ""
                    if name == "trump":
                        arguments["suitless"] = "no"
                case str():
                    arguments[name] = harmless(fact)
                case int() | float():
                    arguments[name] = fact
                case _:
                    pass  # a value whose parts are facts of their own
        return arguments

    def name(self, seat: int) -> str:
        """What a player is called: by name, or by seat, and the listener without a name *you*; seat 0 is the house."""
        self.named |= 1 << seat
        called = self._called.get(seat)
        if called is None:
            given = self.names[seat - 1] if 0 < seat <= len(self.names) else ""
            called = self._called[seat] = harmless(given) or self._usual(seat)
        return called

    def _usual(self, seat: int) -> str:
        if seat == HOUSE:
            return self.text("word.house")
        return self.text("word.you") if seat == self.you else self.text("word.player", number=seat)

    def suit(self, suit: Trump) -> str:
        """``cœur``; ``sans-atout``."""
        return self.text(f"word.suit.{suit}")

    def people(self, seats: Iterable[int]) -> str:
        """Several players: ``Ana, Bob et Cléo``."""
        return self.listed(map(self.name, seats), "word.and")

    def listed(self, words: Iterable[str], joint: str) -> str:
        """Words between commas, the last one after ``word.and`` or ``word.or``."""
        *first, last = words
        return self.text(joint, first=", ".join(first), last=last) if first else last

    def in_ranges(self, numbers: Iterable[int], word: Callable[[int], str] = str) -> Iterator[str]:
        """Ascending numbers in words, three or more in a row by the first and the last: ``0``, then ``4 à 13``."""
        for _, run in groupby(enumerate(numbers), lambda placed: placed[1] - placed[0]):
            words = [word(number) for _, number in run]
            if len(words) < 3:
                yield from words
            else:
                yield self.text("word.range", first=words[0], last=words[-1])

    def card(self, card: Card, ordering: Ordering | None = None) -> str:
        """``roi de cœur``; with the order of the cards, ``valet de carreau, valet gauche``."""
        return self._promoted("card", card, ordering)

    def discarded(self, card: Card, ordering: Ordering | None = None) -> str:
        """A card as it stands behind *discard*: ``du roi de cœur``, a whole form, too."""
        return self._promoted("discarded", card, ordering)

    def _promoted(self, form: str, card: Card, ordering: Ordering | None) -> str:
        """A form of a card's name, and what the card is besides."""
        name = self._name_of(form, card)
        if _is_itself(card, ordering):
            return name
        return self.text("word.promoted", card=name, rank=str(card.rank))

    def the_card(self, card: Card) -> str:
        """``le roi de cœur``: a whole form, never glued."""
        return self._name_of("the_card", card)

    def _name_of(self, form: str, card: Card) -> str:
        """A card in one of the forms that the catalogue has of every name."""
        return _fixed(self.language, f"word.{form}.{'only_joker' if card is self._only_joker else card.token}")

    def ranks(self, cards: Iterable[Card], suit: Suit, ordering: Ordering | None = None) -> str:
        """Cards of one suit, highest first, without its name: ``roi, neuf``; ``valet de carreau (valet gauche)``."""
        ranked = list(cards)
        if ordering:
            ranked.sort(key=lambda card: -ordering.power(card, suit))
        return self._ranks(ranked, ordering)

    def _ranks(self, ranked: Iterable[Card], ordering: Ordering | None) -> str:
        return ", ".join(self._rank(card, ordering) for card in ranked)

    def _rank(self, card: Card, ordering: Ordering | None) -> str:
        if _is_itself(card, ordering):
            return self.text(f"word.rank.{card.rank}") if card.suit is not None else self.card(card)
        return self.text("word.promoted_in_list", card=self.card(card), rank=str(card.rank))

    def cards(self, cards: Iterable[Card], ordering: Ordering | None = None) -> str:
        """Cards by suit, each suit named once: ``cœur : roi, neuf ; pique : as``. Empty text for no card.

        Suits stand as in a hand. With the order of the cards, each stands with the suit it belongs to in play.
        """
        groups: list[str] = []
        for suit, held in by_suit(Cards.of(cards), ordering, self.suits):
            if suit is None:
                groups += map(self.card, held)
            else:
                groups.append(self.text("word.cards_of_suit", suit=suit, ranks=self._ranks(held, ordering)))
        return self.text("word.between_suits").join(groups)

    def index(self, card: Card) -> str:
        """A card as printed on its corner: ``R♥``, ``10♠`` (for display only: speech never reads symbols)."""
        if card.suit is None:
            return str(card)
        return self.text(f"word.index.{card.rank}") + "♠♥♦♣"[card.suit]


def _is_itself(card: Card, ordering: Ordering | None) -> bool:
    """Whether a card belongs in play to the suit printed on it."""
    if card.suit is None or ordering is None or card not in ordering.pack:
        return True
    return ordering.suit(card) is card.suit


_BEFORE_COLON: Final = re.compile(r"(?<=\S) (?=:)|(?<=«) | (?=»)")
_MINUS: Final = re.compile(r"(?<![\w.])-(?=\d)")
_FOLDED: Final = str.maketrans(
    {"\u202f": " ", "\u00a0": " ", "−": "-", "’": "'", "…": "...", "–": "-", "—": "-", "«": '"', "»": '"', "œ": "oe"}
    | {"Œ": "OE", "♠": "P", "♥": "C", "♦": "K", "♣": "T", "×": "x", "→": "->", "≥": ">=", "·": "-", "“": '"', "”": '"'}
)


def capital(text: str) -> str:
    """The text with a capital letter: a sentence that starts with a word of its own."""
    return text[:1].upper() + text[1:]


_HARMFUL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    """Text from outside without what would drive a terminal, turn the line around, or is no character at all."""
    return _HARMFUL.sub("?", text)


def shown(typed: str) -> str:
    """What was typed, cut to a readable length, without characters that would move a terminal's cursor."""
    short = typed if len(typed) <= SHOWN else typed[: SHOWN - 1] + "…"
    return "".join(character if character.isprintable() else "?" for character in short)


def typeset(text: str, language: str) -> str:
    """The display form: French spaces before punctuation, and real minus signs."""
    if language == "fr":
        text = _BEFORE_SEMICOLON.sub("\u202f", text)
    if language.startswith("fr"):
        text = _BEFORE_COLON.sub("\u00a0", text)
    return _MINUS.sub("−", text)


def fold(text: str, encoding: str) -> str:
    """The text as an output of that encoding can show it: plain characters for what it cannot."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        import unicodedata

        def plainer(character: str) -> str:
            try:
                character.encode(encoding)
            except UnicodeEncodeError:
                simple = unicodedata.normalize("NFKD", character.translate(_FOLDED))
                return simple.encode(encoding, "ignore").decode(encoding) or "?"
            return character

        return "".join(map(plainer, text))
    return text
