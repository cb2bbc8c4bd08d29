"""The author of one page: says messages with the table's facts, and makes blocks of what is not empty.

Every message of a page gets all facts of its table, and its catalogue decides by them what it says: a message that
comes out empty has nothing to say at this table, and its paragraph, item or term is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from atout.cards import Card
from atout.events import Event
from atout.game import Rules
from atout.match import Match
from atout.rulesbook.document import Block, Bullets, CardRow, Definitions, Paragraph, Section, Table, Term
from atout.say import Speaker, pattern

COMMON: Final = "rulesbook"
"""The catalogue of what all families have in common."""

R = TypeVar("R", bound=Rules)

Remarks = Callable[[Match, Event], Iterator[tuple[str, Mapping[str, object]]]]
"""What is worth adding to an event, given the match just before: names of messages ``remark.NAME``, and facts."""


def has(language: str, key: str) -> bool:
    """Whether there is such a message."""
    try:
        pattern(language, key)
    except KeyError:
        return False
    return True


class Author(Generic[R]):
    """Writes for one table in one language. Short keys are looked up in the family's catalogue ``area``, then in the
    one all families share; ``facts`` go with every message."""

    def __init__(self, rules: R, speaker: Speaker, area: str, facts: Mapping[str, object]) -> None:
        self.rules = rules
        self.speaker = speaker
        self.areas = (area, COMMON)
        self.facts = dict(facts)

    def learn(self, facts: Mapping[str, object]) -> None:
        """More facts for every message."""
        self.facts |= facts

    def text(self, key: str, /, **facts: object) -> str:
        """A message of the author's catalogue, with the table's facts and some more."""
        area = next(area for area in self.areas if has(self.speaker.language, f"{area}.{key}"))
        return self.speaker.text(f"{area}.{key}", **{**self.facts, **facts})

    def points(self, points: int) -> str:
        """``200 points``."""
        return self.speaker.text(f"{COMMON}.points", points=points)

    def signed(self, points: int) -> str:
        """``+52``."""
        return self.speaker.text(f"{COMMON}.signed", points=points)

    def listed(self, items: Iterable[str]) -> str:
        """``un, deux et trois``."""
        return self.speaker.listed(items, "word.and")

    def corner(self, card: Card) -> str:
        """What stands in the corner of a card, without its suit: ``R`` for a French king."""
        return card.token if card.rank is None else self.speaker.text(f"word.index.{card.rank}")

    # --- blocks; what says nothing is left out ----------------------------------------------------------------------

    def said(self, *keys: str) -> tuple[str, ...]:
        """The messages that say something."""
        return tuple(text for text in map(self.text, keys) if text)

    def paragraphs(self, *keys: str) -> tuple[Block, ...]:
        """One paragraph a message."""
        return tuple(map(Paragraph, self.said(*keys)))

    def bullets(self, *keys: str) -> tuple[Block, ...]:
        """One list of messages."""
        items = self.said(*keys)
        return (Bullets(items),) if items else ()

    def terms(self, group: str, *names: str) -> tuple[Block, ...]:
        """Terms with one paragraph each: the messages ``group.NAME.term`` and ``group.NAME.text``."""
        terms = ((self.text(f"{group}.{name}.term"), self.text(f"{group}.{name}.text")) for name in names)
        found = tuple(Term(term, (text,)) for term, text in terms if text)
        return (Definitions(found),) if found else ()

    def table(self, key: str, rows: Iterable[tuple[str, ...]], figures: tuple[int, ...] = ()) -> Table:
        """A table of ``rows`` (at least one). Its caption, its headings and the sentence of a row are the messages
        ``KEY.caption``, ``KEY.head.0`` … and ``KEY.said`` with the cells as ``c0`` …"""
        cells = tuple(rows)
        head = tuple(self.text(f"{key}.head.{column}") for column in range(len(cells[0])))
        said = (self.text(f"{key}.said", **{f"c{at}": cell for at, cell in enumerate(row)}) for row in cells)
        return Table(self.text(f"{key}.caption"), head, cells, tuple(said), figures)

    def cards(self, caption: str, cards: Iterable[Card], text: str | None = None) -> CardRow:
        """Cards drawn in this order; told as a hand, suit by suit, unless ``text`` tells them otherwise."""
        drawn = tuple(cards)
        return CardRow(
            caption, drawn, tuple(map(self.corner, drawn)), self.speaker.cards(drawn) if text is None else text
        )

    def section(self, name: str, *blocks: Block, sections: Iterable[Section] = ()) -> Section:
        """A part titled ``title.NAME``."""
        return Section(name, self.text(f"title.{name}"), blocks, tuple(sections))


class Family(Struct, frozen=True):
    """What the book knows of a family: its catalogue, and how its parts are written.

    ``readings`` are the clauses that can be read or played in more than one way, each with the options that choose
    (messages ``reading.NAME``); ``origins``, ``tips`` and ``questions`` are names of messages. What does not concern a
    table comes out empty there.
    """

    area: str
    facts: Callable[[Author[Any]], Mapping[str, object]]
    summary: Callable[[Author[Any]], tuple[Block, ...]]
    chapters: Callable[[Author[Any]], Iterator[Section]]
    remarks: Remarks
    readings: Sequence[tuple[str, tuple[str, ...]]]
    origins: Sequence[str]
    tips: Sequence[str]
    questions: Sequence[str]
