"""Spades for the opponents: rules of thumb, and what thinking needs to know of the family."""

from __future__ import annotations

from atout.actions import Action
from atout.bots.chance import EVEN, Chance, Temper
from atout.bots.spades.auction import auction
from atout.bots.spades.belief import PLAYS, likelihood
from atout.bots.spades.bidding import bid, unseen
from atout.bots.spades.draws import draw
from atout.bots.spades.equity import equity
from atout.bots.spades.gifts import gift
from atout.bots.spades.ledger import count_of
from atout.bots.spades.plays import play
from atout.match import Match
from atout.spades.hand import SpadesHand
from atout.spades.stage import Stage

__all__ = ["PLAYS", "auction", "casual", "count_of", "equity", "likelihood"]


def casual(view: Match, seat: int, chance: Chance, temper: Temper = EVEN) -> Action:
    """What rules of thumb say at a turn in a deal of Spades."""
    hand = view.hand
    assert isinstance(hand, SpadesHand)
    match hand.stage:
        case Stage.DRAWING:
            return draw(hand, seat)
        case Stage.GIVING:
            return gift(hand, seat)
        case Stage.BIDDING if hand.may_be_blind(seat):
            return unseen(hand, seat)
        case Stage.BIDDING:
            return bid(hand, seat, chance, temper.mood)
        case _:
            return play(hand, seat, temper.greedy)
