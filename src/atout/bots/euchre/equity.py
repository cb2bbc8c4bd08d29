"""How matches of Euchre go on: exactly, from how often each seat makes trump and with what success."""

from __future__ import annotations

from typing import Final

from atout.bots.equity import MOST_STATES, Equity, Estimate, Growth, Outcome, Race, Worth, base_of
from atout.euchre.rules import TO_MAKE, EuchreRules, Form
from atout.euchre.score import Undertaking, score
from atout.scoring import Standing
from atout.seats import Side, partners_of, side_of

_RATES: Final = {
    3: (
        (0.153, 0.013, 0.0, 0.020),
        (0.427, 0.107, 0.0, 0.027),
        (0.200, 0.020, 0.0, 0.033),
    ),
    4: (
        (0.503, 0.089, 0.019, 0.132),
        (0.157, 0.017, 0.002, 0.081),
    ),
    2: (
        (0.390, 0.202, 0.0, 0.071),
        (0.207, 0.037, 0.0, 0.090),
    ),
}
"""By seats at the table: how often a deal is made, marched, marched alone and lost by each side, from the dealer's on;
measured on deals between equals."""
_GROWTHS: Final = {Form.TURNED: Growth(0.7, 0.8), Form.BID: Growth(2.8, 2.1), Form.BUCK: Growth(1.0, 2.5)}
"""How totals grow otherwise."""


class _Walked:
    """The exact model, asked by standing and dealer."""

    def __init__(self, race: Race, sides: tuple[Side, ...]) -> None:
        self._race = race
        self._side_of = side_of(sides)

    def worth(self, standing: Standing, dealer: int | None) -> Worth:
        """See ``Equity``."""
        turn = self._side_of[(dealer or 1) - 1]
        totals = (*standing.totals[turn:], *standing.totals[:turn])
        worth = self._race.worth(tuple(max(0, total) for total in totals))
        return (*worth[len(worth) - turn :], *worth[: len(worth) - turn])


def outcomes(rules: EuchreRules) -> tuple[Outcome, ...]:
    """The ways a deal ends, by the family's own count, sides told by their place from the dealer's."""
    before = Standing.zero(len(rules.sides))
    ways = []
    for (maker, *_), rates in zip(rules.sides, _RATES[rules.players], strict=True):
        partners = partners_of(rules.sides, maker)
        ends = ((TO_MAKE, False), (rules.cards_each, False), (rules.cards_each, True), (TO_MAKE - 1, False))
        for (tricks, alone), chance in zip(ends, rates, strict=True):
            if not chance:
                continue
            won = tuple(tricks if seat == maker else 0 for seat in range(1, rules.players + 1))
            played = Undertaking(maker, sitting_out=partners if alone else frozenset())
            ways.append(Outcome(chance, tuple(side.points for side in score(rules, played, won, before))))
    return tuple(ways)


def equity(rules: EuchreRules) -> Equity:
    """The model of a table: exact if its sides are known, with a target in reach and no points below nothing."""
    target = rules.ending.target
    known = rules.form is Form.TURNED and len(_RATES.get(rules.players, ())) == len(rules.sides)
    estimate = Estimate(rules, _GROWTHS[rules.form])
    if not known or target is None:
        return estimate
    ways = outcomes(rules)
    negative = any(points < 0 for way in ways for points in way.points)
    if negative or base_of(ways, target) ** len(rules.sides) > MOST_STATES:
        return estimate
    return _Walked(Race(ways, target), rules.sides)
