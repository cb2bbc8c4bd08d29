"""What the trick under way is worth to a seat of Spades, whoever takes it.

A side's points depend on the tricks it ends with. How many more it will take is not known; it is thought of as so many
draws, each with the side's share. Another trick is then worth the difference it makes on average: much for a contract
in the balance, everything for a nil, less than nothing once it is only a bag.
"""

from __future__ import annotations

from math import comb
from typing import Final

from atout.bots.sight import Sight
from atout.bots.spades.ledger import ledger
from atout.bots.weigh import Aims, promise, total
from atout.seats import side_of
from atout.spades.hand import SpadesHand

_SPARE: Final = 0.5
"""Tricks a seat is thought to take beyond what it still needs."""
_STRAY: Final = 0.03
"""Tricks a seat is thought to take that wants none."""
_NEGLIGIBLE: Final = 1e-3
"""A chance too small to be looked into."""


def aims(hand: SpadesHand, sight: Sight) -> Aims:
    """What tricks are worth to the seat to play: its side's points less those of the others, on average."""
    rules, won = hand.rules, hand.board.won
    sides = side_of(rules.sides)
    mine = sides[sight.seat - 1]
    book = ledger(rules, tuple(bid or 0 for bid in hand.bids), hand.standing, hand.blind)
    futures = _futures(hand, sight)

    def mean(side: int, tricks: tuple[int, ...]) -> float:
        """A side's points on average if the trick under way leaves it with these."""
        total = 0.0
        for chance in futures[side]:
            if chance > _NEGLIGIBLE:
                total += chance * book.points(side, tricks)
            tricks = _plus(tricks, _taker(hand, side, tricks))
        return total

    now = [mean(side, won) for side in range(len(rules.sides))]
    after = [mean(side, _plus(won, seat)) for seat, side in enumerate(sides, 1)]
    rivals = len(rules.sides) - 1
    trick = tuple(
        (points - now[side]) * (1.0 if side == mine else -1.0 / rivals)
        for side, points in zip(sides, after, strict=True)
    )
    mine_after = _plus(won, sight.seat)
    return Aims(trick, mean(mine, _plus(mine_after, sight.seat)) - after[sight.seat - 1])


def _plus(won: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*won[: seat - 1], won[seat - 1] + 1, *won[seat:])


def _futures(hand: SpadesHand, sight: Sight) -> list[list[float]]:
    """For each side, the chance of taking no trick after this one, of taking one, two, and so on."""
    left = hand.board.cards_left - 1
    expected = _expected(hand, sight, left)
    futures = []
    for side in hand.rules.sides:
        share = min(1.0, sum(expected[seat - 1] for seat in side) / (left or 1))
        futures.append([comb(left, more) * share**more * (1.0 - share) ** (left - more) for more in range(left + 1)])
    return futures


def _expected(hand: SpadesHand, sight: Sight, left: int) -> tuple[float, ...]:
    """The tricks each seat may expect after this one: the mover by its cards, the others by what they need."""
    unbroken = sight.shy
    own = _STRAY if sight.seat in unbroken else total(sight, sight.cards.mask, promise)
    own = min(left, own)
    needs = [
        0.0 if seat == sight.seat else _STRAY if seat in unbroken else max(0, (bid or 0) - won) + _SPARE
        for seat, (bid, won) in enumerate(zip(hand.bids, hand.board.won, strict=True), 1)
    ]
    scale = (left - own) / (sum(needs) or 1)
    return tuple(own if seat == sight.seat else need * scale for seat, need in enumerate(needs, 1))


def _taker(hand: SpadesHand, side: int, won: tuple[int, ...]) -> int:
    """The seat of a side that takes its next trick: the one that needs it most, a nil last."""
    seats = hand.rules.sides[side]
    if len(seats) == 1:
        return seats[0]
    return max(seats, key=lambda seat: (hand.bids[seat - 1] or -hand.rules.cards_each) - won[seat - 1])
