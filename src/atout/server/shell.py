"""The static client: its pages and files, the worker that keeps them for when there is no network, the offline page."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from atout.server.context import Refused, shared_of, speaker_for
from atout.server.frame import page, paragraphs, tagged, text

_WEB: Final = Path(__file__).with_name("web")
_KEPT: Final = {"cache-control": "no-cache"}
"""Kept by browsers, and asked about each time, so that an upgrade shows at once."""


class _Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the news that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers.update(_KEPT)
        return response


def _whole(name: str) -> Response:
    return FileResponse(_WEB / name, headers=_KEPT)


async def lobby(request: Request) -> Response:
    """The first page."""
    return _whole("lobby.html")


async def table(request: Request) -> Response:
    """The page of a table, if there is such a table."""
    if await shared_of(request).tables.room(request.path_params["table"]) is None:
        raise Refused(HTTPStatus.NOT_FOUND, "no-table")
    return _whole("table.html")


async def sheet(request: Request) -> Response:
    """The score sheet, a new one or that of a link."""
    return _whole("sheet.html")


async def review(request: Request) -> Response:
    """The page that steps through finished deals."""
    return _whole("review.html")


async def worker(request: Request) -> Response:
    """The service worker, at the top of the site so that it may serve all of it."""
    return _whole("js/worker.mjs")


async def offline(request: Request) -> Response:
    """What browsers that keep the shell show where there is no network."""
    speaker = speaker_for(request)
    heading = speaker.text("pages.offline.heading")
    again = f'<p><a href="/">{text(speaker.text("pages.error.back"))}</a></p>'
    body = [f"<h1>{text(heading)}</h1>", *paragraphs(speaker, "pages.offline.lead"), again]
    return tagged(request, page(request, heading, body))


def routes() -> list[BaseRoute]:
    """The routes of the static client."""
    return [
        Route("/", lobby),
        Route("/table/{table}", table),
        Route("/sheet", sheet),
        Route("/sheet/{sheet}", sheet),
        Route("/review", review),
        Route("/worker.mjs", worker),
        Route("/offline", offline),
        Mount("/web", _Files(directory=_WEB), name="files"),
    ]
