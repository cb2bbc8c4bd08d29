"""A real server on a free port of 127.0.0.1, in a thread, and players who talk to it through sockets."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from websockets.asyncio.client import ClientConnection, connect

from atout.server.app import create_app
from atout.server.store import Store
from atout.server.store.memory import MemoryStore
from atout.server.wire import MOST_BYTES


def free_port() -> int:
    """A port nobody has."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(store: Store | None = None, app: ASGIApp | None = None, **settings: Any) -> Iterator[str]:
    """A server while inside; gives ``127.0.0.1:PORT``. ``settings`` are uvicorn's."""
    port = free_port()
    config = uvicorn.Config(
        app or create_app(store or MemoryStore()),
        host="127.0.0.1",
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="on",
        **{"ws_max_size": 2 * MOST_BYTES} | settings,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("the server did not start")
        threading.Event().wait(0.01)
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)


def open_table(host: str, rules: str, seats: str, **more: Any) -> dict[str, Any]:
    """Opens a table over HTTP. ``seats``: a letter each, ``m`` me, ``p`` another person, ``b`` a bot."""
    kinds = {"m": "me", "p": "person", "b": "bot"}
    body = {"rules": rules, "seats": [{"kind": kinds[letter]} for letter in seats], "pace": 0, **more}
    request = urllib.request.Request(
        f"http://{host}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        opened: dict[str, Any] = json.load(answer)
        return opened


class Player:
    """Somebody at a table: his scene as a page would keep it, and every frame that came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.scene: dict[str, Any] = {}
        self.log: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.n = -1
        self.seat: int | None = None
        self.legal: list[str] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self._count = 0

    @classmethod
    async def join(
        cls, host: str, table: str, link: str | None = None, *, lang: str = "fr", since: int | None = None
    ) -> Player:
        """Joins with a seat link, or to watch."""
        headers = {"Authorization": f"Bearer {link.removeprefix('/seat/')}"} if link else {}
        query = f"lang={lang}" + (f"&since={since}" if since is not None else "")
        connection = await connect(
            f"ws://{host}/api/tables/{table}/socket?{query}", additional_headers=headers, compression=None
        )
        player = cls(connection)
        try:
            await player.hear()
        except BaseException:
            connection.transport.abort()
            raise
        return player

    async def hear(self, timeout: float = 30) -> dict[str, Any]:
        """Takes one frame in, as a page would."""
        async with asyncio.timeout(timeout):  # Python 3.11's wait_for may swallow a cancellation
            frame = await self.connection.recv()
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        match message["type"]:
            case "view":
                self.scene, self.n, self.seat = message["scene"], message["n"], message["seat"]
                self.legal = message["legal"]
                self.log = self.log + message["log"] if message["since"] is not None else message["log"]
            case "update":
                assert message["n"] in (self.n, self.n + 1), (message["n"], self.n)
                self.n, self.legal = message["n"], message["legal"]
                self.scene |= message["scene"]
                self.log += message["log"]
                self.events += message["events"]
            case "answer" | "said":
                self.answers[message["id"]] = message
        return message

    async def until(self, when: Callable[[Player], bool], timeout: float = 30) -> None:
        """Hears on until something is so."""
        async with asyncio.timeout(timeout):
            while not when(self):
                await self.hear(timeout)

    async def fault(self) -> dict[str, Any]:
        """Hears on until a message was not understood; what happens at the table may come first."""
        while (message := await self.hear())["type"] != "fault":
            pass
        return message

    async def tell(self, kind: str, **fields: Any) -> str:
        """Sends a command; returns its id."""
        self._count += 1
        fields = {"id": f"{id(self)}-{self._count}"} | fields
        await self.connection.send(json.dumps({"type": kind, **fields}))
        return str(fields["id"])

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        name = await self.tell(kind, **fields)
        await self.until(lambda player: name in player.answers)
        return self.answers[name]

    async def close(self) -> None:
        """Hangs up."""
        await self.connection.close()
