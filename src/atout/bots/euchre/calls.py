"""The casual opponent's calls in Euchre: whether a hand makes trump, and what the dealer lays away."""

from __future__ import annotations

from math import exp
from typing import Final

from atout.actions import Action, Discard, Name, Order, Pass
from atout.bots.chance import Chance
from atout.cards import Card, Cards, Rank, Suit
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import TRICKS, Lead
from atout.euchre.score import score
from atout.match import Match
from atout.seats import left_of
from atout.tricks import Ordering, bower_ordering

_TRUMPS: Final = (1.0, 0.9, 0.75, 0.55, 0.45, 0.4)
"""Tricks a trump is good for, the highest of the pack first; those below count as the last."""
_COMPANY: Final = 0.12
"""What each trump after the second adds by being many."""
_ACE: Final = 0.6
_KING: Final = 0.15
_VOID: Final = 0.15
"""Tricks of a plain ace, of a plain king with company, of a plain suit to ruff while holding trumps."""
LEADING: Final = 0.1
"""What having the first lead adds."""
GIFT: Final = 0.5
"""Tricks lost by ordering a trump into another hand; a bower counts double."""
BASE: Final = 0.25
"""Tricks that come to any hand beside those it can count; measured, like the figures above, on played deals."""
_SPREAD: Final = 0.85
"""How far the tricks taken lie from those expected, on average."""
_MOOD: Final = 0.1
"""Tricks by which two opponents may judge one hand differently."""
_GAME: Final = 3.0
"""Points that winning the match, or losing it, is worth beyond the points that do it."""
_PASS: Final = -0.1
"""What passing is worth: the others score more often than they fall short."""
_HALVINGS: Final = 8
"""Steps in which the tricks are found from which a seat calls."""


def strength(ordering: Ordering, cards: Cards) -> float:
    """The tricks a hand may expect as the maker of the ordering's trump."""
    assert ordering.trump is not None
    trumps = cards & ordering.of_suit(ordering.trump)
    plain = (suit for suit in Suit if suit is not ordering.trump)
    return (
        BASE
        + trump_strength(ordering, trumps)
        + sum(plain_strength(cards & ordering.of_suit(suit), bool(trumps)) for suit in plain)
    )


def trump_strength(ordering: Ordering, trumps: Cards) -> float:
    """The tricks a hand's trumps are good for."""
    assert ordering.trump is not None
    ladder = sorted(ordering.of_suit(ordering.trump), key=lambda card: -ordering.power(card, ordering.suit(card)))
    own = sum(_TRUMPS[min(ladder.index(card), len(_TRUMPS) - 1)] for card in trumps)
    return own + _COMPANY * max(0, len(trumps) - 2)


def plain_strength(held: Cards, with_trumps: bool) -> float:
    """The tricks a plain suit's cards are good for, or its being void beside trumps."""
    ranks = {card.rank for card in held}
    if Rank.ACE in ranks:
        return _ACE
    if Rank.KING in ranks and len(held) > 1:
        return _KING
    return _VOID if not held and with_trumps else 0.0


def keeps(ordering: Ordering, cards: Cards, allowed: Cards) -> tuple[float, Card]:
    """The best hand left after a discard, by its strength, and the discard."""

    def left(card: Card) -> tuple[float, float]:
        return strength(ordering, cards.without(card)), -ordering.power(card, ordering.suit(card))

    best = max(allowed, key=left)
    return left(best)[0], best


def discard(hand: EuchreHand, seat: int) -> Action:
    """The card whose loss hurts least."""
    assert hand.ordering is not None
    allowed = Cards.of(action.card for action in hand.legal(seat) if isinstance(action, Discard) and action.card)
    return Discard(keeps(hand.ordering, hand.board.holding(seat).sure, allowed)[1])


def call(view: Match, hand: EuchreHand, seat: int, chance: Chance, mood: float = 0.0) -> Action:
    """The call that is worth most on average; a pass unless one is worth something."""
    mood += chance.between(-_MOOD, _MOOD)

    def worth(action: Action) -> float:
        if isinstance(action, Pass):
            return _PASS
        return average(view, hand, seat, expected(hand, seat, action) + mood)

    return max(hand.legal(seat), key=worth)


def expected(hand: EuchreHand, seat: int, action: Action) -> float:
    """The tricks a seat may expect as the maker after ordering or naming trump."""
    cards = hand.board.holding(seat).sure
    leads = hand.rules.leading.lead is Lead.DEALER and seat == left_of(hand.dealer, hand.rules.players)
    lead = LEADING if leads else 0.0
    match action:
        case Name(trump):
            return strength(bower_ordering(hand.rules.pack, trump), cards) + lead
        case Order() if hand.turned is not None and hand.turned.suit is not None:
            ordering = bower_ordering(hand.rules.pack, hand.turned.suit)
            if seat == hand.dealer:
                taken = cards.with_card(hand.turned)
                allowed = taken if hand.rules.calling.discard_turned else cards
                return keeps(ordering, taken, allowed)[0]
            gift = GIFT * (2 if hand.turned in ordering.promoted else 1)
            return strength(ordering, cards) + lead - gift
    raise ValueError(f"not a call that makes trump: {action}")


def average(view: Match, hand: EuchreHand, seat: int, tricks: float) -> float:
    """The points a seat gains on the others on average as the maker, when it may expect so many tricks."""
    chances = {taken: exp(-(((taken - tricks) / _SPREAD) ** 2) / 2) for taken in range(TRICKS + 1)}
    total = sum(chances.values())
    return sum(chance * _gain(view, hand, seat, taken) for taken, chance in chances.items()) / total


def threshold(view: Match, hand: EuchreHand, seat: int) -> float:
    """The tricks a seat must expect to call rather than pass."""
    low, high = 0.0, float(TRICKS)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if average(view, hand, seat, middle) > _PASS else (middle, high)
    return high


def _gain(view: Match, hand: EuchreHand, seat: int, taken: int) -> float:
    """The points a maker gains on the others with some tricks, and what the end of the match adds."""
    won = tuple(taken if other == seat else 0 for other in range(1, hand.rules.players + 1))
    results = score(hand.rules, seat, won, hand.standing)
    mine = next(index for index, side in enumerate(hand.rules.sides) if seat in side)
    points = [result.points for result in results]
    gain = points[mine] - (sum(points) - points[mine]) / (len(points) - 1)
    winners = hand.rules.ending.winners(tuple(result.total for result in results), view.overtime)
    if winners is None:
        return gain
    return gain + (_GAME if mine in winners else -_GAME)
