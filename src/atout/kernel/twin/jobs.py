"""The loops of the jobs in Python: the twin of ``path.h``."""

from __future__ import annotations

import time
from array import array
from typing import cast

from atout.kernel.game import Game
from atout.kernel.jobs import BatchWork, Cancel, Flat, PlayoutsJob, SolveJob, SurprisalsJob
from atout.kernel.plans import Plan, Walk
from atout.kernel.twin.core import Rng, index_of
from atout.kernel.twin.deal import SimDeal
from atout.kernel.twin.script import Policy, add_surprisals, play_by_policy
from atout.kernel.twin.solve import Valued, solve
from atout.kernel.twin.worlds import sampled


class Twin:
    """The implementation in Python."""

    name = "twin"

    def playouts(self, job: PlayoutsJob, won: bytearray, cancel: Cancel) -> bool:
        """See ``Backend``."""
        seats, item = job.ground.seats, 0
        width = len(job.rows) // job.worlds if job.rows and job.worlds else 0
        for world in range(job.worlds):
            policy = job.policy
            if job.aims is not None:
                aims = list(job.aims[2 * seats * world : 2 * seats * (world + 1)])
                policy = Policy(policy.share, aims[:seats], aims[seats:], policy.camp)
            for first in job.firsts:
                for repeat in range(job.repeats):
                    if cancel.cancelled:
                        return False
                    rng = Rng(job.seed, (job.first_world + world) * job.repeats + repeat)
                    state = job.state.copy()
                    if job.rows is not None:
                        state.hand = list(job.rows[world * width : world * width + seats])
                    if not state.count and state.owed.bit_count() == 1:  # one card is due: its holder differs
                        state.lead_with(state.owed)
                    if first:
                        state.play(job.ground, first)
                    play_by_policy(job.ground, state, policy, rng)
                    won[item : item + seats] = bytes(state.won)
                    item += seats
        return True

    def deals(self, game: Game, seed: int, first: int, points: array[int], won: bytearray, cancel: Cancel) -> bool:
        """See ``Backend``."""
        for item in range(len(won) // game.seats):
            if cancel.cancelled:
                return False
            deal = SimDeal(game, Rng(seed, first + item), [0] * game.sides)
            deal.finish_randomly()
            points[item * game.sides : (item + 1) * game.sides] = array("i", deal.count()[0])
            won[item * game.seats : (item + 1) * game.seats] = bytes(deal.play.won)
        return True

    def worlds(self, plan: Plan | Walk, seed: int, first: int, rows: array[int], cancel: Cancel) -> bool:
        """See ``Backend``."""
        width = len(plan.fixed)
        for item in range(len(rows) // width):
            if cancel.cancelled:
                return False
            rows[item * width : (item + 1) * width] = array("Q", sampled(plan, Rng(seed, first + item)))
        return True

    def surprisals(self, job: SurprisalsJob, found: array[int], cancel: Cancel) -> bool:
        """See ``Backend``."""
        seats, width = job.ground.seats, len(job.rows) // job.worlds
        for world in range(job.worlds):
            if cancel.cancelled:
                return False
            state = job.state.copy()
            row = job.rows[world * width : world * width + seats]
            state.hand = [laid | left for laid, left in zip(state.hand, row, strict=True)]
            costs = add_surprisals(job.ground, state, job.policy, job.plays, job.told, job.costs)
            found[world * seats : (world + 1) * seats] = array("i", costs)
        return True

    def solve(self, job: SolveJob, cancel: Cancel) -> tuple[str, int, dict[int, Valued]]:
        """See ``Backend``."""
        until = time.monotonic() + job.seconds

        def is_due() -> bool:
            return cancel.cancelled or (job.seconds > 0 and time.monotonic() >= until)

        return "", *solve(job.ground, job.state, job.stakes, job.broken, job.nodes, is_due)

    def states(self, items: int) -> object:
        """See ``Backend``."""
        return [None] * items

    def batch(self, flat: Flat, work: BatchWork, seed: int, first: int, cancel: Cancel) -> bool:
        """See ``Backend``."""
        if work is BatchWork.STEP:
            for item, (legal, action) in enumerate(zip(flat.legal, flat.actions, strict=True)):
                if legal and not legal >> action & 1:
                    raise ValueError(f"action {action} is not legal in deal {item}")
        deals = cast(list[SimDeal], flat.states)
        for item in range(flat.items):
            if cancel.cancelled:
                return False
            if work is BatchWork.BEGIN:
                sides = flat.game.sides
                bags = list(flat.bags[item * sides : (item + 1) * sides])
                deals[item] = SimDeal(flat.game, Rng(seed, first + item), bags)
            self._work(flat, work, item, deals[item])
        return True

    def _work(self, flat: Flat, work: BatchWork, item: int, deal: SimDeal) -> None:
        match work:
            case BatchWork.SAMPLE:
                if flat.legal[item]:
                    flat.actions[item] = index_of(deal.rng.card(flat.legal[item]))
                return
            case BatchWork.STEP if flat.legal[item]:
                deal.act(flat.actions[item])
            case BatchWork.FINISH:
                deal.finish_randomly()
            case BatchWork.COUNT:
                sides = flat.game.sides
                points, bags = deal.count()
                flat.points[item * sides : (item + 1) * sides] = array("i", points)
                flat.bags[item * sides : (item + 1) * sides] = bytes(bags)
                return
        flat.legal[item] = deal.legal
        flat.turn[item] = deal.seat
        flat.stage[item] = deal.stage
