"""The implementation in C: packs the arguments and hands them over. Importing it raises ``ImportError`` where the
extension was not built."""

from __future__ import annotations

from array import array
from typing import cast

from atout.kernel import _native, words
from atout.kernel.game import Game
from atout.kernel.jobs import BatchWork, Cancel, Flat, PlayoutsJob, SolveJob, SurprisalsJob
from atout.kernel.plans import Plan, Walk
from atout.kernel.twin.solve import Valued

words.check(_native.sizes())
HAS_PDEP = _native.has_pdep()
"""Whether the processor has a fast PDEP."""


class Native:
    """The extension, on its portable path or the one that uses PDEP."""

    def __init__(self, pdep: bool) -> None:
        self.pdep = pdep
        self.name = "extension (pdep)" if pdep else "extension (portable)"

    def playouts(self, job: PlayoutsJob, won: bytearray, cancel: Cancel) -> bool:
        """See ``Backend``."""
        return _native.playouts(
            self.pdep, words.table(job.ground), words.policy(job.policy), words.position(job.state), job.rows,
            job.aims, job.firsts, job.worlds, job.repeats, job.seed, job.first_world, won, cancel.flag,
        )  # fmt: skip

    def deals(self, game: Game, seed: int, first: int, points: array[int], won: bytearray, cancel: Cancel) -> bool:
        """See ``Backend``."""
        items = len(won) // game.seats
        return _native.deals(self.pdep, words.game(game), items, seed, first, points, won, cancel.flag)

    def worlds(self, plan: Plan | Walk, seed: int, first: int, rows: array[int], cancel: Cancel) -> bool:
        """See ``Backend``."""
        counted = isinstance(plan, Plan)
        packed = words.plan(plan) if isinstance(plan, Plan) else (words.walk(plan), b"", b"")
        items = len(rows) // len(plan.fixed)
        return _native.worlds(self.pdep, counted, *packed, items, seed, first, rows, cancel.flag)

    def surprisals(self, job: SurprisalsJob, found: array[int], cancel: Cancel) -> bool:
        """See ``Backend``."""
        return _native.surprisals(
            self.pdep, words.table(job.ground), words.policy(job.policy), words.position(job.state), job.rows,
            job.plays, job.worlds, job.told, job.costs, found, cancel.flag,
        )  # fmt: skip

    def solve(self, job: SolveJob, cancel: Cancel) -> tuple[str, int, dict[int, Valued]]:
        """See ``Backend``."""
        outcome, nodes, listed = _native.solve(
            self.pdep, words.table(job.ground), words.position(job.state), *words.stakes(job.stakes), job.broken,
            job.memory, job.nodes, job.seconds, cancel.flag,
        )  # fmt: skip
        two = job.stakes.sides == 2
        found = {}
        for card, packed, least, most, solved in listed:
            tricks = () if two or not solved else tuple(packed.to_bytes(8, "little")[: job.ground.seats])
            found[card] = Valued(least, most, tricks, solved)
        return words.REFUSALS[outcome], nodes, found

    def states(self, items: int) -> object:
        """See ``Backend``."""
        return bytearray(words.DEAL_SIZE * items)

    def batch(self, flat: Flat, work: BatchWork, seed: int, first: int, cancel: Cancel) -> bool:
        """See ``Backend``."""
        return _native.batch(
            self.pdep, work, words.game(flat.game), flat.items, cast(bytearray, flat.states), flat.legal, flat.turn,
            flat.stage, flat.actions, flat.bags, flat.points, seed, first, cancel.flag,
        )  # fmt: skip
