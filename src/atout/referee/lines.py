"""The lines a scorer types, read into values: deals, rulings, names and commands, in French and English alike.

Reading is about form only: whether bids are allowed or tricks add up is for the game to say (``sheet``).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from atout.cards import Suit
from atout.say import shown


class LineError(ValueError):
    """A line that cannot be read: ``code`` says why, ``facts`` what stands there (``found``) or is due."""

    def __init__(self, code: str, found: str | int = "", **facts: object) -> None:
        super().__init__(f"{code}: {found}")
        self.code = code
        self.facts = facts | {"found": found if isinstance(found, int) else shown(found)}


def _kebab(name: str) -> str:
    return "".join("-" * (at > 0 and letter.isupper()) + letter.lower() for at, letter in enumerate(name))


class Line(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_kebab):
    """Something a scorer writes. As JSON its ``type`` tells which (``all-passed``)."""


class Numbers(Line, frozen=True):
    """``5 6 4``: bids by seat, or tricks won by seat once the bids are locked; ``blind`` are the seats whose bid is a
    nil made before looking."""

    values: tuple[int, ...]
    blind: tuple[int, ...] = ()


class Scores(Line, frozen=True):
    """``5/7 6/6 4/4``: bid and tricks won of each seat; ``blind`` as in ``Numbers``."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    blind: tuple[int, ...] = ()


class Made(Line, frozen=True):
    """``maker=2 tricks=4 [bid=3] [trump=H] [alone]``: who made trump (``None``: the turned card did), and the tricks of
    the maker's side, or of each seat (``1/3/-``, ``None`` for one that sat out). ``moon``: all tricks were bid."""

    maker: int | None
    tricks: int | tuple[int | None, ...]
    trump: Suit | None = None
    alone: bool = False
    bid: int | None = None
    moon: bool = False
    no_trump: bool = False


class AllPassed(Line, frozen=True):
    """``pass``: everybody passed; the deal moves on."""


class ThrownIn(Line, frozen=True):
    """``misdeal``: the deal is thrown in, the same dealer deals again."""


class Ruling(Line, frozen=True):
    """``adjust 2 -10 reason…``: a host's ruling; ``side`` is numbered from 1."""

    side: int
    points: int
    reason: str = ""


class Names(Line, frozen=True):
    """``names Ana Bob "Marie Lou"``: the players by seat."""

    names: tuple[str, ...]


class Dealer(Line, frozen=True):
    """``dealer 2``: who deals next, where rotation does not say."""

    seat: int


DealLine = Numbers | Scores | Made | AllPassed | ThrownIn
"""A line that tells of a deal."""


class Correct(Line, frozen=True):
    """``correct 3 LINE``: what really happened in an earlier deal."""

    deal: int
    line: DealLine


class Undo(Line, frozen=True):
    """Take the latest line back."""


class Redo(Line, frozen=True):
    """Write the line taken back again."""


Writing = DealLine | Ruling | Names | Dealer | Correct | Undo | Redo
"""A line that changes a sheet."""


class Show(Line, frozen=True):
    """Print the sheet."""


class Help(Line, frozen=True):
    """Say what can be written."""


class Quit(Line, frozen=True):
    """Leave."""


NIL_WORDS: Final = frozenset({"nil", "nul", "zéro", "zero"})
"""Words for a bid of 0, and for no trick."""
BLIND_WORDS: Final = frozenset({"blind-nil", "blind", "nil-aveugle", "aveugle"})
"""Words for a nil bid before looking."""
LONGEST_LINE: Final = 1000
"""Characters a line may have."""

_COUNT: Final = re.compile(r"[0-9]{1,3}")
_COMMAND: Final = re.compile(r"/([^\W\d]+|\?)")
"""A word behind a slash, as at the terminal's table: always one that begins a line."""
_COMMENT: Final = re.compile(r"(^|\s)#.*")
_POINTS: Final = re.compile(r"[-−+]?[0-9]{1,6}")
_KEYS: Final = {
    "maker": "maker",
    "preneur": "maker",
    "tricks": "tricks",
    "plis": "tricks",
    "levées": "tricks",
    "trump": "trump",
    "atout": "atout",
    "bid": "bid",
    "annonce": "bid",
}
_ALONE: Final = frozenset({"alone", "seul", "seule"})
_MOON: Final = frozenset({"moon", "chelem", "grand-chelem"})
_NO_TRUMP: Final = frozenset({"nt", "sa", "sans-atout", "no-trump"})
_OUT: Final = frozenset({"-", "x"})
"""What stands for the tricks of a seat that sat out."""


def _suits(spades: str, hearts: str, diamonds: str, clubs: str) -> dict[str, Suit]:
    lists = zip((spades, hearts, diamonds, clubs), Suit, strict=True)
    return {word: suit for words, suit in lists for word in words.split()}


_TRUMPS: Final = {
    "trump": _suits("s spade spades ♠", "h heart hearts ♥", "d diamond diamonds ♦", "c club clubs ♣"),
    "atout": _suits("p pique piques ♠", "c cœur cœurs coeur ♥", "k carreau carreaux ♦", "t trèfle trefle trèfles ♣"),
}
"""Suits in the language of the key they stand behind: ``trump=C`` is clubs, ``atout=C`` hearts."""


def _count(word: str, within: str = "") -> int:
    """A number of tricks; ``within`` is what was typed, shown where the number itself is missing."""
    return 0 if word.lower() in NIL_WORDS else _number(word, within, "not-a-number")


def _number(word: str, within: str = "", code: str = "no-number") -> int:
    """A whole number: by default that of a seat, a side or a deal."""
    if not _COUNT.fullmatch(word):
        raise LineError(code, found=word or within)
    return int(word)


def _bids(words: list[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Bids by seat, and the seats that bid nil blind."""
    blind = tuple(seat for seat, word in enumerate(words, 1) if word.lower() in BLIND_WORDS)
    return tuple(0 if seat in blind else _count(word) for seat, word in enumerate(words, 1)), blind


def _numbers(words: list[str]) -> Line:
    return Numbers(*_bids(words))


def _scores(words: list[str]) -> Line:
    pairs = [word.partition("/") for word in words]
    lone = next((word for word, (bid, _, won) in zip(words, pairs, strict=True) if not (bid and won)), None)
    if lone is not None:
        raise LineError("half-a-pair", found=lone)
    bids, blind = _bids([bid for bid, _, _ in pairs])
    return Scores(bids, tuple(_count(won) for _, _, won in pairs), blind)


def _made(words: list[str]) -> Line:
    told: dict[str, str] = {}
    typed: dict[str, str] = {}
    alone = False
    for word in words:
        if word.lower() in _ALONE:
            alone = True
            continue
        name, equals, value = word.partition("=")
        key = _KEYS.get(name.lower())
        if key is None or not equals:
            raise LineError("unknown-word", found=word)
        if key in told:
            raise LineError("said-twice", found=word)
        told[key], typed[key] = value, word
    if "tricks" not in told:
        raise LineError("tricks-missing")
    trump: Suit | None = None
    no_trump = any(told.get(key, "").lower() in _NO_TRUMP for key in _TRUMPS)
    for key, suits in _TRUMPS.items():
        if key in told and not no_trump:
            trump = suits.get(told[key].lower())
            if trump is None:
                raise LineError("not-a-suit", found=told[key] or typed[key])
    if "maker" not in told and trump is None:
        raise LineError("maker-missing")
    maker = _number(told["maker"], typed["maker"]) if "maker" in told else None
    moon = told.get("bid", "").lower() in _MOON
    bid = _count(told["bid"], typed["bid"]) if "bid" in told and not moon else None
    return Made(maker, _tricks(told["tricks"], typed["tricks"]), trump, alone, bid, moon, no_trump)


def _tricks(word: str, within: str) -> int | tuple[int | None, ...]:
    """The tricks of the maker's side, or of every seat."""
    if "/" not in word:
        return _count(word, within)
    return tuple(None if part.lower() in _OUT else _count(part, within) for part in word.split("/"))


def _ruling(words: list[str]) -> Line:
    if len(words) < 2:
        raise LineError("ruling-incomplete")
    if not _POINTS.fullmatch(words[1]):
        raise LineError("not-points", found=words[1])
    return Ruling(_number(words[0]), int(words[1].replace("−", "-")), " ".join(words[2:]))


def _correct(words: list[str]) -> Line:
    if len(words) < 2:
        raise LineError("correction-incomplete")
    line = _read(words[1:])
    if not isinstance(line, DealLine):
        raise LineError("not-a-deal", found=" ".join(words[1:]))
    return Correct(_number(words[0]), line)


def _names(words: list[str]) -> Line:
    try:
        return Names(tuple(shlex.split(" ".join(words).replace("'", "’"))))
    except ValueError:
        raise LineError("quote-open") from None


def _dealer(words: list[str]) -> Line:
    if len(words) != 1:
        raise LineError("dealer-incomplete")
    return Dealer(_number(words[0]))


def _alone(line: type[Line]) -> Callable[[list[str]], Line]:
    def read(words: list[str]) -> Line:
        if words:
            raise LineError("unknown-word", found=words[0])
        return line()

    return read


VOCABULARY: Final[tuple[tuple[str, Callable[[list[str]], Line]], ...]] = (
    ("pass passe", _alone(AllPassed)),
    ("misdeal maldonne", _alone(ThrownIn)),
    ("adjust ajuster", _ruling),
    ("names noms", _names),
    ("dealer donneur", _dealer),
    ("correct corriger", _correct),
    ("undo annuler", _alone(Undo)),
    ("redo refaire", _alone(Redo)),
    ("show afficher", _alone(Show)),
    ("help aide ?", _alone(Help)),
    ("quit quitter", _alone(Quit)),
)
"""The words that begin a line, English first, and what reads the rest of it."""
_READERS: Final = {word: reader for words, reader in VOCABULARY for word in words.split()}


def _read(words: list[str]) -> Line:
    command = _COMMAND.fullmatch(words[0])
    reader = _READERS.get((command[1] if command else words[0]).lower())
    if reader is not None:
        return reader(words[1:])
    if command:
        raise LineError("unknown-word", found=words[0])
    if any("=" in word for word in words):
        return _made(words)
    if any("/" in word for word in words):
        return _scores(words)
    if words[0].lower() in NIL_WORDS | BLIND_WORDS or _COUNT.fullmatch(words[0]):
        return _numbers(words)
    raise LineError("unknown-word", found=words[0])


def read_line(text: str) -> Line | None:
    """What a line says, ``None`` for an empty one or a comment (``#``); raises ``LineError``."""
    if len(text) > LONGEST_LINE:
        raise LineError("line-too-long", most=LONGEST_LINE)
    if any(not character.isprintable() for character in text if not character.isspace()):
        raise LineError("not-text")
    words = _COMMENT.sub("", text.strip()).split()
    return _read(words) if words else None
