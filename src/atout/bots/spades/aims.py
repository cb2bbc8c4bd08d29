"""What the trick under way is worth to a seat of Spades, whoever takes it.

A side's points depend on the tricks it ends with. How many more it will take is not known; it is thought of as so many
draws, each with the side's share. Another trick is then worth the difference it makes on average: much for a contract
in the balance, everything for a nil, less than nothing once it is only a bag.
"""

from __future__ import annotations

from math import comb
from typing import Final

from atout.bots.sight import Sight
from atout.bots.spades.ledger import Ledger, ledger
from atout.bots.weigh import Aims, promise
from atout.seats import side_of
from atout.spades.hand import SpadesHand

_SPARE: Final = 0.5
"""Tricks a seat is thought to take beyond what it still needs."""
_STRAY: Final = 0.03
"""Tricks a seat is thought to take that wants none."""


def nils(hand: SpadesHand) -> frozenset[int]:
    """The seats whose nil is still unbroken."""
    return frozenset(
        seat for seat, (bid, won) in enumerate(zip(hand.bids, hand.board.won, strict=True), 1) if bid == 0 and not won
    )


def aims(hand: SpadesHand, sight: Sight) -> Aims:
    """What tricks are worth to the seat to play: its side's points less those of the others, on average."""
    rules, won = hand.rules, hand.board.won
    sides = side_of(rules.sides)
    mine = sides[sight.seat - 1]
    left = hand.board.cards_left - 1
    book = ledger(rules, tuple(bid or 0 for bid in hand.bids), hand.standing)
    shares = _shares(hand, sight, left)

    def gain(seat: int, tricks: tuple[int, ...]) -> float:
        """What a seat's next trick is worth to its side."""
        side = sides[seat - 1]
        share = sum(shares[partner - 1] for partner in rules.sides[side])
        return _mean(hand, book, side, _plus(tricks, seat), left, share) - _mean(hand, book, side, tricks, left, share)

    gains = [gain(seat, won) for seat in range(1, rules.players + 1)]
    rivals = len(rules.sides) - 1
    trick = tuple(worth if sides[seat - 1] == mine else -worth / rivals for seat, worth in enumerate(gains, 1))
    return Aims(trick, gain(sight.seat, _plus(won, sight.seat)))


def _plus(won: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*won[: seat - 1], won[seat - 1] + 1, *won[seat:])


def _shares(hand: SpadesHand, sight: Sight, left: int) -> tuple[float, ...]:
    """The chance of each seat to take any later trick: the mover's by its cards, the others' by what they need."""
    unbroken = nils(hand)
    own = min(left, sum(promise(sight, card) for card in sight.cards)) if sight.seat not in unbroken else _STRAY
    needs = [
        0.0 if seat == sight.seat else _STRAY if seat in unbroken else max(0, (bid or 0) - won) + _SPARE
        for seat, (bid, won) in enumerate(zip(hand.bids, hand.board.won, strict=True), 1)
    ]
    scale = (left - own) / (sum(needs) or 1)
    tricks = [own if seat == sight.seat else need * scale for seat, need in enumerate(needs, 1)]
    return tuple(count / left if left else 0.0 for count in tricks)


def _mean(hand: SpadesHand, book: Ledger, side: int, won: tuple[int, ...], left: int, share: float) -> float:
    """A side's points on average when it takes each of the tricks left with a chance."""
    share = min(0.98, max(0.0, share))
    mean = 0.0
    for more in range(left + 1):
        chance = comb(left, more) * share**more * (1.0 - share) ** (left - more)
        if chance > 1e-3:
            mean += chance * book.points(side, won)
        won = _plus(won, _taker(hand, side, won))
    return mean


def _taker(hand: SpadesHand, side: int, won: tuple[int, ...]) -> int:
    """The seat of a side that takes its next trick: the one that needs it most, a nil last."""

    def need(seat: int) -> int:
        bid = hand.bids[seat - 1] or 0
        return bid - won[seat - 1] if bid else -len(won) * hand.rules.cards_each

    return max(hand.rules.sides[side], key=need)
