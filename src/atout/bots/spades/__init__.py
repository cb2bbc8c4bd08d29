"""The casual opponent's Spades: what it draws, bids and plays."""

from __future__ import annotations

from atout.actions import Action
from atout.bots.chance import Chance
from atout.bots.spades.bidding import bid
from atout.bots.spades.draws import draw
from atout.bots.spades.plays import play
from atout.match import Match
from atout.spades.hand import SpadesHand, Stage


def casual(view: Match, seat: int, chance: Chance) -> Action:
    """What the casual opponent does at its turn in a deal of Spades."""
    hand = view.hand
    assert isinstance(hand, SpadesHand)
    match hand.stage:
        case Stage.DRAWING:
            return draw(hand, seat)
        case Stage.BIDDING:
            return bid(hand, seat, chance)
        case _:
            return play(hand, seat)
