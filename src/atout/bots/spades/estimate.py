"""What a hand of Spades is good for before a card is played: tricks to expect, and the safety of a nil."""

from __future__ import annotations

from math import comb, exp
from typing import Final

from msgspec import Struct

from atout.cards import Card, Cards, Rank, Suit
from atout.spades.rules import SpadesRules


class Judgement(Struct, frozen=True):
    """What play shows of hands at a table of some size.

    ``luck``: tricks that come to any hand beside those it can count; ``long`` and ``ruffs``: the part of its long
    spades and of its ruffs that comes home; ``spread``: how far, on average, the tricks taken lie from those expected.
    """

    luck: float
    long: float
    ruffs: float
    spread: float


JUDGEMENTS: Final = {
    2: Judgement(0.8, 1.0, 0.0, 1.3),
    3: Judgement(1.8, 1.1, 1.0, 1.25),
    4: Judgement(0.65, 0.85, 0.5, 1.15),
    5: Judgement(0.35, 0.7, 0.35, 0.8),
    6: Judgement(0.15, 0.5, 0.4, 0.7),
}
"""By number of players; measured on deals between casual opponents."""
_PLAIN: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_ROUNDS: Final = 3
"""Rounds of a plain suit in which a high card still counts."""
_FINESSE: Final = (1.0, 0.72, 0.35)
"""The chance that a guarded card wins, by the missing cards that beat it."""
_HIGH: Final = (1.0, 0.8, 0.5)
"""The same for a guarded spade."""
_RUFFS: Final = (1.5, 0.8, 0.25)
"""Ruffs to expect from a plain suit of no, one or two cards, while low spades last."""
_SPARED: Final = 1.5
"""Rounds of a plain suit that a nil is not asked for although it could follow to them: by then it has discarded."""
_ROUND: Final = 0.6
"""How gradually the rounds of a suit come to their end."""
_OPPONENT: Final = 0.6
_PARTNER: Final = 2.2
"""How much each opponent and the partner do, with their higher cards, to save a nil in a plain suit."""
_STUCK: Final = 0.7
"""How likely each spade is to be asked of a nil, however many there are: none can be thrown away safely."""
_SAVED: Final = 1.6
"""How much the others together do to save a nil among the spades."""
_SURELY_LOST: Final = ((3, 9), (4, 7), (5, 5), (6, 3), (7, 1))
"""So many spades above a rank break every nil."""


def tricks(rules: SpadesRules, cards: Cards) -> float:
    """The tricks a hand may expect: high cards that live, long spades, ruffs."""
    plain = sum(_plain_tricks(rules, cards, suit) for suit in _PLAIN)
    return JUDGEMENTS[rules.players].luck + plain + _spade_tricks(rules, cards)


def sure_tricks(rules: SpadesRules, cards: Cards) -> int:
    """The tricks nobody can take from a hand: its spades from the top."""
    sure = 0
    for held, top in zip(cards.of_suit(Suit.SPADES), rules.pack.of_suit(Suit.SPADES), strict=False):
        if held is not top:
            break
        sure += 1
    return sure


def usual_length(rules: SpadesRules, suit: Suit) -> float:
    """The cards of a suit an average hand holds, which is about how often the suit is led."""
    return len(rules.pack.of_suit(suit)) * rules.cards_each / len(rules.pack)


def _missing_above(rules: SpadesRules, cards: Cards, rank: Rank, suit: Suit) -> int:
    """Cards of a suit above a rank that another hand may hold."""
    return sum(card.rank is not None and card.rank > rank for card in (rules.pack - cards).of_suit(suit))


def _plain_tricks(rules: SpadesRules, cards: Cards, suit: Suit) -> float:
    mine = cards.of_suit(suit)
    outside = len((rules.pack - cards).of_suit(suit))
    expected = 0.0
    for senior, card in enumerate(mine):
        assert card.rank is not None
        missing = _missing_above(rules, cards, card.rank, suit)
        rounds = senior + missing + 1
        if rounds > min(_ROUNDS, len(mine)) or missing >= len(_FINESSE):
            break
        expected += _FINESSE[missing] * _all_follow(rules, outside, rounds)
    return expected


def _all_follow(rules: SpadesRules, outside: int, rounds: int) -> float:
    """The chance that no opponent is void in a suit by its so manieth round: each holds its share of the rest."""
    share = rules.cards_each / (len(rules.pack) - rules.cards_each)
    short = sum(comb(outside, held) * share**held * (1 - share) ** (outside - held) for held in range(rounds))
    return float((1.0 - short) ** (rules.players - len(rules.sides[0])))


def _spade_tricks(rules: SpadesRules, cards: Cards) -> float:
    """High spades that are guarded, spades beyond the usual length, and ruffs with the others."""
    mine = cards.of_suit(Suit.SPADES)
    high: list[float] = []
    for senior, card in enumerate(mine):
        assert card.rank is not None
        missing = _missing_above(rules, cards, card.rank, Suit.SPADES)
        if missing >= len(_HIGH) or len(mine) - senior <= missing:
            break
        high.append(_HIGH[missing])
    low = len(mine) - len(high)
    long = min(low, max(0.0, len(mine) - usual_length(rules, Suit.SPADES)))
    short = (len(cards.of_suit(suit)) for suit in _PLAIN)
    ruffs = min(low - long, sum(_RUFFS[length] for length in short if length < len(_RUFFS)))
    judgement = JUDGEMENTS[rules.players]
    return sum(high) + judgement.long * long + judgement.ruffs * ruffs


def nil_safety(rules: SpadesRules, cards: Cards) -> float:
    """The chance that a hand takes no trick when it tries to: from 0 (a sure trick among its spades) to 1.

    Each card is asked for with a chance, the lowest of its suit first; it then wins if the other hands play lower.
    """
    if _takes_a_spade(rules, cards):
        return 0.0
    partners = len(rules.sides[0]) - 1
    help_ = _OPPONENT * (rules.players - 1 - partners) + _PARTNER * partners
    safety = 1.0
    for spade in cards.of_suit(Suit.SPADES):
        safety *= 1.0 - _STUCK * _lower(rules, cards, spade) ** _SAVED
    for suit in _PLAIN:
        rounds = usual_length(rules, suit) - _SPARED
        for guards, card in enumerate(reversed(tuple(cards.of_suit(suit)))):
            asked = 1.0 / (1.0 + exp((guards - rounds) / _ROUND))
            safety *= 1.0 - asked * _lower(rules, cards, card) ** help_
    return safety


def _lower(rules: SpadesRules, cards: Cards, card: Card) -> float:
    """The part of the cards of its suit in other hands that a card beats, from 0 to 1."""
    assert card.suit is not None
    outside = (rules.pack - cards).of_suit(card.suit)
    return sum(other.index < card.index for other in outside) / (len(outside) or 1)


def _takes_a_spade(rules: SpadesRules, cards: Cards) -> bool:
    """Whether the spades of a hand are sure, or as good as sure, to take a trick."""
    ranks = [card.rank for card in cards.of_suit(Suit.SPADES) if card.rank is not None]
    top = [card.rank for card in rules.pack.of_suit(Suit.SPADES)]
    if ranks[:1] == top[:1] or ranks[:2] == top[1:3]:
        return True
    return any(sum(rank > above for rank in ranks) >= count for count, above in _SURELY_LOST)
