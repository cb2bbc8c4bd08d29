"""Opponents made of rules: they receive a view of the match, never a state, and answer with an action.

A decision follows from the seed and what the seat has seen, so that the same view gives the same decision whatever
happened before it: a saved game goes on as it would have, and two deals that look alike to a seat are played alike.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from atout.actions import Action
from atout.bots.chance import Chance
from atout.bots.claims import takes_the_rest
from atout.bots.policies import POLICIES
from atout.match import Match

__all__ = ["LEVELS", "Player", "player"]

LEVELS: Final[tuple[str, ...]] = tuple(POLICIES)
"""The levels there are, the weakest first."""


class Player(Protocol):
    """Somebody at the table who decides from a view: a ``Match`` folded over the events that seat has seen."""

    def act(self, view: Match, seat: int) -> Action:
        """One of ``view.legal(seat)``, for the seat to act."""
        ...

    def answers_claim(self, view: Match, seat: int) -> bool:
        """Whether the seat accepts the claim on the table."""
        ...


class _Bot(Struct, frozen=True):
    level: str
    seed: int

    def act(self, view: Match, seat: int) -> Action:
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return POLICIES[self.level](view, seat, Chance(self.seed, view, seat))

    def answers_claim(self, view: Match, seat: int) -> bool:
        assert view.hand is not None and view.claim is not None
        return takes_the_rest(view.hand, view.claim.seat)


def player(level: str, seed: int) -> Player:
    """A player of a level; bots with other seeds differ a little. Raises ``ValueError`` for an unknown level."""
    if level not in POLICIES:
        raise ValueError(f"not a level: {level!r} (known: {', '.join(LEVELS)})")
    return _Bot(level, seed)
