"""How matches of Euchre go on: exactly, from how often each seat makes trump and with what success."""

from __future__ import annotations

from typing import Final

from atout.bots.equity import MOST_STATES, Equity, Estimate, Growth, Outcome, Race, Worth, base_of
from atout.euchre.rules import TO_MAKE, TRICKS, EuchreRules
from atout.euchre.score import score
from atout.scoring import Standing

_RATES: Final = (
    (0.153, 0.013, 0.020),
    (0.427, 0.107, 0.027),
    (0.200, 0.020, 0.033),
)
"""How often a deal is made, marched and lost by each seat, from the dealer on; measured on deals between equals."""
_GROWTH: Final = Growth(0.5, 0.75)


class _Walked:
    """The exact model, asked by standing and dealer."""

    def __init__(self, race: Race) -> None:
        self._race = race

    def worth(self, standing: Standing, dealer: int | None) -> Worth:
        """See ``Equity``."""
        turn = (dealer or 1) - 1
        totals = (*standing.totals[turn:], *standing.totals[:turn])
        worth = self._race.worth(tuple(max(0, total) for total in totals))
        return (*worth[len(worth) - turn :], *worth[: len(worth) - turn])


def outcomes(rules: EuchreRules) -> tuple[Outcome, ...]:
    """The ways a deal ends, by the family's own count, seats told by their place from the dealer."""
    before = Standing.zero(len(rules.sides))
    ways = []
    for place, rates in enumerate(_RATES):
        for tricks, chance in zip((TO_MAKE, TRICKS, TO_MAKE - 1), rates, strict=True):
            won = tuple(tricks if seat == place else 0 for seat in range(rules.players))
            ways.append(Outcome(chance, tuple(side.points for side in score(rules, place + 1, won, before))))
    return tuple(ways)


def equity(rules: EuchreRules) -> Equity:
    """The model of a table: exact if it has three seats, a target in reach and no points below nothing."""
    target = rules.ending.target
    if rules.players != len(_RATES) or target is None:
        return Estimate(rules, _GROWTH)
    ways = outcomes(rules)
    negative = any(points < 0 for way in ways for points in way.points)
    if negative or base_of(ways, target) ** rules.players > MOST_STATES:
        return Estimate(rules, _GROWTH)
    return _Walked(Race(ways, target))
