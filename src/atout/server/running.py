"""A server being run: it says when it listens, and stops in order: drain, then close."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from atout.server import heap
from atout.server.operations import drain
from atout.server.wire import MOST_BYTES


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
