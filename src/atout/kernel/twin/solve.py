"""The exact solver in plain Python: the values of ``solve_two.h`` and ``solve_many.h``, by alpha-beta and max^n with a
memory of whole positions. Of equally good cards the lowest by label is played (with three sides and more it matters
to the others)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from atout.kernel.twin.core import Ground, State, highest_card, lane_of, lowest_card

STEP: Final = 1024
"""Nodes between two looks at the clock or the cancel flag."""


class Stakes(NamedTuple):
    """What the sides play for (``stakes_t``).

    ``side`` is the side of each seat, ``nil`` the bit that tells whether a seat has taken a trick (0: nobody asks).
    ``worth[side][broken][tricks]`` is what a side gets in the end for the nils broken and the tricks it takes from the
    root on, as whole numbers below 2^15 in size. With two sides only side 0's table counts: what it gains the other
    loses.
    """

    side: tuple[int, ...]
    nil: tuple[int, ...]
    worth: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.worth)


class Valued(NamedTuple):
    """What is known of one card (``valued_t``): with two sides, bounds of its worth to side 0; with more, the tricks
    still to come by seat."""

    least: int
    most: int
    tricks: tuple[int, ...]
    solved: bool


class Stopped(Exception):
    """A limit was reached."""


def choices(legal: int, others: int) -> Iterator[tuple[int, int]]:
    """Cards of a hand in groups of equals, lowest first: the highest and the lowest of each. Two cards are not equal if
    one of ``others`` lies between them."""
    groups = []
    while legal:
        card = highest_card(legal)
        lane = lane_of(card)
        below = others & lane & (card - 1)
        equal = legal & lane & ~(2 * highest_card(below) - 1 if below else 0)
        groups.append((card, lowest_card(equal)))
        legal ^= equal
    return reversed(groups)


class Solver:
    """A search from one position. ``most_nodes`` 0 is no limit; ``stop`` is asked every ``STEP`` nodes."""

    def __init__(self, ground: Ground, root: State, stakes: Stakes, most_nodes: int, stop: Callable[[], bool]) -> None:
        self.ground = ground
        self.stakes = stakes
        self.before = tuple(root.won)
        self.most_nodes = most_nodes
        self.stop = stop
        self.nodes = 0
        self.bounds: dict[tuple[object, ...], tuple[int, int]] = {}
        self.outcomes: dict[tuple[object, ...], tuple[int, ...]] = {}
        flat = [number for row in stakes.worth[0] for number in row]
        self.least, self.most = min(flat), max(flat)

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes % STEP == 0 and ((self.most_nodes and self.nodes >= self.most_nodes) or self.stop()):
            raise Stopped

    def _choices(self, state: State) -> Iterator[tuple[int, int]]:
        hand = state.hand[state.turn]
        others = state.best
        for held in state.hand:
            others |= held
        return choices(state.legal, others & ~hand)

    def _after(self, state: State, card: int) -> State:
        after = state.copy()
        after.play(self.ground, card)
        return after

    def _taken(self, state: State, side: int) -> int:
        won = zip(self.stakes.side, state.won, self.before, strict=True)
        return sum(now - before for of, now, before in won if of == side)

    def _broken(self, state: State, broken: int) -> int:
        for bit, now, before in zip(self.stakes.nil, state.won, self.before, strict=True):
            broken |= bit if now > before else 0
        return broken

    def _worth(self, state: State, side: int, broken: int) -> int:
        return self.stakes.worth[side][self._broken(state, broken)][self._taken(state, side)]

    def _key(self, state: State, broken: int) -> tuple[object, ...]:
        taken = tuple(self._taken(state, side) for side in range(self.stakes.sides))
        return *state.hand, state.turn, bool(state.shut), self._broken(state, broken), taken

    # --- two sides --------------------------------------------------------------------------------------------------

    def value(self, state: State, broken: int, alpha: int, beta: int) -> int:
        """What side 0 gets, exact between ``alpha`` and ``beta``, else a bound (fail-soft alpha-beta)."""
        self._count()
        if state.over:
            return self._worth(state, 0, broken)
        key = None
        if not state.count:
            key = self._key(state, broken)
            least, most = self.bounds.get(key, (self.least, self.most))
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            alpha, beta = max(alpha, least), min(beta, most)
        given_alpha, given_beta = alpha, beta
        rises = not self.stakes.side[state.turn]
        best = self.least if rises else self.most
        for card, _ in self._choices(state):
            found = self.value(self._after(state, card), broken, alpha, beta)
            if rises:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha >= beta:
                break
        if key:
            least, most = self.bounds.get(key, (self.least, self.most))
            if best > given_alpha:
                least = max(least, best)
            if best < given_beta:
                most = min(most, best)
            self.bounds[key] = least, most
        return best

    # --- more sides -------------------------------------------------------------------------------------------------

    def outcome(self, state: State, broken: int) -> tuple[int, ...]:
        """The tricks of each seat since the deal began when all play their best for their side (max^n)."""
        self._count()
        if state.over:
            return tuple(state.won)
        key = None
        if not state.count:
            key = self._key(state, broken)
            known = self.outcomes.get(key)
            if known is not None:
                return tuple(now + more for now, more in zip(state.won, known, strict=True))
        side = self.stakes.side[state.turn]
        best: tuple[int, ...] = ()
        most = 0
        for card, _ in self._choices(state):
            after = self._after(state, card)
            found = self.outcome(after, broken)
            after.won = list(found)
            worth = self._worth(after, side, broken)
            if not best or worth > most:
                best, most = found, worth
        if key:
            self.outcomes[key] = tuple(end - now for end, now in zip(best, state.won, strict=True))
        return best

    def valued(self, state: State, card: int, broken: int) -> Valued:
        """The value of a card; raises ``Stopped``."""
        after = self._after(state, card)
        if self.stakes.sides == 2:
            worth = self.value(after, broken, self.least - 1, self.most + 1)
            return Valued(worth, worth, (), True)
        end = self.outcome(after, broken)
        return Valued(0, 0, tuple(now - before for now, before in zip(end, self.before, strict=True)), True)


def solve(
    ground: Ground,
    state: State,
    stakes: Stakes,
    broken: int = 0,
    most_nodes: int = 0,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[int, dict[int, Valued]]:
    """How many nodes it took, and every card that may be played with its value; where a limit was reached, with what
    bounds it."""
    solver = Solver(ground, state, stakes, most_nodes, stop)
    found: dict[int, Valued] = {}
    unsolved = Valued(solver.least, solver.most, (), False) if stakes.sides == 2 else Valued(0, 0, (), False)
    stopped = False
    for card, lowest in solver._choices(state):
        valued = unsolved
        if not stopped:
            try:
                valued = solver.valued(state, card, broken)
            except Stopped:
                stopped = True
        equal = state.legal & (2 * card - 1) & ~(lowest - 1)
        found.update((bit, valued) for bit in _singles(equal))
    return solver.nodes, found


def _singles(cards: int) -> Sequence[int]:
    bits = []
    while cards:
        bits.append(lowest_card(cards))
        cards &= cards - 1
    return bits
