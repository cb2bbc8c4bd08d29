"""What each level does: a policy is a pure function of the view, the seat and the chance of the decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from atout.actions import Action
from atout.bots.chance import Chance
from atout.match import Match

Policy = Callable[[Match, int, Chance], Action]


def aimless(view: Match, seat: int, chance: Chance) -> Action:
    """Any legal action, all equally likely."""
    return chance.one_of(view.legal(seat))


POLICIES: Final[dict[str, Policy]] = {"random": aimless, "casual": aimless}
"""By level, the weakest first."""
