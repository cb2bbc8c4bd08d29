"""Hindsight: what a card cost with all cards visible. Told apart from the grade, and never where a nil was bid.

Nobody could know it at the table, and nils that hold against people are lost with open cards: grading by it would teach
the wrong lesson.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from atout.actions import Action, Play
from atout.cards import Card
from atout.kernel import Position
from atout.kernel.solving import Limits, Unsolvable, solve
from atout.kernel.stakes import point_stakes
from atout.match import Match

MOST_CARDS: Final = {2: 10}
"""Cards in hand up to which a position is solved, by camps; fewer for more of them."""
_MOST_AMONG_MORE: Final = 6
_LIMITS: Final = Limits(nodes=2_000_000)
"""A count, not a clock: the same hindsight on any machine."""


class Hindsight(Struct, frozen=True):
    """What a card cost its camp with all cards visible and best play by all, in points of the deal; the best card."""

    points: int
    best: Card


def hindsight(match: Match, action: Action) -> Hindsight | None:
    """The hindsight of a card about to be played; ``None`` if the position is too large, or not all is known, or a nil
    was bid."""
    hand = match.hand
    if hand is None or not isinstance(action, Play) or not hand.playing or 0 in hand.announced.bids:
        return None
    if hand.board.cards_left > MOST_CARDS.get(len(hand.camps), _MOST_AMONG_MORE):
        return None
    try:
        position = Position.of(match)
        stakes, broken = point_stakes(position, hand, match.rules)
        solution = solve(position, stakes, broken, limits=_LIMITS)
    except (Unsolvable, ValueError):
        return None
    if not solution.complete:
        return None
    seat = position.state.turn
    two, camp = stakes.sides == 2, stakes.side[seat]

    def worth(card: Card) -> int:
        valued = solution.values[card]
        if two:
            return valued.least if camp == 0 else -valued.least
        tricks = sum(valued.tricks[i] for i, side in enumerate(stakes.side) if side == camp)
        return stakes.worth[camp][0][tricks]

    best = max(solution.values, key=worth)
    lost = worth(best) - worth(action.card)
    return Hindsight(lost, action.card if not lost else best)
