"""What one may take home from a table: its record as one has seen it, and the proof of the deals that are over."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from atout.foreign import ForeignError, Note
from atout.interchange import FORMATS, Format, export
from atout.proofs import write
from atout.sentences import foreign_fault, foreign_note
from atout.server.archive import PastMatch, matches
from atout.server.context import Refused, download, pass_door, seat_of, shared_of, speaker_for
from atout.table import Table


async def match_of(request: Request, table: str) -> tuple[PastMatch, int]:
    """The match of a table asked for (``match``, the latest if nothing is said), and the seat of whoever asks.

    Raises ``Refused`` if there is none, or if somebody asks too often.
    """
    shared = shared_of(request)
    pass_door(request, shared.doors.reckoning)
    stored = await shared.store.load(table)
    if stored is None:
        raise Refused(HTTPStatus.NOT_FOUND, "no-table")
    played = await asyncio.to_thread(matches, stored)
    numbered = {str(number): match for number, match in enumerate(played, 1)}
    match = numbered.get(request.query_params.get("match", str(len(played))))
    if match is None:
        raise Refused(HTTPStatus.NOT_FOUND, "not-found")
    return match, await seat_of(request, table)


async def record(request: Request) -> Response:
    """The record of a match: what one's seat has seen, which is all of every deal that is over; with ``format`` the
    same in another program's.

    The header ``atout-seat`` says which seat that is, ``atout-notes`` (sentences, URL-encoded) what the format loses.
    """
    wanted = request.query_params.get("format", Format.ATOUT)
    if wanted not in FORMATS:
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", detail="format")
    match, seat = await match_of(request, request.path_params["table"])
    speaker, form = speaker_for(request), Format(wanted)
    try:
        text, notes = await asyncio.to_thread(_written, match, seat, form)
    except ForeignError as error:
        raise Refused(HTTPStatus.CONFLICT, "format", reason=foreign_fault(speaker, error)) from None
    response = download(f"{match.label}.{form}", text, "text/plain; charset=utf-8")
    if seat:
        response.headers["atout-seat"] = str(seat)
    if notes:
        response.headers["atout-notes"] = quote(" ".join(foreign_note(speaker, note) for note in notes))
    return response


def _written(match: PastMatch, seat: int, form: Format) -> tuple[str, tuple[Note, ...]]:
    """A match as a seat has seen it, in a format, and what is lost; raises ``ForeignError``."""
    record = match.record(seat)
    return (record, ()) if form is Format.ATOUT else export(Table.from_record(record), form)


async def proof(request: Request) -> Response:
    """The proof of the deals that are over, for ``atout verify``."""
    match, seat = await match_of(request, request.path_params["table"])
    return download(f"{match.label}.json", await proof_text(match, seat), "application/json")


async def proof_text(match: PastMatch, seat: int) -> str:
    """The file of a match's proof, with the record as a seat has seen it."""
    return write(await asyncio.to_thread(match.proof, seat))


def routes() -> list[BaseRoute]:
    """The routes of what is downloaded."""
    return [
        Route("/api/tables/{table}/record", record),
        Route("/api/tables/{table}/proof", proof),
    ]
