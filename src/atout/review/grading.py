"""A decision graded by what its seat knew: the loss against the best action, on the same worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from math import hypot
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import BLIND_NIL, Action, Look, Play
from atout.bots import Decision, decide
from atout.match import Match
from atout.review.hindsight import Hindsight, hindsight
from atout.seats import HOUSE
from atout.table import Table

CLEAR: Final = 2.0
"""Standard errors from which a loss is one."""


_SECOND: Final = 1 << 40
"""From a judge's seed to that of its second opinion."""

_LOOK: Final = Look()


class Grade(StrEnum):
    """How good a decision was; from ``inaccuracy`` on it is flagged."""

    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


BANDS: Final = ((0.04, Grade.BLUNDER), (0.015, Grade.MISTAKE), (0.005, Grade.INACCURACY))
"""The least loss of each grade, as a share of the match: about 12, 4 and 1 to 2 points in a match of Spades to 500."""


class Judge(Struct, frozen=True):
    """Who judges: a level with all its thought (or a part of it), and a seed of its own."""

    level: str = "expert"
    seed: int = 1
    budget: float = 1.0

    @property
    def other(self) -> Judge:
        """The same judge with worlds of its own."""
        return replace(self, seed=self.seed + _SECOND)

    def decision(self, view: Match, seat: int) -> Decision | None:
        """What the judge thinks of a view; ``None`` if there is nothing to think about."""
        return decide(view, seat, self.level, self.seed, self.budget)


class Moment(Struct, frozen=True):
    """A decision of a record: the match before it and as its seat saw it, and where it stands (``ply`` from 1)."""

    deal: int
    ply: int
    seat: int
    action: Action
    match: Match
    view: Match

    @property
    def trick(self) -> int | None:
        """The number of the trick, if a card was played."""
        return self.view.hand.board.trick_number if self.view.hand and isinstance(self.action, Play) else None


class Judged(Struct, frozen=True):
    """A decision with its grade.

    ``loss`` is the share of the match it was worse than the best action, ``se`` the standard error of that, ``points``
    the same in points of the deal; ``hindsight`` what it cost with all cards visible, which plays no part in the grade.
    """

    moment: Moment
    best: Action
    loss: float
    se: float
    points: float
    grade: Grade
    hindsight: Hindsight | None = None

    @property
    def flagged(self) -> bool:
        """Whether it is held against the seat."""
        return self.grade is not Grade.FINE


def moments(table: Table) -> Iterator[Moment]:
    """The real choices of a played table, in order: several legal actions, with one's own cards in sight or before a
    look."""
    again = Table(table.rules, match=table.start, names=table.names, dealing=False)
    deal, ply = 0, 0
    for seat, action in table.actions:
        match = again.match
        if match.number != deal:
            deal, ply = match.number, 0
        if seat != HOUSE and not action.by_house:
            ply += 1
            if _LOOK in match.legal(seat) and action not in (_LOOK, BLIND_NIL):
                again.act(_LOOK, seat)  # the bid implies it
                match = again.match
            view = again.view(seat)
            legal = view.legal(seat)
            if len(legal) > 1 and action in legal and (_sees_own(view, seat) or _LOOK in legal):
                yield Moment(deal, ply, seat, action, match, view)
        again.act(action, seat)


def _sees_own(view: Match, seat: int) -> bool:
    return view.hand is not None and not view.hand.board.holding(seat).unseen


def judged(moment: Moment, decision: Decision, *, open_cards: bool = True) -> Judged | None:
    """A decision graded against the judge's own move, which is also what it would advise; ``None`` if it did not think
    about what was done."""
    done = decision.actions.get(moment.action)
    if done is None:
        return None
    prospect = decision.actions[decision.best]
    best = moment.action if done.equity >= prospect.equity else decision.best
    loss = max(0.0, prospect.equity - done.equity)
    points = prospect.points - done.points if best is not moment.action else 0.0
    seen = hindsight(moment.match, moment.action) if open_cards and isinstance(moment.action, Play) else None
    return Judged(moment, best, loss, done.se, points, grade(loss, done.se), seen)


def confirmed(first: Judged, again: Decision) -> Judged:
    """A flagged decision by a second opinion on other worlds, which looks at the same two actions only.

    The best of a dozen actions is partly the luckiest on the worlds that were drawn: its lead there says too much.
    """
    better, done = again.actions.get(first.best), again.actions.get(first.moment.action)
    if better is None or done is None:
        return first
    loss, se = max(0.0, better.equity - done.equity), hypot(better.se, done.se)
    return replace(first, loss=loss, se=se, points=better.points - done.points, grade=grade(loss, se))


def grade(loss: float, se: float) -> Grade:
    """The grade of a loss: none is held against a seat that lies within two standard errors."""
    if loss <= CLEAR * se:
        return Grade.FINE
    return next((grade for least, grade in BANDS if loss >= least), Grade.FINE)


Progress = Callable[[int, int], None]
"""Is told how many decisions of how many are judged."""


def judge_one(moment: Moment, judge: Judge) -> Judged | None:
    """A choice, judged; ``None`` if the judge did not think about it. What would be held against a seat needs a second
    opinion."""
    decision = judge.decision(moment.view, moment.seat)
    found = None if decision is None else judged(moment, decision)
    if found is not None and found.flagged:
        again = judge.other.decision(moment.view, moment.seat)
        found = found if again is None else confirmed(found, again)
    return found


def judge_all(
    table: Table, judge: Judge, *, seat: int | None = None, progress: Progress | None = None
) -> Iterator[Judged | None]:
    """Every real choice of a table (or of one seat), judged; ``None`` for one the judge did not think about."""
    wanted = [moment for moment in moments(table) if seat in (None, moment.seat)]
    for done, moment in enumerate(wanted, 1):
        yield judge_one(moment, judge)
        if progress:
            progress(done, len(wanted))
