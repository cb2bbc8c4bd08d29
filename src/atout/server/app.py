"""The web application: everything the other modules offer, put together over one store."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from atout.say import LANGUAGES
from atout.server import downloads, lobby, metrics, operations, pages, replay, seating, shell
from atout.server.context import Doors, Refused, Shared, answer, is_host, language_of, seat_of, shared_of
from atout.server.frame import failed, refusal, tagged
from atout.server.guards import Guard
from atout.server.seats import Guests, HouseRules, Seats, server_key
from atout.server.sheets import routes as sheets
from atout.server.sheets.kept import Sheets
from atout.server.shuffles import Shuffles
from atout.server.sockets import Joining, serve, turn_away
from atout.server.store import Store, StoreError
from atout.server.store.probe import Probe
from atout.server.tables import Room, Tables
from atout.server.texts import page_texts
from atout.server.wire import Close

_SOCKETS_OF_A_PLACE: Final = 32
_READERS: Final = 1
"""Threads that write out pages, records and proofs: one, so that however many are asked for the tables go on."""
_TIDY_EVERY: Final = 60.0
"""Seconds between two looks for tables nobody is at."""


class Sockets:
    """Takes the sockets of tables, past everything that requests go through."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._route = WebSocketRoute("/api/tables/{table}/socket", self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        await receive()  # the handshake
        match, found = self._route.matches(scope)
        scope.update(found)
        if match is not Match.FULL:
            await _no_table(send)
            return
        crowd, address = shared_of(HTTPConnection(scope)).doors.sockets, (scope["client"] or ("",))[0]
        if not crowd.enter(address):
            await turn_away(send, _language(HTTPConnection(scope)), "crowded-address")
            return
        try:
            await self._serve(scope, receive, send)
        finally:
            crowd.leave(address)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        guest = await _admitted(HTTPConnection(scope))
        if guest is None:
            await _no_table(send)
        elif _crowded(scope, *guest):
            await turn_away(send, guest[1].language, "crowded-table")
        else:
            await send({"type": "websocket.accept"})
            await serve(receive, send, *guest)


async def _no_table(send: Send) -> None:
    """Does not open a socket that leads to no table."""
    metrics.REFUSED.labels("no-table").inc()
    await send({"type": "websocket.close", "code": Close.NO_TABLE})


def _language(connection: HTTPConnection) -> str:
    """The language a socket asks for."""
    wanted = connection.query_params.get("lang", "")
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def _crowded(scope: Scope, room: Room, joining: Joining) -> bool:
    """Whether there is no more room. Who has a seat, or opened the table, finds some however many watch, for as many
    windows as one needs."""
    listeners, place = room.table.listeners, (joining.seat, joining.host)
    if any(place):
        return sum((listener.seat, listener.host) == place for listener in listeners) >= _SOCKETS_OF_A_PLACE
    return len(listeners) >= shared_of(HTTPConnection(scope)).doors.watching


async def _admitted(connection: HTTPConnection) -> tuple[Room, Joining] | None:
    """The table somebody comes to, and as whom; ``None`` if there is none. A seat nobody had is his from now on."""
    table, wish = connection.path_params["table"], connection.query_params
    room = await shared_of(connection).tables.room(table)
    if room is None:
        return None
    seat = await seat_of(connection, table)
    if seat in seating.open_seats(room):
        with contextlib.suppress(Refused, StoreError):  # somebody with the same link was quicker, or the disk is full
            await seating.sit_down(room, seat)
    since = wish.get("since", "")
    return room, Joining(
        seat,
        await is_host(connection, table),
        _language(connection),
        int(since) if since.isdecimal() and len(since) < 10 else None,
        wish.get("record") == "1",
    )


async def texts(request: Request) -> Response:
    """The words of the pages in a language; ``page`` names one with words of its own."""
    response = answer(page_texts(language_of(request), request.query_params.get("page")))
    response.headers.update({"cache-control": "no-cache", "vary": "accept-language"})
    return tagged(request, response)


def routes() -> list[BaseRoute]:
    """Every route."""
    return [
        Route("/api/texts", texts),
        *lobby.routes(),
        *seating.routes(),
        *downloads.routes(),
        *sheets.routes(),
        *replay.routes(),
        *pages.routes(),
        *operations.routes(),
        *shell.routes(),
    ]


async def _tidy(tables: Tables) -> None:
    """Puts tables away that nobody is at, for ever."""
    while True:
        await asyncio.sleep(_TIDY_EVERY)
        tables.put_away()


def create_app(store: Store, *, doors: Doors | None = None, address: str | None = None) -> Starlette:
    """The application over a store, which it closes at its end; ``address``: see ``Shared``."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_READERS, "atout-pages"))
        key = await server_key(store)
        tables = Tables(store)
        app.state.shared = Shared(
            store,
            Probe(store),
            tables,
            Seats(store),
            Guests(key),
            HouseRules(store),
            Shuffles(store),
            Sheets(store),
            doors or Doors.usual(),
            address,
        )
        tidying = asyncio.get_running_loop().create_task(_tidy(tables))
        async with metrics.watching_loop():
            yield
        tidying.cancel()
        await tables.close()
        await store.close()

    return Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard), Middleware(operations.Watch, failed), Middleware(Sockets)],
        exception_handlers={HTTPException: refusal},
    )
