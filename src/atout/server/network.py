"""Where the server listens and how people get there: ports, the address on the local network, QR codes."""

from __future__ import annotations

import io
import os
import socket
from typing import Final

PORT: Final = 8080
"""The port people are told first."""
PORTS_TRIED: Final = 20
"""How many ports from the usual one on are tried when nobody asked for one."""
LOCAL: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket on a port (0: any), or without one on the first free port from the usual one on.

    Raises ``OSError``: the port is taken (``EADDRINUSE``), the address is not this machine's, the port is not allowed.
    """
    if port is not None:
        return _bound(host, port)
    for candidate in range(PORT, PORT + PORTS_TRIED - 1):
        try:
            return _bound(host, candidate)
        except OSError:
            continue  # taken by somebody; the last one says why
    return _bound(host, PORT + PORTS_TRIED - 1)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it lets two programs share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(1024)
    except BaseException:
        bound.close()
        raise
    return bound


def lan_address() -> str | None:
    """This machine's address on the local network, or ``None`` if it is on none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: asks only which way the packets would go
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def link(host: str, port: int) -> str:
    """The address of the page, as people type it."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" + ("" if port == 80 else f":{port}") + "/"


def qr_text(text: str) -> str:
    """A QR code in block characters, for a dark or a light terminal alike."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def qr_svg(text: str) -> str:
    """A QR code as an SVG to put into a page: dark on white in every theme, as cameras want it."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn, kind="svg", border=4, scale=4, dark="#000", light="#fff", xmldecl=False, nl=False, omitsize=True
    )
    return drawn.getvalue().decode()
