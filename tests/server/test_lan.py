"""`atout serve --lan`: links, QR codes, cookies and seats on the address others use.

A second address of the loopback stands for the one on the network: nothing here can be reached from anywhere else.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from tests.processes import end
from tests.server.running import Player
from tests.server.visits import Browser, browser, opened
from tests.terminal.session import environment
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from atout.server import network

PHONE = "127.0.0.2"
"""Where phones find this machine."""
START = f"""
from atout.server import network
network.lan_address, network.EVERYWHERE = (lambda: "{PHONE}"), "{PHONE}"
from atout.__main__ import main
main(["serve", "--lan", "--port=0", "--no-open", "--lang=en"])
"""


@contextmanager
def at_home(home: Path) -> Iterator[tuple[str, str]]:
    """A server started at a terminal, on the network while inside: host and port for phones, and what it printed."""
    child = pexpect.spawn(
        sys.executable, ["-c", START], env=environment(home), cwd=str(home), timeout=30, encoding="utf-8"
    )
    try:
        child.expect("Ctrl-C to stop")
        told = str(child.before).replace("\r\n", "\n")
        found = re.search(rf"http://({re.escape(PHONE)}:\d+)/", told)
        assert found, told
        yield found[1], told
    finally:
        end(child)


async def seat_by_cookie(client: Browser, host: str, table: str, origin: str) -> int | None:
    """The seat a page's socket is given, by the cookies its browser keeps for that host."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    url = f"ws://{host}/api/tables/{table}/socket"
    player = Player(await connect(url, origin=Origin(origin), additional_headers={"Cookie": cookies}))
    await player.hear()
    await player.close()
    return player.seat


def test_friends_come_by_phone(tmp_path: Path) -> None:
    """What is printed leads there; a table opened from a phone or on the machine itself invites to that address."""
    with at_home(tmp_path) as (host, told):
        port = host.partition(":")[2]
        page = f"http://{host}/"
        assert f"For phones on the same network: {page}\n" in told
        assert network.qr_text(page) in told
        phone, friend, there = browser(host), browser(host), browser(host)
        policy = phone.get("/").headers["content-security-policy"]
        assert f"ws://{host} " in policy
        assert phone.get("/api/lobby").json()["reachable"]

        table = opened(phone, "piques-a-trois", "mpb", visibility="link")
        invitation = table["invitations"]["2"]
        assert invitation["url"] == f"http://{host}{table['links']['2']}"
        assert invitation["qr"] == network.qr_svg(invitation["url"])
        came = friend.get(invitation["url"])
        assert (came.status_code, came.headers["location"]) == (303, table["url"])
        cookie = came.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "secure" not in cookie, "a home network has no TLS"
        for client, seat in ((phone, 1), (friend, 2)):
            assert asyncio.run(seat_by_cookie(client, host, table["table"], f"http://{host}")) == seat

        there.headers.update({"host": f"localhost:{port}", "origin": f"http://localhost:{port}"})
        mine = opened(there, "piques-a-trois", "mpb", visibility="link")
        assert mine["invitations"]["2"]["url"] == f"http://{host}{mine['links']['2']}", "not to localhost"
        lobby = there.get("/api/lobby").json()
        assert lobby["reachable"]
        assert lobby["address"] == {"url": page, "qr": network.qr_svg(page)}


def test_pages_of_the_other_address_are_another_site(tmp_path: Path) -> None:
    """The machine's own address and that on the network are two sites to a browser: neither acts on the other."""
    with at_home(tmp_path) as (host, _):
        port = host.partition(":")[2]
        phone = browser(host)
        table = opened(phone, "piques-a-trois", "mpb", visibility="link")["table"]
        wish = {"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        for elsewhere in (f"http://localhost:{port}", f"http://127.0.0.1:{port}", f"http://{PHONE}", "null"):
            assert phone.post("/api/tables", json=wish, headers={"origin": elsewhere}).status_code == 403
            with pytest.raises(InvalidStatus):
                asyncio.run(seat_by_cookie(phone, host, table, elsewhere))
