"""Browsers and programs that visit a server over HTTP."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urljoin

import requests
from starlette.applications import Starlette

from atout.server.app import create_app
from atout.server.context import Doors
from atout.server.limits import ByAddress
from atout.server.store import Store
from atout.server.store.memory import MemoryStore

OPEN: list[Browser] = []
"""Browsers to be closed at the end of the test."""


class Browser(requests.Session):
    """A browser on a page of a server: it keeps cookies and says where it is; where it is sent on to is looked at."""

    def __init__(self, host: str, **cookies: str) -> None:
        super().__init__()
        self.page = f"http://{host}"
        self.trust_env = False  # no proxy between a test and its server
        self.headers["origin"] = self.page
        self.cookies.update(cookies)

    def request(self, method: Any, url: Any, *arguments: Any, **more: Any) -> requests.Response:
        """Asks for an address of the server, or a whole one."""
        more |= {"timeout": 30, "allow_redirects": False}
        return super().request(method, urljoin(self.page, url), *arguments, **more)

    def post(self, url: Any, data: Any = None, json: Any = None, **more: Any) -> requests.Response:
        """Asks for something to be done: tests send what no type allows."""
        return super().post(url, data, json, **more)


def open_app(store: Store | None = None, **more: Any) -> Starlette:
    """An application that lets one address ask as often as a test needs."""
    doors = Doors(ByAddress(1000.0, 10_000), ByAddress(1000.0, 10_000))
    return create_app(store or MemoryStore(), doors=doors, **more)


def browser(host: str, **cookies: str) -> Browser:
    """A browser that is closed with the test."""
    OPEN.append(Browser(host, **cookies))
    return OPEN[-1]


def opened(client: Browser, rules: str, seats: str, **more: Any) -> dict[str, Any]:
    """A table opened by a browser. ``seats``: a letter each, ``m`` me, ``p`` another person, ``b`` a bot."""
    kinds = {"m": "me", "p": "person", "b": "bot"}
    wish = {"rules": rules, "seats": [{"kind": kinds[letter]} for letter in seats], "pace": 0, **more}
    answer = client.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = json.loads(answer.text)
    return found


def refused(answer: requests.Response, status: int, code: str) -> str:
    """The sentence of a refusal that must have this status and code."""
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code), answer.text
    assert told["text"].endswith((".", ")"))
    return str(told["text"])
