"""Plans for sampling deals: how many ways the hidden cards can lie, counted; or a walk where that is too many.

Cards that may lie in the same places are one class. Places that some class is barred from come first, one after the
other: for each the numbers of cards it may get of every class, weighted by the deals that follow. The other places
share what is left, any card anywhere, which needs no counting.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Final

from msgspec import Struct

from atout.kernel.labels import numbers

MOST_DEALS: Final = 1 << 63
"""Counts beyond this do not fit the kernel's words."""
MOST_OPTIONS: Final = 50_000
"""Choices beyond this take longer to count than a walk takes."""
STEPS_A_CARD: Final = 100
"""Steps of a walk for each hidden card."""
_NOTHING_FITS: Final = "the hidden cards do not fit the suits that seats have shown to be without"


class NoDeal(ValueError):
    """What is known contradicts itself: no deal fits."""


class Choice(Struct, frozen=True):
    """How many cards of each class a place gets, for the deals below ``until``, and the node that follows."""

    until: int
    node: int
    counts: tuple[int, ...]


class Plan(Struct, frozen=True):
    """A plan by counting. ``order`` are the barred places, which follow ``nodes`` from ``root`` on, then the
    places that share the rest; ``sizes`` is what each of them gets, ``fixed`` what each place surely holds."""

    fixed: tuple[int, ...]
    classes: tuple[int, ...]
    order: tuple[int, ...]
    sizes: tuple[int, ...]
    barred: int
    nodes: tuple[tuple[Choice, ...], ...]
    root: int

    @property
    def deals(self) -> int:
        """How many deals fit."""
        shared = self.sizes[self.barred :]
        return self.nodes[self.root][-1].until * factorial(sum(shared)) // prod(map(factorial, shared))

    def every(self) -> Iterator[tuple[int, ...]]:
        """The cards of each place in every deal that fits, one deal after the other."""

        def lay(at: int, node: int, row: tuple[int, ...], left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if at == len(self.order):
                yield row
                return
            place, choices = self.order[at], self.nodes[node]
            if at >= self.barred:
                left, choices = (sum(left),), (Choice(1, 0, (self.sizes[at],)),)
            for choice in choices:
                for given in product(*map(_subsets, left, choice.counts)):
                    rest = tuple(before ^ taken for before, taken in zip(left, given, strict=True))
                    yield from lay(
                        at + 1, choice.node, (*row[:place], row[place] | sum(given), *row[place + 1 :]), rest
                    )

        return lay(0, self.root, self.fixed, self.classes)


class Walk(Struct, frozen=True):
    """A plan by a Metropolis walk: the hidden cards by number, where each lies at first and may lie (bits)."""

    fixed: tuple[int, ...]
    cards: tuple[int, ...]
    place: tuple[int, ...]
    may: tuple[int, ...]
    ring: int
    steps: int


def _subsets(cards: int, count: int) -> Iterator[int]:
    """Every choice of so many of some cards."""
    return map(sum, combinations([1 << number for number in numbers(cards)], count))


class _TooLarge(Exception):
    """Counting would take too long, or too large numbers."""


def plan(fixed: list[int], sizes: list[int], may: dict[int, int], most_options: int = MOST_OPTIONS) -> Plan | Walk:
    """A plan for places that surely hold ``fixed`` and get ``sizes`` more cards each; ``may`` gives for each hidden
    card (a bit) the places it may lie in (bits). Raises ``NoDeal`` where nothing fits."""
    if sum(sizes) != len(may):
        raise NoDeal(f"{len(may)} cards are hidden, and there is room for {sum(sizes)}")
    fixed, sizes = fixed[:], sizes[:]
    classes = _settled(fixed, sizes, may)
    places = [place for place, size in enumerate(sizes) if size]
    barred = [place for place in places if any(not allowed >> place & 1 for allowed in classes)]
    order = barred + [place for place in places if place not in barred]
    counting = _Counting(sizes, barred, list(classes), most_options)
    try:
        deals, root = counting.count(0, tuple(map(int.bit_count, classes.values())))
    except _TooLarge:
        return _walk(fixed, sizes, classes)
    if not deals:
        raise NoDeal(_NOTHING_FITS)
    room = tuple(sizes[place] for place in order)
    nodes = tuple(counting.nodes) or ((Choice(1, 0, ()),),)
    return Plan(tuple(fixed), tuple(classes.values()), tuple(order), room, len(barred), nodes, root)


def _settled(fixed: list[int], sizes: list[int], may: dict[int, int]) -> dict[int, int]:
    """Lays the cards that can lie in one place only; the others by the places they may lie in."""
    while True:
        full = sum(1 << place for place, size in enumerate(sizes) if not size)
        classes: dict[int, int] = {}
        for card, allowed in may.items():
            classes[allowed & ~full] = classes.get(allowed & ~full, 0) | card
        if 0 in classes:
            raise NoDeal("a hidden card has no place left to lie in")
        forced = [allowed for allowed in classes if not allowed & (allowed - 1)]
        if not forced:
            return classes
        for allowed in forced:
            place = allowed.bit_length() - 1
            fixed[place] |= classes[allowed]
            sizes[place] -= classes[allowed].bit_count()
            if sizes[place] < 0:
                raise NoDeal("more cards must lie in one place than it has room for")
        laid = sum(classes[allowed] for allowed in forced)
        may = {card: allowed for card, allowed in may.items() if not card & laid}


class _Counting:
    """Counts the deals that follow each choice, by dynamic programming over what is left of each class."""

    def __init__(self, sizes: list[int], barred: list[int], allowed: list[int], most_options: int) -> None:
        self.sizes = sizes
        self.barred = barred
        self.allowed = allowed
        self.budget = most_options
        self.nodes: list[tuple[Choice, ...]] = []
        self.known: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}

    def count(self, at: int, left: tuple[int, ...]) -> tuple[int, int]:
        """Deals that fill the places from ``at`` on, and the number of the node that chooses among them."""
        if at == len(self.barred):
            return 1, 0
        if (at, left) in self.known:
            return self.known[at, left]
        choices: list[Choice] = []
        deals = 0
        for counts in self._shares(self.barred[at], left):
            rest = tuple(before - given for before, given in zip(left, counts, strict=True))
            follow, node = self.count(at + 1, rest)
            for before, given in zip(left, counts, strict=True):
                follow *= comb(before, given)
            if follow:
                deals += follow
                choices.append(Choice(deals, node, counts))
        self.budget -= len(choices)
        if self.budget < 0 or deals >= MOST_DEALS:
            raise _TooLarge
        self.known[at, left] = deals, len(self.nodes)
        self.nodes.append(tuple(choices))
        return self.known[at, left]

    def _shares(self, place: int, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every way to take the place's cards from the classes it may hold."""
        most = [count if allowed >> place & 1 else 0 for count, allowed in zip(left, self.allowed, strict=True)]

        def from_class(k: int, due: int, room: int) -> Iterator[tuple[int, ...]]:
            if k == len(most):
                yield ()
                return
            room -= most[k]
            for given in range(max(0, due - room), min(due, most[k]) + 1):
                for rest in from_class(k + 1, due - given, room):
                    yield (given, *rest)

        due, room = self.sizes[place], sum(most)
        return from_class(0, due, room) if room >= due else iter(())


def _walk(fixed: list[int], sizes: list[int], classes: dict[int, int]) -> Walk:
    """A walk from the first deal that fits, found by making room along chains of places."""
    cards = [(number, allowed) for allowed, mask in classes.items() for number in numbers(mask)]
    held: list[list[int]] = [[] for _ in sizes]  # by place, the indices of its cards

    def lay(index: int, tried: set[int]) -> bool:
        for place in numbers(cards[index][1]):
            if place in tried or not sizes[place]:
                continue
            tried.add(place)
            if len(held[place]) < sizes[place]:
                held[place].append(index)
                return True
            for other in held[place]:
                if lay(other, tried):
                    held[place][held[place].index(other)] = index
                    return True
        return False

    for index in range(len(cards)):
        if not lay(index, set()):
            raise NoDeal(_NOTHING_FITS)
    place = [next(p for p, indices in enumerate(held) if index in indices) for index in range(len(cards))]
    ring = max(2, min(sum(map(bool, sizes)), len(classes)))
    numbered, may = zip(*cards, strict=True)
    return Walk(tuple(fixed), numbered, tuple(place), may, ring, STEPS_A_CARD * len(cards))
