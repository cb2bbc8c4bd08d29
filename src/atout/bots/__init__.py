"""Opponents: they receive a view of the match, never a state, and answer with an action.

A decision follows from the seed and what the seat has seen, so that the same view gives the same decision whatever
happened before it: a saved game goes on as it would have, and two deals that look alike to a seat are played alike.
"""

from __future__ import annotations

from typing import Final, Protocol

from msgspec import Struct

from atout.actions import Action
from atout.bots import policies
from atout.bots.chance import Chance
from atout.bots.claims import takes_the_rest
from atout.bots.decision import Decision, Prospect
from atout.bots.levels import CHARACTERS, LADDER, LEVEL, USUAL_LEVEL
from atout.match import Match

__all__ = ["CHARACTERS", "LEVELS", "USUAL_LEVEL", "Decision", "Player", "Prospect", "decide", "player"]

LEVELS: Final[tuple[str, ...]] = LADDER
"""The levels there are, the weakest first; ``CHARACTERS`` are players of club strength with a taste."""


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
    budget: float

    def act(self, view: Match, seat: int) -> Action:
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return policies.act(LEVEL[self.level], view, seat, Chance(self.seed, view, seat), self.budget)

    def answers_claim(self, view: Match, seat: int) -> bool:
        assert view.hand is not None and view.claim is not None
        return takes_the_rest(view.hand, view.claim.seat)


def player(level: str, seed: int, budget: float = 1.0) -> Player:
    """A player of a level or a character; bots with other seeds differ a little.

    ``budget`` is the part of its usual thought it may spend (1: all; a hundredth: as quick as rules of thumb). Raises
    ``ValueError`` for an unknown level.
    """
    _check(level)
    return _Bot(level, seed, budget)


def decide(view: Match, seat: int, level: str = "expert", seed: int = 1, budget: float = 1.0) -> Decision | None:
    """The record of a seat's decision: ``best`` is what the player of that level, seed and budget does.

    ``None`` if the seat has nothing to decide, or nothing that this level thinks about. Raises ``ValueError`` for an
    unknown level.
    """
    _check(level)
    if not view.legal(seat):
        return None
    return policies.decide(LEVEL[level], view, seat, Chance(seed, view, seat), budget)


def _check(level: str) -> None:
    if level not in LEVEL:
        raise ValueError(f"not a level: {level!r} (known: {', '.join((*LADDER, *CHARACTERS))})")
