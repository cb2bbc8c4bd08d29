"""The socket of a table: frames in, frames out, never more of either than is fair."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Final

import msgspec
from starlette.websockets import WebSocket

from atout.say import LANGUAGES, Speaker
from atout.server import metrics
from atout.server.limits import Bucket
from atout.server.tables import Room
from atout.server.wire import MOST_BYTES, Answer, Closing, Fault, Ping, decode, encode

MOST_WAITING: Final = 256
"""Frames that may wait for a slow connection before it is closed; it joins again and is in step."""
_MOST_BYTES_WAITING: Final = 1 << 20
_RATE: Final = 10.0
_BURST: Final = 30
_MOST_STRIKES: Final = 100
"""Frames that may be refused (unreadable, or too many) before the connection is closed."""
TRY_AGAIN: Final = 1013
POLICY: Final = 1008


class Connection:
    """One socket: a ``Listener`` with a bounded outbox."""

    def __init__(self, socket: WebSocket, seat: int, language: str) -> None:
        self.seat = seat
        self.language = language
        self.muted: set[int] = set()
        self._socket = socket
        self._outbox: deque[bytes] = deque()
        self._size = 0
        self._filled = asyncio.Event()
        self._closing: int | None = None

    def send(self, frame: bytes) -> None:
        """Takes a frame to send."""
        if self._closing is not None:
            return
        if len(self._outbox) >= MOST_WAITING or self._size > _MOST_BYTES_WAITING:
            self._outbox.clear()
            metrics.OVERFLOWS.inc()
            self.close(TRY_AGAIN)
            return
        self._outbox.append(frame)
        self._size += len(frame)
        self._filled.set()

    def close(self, code: int) -> None:
        """Ends the connection once what waits is out."""
        if self._closing is None:
            self._closing = code
            self._filled.set()

    async def write(self) -> None:
        """Sends what comes into the outbox, until the connection ends."""
        send = self._socket.send
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._outbox:
                frame = self._outbox.popleft()
                self._size -= len(frame)
                await send({"type": "websocket.send", "text": frame.decode()})
            if self._closing is not None:
                await self._socket.close(self._closing)
                return


async def serve(socket: WebSocket, room: Room, seat: int) -> None:
    """Serves one socket of a table until it ends. ``seat`` is what its cookie or its secret proves, 0 if nothing."""
    language = socket.query_params.get("lang", "")
    language = language if language in LANGUAGES else LANGUAGES[0]
    since = socket.query_params.get("since", "")
    await socket.accept()
    connection = Connection(socket, seat, language)
    writer = asyncio.get_running_loop().create_task(connection.write())
    record = socket.query_params.get("record") == "1"
    room.table.join(connection, int(since) if since.isdecimal() and len(since) < 10 else None, record=record)
    reader = asyncio.current_task()
    assert reader is not None
    writer.add_done_callback(lambda _: reader.cancel())
    try:
        await _read(socket, room, connection)
    except asyncio.CancelledError:
        if not writer.done():
            raise  # the server ends; else the writer has closed, and there is nothing more to read
    finally:
        room.table.part(connection)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):  # its end stops a reader that has stopped already
            await asyncio.gather(writer, return_exceptions=True)


async def _read(socket: WebSocket, room: Room, connection: Connection) -> None:
    bucket, strikes = Bucket(_RATE, _BURST), 0
    while strikes < _MOST_STRIKES:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        frame = message.get("text") or message.get("bytes") or b""
        fault = None
        if len(frame) > MOST_BYTES:
            fault = "too-long"
        else:
            try:
                command = decode(frame)
            except msgspec.MsgspecError as error:
                fault = f"unreadable: {error}"
        if fault is not None:
            strikes += 1
            code, _, detail = fault.partition(": ")
            text = Speaker(connection.language).text(f"server.fault.{code}", detail=detail, most=MOST_BYTES)
            connection.send(encode(Fault(code=code, text=text)))
            continue
        if not bucket.take() and not isinstance(command, Ping):
            strikes += 1
            text = Speaker(connection.language).text("server.refused.too-fast")
            n = room.table.ledger.n
            connection.send(encode(Answer(id=command.id, ok=False, n=n, code="too-fast", text=text)))
            continue
        room.desk.receive(connection, command)
    connection.close(POLICY)
    await asyncio.Event().wait()  # the writer closes


def farewell(room: Room, code: str) -> None:
    """Tells everybody at a table that the server ends their connection, and ends it."""
    room.table.tell_each(
        room.table.listeners, lambda speaker: Closing(code=code, text=speaker.text(f"server.closing.{code}"))
    )
    room.table.close_all(1012)
