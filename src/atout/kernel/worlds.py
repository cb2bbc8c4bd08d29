"""Worlds: deals consistent with all a seat knows, every one equally likely, or weighted."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import accumulate, chain
from math import fsum
from operator import or_
from typing import Final

from atout.cards import Cards
from atout.game import may_hold
from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import Backend, Cancel, checked, done, words
from atout.kernel.labels import Labels, labels_of, numbers, seated
from atout.kernel.plans import MOST_OPTIONS, Plan, Walk, plan
from atout.kernel.positions import in_play
from atout.kernel.twin.core import WORD, Rng
from atout.match import Match
from atout.seats import round_from
from atout.simulation import Footing
from atout.tricks import Board, Ordering

MOST_WORLDS: Final = 1 << 18
"""Worlds of one sample. They take a word a place each, and making room for them cannot be interrupted."""
_GOLDEN: Final = 0x9E3779B97F4A7C15
"""The golden ratio's fraction of a word: its multiples are spread evenly however many there are (Knuth 1973, 6.4)."""
Weigh = Callable[["Sample"], Sequence[float]]
"""The weight of every world of a sample, in proportion to how likely it is; none negative."""


class Sample:
    """Sampled worlds, a row each: the cards of the ``seats`` that play, then of seats that sit out, then of the
    face-down piles. ``rows`` holds them in the kernel's labels, ``width`` words a row; ``possible`` is how many worlds
    there are in all, ``None`` where they are not counted."""

    __slots__ = ("labels", "possible", "rows", "seats", "width")

    def __init__(
        self, labels: Labels, seats: tuple[int, ...], width: int, rows: array[int], possible: int | None = None
    ) -> None:
        self.labels = labels
        self.possible = possible
        self.seats = seats
        self.width = width
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows) // self.width

    def row(self, world: int) -> array[int]:
        """One world, in the kernel's labels."""
        return self.rows[world * self.width : (world + 1) * self.width]

    def places(self, world: int) -> tuple[Cards, ...]:
        """One world: the cards of every place."""
        return tuple(map(self.labels.cards, self.row(world)))

    def holding(self, world: int, seat: int) -> Cards:
        """The cards a seat that plays holds in one world."""
        return self.labels.cards(self.rows[world * self.width + self.seats.index(seat)])

    def different(self, count: int) -> int:
        """How many different worlds the first ``count`` are."""
        return len({self.row(world).tobytes() for world in range(count)})

    def chosen(self, worlds: Sequence[int]) -> Sample:
        """The sample of some of its worlds, in a given order, repeats allowed."""
        rows = array("Q")
        for world in worlds:
            rows += self.row(world)
        return Sample(self.labels, self.seats, self.width, rows, self.possible)


class Worlds:
    """Every deal that agrees with what a match, as one seat sees it, tells: own cards, cards played, suits others have
    shown to be without, cards known to be in a hand or out of play, a card taken up and perhaps discarded, counts. A
    deal that starts in its middle may not tell what was played before: those cards are a pile too.

    Sampling is exactly uniform, by counting; where counting would be too large (``counted`` is false) a Metropolis walk
    comes as close as one likes. ``ValueError`` if no deal agrees.
    """

    def __init__(self, view: Match, *, most_options: int = MOST_OPTIONS) -> None:
        hand, ordering, footing = in_play(view)
        board = hand.board
        self.labels = labels_of(ordering)
        self.seats = seated(board.players, board.sitting_out)
        """The seats that play."""
        resting = tuple(seat for seat in round_from(1, board.players) if seat in board.sitting_out)
        fixed, sizes, may = _places(board, ordering, footing, self.labels, (*self.seats, *resting))
        self.hidden = self.labels.cards(sum(may))
        """The cards whose place is not known."""
        self.plan: Plan | Walk = plan(fixed, sizes, may, most_options)
        self.counted = isinstance(self.plan, Plan)
        self._possible = self.plan.deals if isinstance(self.plan, Plan) else None

    def sample(
        self, count: int, *, seed: int = 0, first: int = 0, cancel: Cancel | None = None, backend: Backend = ACTIVE
    ) -> Sample:
        """Some worlds, drawn independently: world i from stream ``first`` + i of the seed."""
        width = len(self.plan.fixed)
        rows = words(checked("count", count, 1, MOST_WORLDS) * width)
        stream, start = checked("seed", seed, 0), checked("first", first, 0)
        done(lambda flag: backend.worlds(self.plan, stream, start, rows, flag), cancel)
        return Sample(self.labels, self.seats, width, rows, self._possible)

    def every(self) -> Sample:
        """Every world there is, once. Raises ``ValueError`` where they are not counted, or more than a sample holds."""
        if not isinstance(self.plan, Plan) or self.plan.deals > MOST_WORLDS:
            raise ValueError(f"more than {MOST_WORLDS} worlds fit")
        rows = array("Q", chain.from_iterable(self.plan.every()))
        return Sample(self.labels, self.seats, len(self.plan.fixed), rows, self._possible)

    def weighted(
        self,
        count: int,
        weigh: Weigh,
        *,
        pool: int = 8,
        seed: int = 0,
        cancel: Cancel | None = None,
        backend: Backend = ACTIVE,
    ) -> tuple[Sample, float]:
        """Some worlds in proportion to their weights (systematic resampling), and the effective number of worlds behind
        them: taken from all there are, if these are no more than are asked for, else from a uniform sample ``pool``
        times as large. Every beginning of the sample is spread evenly over the whole.

        Raises ``ValueError`` for weights that are negative, not a number, all 0, or not one a world.
        """
        wanted = checked("count", count, 1) * checked("pool", pool, 1)
        few = isinstance(self.plan, Plan) and self.plan.deals <= count
        drawn = self.every() if few else self.sample(wanted, seed=seed, cancel=cancel, backend=backend)
        weights = list(map(float, weigh(drawn)))
        total = fsum(weights)
        if len(weights) != len(drawn) or not all(0 <= weight < float("inf") for weight in weights) or not total:
            raise ValueError("weights must be one a world, from 0 up, and not all 0")
        steps = accumulate(weights)
        reached, world, chosen = next(steps), 0, []
        offset = Rng(seed, len(drawn)).next() / 2**64
        for pick in range(count):
            while reached <= (pick + offset) * total / count and world < len(weights) - 1:
                reached, world = next(steps), world + 1
            chosen.append(world)
        spread = sorted(range(count), key=lambda pick: pick * _GOLDEN & WORD)
        effective = total * total / fsum(weight * weight for weight in weights)
        return drawn.chosen([chosen[pick] for pick in spread]), effective


def _places(
    board: Board, ordering: Ordering, footing: Footing, labels: Labels, seats: tuple[int, ...]
) -> tuple[list[int], list[int], dict[int, int]]:
    """What each place surely holds, how many cards more it gets, and where each hidden card may lie."""
    fixed = [labels.mask(board.holding(seat).sure) for seat in seats]
    sizes = [board.holding(seat).unseen for seat in seats]
    piles = [size for size in footing.piles if size]
    fixed += [0] * len(piles)
    sizes += piles
    if board.out.sure:
        fixed.append(labels.mask(board.out.sure))
        sizes.append(0)
    placed = reduce(or_, fixed) | labels.mask(board.played())
    hidden = labels.pack & ~placed
    lost = hidden.bit_count() - sum(sizes)
    if lost > 0 and sum(board.won) > len(board.tricks):  # played before the position, or laid away, and not told
        piles.insert(0, lost)
        fixed.insert(len(seats), 0)
        sizes.insert(len(seats), lost)
    may = dict.fromkeys((1 << number for number in numbers(hidden)), 0)
    for place, seat in enumerate(seats):
        if sizes[place]:
            _allow(may, labels.mask(may_hold(board, ordering, seat)) & hidden, place)
    for place in range(len(seats), len(seats) + len(piles)):
        _allow(may, hidden, place)
    for kept in footing.kept:
        bit = labels.bit(kept.card)
        if bit in may:
            may[bit] &= 1 << seats.index(kept.seat) | 1 << (len(seats) + len(piles) - 1)
    return fixed, sizes, may


def _allow(may: dict[int, int], cards: int, place: int) -> None:
    for number in numbers(cards):
        may[1 << number] |= 1 << place
