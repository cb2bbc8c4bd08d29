"""Why an action of a deal of Spades is refused, and what is allowed instead."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from atout.actions import BLIND_NIL, PLAYS, Action, Bid, Deal, Give, Keep, Look, Misdeal, Play, Refusal, SetUp, Toss
from atout.cards import Card, Cards, Rank, Suit
from atout.game import refuse_play
from atout.spades.bidding import allowed_bids, refuse_bid
from atout.spades.giving import refuse_give
from atout.spades.groups import MisdealClaim
from atout.spades.stage import Stage
from atout.tricks import Position

if TYPE_CHECKING:
    from atout.spades.hand import SpadesHand

_FACES: Final = Cards.of(Card.of(suit, rank) for suit in Suit for rank in (Rank.KING, Rank.QUEEN, Rank.JACK))
_NOT_NOW: Final = {
    Stage.DEALING: "no-deal",
    Stage.DRAWING: "draw-first",
    Stage.BIDDING: "bid-first",
    Stage.GIVING: "give-first",
    Stage.PLAYING: "play-a-card",
    Stage.OVER: "no-deal",
}
_MISDEAL: Final = Misdeal()


def _refuse_house(hand: SpadesHand, seat: int, action: Action) -> Refusal | None:
    match action:
        case SetUp(Position(bids=None)) if hand.stage is Stage.DEALING:
            return Refusal("bids-missing", seat, action)
        case SetUp(Position(bids=bids)) if bids and not all(0 <= bid <= hand.rules.highest_bid for bid in bids):
            return Refusal("bid-out-of-range", seat, action, least=0, most=hand.rules.highest_bid)
        case Deal() | SetUp() if hand.stage is Stage.DEALING:
            return None
    return Refusal("no-deal", seat, action)


def refuse(hand: SpadesHand, seat: int, action: Action) -> Refusal | None:
    """Why a seat may not do this now, or ``None`` if it may."""
    turn = hand.turn
    if turn is None:
        return _refuse_house(hand, seat, action)
    if seat != turn:
        return Refusal("not-your-turn", seat, action, expected=turn)
    match action:
        case Play(card) if hand.stage is Stage.PLAYING:
            return _refuse_play(hand, seat, card)
        case Bid() if hand.stage is Stage.BIDDING:
            return _refuse_bid(hand, seat, action)
        case Look() if hand.stage is Stage.BIDDING:
            return None if hand.may_be_blind(seat) else Refusal("no-look", seat, action)
        case Misdeal() if hand.stage is Stage.BIDDING:
            return _refuse_misdeal(hand, seat, action)
        case Give() if hand.stage is Stage.GIVING:
            return refuse_give(hand.rules, hand.board, seat, action)
        case Keep() | Toss() if hand.stage is Stage.DRAWING:
            return None
    return Refusal(_NOT_NOW[hand.stage], seat, action)


def _refuse_play(hand: SpadesHand, seat: int, card: Card) -> Refusal | None:
    refusal = refuse_play(hand.board, hand.rules.ordering, seat, card, hand.may_lead)
    if refusal is not None and refusal.code == "may-not-lead" and hand.due is not None:
        return Refusal("must-open", seat, PLAYS[card], legal=refusal.legal, card=card)
    return refusal


def _refuse_bid(hand: SpadesHand, seat: int, bid: Bid) -> Refusal | None:
    """A plain bid implies having looked, unless it depends on the hand; a blind one is made without."""
    unseen = hand.may_be_blind(seat)
    if bid.blind and not unseen:
        return Refusal("no-blind-nil", seat, bid, least=hand.rules.bidding.blind_behind)
    if unseen and not bid.blind and hand.rules.bidding.by_hand:
        return Refusal("look-first", seat, bid)
    return refuse_bid(hand.rules, hand.bids, hand.waiting, bid, None if unseen else hand.board.holding(seat))


def _refuse_misdeal(hand: SpadesHand, seat: int, action: Action) -> Refusal | None:
    """R8; a hand with unseen cards is given the benefit of the doubt."""
    if hand.rules.dealing.misdeal is MisdealClaim.NO:
        return Refusal("no-misdeals", seat, action)
    if hand.may_be_blind(seat):
        return Refusal("look-first", seat, action)
    sure = hand.board.holding(seat).sure
    if sure & hand.rules.spades and sure & _FACES:
        return Refusal("no-misdeal", seat, action)
    return None


def allowed(hand: SpadesHand, seat: int) -> tuple[Action, ...]:
    """Everything the seat to act may do before the play."""
    rules = hand.rules
    holding = hand.board.holding(seat)
    match hand.stage:
        case Stage.DRAWING:
            return Keep(), Toss()
        case Stage.GIVING if holding.unseen:
            return (Give(Cards(), rules.bidding.nil_pass),)  # all that can be said of cards nobody sees
        case Stage.GIVING:
            return tuple(Give(Cards.of(cards)) for cards in combinations(holding.sure, rules.bidding.nil_pass))
    if hand.may_be_blind(seat):
        plain = () if rules.bidding.by_hand else allowed_bids(rules, hand.bids, hand.waiting)
        blind = () if _refuse_bid(hand, seat, BLIND_NIL) else (BLIND_NIL,)
        return *plain, *blind, Look()
    bids = allowed_bids(rules, hand.bids, hand.waiting, holding)
    return bids if _refuse_misdeal(hand, seat, _MISDEAL) else (*bids, _MISDEAL)
