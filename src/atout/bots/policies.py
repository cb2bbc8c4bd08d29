"""What each level does: a policy is a pure function of the view, the seat and the chance of the decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from atout.actions import Action
from atout.bots import euchre, spades
from atout.bots.chance import Chance
from atout.match import Match

Policy = Callable[[Match, int, Chance], Action]

CASUAL: Final[dict[str, Policy]] = {"spades": spades.casual, "euchre": euchre.casual}
"""Rules of thumb, by family."""


def aimless(view: Match, seat: int, chance: Chance) -> Action:
    """Any legal action, all equally likely."""
    return chance.one_of(view.legal(seat))


def casual(view: Match, seat: int, chance: Chance) -> Action:
    """Rules of thumb: good enough to be fun."""
    return CASUAL[view.rules.family](view, seat, chance)


POLICIES: Final[dict[str, Policy]] = {"random": aimless, "casual": casual}
"""By level, the weakest first."""
