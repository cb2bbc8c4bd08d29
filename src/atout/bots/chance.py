"""The randomness of one decision: derived from a seed and what the seat has seen, never carried along."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Final, TypeVar

from msgspec import Struct

from atout.cards import Cards
from atout.dealing import uniform
from atout.match import Match

T = TypeVar("T")
_FINE = 1 << 16


class Temper(Struct, frozen=True):
    """How rules of thumb are used: ``mood`` adds to the tricks a hand is thought to be worth; who is ``greedy`` wants
    every trick, needed or not."""

    mood: float = 0.0
    greedy: bool = False


EVEN: Final = Temper()


class Chance:
    """A stream of random numbers that belongs to one decision of one seat.

    It follows from a seed and from the facts of the decision: the deal's number, the seat, its cards, the cards
    played, its choices. Asking again starts again.
    """

    def __init__(self, seed: int, view: Match, seat: int) -> None:
        self._seed = seed
        self._view = view
        self._seat = seat

    def _key(self) -> bytes:
        """Made when it is needed: most decisions of a thinking player leave nothing to chance."""
        hand = self._view.hand
        assert hand is not None
        facts = (
            self._seed,
            self._view.number,
            self._seat,
            hand.board.holding(self._seat).sure,
            Cards.of(hand.board.played()),
            *hand.legal(self._seat),
        )
        return hashlib.sha256(" ".join(map(str, facts)).encode()).digest()

    def numbers(self, bound: int) -> Iterator[int]:
        """Numbers from 0 below a bound, all equally likely."""
        return uniform(self._key(), repeat(bound))

    def word(self) -> int:
        """A number of 63 bits: a seed for whatever draws by itself."""
        return int.from_bytes(self._key()[:8], "big") >> 1

    def one_of(self, choices: Sequence[T]) -> T:
        """One of some choices, all equally likely."""
        return choices[next(self.numbers(len(choices)))]

    def between(self, least: float, most: float) -> float:
        """A number between two others, any as likely."""
        return least + (most - least) * next(self.numbers(_FINE)) / (_FINE - 1)
