"""The casual opponent's choices in the two-player draw."""

from __future__ import annotations

from typing import Final

from atout.actions import Action, Keep, Toss
from atout.cards import Rank, Suit
from atout.spades.hand import SpadesHand

_LOWEST_KEPT: Final = Rank.QUEEN


def draw(hand: SpadesHand, seat: int) -> Action:
    """Keeps spades and high cards; anything else is worth less than the hidden card is on average."""
    shown = hand.shown
    assert shown is not None and shown.rank is not None
    return Keep() if shown.suit is Suit.SPADES or shown.rank >= _LOWEST_KEPT else Toss()
