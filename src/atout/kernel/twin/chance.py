"""Random sets of cards: the twin of ``chance.h``."""

from __future__ import annotations

from typing import Final

from atout.kernel.twin.core import WORD, Rng, nth_card

FEW: Final = 8
"""Sets up to this size are drawn card by card."""


def random_bits(rng: Rng, part: int, whole: int) -> int:
    """Bits that are each set with probability near part/whole: a multiple of 1/8, by combining three words."""
    eighths = (8 * part + whole // 2) // whole
    bits = 0
    for bit in (1, 2, 4):
        word = rng.next()
        bits = bits | word if eighths & bit else bits & word
    return WORD if eighths == 8 else bits


def random_cards(rng: Rng, cards: int, k: int) -> int:
    """``k`` of some cards, every such set exactly equally likely.

    A few are drawn card by card. Many: a random set of about the right size, then random cards in or out until it has
    it. No step prefers a card.
    """
    count = cards.bit_count()
    chosen = 0
    if k == count:
        return cards
    if k <= FEW:
        for drawn in range(k):
            chosen |= nth_card(cards & ~chosen, rng.below(count - drawn))
        return chosen
    chosen = cards & random_bits(rng, k, count)
    size = chosen.bit_count()
    for _ in range(size, k):
        chosen |= rng.card(cards & ~chosen)
    for _ in range(k, size):
        chosen ^= rng.card(chosen)
    return chosen
