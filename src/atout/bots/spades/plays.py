"""The casual opponent's card in Spades."""

from __future__ import annotations

from atout.actions import PLAYS, Action, Play
from atout.bots.sight import Sight, look
from atout.bots.spades.aims import aims
from atout.bots.weigh import heaviest, plain_aims
from atout.cards import Card
from atout.spades.hand import SpadesHand
from atout.spades.simulation import footing


def play(hand: SpadesHand, seat: int, greedy: bool = False) -> Action:
    """The card that serves the contracts best; or, for the greedy, the one that takes most tricks."""
    sight = look(hand, seat, footing(hand).goals)
    cards = [action.card for action in hand.legal(seat) if isinstance(action, Play)]
    wanted = plain_aims(sight) if greedy and seat not in sight.shy else aims(hand, sight)
    return PLAYS[heaviest(sight, wanted, cards, lambda card: _shortens(sight, card))]


def _shortens(sight: Sight, card: Card) -> float:
    """A little for getting rid of a plain suit while there are trumps to ruff with."""
    if card.bit & sight.trumps or not sight.cards.mask & sight.trumps or sight.seat in sight.shy:
        return 0.0
    return 1.0 / max(1, (sight.suit_of(card) & sight.cards.mask).bit_count()) ** 2
