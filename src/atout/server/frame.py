"""The frame of every page the server writes: landmarks, links, languages; and answers that are not asked for twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import partial
from html import escape
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, Response

from atout.rulesbook import html
from atout.say import LANGUAGES, Speaker
from atout.server import metrics
from atout.server.context import Refused, answer, language_of

SECTIONS: Final = {
    "lobby": "/",
    "rules": "/rules",
    "sheet": "/sheet",
    "review": "/review",
    "check": "/check",
    "verify": "/verify",
    "fairness": "/fairness",
}
"""Where the links of every page lead; each is ``pages.frame.NAME``."""
_LANGUAGE_NAMES: Final = {"fr": "Français", "en": "English", "fr-CA": "Français (Canada)"}
text: Final = partial(escape, quote=True)
"""Text as it stands in an attribute or a field."""


def words(speaker: Speaker, said: str) -> str:
    """Text as it stands between tags, in the speaker's language."""
    return html.words(said, speaker.language)


def document(
    language: str,
    title: str,
    body: Iterable[str],
    *,
    styles: Iterable[str],
    scripts: Iterable[str],
    head: Iterable[str] = (),
    attributes: str = "",
) -> str:
    """A whole document around a body: the one head of every page. ``styles`` and ``scripts`` are addresses."""
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{language}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="theme-color" content="#f4f1ea" media="(prefers-color-scheme: light)">',
            '<meta name="theme-color" content="#14201c" media="(prefers-color-scheme: dark)">',
            f"<title>{text(title)}</title>",
            '<link rel="icon" href="/web/icons/icon.svg" type="image/svg+xml">',
            '<link rel="apple-touch-icon" href="/web/icons/icon-180.png">',
            '<link rel="manifest" href="/web/manifest.webmanifest">',
            *(f'<link rel="stylesheet" href="{sheet}">' for sheet in styles),
            *(f'<script type="module" src="{module}"></script>' for module in scripts),
            *head,
            "</head>",
            f"<body{attributes}>",
            *body,
            "</body>",
            "</html>",
            "",
        )
    )


def surrounded(
    speaker: Speaker, main: Iterable[str], links: Iterable[str] = (), foot: Iterable[str] = ()
) -> Iterable[str]:
    """What stands around all but a table: a link past the links, the links to every page, what is at the foot.

    Each word names its text, for pages that come to speak another language.
    """
    skip, sections = (text(speaker.text(f"pages.frame.{word}")) for word in ("skip", "sections"))
    yield f'<a class="skip" href="#content" data-text="frame.skip">{skip}</a>'
    yield '<header><a class="brand" href="/">atout</a>'
    yield f'<details class="menu" open><summary data-text="frame.sections">{sections}</summary>'
    yield f'<nav id="sections" aria-label="{sections}" data-label="frame.sections">'
    yield from (*links, "</nav></details></header>")
    yield from main
    yield from ("<footer>", *foot, "</footer>")


def page(
    connection: HTTPConnection,
    title: str,
    body: Iterable[str],
    *,
    status: int = HTTPStatus.OK,
    styles: Iterable[str] = (),
    scripts: Iterable[str] = (),
) -> Response:
    """A whole page in the language of whoever asks; its heading is part of the body."""
    language = language_of(connection)
    speaker = Speaker(language)
    written = document(
        language,
        f"{title} – atout",
        surrounded(
            speaker,
            ('<main id="content">', *body, "</main>"),
            _links(connection, speaker),
            _languages(connection, speaker),
        ),
        styles=("/web/css/tokens.css", "/web/css/page.css", "/web/css/pages.css", *styles),
        scripts=("/web/js/settings.mjs", "/web/js/menu.mjs", *scripts),
        attributes=' class="written"',
    )
    return HTMLResponse(written, status, {"cache-control": "no-cache", "vary": "accept-language"})


def _links(connection: HTTPConnection, speaker: Speaker) -> Iterable[str]:
    here = connection.url.path
    yield "<ul>"
    for name, address in SECTIONS.items():
        current = ' aria-current="page"' if address == here else ""
        link = f"{address}?{urlencode({'lang': speaker.language})}"
        yield f'<li><a href="{text(link)}"{current}>{words(speaker, speaker.text(f"pages.frame.{name}"))}</a></li>'
    yield "</ul>"


def _languages(connection: HTTPConnection, speaker: Speaker) -> Iterable[str]:
    yield f'<nav aria-label="{text(speaker.text("pages.frame.languages"))}"><ul>'
    asked = [(name, value) for name, value in connection.query_params.multi_items() if name != "lang"]
    for language in LANGUAGES:
        link = f"{connection.url.path}?{urlencode([*asked, ('lang', language)])}"
        current = ' aria-current="true"' if language == speaker.language else ""
        yield (
            f'<li><a href="{text(link)}" lang="{language}" hreflang="{language}"{current}>'
            f"{_LANGUAGE_NAMES[language]}</a></li>"
        )
    yield "</ul></nav>"


def paragraphs(speaker: Speaker, *keys: str) -> Iterable[str]:
    """Messages of the catalogue as paragraphs."""
    return (f"<p>{words(speaker, speaker.text(key))}</p>" for key in keys)


def tagged(connection: HTTPConnection, response: Response) -> Response:
    """The answer with a tag of its content; nothing of it, if whoever asks has that content already."""
    tag = f'"{hashlib.sha256(bytes(response.body)).hexdigest()[:20]}"'
    if tag in connection.headers.get("if-none-match", ""):
        kept = {name: response.headers[name] for name in ("cache-control", "vary") if name in response.headers}
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={**kept, "etag": tag})
    response.headers["etag"] = tag
    return response


# --- what is refused --------------------------------------------------------------------------------------------------

_BY_STATUS: Final = {400: "bad-request", 404: "not-found", 405: "method"}


def refusal(connection: HTTPConnection, error: Exception) -> Response:
    """What is answered to a request that is refused: JSON to programs and pages at work, else a page."""
    status = getattr(error, "status_code", HTTPStatus.INTERNAL_SERVER_ERROR)
    facts: dict[str, object] = {"status": int(status)}
    if isinstance(error, Refused):
        code, facts = error.code, facts | error.facts
    else:
        code = _BY_STATUS.get(status, "other")
    metrics.REFUSED.labels(code).inc()
    response = _refused(connection, status, code, facts)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def failed(connection: HTTPConnection) -> Response:
    """What is answered when something broke."""
    return _refused(connection, HTTPStatus.INTERNAL_SERVER_ERROR, "failed", {})


def _refused(connection: HTTPConnection, status: int, code: str, facts: dict[str, object]) -> Response:
    speaker = Speaker(language_of(connection))
    said = speaker.text(f"lobby.refused.{code}", **facts)
    if connection.url.path.startswith("/api/"):
        field = {"field": facts["field"]} if "field" in facts else {}
        return answer({"code": code, "text": said} | field, status)
    heading = speaker.text("pages.error.heading")
    back = f'<p><a href="/">{words(speaker, speaker.text("pages.error.back"))}</a></p>'
    body = [f"<h1>{words(speaker, heading)}</h1>", f"<p>{words(speaker, said)}</p>", back]
    return page(connection, heading, body, status=status)
