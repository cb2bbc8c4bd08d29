"""What a hand of Spades is good for before a card is played: tricks to expect, and the safety of a nil."""

from __future__ import annotations

from math import comb
from typing import Final

from msgspec import Struct

from atout.cards import Cards, Rank, Suit
from atout.spades.rules import SpadesRules


class Judgement(Struct, frozen=True):
    """What play shows of hands at a table of some size.

    ``luck``: tricks that come to any hand beside those it can count; ``spades``: the part of its spade tricks that
    come home; ``spread``: how far, on average, the tricks taken lie from those expected.
    """

    luck: float
    spades: float
    spread: float


JUDGEMENTS: Final = {
    2: Judgement(1.0, 1.0, 1.3),
    3: Judgement(2.0, 1.0, 1.5),
    4: Judgement(0.65, 0.8, 1.2),
    5: Judgement(0.1, 0.77, 0.75),
    6: Judgement(0.0, 0.65, 0.65),
}
"""By number of players; measured on deals between casual opponents."""
_ROUNDS: Final = 3
"""Rounds of a plain suit in which a high card still counts."""
_FINESSE: Final = (1.0, 0.72, 0.35)
"""The chance that a guarded card wins, by the missing cards that beat it."""
_RUFFS: Final = (1.5, 0.8, 0.25)
"""Ruffs to expect from a plain suit of no, one or two cards, while low spades last."""
_FORCED: Final = (0.75, 0.6, 0.4, 0.22, 0.1)
"""How likely a nil is to be asked for its lowest card of a suit, its second lowest, and so on."""
_SURELY_LOST: Final = ((3, Rank.NINE), (4, Rank.SEVEN), (5, Rank.FIVE), (6, Rank.THREE), (7, Rank.TWO))
"""So many spades above a rank break every nil."""


def tricks(rules: SpadesRules, cards: Cards) -> float:
    """The tricks a hand may expect: high cards that live, long spades, ruffs."""
    plain = sum(_plain_tricks(rules, cards, suit) for suit in Suit if suit is not Suit.SPADES)
    judgement = JUDGEMENTS[rules.players]
    return judgement.luck + plain + judgement.spades * _spade_tricks(rules, cards)


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
    usual = len(rules.pack.of_suit(Suit.SPADES)) * rules.cards_each / len(rules.pack)
    high = 0.0
    counted = 0
    for senior, card in enumerate(mine):
        assert card.rank is not None
        missing = _missing_above(rules, cards, card.rank, Suit.SPADES)
        if missing >= len(_FINESSE) or len(mine) - senior <= missing:
            break
        high += (1.0, 0.9, 0.7)[missing]
        counted += 1
    low = len(mine) - counted
    long = min(low, max(0.0, len(mine) - usual))
    ruffs = sum(
        _RUFFS[length]
        for suit in Suit
        if suit is not Suit.SPADES and (length := len(cards.of_suit(suit))) < len(_RUFFS)
    )
    return high + long + min(low - long, ruffs)


def nil_safety(rules: SpadesRules, cards: Cards) -> float:
    """The chance that a hand takes no trick when it tries to: from 0 (a sure trick among its spades) to 1."""
    if _takes_a_spade(rules, cards):
        return 0.0
    safety = 1.0
    for suit in Suit:
        outside = (rules.pack - cards).of_suit(suit)
        for guards, card in enumerate(reversed(tuple(cards.of_suit(suit)))):
            lower = sum(other.index < card.index for other in outside)
            if guards < len(_FORCED) and outside:
                safety *= 1.0 - _FORCED[guards] * (lower / len(outside)) ** 2
    return safety


def _takes_a_spade(rules: SpadesRules, cards: Cards) -> bool:
    """Whether the spades of a hand are sure, or as good as sure, to take a trick."""
    ranks = [card.rank for card in cards.of_suit(Suit.SPADES) if card.rank is not None]
    top = [card.rank for card in rules.pack.of_suit(Suit.SPADES)]
    if ranks[:1] == top[:1] or ranks[:2] == top[1:3]:
        return True
    return any(sum(rank > above for rank in ranks) >= count for count, above in _SURELY_LOST)
