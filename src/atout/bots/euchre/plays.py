"""The casual opponent's card in Euchre."""

from __future__ import annotations

from typing import Final

from atout.actions import PLAYS, Action, Play
from atout.bots.sight import Sight, look
from atout.bots.weigh import heaviest, plain_aims
from atout.cards import Card
from atout.euchre.hand import EuchreHand

_DRAW: Final = 1.0
"""What drawing the others' trumps is worth to the maker, in tricks."""


def play(hand: EuchreHand, seat: int) -> Action:
    """The card that brings the seat's camp most tricks; the maker draws trumps first."""
    sight = look(hand, seat)
    cards = [action.card for action in hand.legal(seat) if isinstance(action, Play)]
    return PLAYS[
        heaviest(sight, plain_aims(sight), cards, lambda card: _DRAW * (seat == hand.maker and _draws(sight, card)))
    ]


def _draws(sight: Sight, card: Card) -> bool:
    """Whether leading a card takes trumps from the others and cannot lose."""
    trumps = sight.trumps
    return bool(sight.led is None and card.bit & trumps and sight.unseen & trumps and not sight.higher(card))
