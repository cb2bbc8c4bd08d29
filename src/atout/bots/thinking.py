"""Thinking about a decision: worlds that fit the view, then cards compared, or bids, all by one record."""

from __future__ import annotations

from typing import Final

from atout.actions import Action
from atout.bots.belief import imagined, mixed_aims, with_plays
from atout.bots.brains import BRAINS, equity_of
from atout.bots.chance import EVEN, Chance, Temper
from atout.bots.outcomes import Outcomes
from atout.bots.search import Effort, Thought, think
from atout.kernel import Position, Worlds
from atout.match import Match

_MOST_OPTIONS: Final = 3000
"""Choices beyond which worlds are drawn by a walk: counting them would take longer than thinking."""

_SIDES: Final = 2
"""Between two sides everybody tries for the contracts; among more there are opponents of several kinds."""


def ponder(view: Match, seat: int, effort: Effort, chance: Chance, *, for_match: bool, every: bool) -> Thought | None:
    """Thinks about what a seat may do; ``None`` where rules of thumb must do.

    ``for_match`` is false for players who look at the points of the deal alone; ``every`` asks for the actions too that
    are not worth a thought."""
    hand = view.hand
    assert hand is not None
    brain = BRAINS[view.rules.family]
    equity = equity_of(view.rules) if for_match else None
    seed, usual = chance.word(), thumb(view, seat, chance)
    if not hand.playing:
        return brain.auction(view, seat, effort, equity, seed, usual, every)
    worlds = Worlds(view, most_options=_MOST_OPTIONS)
    position = Position.of(view)
    likely = with_plays(brain.likelihood, position, brain.plays) if brain.plays else brain.likelihood
    sample, effective = imagined(view, seat, worlds, effort.worlds, effort.pool, effort.trust, likely, seed)
    outcomes = Outcomes(view, brain.count(hand), seat, equity)
    mixed = effort.trust and len(hand.camps) > _SIDES
    aims = mixed_aims(view, seat, position, sample, seed) if mixed else None
    return think(hand, seat, position, sample, worlds.hidden, effort, seed, outcomes, effective, usual, aims)


def thumb(view: Match, seat: int, chance: Chance, temper: Temper = EVEN) -> Action:
    """What rules of thumb say, for somebody of a temper."""
    return BRAINS[view.rules.family].casual(view, seat, chance, temper)
