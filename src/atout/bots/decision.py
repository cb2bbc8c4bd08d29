"""The record of one decision: what each legal action is expected to bring. Move, hint, reasons and review read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from typing import Final

from msgspec import Struct

from atout.actions import Action
from atout.bots.outcomes import FINE, Outcome
from atout.cards import Cards
from atout.kernel import Sample

CLEAR: Final = 2.0
"""Standard errors from which a difference is one."""


class Prospect(Struct, frozen=True):
    """What an action is expected to bring to the seat that decides, over ``worlds`` deals that fit what it knows, of
    which ``deals`` are different: likely ones come several times.

    ``equity`` is the share of the match (0 to 1; between two sides the chance of winning it), ``se`` the standard error
    of its difference from the best action's, over the same deals. ``points`` are gained on the others on average.
    ``contract``, ``nil`` and ``set`` are the chances that the side makes its contract, that its nils hold, that
    something of the others falls: ``None`` where there is mostly nothing of the kind. ``bags`` and ``tricks`` are
    averages: the side's new bags, the seat's tricks.

    ``beaten`` is the share of the worlds in which the best action does better, and ``layout`` one of them: the cards of
    each seat that plays; empty where there is none, or no cards are played yet.
    """

    equity: float
    points: float
    se: float
    contract: float | None
    nil: float | None
    set: float | None
    bags: float
    tricks: float
    worlds: int
    deals: int
    beaten: float = 0.0
    layout: tuple[tuple[int, Cards], ...] = ()


class Decision(Struct, frozen=True):
    """A seat's decision: every legal action with its prospect, in the order of the legal list, and the best of them.

    ``effective`` is how many equally likely worlds the weighted ones are worth; ``exact`` says that each world was
    searched to its end instead of played out. ``possible`` is how many deals fit what the seat knows, ``None`` where
    they are not counted.
    """

    seat: int
    best: Action
    actions: dict[Action, Prospect]
    effective: float = 0.0
    exact: bool = False
    possible: int | None = None

    def every(self, action: Action) -> bool:
        """Whether an action has met every deal that fits what the seat knows."""
        return self.actions[action].deals == self.possible

    def level_with(self, action: Action) -> bool:
        """Whether an action is as good as the best, as far as the worlds tell: within two standard errors."""
        ours, best = self.actions[action], self.actions[self.best]
        return best.equity - ours.equity <= CLEAR * ours.se


class Tally:
    """The outcomes of one action, world by world (several a world when it was played out repeatedly)."""

    __slots__ = ("outcomes", "points", "repeats", "worth")

    def __init__(self, repeats: int) -> None:
        self.repeats = repeats
        self.outcomes: list[Outcome] = []
        self.worth: list[int] = []
        """The worth of each world, summed over repeats, in parts of ``FINE``."""
        self.points = 0.0
        """Points, summed over all outcomes."""

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Adds the outcomes of further worlds."""
        self.outcomes += outcomes
        worth = [outcome.worth for outcome in outcomes]
        if self.repeats > 1:
            worth = list(map(sum, zip(*(worth[at :: self.repeats] for at in range(self.repeats)), strict=True)))
        self.worth += worth
        self.points += fsum(outcome.points for outcome in outcomes)

    @property
    def worlds(self) -> int:
        """Worlds looked at."""
        return len(self.worth)

    def mean(self) -> float:
        """Average worth, in parts of ``FINE``."""
        return sum(self.worth) / len(self.outcomes)

    def gaps(self, best: Tally) -> list[int]:
        """How far this is behind another action in each world both have seen, summed over repeats."""
        return [theirs - ours for theirs, ours in zip(best.worth, self.worth, strict=False)]

    def behind(self, best: Tally) -> tuple[float, float]:
        """How far this is behind another action over the worlds both have seen, and the standard error of that; in
        parts of ``FINE``."""
        gaps = [gap / self.repeats for gap in self.gaps(best)]
        worlds = len(gaps)
        mean = fsum(gaps) / worlds
        if worlds < 2:
            return mean, 0.0
        return mean, sqrt(fsum((gap - mean) ** 2 for gap in gaps) / (worlds - 1) / worlds)

    def beaten(self, best: Tally) -> list[int]:
        """The worlds in which another action does better, where it gains most last."""
        gaps = self.gaps(best)
        return sorted((world for world, gap in enumerate(gaps) if gap > 0), key=lambda world: (gaps[world], world))

    def prospect(self, best: Tally, sample: Sample | None, deals: int) -> Prospect:
        """The prospect of this action beside the best one's; ``sample`` holds the worlds, once cards are played, and
        ``deals`` of those it has met are different."""
        count = len(self.outcomes)
        gap, error = (0.0, 0.0) if self is best else self.behind(best)
        beaten = [] if self is best else self.beaten(best)
        worth = best.mean() - gap  # the difference is told over the worlds both have seen

        def chance(told: Sequence[bool | None]) -> float | None:
            known = [answer for answer in told if answer is not None]
            return sum(known) / len(known) if 2 * len(known) > count else None

        return Prospect(
            equity=worth / FINE,
            points=self.points / count,
            se=error / FINE,
            contract=chance([outcome.contract for outcome in self.outcomes]),
            nil=chance([outcome.nil for outcome in self.outcomes]),
            set=chance([outcome.set for outcome in self.outcomes]),
            bags=sum(outcome.bags for outcome in self.outcomes) / count,
            tricks=sum(outcome.tricks for outcome in self.outcomes) / count,
            worlds=self.worlds,
            deals=deals,
            beaten=len(beaten) / min(self.worlds, best.worlds),
            layout=() if sample is None or not beaten else _layout(sample, beaten[len(beaten) // 2]),
        )


def _layout(sample: Sample, world: int) -> tuple[tuple[int, Cards], ...]:
    """One world: the cards of each seat that plays."""
    return tuple((seat, sample.holding(world, seat)) for seat in sample.seats)


def leading(tallies: Mapping[Action, Tally]) -> list[Action]:
    """The actions, the best first: those that were thought about longest, by worth, then points, then their order."""

    def rank(action: Action) -> tuple[float, ...]:
        tally = tallies[action]
        return -tally.worlds, -tally.mean(), -tally.points / len(tally.outcomes)

    return sorted(tallies, key=rank)
