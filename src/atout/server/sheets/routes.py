"""Score sheets over HTTP: begun, shown, written on a line at a time, shared, taken home."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated, Any, Final

from msgspec import Meta
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from atout.actions import Illegal
from atout.families import parse
from atout.names import LONGEST, named
from atout.notation import RecordError
from atout.options import RulesError
from atout.referee.lines import Dealer, LineError, Names, Ruling, Writing
from atout.referee.printed import sheet_csv
from atout.referee.sheet import Misplaced, NotASheet, Sheet
from atout.say import Speaker, capital
from atout.sentences import record_fault, refuse
from atout.server.context import (
    Refused,
    RulesText,
    Wish,
    answer,
    download,
    language_of,
    origin_of,
    pass_door,
    rules_refused,
    saved,
    shared_of,
    speaker_for,
    wish_of,
)
from atout.server.network import qr_svg
from atout.server.sheets.kept import MOST_LINES, Changed, Full, OpenSheet
from atout.server.sheets.shown import show, told_since
from atout.server.wire import LONGEST_REASON, Name

MOST_SHEET: Final = 512 * 1024
"""Bytes a sheet's record may have: one with as many pages as lines may be written has less."""
_MOST_POINTS: Final = 999_999
_FAULTS: Final = (LineError, Misplaced, Illegal, NotASheet, RecordError)


class NewSheet(Wish, frozen=True):
    """A sheet to begin: rules and names by seat, and who deals first where somebody says so; or a sheet's record to go
    on with.
    """

    rules: RulesText = ""
    names: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    dealer: int | None = None
    record: str | None = None


class NewLine(Wish, frozen=True):
    """A line to write on the version of the sheet one has seen."""

    version: Annotated[int, Meta(ge=0)]
    line: Writing


async def post_sheet(request: Request) -> Response:
    """Begins a sheet; answers with its address, which is the key to write on it."""
    pass_door(request, shared_of(request).doors.opening)
    wish = await wish_of(request, NewSheet, MOST_SHEET)
    sheet = _begun(request, wish) if wish.record is None else await _resumed(request, wish.record)
    lines = (Dealer(wish.dealer),) if wish.dealer is not None and wish.record is None else ()
    try:
        secret, _ = await saved(shared_of(request).sheets.begin(sheet, *lines))
    except Full:
        raise _full() from None
    return answer({"sheet": secret, "url": f"/sheet/{secret}"}, HTTPStatus.CREATED)


def _begun(request: Request, wish: NewSheet) -> Sheet:
    try:
        sheet = Sheet.blank(parse(wish.rules))
        if any(wish.names):
            sheet = sheet.write(_tidy(Names(wish.names)))
        if wish.dealer is not None:
            sheet.write(Dealer(wish.dealer))
    except RulesError as error:
        raise rules_refused(request, error) from None
    except _FAULTS as fault:
        raise _refused(request, fault) from None
    return sheet


async def _resumed(request: Request, record: str) -> Sheet:
    """The sheet a record holds."""
    try:
        return await asyncio.to_thread(Sheet.read, record)
    except _FAULTS as fault:
        raise _refused(request, fault) from None


async def get_sheet(request: Request) -> Response:
    """The sheet as it stands; nothing, to who has this version already."""
    opened, writes = await _find(request)
    tag = f'"{opened.watch}.{opened.version}.{language_of(request)}.{writes:d}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    response = answer(await _shown(request, opened, writes))
    response.headers.update(headers)
    return response


async def post_line(request: Request) -> Response:
    """Writes a line; answers with the sheet as it is then, and what the line came to in words (``told``)."""
    opened, writes = await _find(request)
    if not writes:
        raise Refused(HTTPStatus.FORBIDDEN, "sheet-to-read")
    wish = await wish_of(request, NewLine)
    before = opened.sheet
    try:
        first = await saved(shared_of(request).sheets.write(opened, wish.version, _tidy(wish.line)))
    except Changed:
        raise Refused(HTTPStatus.CONFLICT, "sheet-changed") from None
    except Full:
        raise _full() from None
    except _FAULTS as fault:
        raise _refused(request, fault, before) from None
    told = await asyncio.to_thread(told_since, opened.sheet, first, language_of(request))
    return answer({"told": told, "sheet": await _shown(request, opened, writes)})


async def get_links(request: Request) -> Response:
    """The addresses of a sheet for others, with their QR codes: one that shows it, one that writes."""
    opened, writes = await _find(request)
    keys = {"watch": opened.watch} | ({"write": request.path_params["sheet"]} if writes else {})
    urls = {name: f"{origin_of(request)}/sheet/{key}" for name, key in keys.items()}
    return answer({name: {"url": url, "qr": qr_svg(url)} for name, url in urls.items()})


async def get_record(request: Request) -> Response:
    """The sheet as a record."""
    opened, _ = await _find(request)
    text = await asyncio.to_thread(opened.sheet.record)
    return download(f"{_called(request)}.atout", text, "text/plain; charset=utf-8")


async def get_csv(request: Request) -> Response:
    """The sheet for a spreadsheet; its first character tells spreadsheets the encoding."""
    opened, _ = await _find(request)
    speaker = Speaker(language_of(request), opened.sheet.names)
    text = await asyncio.to_thread(sheet_csv, speaker, opened.sheet)
    return download(f"{_called(request)}.csv", "\ufeff" + text, "text/csv; charset=utf-8")


async def _find(request: Request) -> tuple[OpenSheet, bool]:
    found = await shared_of(request).sheets.find(request.path_params["sheet"])
    if found is None:
        raise Refused(HTTPStatus.NOT_FOUND, "no-sheet")
    return found


def _tidy(line: Writing) -> Writing:
    """A line as a sheet can hold it: names and reasons are of one line and a readable length."""
    match line:
        case Names(names):
            return Names(tuple(named(name)[:LONGEST] for name in names))
        case Ruling(_, points, reason):
            if abs(points) > _MOST_POINTS:
                raise Refused(HTTPStatus.BAD_REQUEST, "malformed", detail=f"points: {_MOST_POINTS}")
            return replace(line, reason=named(reason)[:LONGEST_REASON])
    return line


def _refused(request: Request, fault: Exception, sheet: Sheet | None = None) -> Refused:
    """Why a sheet cannot be as somebody wants it, by what the core says of it."""
    speaker = Speaker(language_of(request), sheet.names if sheet else ())
    match fault:
        case Illegal():
            reason = refuse(speaker, fault.refusal, sheet.match if sheet else None)
        case RecordError():
            reason = record_fault(speaker, fault)
        case NotASheet():
            reason = speaker.text("sheet.error.not-a-sheet", deal=fault.deal)
        case LineError() | Misplaced():
            reason = speaker.text(f"sheet.error.{fault.code}", **fault.facts)
        case _:
            raise fault
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "sheet", reason=capital(reason))


def _full() -> Refused:
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "sheet-full", most=MOST_LINES)


def _called(request: Request) -> str:
    """What a file of the sheet is called: in no case after its secret."""
    return speaker_for(request).text("sheet_page.file")


async def _shown(request: Request, opened: OpenSheet, writes: bool) -> Any:
    book = opened.book
    return await asyncio.to_thread(
        show,
        book.sheet,
        language_of(request),
        version=opened.version,
        writes=writes,
        undo=writes and book.may_undo,
        redo=writes and book.may_redo,
    )


def routes() -> list[BaseRoute]:
    """The routes of score sheets."""
    return [
        Route("/api/sheets", post_sheet, methods=["POST"]),
        Route("/api/sheets/{sheet}", get_sheet),
        Route("/api/sheets/{sheet}/lines", post_line, methods=["POST"]),
        Route("/api/sheets/{sheet}/links", get_links),
        Route("/api/sheets/{sheet}/record", get_record),
        Route("/api/sheets/{sheet}/csv", get_csv),
    ]
