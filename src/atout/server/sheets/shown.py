"""A score sheet as a page draws it: parts in a language, made from the sheet alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from atout.families import spec
from atout.referee.lines import Ruling
from atout.referee.paper import Asks, PaperDeal, may_be_blind
from atout.referee.printed import page_told
from atout.referee.sheet import Page, Sheet
from atout.say import Speaker
from atout.seats import HOUSE, Side
from atout.sentences import line_name, profile_name, summary, whose_turn
from atout.server.parts import Line


class Cell(Struct, frozen=True):
    """A side in a row: its points there (``None``: not counted), bags and total after it, the lines of the count."""

    points: int | None
    bags: int
    total: int
    lines: tuple[Line, ...] = ()


class Written(Struct, frozen=True):
    """What was told of a deal, as it may be corrected: by seat, suits by their letters; ``tricks`` are those of the
    maker's side, ``bid`` what he bid (one more than all tricks for a moon), ``out`` the seats that sat out; ``blind``
    the seats that bid nil before looking, ``may_be_blind`` those that could.
    """

    bids: tuple[int, ...] | None
    won: tuple[int, ...] | None
    maker: int | None
    tricks: int | None
    trump: str | None
    blind: tuple[int, ...] = ()
    may_be_blind: tuple[int, ...] = ()
    bid: int | None = None
    out: tuple[int, ...] = ()


class Row(Struct, frozen=True):
    """A deal (``number``, ``dealer``) or a ruling of the table, with its remark."""

    kind: Literal["counted", "open", "void", "ruling"]
    number: int
    dealer: int | None
    remark: str
    cells: tuple[Cell, ...]
    written: Written | None
    told: tuple[str, ...]


class Asked(Struct, frozen=True):
    """What may be written next: bids, then the tricks won; or who made trump, with the tricks; nothing once it is over.

    ``dealer_free``: rotation does not say who deals. ``may_be_blind``: the seats that may bid nil before looking.
    """

    kind: Literal["bids", "tricks", "maker", "over"]
    number: int
    dealer: int
    dealer_free: bool
    text: str
    may_be_blind: tuple[int, ...] = ()


class Shown(Struct, frozen=True):
    """The whole sheet. ``version`` is what a line is written on; ``writes``: whether whoever asks may write."""

    version: int
    writes: bool
    rules: str
    name: str
    summary: str
    target: int | None
    players: tuple[str, ...]
    given: tuple[str, ...]
    sides: tuple[Side, ...]
    columns: tuple[str, ...]
    takes_bids: bool
    asks: Asks
    tricks: int
    counts_bags: bool
    totals: tuple[int, ...]
    bags: tuple[int, ...]
    rows: tuple[Row, ...]
    asked: Asked
    undo: bool
    redo: bool


def show(sheet: Sheet, language: str, *, version: int, writes: bool, undo: bool, redo: bool) -> Shown:
    """A sheet in a language."""
    speaker = Speaker(language, sheet.names)
    rules, standing = sheet.rules, sheet.match.standing
    seats = range(1, rules.players + 1)
    return Shown(
        version=version,
        writes=writes,
        rules=spec(rules),
        name=profile_name(speaker, rules.profile),
        summary=summary(speaker, rules),
        target=rules.ending.target,
        players=tuple(map(speaker.name, seats)),
        given=sheet.names,
        sides=rules.sides,
        columns=tuple(map(speaker.people, rules.sides)),
        takes_bids=sheet.takes_bids,
        asks=sheet.asks,
        tricks=rules.cards_each,
        counts_bags=rules.counts_bags,
        totals=standing.totals,
        bags=standing.bags,
        rows=tuple(_row(speaker, page) for page in sheet.pages),
        asked=_asked(speaker, sheet),
        undo=undo,
        redo=redo,
    )


def told_since(sheet: Sheet, first: int, language: str) -> str:
    """What the pages from ``first`` on say, as one text."""
    speaker = Speaker(language, sheet.names)
    return " ".join(line for page in sheet.pages[first:] for line in page_told(speaker, page))


def _row(speaker: Speaker, page: Page) -> Row:
    written = page.written
    if isinstance(written, Ruling):
        reason = written.reason
        remark = speaker.text("sheet.row.ruling", reason=reason, explained=bool(reason))
        return Row("ruling", page.number, None, remark, tuple(_cells(speaker, page)), None, ())
    kind: Literal["counted", "open", "void"] = "void" if written.void else "open" if page.open else "counted"
    key = written.void or ("open" if page.open else None)
    remark = speaker.text(f"sheet.row.{key}") if key else ""
    told = tuple(page_told(speaker, page))
    return Row(kind, page.number, page.dealer, remark, tuple(_cells(speaker, page)), _written(page, written), told)


def _cells(speaker: Speaker, page: Page) -> Iterator[Cell]:
    standing, written = page.after.standing, page.written
    for index, side in enumerate(page.after.rules.sides):
        points: int | None = None
        lines: tuple[Line, ...] = ()
        if isinstance(written, Ruling):
            points = written.points if index == written.side - 1 else None
        elif page.scored is not None:
            score = page.scored.sides[index]
            points = score.points
            lines = tuple(Line(line.code, line_name(speaker, line, side), line.points) for line in score.lines)
        yield Cell(points, standing.bags[index], standing.totals[index], lines)


def _written(page: Page, deal: PaperDeal) -> Written:
    trump = str(deal.trump) if deal.trump is not None else None
    assert page.dealer is not None
    may = may_be_blind(page.before, page.dealer)
    out = tuple(sorted(deal.sitting_out))
    return Written(
        deal.bids, deal.won, deal.maker, page.makers_tricks, trump, deal.blind, may, deal.contract or None, out
    )


def _asked(speaker: Speaker, sheet: Sheet) -> Asked:
    match, page = sheet.match, sheet.open_page
    if page is not None:
        assert page.dealer is not None
        text = speaker.text("sheet_page.asked.tricks", number=page.number, dealer=page.dealer)
        return Asked("tricks", page.number, page.dealer, False, text)
    dealer, number = sheet.next_dealer, match.number + 1
    if match.over:
        return Asked("over", match.number, dealer, False, whose_turn(speaker, match, HOUSE))
    kind: Literal["bids", "maker"] = "bids" if sheet.takes_bids else "maker"
    text = speaker.text(f"sheet_page.asked.{kind}", number=number, dealer=dealer)
    return Asked(kind, number, dealer, match.next_dealer is None, text, may_be_blind(match, dealer))
