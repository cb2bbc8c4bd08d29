"""The static client: its pages and files, the worker that keeps them for when there is no network, the offline page."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from atout.say import LANGUAGES, Speaker
from atout.server.context import Refused, shared_of, speaker_for
from atout.server.frame import document, page, paragraphs, surrounded, tagged, words

_WEB: Final = Path(__file__).with_name("web")
_KEPT: Final = {"cache-control": "no-cache"}
"""Kept by browsers, and asked about each time, so that an upgrade shows at once."""


class _Files(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the news that it has not changed."""
        response = await super().get_response(path, scope)
        response.headers.update(_KEPT)
        return response


class Page(NamedTuple):
    """A page of the client: its sheets of style beside those of every page; whether it is nobody else's to find."""

    styles: tuple[str, ...]
    hidden: bool = False
    framed: bool = True
    """Whether the links to every page are around it: a table has the room for itself."""


_PAGES: Final = {
    "lobby": Page(("pages", "cards", "forms", "lobby")),
    "review": Page(("pages", "cards", "forms", "review")),
    "sheet": Page(("panels", "pages", "forms", "sheet"), hidden=True),
    "table": Page(("cards", "table", "seats", "hand", "panels"), hidden=True, framed=False),
}
_IMPORTED: Final = re.compile(r"^(?:import|export) [^;]*?\"(\.[^\"]+)\";", re.MULTILINE)


@cache
def written(name: str) -> str:
    """A page of the client as it is served, whole; its words come later, in the language of whoever reads it."""
    kind, main = _PAGES[name], (_WEB / f"{name}.html").read_text(encoding="utf-8").splitlines()
    foot = ('<nav id="languages" data-label="frame.languages"></nav>', '<div id="theme"></div>')
    robots = ['<meta name="robots" content="noindex">'] if kind.hidden else []
    return document(
        LANGUAGES[0],
        "atout",
        surrounded(Speaker(LANGUAGES[0]), main, foot=foot) if kind.framed else main,
        styles=(f"/web/css/{style}.css" for style in ("tokens", "page", *kind.styles)),
        scripts=(f"/web/js/{name}.mjs",),
        head=(*robots, *(f'<link rel="modulepreload" href="/web/js/{script}">' for script in _leads_to(name))),
        attributes=' class="written" data-state="loading"' if kind.framed else ' data-state="loading"',
    )


def _leads_to(name: str) -> list[str]:
    """Every script that a page's own leads to: asked for with it, not found only when another has come."""
    folder = (_WEB / "js").resolve()
    reached, found = set(), {folder / f"{name}.mjs"}
    while found:
        script = found.pop()
        reached.add(script)
        named = _IMPORTED.findall(script.read_text(encoding="utf-8"))
        found |= {(script.parent / other).resolve() for other in named} - reached
    return sorted(script.relative_to(folder).as_posix() for script in reached - {folder / f"{name}.mjs"})


def _whole(request: Request, name: str) -> Response:
    return tagged(request, HTMLResponse(written(name), headers=_KEPT))


async def lobby(request: Request) -> Response:
    """The first page."""
    return _whole(request, "lobby")


async def table(request: Request) -> Response:
    """The page of a table, if there is such a table."""
    if await shared_of(request).tables.room(request.path_params["table"]) is None:
        raise Refused(HTTPStatus.NOT_FOUND, "no-table")
    return _whole(request, "table")


async def sheet(request: Request) -> Response:
    """The score sheet, a new one or that of a link."""
    return _whole(request, "sheet")


async def review(request: Request) -> Response:
    """The page that steps through finished deals."""
    return _whole(request, "review")


async def worker(request: Request) -> Response:
    """The service worker, at the top of the site so that it may serve all of it."""
    return FileResponse(_WEB / "js" / "worker.mjs", headers=_KEPT)


async def offline(request: Request) -> Response:
    """What browsers that keep the shell show where there is no network."""
    speaker = speaker_for(request)
    heading = speaker.text("pages.offline.heading")
    again = f'<p><a href="/">{words(speaker, speaker.text("pages.error.back"))}</a></p>'
    body = [f"<h1>{words(speaker, heading)}</h1>", *paragraphs(speaker, "pages.offline.lead"), again]
    return tagged(request, page(request, heading, body))


def routes() -> list[BaseRoute]:
    """The routes of the static client, whose pages are written out here, once."""
    for name in _PAGES:
        written(name)
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
