"""Our replica of AI Factory's Spades player, as a bench opponent for tables of two pairs.

After D. Whitehouse, P. Cowling, E. Powley and J. Rollason, *Integrating Monte Carlo tree search with knowledge-based
methods to create engaging play in a commercial mobile game*, AIIDE 2013: single-observer information-set search, 2,500
iterations, deals consistent with what the seat has seen, all equally likely, playouts at random to the end of the deal,
where a side has its points with every bag at -10. Here exploration is 0.7 on rewards scaled to 0-1, and the choice is
the card visited most. What their player adds to look sane (biased playouts) had no effect on strength there and is left
out. The paper leaves the bidding to other code; here it is that of our own level `casual`.

    atout arena pique --bot strong --bot aifactory=python:bench.ismcts:replica

needs a C compiler, and this checkout as the current folder (or use bench/strength.py).
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from atout import kernel
from atout.actions import PLAYS, Action
from atout.bots import Player, player
from atout.bots.chance import Chance
from atout.kernel import words
from atout.match import Match
from atout.scoring import Standing
from atout.spades.groups import BagLimit
from atout.spades.rules import SpadesRules
from atout.spades.score import score_side

ITERATIONS = 2500
EXPLORATION = 0.7
_MOST_WON = 18
_HERE = Path(__file__).parent
_KERNEL = Path(kernel.__file__).parent
_BUILT = _HERE.parent / "build" / "bench"


class _Worth(ctypes.Structure):
    _fields_ = (("part", ctypes.c_double * _MOST_WON * _MOST_WON * 2),)


@cache
def library() -> Any:
    """The search, compiled when its sources are new."""
    sources = [_HERE / "ismcts.c", _KERNEL / "core.h", _KERNEL / "script.h"]
    mark = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    path = _BUILT / f"ismcts-{mark}.so"
    if not path.exists():
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise RuntimeError("this opponent needs a C compiler")
        _BUILT.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}")
        flags = ["-std=c11", "-O3", "-march=native", "-shared", "-fPIC", f"-I{_KERNEL}"]
        subprocess.run([compiler, *flags, str(sources[0]), "-o", str(beside), "-lm"], check=True)
        beside.replace(path)
    return ctypes.CDLL(str(path))


@cache
def _worth(rules: SpadesRules, bids: tuple[int, ...]) -> _Worth:
    """What the tricks of either side add to the reward of seat 1's side, which runs from 0 to 1: points, a bag -10."""
    unpunished = replace(rules, scoring=replace(rules.scoring, bags=BagLimit(1000, -1)))
    fresh = Standing.zero(len(rules.sides))
    tricks = range(rules.cards_each + 1)

    def worth(side: int, first: int, second: int) -> float:
        seats = rules.sides[side]
        won = tuple(first if seat == seats[0] else second if seat == seats[1] else 0 for seat in range(1, 5))
        counted = score_side(unpunished, seats, side, bids, won, fresh)
        return counted.points - 10 * counted.bags

    found = {
        (side, first, second): worth(side, first, second)
        for side, first, second in product((0, 1), tricks, tricks)
        if first + second <= rules.cards_each
    }
    ours, theirs = ([value for (side, _, _), value in found.items() if side == which] for which in (0, 1))
    least, most = min(ours) - max(theirs), max(ours) - min(theirs)
    table = _Worth()
    for (side, first, second), value in found.items():
        table.part[side][first][second] = ((value - least) if side == 0 else -value) / (most - least)
    return table


def visits(view: Match, seed: int, iterations: int = ITERATIONS) -> dict[Action, int]:
    """The visits of each card the seat to play may play, in a view of a deal between two pairs."""
    rules = view.rules
    assert isinstance(rules, SpadesRules)
    assert rules.players == 4
    assert len(rules.sides) == 2
    assert view.hand is not None
    position = kernel.Position.of(view)
    worlds = kernel.Worlds(view).sample(iterations, seed=seed)
    bids = tuple(bid or 0 for bid in view.hand.announced.bids)
    rows = (ctypes.c_uint64 * len(worlds.rows)).from_buffer(worlds.rows)
    found = (ctypes.c_uint32 * 64)()
    failed = library().ismcts(
        words.table(position.ground), words.position(position.state), rows, worlds.width, iterations,
        ctypes.c_uint64(seed), ctypes.c_double(EXPLORATION), ctypes.byref(_worth(rules, bids)), found,
    )  # fmt: skip
    if failed:
        raise MemoryError
    labels = position.labels
    return {PLAYS[labels.card(1 << index)]: count for index, count in enumerate(found) if count}


class _Replica(Struct, frozen=True):
    seed: int
    bidder: Player

    def act(self, view: Match, seat: int) -> Action:
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        if view.hand is None or not view.hand.playing:
            return self.bidder.act(view, seat)
        drawn = next(Chance(self.seed, view, seat).numbers(1 << 32))
        found = visits(view, drawn)
        return max(found, key=lambda action: found[action])

    def answers_claim(self, view: Match, seat: int) -> bool:
        return self.bidder.answers_claim(view, seat)


def replica(seed: int) -> Player:
    """A player for the arena."""
    library()
    return _Replica(seed, player("casual", seed))
