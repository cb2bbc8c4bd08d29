"""The written pages: rules, the referee, verified deals, fairness. All work without a script."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from functools import lru_cache
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from atout.families import PROFILES, parse, spec
from atout.foreign import ForeignError
from atout.interchange import load
from atout.kinds import Kind, kind_of
from atout.names import told_apart
from atout.notation import RecordError, read
from atout.options import RulesError
from atout.proofs import ProofError, check
from atout.proofs import read as read_proof
from atout.record import begin
from atout.referee.check import review
from atout.referee.told import Hearing
from atout.rulesbook import html, listing
from atout.rulesbook import page as rules_page
from atout.say import Speaker
from atout.sentences import (
    foreign_fault,
    foreign_note,
    profile_name,
    proof_end,
    proof_fault,
    record_fault,
    verdict_text,
)
from atout.server.context import (
    MOST_TEXT,
    Refused,
    body_of,
    language_of,
    pass_door,
    rules_refused,
    shared_of,
    speaker_for,
)
from atout.server.disputes import FIELD, MOST_ANSWERS, section
from atout.server.downloads import match_of, proof_text
from atout.server.fairness import GroupFigures, LayoutFigures
from atout.server.frame import page, paragraphs, tagged, text, words

_RULES_STYLE: Final = "/rules.css"
_FILES: Final = {"check": ".atout,.egn,.ptn,text/plain", "verify": ".json,application/json"}
"""The files that may be chosen for a page's text."""
_STEPS: Final = ("commit", "mix", "key", "shuffle")
_RARE: Final = 0.05
"""A difference that fair shuffles show less often than this is called rare."""


# --- rules ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _rules_article(rules_spec: str, language: str) -> tuple[str, str]:
    """The article of a table's rules (of none: the list of tables), and its title."""
    document = rules_page(parse(rules_spec), language) if rules_spec else listing(language, commands=False)
    return html.fragment(document), document.title


async def rules(request: Request) -> Response:
    """The rules of a table, by profile or by a whole rules spec; without one the list of all tables."""
    language, wanted = language_of(request), request.path_params.get("rules", "")
    try:
        known = spec(parse(wanted)) if wanted else ""
    except RulesError as error:
        raise rules_refused(request, error) from None
    article, title = await asyncio.to_thread(_rules_article, known, language)
    if not known:
        article = _linked(article, language)
    return tagged(request, page(request, title, [article], styles=[_RULES_STYLE]))


def _linked(article: str, language: str) -> str:
    """The list of tables with a link behind each profile's key."""
    for name in PROFILES:
        code = f'<code translate="no">{name}</code>'
        article = article.replace(code, f'<a href="/rules/{name}?lang={language}">{code}</a>', 1)
    return article


async def rules_style(request: Request) -> Response:
    """The style of the rules' article."""
    return tagged(request, Response(html.stylesheet(), headers={"cache-control": "no-cache"}, media_type="text/css"))


# --- something pasted -------------------------------------------------------------------------------------------------


async def _sent(request: Request) -> dict[str, list[str]] | None:
    """The fields of a form, or ``None`` when none has been sent."""
    if request.method != "POST":
        return None
    pass_door(request, shared_of(request).doors.reckoning)
    body = await body_of(request, MOST_TEXT)
    try:
        return await asyncio.to_thread(_fields, body)
    except ValueError as error:  # no form of ours
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", detail=str(error)) from None


async def _pasted(request: Request, field: str) -> str | None:
    """The text of a form's field, or ``None`` when the form has not been sent."""
    sent = await _sent(request)
    return None if sent is None else sent.get(field, [""])[0]


def _fields(body: bytes) -> dict[str, list[str]]:
    """The fields of a form: where every character is written as two digits, that takes its time."""
    return parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=MOST_ANSWERS)


def _form(speaker: Speaker, name: str, given: str | None) -> Iterator[str]:
    """A form with one text to paste; ``name`` is the page's."""
    yield f'<form method="post" action="/{name}?lang={speaker.language}">'
    yield f'<p><label for="pasted">{words(speaker, speaker.text(f"pages.{name}.label"))}</label>'
    yield f'<textarea id="pasted" name="{name}" rows="12" spellcheck="false" required>'
    yield f"{text(given or '')}</textarea></p>"
    yield f'<p><label for="file" hidden>{words(speaker, speaker.text("pages.file"))}</label>'
    yield f'<input id="file" type="file" accept="{_FILES[name]}" hidden></p>'  # shown by the script that reads it
    yield f'<p><button class="primary">{words(speaker, speaker.text(f"pages.{name}.button"))}</button></p>'
    yield "</form>"


def _result(speaker: Speaker, name: str, said: list[str]) -> Iterator[str]:
    heading = words(speaker, speaker.text(f"pages.{name}.result"))
    yield f'<section aria-labelledby="result" class="panel"><h2 id="result">{heading}</h2>'
    yield from (f"<p>{words(speaker, sentence)}</p>" for sentence in said)
    yield "</section>"


def _pasting(
    request: Request,
    name: str,
    given: str | None,
    said: list[str],
    *more: str,
    status: int,
    scripts: Iterable[str] = (),
) -> Response:
    """A page that takes a text and says what it found; ``scripts`` are modules of its own."""
    speaker = speaker_for(request)
    heading = speaker.text(f"pages.{name}.heading")
    result = _result(speaker, name, said) if said else ()
    lead = paragraphs(speaker, f"pages.{name}.lead")
    body = [f"<h1>{words(speaker, heading)}</h1>", *lead, *result, *_form(speaker, name, given), *more]
    modules = [f"/web/js/{module}.mjs" for module in ("pasted", *scripts)]
    return page(request, heading, body, status=status, scripts=modules)


async def check_record(request: Request) -> Response:
    """The referee on a page: a pasted record, replayed; a dispute at a real table, settled by questions."""
    sent = await _sent(request)
    fields = {name: first for name, (first, *_) in (sent or {}).items()}
    answers = {name.removeprefix(FIELD): given for name, given in fields.items() if name.startswith(FIELD)}
    given = fields.get("check", "") if sent is not None and not answers else None
    said: list[str] = []
    status: int = HTTPStatus.OK
    if given is not None:
        said, readable = await asyncio.to_thread(_refereed, language_of(request), given)
        status = HTTPStatus.OK if readable else HTTPStatus.UNPROCESSABLE_ENTITY
    dispute = await asyncio.to_thread(lambda: list(section(speaker_for(request), answers, fields.get("back", ""))))
    return _pasting(request, "check", given, said, *dispute, status=status)


def _refereed(language: str, record: str) -> tuple[list[str], bool]:
    """What the referee says of a recorded game, in any format, and whether it could be read."""
    speaker = Speaker(language)
    told: list[str] = []
    try:
        if kind_of(record) is not Kind.RECORD:
            imported = load(record)
            told = [foreign_note(speaker, note) for note in imported.notes]
            record = imported.table.record()
        written = read(record)
        match, names = begin(written)
        hearing = Hearing(Speaker(language, told_apart(language, names), pack=match.rules.pack))
        for finding in review(written, match):
            told += hearing.hear(finding)
    except RecordError as error:
        return [record_fault(speaker, error)], False
    except ForeignError as error:
        return [foreign_fault(speaker, error)], error.in_play
    return told, True


# --- verified deals ---------------------------------------------------------------------------------------------------


async def verify(request: Request) -> Response:
    """Verified deals: a pasted proof, or that of a table (``table``), computed again."""
    given = await _pasted(request, "verify")
    table = request.query_params.get("table")
    if given is None and table is not None:
        given = await proof_text(*await match_of(request, table))
    said: list[str] = []
    status: int = HTTPStatus.OK
    if given is not None:
        said, readable = await asyncio.to_thread(_verified, language_of(request), given)
        status = HTTPStatus.OK if readable else HTTPStatus.UNPROCESSABLE_ENTITY
    speaker = speaker_for(request)
    steps = (words(speaker, speaker.text(f"pages.verify.step-{step}")) for step in _STEPS)
    heading = words(speaker, speaker.text("pages.verify.recipe"))
    recipe = [
        f'<section aria-labelledby="recipe"><h2 id="recipe">{heading}</h2><ol>',
        *(f"<li>{step}</li>" for step in steps),
        "</ol>",
        *paragraphs(speaker, "pages.verify.limit", "pages.verify.elsewhere"),
        "</section>",
    ]
    return _pasting(request, "verify", given, said, *_here(speaker), *recipe, status=status, scripts=["verify"])


def _here(speaker: Speaker) -> Iterator[str]:
    """Where the script says what it has found itself."""
    same, differs = (text(speaker.text(f"pages.verify.here-{found}", deal="{deal}")) for found in ("same", "differs"))
    yield f'<section id="here" aria-labelledby="here-heading" data-same="{same}" data-differs="{differs}" hidden>'
    yield f'<h2 id="here-heading">{words(speaker, speaker.text("pages.verify.here"))}</h2></section>'


def _verified(language: str, given: str) -> tuple[list[str], bool]:
    """What computing a proof again says, and whether it could be read."""
    speaker = Speaker(language)
    try:
        proof = read_proof(given)
        verdicts = tuple(check(proof))
    except ProofError as error:
        return [proof_fault(speaker, error)], False
    return [proof_end(speaker, proof, verdicts), *(verdict_text(speaker, verdict) for verdict in verdicts)], True


# --- fairness ---------------------------------------------------------------------------------------------------------


async def fairness(request: Request) -> Response:
    """Statistics of this server's shuffles."""
    count = await shared_of(request).shuffles.count()
    speaker = speaker_for(request)
    heading = speaker.text("pages.fairness.heading")
    body = [
        f"<h1>{words(speaker, heading)}</h1>",
        *paragraphs(speaker, "pages.fairness.lead"),
        f"<p>{words(speaker, speaker.text('pages.fairness.counted', deals=count.deals))}</p>",
        *(line for at, layout in enumerate(count.layouts, 1) for line in _layout(speaker, layout, at)),
        *paragraphs(speaker, "pages.fairness.explained", "pages.fairness.bots"),
    ]
    return page(request, heading, body)


def _layout(speaker: Speaker, layout: LayoutFigures, at: int) -> Iterator[str]:
    def said(key: str, **facts: object) -> str:
        return words(speaker, speaker.text(f"pages.fairness.{key}", **facts))

    name = profile_name(speaker, layout.profile)
    places = [said("place", seat=str(seat)) for seat in range(1, layout.players + 1)]
    places += [said("stock")] if layout.stock else []
    heads = [said("group"), *places, said("expected"), said("verdict")]
    yield "<section>"
    yield f'<h2 id="layout-{at}">{said("layout", name=name, players=layout.players, deals=layout.deals)}</h2>'
    yield f'<div class="scroll" role="group" tabindex="0" aria-labelledby="layout-{at}"><table>'
    yield f"<caption>{said('caption')}</caption><thead><tr>"
    yield "".join(f'<th scope="col">{head}</th>' for head in heads)
    yield "</tr></thead><tbody>"
    for group in layout.groups:
        if any(group.expected):
            yield from _group(speaker, group, enough=layout.deals >= layout.enough)
    yield "</tbody></table></div>"
    if layout.deals < layout.enough:
        yield f"<p>{said('few', enough=layout.enough)}</p></section>"
        return
    percent = _number(speaker, 100 * layout.chance, 1)
    value = _number(speaker, layout.chi_square, 1)
    yield f"<p>{said('whole', value=value, freedom=layout.freedom, percent=percent)}</p></section>"


def _group(speaker: Speaker, group: GroupFigures, *, enough: bool) -> Iterator[str]:
    times = round(1 / max(group.chance, 1e-9))
    found = "unknown" if not enough else "rare" if group.chance < _RARE else "usual"
    verdict = speaker.text(f"pages.fairness.{found}", times=times)
    expected = " / ".join(dict.fromkeys(_number(speaker, mean, 2) for mean in group.expected))
    yield f'<tr><th scope="row">{words(speaker, speaker.text(f"pages.fairness.{group.group}"))}</th>'
    yield "".join(f'<td class="figures">{_number(speaker, seen, 2)}</td>' for seen in group.observed)
    yield f'<td class="figures">{expected}</td><td>{words(speaker, verdict)}</td></tr>'


def _number(speaker: Speaker, value: float, places: int) -> str:
    written = f"{value:.{places}f}"
    return written if speaker.language == "en" else written.replace(".", ",")


def routes() -> list[BaseRoute]:
    """The routes of the written pages."""
    return [
        Route("/rules", rules),
        Route("/rules.css", rules_style),
        Route("/rules/{rules:path}", rules),
        Route("/check", check_record, methods=["GET", "POST"]),
        Route("/verify", verify, methods=["GET", "POST"]),
        Route("/fairness", fairness),
    ]
