"""What the events before the first card change in a deal of Euchre: who is asked what next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from atout.cards import NO_CARDS, Card, Cards
from atout.euchre.calls import Stage, first_stage, opponents
from atout.euchre.rules import Form, Lead, LoneLead
from atout.euchre.score import is_alone
from atout.events import (
    BidMade,
    DroppedOut,
    Event,
    MoonBid,
    Named,
    Ordered,
    Passed,
    SitsOut,
    Stayed,
    Swapped,
    TrumpFixed,
)
from atout.seats import first_from, left_of
from atout.tricks import Board, Holding, Position

if TYPE_CHECKING:
    from atout.euchre.hand import EuchreHand


def after_call(hand: EuchreHand, event: Event) -> EuchreHand:
    """The deal after something was said; an event of another kind changes nothing."""
    match event:
        case Passed(seat):
            return _passed(hand, seat)
        case Swapped(seat, given, taken):
            return _swapped(hand, seat, given, taken)
        case BidMade(seat, tricks):
            return _bid(replace(hand, maker=seat, contract=tricks), seat)
        case MoonBid(seat):
            return _bid(replace(hand, maker=seat, contract=hand.rules.cards_each, moon=True), seat)
        case Ordered(seat, trump):
            return replace(hand, trump=trump, maker=seat)
        case Named(seat, trump):
            return _after_trump(_turned_away(replace(hand, trump=trump, maker=seat)))
        case TrumpFixed(trump):
            return _to_play(_turned_away(replace(hand, trump=trump)))
        case SitsOut(seat):
            after = _resting(hand, seat)
            return after if hand.stage is Stage.ORDERING else _after_trump(after)  # ordered: the dealer discards first
        case Stayed(seat):
            return _stayed(hand, seat)
        case DroppedOut(seat):
            return _stayed(_resting(hand, seat), seat)
    return hand


def _asked(hand: EuchreHand, seat: int, stage: Stage) -> EuchreHand:
    """A seat is asked something."""
    return replace(hand, stage=stage, board=replace(hand.board, turn=seat))


def _resting(hand: EuchreHand, seat: int) -> EuchreHand:
    return hand.with_board(replace(hand.board, sitting_out=hand.board.sitting_out | {seat}))


def dealt(hand: EuchreHand, holdings: tuple[Holding, ...], stock: tuple[Card | None, ...]) -> EuchreHand:
    """The cards are out."""
    board = replace(hand.board, holdings=holdings, out=Holding.of(stock))
    if hand.rules.calling.farmers_hand:
        return replace(hand, stage=Stage.EXCHANGING, board=board, under=stock)
    return replace(hand, stage=first_stage(hand), board=board)


def turned_up(hand: EuchreHand, card: Card) -> EuchreHand:
    """A card lies face up; if it is the Benny the dealer names trump."""
    after = replace(hand, turned=card)
    return _asked(after, hand.dealer, Stage.NAMING) if card in hand.rules.benny else after


def _turned_away(hand: EuchreHand) -> EuchreHand:
    """Where bids make trump nobody takes the turned card: it is out of play once the trump is known."""
    if hand.rules.form is not Form.BUCK or hand.turned is None:
        return hand
    return hand.with_board(replace(hand.board, out=hand.board.out.gain(hand.turned)))


def _passed(hand: EuchreHand, seat: int) -> EuchreHand:
    after = left_of(seat, hand.rules.players)
    if hand.stage is Stage.DEFENDING:
        rest = opponents(hand)[opponents(hand).index(seat) + 1 :]
        return _asked(hand, rest[0], Stage.DEFENDING) if rest else _to_play(hand)
    if seat != hand.dealer:
        return _asked(hand, after, hand.stage)
    match hand.stage:
        case Stage.EXCHANGING:
            return _asked(replace(hand, under=()), after, first_stage(hand))
        case Stage.BIDDING if hand.maker is not None:
            return _asked(hand, hand.maker, Stage.NAMING)
    return _asked(hand, after, Stage.NAMING)


def _bid(hand: EuchreHand, seat: int) -> EuchreHand:
    """After the last bid, or one that nobody can pass, its bidder names trump."""
    highest = hand.moon or (hand.contract == hand.rules.cards_each and not hand.rules.calling.moon)
    if seat == hand.dealer or highest:
        return _asked(hand, seat, Stage.NAMING)
    return _asked(hand, left_of(seat, hand.rules.players), Stage.BIDDING)


def _swapped(hand: EuchreHand, seat: int, given: Cards, taken: tuple[Card | None, ...]) -> EuchreHand:
    board = hand.board
    held, out = board.holding(seat), board.out
    for card in given:
        held, out = held.lose(card), out.gain(card)
    for new in taken:
        held = held.gain(new)
        out = out.lose(new) if new is not None and new in out.sure else out.lose_unseen(out.sure)
    swapped = replace(board, holdings=board.with_holding(seat, held), out=out)
    first = left_of(hand.dealer, hand.rules.players)
    return _asked(replace(hand, board=swapped, under=()), first, first_stage(hand))


def _stayed(hand: EuchreHand, seat: int) -> EuchreHand:
    """The next opponent says whether he stays; after the last the play begins."""
    rest = opponents(hand)[opponents(hand).index(seat) + 1 :]
    return _asked(hand, rest[0], Stage.STAYING) if rest else _to_play(hand)


def discarded(hand: EuchreHand, seat: int, card: Card | None) -> EuchreHand:
    """After a hidden discard nothing is sure any more, except a turned card that could not be discarded."""
    board, held = hand.board, hand.board.holding(seat)
    if card is not None:
        left = held.lose(card)
    else:
        kept = NO_CARDS if hand.rules.calling.discard_turned or hand.turned is None else Cards.of((hand.turned,))
        left = held.lose_unseen(kept)
    assert len(left) == hand.rules.cards_each
    after = replace(board, holdings=board.with_holding(seat, left), out=board.out.gain(card))
    return _after_trump(hand.with_board(after))


def _after_trump(hand: EuchreHand) -> EuchreHand:
    """What is asked once trump is made: a lone defence, who stays; or the play begins."""
    assert hand.maker is not None
    others, out = opponents(hand), hand.board.sitting_out
    if hand.rules.calling.dropping:
        return _asked(hand, others[0], Stage.STAYING)
    lone = is_alone(hand.rules, hand.maker, out)
    if lone and hand.rules.calling.defend_alone and not out & set(others):
        return _asked(hand, others[0], Stage.DEFENDING)
    return _to_play(hand)


def _to_play(hand: EuchreHand) -> EuchreHand:
    leader = first_from(_leader(hand), hand.rules.players, hand.board.sitting_out)
    return _asked(hand, leader, Stage.PLAYING)


def _leader(hand: EuchreHand) -> int:
    """Who leads first, if that seat plays."""
    leading, players = hand.rules.leading, hand.rules.players
    if hand.maker is None:
        return left_of(hand.dealer, players)
    if leading.lone_lead is not None and is_alone(hand.rules, hand.maker, hand.board.sitting_out):
        return left_of(hand.maker if leading.lone_lead is LoneLead.MAKER else hand.dealer, players)
    match leading.lead:
        case Lead.DEALER:
            return left_of(hand.dealer, players)
        case Lead.MAKER:
            return left_of(hand.maker, players)
        case Lead.BIDDER:
            return hand.maker


def placed(hand: EuchreHand, position: Position) -> EuchreHand:
    """A deal from its middle."""
    bid = position.bids[position.maker - 1] if position.bids and position.maker is not None else 0
    board = Board(
        position.holdings,
        position.leader,
        position.won,
        out=position.out,
        gone=position.gone,
        sitting_out=position.sitting_out,
    )
    most = hand.rules.cards_each
    return replace(
        hand,
        stage=Stage.PLAYING,
        board=board,
        trump=position.trump,
        maker=position.maker,
        contract=min(bid, most),
        moon=bid > most,
    )
