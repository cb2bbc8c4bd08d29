"""The values of a count: itemised lines, a side's result, the standing before a deal, and how a match ends."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class ScoreLine(Struct, frozen=True, gc=False):
    """One line of a count.

    ``code`` names the line (``contract``, ``overtricks``, ``set``, ``nil``, ``bag_penalty``, ``maker`` …), ``count``
    is what was counted (tricks bid, extra tricks, bags …), ``seats`` the players it is about.
    """

    code: str
    points: int
    count: int
    seats: tuple[int, ...]


class SideScore(Struct, frozen=True, gc=False):
    """A side's result in one deal: its lines and their sum, then bags carried and total after the deal."""

    lines: tuple[ScoreLine, ...]
    points: int
    bags: int
    total: int


class Standing(Struct, frozen=True, gc=False):
    """Totals and bags of the sides between two deals."""

    totals: tuple[int, ...]
    bags: tuple[int, ...]

    @classmethod
    def zero(cls, sides: int, total: int = 0) -> Standing:
        """The start of a match: no bags, and the same total for all."""
        return cls((total,) * sides, (0,) * sides)


def tally(lines: tuple[ScoreLine, ...], bags: int, total_before: int) -> SideScore:
    """A side's result from its lines, the bags it carries on and its total before the deal."""
    points = sum([line.points for line in lines])
    return SideScore(lines, points, bags, total_before + points)


class Tie(StrEnum):
    """What sides level in first place do once the match could end."""

    PLAY_ON = "play-on"
    SHARED = "shared"


class Overtime(StrEnum):
    """Who ends an overtime: any unique leader, or one who also holds the target."""

    LEADER = "leader"
    TARGET = "target"


class Ending(Struct, frozen=True, kw_only=True):
    """When a match is over. ``target`` is a total of at least 1, ``None`` for a match of one deal;
    ``floor`` a negative total that ends the match, ``None`` for no such floor. Where totals count ``down`` they start
    at the target, nought or less ends the match, and the lowest total is the best."""

    target: int | None
    tie: Tie = Tie.PLAY_ON
    overtime: Overtime = Overtime.LEADER
    floor: int | None = None
    down: bool = False

    @property
    def start(self) -> int:
        """The total everybody starts from."""
        return (self.target or 0) if self.down else 0

    def forward(self, points: float) -> float:
        """Points as steps towards the win: the other way round where totals count down."""
        return -points if self.down else points

    def best(self, totals: tuple[int, ...]) -> int:
        """The total in first place."""
        return min(totals) if self.down else max(totals)

    def reached(self, totals: tuple[int, ...]) -> bool:
        """Whether a complete deal with these totals may end the match."""
        if self.target is None or (min(totals) <= 0 if self.down else max(totals) >= self.target):
            return True
        return self.floor is not None and min(totals) <= self.floor

    def winners(self, totals: tuple[int, ...], overtime: bool) -> tuple[int, ...] | None:
        """The winning sides (indices) after a complete deal, or ``None`` if the match goes on.

        ``overtime`` says that an earlier deal could have ended the match but left first place level.
        """
        if not (overtime or self.reached(totals)):
            return None
        best = self.best(totals)
        leaders = tuple(side for side, total in enumerate(totals) if total == best)
        if len(leaders) > 1:
            return leaders if self.target is None or self.tie is Tie.SHARED else None
        if self.overtime is Overtime.TARGET and not self.reached(totals):
            return None
        return leaders
