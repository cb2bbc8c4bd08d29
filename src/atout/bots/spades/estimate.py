"""What a hand of Spades is good for before a card is played: tricks to expect, and the safety of a nil."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import comb, exp, prod
from typing import Final

from msgspec import Struct

from atout.cards import Cards, Suit
from atout.kernel.labels import Labels, labels_of
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
PLAIN: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
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
_SURELY_LOST: Final = ((3, 5), (4, 7), (5, 9), (6, 11), (7, 13))
"""So many spades among so many of the highest break every nil."""


class Table(Struct, frozen=True):
    """What estimates need to know of a table: seats that oppose one, partners, and the part of the unseen cards that
    each of the others holds. Cheap to compare, where rules are not."""

    players: int
    partners: int
    share: float


@cache
def _table(players: int, partners: int, each: int, pack: int) -> Table:
    return Table(players, partners, each / (pack - each))


def table_of(rules: SpadesRules) -> Table:
    """The table of some rules."""
    return _table(rules.players, len(rules.sides[0]) - 1, rules.cards_each, len(rules.pack))


Lanes = tuple[int, ...]
"""The cards of each suit as 16 bits, the lowest first: suits are judged by the order of their cards alone."""


def lanes_of(labels: Labels, held: int) -> Lanes:
    """The suits of some labelled cards, by suit in play."""
    lanes = labels.lane
    return tuple((held & lanes[suit]) // (lanes[suit] & -lanes[suit]) for suit in Suit)


@lru_cache(maxsize=64)
def _whole(labels: Labels) -> Lanes:
    return lanes_of(labels, labels.pack)


def _suits(rules: SpadesRules, cards: Cards) -> tuple[Lanes, Lanes]:
    """The suits of a hand, and those of the pack."""
    labels = labels_of(rules.ordering)
    return lanes_of(labels, labels.mask(cards)), _whole(labels)


def tricks(rules: SpadesRules, cards: Cards) -> float:
    """The tricks a hand may expect: high cards that live, long spades, ruffs."""
    table, (held, pack) = table_of(rules), _suits(rules, cards)
    plain = sum(plain_tricks(table, held[suit], pack[suit]) for suit in PLAIN)
    own, spare = spade_tricks(table, held[Suit.SPADES], pack[Suit.SPADES])
    wanted = sum(ruffs_of(held[suit].bit_count()) for suit in PLAIN)
    judgement = JUDGEMENTS[rules.players]
    return judgement.luck + plain + own + judgement.ruffs * min(spare, wanted)


def nil_safety(rules: SpadesRules, cards: Cards) -> float:
    """The chance that a hand takes no trick when it tries to: from 0 (a sure trick among its spades) to 1.

    Each card is asked for with a chance, the lowest of its suit first; it then wins if the other hands play lower.
    """
    table, (held, pack) = table_of(rules), _suits(rules, cards)
    spades = spade_safety(held[Suit.SPADES], pack[Suit.SPADES])
    plain = (plain_safety(table, held[suit], pack[suit]) for suit in PLAIN)
    return float(spades * prod(plain))


def sure_tricks(rules: SpadesRules, cards: Cards) -> int:
    """The tricks nobody can take from a hand: its spades from the top."""
    held, pack = _suits(rules, cards)
    missing = pack[Suit.SPADES] & ~held[Suit.SPADES]
    return (held[Suit.SPADES] >> missing.bit_length()).bit_count()


def _usual_length(table: Table, pack: int) -> float:
    """The cards of a suit an average hand holds, which is about how often the suit is led."""
    return pack.bit_count() * table.share / (1.0 + table.share)


def _falling(held: int) -> Iterator[int]:
    """The cards of a suit from the top, each as a bit."""
    while held:
        card = 1 << held.bit_length() - 1
        yield card
        held ^= card


def plain_tricks(table: Table, held: int, pack: int) -> float:
    """The tricks of a hand's high cards in a plain suit."""
    expected, length, others = 0.0, held.bit_count(), pack & ~held
    for senior, card in enumerate(_falling(held)):
        missing = (others & -card).bit_count()
        rounds = senior + missing + 1
        if rounds > min(_ROUNDS, length) or missing >= len(_FINESSE):
            break
        expected += _FINESSE[missing] * _all_follow(table, others.bit_count(), rounds)
    return expected


@cache
def _all_follow(table: Table, outside: int, rounds: int) -> float:
    """The chance that no opponent is void in a suit by its so manieth round: each holds its share of the rest."""
    share = table.share
    short = sum(comb(outside, held) * share**held * (1 - share) ** (outside - held) for held in range(rounds))
    return float((1.0 - short) ** (table.players - 1 - table.partners))


def spade_tricks(table: Table, held: int, pack: int) -> tuple[float, float]:
    """The tricks of guarded high spades and of spades beyond the usual length; the spades left to ruff with."""
    high: list[float] = []
    length, others = held.bit_count(), pack & ~held
    for senior, card in enumerate(_falling(held)):
        missing = (others & -card).bit_count()
        if missing >= len(_HIGH) or length - senior <= missing:
            break
        high.append(_HIGH[missing])
    low = length - len(high)
    long = min(low, max(0.0, length - _usual_length(table, pack)))
    return sum(high) + JUDGEMENTS[table.players].long * long, low - long


def ruffs_of(length: int) -> float:
    """The ruffs that a plain suit of some length invites."""
    return _RUFFS[length] if length < len(_RUFFS) else 0.0


def plain_safety(table: Table, held: int, pack: int) -> float:
    """The chance that no card of a plain suit takes a trick against its owner's will."""
    help_ = _OPPONENT * (table.players - 1 - table.partners) + _PARTNER * table.partners
    rounds = _usual_length(table, pack) - _SPARED
    safety, last = 1.0, held.bit_count() - 1
    for senior, card in enumerate(_falling(held)):
        asked = 1.0 / (1.0 + exp((last - senior - rounds) / _ROUND))
        safety *= 1.0 - asked * _lower(card, pack & ~held) ** help_
    return float(safety)


def spade_safety(held: int, pack: int) -> float:
    """The chance that no spade of a hand takes a trick against its will; 0 where they are sure, or as good as sure."""
    if _takes_a_spade(held, pack):
        return 0.0
    return float(prod(1.0 - _STUCK * _lower(card, pack & ~held) ** _SAVED for card in _falling(held)))


def _lower(card: int, others: int) -> float:
    """The part of the cards of its suit in other hands that a card beats, from 0 to 1."""
    return (others & (card - 1)).bit_count() / (others.bit_count() or 1)


def _takes_a_spade(held: int, pack: int) -> bool:
    """The highest; the next two; too many high ones to have enough low ones to play under them."""
    top = list(_falling(pack))
    if held & top[0] or (held & top[1] and held & top[2]):
        return True
    return any((held & sum(top[:highest])).bit_count() >= count for count, highest in _SURELY_LOST)
