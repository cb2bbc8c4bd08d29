"""Exact results with all cards visible: what every card that may be played leads to when all play their best."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from atout.cards import Card
from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import Backend, Cancel, Cancelled, SolveJob
from atout.kernel.positions import Position
from atout.kernel.twin.solve import Stakes, Valued

MOST_CARDS: Final = 17
"""The most cards a hand may hold."""
MOST_OF_A_SUIT: Final = 15
"""The most cards a hand may hold of one suit in play."""
MOST_MEMORY: Final = 1 << 28
"""Bytes the largest search uses (256 MB); smaller ones take less. When it is full, what was found is forgotten and
found again: a search may take longer, never more room."""


class Unsolvable(ValueError):
    """A position the solver refuses before it starts: ``code`` is ``unseen-cards``, ``over``, ``too-large``,
    ``too-many-standings``, ``no-memory`` or ``contradictory``."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the solver cannot take this position: {code}")
        self.code = code


class Limits(Struct, frozen=True):
    """How long a search may take: nodes (cards tried), seconds; 0 is no limit. ``memory`` in bytes; 0 is as much as the
    position needs, up to ``MOST_MEMORY``."""

    nodes: int = 0
    seconds: float = 0.0
    memory: int = 0


UNLIMITED: Final = Limits()


class Solution(Struct, frozen=True):
    """What every card is worth, in the order of the kernel's labels, low first.

    With two sides ``least`` and ``most`` of a card bound what side 0 gets, and are equal once it is ``solved``; with
    more, ``tricks`` are those still to come of each seat in play, told once it is ``solved``. ``complete``: every card
    is. A search that reached a limit is not, but its bounds hold.
    """

    values: dict[Card, Valued]
    complete: bool
    nodes: int


def memory_for(cards: int, seats: int, sides: int) -> int:
    """Bytes worth having for a search with so many cards in the fullest hand: 1 MB at 5, 16 MB at 10, the most from 13
    on, with two sides; more sides find more to remember."""
    bits = 18 + max(0, cards * seats - 20) * 10 // 32 + (3 if sides > 2 else 0)
    return min(MOST_MEMORY, 1 << max(20, bits))


def solve(
    position: Position,
    stakes: Stakes,
    broken: int = 0,
    *,
    limits: Limits = UNLIMITED,
    cancel: Cancel | None = None,
    backend: Backend = ACTIVE,
) -> Solution:
    """Values every card the seat to play may play. ``broken`` are the nils (bits) broken before.

    Every implementation gives the same values (a search that reaches a limit may know more or less). Raises
    ``Unsolvable`` before any work, ``Cancelled`` when ``cancel`` was called.
    """
    if not position.complete:
        raise Unsolvable("unseen-cards")
    if position.over:
        raise Unsolvable("over")
    _refuse_large(position)
    cancel = cancel or Cancel()
    row = len(stakes.worth[0][0])
    memory = limits.memory or memory_for(row - 1, position.ground.seats, stakes.sides)
    job = SolveJob(position.ground, position.state, stakes, broken, memory, limits.nodes, limits.seconds)
    refused, nodes, found = backend.solve(job, cancel)
    if refused:
        raise Unsolvable(refused)
    if cancel.cancelled:
        raise Cancelled
    values = {position.labels.card(bit): found[bit] for bit in sorted(found)}
    return Solution(values, all(valued.solved for valued in values.values()), nodes)


def _refuse_large(position: Position) -> None:
    for hand in position.state.hand:
        lanes = (hand >> lane & 0xFFFF for lane in range(0, 64, 16))
        if hand.bit_count() > MOST_CARDS or any(lane.bit_count() > MOST_OF_A_SUIT for lane in lanes):
            raise Unsolvable("too-large")
