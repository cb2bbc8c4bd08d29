"""Jobs: what one call of the kernel works on, whichever implementation runs it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from enum import IntEnum
from typing import Final, Protocol

from msgspec import Struct

from atout.kernel.game import Game
from atout.kernel.plans import Plan, Walk
from atout.kernel.twin.core import Ground, State
from atout.kernel.twin.script import Policy
from atout.kernel.twin.solve import Stakes, Valued

WORD: Final = (1 << 64) - 1


class Cancelled(Exception):
    """A job was cancelled before it was done; its results are of no use."""


class Cancel:
    """A flag that stops a running job within a few milliseconds, from any thread."""

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag = bytearray(1)
        """One byte, not zero once cancelled; the kernel looks at it without holding the interpreter."""

    def cancel(self) -> None:
        """Stops the jobs that were given this flag, and all that will be."""
        self.flag[0] = 1

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self.flag[0] != 0


class PlayoutsJob(Struct):
    """Playouts from ``state``: a row of hands a world (``None``: those of the state), first cards (0: none given);
    ``aims`` are for each world the groups of the seats, then their needs (``None``: those of the policy)."""

    ground: Ground
    policy: Policy
    state: State
    rows: array[int] | None
    aims: bytes | None
    worlds: int
    firsts: array[int]
    repeats: int
    seed: int
    first_world: int


class SurprisalsJob(Struct, frozen=True):
    """The cards played since ``state``, whose hands hold just those: what they cost the seats of ``told`` (bits) in
    each world of ``rows``. ``costs`` are rows (``SURPRISE_ROW`` long) by how many cards come to the same as the
    script's, if the card is one of them (else 0), then by how many were legal."""

    ground: Ground
    policy: Policy
    state: State
    rows: array[int]
    worlds: int
    plays: array[int]
    told: int
    costs: array[int]


class SolveJob(Struct, frozen=True):
    """An exact search from ``state``. ``broken`` are the nils (bits of ``stakes``) broken before; ``memory`` in bytes;
    ``nodes`` and ``seconds`` are limits, 0 for none."""

    ground: Ground
    state: State
    stakes: Stakes
    broken: int
    memory: int
    nodes: int
    seconds: float


class BatchWork(IntEnum):
    """What is done to every deal of a batch."""

    BEGIN = 0
    SAMPLE = 1
    STEP = 2
    FINISH = 3
    COUNT = 4


class Flat(Struct):
    """A batch of deals: flat arrays beside the implementation's own ``states``."""

    game: Game
    items: int
    states: object
    legal: array[int]
    turn: bytearray
    stage: bytearray
    actions: bytearray
    bags: bytearray
    points: array[int]


class Backend(Protocol):
    """An implementation. Every method returns whether it finished: false when it was cancelled."""

    name: str

    def playouts(self, job: PlayoutsJob, won: bytearray, cancel: Cancel) -> bool:
        """Tricks by seat of every playout: world by world, first by first, repeat by repeat."""
        ...

    def deals(self, game: Game, seed: int, first: int, points: array[int], won: bytearray, cancel: Cancel) -> bool:
        """Whole random deals: points by side, tricks by seat."""
        ...

    def worlds(self, plan: Plan | Walk, seed: int, first: int, rows: array[int], cancel: Cancel) -> bool:
        """Deals by a plan: a row of places each."""
        ...

    def surprisals(self, job: SurprisalsJob, found: array[int], cancel: Cancel) -> bool:
        """What the cards played cost every seat, world by world."""
        ...

    def solve(self, job: SolveJob, cancel: Cancel) -> tuple[str, int, dict[int, Valued]]:
        """Every card that may be played with its value: why there is none ("" if there are), nodes, values by card."""
        ...

    def states(self, items: int) -> object:
        """Room for a batch of deals."""
        ...

    def batch(self, flat: Flat, work: BatchWork, seed: int, first: int, cancel: Cancel) -> bool:
        """One work on every deal of a batch. Raises ``ValueError`` for a step that is not legal, before any."""
        ...


def done(run: Callable[[Cancel], bool], cancel: Cancel | None) -> None:
    """Runs a job; raises ``Cancelled`` if it was."""
    if not run(cancel or Cancel()):
        raise Cancelled


def words(count: int) -> array[int]:
    """An array of so many 64-bit words."""
    return array("Q", bytes(8 * count))


def numbers(count: int) -> array[int]:
    """An array of so many 32-bit numbers."""
    return array("i", bytes(4 * count))


def checked(name: str, value: int, least: int, most: int = WORD) -> int:
    """A whole number in its range; raises ``ValueError`` with its name."""
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {value}")
    return value
