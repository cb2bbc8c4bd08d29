"""Pages for the tests: built once, without looking for a good deal to tell more than once a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from atout.families import parse, spec
from atout.rulesbook import Document, page, story, text
from atout.rulesbook.author import Remarks
from atout.rulesbook.document import Block, Section, Table
from atout.testing import tables, variations

TABLES = tables()
LANGUAGES = ("fr", "en", "fr-CA")

_told = story.told


@cache
def _first_deal(table: str, remarks: Remarks) -> story.Deal | None:
    return next(story.deals(parse(table), remarks), None)


def quickly() -> None:
    """Tells the first deal of a table that counts, in every language the same one."""
    story.told = lambda rules, remarks: _first_deal(spec(rules), remarks)


@cache
def document(table: str, language: str = "fr") -> Document:
    """The page of a table."""
    quickly()
    try:
        return page(parse(table), language)
    finally:
        story.told = _told


@cache
def rules_only(table: str, language: str = "fr") -> Document:
    """The page of a table, without a deal told."""
    story.told = lambda rules, remarks: None
    try:
        return page(parse(table), language)
    finally:
        story.told = _told


def said(table: str, language: str = "fr", *names: str) -> str:
    """What a page says in these sections, or in all of them, as one line."""
    whole = rules_only(table, language)
    kept = tuple(section for section in whole.sections if not names or section.name in names)
    shown = Document(whole.language, whole.title, whole.blocks, kept)
    return " ".join(text.render(shown, width=10_000, plain=True).split())


def blocks(sections: tuple[Section, ...]) -> Iterator[Block]:
    """Every block of some sections and the sections within."""
    for section in sections:
        yield from section.blocks
        yield from blocks(section.sections)


def rows(table: str, language: str = "fr") -> dict[str, tuple[str, ...]]:
    """The rows of every table on a page, by their heading."""
    found = blocks(rules_only(table, language).sections)
    return {row[0]: row[1:] for block in found if isinstance(block, Table) for row in block.rows}


@cache
def one_of_each() -> tuple[tuple[str, str], ...]:
    """For each option of each family and each value worth offering, one table that has it and the table without it."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for table in TABLES:
        for variation in variations(table):
            setting = variation.split()[-1]
            found.setdefault((parse(table).family, setting), (table, variation))
    return tuple(found.values())
