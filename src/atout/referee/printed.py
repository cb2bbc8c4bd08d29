"""A sheet printed: a table that fits a width, sentences page by page, and rows for a spreadsheet."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from atout.events import Adjusted, DealScored, DealStarted, DealVoid, MatchOver, MatchReopened, Settled
from atout.referee.lines import Ruling
from atout.referee.paper import PaperDeal
from atout.referee.sheet import Page, Sheet
from atout.say import Speaker
from atout.scoring import SideScore
from atout.seats import HOUSE, Side
from atout.sentences import bids, score_side, tell

_USUAL_WIDTH: Final = 80
"""Columns of a terminal."""
_TOLD = DealVoid | Adjusted | MatchOver | MatchReopened


def page_told(speaker: Speaker, page: Page) -> Iterator[str]:
    """What a page says, line by line: dealer, bids or maker, tricks, every line of the count, rulings, the end."""
    match = page.before
    for event in page.events:
        if isinstance(event, _TOLD):
            yield tell(speaker, event, match)
        elif isinstance(event, DealStarted):  # whether the first dealer was drawn, the paper does not know
            yield speaker.text("event.deal_started", number=event.number, dealer=event.dealer, drawn=False)
        elif isinstance(event, Settled):
            yield bids(speaker, match, HOUSE)
            if page.makers_tricks is None:
                yield tell(speaker, event, match)
        elif isinstance(event, DealScored):
            for side, who in zip(event.sides, match.rules.sides, strict=True):
                yield score_side(speaker, side, who)
        match = match.evolve(event)
    if page.open:
        yield bids(speaker, match, HOUSE)


def sheet_told(speaker: Speaker, sheet: Sheet) -> Iterator[str]:
    """The whole sheet in sentences."""
    for page in sheet.pages:
        yield from page_told(speaker, page)


def sheet_table(speaker: Speaker, sheet: Sheet) -> list[str]:
    """The sheet as aligned lines: two of headings, then a row a page; for each side its tricks, points, bags if any,
    and total. Remarks may stand out at the right of their row."""
    columns = ["tricks", "points", *(["bags"] if sheet.rules.counts_bags else []), "total"]
    sides = sheet.rules.sides
    titles = [speaker.text(f"sheet.head.{name}") for name in columns]
    heads = [speaker.text("sheet.head.deal"), *(titles * len(sides))]
    rows = [list(_row(speaker, page, len(columns))) for page in sheet.pages]
    widths = [max(map(_width, column)) for column in zip(heads, *(row[: len(heads)] for row in rows), strict=True)]
    gaps = ["", *(["  ", *([" "] * (len(columns) - 1))] * len(sides))]
    for index, extra in enumerate(_wanting(speaker, sides, widths)):
        widths[1 + index * len(columns)] += extra
    names = " " * widths[0] + "".join(_over(speaker, side, group) for side, group in _groups(sides, widths))
    return [names.rstrip(), *(_line(row, widths, gaps) for row in (heads, *rows))]


def _groups(sides: Sequence[Side], widths: Sequence[int]) -> Iterator[tuple[Side, int]]:
    """Each side, and the room its columns take with the gaps between them."""
    each = len(widths) // len(sides)
    for index, side in enumerate(sides):
        yield side, sum(widths[1 + index * each : 1 + (index + 1) * each]) + each - 1


def _wanting(speaker: Speaker, sides: Sequence[Side], widths: Sequence[int]) -> list[int]:
    """The room that each side's names lack over its columns, as far as the table stays within a usual terminal."""
    groups = list(_groups(sides, widths))
    spare = max(0, _USUAL_WIDTH - widths[0] - sum(2 + room for _, room in groups)) // len(sides)
    return [min(spare, max(0, _width(speaker.people(side)) - room)) for side, room in groups]


def _over(speaker: Speaker, side: Side, room: int) -> str:
    """A side's names at the right of the room over its columns, each cut where they are too long together."""
    names = [speaker.name(seat) for seat in side]
    longest = max(map(len, names))
    while (
        _width(told := speaker.listed([name[:longest].rstrip() for name in names], "word.and")) > room and longest > 1
    ):
        longest -= 1
    return "  " + " " * (room - _width(told)) + told


def _row(speaker: Speaker, page: Page, each: int) -> Iterator[str]:
    """The cells of a page: its number, then those of each side; a remark may follow."""
    sides = page.after.rules.sides
    totals = page.after.standing.totals
    if isinstance(page.written, Ruling):
        yield ""
        for index, total in enumerate(totals):
            points = _points(speaker, page.written.points) if index == page.written.side - 1 else ""
            yield from ("", points, *([""] * (each - 3)), str(total))
        yield speaker.text("sheet.row.ruling", reason=page.written.reason, explained=bool(page.written.reason))
        return
    yield str(page.number)
    scores: Sequence[SideScore | None] = page.scored.sides if page.scored else [None] * len(sides)
    for side, score, total in zip(sides, scores, totals, strict=True):
        points = _points(speaker, score.points) if score else ""
        bags = str(score.bags) if score else ""
        yield from (_tricks(page.written, page.makers_tricks, side), points, *([bags] * (each - 3)), str(total))
    if page.written.void:
        yield speaker.text(f"sheet.row.{page.written.void}")
    elif page.open:
        yield speaker.text("sheet.row.open")


def _points(speaker: Speaker, points: int) -> str:
    return speaker.text("sheet.points", points=points)


def _tricks(deal: PaperDeal, makers_tricks: int | None, side: Side) -> str:
    """``5/7`` for each seat that bid; the tricks of the maker's side under the maker."""
    if deal.bids is not None:
        won = deal.won or ("",) * len(deal.bids)
        return "+".join(f"{deal.bids[seat - 1]}/{won[seat - 1]}" for seat in side)
    return str(makers_tricks) if deal.maker in side else ""


def _width(text: str) -> int:
    """Columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(bool, map(unicodedata.combining, text)))


def _line(cells: Sequence[str], widths: Sequence[int], gaps: Sequence[str]) -> str:
    columns = zip(gaps, cells, widths, strict=False)
    aligned = "".join(gap + " " * (width - _width(cell)) + cell for gap, cell, width in columns)
    return "  ".join([aligned, *cells[len(widths) :]]).rstrip()


_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula."""


def _inert(text: str) -> str:
    """A text that a spreadsheet shows and does not reckon."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def sheet_csv(speaker: Speaker, sheet: Sheet) -> str:
    """The sheet for a spreadsheet (RFC 4180): a row for each side of each page, under a row of headings. Names and
    reasons never become formulas."""
    columns = ("deal", "dealer", "side", "bid", "tricks", "points", "bags", "total", "remark")
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(speaker.text(f"sheet.column.{name}") for name in columns)
    for page in sheet.pages:
        for row in _csv_rows(speaker, page):
            writer.writerow(_inert(cell) if isinstance(cell, str) else cell for cell in row)
    return text.getvalue()


def _csv_rows(speaker: Speaker, page: Page) -> Iterator[Iterable[object]]:
    standing, written = page.after.standing, page.written
    for index, side in enumerate(page.after.rules.sides):
        who, state = speaker.people(side), (standing.bags[index], standing.totals[index])
        if isinstance(written, Ruling):
            points = written.points if index == written.side - 1 else 0
            yield "", "", who, "", "", points, *state, written.reason
            continue
        dealer = speaker.name(page.dealer) if page.dealer else ""
        told = "+".join(str(written.bids[seat - 1]) for seat in side) if written.bids else ""
        won = "+".join(str(written.won[seat - 1]) for seat in side) if written.won and written.bids else ""
        won = won or (str(page.makers_tricks) if written.maker in side else "")
        points = page.scored.sides[index].points if page.scored else 0
        remark = written.void or ("open" if page.open else "")
        yield page.number, dealer, who, told, won, points, *state, remark and speaker.text(f"sheet.row.{remark}")
