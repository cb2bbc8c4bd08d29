"""Worlds searched to their end: what each card leads to when everybody sees everything and plays its best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from atout.bots.outcomes import Outcome, Outcomes
from atout.cards import Card
from atout.game import Hand
from atout.kernel import Position, Sample
from atout.kernel.solving import solve
from atout.kernel.stakes import Ends
from atout.kernel.twin.solve import Stakes, Valued

_RANGE: Final = 28_000
"""Worth, as the solver is told it: whole numbers that fit its words, with room to make all different."""


_WITH_NILS: Final = 2
"""Cards a hand up to which nils are searched."""


class Exact:
    """The exact search of a seat's decision, world by world."""

    def __init__(self, position: Position, hand: Hand, seat: int, outcomes: Outcomes) -> None:
        self._position = position
        self._hand = hand
        self._outcomes = outcomes
        self._ends = Ends(position, hand)
        self._cells: dict[int, Outcome] = {}
        camp = next(index for index, camp in enumerate(self._ends.playing) if seat in camp)
        self._stakes = self._two(camp) if len(self._ends.playing) == 2 else self._many()
        self._solved: dict[bytes, Mapping[Card, Outcome]] = {}

    def _two(self, camp: int) -> Stakes:
        """Two camps play for the seat's worth, one for it, one against it. No two ends are told the same number, so
        that a value tells how the deal ended."""
        ends = self._ends
        cells = [(broken, tricks) for broken in ends.breakages for tricks in range(ends.left + 1)]
        found = {cell: self._outcomes.of(ends.won(0, *cell)) for cell in cells}
        least = min(outcome.worth for outcome in found.values())
        span = max(1, max(outcome.worth for outcome in found.values()) - least)
        sign = 1 if camp == 0 else -1
        value = -1
        table: dict[tuple[int, int], int] = {}
        for cell in sorted(cells, key=lambda cell: (found[cell].worth, found[cell].points)):
            value = max(value + 1, (found[cell].worth - least) * _RANGE // span)
            table[cell] = sign * value
            self._cells[sign * value] = found[cell]
        rows = tuple(tuple(table[broken, tricks] for tricks in range(ends.left + 1)) for broken in ends.breakages)
        return Stakes(ends.side, ends.nil, (rows, rows))

    def _many(self) -> Stakes:
        """More than two camps: each plays for its own points."""
        ends, sides = self._ends, self._hand.camps
        place = {camp: index for index, camp in enumerate(sides)}

        def points(index: int, tricks: int) -> int:
            result = self._hand.count(ends.won(index, 0, tricks)).sides[place[ends.playing[index]]]
            return max(-_RANGE, min(self._outcomes.forward(result.points), _RANGE))

        worth = tuple((tuple(points(index, n) for n in range(ends.left + 1)),) for index in range(len(ends.playing)))
        return Stakes(ends.side, ends.nil, worth)

    def _end(self, valued: Valued) -> Outcome:
        if not valued.tricks:
            return self._cells[valued.least]
        more = dict(zip(self._position.seats, valued.tricks, strict=True))
        won = self._hand.board.won
        return self._outcomes.of(tuple(now + more.get(seat, 0) for seat, now in enumerate(won, 1)))

    def worlds(self, sample: Sample) -> Iterator[Mapping[Card, Outcome]]:
        """The outcome of every card that may be played, in each world of a sample."""
        for world in range(len(sample)):
            row = sample.row(world)[: len(self._position.seats)]
            key = row.tobytes()
            known = self._solved.get(key)
            if known is None:
                solution = solve(self._position.world(row), self._stakes, self._ends.broken)
                known = self._solved[key] = {card: self._end(valued) for card, valued in solution.values.items()}
            yield known


def spared(hand: Hand, position: Position, limits: Sequence[int]) -> int:
    """How many cards a hand fewer are left than may be searched, below 0 where too many are left; ``limits`` by number
    of camps, from two on.

    While somebody tries a nil, only at the very end: whoever sees all cards breaks nils that nobody else would. Not
    where the tricks of allies count apart and one of them owes some, beside a nil that is broken or a partner who owes
    his own: the search tells how many tricks a camp takes, not whose they are.
    """
    camps = len([camp for camp in hand.camps if set(camp) - hand.board.sitting_out])
    most = limits[camps - 2] if camps - 2 < len(limits) else 0
    seats = list(zip(position.camp, position.group, position.need, position.state.won, strict=True))
    if any(not need and not won for _, _, need, won in seats):
        most = min(most, _WITH_NILS)
    elif any(need and camp == other and group != apart for camp, group, need, _ in seats for other, apart, *_ in seats):
        most = 0
    return most - hand.board.cards_left
