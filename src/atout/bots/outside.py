"""Outside players: any program that reads questions on its standard input and answers on its standard output.

A question is one line of JSON, an answer one line of text; the contract is told in ``docs/bots.md``. A program plays
one seat of one game and is never trusted: whatever it does, an answer or a ``Failure`` comes within the time allowed.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterable, Sequence
from queue import Empty, SimpleQueue
from typing import Final

from atout.actions import Action, parse
from atout.cards import Card
from atout.say import shown

PROTOCOL: Final = 1
"""The version of the protocol."""
LONGEST_ANSWER: Final = 1000
"""Bytes of an answer, its end of line included."""
_CHUNK: Final = 4096
_GRACE: Final = 0.5
"""Seconds a program has to leave once its input ends."""


class Failure(Exception):
    """A player who cannot go on.

    ``fault`` is ``missing`` (no such program), ``unready`` (another greeting), ``ended`` (it stopped or closed its
    output), ``hang`` (no answer in time), ``flood`` (no end of line), ``unasked`` (it spoke out of turn), ``illegal``
    (an answer that may not be done now) or ``raised`` (an error in Python); ``said`` what it answered, if anything.
    """

    def __init__(self, fault: str, said: str = "") -> None:
        super().__init__(f"{fault}: {said}" if said else fault)
        self.fault = fault
        self.said = said


class Outside:
    """A program at a seat; close it when the game is over. Times are in seconds: to start, and for a decision.

    Its standard error is thrown away. Raises ``Failure`` if it cannot be started.
    """

    def __init__(self, command: Sequence[str], *, start: float, decision: float) -> None:
        self._start = start
        self._decision = decision
        self._unread = b""
        try:
            self._process = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that its own children end with it, and Ctrl-C is ours
            )
        except (OSError, ValueError):
            raise Failure("missing", command[0]) from None
        # A thread a pipe: neither a program that never reads nor one that never writes can hold us up.
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._chunks: SimpleQueue[bytes] = SimpleQueue()
        self._asked = threading.Semaphore(1)
        self._closed = False
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    # --- the pipes --------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError), self._process.stdin as pipe:
            while (question := self._questions.get()) is not None:
                while question:
                    question = question[pipe.write(question) or 0 :]

    def _read(self) -> None:
        """A chunk at a time, and the next one only when somebody waits for it: what floods fills its own pipe."""
        assert self._process.stdout is not None
        with contextlib.suppress(OSError), self._process.stdout as pipe:
            while not self._closed:
                self._asked.acquire()
                chunk = pipe.read(_CHUNK) or b""
                self._chunks.put(chunk)
                if not chunk:
                    break

    def _next_chunk(self, until: float) -> bytes:
        try:
            chunk = self._chunks.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            raise Failure("hang") from None
        if not chunk:
            self._chunks.put(chunk)  # it has ended for good
            raise Failure("ended", shown(self._unread.decode("utf-8", "replace")))
        self._asked.release()
        return chunk

    # --- questions and answers --------------------------------------------------------------------------------------

    def _ask(self, seconds: float, **facts: object) -> str:
        until = time.monotonic() + seconds
        self._refuse_unasked()
        self._questions.put(json.dumps(facts, separators=(",", ":")).encode() + b"\n")
        while b"\n" not in self._unread:
            if len(self._unread) > LONGEST_ANSWER:
                raise Failure("flood", shown(self._unread[:LONGEST_ANSWER].decode("utf-8", "replace")))
            self._unread += self._next_chunk(until)
        answer, _, self._unread = self._unread.partition(b"\n")
        return answer[:LONGEST_ANSWER].decode("utf-8", "replace").strip()

    def _refuse_unasked(self) -> None:
        if not self._unread and not self._chunks.empty():
            self._unread = self._next_chunk(time.monotonic())
        if self._unread:
            raise Failure("unasked", shown(self._unread.decode("utf-8", "replace").strip()))

    def greet(self, rules: str, seat: int, seed: int) -> None:
        """Tells the program what it is going to play, and where; raises ``Failure`` if it is not ready in time."""
        answer = self._ask(self._start, ask="hello", protocol=PROTOCOL, rules=rules, seat=seat, seed=seed)
        if answer.partition(" ")[0] != "ready":
            raise Failure("unready", shown(answer))

    def act(self, seat: int, hand: Iterable[Card], legal: Sequence[Action], record: str) -> Action:
        """What the program does, given the cards it knows it holds, what it may do, and the record of the deal as its
        seat has seen it; whether it may do that is for the table to say. Raises ``Failure``.
        """
        cards, tokens = list(map(str, hand)), list(map(str, legal))
        answer = self._ask(self._decision, ask="action", seat=seat, hand=cards, legal=tokens, record=record)
        try:
            return parse(answer)
        except ValueError:
            raise Failure("illegal", shown(answer)) from None

    def close(self) -> None:
        """Ends the input, gives the program a moment to leave, then ends it and all it has started."""
        self._closed = True
        self._asked.release()
        self._questions.put(None)
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._kill()
            self._process.wait()

    def _kill(self) -> None:
        if os.name == "posix":
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
