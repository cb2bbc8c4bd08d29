"""The lobby: games and their options as one chooses, tables listed, house rules kept."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from atout.bots import USUAL_LEVEL
from atout.families import parse, spec
from atout.names import named
from atout.options import RulesError
from atout.sentences import summary
from atout.server.context import (
    Refused,
    RulesText,
    Wish,
    answer,
    guest_of,
    is_local,
    language_of,
    pass_door,
    remember,
    rules_refused,
    saved,
    shared_of,
    speaker_for,
    wish_of,
)
from atout.server.forms import choose, levels, profiles
from atout.server.network import qr_svg
from atout.server.seating import open_seats
from atout.server.seats import SavedRules
from atout.server.wire import Name

RECENT: Final = 24 * 3600.0
"""Seconds a public table is listed after it was opened."""
MOST_LISTED: Final = 50
MOST_OPTIONS: Final = 100
"""Options a form may hold: more than any game has."""


class ChosenRules(Wish, frozen=True):
    """Options as they stand in a form."""

    profile: Name
    options: Annotated[dict[Name, Annotated[str, Meta(max_length=64)]], Meta(max_length=MOST_OPTIONS)] = field(
        default_factory=dict
    )


class KeptRules(Wish, frozen=True):
    """House rules to keep under a name; without rules the name is given up."""

    name: Annotated[Name, Meta(min_length=1)]
    rules: RulesText | None = None


class Listed(Struct, frozen=True):
    """A table as the lobby lists it. ``mine`` is the seat one has there; ``free`` are the seats anybody may take."""

    table: str
    url: str
    summary: str
    names: tuple[str, ...]
    free: tuple[int, ...]
    mine: int | None
    deal: int
    over: bool


# --- what there is to choose from -------------------------------------------------------------------------------------


async def get_lobby(request: Request) -> Response:
    """Everything the first page shows, in a language.

    ``level`` is that of bots where nobody chooses one; ``address`` is where phones of the same network find this
    server; ``reachable`` says whether others can come at all.
    """
    shared, language, guest = shared_of(request), language_of(request), guest_of(request)
    return answer(
        {
            "lang": language,
            "profiles": profiles(language),
            "levels": levels(language),
            "level": USUAL_LEVEL,
            "tables": await _public(request),
            "mine": await _mine(request),
            "saved": [_told(request, rules) for rules in await shared.house_rules.all(guest)],
            "address": {"url": shared.address, "qr": qr_svg(shared.address)} if shared.address else None,
            "reachable": shared.address is not None or not is_local(request),
        }
    )


async def post_rules(request: Request) -> Response:
    """Rules as somebody has chosen them so far: spec, summary, form, conflicts by field."""
    wish = await wish_of(request, ChosenRules)
    try:
        return answer(choose(wish.profile, wish.options, language_of(request)))
    except RulesError as error:
        raise rules_refused(request, error) from None


async def get_tables(request: Request) -> Response:
    """The public tables somebody may join or watch."""
    return answer(await _public(request))


async def post_house_rules(request: Request) -> Response:
    """Keeps house rules under a name for this browser, or gives a name up."""
    wish = await wish_of(request, KeptRules)
    pass_door(request, shared_of(request).doors.opening)
    try:
        rules = spec(parse(wish.rules)) if wish.rules is not None else None
    except RulesError as error:
        raise rules_refused(request, error) from None
    name = named(wish.name)
    if not name:
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", detail="name")
    guest = guest_of(request) or shared_of(request).guests.new()
    kept = await saved(shared_of(request).house_rules.save(guest, name, rules))
    response = answer([_told(request, rules) for rules in kept])
    remember(response, request, guest)
    return response


def _told(request: Request, kept: SavedRules) -> dict[str, str]:
    return {"name": kept.name, "rules": kept.rules, "summary": summary(speaker_for(request), parse(kept.rules))}


# --- lists ------------------------------------------------------------------------------------------------------------


async def _public(request: Request) -> list[Listed]:
    shared = shared_of(request)
    since = shared.tables.now() - RECENT
    recent = await shared.store.recent(MOST_LISTED * 4)
    names = [known.table for known in recent if known.opening.visibility == "public" and known.at >= since]
    return [listed for listed in await _listed(request, names[:MOST_LISTED]) if not listed.over]


async def _mine(request: Request) -> list[Listed]:
    shared = shared_of(request)
    return await _listed(request, (await shared.seats.tables(guest_of(request)))[-MOST_LISTED:])


async def _listed(request: Request, names: Iterable[str]) -> list[Listed]:
    shared, speaker = shared_of(request), speaker_for(request)
    found = []
    for name in names:
        room = await shared.tables.room(name)
        if room is None:
            continue
        ledger = room.table.ledger
        free = open_seats(room) if ledger.opening.visibility == "public" else ()
        found.append(
            Listed(
                table=name,
                url=f"/table/{name}",
                summary=summary(speaker, ledger.rules),
                names=tuple(who.name for who in ledger.occupants if who.kind == "person" and who.name),
                free=free,
                mine=await shared.seats.held(guest_of(request), name),
                deal=ledger.match.number,
                over=ledger.match.over,
            )
        )
    return found


def routes() -> list[BaseRoute]:
    """The routes of the lobby."""
    return [
        Route("/api/lobby", get_lobby),
        Route("/api/rules", post_rules, methods=["POST"]),
        Route("/api/house-rules", post_house_rules, methods=["POST"]),
        Route("/api/tables", get_tables),
    ]
