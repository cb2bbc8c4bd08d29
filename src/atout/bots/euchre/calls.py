"""The casual opponent's calls in Euchre: whether a hand makes trump, alone or not, and what the dealer lays away."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final

from atout.actions import Action, Discard, Name, Order, Pass
from atout.bots.chance import Chance
from atout.bots.euchre.hands import GIFT, LEADING, keeps, tricks, worth_of
from atout.cards import NO_TRUMP, Cards
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import Lead
from atout.euchre.score import Undertaking, score
from atout.match import Match
from atout.seats import left_of, partners_of, round_from

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
        assert isinstance(action, Order | Name)
        out = partners_of(hand.rules.sides, seat) if action.alone else frozenset()
        return average(view, hand, Undertaking(seat, sitting_out=out), expected(hand, seat, action) + mood)

    return max((action for action in hand.legal(seat) if isinstance(action, Pass | Order | Name)), key=worth)


def leads_first(hand: EuchreHand, seat: int) -> bool:
    """Whether a seat leads whoever makes trump."""
    return hand.rules.leading.lead is Lead.DEALER and seat == left_of(hand.dealer, hand.rules.players)


def expected(hand: EuchreHand, seat: int, action: Order | Name) -> float:
    """The tricks a seat's side may expect after it orders or names trump."""
    rules, cards = hand.rules, hand.board.holding(seat).sure
    lead = LEADING * leads_first(hand, seat)
    if isinstance(action, Name):
        own = worth_of(rules, action.trump, cards) + lead
        return tricks(rules, own, alone=action.alone, no_trump=action.trump is NO_TRUMP)
    assert hand.turned is not None and hand.turned.suit is not None
    ordering = rules.ordering(hand.turned.suit)
    if seat == hand.dealer:
        taken = cards.with_card(hand.turned)
        own = keeps(ordering, taken, taken if rules.calling.discard_turned else cards)[0]
    else:
        own = worth_of(rules, hand.turned.suit, cards) + lead
        own += GIFT * (2 if hand.turned in ordering.promoted else 1) * favour(hand, seat, alone=action.alone)
    return tricks(rules, own, alone=action.alone)


def favour(hand: EuchreHand, seat: int, *, alone: bool = False) -> int:
    """Whom a turned card that is ordered helps: 1 the seat's partner, -1 an opponent, 0 a partner who sits out."""
    if hand.dealer not in partners_of(hand.rules.sides, seat):
        return -1
    return 0 if alone else 1


def average(view: Match, hand: EuchreHand, played: Undertaking, expects: float, sure: int = 0) -> float:
    """The points a maker's side gains on the others on average, when it may expect so many tricks; ``sure`` as
    ``chances_of`` takes them."""
    each = hand.rules.cards_each
    return averaged([gain(view, hand, played, taken) for taken in range(each + 1)], chances_of(expects, each, sure))


def chances_of(expects: float, most: int, sure: int = 0) -> list[float]:
    """The chances of taking 0 to ``most`` tricks, when so many may be expected; they add up to 1. Where that
    many are ``sure``, to the nearest trick, it cannot be fewer than those."""
    least = sure if sure >= expects - 0.5 else 0
    chances = [exp(-(((taken - expects) / _SPREAD) ** 2) / 2) * (taken >= least) for taken in range(most + 1)]
    total = sum(chances)
    return [chance / total for chance in chances]


def averaged(gains: Sequence[float], chances: Sequence[float]) -> float:
    """What is gained on average, by tricks taken from 0 on, with these chances."""
    return float(sum(map(mul, chances, gains)))


def threshold(view: Match, hand: EuchreHand, seat: int) -> float:
    """The tricks a seat's side must expect for the seat to call rather than pass."""
    low, high = 0.0, float(hand.rules.cards_each)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if average(view, hand, Undertaking(seat), middle) > _PASS else (middle, high)
    return high


def gain(view: Match, hand: EuchreHand, played: Undertaking, taken: int) -> float:
    """The points a maker's side gains on the others with some tricks, and what the end of the match adds."""
    rules, maker = hand.rules, played.maker
    assert maker is not None
    won = [0] * rules.players
    won[maker - 1] = taken
    others = [seat for seat in round_from(maker, rules.players)[1:] if seat not in partners_of(rules.sides, maker)]
    for trick in range(rules.cards_each - taken):
        won[others[trick % len(others)] - 1] += 1
    results = score(rules, played, tuple(won), hand.standing)
    mine = next(index for index, side in enumerate(rules.sides) if maker in side)
    points = [rules.ending.forward(result.points) for result in results]
    gain = points[mine] - (sum(points) - points[mine]) / (len(points) - 1)
    winners = rules.ending.winners(tuple(result.total for result in results), view.overtime)
    if winners is None:
        return gain
    return gain + (_GAME if mine in winners else -_GAME)
