"""What passes, calls and the dealer's discard tell of the hands behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import Final

from msgspec import Struct

from atout.bots.euchre.judge import Table
from atout.cards import Trump
from atout.euchre.hand import EuchreHand, Stage
from atout.euchre.rules import TRICKS, Form
from atout.kernel import Sample
from atout.kernel.labels import numbers
from atout.match import Match
from atout.seats import left_of, round_from

FIRST, SECOND = 1, 2

PLAYS: Final = 0.0
"""Cards played do not weigh beside calls: on boards they cost a little (docs/opponents.md)."""


class Heard(Struct, frozen=True):
    """Something a seat said: in which round of calls, and the trump it made (``None``: it passed)."""

    seat: int
    round: int
    trump: Trump | None


def heard(hand: EuchreHand) -> tuple[Heard, ...]:
    """Everything said so far, in order; nothing where a deal starts in its middle."""
    if hand.turned is None or hand.rules.form is not Form.TURNED or hand.turned in hand.rules.benny:
        return ()
    speaking = round_from(left_of(hand.dealer, hand.rules.players), hand.rules.players)
    if hand.stage in (Stage.ORDERING, Stage.NAMING):
        passed = speaking[: speaking.index(hand.board.turn)]
        first = passed if hand.stage is Stage.ORDERING else speaking
        second = () if hand.stage is Stage.ORDERING else passed
        return _passes(first, FIRST) + _passes(second, SECOND)
    assert hand.maker is not None
    before = speaking[: speaking.index(hand.maker)]
    if hand.trump is hand.turned.suit:
        return (*_passes(before, FIRST), Heard(hand.maker, FIRST, hand.trump))
    return (*_passes(speaking, FIRST), *_passes(before, SECOND), Heard(hand.maker, SECOND, hand.trump))


def _passes(seats: Sequence[int], number: int) -> tuple[Heard, ...]:
    return tuple(Heard(seat, number, None) for seat in seats)


def of_calls(table: Table, said: Sequence[Heard], seat: int) -> Callable[[Sequence[int]], float]:
    """How likely the others' calls are, for the five cards each was dealt (masks by seat, index ``seat - 1``)."""
    others = [word for word in said if word.seat != seat]

    def weight(dealt: Sequence[int]) -> float:
        product = 1.0
        for word in others:
            cards = dealt[word.seat - 1]
            if word.round == FIRST:
                chance = table.calls(word.seat, table.orders(word.seat, cards))
            elif word.trump is None:
                chance = table.calls(word.seat, table.names(word.seat, cards)[0])
            else:
                chance = table.calls(word.seat, table.named(word.seat, cards, word.trump))
            product *= chance if word.trump is not None else 1.0 - chance
        return product

    return weight


def likelihood(view: Match, seat: int, sample: Sample) -> Sequence[float]:
    """How likely the calls heard, and the dealer's discard, are in each world of the play."""
    hand = view.hand
    assert isinstance(hand, EuchreHand)
    said, board = heard(hand), hand.board
    if not said or sum(board.won) != len(board.tricks):
        return [1.0] * len(sample)
    table, trump, dealer = Table(view, hand), hand.trump, hand.dealer
    assert trump is not None and hand.turned is not None and hand.turned.suit is not None
    order = (*sample.seats, *sorted(board.sitting_out))
    weigh = of_calls(table, said, seat)
    card_of = {1 << number: sample.labels.card(1 << number).bit for number in numbers(sample.labels.pack)}
    played = [0] * hand.rules.players
    for player, card in chain(board.plays, *(trick.plays for trick in board.tricks)):
        played[player - 1] |= card.bit
    taken_up = said[-1].round == FIRST and dealer != seat
    weights = []
    for world in range(len(sample)):
        row = sample.row(world)
        places = [reduce(or_, (card_of[1 << number] for number in numbers(cards)), 0) for cards in row]
        dealt = [places[order.index(other)] | laid for other, laid in enumerate(played, 1)]
        weight = 1.0
        if taken_up:
            gone = places[-1]
            six = dealt[dealer - 1] | (gone if gone.bit_count() == 1 else 0)
            weight = table.lays_away(hand.turned.suit, six, gone) if six.bit_count() > TRICKS else 1.0
            dealt[dealer - 1] = six & ~hand.turned.bit
        weights.append(weight * weigh(dealt))
    return weights
