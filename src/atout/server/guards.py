"""What stands around every request: headers that keep pages to themselves, and who may ask in whose name.

Plain ASGI, so that sockets pass through it as requests do. A browser says with ``Origin`` which page asks: one of
another site is refused. A program says nothing, and then cookies count for nothing: it needs its seat's secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from msgspec import json
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from atout.server import metrics
from atout.server.wire import Close

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
_OTHER_SITE: Final = "other-site"
_FORBIDDEN: Final = 403
_DEFAULT_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443}

_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # a seat link is a secret; "no-referrer" would hide the origin of forms too
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


def content_policy(host: str) -> str:
    """The content security policy of every page: nothing from any other host, sockets to this one by name."""
    sockets = f" ws://{host} wss://{host}" if _plain(host) else ""
    return "; ".join(
        (
            "default-src 'self'",
            f"connect-src 'self'{sockets}",  # older browsers do not count sockets as 'self'
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def _plain(host: str) -> bool:
    return bool(host) and all(character.isalnum() or character in ".-:[]_" for character in host)


def same_site(origin: str, host: str) -> bool:
    """Whether a page's ``Origin`` is this server, by the ``Host`` it was asked under; the scheme may be a proxy's."""
    try:
        page = urlsplit(origin)
        ours = urlsplit(f"{page.scheme}://{host}")
        default = _DEFAULT_PORTS.get(page.scheme)
        if default is None or not page.hostname:
            return False
        return (page.hostname, page.port or default) == (ours.hostname, ours.port or default)
    except ValueError:
        return False


class Guard:
    """Refuses what another site's page asks, takes cookies from programs, adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        acts = scope["type"] == "websocket" or scope["method"] not in _SAFE
        origin = headers.get("origin")
        if acts and origin is not None and not same_site(origin, host):
            await _refuse(scope, receive, send)
            return
        if acts and origin is None:
            scope["headers"] = list(_without_cookies(scope))
        if scope["type"] == "websocket":  # nothing between a table and its frames
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _secure(MutableHeaders(scope=message), host)
            await send(message)

        await self.app(scope, receive, guarded)


def _without_cookies(scope: Scope) -> Iterator[tuple[bytes, bytes]]:
    return ((name, value) for name, value in scope["headers"] if name != b"cookie")


def _secure(headers: MutableHeaders, host: str) -> None:
    for name, value in _HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("content-security-policy", content_policy(host))
    headers.setdefault("cache-control", "no-store")


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Says no: to a socket before it opens, to a request without a page (nobody is meant to read it)."""
    metrics.REFUSED.labels(_OTHER_SITE).inc()
    if scope["type"] == "websocket":
        await receive()  # the handshake
        await send({"type": "websocket.close", "code": Close.POLICY, "reason": "origin"})
        return
    body = json.encode({"code": _OTHER_SITE})
    length = str(len(body)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": _FORBIDDEN, "headers": headers})
    await send({"type": "http.response.body", "body": body})
