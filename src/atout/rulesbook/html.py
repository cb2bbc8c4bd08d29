"""HTML: one semantic article, as a fragment to embed or as a page of its own that asks for nothing from outside.

French spaces before punctuation are ordinary spaces here, kept from breaking by a style: a no-break space shows as a
stray dot on braille displays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import escape
from importlib.resources import files
from itertools import count
from typing import Final

from atout.rulesbook import drawing
from atout.rulesbook.document import (
    Block,
    Bullets,
    CardRow,
    Definitions,
    Document,
    Mark,
    Paragraph,
    Seating,
    Section,
    Table,
    Term,
    bare,
    foreign_language,
    spans,
)
from atout.say import typeset

_NO_BREAK: Final = re.compile(r"(?<!\S)\S*+(?:[\u00a0\u202f]\S*+)+")
"""Words with no-break spaces between them; it is looked for where a word begins, so that a long one is read once."""
_LONGEST: Final = 24
"""Letters of a word that fits every line: a longer one, such as a name, has to be parted somewhere."""
_NARROW: Final = 2
"""Columns that fit any screen."""
_SPACES: Final = str.maketrans({"\u00a0": " ", "\u202f": " "})


def words(text: str, language: str) -> str:
    """Text as it stands between tags, in its display form; no line parts what the class ``together`` keeps whole."""
    return _NO_BREAK.sub(_kept_together, escape(typeset(text, language), quote=False))


def _kept_together(match: re.Match[str]) -> str:
    kept = match.group().translate(_SPACES)
    return kept if max(map(len, kept.split(" "))) > _LONGEST else f'<span class="together">{kept}</span>'


@cache
def stylesheet() -> str:
    """The style of the article, all under ``.rulesbook``; its colours are properties an embedding page may set."""
    return (files("atout.rulesbook") / "page.css").read_text(encoding="utf-8")


def fragment(document: Document, *, level: int = 1, prefix: str = "") -> str:
    """The document as an ``<article>`` to embed: its title a heading of ``level``, its ids after ``prefix``."""
    return "\n".join(_Html(document, level, prefix).article()) + "\n"


def render(document: Document) -> str:
    """The document as a page."""
    return (
        f'<!DOCTYPE html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(bare(document.title))}</title>\n<style>\n{stylesheet()}</style>\n</head>\n"
        f'<body class="rulesbook-page">\n<main>\n{fragment(document)}</main>\n</body>\n</html>\n'
    )


class _Html:
    def __init__(self, document: Document, level: int, prefix: str) -> None:
        self.document = document
        self.level = level
        self.prefix = prefix
        self.drawings = count(1)

    # --- text -------------------------------------------------------------------------------------------------------

    def set(self, text: str) -> str:
        return "".join(self._span(mark, part) for mark, part in spans(text))

    def _span(self, mark: Mark, text: str) -> str:
        match mark:
            case Mark.TYPED:
                return f'<code translate="no">{escape(text)}</code>'
            case Mark.FOREIGN:
                return f'<i lang="{foreign_language(self.document.language)}">{escape(text)}</i>'
            case Mark.PLAIN:
                return words(text, self.document.language)

    # --- structure --------------------------------------------------------------------------------------------------

    def article(self) -> Iterator[str]:
        document = self.document
        title = f"{self.prefix}title"
        yield f'<article class="rulesbook" lang="{document.language}" aria-labelledby="{title}">'
        yield f'<h{self.level} id="{title}">{self.set(document.title)}</h{self.level}>'
        yield from self.blocks(document.blocks)
        if document.contents:
            yield from self.contents()
        for section in document.sections:
            yield from self.section(section, self.level + 1)
        yield "</article>"

    def contents(self) -> Iterator[str]:
        yield f'<nav class="contents" aria-label="{escape(self.document.contents)}">'
        yield f'<p aria-hidden="true">{self.set(self.document.contents)}</p>\n<ol>'
        for section in self.document.sections:
            yield f'<li><a href="#{self.prefix}{section.name}">{self.set(section.title)}</a></li>'
        yield "</ol>\n</nav>"

    def section(self, section: Section, level: int) -> Iterator[str]:
        name = f"{self.prefix}{section.name}"
        yield f'<section id="{name}" aria-labelledby="{name}-title">'
        yield f'<h{level} id="{name}-title">{self.set(section.title)}</h{level}>'
        yield from self.blocks(section.blocks)
        for inner in section.sections:
            yield from self.section(inner, min(level + 1, 6))
        yield "</section>"

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        for block in blocks:
            yield from self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(text):
                yield f"<p>{self.set(text)}</p>"
            case Bullets(items, ordered):
                yield from self.items(items, "ol" if ordered else "ul")
            case Definitions(terms):
                yield from self.terms(terms)
            case Table():
                yield from self.table(block)
            case CardRow():
                yield from self.cards(block)
            case Seating():
                yield from self.seating(block)

    def items(self, items: tuple[str, ...], tag: str) -> Iterator[str]:
        yield f"<{tag}>"
        for item in items:
            yield f"<li>{self.set(item)}</li>"
        yield f"</{tag}>"

    def terms(self, terms: tuple[Term, ...]) -> Iterator[str]:
        yield "<dl>"
        for term in terms:
            yield f"<dt>{self.set(term.term)}</dt>"
            for detail in term.details:
                yield f"<dd>{self.set(detail)}</dd>"
        yield "</dl>"

    def table(self, table: Table) -> Iterator[str]:
        """A table; one of many columns scrolls by itself where it is too wide, by the keyboard too."""
        if len(table.head) <= _NARROW:
            yield from self.bare_table(table)
            return
        yield f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(bare(table.caption))}">'
        yield from self.bare_table(table)
        yield "</div>"

    def bare_table(self, table: Table) -> Iterator[str]:
        yield f"<table>\n<caption>{self.set(table.caption)}</caption>\n<thead>\n<tr>"
        for column, cell in enumerate(table.head):
            yield f'<th scope="col"{self._figures(table, column)}>{self.set(cell)}</th>'
        yield "</tr>\n</thead>\n<tbody>"
        for heading, *cells in table.rows:
            yield f'<tr><th scope="row">{self.set(heading)}</th>'
            for column, cell in enumerate(cells, 1):
                yield f"<td{self._figures(table, column)}>{self.set(cell)}</td>"
            yield "</tr>"
        yield "</tbody>\n</table>"

    @staticmethod
    def _figures(table: Table, column: int) -> str:
        return ' class="figures"' if column in table.figures else ""

    def cards(self, row: CardRow) -> Iterator[str]:
        name = f"{self.prefix}drawing-{next(self.drawings)}"
        caption, text = bare(row.caption), bare(row.text)
        yield f'<figure class="cards">{drawing.cards(row, name, caption or text, text)}'
        strong = f"<strong>{self.set(row.caption)}</strong> " if row.caption else ""
        yield f"<figcaption>{strong}<span>{self.set(row.text)}</span></figcaption>\n</figure>"

    def seating(self, seating: Seating) -> Iterator[str]:
        name = f"{self.prefix}drawing-{next(self.drawings)}"
        caption = bare(seating.caption)
        yield f'<figure class="seating">{drawing.seating(seating, name, caption, " ".join(map(bare, seating.details)))}'
        yield f"<figcaption><p>{self.set(seating.caption)}</p>"
        yield from self.items(seating.details, "ul")
        yield "</figcaption>\n</figure>"
