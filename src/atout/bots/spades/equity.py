"""How matches of Spades go on: what a total and its bags are worth for any target and any number of sides."""

from __future__ import annotations

from typing import Final

from atout.bots.equity import Equity, Estimate, Growth
from atout.spades.rules import SpadesRules

_GROWTH: Final = {
    (2, False): Growth(43.0, 37.0, 1.3),
    (3, False): Growth(33.0, 41.0, 1.0),
    (4, True): Growth(45.0, 48.0, 1.2),
    (4, False): Growth(22.0, 38.0, 0.6),
    (5, False): Growth(14.0, 29.0, 0.4),
    (6, False): Growth(15.0, 41.0, 0.3),
}
"""By number of players and whether they are paired; measured on deals between equal opponents."""
_PAIRS: Final = Growth(30.0, 50.0, 0.8)
"""For tables that no profile has."""


def equity(rules: SpadesRules) -> Equity:
    """The model of a table."""
    growth = _GROWTH.get((rules.players, rules.layout.paired), _PAIRS)
    limit = rules.scoring.bags
    return Estimate(rules, growth, (limit.size, limit.penalty) if limit else None)
