"""A document as values: what a rules page says, before any renderer gives it a form.

Texts hold two inline marks: backquotes around what is typed as it stands, and ``‹…›`` around words of the other
language. ``spans`` splits them; ``bare`` drops them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final

from msgspec import Struct

from atout.cards import Card
from atout.seats import Side


class Paragraph(Struct, frozen=True):
    """A few sentences."""

    text: str


class Bullets(Struct, frozen=True):
    """A list; ``ordered`` where the order matters, counted from 1."""

    items: tuple[str, ...]
    ordered: bool = False


class Term(Struct, frozen=True):
    """Something defined, or asked: each of its ``details`` is a paragraph."""

    term: str
    details: tuple[str, ...]


class Definitions(Struct, frozen=True):
    """Terms and what is said of them."""

    terms: tuple[Term, ...]


class Table(Struct, frozen=True):
    """A table: the first cell of a row is its heading. ``said`` tells each row as a sentence, for where columns would
    be lost; ``figures`` are the columns (from 0) that hold numbers."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    said: tuple[str, ...]
    figures: tuple[int, ...] = ()


class CardRow(Struct, frozen=True):
    """Cards (at least one) drawn in this order, for the eye; ``text`` says the same in words. ``corners`` are the
    letters and figures printed on them (``R`` for a French king)."""

    caption: str
    cards: tuple[Card, ...]
    corners: tuple[str, ...]
    text: str


class Seating(Struct, frozen=True):
    """A drawing of the seats, seat 1 nearest, the others clockwise; ``details`` say the same in words.

    ``labels`` are what stands at each seat, ``sides`` who plays together, ``turned`` a card (with its corner's text)
    face up beside the stock in the middle.
    """

    caption: str
    labels: tuple[str, ...]
    sides: tuple[Side, ...]
    dealer: int
    dealer_label: str
    details: tuple[str, ...]
    turned: tuple[Card, str] | None = None


Block = Paragraph | Bullets | Definitions | Table | CardRow | Seating


class Section(Struct, frozen=True):
    """A titled part. ``name`` is its stable address (``#count``), the same in every language."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...] = ()


class Document(Struct, frozen=True):
    """A whole page in one language. ``contents`` titles the list of its sections."""

    language: str
    title: str
    blocks: tuple[Block, ...]
    sections: tuple[Section, ...] = ()
    contents: str = ""


class Mark(Enum):
    """What a span of text is."""

    PLAIN = auto()
    TYPED = auto()
    FOREIGN = auto()


_MARKED: Final = re.compile(r"`([^`]+)`|‹([^›]+)›")


def spans(text: str) -> Iterator[tuple[Mark, str]]:
    """The parts of a text, each with its mark."""
    at = 0
    for match in _MARKED.finditer(text):
        if match.start() > at:
            yield Mark.PLAIN, text[at : match.start()]
        typed, foreign = match.groups()
        yield (Mark.TYPED, typed) if typed is not None else (Mark.FOREIGN, foreign)
        at = match.end()
    if at < len(text):
        yield Mark.PLAIN, text[at:]


def bare(text: str) -> str:
    """The text without its marks."""
    return "".join(part for _, part in spans(text))


def foreign_language(language: str) -> str:
    """The language of the ``‹words›`` in a text of a language."""
    return "fr" if language.startswith("en") else "en"
