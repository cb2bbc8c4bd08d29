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
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from atout.server import downloads, lobby, metrics, operations, pages, replay, seating, shell
from atout.server.context import Doors, Refused, Shared, answer, language_of, seat_of, shared_of
from atout.server.frame import failed, refusal, tagged
from atout.server.guards import Guard
from atout.server.seats import Guests, HouseRules, Seats, server_key
from atout.server.sheets import routes as sheets
from atout.server.sheets.kept import Sheets
from atout.server.shuffles import Shuffles
from atout.server.sockets import serve
from atout.server.store import Store, StoreError
from atout.server.tables import Tables
from atout.server.texts import page_texts

_NO_TABLE: Final = 4404
"""What a socket is closed with when there is no such table."""
_READERS: Final = 1
"""Threads that write out pages, records and proofs: one, so that however many are asked for the tables go on."""
_TIDY_EVERY: Final = 60.0
"""Seconds between two looks for tables nobody is at."""


async def socket(websocket: WebSocket) -> None:
    """The socket of a table. Whoever comes with a seat nobody had has it from now on."""
    shared, table = shared_of(websocket), websocket.path_params["table"]
    room = await shared.tables.room(table)
    if room is None:
        await websocket.close(_NO_TABLE)
        return
    seat = await seat_of(websocket, table)
    if seat in seating.open_seats(room):
        with contextlib.suppress(Refused, StoreError):  # somebody with the same link was quicker, or the disk is full
            await seating.sit_down(room, seat)
    await serve(websocket, room, seat)


async def texts(request: Request) -> Response:
    """The words of the pages in a language; ``page`` names one with words of its own."""
    response = answer(page_texts(language_of(request), request.query_params.get("page")))
    response.headers.update({"cache-control": "no-cache", "vary": "accept-language"})
    return tagged(request, response)


def routes() -> list[BaseRoute]:
    """Every route."""
    return [
        Route("/api/texts", texts),
        WebSocketRoute("/api/tables/{table}/socket", socket),
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
        middleware=[Middleware(Guard), Middleware(operations.Watch, failed)],
        exception_handlers={HTTPException: refusal},
    )
