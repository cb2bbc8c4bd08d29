"""The casual opponent's word where something else is asked than who makes trump: bids and the bidder's trump, a poor
hand's claims, a lone defence, staying in."""

from __future__ import annotations

from typing import Final

from atout.actions import Action, Bid, DefendAlone, Drop, Misdeal, Moon, Name, Pass, Stay, Swap
from atout.bots.chance import Chance
from atout.bots.euchre.calls import average
from atout.bots.euchre.hands import BASE, best_trump, sure_tricks, tricks, worth_of
from atout.cards import NO_TRUMP
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import Form
from atout.euchre.score import Undertaking
from atout.match import Match
from atout.seats import partners_of

_MOOD: Final = 0.1
"""Tricks by which two opponents may judge one hand differently."""
PASSED: Final = {Form.BID: -1.0, Form.BUCK: 0.2}
"""What leaving the deal to the others is worth, in points gained on them."""
_LONE_DEFENCE: Final = 3.2
"""What a defender's hand must be worth to play alone against a lone maker."""
STAYS: Final = 0.9
"""What a hand must be worth to stay in against the high bidder: it owes one trick."""


def exchange(hand: EuchreHand, seat: int) -> Action:
    """Three low cards are always worth three unknown ones; trumps to be, if the turned suit is, are kept."""
    swaps = [action for action in hand.legal(seat) if isinstance(action, Swap)]
    suit = hand.turned.suit if hand.turned is not None else None
    return min(swaps, key=lambda swap: sum(card.suit is suit for card in swap.cards)) if swaps else Pass()


def claims_misdeal(hand: EuchreHand, seat: int) -> bool:
    """Nothing above the ten is always thrown in."""
    return Misdeal() in hand.legal(seat)


def bid(view: Match, hand: EuchreHand, seat: int, chance: Chance, mood: float = 0.0) -> Action:
    """The bid that is worth most on average, or a pass; of bids that cannot fail the highest, as it is the last to be
    outbid, and from the dealer, whom nobody outbids, the lowest."""
    rules, cards = hand.rules, hand.board.holding(seat).sure
    mood += chance.between(-_MOOD, _MOOD)
    trump = best_trump(rules, cards, rules.trumps)
    own = worth_of(rules, trump, cards) + mood
    sure = sure_tricks(rules, trump, cards)
    with_partner = tricks(rules, own, no_trump=trump is NO_TRUMP)

    def worth(action: Action) -> float:
        match action:
            case Bid(promised):
                return average(view, hand, Undertaking(seat, promised), with_partner, sure)
            case Moon():
                out = partners_of(rules.sides, seat)
                moon = Undertaking(seat, rules.cards_each, True, out)
                expects = tricks(rules, own, alone=True, no_trump=trump is NO_TRUMP)
                return average(view, hand, moon, expects, sure)
        return PASSED[rules.form]

    rising = [action for action in hand.legal(seat) if not isinstance(action, Misdeal)]
    return max(rising if seat == hand.dealer else reversed(rising), key=worth)  # the first of equals


def choose(hand: EuchreHand, seat: int, chance: Chance) -> Action:
    """The trump of a seat whose right it is to name one; any at all, if its cards are still face down."""
    names = [action for action in hand.legal(seat) if isinstance(action, Name)]
    holding = hand.board.holding(seat)
    if holding.unseen:
        return chance.one_of(names)
    best = best_trump(hand.rules, holding.sure, [name.trump for name in names])
    return next(name for name in names if name.trump is best)


def defend(hand: EuchreHand, seat: int) -> Action:
    """Alone only with the hand of a maker."""
    assert hand.trump is not None
    own = worth_of(hand.rules, hand.trump, hand.board.holding(seat).sure)
    return DefendAlone() if own >= _LONE_DEFENCE else Pass()


def stay(hand: EuchreHand, seat: int) -> Action:
    """In for a likely trick, out for less."""
    assert hand.trump is not None
    own = worth_of(hand.rules, hand.trump, hand.board.holding(seat).sure) - BASE
    return Stay() if own >= STAYS else Drop()
