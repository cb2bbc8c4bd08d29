"""Lines typed while a table goes on: what happens is told above the prompt, and never in the way of what is typed."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from atout.say import Speaker
from atout.terminal.lines import EditedLines, HeardLines, Lines
from atout.terminal.screen import Screen

ROUNDS = 25


class Table:
    """Something is always new here, until it ends."""

    def __init__(self) -> None:
        self.waiting = False
        self.told = 0
        self.over = False

    def has_news(self) -> bool:
        """Whether somebody has rung since."""
        return self.waiting or self.over

    def catch_up(self) -> bool:
        """Tells it."""
        if self.waiting:
            self.waiting, self.told = False, self.told + 1
            sys.stdout.write(f"told {self.told}\n")
        return not self.over


@contextmanager
def ringing(table: Table, lines: Lines) -> Iterator[None]:
    """Somebody rings all the time; whoever hangs is found out."""
    ended = threading.Event()

    def ring() -> None:
        while not ended.wait(0.001):
            table.waiting = True
            lines.ring()

    def too_long(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(50)
    thread = threading.Thread(target=ring)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def asked(lines: Lines, table: Table) -> str:
    """One line."""
    return lines.ask(lambda: f"after {table.told} ?", lambda: (), table)


def test_edited_lines() -> None:
    """Each line is heard whole, whatever is told meanwhile; the end of the table ends the asking."""
    table = Table()
    with create_pipe_input() as keys, create_app_session(input=keys):
        lines = EditedLines(Screen(Speaker("en"), rich=True))

        def press(count: int) -> None:
            for key in f"line {count}\r":
                time.sleep(0.001 * (count % 4))
                keys.send_text(key)

        with ringing(table, lines):
            for count in range(ROUNDS):
                typist = threading.Thread(target=press, args=(count,))
                typist.start()
                assert asked(lines, table) == f"line {count}"
                typist.join()
            table.over = True
            with pytest.raises(EOFError):
                asked(lines, table)
    assert table.told > ROUNDS


def test_plain_lines(monkeypatch: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """What is told stands on a line of its own, the question after it, once as long as nothing else is told."""
    read, write = os.pipe()
    monkeypatch.setattr("atout.terminal.lines._some", lambda: os.read(read, 4096))
    table, lines = Table(), HeardLines(Screen(Speaker("en"), rich=False))
    threading.Timer(0.3, lambda: os.write(write, b"one\ntwo")).start()
    table.waiting = True
    lines.ring()
    lines.ring()
    assert asked(lines, table) == "one"
    os.close(write)
    assert asked(lines, table) == "two"
    with pytest.raises(EOFError):
        asked(lines, table)
    os.close(read)
    said = capfd.readouterr().out
    assert said.startswith("after 0 ? \ntold 1\nafter 1 ? one\nafter 1 ? two\nafter 1 ? \n")
