"""The web application: routes, and what they share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from atout.options import RulesError
from atout.say import Speaker
from atout.server.facts import Occupant, Opening, Visibility
from atout.server.guards import Guard
from atout.server.seats import COOKIE_AGE, Guests, Place, Seats, server_key
from atout.server.sockets import serve
from atout.server.store import Store
from atout.server.tables import Tables

WEB = Path(__file__).with_name("web")


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall have a seat of a new table."""

    kind: Literal["me", "person", "bot"]
    level: str | None = None
    name: Annotated[str, Meta(max_length=40)] = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open."""

    rules: Annotated[str, Meta(max_length=500)]
    seats: tuple[SeatWish, ...]
    name: Annotated[str, Meta(max_length=40)] = ""
    visibility: Visibility = "solo"
    pace: Annotated[int, Meta(ge=0, le=10_000)] | None = 900


class Shared(Struct):
    """What the routes of one server share."""

    tables: Tables
    seats: Seats
    guests: Guests


async def _seat(connection: HTTPConnection, shared: Shared, table: str) -> int:
    """The seat a connection proves to hold, by a bearer's secret or by its cookie; 0 for none."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        place = await shared.seats.behind(secret.strip())
        return place.seat if place and place.table == table else 0
    guest = shared.guests.read(connection.cookies.get(shared.guests.cookie))
    return await shared.seats.held(guest, table) or 0


async def _new_table(request: Request) -> Response:
    shared: Shared = request.app.state.shared
    try:
        wish = msgspec.json.decode(await request.body(), type=NewTable)
        opening = Opening(
            wish.rules,
            tuple(
                Occupant("bot", seat.name, seat.level or "casual")
                if seat.kind == "bot"
                else Occupant("person" if seat.kind == "me" else "open", wish.name if seat.kind == "me" else seat.name)
                for seat in wish.seats
            ),
            wish.visibility,
            wish.pace,
        )
        table = await shared.tables.open(opening)
    except RulesError as error:
        return JSONResponse({"code": "rules", "field": error.field, "reason": error.reason}, 422)
    except (msgspec.MsgspecError, ValueError) as error:
        return JSONResponse({"code": "malformed", "text": str(error)}, 400)
    links: dict[str, str] = {}
    answer: dict[str, Any] = {"table": table, "url": f"/table/{table}", "links": links}
    response_cookie: str | None = None
    for number, seat in enumerate(wish.seats, 1):
        if seat.kind == "bot":
            continue
        links[str(number)] = f"/seat/{await shared.seats.new_link(Place(table, number))}"
        if seat.kind == "me":
            guest = shared.guests.read(request.cookies.get(shared.guests.cookie)) or shared.guests.new()
            await shared.seats.give(guest, Place(table, number))
            answer["seat"] = number
            response_cookie = shared.guests.sign(guest)
    response = JSONResponse(answer)
    if response_cookie:
        _set_cookie(response, shared, request, response_cookie)
    return response


def _set_cookie(response: Response, shared: Shared, request: HTTPConnection, value: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(shared.guests.cookie, value, COOKIE_AGE, path="/", secure=secure, httponly=True, samesite="lax")


async def _take_seat(request: Request) -> Response:
    shared: Shared = request.app.state.shared
    place = await shared.seats.behind(request.path_params["secret"])
    if place is None:
        return JSONResponse({"code": "no-such-seat"}, 404)
    guest = shared.guests.read(request.cookies.get(shared.guests.cookie)) or shared.guests.new()
    await shared.seats.give(guest, place)
    response = RedirectResponse(f"/table/{place.table}", 303)
    _set_cookie(response, shared, request, shared.guests.sign(guest))
    return response


async def _socket(socket: WebSocket) -> None:
    shared: Shared = socket.app.state.shared
    table = socket.path_params["table"]
    room = await shared.tables.room(table)
    if room is None:
        await socket.close(4404)
        return
    await serve(socket, room, await _seat(socket, shared, table))


async def _texts(request: Request) -> Response:
    language = request.query_params.get("lang", "fr")
    return JSONResponse({"lang": language, "hello": Speaker(language).text("word.house")})


async def _page(request: Request) -> Response:
    return FileResponse(WEB / "table.html")


def routes() -> list[BaseRoute]:
    """The routes of the table itself."""
    return [
        Route("/api/tables", _new_table, methods=["POST"]),
        WebSocketRoute("/api/tables/{table}/socket", _socket),
        Route("/seat/{secret}", _take_seat),
        Route("/table/{table}", _page),
        Mount("/web", StaticFiles(directory=WEB)),
    ]


def create_app(store: Store) -> Starlette:
    """The application over a store."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        key = await server_key(store)
        app.state.shared = Shared(Tables(store), Seats(store), Guests(key))
        yield
        await app.state.shared.tables.close()
        await store.close()

    app = Starlette(routes=routes(), lifespan=lifespan)
    app.add_middleware(Guard)
    return app
