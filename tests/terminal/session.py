"""Helpers: a person at the line client, through a pipe or at a keyboard, and the game that should come of it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pexpect
import pyte
from tests.processes import end

from atout.actions import Action, Bid, Discard, Play
from atout.bots import player
from atout.match import Match
from atout.say import Speaker
from atout.sentences import action_text
from atout.table import Table

COMMAND = [sys.executable, "-m", "atout"]
GAMES = ("piques-a-trois", "pique", "atout-pique", "euchre-a-trois")
"""The four games of the texts."""
LEVEL = "casual"


def environment(home: Path, **more: str) -> dict[str, str]:
    """A person's settings: French, UTF-8, a home of their own."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
        if name in os.environ
    }
    return kept | {"HOME": str(home), "LANG": "C.UTF-8", "TERM": "xterm"} | more


def piped(
    home: Path, *arguments: str, typed: str | bytes = "", environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """``printf typed | atout play arguments``."""
    return subprocess.run(
        [*COMMAND, "play", *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=environment(home) | (environ or {}),
        cwd=home,
        timeout=120,
        check=False,
    )


def short(language: str, action: Action) -> str:
    """An action in the fewest keys: a card in a language's letters, a number, else the token."""
    card = action.card if isinstance(action, Play | Discard) else None
    if card is None or card.suit is None:
        return str(action) if isinstance(action, Bid) else f"={action}"
    text = Speaker(language).text
    return text(f"word.index.{card.rank}") + text(f"typed.letter.{card.suit}")


class Game:
    """What a game becomes: the same table, bots and person, without any terminal."""

    def __init__(self, spec: str, seed: int, *, seat: int = 1, language: str = "fr") -> None:
        self.seat = seat
        self.language = language
        self.bot = player(LEVEL, seed)
        self.person = player(LEVEL, seed + 1000)
        players = Table(spec, dealing=False).rules.players
        names = ["" if other == seat else f"bot:{LEVEL}" for other in range(1, players + 1)]
        self.table = Table(spec, seed=seed, names=names, dealing=False)
        self.table.deal()
        self.others()

    @property
    def view(self) -> Match:
        """What the person sees."""
        return self.table.view(self.seat)

    def others(self) -> None:
        """Everybody else acts, and the house deals, until the person is to decide."""
        while not self.table.over and self.table.turn != self.seat:
            turn = self.table.turn
            if turn is None:
                self.table.deal()
            else:
                self.table.act(self.bot.act(self.table.view(turn), turn), turn)

    def act(self, action: Action) -> None:
        """The person acts, and everybody else until the next decision."""
        self.table.act(action, self.seat)
        self.others()

    def lines(self, deals: int = 1) -> Iterator[str]:
        """What the person types to the end of some deals, in full words and in short by turns."""
        speaker = Speaker(self.language)
        count = 0
        while self.table.match.number <= deals and not self.table.over:
            action = self.person.act(self.view, self.seat)
            yield short(self.language, action) if count % 2 else action_text(speaker, action, self.view, self.seat)
            self.act(action)
            count += 1


class Terminal:
    """A real terminal with ``atout`` in it: what is typed, what the screen shows."""

    def __init__(
        self,
        home: Path,
        arguments: Sequence[str],
        *,
        columns: int = 100,
        rows: int = 120,
        environ: dict[str, str] | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.screen: Any = pyte.Screen(columns, rows)
        self._stream: Any = pyte.ByteStream(self.screen)
        self.raw = b""
        """Every byte that was printed."""
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0],
            [*command[1:], *arguments],
            env=environment(home) | (environ or {}),
            cwd=str(home),
            dimensions=(rows, columns),
            timeout=60,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        end(self.child)

    def _read(self) -> None:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += data
        self._stream.feed(data)

    @property
    def text(self) -> str:
        """The screen, as lines of text."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip("\n")

    @property
    def line(self) -> str:
        """The line the cursor is on, with ordinary spaces."""
        row = self.screen.buffer[self.screen.cursor.y]
        return plain("".join(row[column].data for column in range(self.screen.columns)).rstrip())

    def until(self, condition: Callable[[], object], *, seconds: float = 60) -> None:
        """Waits for something to show."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"not shown:\n{self.text}"
            self._read()

    def sees(self, *texts: str) -> None:
        """Waits until the screen shows some texts."""
        self.until(lambda: all(text in plain(self.text).replace("\n", " ") for text in texts))

    def types(self, text: str, then: str | None = None) -> None:
        """Types a line, and waits for the next question: a line that ends with ``then``."""
        before = len(self.raw)
        self.child.send(text + "\r")
        if then is not None:
            self.until(lambda: len(self.raw) > before and self.line.endswith(then))

    def leaves(self, *, key: str = "", signal_number: int | None = None) -> int:
        """Presses a key or sends a signal, and waits for the program to end; its exit code."""
        if key:
            self.child.send(key)
        if signal_number is not None:
            self.child.kill(signal_number)
        self.until(lambda: not self.child.isalive())
        self._read()
        self.child.close()
        status = self.child.exitstatus
        assert status is not None, f"killed by signal {self.child.signalstatus}"
        return int(status)


def plain(text: str) -> str:
    """Display text with ordinary spaces and minus signs."""
    return re.sub("[\u202f\u00a0]", " ", text).replace("−", "-")


def interrupt(process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> tuple[bytes, bytes]:
    """Sends a signal to a process and waits for its end."""
    process.send_signal(number)
    return process.communicate(timeout=60)
