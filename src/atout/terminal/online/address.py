"""Links to tables: ``http://HOST/seat/SECRET`` to sit down, ``http://HOST/table/TABLE`` to watch."""

from __future__ import annotations

import re
from http.client import HTTPException, HTTPMessage
from typing import IO, Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from msgspec import Struct

PATIENCE: Final = 10.0
"""Seconds a server may take to answer."""
_PATH: Final = re.compile(r"/(?P<kind>seat|table)/(?P<name>[A-Za-z0-9_-]{1,128})/?")
_GONE: Final = 404
_FOUND: Final = 200


class Unjoinable(Exception):
    """A table that cannot be joined: a code, the message ``join.fault.CODE``, and its facts."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Address(Struct, frozen=True):
    """Where a table is: the link as it was given, the server, the table; ``secret`` holds a seat, empty to watch."""

    link: str
    server: str
    table: str
    secret: str = ""

    @property
    def host(self) -> str:
        """The server by name, and its port."""
        return urlsplit(self.server).netloc

    @property
    def headers(self) -> dict[str, str]:
        """What proves the seat."""
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def socket(self, language: str, since: int | None) -> str:
        """The address of the table's socket; ``since`` is the last number taken in."""
        query = {"lang": language, "record": "1"} | ({} if since is None else {"since": str(since)})
        return f"ws{self.server.removeprefix('http')}/api/tables/{self.table}/socket?{urlencode(query)}"


class _Still(HTTPRedirectHandler):
    """A seat link leads to its table; where to is all that is asked."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        """Goes nowhere."""


def resolve(link: str) -> Address:
    """The address behind a link, asked of its server; raises ``Unjoinable``."""
    given = link if "://" in link else f"http://{link}"
    try:
        parts = urlsplit(given)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    path = _PATH.fullmatch(parts.path) if usable else None
    if path is None:
        raise Unjoinable("link", link=link)
    server, name = f"{parts.scheme}://{parts.netloc}", path["name"]
    status, leads_to = _asked(f"{server}/{path['kind']}/{name}", parts.netloc)
    if path["kind"] == "table":
        if status == _FOUND:
            return Address(link, server, name)
        raise Unjoinable("no_table" if status == _GONE else "other_site", host=parts.netloc)
    table = _PATH.fullmatch(urlsplit(urljoin(server, leads_to)).path)
    if table is None or table["kind"] != "table":
        raise Unjoinable("no_seat" if status == _GONE else "other_site", host=parts.netloc)
    return Address(link, server, table["name"], name)


def _asked(url: str, host: str) -> tuple[int, str]:
    """What a server answers: the status, and where it leads."""
    try:
        with build_opener(_Still).open(url, timeout=PATIENCE) as answer:
            return answer.status, ""
    except HTTPError as error:
        with error:
            return error.code, error.headers.get("location") or ""
    except (URLError, TimeoutError) as error:
        late = isinstance(getattr(error, "reason", error), TimeoutError)
        raise Unjoinable("silent" if late else "unreachable", host=host) from None
    except (HTTPException, OSError, ValueError):
        raise Unjoinable("other_site", host=host) from None
