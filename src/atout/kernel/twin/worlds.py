"""Deals consistent with a view, sampled by a plan: the twin of ``worlds.h``."""

from __future__ import annotations

from atout.kernel.plans import Plan, Walk
from atout.kernel.twin.chance import random_cards
from atout.kernel.twin.core import Rng


def sampled(plan: Plan | Walk, rng: Rng) -> list[int]:
    """The cards of each place in one deal that fits."""
    return _counted(plan, rng) if isinstance(plan, Plan) else _walked(plan, rng)


def _counted(plan: Plan, rng: Rng) -> list[int]:
    row = list(plan.fixed)
    left = list(plan.classes)
    at = plan.root
    for place in plan.order[: plan.barred]:
        choices = plan.nodes[at]
        chosen = rng.below_64(choices[-1].until) if len(choices) > 1 else 0
        choice = next(choice for choice in choices if choice.until > chosen)
        for k, count in enumerate(choice.counts):
            if count:
                given = random_cards(rng, left[k], count)
                row[place] |= given
                left[k] ^= given
        at = choice.node
    pool = sum(left)
    for place, size in zip(plan.order[plan.barred :], plan.sizes[plan.barred :], strict=True):
        given = random_cards(rng, pool, size)
        row[place] |= given
        pool ^= given
    return row


def _walked(walk: Walk, rng: Rng) -> list[int]:
    place = list(walk.place)
    for _ in range(walk.steps):
        length = 2 + rng.below(walk.ring - 1)
        ring = [rng.below(len(walk.cards)) for _ in range(length)]
        to = [place[card] for card in (*ring[1:], ring[0])]
        if len(set(ring)) == length and all(walk.may[card] >> p & 1 for card, p in zip(ring, to, strict=True)):
            for card, p in zip(ring, to, strict=True):
                place[card] = p
    row = list(walk.fixed)
    for number, p in zip(walk.cards, place, strict=True):
        row[p] |= 1 << number
    return row
