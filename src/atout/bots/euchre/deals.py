"""Deals as a seat believes them before the play: what it sees, and hands that would have said what was heard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atout.bots.belief import effective, tempered
from atout.bots.euchre.contracts import Dealt
from atout.bots.euchre.judge import Table
from atout.bots.search import Effort
from atout.kernel.twin.core import Rng


def imagined(
    table: Table, seat: int, effort: Effort, seed: int, weigh: Callable[[Dealt], float]
) -> tuple[list[Dealt], float]:
    """Deals of a table, weighted by how likely they make what was said, and how many equally likely ones they are
    worth. A dealer who takes the turned card up is dealt the others only."""
    hand = table.hand
    mine, out = hand.board.holding(seat), hand.board.out.sure
    unseen = hand.rules.pack - mine.sure - out
    if hand.turned is not None:
        unseen = unseen.without(hand.turned) if hand.turned in unseen else unseen
    sizes = [mine.unseen if other == seat else hand.rules.cards_each for other in range(1, hand.rules.players + 1)]
    known = [mine.sure.mask if other == seat else 0 for other in range(1, hand.rules.players + 1)]
    count = effort.bids * (max(1, effort.pool) if effort.trust else 1)
    bits = [card.bit for card in unseen]
    pool = [_dealt(bits, known, sizes, Rng(seed, at)) for at in range(count)]
    if not effort.trust:
        return pool, float(effort.bids)
    weights = tempered([weigh(deal) for deal in pool], effort.trust)
    total, chosen, reached, at = sum(weights), [], weights[0], 0
    for pick in range(effort.bids):
        while reached <= (pick + 0.5) * total / effort.bids and at < len(pool) - 1:
            at += 1
            reached += weights[at]
        chosen.append(pool[at])
    return chosen, effective(weights)


def _dealt(unseen: Sequence[int], known: Sequence[int], sizes: Sequence[int], rng: Rng) -> Dealt:
    cards = list(unseen)
    hands = []
    for held, size in zip(known, sizes, strict=True):
        for _ in range(size):
            held |= cards.pop(rng.below(len(cards)))
        hands.append(held)
    return tuple(hands)
