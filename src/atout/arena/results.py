"""Results files: a line for the contest, then a line a board, in any order; they survive whatever ends the program.

A board is written whole in one go. A last line that is not whole is what a killed program left: it is dropped, and its
board played again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from atout.arena.contest import Board, Contest

Key = tuple[int, tuple[int, int]]
"""A board by its number and its pair."""
LONGEST_HEAD: Final = 1 << 20
"""Bytes a first line may have: what has none that ends (a device) is not read on."""


class ResultsError(ValueError):
    """A results file that cannot be used.

    ``code`` is ``not-results``, ``other-contest`` (another one, or another version of it), ``broken-line`` (with its
    ``line``) or ``in-use``.
    """

    def __init__(self, code: str, path: Path, line: int = 0) -> None:
        super().__init__(f"{path}: {code}")
        self.code = code
        self.path = path
        self.line = line


def read_results(path: Path, contest: Contest) -> tuple[list[Board], int]:
    """The boards a file holds, and the length of what is whole of it, in bytes; nothing for an empty file.

    Raises ``ResultsError``, ``OSError``.
    """
    with path.open("rb") as file:
        head = file.readline(LONGEST_HEAD)
        if len(head) == LONGEST_HEAD:
            raise ResultsError("not-results", path)
        data = head + file.read()
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines()
    if not lines:
        if data.strip() and not data.startswith(b'{"rules"'):
            raise ResultsError("not-results", path)
        return [], 0
    try:
        written = msgspec.json.decode(lines[0], type=Contest)
    except msgspec.MsgspecError:
        raise ResultsError("not-results", path) from None
    if written != contest:
        raise ResultsError("other-contest", path)
    return list(_boards(path, lines[1:])), whole


def _boards(path: Path, lines: Iterable[bytes]) -> Iterator[Board]:
    decoder = msgspec.json.Decoder(Board)
    for number, line in enumerate(lines, 2):
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            raise ResultsError("broken-line", path, number) from None


class Results:
    """A results file being continued, by one program at a time; ``boards`` are those it held."""

    def __init__(self, path: Path, contest: Contest) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab", buffering=0)
        try:
            _lock(self._file.fileno(), path)
            self.boards, whole = read_results(path, contest)
            self._file.truncate(whole)
            if not whole:
                self._append(contest)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def add(self, board: Board) -> None:
        """One more board."""
        self._append(board)

    def _append(self, value: Contest | Board) -> None:
        self._file.write(msgspec.json.encode(value) + b"\n")


def _lock(descriptor: int, path: Path) -> None:
    """Keeps a second program out, where the system can; the lock goes with the process."""
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ResultsError("in-use", path) from None


def merged(several: Iterable[Iterable[Board]]) -> dict[Key, Board]:
    """The boards of several files, each once: equal boards have equal results, whoever played them."""
    return {(board.number, board.pair): board for boards in several for board in boards}


def game_path(folder: Path, number: int, seating: tuple[int, ...]) -> Path:
    """Where the record of a game is kept: ``0012-1-2-1.atout``, the board and the entrants by seat."""
    seats = "-".join(str(entrant + 1) for entrant in seating)
    return folder / f"{number:04}-{seats}.atout"


def keep_record(folder: Path, number: int, seating: tuple[int, ...], text: str) -> None:
    """Writes the record of a game; the folder is made if it is missing. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    path = game_path(folder, number, seating)
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
