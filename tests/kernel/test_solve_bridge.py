"""The solver has the values of Bo Haglund's double dummy solver: with spades open the game of two pairs is the play of
a bridge deal with spades as trump.

``dds.txt`` holds random deals, a line each: the four hands, and for each card of the leader, the first, as its hand is
written, how many tricks its pair takes (a hexadecimal digit). ``bench/solver.py --deals`` writes such lines.
"""

from pathlib import Path

import pytest

from atout.cards import Cards
from atout.kernel import BACKENDS, Position
from atout.kernel.labels import labels_of
from atout.kernel.solving import solve
from atout.kernel.twin.core import Ground, State
from atout.kernel.twin.solve import Stakes
from atout.simulation import Opening
from atout.spades.rules import SpadesRules
from atout.table import Table

DEALS = (Path(__file__).parent / "dds.txt").read_text(encoding="utf-8").splitlines()
PAIRS = Stakes((0, 1, 0, 1), (0,) * 4, ((tuple(range(14)),),) * 2)

pytestmark = pytest.mark.skipif(BACKENDS[0].name == "twin", reason="whole deals take the twin too long")


def check(line: str) -> None:
    """Compares every card of one deal."""
    *texts, values = line.split()
    rules = Table("atout-pique breaking=any", seed=1).rules
    assert isinstance(rules, SpadesRules)
    labels = labels_of(rules.ordering)
    hands = [Cards.parse(text) for text in texts]
    state = State([labels.mask(hand) for hand in hands], 0)
    ground = Ground(labels.trump, 4, Opening.WHENEVER_PLAYED)
    position = Position(labels, (1, 2, 3, 4), ground, state, [0, 1, 0, 1], [255] * 4, [0, 1, 0, 1], True)
    found = solve(position, PAIRS)
    assert found.complete
    expected = {card: int(digit, 16) for card, digit in zip(hands[0], values, strict=True)}
    assert {card: valued.least for card, valued in found.values.items()} == expected, line


def test_fifty_deals() -> None:
    """All leads of fifty whole deals."""
    for line in DEALS[:50]:
        check(line)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_a_thousand_deals(block: int) -> None:
    """All leads of a thousand more."""
    assert len(DEALS) == 1050
    for line in DEALS[50 + 50 * block : 100 + 50 * block]:
        check(line)
