"""What the tricks of a deal come to for one seat: worth, points, contracts and nils, all by the family's own count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.bots.equity import Equity, after_deal
from atout.events import DealScored
from atout.game import Announced
from atout.match import Match
from atout.scoring import SideScore, Standing
from atout.seats import left_of, side_of

FINE: Final = 10_000_000
"""Worth is kept in whole parts of this, so that sums are the same on every machine."""
_NILS: Final = {"nil", "nil_failed", "blind_nil", "blind_nil_failed", "double_nil"}
_DOUBLE_NIL: Final = "double_nil"
_KEPT: Final = {"contract", "maker", "march", "lone_march", "moon", "nil", "blind_nil", "double_nil"}
_FAILED: Final = {"set", "bid_set", "euchred", "nil_failed", "blind_nil_failed"}
"""Codes of lines that tell of promises kept and broken; a double nil tells how many failed."""


class Outcome(Struct, frozen=True, gc=False):
    """One way a deal may end, as a seat sees it.

    ``worth`` is its side's share of the match afterwards, in parts of ``FINE``; ``points`` what its side gains on the
    others on average. ``contract``, ``nil`` and ``set`` say whether its side made its contract, whether its nils
    held, whether another side's contract fell (or nil broke): ``None`` where there was none. ``bags`` its side takes in
    this deal, ``tricks`` the seat wins.
    """

    worth: int
    points: float
    contract: bool | None
    nil: bool | None
    set: bool | None
    bags: int
    tricks: int


Count = Callable[[tuple[int, ...]], DealScored]
"""Counts the tricks of a deal, by seat; quickest if equal results of a side are one object."""


class Outcomes:
    """The outcomes of a deal for a seat, by tricks; each is counted once, by ``count``.

    ``equity`` is ``None`` for players who do not look at the match: worth then grows with the points of the deal,
    the target being worth half a match. ``announced`` is what the tricks are played for, if that is not said yet.
    """

    def __init__(
        self, match: Match, count: Count, seat: int, equity: Equity | None, announced: Announced | None = None
    ) -> None:
        self._match = match
        self._announced = announced or (match.hand.announced if match.hand else Announced())
        self._count = count
        self._seat = seat
        self._side = side_of(match.rules.sides)[seat - 1]
        self._equity = equity
        self._dealer = None if match.next_dealer is None else left_of(match.next_dealer, match.rules.players)
        self._known: dict[tuple[int, ...], Outcome] = {}
        self._ends: dict[tuple[int, ...], tuple[tuple[SideScore, ...], Outcome]] = {}

    def counted_by(self, count: Count) -> Outcomes:
        """The outcomes of the same deal under another count (of other bids): results that both give are one."""
        other = copy(self)
        other._count, other._known = count, {}
        return other

    def forward(self, points: int) -> int:
        """Points of a side as steps towards the win."""
        return int(self._match.rules.ending.forward(points))

    def of(self, won: tuple[int, ...]) -> Outcome:
        """The outcome of tricks by seat."""
        known = self._known.get(won)
        if known is None:
            sides = self._count(won).sides
            key = tuple(map(id, sides))
            if key not in self._ends:  # the results are kept, so that no other takes the place of one
                self._ends[key] = sides, self._counted(sides)
            known = self._known[won] = replace(self._ends[key][1], tricks=won[self._seat - 1])
        return known

    def _counted(self, sides: tuple[SideScore, ...]) -> Outcome:
        mine = self._side
        points = [self._match.rules.ending.forward(result.points) for result in sides]
        gain = points[mine] - (sum(points) - points[mine]) / (len(points) - 1)
        contract, nil, fallen = told(sides, self._match.rules.sides[mine])
        if self._announced.contract:  # a bid that is made has no line of its own
            bidder = self._announced.maker in self._match.rules.sides[mine]
            contract, fallen = (contract is not False, fallen) if bidder else (contract, bool(fallen))
        standing = Standing(tuple(result.total for result in sides), tuple(result.bags for result in sides))
        if self._equity is None:
            worth = 0.5 + gain / (2 * (self._match.rules.ending.target or _USUAL_TARGET))
        else:
            worth = after_deal(self._equity, self._match, standing, self._dealer)[mine]
        fined = sum(line.count for line in sides[mine].lines if line.code == "bag_penalty")
        bags = sides[mine].bags - self._match.standing.bags[mine] + fined
        return Outcome(round(worth * FINE), gain, contract, nil, fallen, bags, 0)


class Flat(dict[bytes, Outcome]):
    """The outcomes of playouts, by tricks of the seats in play as the kernel tells them: a byte each."""

    def __init__(self, outcomes: Outcomes, seats: Sequence[int], players: int) -> None:
        self._outcomes = outcomes
        self._seats = seats
        self._players = players

    def __missing__(self, won: bytes) -> Outcome:
        tricks = [0] * self._players
        for seat, taken in zip(self._seats, won, strict=True):
            tricks[seat - 1] = taken
        found = self[won] = self._outcomes.of(tuple(tricks))
        return found


_USUAL_TARGET: Final = 500
"""Where a match is a single deal, what stands for its target to players who look at the points alone."""


def told(sides: Sequence[SideScore], side: Sequence[int]) -> tuple[bool | None, bool | None, bool | None]:
    """Of a count: whether a side made its contracts, whether its nils held, whether something of the others fell."""
    contract: bool | None = None
    nil: bool | None = None
    fallen: bool | None = None
    for line in (line for result in sides for line in result.lines):
        failed = line.code in _FAILED or (line.code == _DOUBLE_NIL and line.count > 0)
        if not failed and line.code not in _KEPT:
            continue
        if not any(seat in side for seat in line.seats):
            fallen = bool(fallen) or failed
        elif line.code in _NILS:
            nil = nil is not False and not failed
        else:
            contract = contract is not False and not failed
    return contract, nil, fallen
