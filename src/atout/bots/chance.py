"""The randomness of one decision: derived from a seed and what the seat has seen, never carried along."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import TypeVar

from atout.cards import Cards
from atout.dealing import uniform
from atout.match import Match

T = TypeVar("T")
_FINE = 1 << 16


class Chance:
    """A stream of random numbers that belongs to one decision of one seat."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(key.encode()).digest()

    @classmethod
    def of(cls, seed: int, view: Match, seat: int) -> Chance:
        """The chance of the decision a seat has before it: its deal, its cards, the cards played, its choices."""
        assert view.hand is not None
        board = view.hand.board
        facts = (
            seed,
            view.number,
            seat,
            board.holding(seat).sure,
            Cards(board.played()),
            *view.legal(seat),
        )
        return cls(" ".join(map(str, facts)))

    def numbers(self, bound: int) -> Iterator[int]:
        """Numbers from 0 below a bound, all equally likely."""
        return uniform(self._key, repeat(bound))

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some choices, all equally likely."""
        return choices[next(self.numbers(len(choices)))]

    def between(self, least: float, most: float) -> float:
        """A number between two others, any as likely."""
        return least + (most - least) * next(self.numbers(_FINE)) / (_FINE - 1)
