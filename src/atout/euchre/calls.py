"""Everything said in a deal of Euchre before the first card: what a seat may say, and why not.

Three forms share these stages: a farmer's hand exchanged; ordering the turned card or naming another suit; bids, and
the high bidder's trump; a defender alone; who stays.
"""

from __future__ import annotations

from enum import Enum, auto
from itertools import combinations
from typing import TYPE_CHECKING, Final

from atout.actions import (
    BIDS,
    Action,
    Bid,
    DefendAlone,
    Drop,
    Misdeal,
    Moon,
    Name,
    Order,
    Pass,
    Refusal,
    Stay,
    Swap,
)
from atout.cards import NO_TRUMP, Cards, Rank, Suit
from atout.euchre.rules import EXCHANGED, LOW_RANKS, Form, MisdealClaim
from atout.seats import left_of, partners_of, round_from

if TYPE_CHECKING:
    from atout.euchre.hand import EuchreHand


class Stage(Enum):
    """What a deal is waiting for."""

    DEALING = auto()
    EXCHANGING = auto()
    """A farmer's hand, or none."""
    ORDERING = auto()
    """The first round of calls, about the turned card."""
    DISCARDING = auto()
    NAMING = auto()
    """The second round of calls; or the trump of the high bidder, or of the dealer who turned the Benny."""
    BIDDING = auto()
    DEFENDING = auto()
    """Whether an opponent of a lone maker plays alone too."""
    STAYING = auto()
    """Who plays against the high bidder."""
    PLAYING = auto()
    OVER = auto()


NOT_NOW: Final = {
    Stage.DEALING: "no-deal",
    Stage.EXCHANGING: "exchange-or-pass",
    Stage.ORDERING: "order-or-pass",
    Stage.DISCARDING: "discard-first",
    Stage.NAMING: "name-or-pass",
    Stage.BIDDING: "bid-or-pass",
    Stage.DEFENDING: "defend-or-pass",
    Stage.STAYING: "stay-or-drop",
    Stage.PLAYING: "play-a-card",
    Stage.OVER: "no-deal",
}
_NAMES: Final = tuple(Name(trump, alone) for alone in (False, True) for trump in (*Suit, NO_TRUMP))
_ABOVE_TEN: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


def speaking(hand: EuchreHand) -> tuple[int, ...]:
    """The seats in speaking order: from the dealer's left."""
    return round_from(left_of(hand.dealer, hand.rules.players), hand.rules.players)


def opponents(hand: EuchreHand) -> tuple[int, ...]:
    """The seats that are not on the maker's side, from the maker's left."""
    assert hand.maker is not None
    mine = partners_of(hand.rules.sides, hand.maker) | {hand.maker}
    return tuple(seat for seat in round_from(hand.maker, hand.rules.players) if seat not in mine)


def names_by_right(hand: EuchreHand) -> bool:
    """Whether trump is for one seat to name: the high bidder, or the dealer who turned the Benny up."""
    return hand.stage is Stage.NAMING and (hand.maker is not None or _turned_benny(hand))


def _turned_benny(hand: EuchreHand) -> bool:
    return hand.turned is not None and hand.turned in hand.rules.benny


def candidates(hand: EuchreHand, seat: int) -> tuple[Action, ...]:
    """What may be said at this stage, allowed now or not, in the order it is listed."""
    misdeal = () if hand.rules.calling.misdeal is MisdealClaim.NO else (Misdeal(),)
    match hand.stage:
        case Stage.EXCHANGING:
            return (Pass(), *_swaps(hand, seat))
        case Stage.ORDERING:
            return (*misdeal, Pass(), Order(), Order(alone=True))
        case Stage.NAMING:
            return (Pass(), *_NAMES)
        case Stage.BIDDING:
            return (*misdeal, Pass(), *BIDS[: hand.rules.cards_each + 1], Moon())
        case Stage.DEFENDING:
            return Pass(), DefendAlone()
        case Stage.STAYING:
            return Stay(), Drop()
    return ()


def _swaps(hand: EuchreHand, seat: int) -> tuple[Swap, ...]:
    low = [card for card in hand.board.possible(seat, hand.rules.pack) if card.rank in LOW_RANKS]
    return tuple(Swap(Cards.of(three)) for three in combinations(low, EXCHANGED))


def refuse(hand: EuchreHand, seat: int, action: Action) -> Refusal | None:
    """Why the seat whose turn it is may not say this now; ``None`` if it may."""
    stage, calling = hand.stage, hand.rules.calling
    match action:
        case Misdeal() if stage in (Stage.ORDERING, Stage.BIDDING):
            return _refuse_misdeal(hand, seat, action)
        case Swap(cards) if stage is Stage.EXCHANGING:
            return _refuse_swap(hand, seat, action, cards)
        case Order(alone) if stage is Stage.ORDERING:
            if hand.turned is None:
                return Refusal("turned-card-unknown", seat, action)
            owes = calling.partner_must_go_alone and hand.dealer in partners_of(hand.rules.sides, seat)
            return Refusal("partner-alone", seat, action) if owes and not alone else _refuse_alone(hand, action, alone)
        case Name(trump, alone) if stage is Stage.NAMING:
            if trump not in hand.rules.trumps:
                return Refusal("no-no-trump", seat, action)
            if hand.turned is not None and trump is hand.turned.suit and not names_by_right(hand):
                return Refusal("turned-down-suit", seat, action, hand.turned.suit)
            return _refuse_alone(hand, action, alone and not names_by_right(hand)) or (
                Refusal("not-alone-now", seat, action) if alone and names_by_right(hand) else None
            )
        case Bid() | Moon() if stage is Stage.BIDDING:
            return _refuse_bid(hand, seat, action)
        case Pass() if stage in (Stage.EXCHANGING, Stage.ORDERING, Stage.NAMING, Stage.BIDDING, Stage.DEFENDING):
            return _refuse_pass(hand, seat, action)
        case DefendAlone() if stage is Stage.DEFENDING:
            return None
        case Stay() | Drop() if stage is Stage.STAYING:
            return None
    return Refusal(NOT_NOW[stage], seat, action)


def _refuse_alone(hand: EuchreHand, action: Action, alone: bool) -> Refusal | None:
    return Refusal("nobody-alone", hand.board.turn, action) if alone and not hand.rules.calling.alone else None


def _refuse_misdeal(hand: EuchreHand, seat: int, action: Action) -> Refusal | None:
    """With cards unseen the claim may be right."""
    if hand.rules.calling.misdeal is MisdealClaim.NO:
        return Refusal("no-misdeals", seat, action)
    high = any(card.rank in _ABOVE_TEN or card.rank is None for card in hand.board.holding(seat).sure)
    return Refusal("no-misdeal-high", seat, action) if high else None


def _refuse_swap(hand: EuchreHand, seat: int, action: Action, cards: Cards) -> Refusal | None:
    may = Cards.of(card for card in hand.board.possible(seat, hand.rules.pack) if card.rank in LOW_RANKS)
    missing = next((card for card in cards if card not in hand.board.possible(seat, hand.rules.pack)), None)
    if missing is not None:
        return Refusal("not-held", seat, action, card=missing, legal=may)
    if len(cards) != EXCHANGED or not cards <= may:
        return Refusal("not-a-farmers-hand", seat, action, expected=EXCHANGED, legal=may)
    return None


def _refuse_bid(hand: EuchreHand, seat: int, action: Bid | Moon) -> Refusal | None:
    rules, most = hand.rules, hand.rules.cards_each
    least = rules.calling.least_bid or 1
    if isinstance(action, Moon):
        if not rules.calling.moon:
            return Refusal("no-moon", seat, action)
        return Refusal("bid-too-low", seat, action, least=hand.contract) if hand.moon else None
    if not least <= action.tricks <= most:
        return Refusal("bid-out-of-range", seat, action, least=least, most=most)
    too_low = hand.moon or action.tricks <= hand.contract
    return Refusal("bid-too-low", seat, action, least=hand.contract) if too_low else None


def _refuse_pass(hand: EuchreHand, seat: int, action: Action) -> Refusal | None:
    if names_by_right(hand):
        return Refusal("maker-must-name", seat, action)
    if seat != hand.dealer or not hand.rules.calling.stick:
        return None
    if hand.stage is Stage.NAMING:
        return Refusal("dealer-must-name", seat, action)
    if hand.stage is Stage.BIDDING and not hand.contract:
        return Refusal("dealer-must-bid", seat, action, least=hand.rules.calling.least_bid)
    return None


def first_stage(hand: EuchreHand) -> Stage:
    """What is asked first, once the cards are out and nothing is exchanged."""
    return Stage.ORDERING if hand.rules.form is Form.TURNED else Stage.BIDDING
