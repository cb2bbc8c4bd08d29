"""What each family gives the opponents: rules of thumb, a model of its matches, an auction, what bids tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Protocol

from msgspec import Struct

from atout.actions import Action
from atout.bots import euchre, spades
from atout.bots.belief import Likelihood
from atout.bots.chance import Chance, Temper
from atout.bots.equity import Equity
from atout.bots.outcomes import Count
from atout.bots.search import Effort, Thought
from atout.game import Rules
from atout.match import Match


class Auction(Protocol):
    """Compares what a seat may do before the play: what is worth a thought, or ``every`` action; ``None`` where the
    family leaves it to its rules of thumb. ``usual`` is what these say; where the worse half is dropped on the way it
    is not."""

    def __call__(
        self, view: Match, seat: int, effort: Effort, equity: Equity | None, seed: int, usual: Action, every: bool
    ) -> Thought | None: ...


class Brain(Struct, frozen=True):
    """A family's part of its opponents."""

    casual: Callable[[Match, int, Chance, Temper], Action]
    equity: Callable[[Any], Equity]
    auction: Auction
    likelihood: Likelihood
    plays: float
    """What the cards others played count for beside what they said: the power of their likelihood (0: they do not)."""
    count: Callable[[Any], Count]
    """Counts the tricks of a deal in play, quickly."""


BRAINS: Final = {
    "spades": Brain(spades.casual, spades.equity, spades.auction, spades.likelihood, spades.PLAYS, spades.count_of),
    "euchre": Brain(euchre.casual, euchre.equity, euchre.auction, euchre.likelihood, euchre.PLAYS, euchre.count_of),
}
"""By family."""


_MOST_KNOWN: Final = 32
_known: dict[Rules, Equity] = {}


def equity_of(rules: Rules) -> Equity:
    """The model of matches at a table; the latest are kept, since they remember what they were asked."""
    if rules not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[rules] = BRAINS[rules.family].equity(rules)
    return _known[rules]
