"""Whole random deals: cards, auction and play at random, counted. For benchmarks and statistics."""

from __future__ import annotations

from array import array
from typing import Final

from atout.kernel.backends import ACTIVE
from atout.kernel.game import Game
from atout.kernel.jobs import Backend, Cancel, checked, done, numbers

MOST_DEALS: Final = 1 << 20
"""Deals of one call. They take a few dozen bytes each, and making room for them cannot be interrupted."""


class Deals:
    """What random deals came to: ``points[deal, side]`` (no bags before the deal) and ``won[deal, seat]``, sides and
    seats counted from 0. All zero for a deal that was passed out."""

    __slots__ = ("points", "won")

    def __init__(self, game: Game, points: array[int], won: bytearray) -> None:
        shape = len(won) // game.seats
        self.points = memoryview(points).cast("B").cast("i", (shape, game.sides))
        self.won = memoryview(won).cast("B", (shape, game.seats))

    def __len__(self) -> int:
        return self.won.shape[0] if self.won.shape else 0


def deals(
    game: Game | str,
    count: int,
    *,
    seed: int = 0,
    first: int = 0,
    cancel: Cancel | None = None,
    backend: Backend = ACTIVE,
) -> Deals:
    """Random deals of a table (a rules spec, or a ``Game`` made of one), deal i from stream ``first`` + i of the seed.

    The dealer is drawn; every action is drawn from the legal ones, all equally likely, cards that change hands one
    after the other (misdeals are not claimed). Raises ``Cancelled`` when cancelled.
    """
    game = Game(game) if isinstance(game, str) else game
    checked("count", count, 1, MOST_DEALS)
    points, won = numbers(count * game.sides), bytearray(count * game.seats)
    stream, start = checked("seed", seed, 0), checked("first", first, 0)
    done(lambda flag: backend.deals(game, stream, start, points, won, flag), cancel)
    return Deals(game, points, won)
