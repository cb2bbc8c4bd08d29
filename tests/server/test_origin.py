"""Who may ask in whose name: pages of other sites, programs, too much, too often; what every answer says of itself."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator

import pytest
from starlette.requests import Request
from tests.server.running import Player, running
from tests.server.visits import browser, open_app, opened, refused
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from atout.server.app import create_app
from atout.server.context import MOST_BODY, MOST_TEXT, Doors, Refused, body_of
from atout.server.guards import content_policy, same_site
from atout.server.limits import Bucket, ByAddress, Crowd
from atout.server.running import Patient, Running
from atout.server.store.memory import MemoryStore
from atout.server.wire import Close


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """A server for all tests of this file."""
    with running(app=open_app()) as listening:
        yield listening


@pytest.mark.parametrize(
    ("origin", "asked", "same"),
    [
        ("http://cards.example", "cards.example", True),
        ("https://cards.example", "cards.example", True),
        ("https://cards.example:443", "cards.example", True),
        ("http://cards.example:8080", "cards.example:8080", True),
        ("http://CARDS.example", "cards.example", True),
        ("http://[::1]:8080", "[::1]:8080", True),
        ("http://cards.example", "cards.example:8080", False),
        ("http://cards.example:81", "cards.example", False),
        ("http://evil.example", "cards.example", False),
        ("http://cards.example.evil.example", "cards.example", False),
        ("http://cards.example@evil.example", "cards.example", False),
        ("http://localhost:8080", "127.0.0.1:8080", False),
        ("null", "cards.example", False),
        ("", "cards.example", False),
        ("http://", "", False),
        ("http://[", "cards.example", False),
        ("http://cards.example:99999", "cards.example", False),
        ("file://cards.example", "cards.example", False),
        ("chrome-extension://cards.example", "cards.example", False),
    ],
)
def test_whose_page_it_is(origin: str, asked: str, same: bool) -> None:
    """Host and port must be those the server was asked under; the scheme may be a proxy's."""
    assert same_site(origin, asked) is same


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_another_sites_page_is_refused(host: str, origin: str) -> None:
    """It changes nothing and opens no socket, with the right cookies in hand."""
    mine = browser(host)
    table = opened(mine, "piques-a-trois", "mpb", visibility="public")["table"]
    before = len(mine.get("/api/lobby").json()["mine"])
    mine.headers["origin"] = origin
    wish = {"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    for path, body in ((f"/api/tables/{table}/seats", {}), ("/api/tables", wish), ("/api/house-rules", {"name": "x"})):
        answer = mine.post(path, json=body)
        assert (answer.status_code, answer.json()) == (403, {"code": "other-site"})
    assert len(mine.get("/api/lobby").json()["mine"]) == before
    cookies = "; ".join(f"{name}={value}" for name, value in mine.cookies.items())

    async def call() -> int:
        try:
            async with connect(
                f"ws://{host}/api/tables/{table}/socket",
                additional_headers={"Cookie": cookies},
                origin=origin,  # type: ignore[arg-type]
            ):
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    assert asyncio.run(call()) == 403


def test_a_program_needs_a_secret(host: str) -> None:
    """Without an origin cookies count for nothing; a seat's secret does, for its own table only."""
    mine = browser(host)
    table, other = (opened(mine, "piques-a-trois", "mbb") for _ in range(2))
    cookies = "; ".join(f"{name}={value}" for name, value in mine.cookies.items())

    async def seat(headers: dict[str, str]) -> int | None:
        socket = await connect(f"ws://{host}/api/tables/{table['table']}/socket", additional_headers=headers)
        player = Player(socket)
        await player.hear()
        await player.close()
        return player.seat

    def bearer(link: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {link.removeprefix('/seat/')}"}

    assert asyncio.run(seat({"Cookie": cookies})) is None
    assert asyncio.run(seat(bearer(table["links"]["1"]))) == 1
    assert asyncio.run(seat(bearer(other["links"]["1"]))) is None
    assert asyncio.run(seat({"Authorization": "Bearer x"})) is None
    assert asyncio.run(seat({"Authorization": "Basic x"})) is None
    del mine.headers["origin"]
    refused(mine.post(f"/api/tables/{table['table']}/links", json={"seat": 1}), 403, "seat-needed")
    bearing = mine.post(f"/api/tables/{table['table']}/links", json={"seat": 1}, headers=bearer(table["links"]["1"]))
    assert bearing.status_code == 200


@pytest.mark.parametrize("path", ["/", "/rules/pique", "/nothing", "/api/lobby", "/web/js/dom.mjs", "/healthz"])
def test_every_answer_keeps_to_itself(host: str, path: str) -> None:
    """Nothing from other hosts, no frames around it, no guessing of types, no referrer to others."""
    headers = browser(host).get(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["connect-src"] == f"'self' ws://{host} wss://{host}"
    assert "script-src" not in policy
    assert (policy["frame-ancestors"], policy["object-src"], policy["base-uri"]) == ("'none'", "'none'", "'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers or headers["server"] == "uvicorn"  # told by the test's server, not by ours


def test_a_host_cannot_write_the_policy() -> None:
    """A header from outside names a host, and nothing else."""
    assert "evil" not in content_policy("x; script-src evil")
    assert content_policy("a:1") != content_policy("")


def test_cookies_are_out_of_reach_of_scripts(host: str) -> None:
    """… and of other sites; over TLS they do not travel without it."""
    plain = browser(host)
    opened(plain, "pique players=2", "mb")
    wish = {"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "bot"}]}
    cookie = plain.post("/api/tables", json=wish).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    proxied = plain.post("/api/tables", json=wish, headers={"x-forwarded-proto": "https"})
    assert "secure" in proxied.headers["set-cookie"].lower()


# --- too much, too often ----------------------------------------------------------------------------------------------


def test_too_much(host: str) -> None:
    """A body that is too long is refused, and not read to its end."""
    mine = browser(host)
    assert "64" in refused(mine.post("/api/tables", data=b" " * (MOST_BODY + 1)), 413, "too-large")
    assert mine.post("/check", data=b"x" * (MOST_TEXT + 1)).status_code == 413


def test_whoever_hangs_up_half_way_is_no_failure() -> None:
    """… of the server: nothing for its error log."""

    async def gone() -> dict[str, str]:
        return {"type": "http.disconnect"}

    with pytest.raises(Refused) as refused:
        asyncio.run(body_of(Request({"type": "http", "method": "POST", "headers": []}, gone)))
    assert refused.value.status_code == 400


@pytest.mark.parametrize("body", [b"", b"\xff", b"[", b"null", b"{}x", b'{"rules":1}', b"[" * 5000])
def test_what_cannot_be_read(host: str, body: bytes) -> None:
    """… is malformed, whatever it is."""
    refused(browser(host).post("/api/tables", data=body), 400, "malformed")


def test_too_often() -> None:
    """After a burst an address waits, and is told how long; others do not wait for it."""
    doors = Doors(ByAddress(0.5, 3), ByAddress(0.5, 2))
    with running(app=create_app(MemoryStore(), doors=doors)) as host:
        mine = browser(host)
        for _ in range(3):
            opened(mine, "pique players=2", "mb")
        wish = {"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        answer = mine.post("/api/tables?lang=en", json=wish)
        assert refused(answer, 429, "too-often") == "Too many requests. Try again in 2 seconds."
        assert answer.headers["retry-after"] == "2"
        elsewhere = mine.post("/api/tables", json=wish, headers={"x-forwarded-for": "198.51.100.7"})
        assert elsewhere.status_code == 201
        asked = [mine.post("/check", data={"check": "x"}).status_code for _ in range(3)]
        assert asked == [422, 422, 429]


@pytest.mark.parametrize(("sockets", "watching", "code"), [(2, 9, "crowded-address"), (9, 2, "crowded-table")])
def test_too_many_sockets(sockets: int, watching: int, code: str) -> None:
    """One too many of an address, or of those who watch a table, is told so and closed; one gone makes room. A seat
    finds room at its table whoever watches, and so does whoever opened it for others.
    """

    async def test(host: str) -> None:
        opened_table = opened(browser(host), "piques-a-trois", "pbb")
        table, link = opened_table["table"], opened_table["links"]["1"]
        watching = [await Player.join(host, table, lang="en") for _ in range(2)]
        third = await Player.join(host, table, lang="en")
        told = json.loads(third.frames[0])
        assert (told["type"], told["code"]) == ("closing", code)
        assert told["text"].startswith("Too many ")
        with pytest.raises(ConnectionClosed) as closed:
            await third.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == Close.CROWDED
        seated = await Player.join(host, table, link)
        assert (seated.seat == 1) is (code == "crowded-table")
        ruling = await Player.join(host, table, opened_table["host"])
        assert (json.loads(ruling.frames[0]).get("host") is True) is (code == "crowded-table")
        for player in (*watching, seated, ruling):
            await player.close()
        again = await Player.join(host, table)
        assert again.scene
        await again.close()

    doors = Doors(ByAddress(9.0, 99), ByAddress(9.0, 99), Crowd(sockets), watching)
    with running(app=create_app(MemoryStore(), doors=doors)) as host:
        asyncio.run(test(host))


@pytest.mark.parametrize(
    "pieces",
    [
        (),
        (b"GET / HTTP/1.1\r\n", b"Host: x\r\n"),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"G"),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{", b"}"),
    ],
)
def test_a_request_that_does_not_come_to_an_end(monkeypatch: pytest.MonkeyPatch, pieces: tuple[bytes, ...]) -> None:
    """Nothing at all, half a head, another head after a request that was answered, half of what is sent with one: the
    line is closed in a while."""
    monkeypatch.setattr("atout.server.running.HEAD_IN", 0.3)
    monkeypatch.setattr("atout.server.running.BODY_IN", 0.4)
    with running(app=open_app(), http=Patient) as host:
        name, _, port = host.partition(":")
        with socket.create_connection((name, int(port)), timeout=3) as line:  # which uvicorn lets rest for 5 s
            for piece in pieces:
                line.sendall(piece)
                if piece.endswith(b"\r\n\r\n"):
                    assert line.recv(65536).startswith(b"HTTP/1.1 200")
            began = time.monotonic()
            while line.recv(65536):
                pass
            assert time.monotonic() - began > 0.2


def test_a_socket_is_not_a_request_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it is open nobody loses patience with it."""
    monkeypatch.setattr("atout.server.running.HEAD_IN", 0.3)

    async def test(host: str) -> None:
        player = await Player.join(host, opened(browser(host), "piques-a-trois", "mbb")["table"])
        await asyncio.sleep(0.6)
        await player.connection.send('{"type":"ping"}')
        while (await player.hear())["type"] != "pong":
            pass
        await player.close()

    assert Running(None, started=lambda: None).config.http is Patient  # type: ignore[arg-type]
    with running(app=open_app(), http=Patient) as host:
        asyncio.run(test(host))


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_again() -> None:
    """So many at once, then so many a second, never more than fit."""
    clock = Hand()
    bucket = Bucket(rate=2.0, burst=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == pytest.approx(0.5)
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_are_forgotten() -> None:
    """Those seen longest ago; memory has an end."""
    doors = ByAddress(rate=0.001, burst=1, clock=Hand(), most=2)
    waited = [(address, doors.take(address) > 0) for address in "abacab"]
    assert waited == [("a", False), ("b", False), ("a", True), ("c", False), ("a", True), ("b", False)]


def test_reading_does_not_count(host: str) -> None:
    """Pages and lists may be asked for as often as one likes."""
    client = browser(host)
    assert {client.get("/api/tables").status_code for _ in range(60)} == {200}
