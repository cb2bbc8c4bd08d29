"""Real sockets: what is no message, too long, too many, too slow; and connections that only seem to be there."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from http.client import HTTPConnection
from typing import Any

import pytest
from tests.server.running import Player, open_table, running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from atout.server import sockets
from atout.server.running import Running
from atout.server.sockets import MOST_WAITING, Connection
from atout.server.wire import MOST_BYTES, Close

SOLO = ("piques-a-trois", "mbb")


def test_what_cannot_be_read_is_answered_and_the_table_goes_on() -> None:
    async def test(host: str) -> None:
        opened = open_table(host, *SOLO)
        player = await Player.join(host, opened["table"], opened["links"]["1"], lang="en")
        await player.until(lambda heard: bool(heard.legal))
        for frame, named in (
            ("", None),
            ("{", None),
            ("[]", None),
            ("7", None),
            ('{"type":"act"}', None),
            ('{"type":"act","id":7}', None),
            ('{"type":"act","id":""}', None),
            ('{"type":"act","id":"b1"}', "b1"),
            ('{"type":"nothing","id":"a"}', "a"),
            ('{"id":"b2","type":"read","command":"turn","loud":true}', "b2"),
            ('{"type":"act","id":"b3","token":"KH"', None),
            ('{"type":"act","id":"b4","token":' + "[" * 2000, None),
            ("\x00", None),
            (b"\xff\xfe", None),
            ("é" * 9, None),
        ):
            await player.connection.send(frame)
            message = await player.fault()
            assert message["code"] == "unreadable"
            assert message["text"].startswith("Message not understood: ")
            assert message.get("id") == named
        await player.connection.send(json.dumps({"type": "chat", "id": "a", "text": "x" * MOST_BYTES}))
        message = await player.hear()
        assert (message["type"], message["id"], message["code"]) == ("fault", "a", "too-long")
        assert (await player.ask("act", token=player.legal[0]))["ok"]
        await player.close()

    with running() as host:
        asyncio.run(test(host))


def test_far_too_long_or_far_too_many_ends_the_connection() -> None:
    async def test(host: str) -> None:
        opened = open_table(host, *SOLO)
        link = opened["links"]["1"]
        player = await Player.join(host, opened["table"], link)
        await player.connection.send("x" * 2_000_000)
        with pytest.raises(ConnectionClosed):
            await player.until(lambda heard: False)
        player = await Player.join(host, opened["table"], link)
        codes: list[str] = []

        async def flood() -> None:
            for number in range(400):
                await player.connection.send(json.dumps({"type": "read", "id": f"r{number}", "command": "turn"}))
            while True:
                message = await player.hear()
                codes.append(str(message.get("code", message["type"])))

        with pytest.raises(ConnectionClosed) as closed:
            await flood()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert codes.count("too-fast") >= 90

    with running() as host:
        asyncio.run(test(host))


def test_a_seat_is_its_own_tables_alone() -> None:
    """A link of another table, a false one, a name: all only watch. No such table: no socket."""

    async def test(host: str) -> None:
        mine, other = open_table(host, *SOLO, name="Ana"), open_table(host, *SOLO, name="Ana")
        for link in (other["links"]["1"], "/seat/wrong", "/seat/1", "/seat/" + mine["table"]):
            player = await Player.join(host, mine["table"], link)
            assert player.seat is None
            assert player.scene["hand"] is None
            assert (await player.ask("act", token="5"))["code"] == "seat-needed"
            await player.close()
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            await Player.join(host, "nowhere", mine["links"]["1"])

    with running() as host:
        asyncio.run(test(host))


def test_a_page_of_another_site_gets_no_socket() -> None:
    async def test(host: str) -> None:
        opened = open_table(host, *SOLO)
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{host}/api/tables/{opened['table']}/socket", origin=Origin("http://elsewhere.example"))

    with running() as host:
        asyncio.run(test(host))


def test_who_leaves_is_told_so_and_let_go() -> None:
    async def test(host: str) -> None:
        opened = open_table(host, "piques-a-trois", "mpb", visibility="link")
        ana = await Player.join(host, opened["table"], opened["links"]["1"])
        bob = await Player.join(host, opened["table"], opened["links"]["2"])
        assert (await bob.ask("leave"))["ok"]
        with pytest.raises(ConnectionClosed) as closed:
            await bob.until(lambda heard: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1000
        await ana.until(lambda heard: bool(heard.scene["seats"][1]["replaceable"]))
        await ana.close()

    with running() as host:
        asyncio.run(test(host))


def test_ping_is_answered() -> None:
    async def test(host: str) -> None:
        player = await Player.join(host, open_table(host, *SOLO)["table"])
        await player.connection.send('{"type":"ping"}')
        while (await player.hear())["type"] != "pong":
            pass
        await player.close()

    with running() as host:
        asyncio.run(test(host))


def test_lines_cut_while_something_is_said_end_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    """Many connections torn down at once, each with frames on their way: no error is logged."""

    async def test(host: str) -> None:
        opened = open_table(host, *SOLO)
        for _ in range(4):
            players = [await Player.join(host, opened["table"], opened["links"]["1"]) for _ in range(12)]
            for player in players:
                await player.tell("phrase", phrase="hello")
            for player in players:
                player.connection.transport.abort()
            await asyncio.sleep(0.05)

    with running() as host:
        asyncio.run(test(host))
    said = capfd.readouterr()
    assert "Traceback" not in said.err + said.out
    assert "error" not in said.err + said.out


class Stuck:
    """A socket that takes nothing until it is let go."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.sent: list[Any] = []

    async def send(self, message: Any) -> None:
        """Waits, then takes a message."""
        await self.go.wait()
        self.sent.append(message)


def test_a_connection_too_slow_to_listen_is_closed_to_come_back() -> None:
    async def test() -> None:
        stuck = Stuck()
        connection = Connection(stuck.send, 1, "fr")
        for _ in range(MOST_WAITING + 10):
            connection.send(b"x" * 100)
            await asyncio.sleep(0)
        stuck.go.set()
        await connection.ended()
        assert stuck.sent[-1] == {"type": "websocket.close", "code": Close.TOO_SLOW}
        assert len(stuck.sent) < MOST_WAITING

    asyncio.run(test())


def test_what_waited_goes_out_in_order_and_then_nothing_waits() -> None:
    """A socket that takes no more for a while: all that was said meanwhile follows, the end last."""

    async def test() -> None:
        stuck = Stuck()
        connection = Connection(stuck.send, 1, "fr")
        for number in range(5):
            connection.send(b"%d" % number)
        await asyncio.sleep(0)
        assert not stuck.sent
        stuck.go.set()
        await connection.ended()
        connection.send(b"5")  # at once, without a task's turn
        assert [message["text"] for message in stuck.sent] == list("012345")
        stuck.go.clear()
        connection.send(b"6")
        connection.close(1000)
        connection.send(b"7")
        stuck.go.set()
        await connection.ended()
        assert [message.get("text", message.get("code")) for message in stuck.sent[6:]] == ["6", 1000]

    asyncio.run(test())


def test_a_broken_socket_disturbs_nobody() -> None:
    """What the server can no longer send is let go, at once or after having waited."""

    async def test() -> None:
        go, tried = asyncio.Event(), list[Any]()

        async def broken(message: Any) -> None:
            tried.append(message)
            await go.wait()
            raise OSError

        connection = Connection(broken, 1, "fr")
        connection.send(b"waits")
        connection.send(b"waits too")
        go.set()
        await connection.ended()
        connection.send(b"to nobody")
        connection.close(1000)
        assert len(tried) == 1
        at_once = Connection(broken, 1, "fr")
        at_once.send(b"fails")
        at_once.send(b"to nobody")
        assert len(tried) == 2

    asyncio.run(test())


def test_one_slow_listener_does_not_stall_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who never reads: the table goes on for the other, and the slow one is let go."""
    monkeypatch.setattr(sockets, "MOST_WAITING", 8)

    async def test(host: str) -> None:
        opened = open_table(host, *SOLO)
        name, _, port = host.partition(":")
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        slow.connect((name, int(port)))
        slow.sendall(
            f"GET /api/tables/{opened['table']}/socket HTTP/1.1\r\nHost: {host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        player = await Player.join(host, opened["table"], opened["links"]["1"])
        await player.until(lambda heard: bool(heard.legal))
        for number in range(25):
            await player.until(lambda heard: bool(heard.legal) or heard.scene["choices"]["kind"] == "deal")
            kind = {"kind": "act", "token": player.legal[0]} if player.legal else {"kind": "next"}
            assert (await player.ask(**kind, id=f"c{number}"))["ok"]
            await asyncio.sleep(0.05)
        slow.close()
        await player.close()

    with running() as host:
        asyncio.run(test(host))


def test_a_half_open_connection_is_noticed_within_forty_seconds() -> None:
    """By the settings of the real server: a ping each 15 s, 20 s to answer it."""
    config = Running(None, started=lambda: None).config  # type: ignore[arg-type]
    assert (config.ws_ping_interval or 99) + (config.ws_ping_timeout or 99) <= 40


def test_a_half_open_connection_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody whose line is dead: he does not answer pings, and soon counts as away."""

    async def test(host: str) -> None:
        opened = open_table(host, "piques-a-trois", "mpb", visibility="link")
        ana = await Player.join(host, opened["table"], opened["links"]["1"])
        bob = await Player.join(host, opened["table"], opened["links"]["2"])
        await ana.until(lambda heard: heard.scene["seats"][1]["connected"])
        bob.connection.transport.pause_reading()
        await ana.until(lambda heard: not heard.scene["seats"][1]["connected"])
        bob.connection.transport.abort()
        await ana.close()

    with running(ws_ping_interval=0.3, ws_ping_timeout=0.3) as host:
        asyncio.run(test(host))


def test_a_browser_holds_its_seat_by_cookie_and_again_by_its_link() -> None:
    """Cookies cleared, the link kept: the seat is there again. A stranger with the name gets nothing."""

    async def seat_with(host: str, table: str, cookie: str) -> int | None:
        headers = {"Cookie": cookie} if cookie else {}
        url, page = f"ws://{host}/api/tables/{table}/socket", Origin(f"http://{host}")
        async with connect(url, origin=page, additional_headers=headers) as connection:
            seat: int | None = json.loads(await connection.recv())["seat"]
            return seat

    def visited(host: str, link: str) -> str:
        with contextlib.closing(HTTPConnection(host)) as browser:
            browser.request("GET", link)
            return str(browser.getresponse().getheader("set-cookie")).partition(";")[0]

    with running() as host:
        opened = open_table(host, "piques-a-trois", "mpb", visibility="link", name="Ana")
        first = visited(host, opened["links"]["2"])
        assert asyncio.run(seat_with(host, opened["table"], first)) == 2
        assert asyncio.run(seat_with(host, opened["table"], "")) is None
        assert asyncio.run(seat_with(host, opened["table"], first[:-3] + "xyz")) is None
        assert asyncio.run(seat_with(host, opened["table"], visited(host, opened["links"]["2"]))) == 2
