"""The casual opponent's choices in the two-player draw."""

from __future__ import annotations

from typing import Final

from atout.actions import Action, Keep, Toss
from atout.cards import Rank
from atout.spades.hand import SpadesHand

_LOWEST_KEPT: Final = Rank.QUEEN


def draw(hand: SpadesHand, seat: int) -> Action:
    """Keeps spades and high cards; anything else is worth less than the hidden card is on average."""
    shown = hand.shown
    assert shown is not None
    return Keep() if shown in hand.rules.spades or (shown.rank or 0) >= _LOWEST_KEPT else Toss()
