"""Euchre for the opponents: rules of thumb, and what thinking needs to know of the family."""

from __future__ import annotations

from atout.actions import Action, Misdeal
from atout.bots.chance import EVEN, Chance, Temper
from atout.bots.euchre.auction import auction
from atout.bots.euchre.belief import PLAYS, likelihood
from atout.bots.euchre.bids import bid, choose, claims_misdeal, defend, exchange, stay
from atout.bots.euchre.calls import call, discard
from atout.bots.euchre.equity import equity
from atout.bots.euchre.plays import play
from atout.bots.outcomes import Count
from atout.euchre.calls import Stage, names_by_right
from atout.euchre.hand import EuchreHand
from atout.match import Match

__all__ = ["PLAYS", "auction", "casual", "count_of", "equity", "likelihood"]


def count_of(hand: EuchreHand) -> Count:
    """Counts the tricks of a deal whose trump has been made."""
    return hand.count


def casual(view: Match, seat: int, chance: Chance, temper: Temper = EVEN) -> Action:
    """What rules of thumb say at a turn in a deal of Euchre."""
    hand = view.hand
    assert isinstance(hand, EuchreHand)
    match hand.stage:
        case Stage.DISCARDING:
            return discard(hand, seat)
        case Stage.PLAYING:
            return play(hand, seat)
        case Stage.EXCHANGING:
            return exchange(hand, seat)
        case Stage.DEFENDING:
            return defend(hand, seat)
        case Stage.STAYING:
            return stay(hand, seat)
    if claims_misdeal(hand, seat):
        return Misdeal()
    if hand.stage is Stage.BIDDING:
        return bid(view, hand, seat, chance, temper.mood)
    if names_by_right(hand):
        return choose(hand, seat, chance)
    return call(view, hand, seat, chance, temper.mood)
