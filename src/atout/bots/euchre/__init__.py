"""The casual opponent's Euchre: how it calls, discards and plays."""

from __future__ import annotations

from atout.actions import Action
from atout.bots.chance import Chance
from atout.bots.euchre.calls import call, discard
from atout.bots.euchre.plays import play
from atout.euchre.hand import EuchreHand, Stage
from atout.match import Match


def casual(view: Match, seat: int, chance: Chance) -> Action:
    """What the casual opponent does at its turn in a deal of Euchre."""
    hand = view.hand
    assert isinstance(hand, EuchreHand)
    match hand.stage:
        case Stage.DISCARDING:
            return discard(hand, seat)
        case Stage.PLAYING:
            return play(hand, seat)
        case _:
            return call(view, hand, seat, chance)
