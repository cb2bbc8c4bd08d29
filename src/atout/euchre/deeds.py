"""What an action of a deal of Euchre brings about: the only place that reads what lies face down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atout.actions import (
    Action,
    Bid,
    Deal,
    DefendAlone,
    Discard,
    Drop,
    Misdeal,
    Moon,
    Name,
    Order,
    Pass,
    Play,
    SetUp,
    Stay,
    Swap,
)
from atout.cards import Card
from atout.dealing import share_out
from atout.euchre.calls import Stage, names_by_right
from atout.euchre.rules import DIRTY, EXCHANGED, EuchreRules
from atout.events import (
    BidMade,
    Dealt,
    DealVoid,
    DefendedAlone,
    Discarded,
    DroppedOut,
    Event,
    HandSeen,
    MisdealClaimed,
    MoonBid,
    Named,
    Ordered,
    Passed,
    Placed,
    Played,
    Settled,
    SitsOut,
    Stayed,
    Swapped,
    TookUp,
    TrumpFixed,
    TurnedDown,
    TurnedUp,
    VoidReason,
)
from atout.game import end_of_trick
from atout.seats import left_of, partners_of, round_from
from atout.tricks import Holding

if TYPE_CHECKING:
    from atout.euchre.hand import EuchreHand

_ROUNDS = {Stage.EXCHANGING: 0, Stage.ORDERING: 1, Stage.BIDDING: 1, Stage.NAMING: 2, Stage.DEFENDING: 3}


def recipients(rules: EuchreRules, dealer: int) -> tuple[int, ...]:
    """Cards two and three at a time from the dealer's left, then the stock, its top card first."""
    seats = round_from(left_of(dealer, rules.players), rules.players)
    first = rules.cards_each % 3
    packets = (*((first,) if first else ()), *(3,) * (rules.cards_each // 3))
    dealt = tuple(seat for packet in packets for seat in seats for _ in range(packet))
    return dealt + (0,) * (len(rules.pack) - len(dealt))


def decide(hand: EuchreHand, seat: int, action: Action) -> tuple[Event, ...]:
    """The events of an allowed action."""
    match action:
        case Play(card):
            return _play(hand, seat, card)
        case Deal(order):
            return _deal(hand, order)
        case SetUp(position):
            return (Placed(position),)
        case Discard(card):
            return (Discarded(seat, card),)
        case Misdeal():
            return MisdealClaimed(seat), DealVoid(VoidReason.MISDEAL)
    return _call(hand, seat, action)


def _call(hand: EuchreHand, seat: int, action: Action) -> tuple[Event, ...]:
    match action:
        case Pass():
            return _pass(hand, seat)
        case Order(alone):
            assert hand.turned is not None and hand.turned.suit is not None
            out = _partner_out(hand, seat) if alone else ()
            return Ordered(seat, hand.turned.suit, alone), *out, TookUp(hand.dealer, hand.turned)
        case Name(trump, alone):
            return Named(seat, trump, alone), *_after_naming(hand, seat, alone)
        case Bid(tricks):
            return (BidMade(seat, tricks),)
        case Moon():
            return (MoonBid(seat),)
        case Swap(cards):
            return (Swapped(seat, cards, hand.under[-EXCHANGED:]),)
        case DefendAlone():
            return DefendedAlone(seat), *_partner_out(hand, seat)
        case Stay():
            return (Stayed(seat),)
        case Drop():
            return _drop(hand, seat)
    raise ValueError(f"not an action of a deal of Euchre: {action}")


def _deal(hand: EuchreHand, order: tuple[Card | None, ...]) -> tuple[Event, ...]:
    hands, stock = share_out(recipients(hand.rules, hand.dealer), order, hand.rules.players)
    holdings = tuple(map(Holding.of, hands))
    if not stock or stock[0] is None:  # no card is turned up; or a scorer's sheet, which was not told of it
        return (Dealt(holdings, stock),)
    turned, under = stock[0], stock[1:]
    if turned in hand.rules.benny:
        return Dealt(holdings, under, closed=(hand.dealer,)), TurnedUp(turned)
    if hand.rules.calling.dirty_clubs and turned.suit is DIRTY:
        return Dealt(holdings, under), TurnedUp(turned), TrumpFixed(DIRTY)
    return Dealt(holdings, under), TurnedUp(turned)


def _partner_out(hand: EuchreHand, seat: int) -> tuple[Event, ...]:
    return tuple(SitsOut(partner) for partner in sorted(partners_of(hand.rules.sides, seat)))


def _after_naming(hand: EuchreHand, seat: int, alone: bool) -> tuple[Event, ...]:
    """A lone maker's partner lays the cards away; whoever turned the Benny looks, and takes it."""
    if alone or hand.moon:
        return _partner_out(hand, seat)
    if hand.turned is not None and hand.turned in hand.rules.benny and names_by_right(hand):
        return HandSeen(seat, hand.board.holding(seat)), TookUp(seat, hand.turned)
    return ()


def _pass(hand: EuchreHand, seat: int) -> tuple[Event, ...]:
    passed = Passed(seat, _ROUNDS[hand.stage])
    if seat != hand.dealer:
        return (passed,)
    match hand.stage:
        case Stage.NAMING:
            return passed, DealVoid(VoidReason.PASSED_OUT)
        case Stage.BIDDING if not hand.contract:
            return passed, DealVoid(VoidReason.PASSED_OUT)
        case Stage.ORDERING if hand.turned is not None:
            return passed, TurnedDown(hand.turned)
    return (passed,)


def _drop(hand: EuchreHand, seat: int) -> tuple[Event, ...]:
    """When nobody is left against the high bidder, all tricks are his."""
    out = hand.board.sitting_out | {seat}
    if len(out) < hand.rules.players - 1:
        return (DroppedOut(seat),)
    won = tuple(hand.rules.cards_each * (other == hand.maker) for other in range(1, hand.rules.players + 1))
    return DroppedOut(seat), Settled(won, agreed=True), hand.evolve(DroppedOut(seat)).count(won)


def _play(hand: EuchreHand, seat: int, card: Card) -> tuple[Event, ...]:
    board, ordering = hand.board, hand.ordering
    assert ordering is not None
    events: list[Event] = [Played(seat, card)]
    taken, won = end_of_trick(board, ordering, seat, card)
    if taken:
        events.append(taken)
    if won:
        events.append(hand.count(won))
    return tuple(events)
