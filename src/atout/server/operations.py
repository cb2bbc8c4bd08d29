"""Running a server: every request measured and logged by its handler, health, readiness, figures, draining."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from time import perf_counter
from typing import Any, Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, get_name
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from atout.server import metrics
from atout.server.context import Refused, Shared, answer, shared_of
from atout.server.logs import logger, where
from atout.server.sockets import farewell

_log = logger("atout.http")
_LOCAL: Final = frozenset({"127.0.0.1", "::1", "testclient"})
_PATIENCE: Final = 5.0
"""Seconds connections may take to take their last frames."""
_A_MOMENT: Final = 0.02

Failed = Callable[[HTTPConnection], Response]
"""What is answered when a handler raised."""


class Watch:
    """Measures and logs every request by the name of its handler, never by its path; answers for what raised."""

    def __init__(self, app: ASGIApp, failed: Failed) -> None:
        self.app = app
        self.failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        match scope["type"]:
            case "http":
                await self._request(scope, receive, send)
            case "websocket":
                metrics.SOCKETS.inc()
                try:
                    await self.app(scope, receive, send)
                except Exception as error:
                    _log.error("socket failed", handler=_handler(scope), error=type(error).__name__, where=where(error))
                finally:
                    metrics.SOCKETS.dec()
            case _:
                await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = int(message["status"])
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:  # its text may hold a card: type and place are all that is kept
            _log.error("handler failed", handler=_handler(scope), error=type(error).__name__, where=where(error))
            if status:
                raise SystemError("the answer was cut off") from None
            await self.failed(HTTPConnection(scope))(scope, receive, watched)
        seconds, handler = perf_counter() - began, _handler(scope)
        metrics.REQUESTS.labels(handler, scope["method"], str(status)).inc()
        metrics.REQUEST_SECONDS.labels(handler).observe(seconds)
        _log.info("request", handler=handler, method=scope["method"], status=status, ms=round(seconds * 1000, 1))


def _handler(scope: Scope) -> str:
    """The name of what answers; requests that nothing answers share one."""
    endpoint: Any = scope.get("endpoint")
    return "none" if endpoint is None else get_name(endpoint)


# --- routes -----------------------------------------------------------------------------------------------------------


async def healthz(request: Request) -> Response:
    """The process lives and its loop turns."""
    return answer({"alive": True})


async def readyz(request: Request) -> Response:
    """Whether new players should be sent here: the store can write, and the server is not about to stop."""
    shared = shared_of(request)
    why = "draining" if shared.draining else None
    if why is None and not await shared.probe.passes():
        why = "store"
    if why is not None:
        return answer({"ready": False, "why": why}, HTTPStatus.SERVICE_UNAVAILABLE)
    return answer({"ready": True})


async def figures(request: Request) -> Response:
    """The figures, for this machine alone."""
    if request.client is None or request.client.host not in _LOCAL:
        raise Refused(HTTPStatus.NOT_FOUND, "not-found")
    metrics.TABLES.set(len(shared_of(request).tables.in_memory))
    body, kind = metrics.exposition()
    return Response(body, headers={"content-type": kind})


def routes() -> list[BaseRoute]:
    """The routes of whoever runs the server."""
    return [
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", figures),
    ]


# --- stopping ---------------------------------------------------------------------------------------------------------


async def drain(shared: Shared, grace: float = 0.0, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Gets ready to stop: no longer ready, then, after ``grace`` seconds, what is being done is finished and
    everybody is told and sent away to come back (1012). What was acknowledged is stored already."""
    shared.draining = True
    metrics.DRAINING.set(1)
    _log.info("draining", grace=grace)
    await sleep(grace)
    rooms = shared.tables.in_memory
    for room in rooms:
        await room.table.settled()
        farewell(room, "draining")
    ends = perf_counter() + _PATIENCE
    while perf_counter() < ends and any(room.table.listeners for room in rooms):
        await asyncio.sleep(_A_MOMENT)  # what was said last is still on its way
