"""Markdown: for a wiki, a forum or a README. Tables are pipe tables, typed words code, foreign words in italics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

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
    spans,
)
from atout.say import typeset

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>|#])")
_LIST_MARK: Final = re.compile(r"^(\d*)([-+.)])(?=\s)")


def render(document: Document) -> str:
    """The document as Markdown: its title at level 1, its sections below."""
    markdown = _Markdown(document.language)
    parts = [f"# {markdown.set(document.title)}", *markdown.blocks(document.blocks)]
    for section in document.sections:
        parts += markdown.section(section, 2)
    return "\n\n".join(parts) + "\n"


class _Markdown:
    def __init__(self, language: str) -> None:
        self.language = language

    def set(self, text: str) -> str:
        """A text with its marks, anything that Markdown would read as its own escaped."""
        return "".join(self._span(mark, part) for mark, part in spans(text))

    def _span(self, mark: Mark, text: str) -> str:
        match mark:
            case Mark.TYPED:
                return f"`{text}`"
            case Mark.FOREIGN:
                return f"*{self._plain(text)}*"
            case Mark.PLAIN:
                return self._plain(text)

    def _plain(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\1", typeset(text, self.language))

    def section(self, section: Section, level: int) -> Iterator[str]:
        yield f"{'#' * level} {self.set(section.title)}"
        yield from self.blocks(section.blocks)
        for inner in section.sections:
            yield from self.section(inner, level + 1)

    def blocks(self, blocks: tuple[Block, ...]) -> Iterator[str]:
        for block in blocks:
            yield from self.block(block)

    def block(self, block: Block) -> Iterator[str]:
        match block:
            case Paragraph(text):
                yield _LIST_MARK.sub(r"\1\\\2", self.set(text))
            case Bullets(items, ordered):
                yield self.items(items, ordered)
            case Definitions(terms):
                for term in terms:
                    yield f"**{self.set(term.term)}**"
                    yield from map(self.set, term.details)
            case Table(caption, head, rows, figures=figures):
                yield self.set(caption)
                rule = ["--:" if column in figures else "---" for column in range(len(head))]
                set_rows = [list(map(self.set, row)) for row in (head, *rows)]
                yield "\n".join(f"| {' | '.join(cells)} |" for cells in (set_rows[0], rule, *set_rows[1:]))
            case CardRow(caption=caption, text=text):
                yield f"**{self.set(caption)}**\\\n{self.set(text)}" if caption else self.set(text)
            case Seating(caption=caption, details=details):
                yield self.set(caption)
                yield self.items(details, ordered=False)

    def items(self, items: tuple[str, ...], ordered: bool) -> str:
        return "\n".join(f"{f'{number}.' if ordered else '-'} {self.set(item)}" for number, item in enumerate(items, 1))
