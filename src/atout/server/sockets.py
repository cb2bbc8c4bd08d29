"""The socket of a table: frames in, frames out, never more of either than is fair.

Written against ASGI itself: between a table and the server's socket there is nothing that a frame has to pass, nor
anything that is kept for each of thousands of connections.
"""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Coroutine, Generator
from typing import Any, Final, NamedTuple, cast

import msgspec
from starlette.types import Message, Receive, Send

from atout.say import Speaker
from atout.server import metrics
from atout.server.limits import Bucket
from atout.server.tables import Room
from atout.server.wire import MOST_BYTES, Answer, Close, Closing, Fault, Ping, ToServer, decode, encode, id_of

MOST_WAITING: Final = 256
"""Frames that may wait for a slow connection before it is closed; it joins again and is in step."""
_MOST_CHARACTERS_WAITING: Final = 1 << 20
_RATE: Final = 10.0
_BURST: Final = 30
_MOST_STRIKES: Final = 100
"""Frames that may be refused (unreadable, or too many) before the connection is closed."""
_GONE: Final = 1006
"""What a connection ends with that is broken: nothing can be sent."""


class Connection:
    """One socket: a ``Listener`` with a bounded outbox. ``send`` is what the server offers to send with."""

    __slots__ = ("_catching_up", "_closing", "_outbox", "_send", "_size", "host", "language", "muted", "seat")

    def __init__(self, send: Send, seat: int, language: str, *, host: bool = False) -> None:
        self.seat = seat
        self.host = host
        self.language = language
        self.muted: set[int] = set()
        self._send = send
        self._closing: int | None = None
        self._outbox: deque[Message] | None = None
        """What waits, while the socket takes no more."""
        self._size = 0
        self._catching_up: asyncio.Task[None] | None = None

    def send(self, frame: bytes) -> None:
        """Takes a frame to send."""
        if self._closing is not None:
            return
        text = frame.decode()
        message = {"type": "websocket.send", "text": text}
        if self._outbox is None:
            self._pass(message)
        elif len(self._outbox) >= MOST_WAITING or self._size > _MOST_CHARACTERS_WAITING:
            self._outbox.clear()
            metrics.OVERFLOWS.inc()
            self.close(Close.TOO_SLOW)
        else:
            self._outbox.append(message)
            self._size += len(text)

    def close(self, code: int) -> None:
        """Ends the connection once what waits is out."""
        if self._closing is not None:
            return
        self._closing = code
        message = {"type": "websocket.close", "code": code}
        if self._outbox is None:
            self._pass(message)
        else:
            self._outbox.append(message)

    def _pass(self, message: Message) -> None:
        """Hands a message to the server at once: a task is needed only where it has to wait, which is seldom."""
        sending = cast(Coroutine[Any, Any, None], self._send(message))
        try:
            obstacle = sending.send(None)
        except StopIteration:
            return
        except Exception:  # nobody is there any more, as the reader is told too
            self._closing = self._closing or _GONE
            return
        self._outbox = deque()
        self._catching_up = asyncio.get_running_loop().create_task(self._catch_up(_rest(sending, obstacle)))

    async def _catch_up(self, first: Awaitable[None]) -> None:
        """Sends what waits, until nothing does."""
        try:
            await first
            while self._outbox:
                message = self._outbox.popleft()
                self._size -= len(message.get("text", ""))
                await self._send(message)
            self._outbox = None
        except Exception:  # as above
            self._closing = self._closing or _GONE

    async def ended(self) -> None:
        """Waits until what was to be sent is out, or never will be."""
        if self._catching_up is not None:
            await asyncio.wait((self._catching_up,))

    def drop(self) -> None:
        """Nobody is there any more: what waits is let go."""
        self._closing = self._closing or _GONE
        if self._catching_up is not None:
            self._catching_up.cancel()


@types.coroutine
def _rest(begun: Coroutine[Any, Any, None], obstacle: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that was begun outside a task, and has come upon something to wait for."""
    yield obstacle
    yield from begun


class Joining(NamedTuple):
    """As whom somebody comes to a table, and what is wanted. ``seat`` and ``host`` are proved; 0 is no seat."""

    seat: int
    host: bool
    language: str
    since: int | None
    record: bool


async def serve(receive: Receive, send: Send, room: Room, joining: Joining) -> None:
    """Serves one accepted socket of a table until it ends."""
    connection = Connection(send, joining.seat, joining.language, host=joining.host)
    room.table.join(connection, joining.since, record=joining.record)
    try:
        if await _too_many_faults(receive, room, connection):
            connection.close(Close.POLICY)
            await connection.ended()
    finally:
        room.table.part(connection)
        connection.drop()


async def turn_away(send: Send, language: str, code: str) -> None:
    """Opens a socket only to say why it is closed at once (``server.closing.CODE``)."""
    metrics.REFUSED.labels(code).inc()
    text = Speaker(language).text(f"server.closing.{code}")
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": encode(Closing(code=code, text=text)).decode()})
    await send({"type": "websocket.close", "code": Close.CROWDED})


async def _too_many_faults(receive: Receive, room: Room, connection: Connection) -> bool:
    """Reads what comes, until the connection ends, or, then it is true, too much of it was refused."""
    bucket, strikes = Bucket(_RATE, _BURST), 0
    while strikes < _MOST_STRIKES:
        message = await receive()
        if message["type"] != "websocket.receive":
            return False
        frame = message.get("text") or message.get("bytes") or b""
        command = _read(frame, connection.language)
        if isinstance(command, Fault):
            strikes += 1
            connection.send(encode(command))
        elif not bucket.take() and not isinstance(command, Ping):
            strikes += 1
            text = Speaker(connection.language).text("server.refused.too-fast")
            n = room.table.ledger.n
            connection.send(encode(Answer(id=command.id, ok=False, n=n, code="too-fast", text=text)))
        else:
            room.desk.receive(connection, command)
    return True


def _read(frame: str | bytes, language: str) -> ToServer | Fault:
    """What a frame asks for, or what is wrong with it."""
    if len(frame) > MOST_BYTES:
        return _fault(frame, language, "too-long", most=MOST_BYTES)
    try:
        return decode(frame)
    except msgspec.MsgspecError as error:
        return _fault(frame, language, "unreadable", detail=str(error))


def _fault(frame: str | bytes, language: str, code: str, **facts: object) -> Fault:
    return Fault(id=id_of(frame), code=code, text=Speaker(language).text(f"server.fault.{code}", **facts))


def farewell(room: Room, code: str) -> None:
    """Tells everybody at a table that the server ends their connection, and ends it."""
    room.table.tell_each(
        room.table.listeners, lambda speaker: Closing(code=code, text=speaker.text(f"server.closing.{code}"))
    )
    room.table.close_all(Close.RESTART)
