"""The connection to a table: kept by a thread of its own, made again whenever it breaks."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Final

from msgspec import Struct
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from atout.terminal.online.address import PATIENCE, Address
from atout.terminal.online.messages import number_of

GIVE_UP: Final = 600.0
"""Seconds without a connection after which nobody tries again."""
_LONGEST: Final = 15.0
"""Seconds between two tries, at most."""
_NO_HURRY: Final = 0.1
"""Seconds between two commands, at least: as many as a table takes for long."""
_FAREWELL: Final = 2.0
"""Seconds the end of a connection may take."""
LEFT: Final = "left"
_BY_CODE: Final = {1000: LEFT, 1008: "no_table", 4404: "no_table", 4429: "crowded"}
"""What the close codes of a server mean; after all others one comes back."""
_NO_TABLE: Final = (403, 404)
"""What a server answers that closes the socket of a table it does not have before it opens."""
_FINAL: Final = (LEFT, "no_table", "crowded")
"""Ends that no new try would mend."""


class Cut(Struct, frozen=True):
    """The connection broke; it is being made again."""


class Lost(Struct, frozen=True):
    """There will be no connection any more. ``code`` is a message of ``join.fault``, or ``LEFT``."""

    code: str


Came = str | bytes | Cut | Lost
"""What comes over a link: frames, and news of the link itself."""


def delay(tries: int, chance: Callable[[], float] = random.random) -> float:
    """The seconds before another try: twice as many every time, up to a bound, half of them left to chance, so that
    all who were cut off together do not come back together."""
    return min(_LONGEST, 0.5 * 2.0 ** min(tries, 10)) * (1 + chance()) / 2


class Link:
    """A connection that lasts; ``ring`` is called when something came."""

    def __init__(self, address: Address, language: str) -> None:
        self.address = address
        self.ring: Callable[[], None] = lambda: None
        self._language = language
        self._number: int | None = None
        """The last number that came, whether it was taken or not: from there the server goes on after a cut."""
        self._came: SimpleQueue[Came] = SimpleQueue()
        self._socket: ClientConnection | None = None
        self._ending = Event()
        self._sent = 0.0
        self._heard = 0.0
        self._thread = Thread(target=self._keep, daemon=True)

    def open(self) -> None:
        """Begins to connect."""
        self._thread.start()

    def take(self, seconds: float | None = 0.0) -> Came | None:
        """What came next, waited for so long (``None``: for ever); ``None`` if nothing did."""
        try:
            return self._came.get(timeout=seconds) if seconds != 0 else self._came.get_nowait()
        except Empty:
            return None

    def has_come(self) -> bool:
        """Whether something came that was not taken."""
        return not self._came.empty()

    def send(self, frame: bytes) -> None:
        """Sends a frame, if there is a connection: whoever needs an answer sends it again after a ``Cut``."""
        time.sleep(max(0.0, self._sent + _NO_HURRY - time.monotonic()))
        self._sent = time.monotonic()
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed, OSError):
                socket.send(frame.decode())

    def close(self, frame: bytes = b"") -> None:
        """Ends the connection, with a last frame if there is something left to say."""
        self._ending.set()
        socket = self._socket
        if socket is None:
            return
        if frame:
            self.send(frame)
            self._thread.join(_FAREWELL)  # the server hangs up
        socket.close()
        self._thread.join(_FAREWELL)

    # --- the thread ---------------------------------------------------------------------------------------------

    def _put(self, came: Came) -> None:
        self._came.put(came)
        self.ring()

    def _keep(self) -> None:
        """Connects again and again, until the link is closed or there is no hope."""
        tries, ever, heard = 0, False, time.monotonic()
        while True:
            before = self._heard
            why = self._talk()
            if self._ending.is_set():
                return
            if self._heard != before:
                ever, tries, heard = True, 0, self._heard
            if why in _FINAL or not ever or time.monotonic() - heard > GIVE_UP:
                self._put(Lost(why))
                return
            if not tries:
                self._put(Cut())
            self._ending.wait(delay(tries))
            tries += 1

    def _talk(self) -> str:
        """One connection until it ends; why it did, or could not begin: a message of ``join.fault``, or ``left``."""
        url = self.address.socket(self._language, self._number)
        try:
            with connect(
                url,
                additional_headers=self.address.headers,
                compression=None,
                open_timeout=PATIENCE,
                close_timeout=_FAREWELL,
            ) as socket:
                self._socket = socket
                while True:
                    frame = socket.recv()
                    self._heard = time.monotonic()
                    number = number_of(frame)
                    self._number = self._number if number is None else number
                    self._put(frame)
        except ConnectionClosed as closed:
            return _BY_CODE.get(closed.rcvd.code if closed.rcvd else 0, "unreachable")
        except InvalidStatus as refused:
            return "no_table" if refused.response.status_code in _NO_TABLE else "other_site"
        except InvalidHandshake:
            return "other_site"
        except (OSError, EOFError):
            return "unreachable"
        finally:
            self._socket = None
