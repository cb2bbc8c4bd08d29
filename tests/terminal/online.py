"""Helpers: a server of its own, and terminals that join its tables and play whatever they are told is playable."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pexpect
import pyte
from tests.processes import end
from tests.server.running import free_port
from tests.terminal.session import COMMAND, environment, plain

CARD = re.compile(r"^(.+), 1 (?:sur|of) [0-9]+\.\s*$", re.MULTILINE)
"""What ``n`` answers: a card that may be played, in words."""
FIRST = {"fr": "Entrée pour la première donne.", "en": "Enter for the first deal."}
CUT = {"fr": "Liaison perdue", "en": "Connection lost"}
AGAIN = {"fr": "Liaison rétablie.", "en": "Connected again."}


COLUMNS, ROWS = 120, 400


class Server:
    """``atout serve`` in a process of its own; it may be killed and started again where it was."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Starts, and waits until it answers."""
        arguments = ["serve", "--port", str(self.port), "--database", "tables.sqlite3", "--no-open", "--no-lan"]
        with (self.home / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*COMMAND, *arguments], env=environment(self.home), cwd=self.home, stdout=log, stderr=log
            )
        end = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"http://{self.host}/healthz").close()
            except OSError:
                assert self.process.poll() is None
                assert time.monotonic() < end
                time.sleep(0.1)
            else:
                return

    def stop(self, number: int = signal.SIGKILL) -> None:
        """Ends it: at once, unless another signal is given."""
        self.process.send_signal(number)
        self.process.wait(30)

    def table(self, rules: str, seats: Sequence[str], **more: Any) -> dict[int | str, str]:
        """Opens a table: a seat ``bot`` is a bot's, others are people's by name. The links by seat, and the table's."""
        wishes = [{"kind": "bot"} if name == "bot" else {"kind": "person", "name": name} for name in seats]
        body = json.dumps({"rules": rules, "seats": wishes, "visibility": "link", **more}).encode()
        headers = {"content-type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(f"http://{self.host}/api/tables", body, headers)) as answer:
            opened = json.load(answer)
        links: dict[int | str, str] = {int(seat): f"http://{self.host}{link}" for seat, link in opened["links"].items()}
        beside = {"table": f"http://{self.host}{opened['url']}", "host": f"http://{self.host}{opened['host']}"}
        return links | beside | {"name": opened["table"]}

    def record(self, table: str, link: str = "") -> str:
        """The record of a table, as a seat or a spectator has seen it."""
        request = urllib.request.Request(f"http://{self.host}/api/tables/{table}/record")
        if link:
            request.add_header("Authorization", f"Bearer {link.rpartition('/')[2]}")
        with urllib.request.urlopen(request) as answer:
            return str(answer.read().decode())


class Joined:
    """A terminal at a table: ``rich`` and ``plain`` at a keyboard, else through pipes."""

    def __init__(self, home: Path, link: str, *, language: str = "fr", kind: str = "piped") -> None:
        self.language = language
        self.kind = kind
        self.said = ""
        self.typed: list[str] = []
        self._raw = b""
        self._read_to = 0
        self._screen: Any = pyte.Screen(COLUMNS, ROWS)
        self._rows = [""] * ROWS
        self._stream: Any = pyte.ByteStream(self._screen)
        arguments = ["-m", "atout", "play", "--join", link, "--lang", language]
        arguments += [] if kind == "rich" else ["--plain"]
        env = environment(home)
        if kind == "piped":
            self.process = subprocess.Popen(
                [sys.executable, *arguments],
                env=env,
                cwd=home,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            assert self.process.stdout is not None
            os.set_blocking(self.process.stdout.fileno(), False)
        else:
            self.child: pexpect.spawn[bytes] = pexpect.spawn(
                sys.executable, arguments, env=env, cwd=str(home), dimensions=(ROWS, COLUMNS), timeout=60
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.kind == "piped":
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what nobody reads any more
                        pipe.close()
        else:
            end(self.child)

    def read(self) -> str:
        """Everything said so far, in ordinary spaces; on a rich terminal, what the screen shows."""
        try:
            if self.kind == "piped":
                assert self.process.stdout is not None
                data = os.read(self.process.stdout.fileno(), 1 << 16)
            else:
                data = self.child.read_nonblocking(1 << 16, timeout=0.01)
        except (BlockingIOError, pexpect.TIMEOUT, pexpect.EOF):
            data = b""
        if data:
            self._raw += data
            if self.kind == "rich":
                self._stream.feed(data)
                last = self._screen.cursor.y  # nothing is drawn below it
                for row in [row for row in self._screen.dirty if row <= last]:
                    cells = self._screen.buffer[row]
                    self._rows[row] = "".join(cells[column].data for column in range(COLUMNS)).rstrip()
                self._screen.dirty.clear()
                shown = "\n".join(self._rows[: last + 1]).rstrip("\n")
            else:
                shown = self._raw.decode("utf-8", "ignore").replace("\r", "")
            self.said = plain(shown)
        return self.said

    @property
    def new(self) -> str:
        """What was said since a line was typed last."""
        return self.read()[self._read_to :]

    def types(self, line: str) -> None:
        """Types a line."""
        self._read_to = len(self.read())
        self.typed.append(line)
        if self.kind == "piped":
            assert self.process.stdin is not None
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        else:
            self.child.send(line + "\r")

    def plays(self) -> str | None:
        """Types what is asked, the first card that may be played; what was typed, if something is asked."""
        new = self.new.rstrip(" ")
        question = new.rpartition("\n")[2]
        if not new.endswith("?"):
            return None
        cards = CARD.findall(new)
        line = cards[-1] if cards else "n"
        if re.search(r"annonce \(|bid \(", question):
            line = "4"
        elif re.search(r"Commander|Prendre|Order|Take", question):
            line = "=order"
        self.types(line)
        return line

    def until(self, *texts: str, seconds: float = 60) -> None:
        """Waits until some texts have been said."""
        wait_for(lambda: all(text in self.read() for text in texts), self.read, seconds)

    def ends(self) -> int:
        """Waits for the program to end; its exit code."""
        if self.kind == "piped":
            assert self.process.stdin is not None
            self.process.stdin.close()
            code = self.process.wait(30)
            self.read()
            return code
        wait_for(lambda: (self.read(), not self.child.isalive())[1], self.read)
        self.read()
        self.child.close()
        assert self.child.exitstatus is not None
        return int(self.child.exitstatus)


def wait_for(condition: Callable[[], object], shown: Callable[[], str], seconds: float = 60) -> None:
    """Waits until something is so; shows what there is if it does not come."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, shown()
        time.sleep(0.02)
