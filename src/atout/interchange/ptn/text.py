"""The text of a PTN file: tags with the lines under them, each with its place, gathered into games."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from atout.cards import BIG_JOKER, LITTLE_JOKER, Card, Cards, CardTwice, Suit, distinct
from atout.foreign import WHOLE, ForeignError, Spot

SEATS: Final[dict[int, tuple[str, ...]]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""What the seats are called, seat 1 first, by number of players."""
NAMES: Final = {
    "S": "South", "W": "West", "N": "North", "E": "East",
    "SW": "SouthWest", "NW": "NorthWest", "NE": "NorthEast", "SE": "SouthEast",
}  # fmt: skip
"""The tags of the players' names: PBN's own at four, and the like."""
NOTHING: Final = "-"
"""A hand nobody knows; a seat that does not speak or play."""
JOKERS: Final = {"H": BIG_JOKER, "L": LITTLE_JOKER}
"""The cards of the fifth suit ``J``."""
MOST_GAMES: Final = 2000
MOST_ROWS: Final = 60 * MOST_GAMES
"""Lines under tags, of all games: more than any play and auction take."""
LONGEST_ROW: Final = 500
"""Characters of such a line."""
_COMMENT: Final = "%;"
"""What a line that says nothing begins with."""
_TAG: Final = re.compile(r'\[(?P<name>[A-Za-z][A-Za-z0-9_]*+)\s++"(?P<value>(?:[^"\\]++|\\.)*+)"\s*+\]')
_ESCAPE: Final = re.compile(r"\\(.)")


class Word(Struct, frozen=True):
    """A word of a line, and where it stands."""

    text: str
    spot: Spot


class Tag(Struct):
    """``[Name "value"]`` with the words of the lines under it."""

    name: str
    value: str
    spot: Spot
    rows: list[tuple[Word, ...]]


class Game(Struct):
    """The tags of one game, by name; each stands once."""

    tags: dict[str, Tag]

    @property
    def deal(self) -> Tag:
        """The tag of the cards; raises ``ForeignError`` without one."""
        if "Deal" not in self.tags:
            first = next(iter(self.tags.values()))
            raise ForeignError(first.spot, "tag-missing", tag="Deal")
        return self.tags["Deal"]

    def value(self, name: str) -> str | None:
        """What a tag says, ``None`` without it."""
        return self.tags[name].value if name in self.tags else None


def games(text: str) -> list[Game]:
    """The games of a text, in order: one begins with ``Event``, or with a ``Deal`` where there is one already."""
    found: list[Game] = []
    tag: Tag | None = None
    rows = 0
    for number, line in enumerate(text.split("\n"), 1):
        written = line.strip()
        if not written or written[0] in _COMMENT:
            continue
        spot = Spot("", number, len(line) - len(line.lstrip()) + 1)
        if not written.startswith("["):
            if tag is None:
                raise ForeignError(spot, "tag-first", found=written[:20])
            rows += 1
            if rows > MOST_ROWS or len(written) > LONGEST_ROW:
                raise ForeignError(spot, "too-many-words", most=MOST_ROWS, longest=LONGEST_ROW)
            tag.rows.append(_words(line, number))
            continue
        match = _TAG.fullmatch(written)
        if match is None:
            raise ForeignError(spot, "bad-tag", found=written[:20])
        tag = Tag(match["name"], _ESCAPE.sub(r"\1", match["value"]), spot, [])
        if not found or tag.name == "Event" or (tag.name == "Deal" and "Deal" in found[-1].tags):
            found.append(Game({}))
        if tag.name in found[-1].tags:
            raise ForeignError(spot, "tag-twice", tag=tag.name)
        found[-1].tags[tag.name] = tag
        if len(found) > MOST_GAMES:
            raise ForeignError(spot, "too-many-games", most=MOST_GAMES)
    if not found:
        raise ForeignError(WHOLE, "no-game")
    return found


def _words(line: str, number: int) -> tuple[Word, ...]:
    return tuple(Word(word[0], Spot("", number, word.start() + 1)) for word in re.finditer(r"\S+", line))


def seat_of(tag: Tag, players: int) -> int:
    """The seat a tag names; raises ``ForeignError`` for one that nobody has."""
    name = tag.value.strip().upper()
    if name not in SEATS[players]:
        raise ForeignError(tag.spot, "no-such-side", tag=tag.name, found=tag.value, known=SEATS[players])
    return SEATS[players].index(name) + 1


def cards_dealt(tag: Tag) -> tuple[int, list[Cards | None]]:
    """The dealer's seat and each seat's hand, ``None`` for one nobody knows, of ``dealer:hand hand …``."""
    side, _, hands = tag.value.strip().partition(":")
    texts = hands.split()
    players = len(texts)
    if players not in SEATS:
        raise ForeignError(tag.spot, "bad-deal", found=tag.value)
    dealer = seat_of(Tag(tag.name, side, tag.spot, []), players)
    cards = [None if text == NOTHING else _hand(text, tag.spot) for text in texts]
    turned = players - (dealer - 1)
    return dealer, [*cards[turned:], *cards[:turned]]


def _hand(text: str, spot: Spot) -> Cards:
    suits = text.split(".")
    if len(suits) not in (4, 5):
        raise ForeignError(spot, "bad-hand", found=text)
    try:
        cards = [Card.from_token(f"{rank}{suit}") for suit, ranks in zip(Suit, suits[:4], strict=True)
                 for rank in ranks.upper()]  # fmt: skip
        cards += [JOKERS[rank] for rank in "".join(suits[4:]).upper()]
        return distinct(cards)
    except CardTwice as twice:
        raise ForeignError(spot, "card-twice", card=twice.card) from None
    except (KeyError, ValueError):
        raise ForeignError(spot, "bad-hand", found=text) from None


def hand_text(cards: Cards) -> str:
    """A hand as it is written, the highest card of each suit first; jokers in a fifth suit."""
    suits = ".".join("".join(str(card.rank) for card in cards.of_suit(suit)) for suit in Suit)
    jokers = "".join(name for name, joker in JOKERS.items() if joker in cards)
    return f"{suits}.{jokers}" if jokers else suits


def card_of(word: Word) -> Card:
    """The card a word of the play names, suit first (``SA``, ``JH`` the big joker); raises ``ForeignError``."""
    text = word.text.upper()
    try:
        return JOKERS[text[1:]] if text[:1] == "J" else Card.from_token(text[1:] + text[:1])
    except (KeyError, ValueError):
        raise ForeignError(word.spot, "bad-card", found=word.text) from None


def card_text(card: Card) -> str:
    """A card as it is written in the play."""
    if card.suit is None:
        return "J" + next(name for name, joker in JOKERS.items() if joker is card)
    return f"{card.suit}{card.rank}"
