"""A batch of independent deals in flat arrays: an environment for learning and statistics.

Every array has the buffer protocol: ``numpy.frombuffer(batch.legal, "u8")`` and its like see it without a copy.
"""

from __future__ import annotations

from typing import Final

from atout.kernel.backends import ACTIVE
from atout.kernel.game import Game
from atout.kernel.jobs import Backend, BatchWork, Cancel, Flat, checked, done, numbers, words
from atout.kernel.twin.deal import Stage

MOST_DEALS: Final = 1 << 22
"""Deals of one batch: 176 bytes each."""
FIELDS: Final = (
    ("hand", "u8", 6, 0), ("owed", "u8", 1, 48), ("live", "u8", 1, 56), ("best", "u8", 1, 64), ("shut", "u8", 1, 72),
    ("laid", "u8", 1, 80), ("won", "u1", 6, 91), ("turned", "u8", 1, 112), ("dealer", "u1", 1, 121),
    ("maker", "u1", 1, 122), ("trump", "u1", 1, 123), ("said", "u1", 6, 125),
)  # fmt: skip
"""What observations are made of: fields of a deal in ``Batch.states``, as name, type, how many, offset in bytes."""


class Batch:
    """``items`` deals of one table, all stepped together; seats and sides are counted from 0.

    After every change ``legal`` holds what the seat to act may do (a bit an action), ``turn`` that seat, ``stage`` what
    the deal waits for (``Stage``): in the auction tricks promised or bid, a suit named (bits 0 to 3), no trump (4),
    pass (8), order (9) and whatever else ``auction.h`` lists, a card in the labels of ``game`` otherwise. 0 legal
    actions: the deal is over. While seats sit out, the states tell the cards and tricks of those in play alone.
    """

    def __init__(self, game: Game | str, items: int, *, backend: Backend = ACTIVE) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.items = checked("items", items, 1, MOST_DEALS)
        self.backend = backend
        self._sides = items * self.game.sides
        self._flat = Flat(
            self.game, items, backend.states(items), words(items), bytearray(items), bytearray(items),
            bytearray(items), bytearray(self._sides), numbers(self._sides),
        )  # fmt: skip
        self.legal = memoryview(self._flat.legal).toreadonly()
        self.turn = memoryview(self._flat.turn).toreadonly()
        self.stage = memoryview(self._flat.stage).toreadonly()
        self.actions = memoryview(self._flat.actions)
        """The action of every deal for the next step: write it, or let ``sample`` do so."""
        self.bags = memoryview(self._flat.bags)
        """Bags of every deal by side: before it, if written before ``reset``; after it, once ``score`` has counted."""
        self.points = memoryview(self._flat.points).toreadonly()
        """Points of every deal by side, once ``score`` has counted."""
        self.reset()

    @property
    def states(self) -> memoryview | None:
        """The deals' states, ``FIELDS`` of each at a step of ``len(states) // items`` bytes; the twin has none."""
        held = self._flat.states
        return memoryview(held).toreadonly() if isinstance(held, bytearray) else None

    def _work(self, work: BatchWork, cancel: Cancel | None, seed: int = 0, first: int = 0) -> None:
        done(lambda flag: self.backend.batch(self._flat, work, seed, first, flag), cancel)

    def reset(self, seed: int = 0, first: int = 0, *, cancel: Cancel | None = None) -> None:
        """New deals, deal i from stream ``first`` + i of the seed; the dealer is drawn."""
        self._work(BatchWork.BEGIN, cancel, checked("seed", seed, 0), checked("first", first, 0))

    def sample(self, *, cancel: Cancel | None = None) -> None:
        """Fills ``actions`` at random, every legal one equally likely, from each deal's own stream."""
        self._work(BatchWork.SAMPLE, cancel)

    def step(self, *, cancel: Cancel | None = None) -> None:
        """Does ``actions``; those of deals that are over do not matter. Raises ``ValueError``, before anything is
        done, if one is not legal."""
        self._work(BatchWork.STEP, cancel)

    def finish(self, *, cancel: Cancel | None = None) -> None:
        """Plays every deal to its end at random: what sampling and stepping would do, in one call."""
        self._work(BatchWork.FINISH, cancel)

    def score(self, *, cancel: Cancel | None = None) -> None:
        """Counts the deals that are over into ``points`` and ``bags``; the others get 0 points and keep their bags."""
        self._work(BatchWork.COUNT, cancel)

    @property
    def over(self) -> bool:
        """Whether every deal is over."""
        return not any(self.legal)


__all__ = ["FIELDS", "Batch", "Stage"]
