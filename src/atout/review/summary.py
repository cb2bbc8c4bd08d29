"""What a reviewed match comes to: a line a seat, play and luck a side, the score deal by deal, the turning points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import Final

from msgspec import Struct

from atout.bots.brains import equity_of
from atout.bots.equity import placing
from atout.events import DealScored
from atout.families import new_match
from atout.review.grading import Grade, Judged
from atout.scoring import Standing
from atout.seats import side_of
from atout.table import Table

MOST_TURNS: Final = 8
"""Turning points told."""


class SeatSummary(Struct, frozen=True):
    """A seat's decisions: how many were judged, how many got each grade, what the flagged ones cost together.

    ``loss`` is a share of the match, ``points`` are points of the deals; ``open_points`` were lost with all cards
    visible, over ``solved`` cards.
    """

    seat: int
    judged: int
    grades: dict[Grade, int]
    loss: float
    points: float
    open_points: int
    solved: int


class SideSummary(Struct, frozen=True):
    """Where a side's share of the match came from.

    ``start`` before the first card, ``end`` at the end (or as it stands): ``play`` is what its own flagged decisions
    cost, ``others`` what those of the others gave it, ``luck`` all the rest.
    """

    side: int
    start: float
    end: float
    play: float
    others: float

    @property
    def luck(self) -> float:
        """What play does not explain: the cards."""
        return self.end - self.start - self.play - self.others


class Score(Struct, frozen=True):
    """The totals after a complete deal, and each side's share of the match."""

    deal: int
    totals: tuple[int, ...]
    shares: tuple[float, ...]


class Review(Struct, frozen=True):
    """A match reviewed. ``unjudged`` decisions are those the judge did not think about."""

    decisions: tuple[Judged, ...]
    unjudged: int
    seats: tuple[SeatSummary, ...]
    sides: tuple[SideSummary, ...]
    start: Score
    scores: tuple[Score, ...]

    @property
    def flagged(self) -> tuple[Judged, ...]:
        """The decisions held against somebody, in order."""
        return tuple(one for one in self.decisions if one.flagged)

    @property
    def turns(self) -> tuple[Judged, ...]:
        """The turning points: the dearest decisions, in order."""
        dearest = sorted(self.flagged, key=lambda one: -one.loss)[:MOST_TURNS]
        return tuple(sorted(dearest, key=lambda one: (one.moment.deal, one.moment.ply)))


def summarise(table: Table, found: Iterable[Judged | None]) -> Review:
    """Puts the judged decisions of a table together."""
    every = tuple(found)
    decisions = tuple(one for one in every if one is not None)
    scores = _scores(table)
    seats = tuple(_seat(seat, decisions) for seat in range(1, table.rules.players + 1))
    return Review(
        decisions, len(every) - len(decisions), seats, _sides(table, seats, scores), scores[0], tuple(scores[1:])
    )


def _seat(seat: int, decisions: Sequence[Judged]) -> SeatSummary:
    own = [one for one in decisions if one.moment.seat == seat]
    flagged = [one for one in own if one.flagged]
    seen = [one.hindsight for one in own if one.hindsight is not None]
    return SeatSummary(
        seat,
        len(own),
        {grade: sum(one.grade is grade for one in own) for grade in Grade},
        fsum(one.loss for one in flagged),
        fsum(one.points for one in flagged),
        sum(each.points for each in seen),
        len(seen),
    )


def _scores(table: Table) -> list[Score]:
    """The score before the first deal and after each complete one."""
    equity = equity_of(table.rules)
    before = table.start.standing
    match = new_match(table.rules, before, table.start.number)
    scores = [Score(match.number, before.totals, equity.worth(before, None))]
    for event in table.events:
        match = match.evolve(event)
        if isinstance(event, DealScored):
            standing = Standing(tuple(side.total for side in event.sides), tuple(side.bags for side in event.sides))
            winners = table.rules.ending.winners(standing.totals, match.overtime)
            ended = winners is not None
            shares = placing(standing.totals, winners or ()) if ended else equity.worth(standing, match.next_dealer)
            scores.append(Score(match.number, standing.totals, shares))
    return scores


def _sides(table: Table, seats: Sequence[SeatSummary], scores: Sequence[Score]) -> tuple[SideSummary, ...]:
    behind = side_of(table.rules.sides)
    count = len(table.rules.sides)
    cost = [fsum(one.loss for one in seats if behind[one.seat - 1] == side) for side in range(count)]
    return tuple(
        SideSummary(
            side,
            scores[0].shares[side],
            scores[-1].shares[side],
            -cost[side],
            (fsum(cost) - cost[side]) / (count - 1),
        )
        for side in range(count)
    )
