"""Playouts: positions played to the end of the deal, at random or by a cheap script."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Final

from atout.cards import Card
from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import Backend, Cancel, PlayoutsJob, checked, done
from atout.kernel.positions import Position
from atout.kernel.twin.script import SHARE_ALL, Policy
from atout.kernel.worlds import Sample

MOST_PLAYOUTS: Final = 1 << 22
"""Playouts of one call. They take a byte a seat each, and making room for them cannot be interrupted."""


class Playouts:
    """What playouts came to. ``won[world, first, repeat, seat]`` are the tricks of a seat in the whole deal, seats by
    their place in ``seats``; a seat has taken a trick, and broken its nil, where that is not 0."""

    __slots__ = ("firsts", "repeats", "seats", "won", "worlds")

    def __init__(self, won: bytearray, seats: tuple[int, ...], worlds: int, firsts: int, repeats: int) -> None:
        self.seats = seats
        self.worlds = worlds
        self.firsts = firsts
        self.repeats = repeats
        self.won = memoryview(won).cast("B", (worlds, firsts, repeats, len(seats)))

    def column(self, seat: int, first: int = 0) -> bytes:
        """A seat's tricks in every playout after one of the first cards (by its number), world by world."""
        flat, size = self.won.cast("B"), len(self.seats)
        step = self.repeats * size
        starts = range(first * step, len(flat), self.firsts * step)
        place = self.seats.index(seat)
        return b"".join(bytes(flat[start + place : start + step : size]) for start in starts)

    def tricks(self, seat: int, first: int = 0) -> float:
        """A seat's average tricks after one of the first cards."""
        return sum(self.column(seat, first)) / (self.worlds * self.repeats)

    def took(self, seat: int, first: int = 0) -> float:
        """The share of playouts in which a seat took a trick, before or during them."""
        return 1 - self.column(seat, first).count(0) / (self.worlds * self.repeats)


def playouts(
    position: Position,
    sample: Sample | None = None,
    *,
    firsts: Iterable[Card] = (),
    aims: bytes | None = None,
    repeats: int = 1,
    share: float = 1.0,
    seed: int = 0,
    first_world: int = 0,
    cancel: Cancel | None = None,
    backend: Backend = ACTIVE,
) -> Playouts:
    """Plays a position out ``repeats`` times: in each world of a sample (or as it is, all cards being known), and after
    each of some first cards (or none given).

    ``share`` of the cards, from 0 to 1 in 256ths, is drawn at random; the others follow a cheap script. Playout r of
    world w draws from stream (first_world + w) · repeats + r of the seed, whatever the first card: the first cards
    meet the same chances, and a sample split among threads gives the same results. ``aims`` says what the seats try for
    in each world, where that is not the same in all: a byte a seat for its group, then one for the tricks its group
    needs. Raises ``ValueError`` for what does not fit together, ``Cancelled`` when cancelled.
    """
    given = array("Q", (position.first(card) for card in firsts)) or array("Q", (0,))
    if sample is None and not position.complete:
        raise ValueError("some hands are unseen: sample worlds first")
    if sample is not None and sample.seats != position.seats:
        raise ValueError("the sample is of another table")
    if not 0 <= share <= 1:
        raise ValueError(f"share must be from 0 to 1, not {share}")
    worlds = 1 if sample is None else len(sample)
    if aims is not None and len(aims) != 2 * worlds * len(position.seats):
        raise ValueError(f"aims must be {2 * len(position.seats)} bytes a world")
    playouts = worlds * len(given) * checked("repeats", repeats, 1)
    checked("the number of playouts", playouts, 1, MOST_PLAYOUTS)
    policy = Policy(round(share * SHARE_ALL), position.group, position.need, position.camp)
    rows = sample.rows if sample else None
    job = PlayoutsJob(
        position.ground, policy, position.state, rows, aims, worlds, given, repeats,
        checked("seed", seed, 0), checked("first_world", first_world, 0),
    )  # fmt: skip
    won = bytearray(playouts * len(position.seats))
    done(lambda flag: backend.playouts(job, won, flag), cancel)
    return Playouts(won, position.seats, worlds, len(given), repeats)
