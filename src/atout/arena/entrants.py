"""Who plays in an arena: a level, a program beside us, or a player in Python.

``casual`` is a level or a character, ``strong:0.1`` one that spends a tenth of its usual thought; ``run:COMMAND`` a
program that speaks the protocol of ``atout.bots.outside``; ``python:MODULE:NAME`` calls ``NAME(seed)`` of a module for
a ``Player``; modules of the current folder are found first, as by ``python -m``. The last two may be given a name:
``NAME=run:COMMAND``.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, Protocol

from msgspec import Struct

from atout.actions import Action
from atout.arena.contest import Limits, parted
from atout.bots import CHARACTERS, LEVELS, Player, player
from atout.bots.outside import Failure, Outside
from atout.events import DealStarted
from atout.families import new_match
from atout.record import write
from atout.say import shown
from atout.table import Table

PROGRAM: Final = "run:"
MODULE: Final = "python:"
MOST_THOUGHT: Final = 100.0
"""The most a level may be given of its usual thought."""


class UnknownEntrant(ValueError):
    """Text that names no entrant.

    ``code`` is ``level`` or ``module`` (with ``why``), ``command``, or ``program`` (with its ``failure``).
    """

    def __init__(self, code: str, entrant: str, why: str = "", failure: Failure | None = None) -> None:
        super().__init__(f"{code}: {entrant} {why}".strip())
        self.code = code
        self.entrant = entrant
        self.why = why
        self.failure = failure


class Chair(Protocol):
    """Somebody sitting at a seat for one game."""

    @property
    def clock(self) -> Callable[[], float]:
        """What its time is taken by, in seconds."""
        ...

    def act(self, table: Table, seat: int) -> Action:
        """What it does; raises ``Failure``."""
        ...

    def close(self) -> None:
        """The game is over."""
        ...


class _Within(Struct, frozen=True):
    """A player in this process: its time is the processor's."""

    player: Player
    clock: Callable[[], float] = time.process_time

    def act(self, table: Table, seat: int) -> Action:
        view = table.view(seat)
        try:
            return self.player.act(view, seat)
        except Exception as error:
            raise Failure("raised", shown(f"{type(error).__name__}: {error}")) from error

    def close(self) -> None:
        pass


class _Beside(Struct, frozen=True):
    """A program: its time is the wall's."""

    program: Outside
    clock: Callable[[], float] = time.perf_counter

    def act(self, table: Table, seat: int) -> Action:
        hand = table.view(seat).hand
        assert hand is not None
        return self.program.act(seat, hand.board.holding(seat).sure, table.legal, deal_record(table, seat))

    def close(self) -> None:
        self.program.close()


def deal_record(table: Table, seat: int) -> str:
    """The record of the deal under way as a seat has seen it, with the standing before it."""
    first = max(at for at, event in enumerate(table.events) if isinstance(event, DealStarted))
    start = new_match(table.rules, table.match.standing, table.match.number - 1)
    return write(start, table.names, table.events_seen_by(seat, first))


def take_seat(entrant: str, seat: int, seed: int, rules: str, limits: Limits) -> Chair:
    """Somebody of an entrant for one game: programs are started afresh, so that nothing is carried from a seating of
    the same cards to the next. Raises ``UnknownEntrant``, and ``Failure`` for a program that does not start.
    """
    _, what = parted(entrant)
    if what.startswith(PROGRAM):
        program = Outside(_command(what), start=limits.start, decision=limits.decision)
        try:
            program.greet(rules, seat, seed)
        except BaseException:
            program.close()
            raise
        return _Beside(program)
    return _Within(_player(what, seed))


def _command(entrant: str) -> list[str]:
    try:
        words = shlex.split(entrant.removeprefix(PROGRAM))
    except ValueError:
        words = []
    if not words:
        raise UnknownEntrant("command", entrant)
    return words


def _imported(module: str) -> ModuleType:
    """A module, sought where somebody stands before anywhere else: ``atout`` itself starts from its own folder."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return import_module(module)


def _player(entrant: str, seed: int) -> Player:
    if entrant.startswith(MODULE):
        module, _, name = entrant.removeprefix(MODULE).partition(":")
        try:
            found: Player = getattr(_imported(module), name)(seed)
        except Exception as error:  # whatever a module of somebody else does
            raise UnknownEntrant("module", entrant, shown(str(error))) from error
        return found
    level, _, budget = entrant.partition(":")
    try:
        share = float(budget or 1)
        if not 0 < share <= MOST_THOUGHT:
            raise ValueError(entrant)
        return player(level, seed, share)
    except ValueError:
        raise UnknownEntrant("level", entrant, ", ".join((*LEVELS, *CHARACTERS))) from None


def try_out(entrant: str, rules: str, limits: Limits) -> None:
    """Finds out before anything is played whether an entrant exists, and starts if it is a program.

    Raises ``UnknownEntrant``.
    """
    try:
        take_seat(entrant, 1, 0, rules, limits).close()
    except Failure as failure:
        raise UnknownEntrant("program", entrant, failure=failure) from None
