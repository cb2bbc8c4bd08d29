"""Boards played one after the other, here or by several processes; whatever is finished is handed over at once."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NoReturn

from atout.arena.contest import Board, Contest
from atout.arena.playing import Keep, play_board
from atout.arena.results import Key, keep_record


class WorkerLost(RuntimeError):
    """A process of ours ended in the middle of a board; ``why`` is the error it told before, if any."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why or "a worker ended")
        self.why = why


def to_play(contest: Contest, first: int, boards: int, known: Iterable[Key]) -> Iterator[Key]:
    """The boards still to be played, every pair's first ones first."""
    done = set(known)
    for number in range(first, first + boards):
        for pair in contest.pairs:
            if (number, pair) not in done:
                yield number, pair


def play_boards(
    contest: Contest, todo: Iterable[Key], *, jobs: int = 1, records: Path | None = None
) -> Generator[Board, None, None]:
    """Plays boards, ``jobs`` at a time (more than one: in processes of their own, no more than there are boards), and
    yields each as it ends.

    Closing the iterator, an interruption included, ends all that was started. Raises ``WorkerLost``, ``OSError`` for
    records that cannot be written.
    """
    keep = partial(keep_record, records) if records else None
    rest = iter(todo)
    begun = list(islice(rest, jobs))
    if len(begun) < 2:
        for number, pair in chain(begun, rest):
            yield play_board(contest, number, pair, keep)
        return
    crew = _Crew(contest, len(begun), keep)
    try:
        yield from crew.play(chain(begun, rest))
    finally:
        crew.dismiss()


class _Crew:
    """Processes that play boards."""

    def __init__(self, contest: Contest, jobs: int, keep: Keep | None) -> None:
        context = multiprocessing.get_context("spawn")
        self._workers: dict[Connection, BaseProcess] = {}
        with _interruption_waits():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                worker = context.Process(target=_work, args=(theirs, contest, keep), daemon=True)
                worker.start()
                theirs.close()
                self._workers[ours] = worker

    def play(self, todo: Iterable[Key]) -> Iterator[Board]:
        """Gives every process a board, and another when it hands one in."""
        waiting = iter(todo)
        free = deque(self._workers)
        busy: set[Connection] = set()
        while True:
            while free and (key := next(waiting, None)):
                free[0].send(key)
                busy.add(free.popleft())
            if not busy:
                return
            for end in wait(list(busy)):
                assert isinstance(end, Connection)
                yield _received(end)
                busy.remove(end)
                free.append(end)

    def dismiss(self) -> None:
        """Ends every process; each ends the programs it has started."""
        for end, worker in self._workers.items():
            worker.terminate()
            end.close()
        for worker in self._workers.values():
            worker.join(5)
            worker.kill()


@contextlib.contextmanager
def _interruption_waits() -> Iterator[None]:
    """Ctrl-C is heard at the end, and not at all by a process started within: it inherits the block.

    A new process is an interpreter that has not come to ``_work`` yet: it would answer Ctrl-C with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # starting it with the first process would lift the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _received(end: Connection) -> Board:
    try:
        found = end.recv()
    except EOFError:
        raise WorkerLost from None
    if isinstance(found, Board):
        return found
    raise WorkerLost(str(found))


def _stop(number: int, frame: object) -> NoReturn:
    raise SystemExit(0)


def _work(end: Connection, contest: Contest, keep: Keep | None) -> None:
    """Plays what it is told to until nobody tells any more. Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # what it starts may hear it
    signal.signal(signal.SIGTERM, _stop)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            number, pair = end.recv()
            try:
                board = play_board(contest, number, pair, keep)
            except Exception as error:
                end.send(str(error) or type(error).__name__)
                return
            end.send(board)
