"""How matches of Euchre go on: exactly, from how often each seat makes trump and with what success."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from atout.bots.equity import MOST_REPEATED, MOST_STATES, Equity, Estimate, Growth, Outcome, Race, Worth, base_of
from atout.euchre.profiles import BID_EUCHRE
from atout.euchre.rules import TO_MAKE, EuchreRules, Form, build
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
_BIDS: Final = {
    (1, 5): 201, (5, 1): 154, (2, 4): 150, (4, 2): 119, (0, 6): 99, (6, 0): 93, (3, 3): 54, (-4, 3): 39,
    (3, -4): 24, (-4, 4): 17, (4, -3): 9, (2, -5): 7, (-4, 5): 6, (4, -4): 6, (12, 0): 4, (0, 12): 4, (-5, 2): 3,
    (-3, 4): 3,
}  # fmt: skip
"""By the points of the dealer's side and of the other, how often in a thousand deals with tricks bid for by pairs;
measured on 700 deals between equals (``club``)."""
_GROWTHS: Final = {Form.TURNED: Growth(0.7, 0.8), Form.BID: Growth(2.65, 3.5), Form.BUCK: Growth(0.8, 2.5)}
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
        worth = self._race.worth(totals)
        return (*worth[len(worth) - turn :], *worth[: len(worth) - turn])


def outcomes(rules: EuchreRules) -> tuple[Outcome, ...]:
    """The ways a deal ends, sides told by their place from the dealer's; none where nothing was measured."""
    if rules.form is Form.TURNED:
        return _called(rules) if len(_RATES.get(rules.players, ())) == len(rules.sides) else ()
    standard = build(BID_EUCHRE, {})
    if replace(rules, ending=standard.ending) != standard:
        return ()
    return tuple(Outcome(chance / 1000, points) for points, chance in _BIDS.items())


def _called(rules: EuchreRules) -> tuple[Outcome, ...]:
    """The ways a deal ends where a card is turned up, by the family's own count."""
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
    """The model of a table: exact if it was measured how its deals end, and there are not too many standings."""
    target, sides = rules.ending.target, len(rules.sides)
    estimate, ways = Estimate(rules, _GROWTHS[rules.form]), outcomes(rules)
    if not ways or target is None:
        return estimate
    falls = any(points < 0 for way in ways for points in way.points)
    floor = -(target // 2) if falls else 0
    if base_of(ways, target, floor) ** sides > (MOST_REPEATED if falls else MOST_STATES):
        return estimate

    def guess(totals: tuple[int, ...]) -> Worth:
        return estimate.worth(Standing(totals, (0,) * sides), None)

    return _Walked(Race(ways, target, floor, guess if falls else None), rules.sides)
