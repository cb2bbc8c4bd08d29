"""A server being run: it says when it listens, and stops in order: drain, then close."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import Final

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from atout.server import heap
from atout.server.operations import drain
from atout.server.wire import MOST_BYTES

HEAD_IN: Final = 20.0
"""Seconds a connection has to say what it wants, from its beginning or the first byte of a further request."""
BODY_IN: Final = 120.0
"""Seconds what is sent with a request may take."""


class Patient(H11Protocol):
    """HTTP with an end of patience: a connection whose request does not come, or not to its end, is closed.

    uvicorn bounds how long a connection may rest between two requests, and how long a head may be, but not how slow.
    """

    _ends: asyncio.TimerHandle | None = None
    _patience: float = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and ought to ask for something."""
        super().connection_made(transport)
        self._wait(HEAD_IN)

    def data_received(self, data: bytes) -> None:
        """A piece of a request."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait(HEAD_IN)
        elif self.conn.their_state is h11.SEND_BODY:
            self._wait(BODY_IN)
        else:
            self._wait_no_longer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self, patience: float) -> None:
        """Waits so long for what is coming, from when it began to."""
        if self._patience != patience:
            self._wait_no_longer()
            self._patience = patience
            self._ends = self.loop.call_later(patience, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._ends is not None:
            self._ends.cancel()
        self._ends, self._patience = None, 0.0


class Running(uvicorn.Server):
    """Serves an application on a bound socket until it is interrupted or told to end."""

    def __init__(self, app: Starlette, *, started: Callable[[], None], grace: float = 0.0) -> None:
        self._app = app
        self._told = started
        self._grace = grace
        self._ending = False
        self._draining: asyncio.Task[None] | None = None
        super().__init__(
            uvicorn.Config(
                app,
                http=Patient,
                ws="websockets-sansio",
                ws_per_message_deflate=False,
                ws_max_size=2 * MOST_BYTES,  # a little too long is answered, far too long is cut off
                ws_ping_interval=15.0,
                ws_ping_timeout=20.0,
                lifespan="on",
                log_config=None,
                log_level=logging.WARNING,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=3,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and says so."""
        await super().startup(sockets)
        if self.started:
            heap.settle()
            self._told()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal drains, a second one ends at once. Neither is raised again: ending is what was asked."""
        if self._ending or not self.started:
            self.should_exit = True
            self.force_exit = sig == signal.SIGINT
        else:
            self._ending = True
            asyncio.get_running_loop().call_soon_threadsafe(self._begin_to_end)

    def _begin_to_end(self) -> None:
        self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            await drain(self._app.state.shared, self._grace)
        finally:
            self.should_exit = True
