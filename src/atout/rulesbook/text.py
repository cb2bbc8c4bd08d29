"""Plain text: numbered headings, indented paragraphs, tables that a voice can read too.

No line is drawn: blank lines and indents do the work, so nothing is read aloud that says nothing. A table whose rows
do not fit, and every table in ``plain`` text, becomes one sentence a row with its headings in it.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from atout.rulesbook.document import (
    Block,
    Bullets,
    CardRow,
    Definitions,
    Document,
    Paragraph,
    Seating,
    Section,
    Table,
    Term,
    bare,
)
from atout.say import typeset

WIDTH: Final = 78
_INDENT: Final = "  "
_GAP: Final = "  "
_SPOKEN: Final = str.maketrans({"\u202f": " ", "\u00a0": " ", "−": "-"})


def render(document: Document, *, width: int = WIDTH, plain: bool = False) -> str:
    """The document as text of at most ``width`` columns (a longer word stands alone); ``plain`` for speech and braille:
    ordinary spaces, and no column to be followed down the page."""
    text = _Text(document.language, width, plain)
    lines = [*text.heading(document.title), *text.blocks(document.blocks, "")]
    for number, section in enumerate(document.sections, 1):
        lines += text.section(section, f"{number}.")
    body = "\n".join(lines).strip("\n") + "\n"
    return body.translate(_SPOKEN) if plain else body


class _Text:
    def __init__(self, language: str, width: int, plain: bool) -> None:
        self.language = language
        self.width = width
        self.plain = plain

    def set(self, text: str) -> str:
        """A text without marks, its no-break spaces in place so that lines never part there."""
        return typeset(bare(text), self.language)

    def wrap(self, text: str, indent: str, first: str | None = None) -> list[str]:
        return textwrap.wrap(
            self.set(text),
            self.width,
            initial_indent=indent if first is None else first,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )

    def heading(self, title: str) -> list[str]:
        return [*self.wrap(title, ""), ""]

    def section(self, section: Section, number: str) -> Iterator[str]:
        yield ""
        yield from self.heading(f"{number} {section.title}")
        yield from self.blocks(section.blocks, _INDENT)
        for count, inner in enumerate(section.sections, 1):
            yield from self.section(inner, f"{number}{count}.")

    def blocks(self, blocks: tuple[Block, ...], indent: str) -> Iterator[str]:
        for block in blocks:
            yield from self.block(block, indent)
            yield ""

    def block(self, block: Block, indent: str) -> Iterator[str]:
        match block:
            case Paragraph(text):
                yield from self.wrap(text, indent)
            case Bullets(items, ordered):
                yield from self.items(items, indent, ordered)
            case Definitions(terms):
                yield from self.terms(terms, indent)
            case Table():
                yield from self.wrap(block.caption, indent)
                yield from self.table(block, indent + _INDENT)
            case CardRow(caption=caption, text=text):
                yield from self.wrap(f"{caption} {text}".strip(), indent + _INDENT, indent)
            case Seating(caption=caption, details=details):
                yield from self.wrap(caption, indent)
                yield from self.items(details, indent, ordered=False)

    def items(self, items: tuple[str, ...], indent: str, ordered: bool) -> Iterator[str]:
        width = len(f"{len(items)}. ") if ordered else 2
        for number, item in enumerate(items, 1):
            label = f"{number}.".ljust(width) if ordered else "- "
            yield from self.wrap(item, indent + " " * width, indent + label)

    def terms(self, terms: tuple[Term, ...], indent: str) -> Iterator[str]:
        for at, (term, details) in enumerate((term.term, term.details) for term in terms):
            if at:
                yield ""
            yield from self.wrap(term, indent)
            for detail in details:
                yield from self.wrap(detail, indent + _INDENT)

    def table(self, table: Table, indent: str) -> Iterator[str]:
        rows = [tuple(map(self.set, row)) for row in (table.head, *table.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        if self.plain or len(indent) + sum(widths) + len(_GAP) * (len(widths) - 1) > self.width:
            yield from self.items(table.said, indent, ordered=False)
            return
        for row in rows:
            cells = (
                cell.rjust(width) if column in table.figures else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield indent + _GAP.join(cells).rstrip()
