"""What a person types, read in the interface's language: cards, bids, calls and commands.

``Typed.read`` gives every reading that is left once the form of the text and the state of the table have spoken: none
for what cannot be read, one to be done, several to be asked back, never guessed. ``=9C`` is always the canonical
token, ``/c`` always a command. A bare letter is a command, except while trump is being named, where it is a suit.

In the language's own letters, rank first, a card has one reading: in French ``9C`` is the nine of hearts. The other
order and the letters of the other languages are read too; where they make several cards of a text, all are readings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from re import compile as pattern_of
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import BIDS, BLIND_NIL, PLAYS, Action, Bid, Discard, Give, Name, Order, Play, Swap, parse
from atout.cards import ALL_CARDS, BIG_JOKER, Card, Cards, Rank, Suit, Trump
from atout.commands import LINE, Command
from atout.match import Match
from atout.say import LANGUAGES, Speaker, pattern
from atout.sentences.keys import facts_of, name_of


class Request(Struct, frozen=True):
    """A command was called; ``about`` is another command it was called with (help on one), ``text`` what followed."""

    command: Command
    about: Command | None = None
    text: str = ""


Reading = Action | Request
"""What a text may mean."""

V = TypeVar("V")
Meanings = dict[str, dict[V, bool]]
"""What a word or letter means: each value, and whether that is the language's own way to write it."""

MOST: Final = 200
"""Characters of a line that are read; nobody types a longer one on purpose."""
_CALLS: Final = (
    *("keep", "toss", "misdeal", "look", "moon", "pass", "order", "order-alone", "NT"),
    *("defend-alone", "stay", "drop", "accept", "reject"),
)
"""Tokens that have words of their own."""
_SYMBOLS: Final = {symbol: suit for row in ("♠♥♦♣", "♤♡♢♧") for suit, symbol in zip(Suit, row, strict=True)}
_ELISION: Final = pattern_of(r"\b[a-z]['’]")
_WORD: Final = pattern_of(r"[^\s,;.:!?\"()«»-]+")
_APART: Final = pattern_of(r",|;| et | and ")
_NUMBER: Final = pattern_of(r"[0-9]{1,3}")
_SIMPLER: Final = str.maketrans({"œ": "oe", "æ": "ae", "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-"})


def normal(text: str) -> str:
    """Small letters without accents, ordinary dashes."""
    spread = unicodedata.normalize("NFKD", text[:MOST].lower().translate(_SIMPLER))
    return "".join(character for character in spread if unicodedata.category(character) != "Mn")


def _words(text: str) -> list[str]:
    return _WORD.findall(_ELISION.sub("", normal(text)))


def _listed(language: str, key: str) -> Iterator[str]:
    """The items of a list in a catalogue, as they are typed."""
    for item in pattern(language, key).split(","):
        words = _words(item)
        if words:
            yield " ".join(words)


def _rank_letters(language: str) -> Iterator[tuple[str, Rank]]:
    """The indices of a language, digits included."""
    for rank in Rank:
        yield normal(pattern(language, f"word.index.{rank}")), rank
    for letter in _listed(language, "typed.ten_letter"):
        yield letter, Rank.TEN


def _suit_letters(language: str) -> Iterator[tuple[str, Suit]]:
    for suit in Suit:
        yield normal(pattern(language, f"typed.letter.{suit}")), suit


def _gather(own: Iterable[tuple[str, V]], foreign: Iterable[tuple[str, V]]) -> Meanings[V]:
    meanings: Meanings[V] = {}
    for text, value in own:
        meanings.setdefault(text, {})[value] = True
    for text, value in foreign:
        meanings.setdefault(text, {}).setdefault(value, False)
    return meanings


def _phrases(language: str) -> dict[str, tuple[Action, ...]]:
    """The words of bids and calls, and what prompts call them."""
    text = Speaker(language).text
    phrases: list[tuple[str, Action]] = [
        (word, parse(token)) for token in _CALLS for word in _listed(language, f"typed.action.{token}")
    ]
    phrases += (
        (" ".join(_words(text(f"action.{name_of(type(action))}", **facts_of(action), by_dealer=by_dealer))), action)
        for action in map(parse, (*_CALLS, "claim"))
        for by_dealer in (False, True)
    )
    phrases += ((" ".join(_words(text("typed.number", number=bid.tricks))), bid) for bid in BIDS)
    phrases += ((word, BIDS[0]) for word in _listed(language, "typed.nil"))
    phrases += ((word, BLIND_NIL) for word in _listed(language, "typed.blind_nil"))
    meanings: dict[str, tuple[Action, ...]] = {}
    for phrase, action in phrases:
        meanings[phrase] = (*meanings.get(phrase, ()), action)
    return meanings


def _jokers(language: str) -> dict[str, Card]:
    """What jokers are called, which have neither rank nor suit: each by its name, and the one that is the only one of
    its pack (in any that is known, the big one) by the name it has there, too.
    """
    names = {pattern(language, "word.card.only_joker"): BIG_JOKER}
    names |= {pattern(language, f"word.card.{card}"): card for card in ALL_CARDS if card.suit is None}
    return {" ".join(_words(name)): card for name, card in names.items()}


def _canonical(token: str) -> tuple[Reading, ...]:
    """The action of a token, in capitals or not."""
    for spelling in (token, token.upper(), token.lower()):
        try:
            return (parse(spelling.translate(_SIMPLER)),)
        except ValueError:
            continue
    return ()


class Typed:
    """Reads typed lines in one language, and the commands that may be called; it holds no state but its word lists."""

    def __init__(self, language: str, commands: tuple[Command, ...] = LINE) -> None:
        self._filler = frozenset(_listed(language, "typed.filler"))
        self._away = frozenset(_listed(language, "typed.discard"))
        self._alone = frozenset(_listed(language, "typed.alone"))
        self._swap = frozenset(_listed(language, "typed.swap"))
        self._rank_words = {word: rank for rank in Rank for word in _listed(language, f"word.rank.{rank}")}
        self._suit_words = {word: suit for suit in Suit for word in _listed(language, f"typed.suit.{suit}")}
        self._ranks: Meanings[Rank] = _gather(
            (*self._rank_words.items(), *_rank_letters(language)),
            (pair for other in LANGUAGES for pair in _rank_letters(other)),
        )
        self._suits: Meanings[Suit] = _gather(
            (*self._suit_words.items(), *_SYMBOLS.items(), *_suit_letters(language)),
            (pair for other in LANGUAGES for pair in _suit_letters(other)),
        )
        self._phrases = _phrases(language)
        self._jokers = _jokers(language)
        self._commands = {
            word: command
            for command in commands
            for word in (*map(normal, command.keys), command.name, *map(normal, command.words(language)))
        }

    def read(self, text: str, view: Match, seat: int) -> tuple[Reading, ...]:
        """What a line may mean to a seat with this view of the match: no, one or several readings."""
        line = normal(text.strip())
        match line[:1]:
            case "":
                return ()
            case "=":
                return _canonical(text.strip()[1:].strip())
            case "/":
                return tuple(self._text(text.strip()[1:]) or self._command(line[1:].split()))
            case "?":
                return tuple(self._command(["?", *line[1:].split()]))
        gift = next((action for action in view.legal(seat) if isinstance(action, Give)), None)
        if gift is not None and len(line) > 1:
            return tuple(dict.fromkeys((*self._command(line.split()), *self._gift(line, len(gift.cards)))))
        readings = self._letter(line, view, seat) if len(line) == 1 and line.isalpha() else self._line(line, view, seat)
        return _preferred(list(dict.fromkeys(readings)), view, seat)

    def cards(self, text: str) -> tuple[Card, ...]:
        """The cards a text may name, away from any table: none, one, or several to be asked back."""
        readings = self._told(text, self._plays)
        return tuple(reading.card for reading in readings if isinstance(reading, Play))

    def trumps(self, text: str) -> tuple[Trump, ...]:
        """What a text may name as trump, away from any table: the language's own suits, or all others; or none."""

        def named(words: list[str]) -> Iterator[Reading]:
            suits = self._suits.get(" ".join(words), {})
            return map(Name, [suit for suit, is_own in suits.items() if is_own] or suits)

        told = (*self._told(text, named), *self._phrases.get(" ".join(_words(text)), ()))
        return tuple(reading.trump for reading in told if isinstance(reading, Name) and not reading.alone)

    def suits(self, text: str) -> tuple[Suit, ...]:
        """The suits a text may name, away from any table: the language's own, or else all others."""
        return tuple(trump for trump in self.trumps(text) if isinstance(trump, Suit))

    def _told(self, text: str, read: Callable[[list[str]], Iterable[Reading]]) -> Iterable[Reading]:
        """A canonical token, or what the words that tell something read as."""
        if text.strip().startswith("="):
            return _canonical(text.strip()[1:].strip())
        return read([word for word in _words(text) if word not in self._filler])

    def _plays(self, words: list[str]) -> Iterator[Reading]:
        return (PLAYS[card] for card in self._described(words))

    def _text(self, line: str) -> list[Reading]:
        """A command that any text may follow, left as it was typed."""
        called, _, text = line.strip().partition(" ")
        command = self._commands.get(normal(called))
        return [Request(command, text=text.strip())] if command and command.takes_text else []

    def _command(self, words: list[str]) -> Iterator[Reading]:
        match [self._commands.get(word) for word in words]:
            case [Command() as command]:
                yield command.action or Request(command)
            case [Command(takes_more=True) as command, Command() as about]:
                yield Request(command, about)

    def _letter(self, letter: str, view: Match, seat: int) -> Iterator[Reading]:
        """A bare letter: a suit while trump is being named, the language's own first; else a command."""
        naming = any(isinstance(action, Name) for action in view.legal(seat))
        suits = self._suits.get(letter, {}) if naming else {}
        own = [suit for suit, is_own in suits.items() if is_own]
        calls = () if own else tuple(self._command([letter]))
        yield from calls or map(Name, own or suits)

    def _line(self, line: str, view: Match, seat: int) -> Iterator[Reading]:
        words = _words(line.partition(",")[0])  # what follows explains the card: "valet de carreau, valet gauche"
        telling = [word for word in words if word not in self._filler]
        yield from self._command(line.split())
        yield from self._command(telling)
        for phrase in (words, telling):
            yield from self._phrases.get(" ".join(phrase), ())
        if len(telling) == 1 and _NUMBER.fullmatch(telling[0]):
            yield Bid(-int(telling[0]) if line.startswith("-") else int(telling[0]))
        away = line.startswith("-") or not self._away.isdisjoint(words)
        away = away or any(isinstance(action, Discard) for action in view.legal(seat))
        telling = [word for word in telling if word not in self._away]
        if not self._swap.isdisjoint(telling):
            yield from (action for action in view.legal(seat) if isinstance(action, Swap))
        alone = not self._alone.isdisjoint(telling)
        called = " ".join(word for word in telling if word not in self._alone)
        if called in self._suit_words:
            yield Name(self._suit_words[called], alone)
        elif alone:
            yield from (_alone(action) for action in self._phrases.get(called, ()))
        for card in (*self._described(telling), *self._in_part(telling, view, seat)):
            yield Discard(card) if away else PLAYS[card]

    def _gift(self, line: str, count: int) -> Iterator[Reading]:
        """Several cards at once: between commas, or each a word (``9C RP``)."""
        for parts in (_APART.split(line), line.split()):
            told = [[word for word in _words(part) if word not in self._filler] for part in parts]
            cards = [card for words in told for card in self._described(words)]
            if len(cards) == len(parts) == count == len(set(cards)):
                yield Give(Cards.of(cards))

    def _described(self, words: list[str]) -> list[Card]:
        """The cards that a rank and a suit may name: the one in the language's own way, or those of both orders."""
        joker = self._jokers.get(" ".join(words))
        if joker is not None:
            return [joker]
        match words:
            case [word] if len(word) == 2:
                first, second = word[0], word[1]
            case [word] if len(word) == 3 and "10" in word:
                first, second = ("10", word[2]) if word.startswith("10") else (word[0], "10")
            case [first, second]:
                pass
            case _:
                return []
        cards, in_own_way = self._paired(first, second)
        return cards if in_own_way else [*cards, *self._paired(second, first)[0]]

    def _paired(self, rank_text: str, suit_text: str) -> tuple[list[Card], bool]:
        """The cards of a rank and a suit: the one where both are the language's own, or all others; and which."""
        found = {
            Card.of(suit, rank): rank_is_own and suit_is_own
            for rank, rank_is_own in self._ranks.get(rank_text, {}).items()
            for suit, suit_is_own in self._suits.get(suit_text, {}).items()
        }
        own = [card for card, is_own in found.items() if is_own]
        return own or list(found), bool(own)

    def _in_part(self, words: list[str], view: Match, seat: int) -> Iterable[Card]:
        """The cards in hand that a rank's or a suit's whole word fits."""
        held = view.hand.board.holding(seat).sure if view.hand else Cards()
        match words:
            case [word] if word in self._rank_words:
                return (card for card in held if card.rank is self._rank_words[word])
            case [word] if word in self._suit_words:
                return held.of_suit(self._suit_words[word])
        return ()


def _alone(action: Action) -> Action:
    """The call to play alone, of a call that can be one."""
    return replace(action, alone=True) if isinstance(action, Order | Name) else action


def _preferred(readings: list[Reading], view: Match, seat: int) -> tuple[Reading, ...]:
    """Of several readings those that are allowed now; if none is, one of the kind that is due, to be refused."""
    if len(readings) < 2:
        return tuple(readings)
    allowed = [r for r in readings if isinstance(r, Request) or view.refusal(seat, r) is None]
    due = {type(action) for action in view.legal(seat)}
    return tuple(allowed or sorted(readings, key=lambda reading: type(reading) not in due)[:1])


@cache
def typed(language: str, commands: tuple[Command, ...] = LINE) -> Typed:
    """The reader of a language and of some commands, built once."""
    return Typed(language, commands)
