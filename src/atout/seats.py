"""Seats around a table: numbered from 1 clockwise, their sides, and who sits out."""

from __future__ import annotations

from functools import cache
from typing import Final

MOST: Final = 6
"""Seats of the largest table there is."""
HOUSE = 0
"""The seat of the house, which deals and keeps the clock. Also the eyes of a spectator: public facts only."""

Side = tuple[int, ...]
"""The seats that score together, lowest first."""


@cache
def round_from(first: int, players: int) -> tuple[int, ...]:
    """All seats clockwise, starting with ``first``."""
    return tuple((first - 1 + step) % players + 1 for step in range(players))


def left_of(seat: int, players: int) -> int:
    """The next seat clockwise."""
    return seat % players + 1


@cache
def following(players: int, sitting_out: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """For each seat (index ``seat - 1``) the next seat clockwise that plays."""

    def next_of(seat: int) -> int:
        return next(s for s in round_from(left_of(seat, players), players) if s not in sitting_out)

    return tuple(next_of(seat) for seat in range(1, players + 1))


@cache
def solo(players: int) -> tuple[Side, ...]:
    """Everyone for himself: one side a seat."""
    return tuple((seat,) for seat in range(1, players + 1))


@cache
def pairs(players: int) -> tuple[Side, ...]:
    """Partners sit opposite: 1+3 and 2+4 at four."""
    half = players // 2
    return tuple((seat, seat + half) for seat in range(1, half + 1))


@cache
def side_of(sides: tuple[Side, ...]) -> tuple[int, ...]:
    """For each seat (index ``seat - 1``) the index of its side."""
    return tuple(next(i for i, side in enumerate(sides) if seat in side) for seat in range(1, sum(map(len, sides)) + 1))


def partners_of(sides: tuple[Side, ...], seat: int) -> frozenset[int]:
    """The other seats of a seat's side."""
    return frozenset(sides[side_of(sides)[seat - 1]]) - {seat}


def first_from(seat: int, players: int, sitting_out: frozenset[int]) -> int:
    """A seat, or the next one clockwise that plays."""
    return next(other for other in round_from(seat, players) if other not in sitting_out)
