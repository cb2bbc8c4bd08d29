"""``atout serve``, which plain ``atout`` starts: the tables in the browser, for oneself, a home or a club."""

from __future__ import annotations

import argparse
import errno
import os
import re
import select
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Final

from atout.cli.console import FINE, Parser, Unusable
from atout.console import Console, reason
from atout.files import data_folder
from atout.say import Speaker
from atout.server import network
from atout.server.limits import SOCKETS_OF_A_TABLE, SOCKETS_OF_AN_ADDRESS

if TYPE_CHECKING:
    from socket import socket

    from atout.server.store.sqlite import SqliteStore

DATABASE: Final = "atout.sqlite3"
"""The one file, in the user's data folder."""
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""How the address of a database server begins; one letter would be a drive."""
_HIGHEST_PORT: Final = 65535
_LONGEST_GRACE: Final = 600.0
_PATIENCE: Final = 20.0
"""Seconds a question may stand before the tables open without its answer."""


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"serve.option.{name}")

    switch = argparse.BooleanOptionalAction
    parser.add_argument("--lan", action=switch, default=None, help=text("lan"))
    parser.add_argument("--open", action=switch, default=None, help=text("open"))
    parser.add_argument("--host", metavar=text("host_name"), help=text("host"))
    parser.add_argument("--port", type=int, metavar=text("port_name"), help=text("port"))
    parser.add_argument("--database", type=Path, metavar=text("file_name"), help=text("database"))
    parser.add_argument("--backup", type=Path, metavar=text("file_name"), help=text("backup"))
    parser.add_argument("--grace", type=float, default=0.0, metavar=text("seconds_name"), help=text("grace"))
    for name, usual in (("address", SOCKETS_OF_AN_ADDRESS), ("table", SOCKETS_OF_A_TABLE)):
        told = speaker.text(f"serve.option.sockets_per_{name}", usual=usual)
        parser.add_argument(f"--sockets-per-{name}", type=int, default=usual, metavar=text("number_name"), help=told)


def run(options: argparse.Namespace, console: Console) -> int:
    """Serves until it is interrupted, or copies the database; returns the exit code."""
    database: Path = options.database or data_folder() / DATABASE
    if _ADDRESS.match(str(database)):
        raise Unusable(console.text("serve.fault.address", path=str(database)))
    if options.backup is not None:
        return _back_up(console, database, options.backup)
    if options.port is not None and not 0 <= options.port <= _HIGHEST_PORT:
        raise Unusable(console.text("serve.fault.port", port=str(options.port), most=str(_HIGHEST_PORT)))
    if not 0 <= options.grace <= _LONGEST_GRACE:
        raise Unusable(console.text("serve.fault.grace", most=int(_LONGEST_GRACE)))
    if min(options.sockets_per_address, options.sockets_per_table) < 1:
        raise Unusable(console.text("serve.fault.sockets"))
    return _Serving(options, console, database).run()


class _Serving:
    """One run of the server. Ports are names, not numbers: nothing parts their thousands."""

    def __init__(self, options: argparse.Namespace, console: Console, database: Path) -> None:
        self.options = options
        self.console = console
        self.database = database
        lan = options.lan if options.lan is not None else options.host is None and self._wants_lan()
        self.address = network.lan_address() if lan else None
        if lan and self.address is None:
            console.complain(console.text("serve.no_network"))
        self.host = options.host or (network.EVERYWHERE if self.address else network.LOCAL)

    def run(self) -> int:
        """Opens the store, listens, serves, and says so."""
        from atout.server.app import create_app
        from atout.server.context import Doors
        from atout.server.logs import configure
        from atout.server.running import Running

        store = self._store()
        bound = self._bound()
        self.port: int = bound.getsockname()[1]
        configure()
        app = create_app(
            store,
            doors=Doors.usual(self.options.sockets_per_address, self.options.sockets_per_table),
            address=network.link(self.address, self.port) if self.address else None,
        )
        Running(app, started=self._announce, grace=self.options.grace).run(sockets=[bound])
        self.console.say(self.console.text("serve.ended"))
        return FINE

    def _wants_lan(self) -> bool:
        """Asks, at the first start on a terminal, whether others at home shall be able to join."""
        if self.database.exists() or not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
            return False
        sys.stdout.write(self.console.shown(self.console.text("serve.ask_lan"), sys.stdout) + " ")
        sys.stdout.flush()
        answered = _answer(_PATIENCE)
        if answered is None:
            self.console.say("")  # the line of the question is still open
        self.console.say(self.console.text("serve.next_time"))
        yes = self.console.text("serve.yes").split(",")
        return (answered or "").strip().casefold() in [word.strip() for word in yes]

    # --- what it stands on --------------------------------------------------------------------------------------

    def _store(self) -> SqliteStore:
        from atout.server.store import StoreBusy, StoreError
        from atout.server.store.sqlite import SqliteStore

        path, text = self.database, self.console.text
        try:
            _touch(path)
        except OSError as error:
            why = reason(self.console, error)
            raise Unusable(text("serve.fault.database", path=str(path), reason=why)) from None
        try:
            return SqliteStore.open(path)
        except StoreBusy:
            raise Unusable(text("serve.fault.busy", path=str(path))) from None
        except StoreError as error:
            raise Unusable(text("serve.fault.not_ours", path=str(path), reason=str(error))) from None

    def _bound(self) -> socket:
        port: int | None = self.options.port
        text = self.console.text
        try:
            return network.listen(self.host, port)
        except OSError as error:
            facts = {"host": self.host, "port": str(port or network.PORT)}
            match error.errno:
                case errno.EADDRINUSE:
                    raise Unusable(text("serve.fault.port_taken", **facts)) from None
                case errno.EACCES | errno.EPERM:
                    raise Unusable(text("serve.fault.port_forbidden", **facts)) from None
            raise Unusable(text("serve.fault.host", **facts, reason=str(error.strerror or error))) from None

    # --- what it says -------------------------------------------------------------------------------------------

    def _announce(self) -> None:
        """Prints where to go, and opens a browser if there is one."""
        say, text, port = self.console.say, self.console.text, self.port
        if self.options.port is None and port != network.PORT:
            say(text("serve.other_port", usual=str(network.PORT), port=str(port)))
        shown = network.LOCAL if self.host in (network.EVERYWHERE, "::") else self.host
        link = network.link(shown, port)
        say(text("serve.ready", link=link))
        if self.address:
            there = network.link(self.address, port)
            say(text("serve.lan", link=there))
            self._draw(there)
        say(text("serve.stop"))
        wanted = self.options.open
        if wanted or (wanted is None and sys.stdout.isatty() and _has_browser()):
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    def _draw(self, link: str) -> None:
        """A QR code for phones: on a terminal that shows one, and not for speech or braille."""
        if self.console.plain or not sys.stdout.isatty():
            return
        drawn = network.qr_text(link)
        if self.console.shown(drawn, sys.stdout) == drawn:
            sys.stdout.write(drawn + "\n")


def _answer(patience: float) -> str | None:
    """The line somebody types, or ``None`` if nobody does in time; where input cannot be waited for, nobody is asked
    to."""
    if os.name != "posix":
        return None
    ready, _, _ = select.select([sys.stdin], [], [], patience)
    return sys.stdin.readline() if ready else None


def _touch(path: Path) -> None:
    """Makes the file, for its owner alone, or sees that it can be written; raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _has_browser() -> bool:
    """Whether a browser with windows can be opened: one in the terminal would take it away from us."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _back_up(console: Console, database: Path, to: Path) -> int:
    from atout.server.backup import NotADatabase, back_up

    try:
        size = back_up(database, to)
    except NotADatabase:
        raise Unusable(console.text("serve.fault.damaged", path=str(database))) from None
    except OSError as error:
        path = error.filename or str(to)
        key = "exists" if error.errno == errno.EEXIST else "database"
        why = reason(console, error)
        raise Unusable(console.text(f"serve.fault.{key}", path=str(path), reason=why)) from None
    console.say(console.text("serve.backed_up", path=str(to), size=max(1, size // 1024)))
    return FINE
