"""Lines typed while a table goes on: what happens is told above the prompt, and never in the way of what is typed."""

from __future__ import annotations

import os
import signal
import sys
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from tests.terminal.session import Terminal

from atout.say import Speaker
from atout.terminal.interruptions import Interrupted, Interruptions
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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("typed", ["", "4\r"])
def test_a_signal_while_a_line_is_edited(
    monkeypatch: Any, caplog: pytest.LogCaptureFixture, typed: str, number: signal.Signals
) -> None:
    """Even where the prompt does something of its own, which would swallow what is raised, it is asked no longer,
    also where the line was done before."""

    class Signalled(InMemoryHistory):
        def load_history_strings(self) -> Iterator[str]:
            os.kill(os.getpid(), number)
            yield from ()

    monkeypatch.setattr("prompt_toolkit.history.InMemoryHistory", Signalled)
    with Interruptions(), create_pipe_input() as keys, create_app_session(input=keys):
        keys.send_text(typed)
        with pytest.raises(Interrupted):
            EditedLines(Screen(Speaker("en"), rich=True)).ask(lambda: "Your bid?", lambda: ())
    assert not caplog.records


TWICE = """
import time
from pathlib import Path
from atout.say import Speaker
from atout.terminal.lines import EditedLines
from atout.terminal.screen import Screen

def wait_for(name):
    while not Path(name).exists():
        time.sleep(0.01)

wait_for("begin")
lines = EditedLines(Screen(Speaker("en"), rich=True))
lines.ask(lambda: "one?", list)
print("meanwhile", flush=True)
wait_for("go-on")
print("told")
print("got", lines.ask(lambda: "two?", list), flush=True)
wait_for("end")
"""


def test_what_is_typed_between_two_prompts(tmp_path: Path) -> None:
    """It waits unseen, and stands once, after the next one; the terminal is given back as it was."""
    with Terminal(tmp_path, [], command=(sys.executable, "-c", TWICE)) as terminal:
        side = os.dup(terminal.child.child_fd)  # of ours: it is read once the program has ended
        before = termios.tcgetattr(side)
        (tmp_path / "begin").touch()
        terminal.until(lambda: terminal.line.endswith("one?"))
        terminal.types("x")
        terminal.sees("meanwhile")
        terminal.child.send("half a line")
        time.sleep(0.1)  # a terminal that echoes does so at once
        termios.tcsetattr(side, termios.TCSANOW, before)  # as for a shell, after Ctrl-Z
        (tmp_path / "go-on").touch()
        terminal.until(lambda: terminal.line.endswith("two? half a line"))
        assert "told" in terminal.text.splitlines()
        terminal.types("")
        terminal.sees("got half a line")
        assert not termios.tcgetattr(side)[3] & termios.ECHO
        (tmp_path / "end").touch()
        assert terminal.leaves() == 0
        assert termios.tcgetattr(side) == before
        os.close(side)


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
