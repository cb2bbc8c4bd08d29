"""How fast the exact solver is, next to Bo Haglund's double dummy solver (through endplay), in the same run.

    scripts/bench solver             a table on standard output
    scripts/bench solver --save      the same, written to bench/results/ with a plot; --help for more

With spades open, the play of two pairs is that of a bridge deal with spades as trump: every lead is valued by both,
with one thread each, on the same random deals, which must agree. Each deal is solved once by each, in turn (DDS keeps
what it found, so a repeat would measure its memory); figures are medians over the deals of processor time, which a
busy machine disturbs less than the clock on the wall. Then the solver alone: the other figures, and its time by cards
a hand for 3, 4, 5 and 6 seats (4 in two pairs, the others each for itself), spades shut.
"""

import argparse
import datetime
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any, TypeVar

from bench.machine import RESULTS, machine
from bench.plot import curves

from atout.kernel import Cancel
from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import SolveJob
from atout.kernel.solving import memory_for
from atout.kernel.twin.core import TOP_LANE, Ground, State
from atout.kernel.twin.solve import Stakes, Valued

RANKS = "23456789TJQKA"
Hands = list[list[tuple[int, int]]]
"""Cards by seat: lane from the top, rank."""


def dealt(seed: int, seats: int, cards: int, size: int = 13) -> Hands:
    """A random deal of part of a pack with ``size`` cards a suit."""
    pack = [(lane, rank) for lane in range(4) for rank in range(size)]
    Random(seed).shuffle(pack)
    return [sorted(pack[seat * cards : (seat + 1) * cards], key=lambda c: (c[0], -c[1])) for seat in range(seats)]


def job(hands: Hands, side: tuple[int, ...], shut: bool = False) -> SolveJob:
    """Every card of the first seat, in tricks."""
    state = State([sum(1 << 16 * (3 - lane) + rank for lane, rank in hand) for hand in hands], 0, TOP_LANE * shut)
    tricks = (tuple(range(len(hands[0]) + 1)),)
    stakes = Stakes(side, (0,) * len(side), (tricks,) * (max(side) + 1))
    memory = memory_for(len(hands[0]), len(hands), max(side) + 1)
    return SolveJob(Ground(TOP_LANE, len(hands), 0), state, stakes, 0, memory, 0, 0.0)


def solved(given: SolveJob) -> dict[int, Valued]:
    """All values, by the implementation that runs here."""
    return ACTIVE.solve(given, Cancel())[2]


T = TypeVar("T")


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds of processor time, and the result."""
    began = time.process_time()
    result = work()
    return 1000 * (time.process_time() - began), result


class Bridge:
    """The other solver."""

    def __init__(self) -> None:
        from endplay._dds import SetMaxThreads
        from endplay.dds import solve_board
        from endplay.types import Deal, Denom, Player

        SetMaxThreads(1)
        self.solve_board, self.deal, self.trump, self.first = solve_board, Deal, Denom.spades, Player.north

    def board(self, hands: Hands) -> Any:
        """A deal as it wants it."""
        board = self.deal("N:" + written(hands))
        board.trump, board.first = self.trump, self.first
        return board

    def values(self, found: Any) -> dict[int, int]:
        """Tricks by lead, in the kernel's labels."""
        lanes = ("clubs", "diamonds", "hearts", "spades")
        return {
            1 << 16 * lanes.index(card.suit.name) + RANKS.index(card.rank.name[1]): int(tricks)
            for card, tricks in found
        }


def written(hands: Hands) -> str:
    """The hands as records write them."""
    suits = (["".join(RANKS[rank] for lane, rank in hand if lane == suit) for suit in range(4)] for hand in hands)
    return " ".join(map(".".join, suits))


def against(bridge: Bridge, cards: int, deals: int) -> dict[str, float]:
    """Both on the same deals."""
    mine, theirs = [], []
    for seed in range(deals):
        hands = dealt(seed, 4, cards)
        dds_ms, found = timed(partial(bridge.solve_board, bridge.board(hands)))
        ms, values = timed(partial(solved, job(hands, (0, 1, 0, 1))))
        if {card: valued.least for card, valued in values.items()} != bridge.values(found):
            sys.exit(f"the solvers differ: {written(hands)}")
        theirs.append(dds_ms)
        mine.append(ms)
    ours, dds = statistics.median(mine), statistics.median(theirs)
    return {"deals": deals, "atout_ms": ours, "dds_ms": dds, "ratio": ours / dds}


def alone(jobs: Iterable[SolveJob]) -> float:
    """The median time of some searches."""
    return statistics.median(timed(partial(solved, given))[0] for given in jobs)


def growth(seats: int, limit: float) -> list[tuple[int, float]]:
    """Median times by cards a hand, until one passes the limit (milliseconds) or the deal is whole."""
    side = (0, 1, 0, 1) if seats == 4 else tuple(range(seats))
    points: list[tuple[int, float]] = []
    for cards in range(2, 52 // seats + 1):
        points.append((cards, alone(job(dealt(n, seats, cards), side, shut=True) for n in range(5))))
        if points[-1][1] > limit:
            break
    return points


def main() -> None:
    """Measure, print, and save if asked."""
    parser = argparse.ArgumentParser(description="the exact solver against DDS")
    parser.add_argument("--deals", type=int, default=40, help="deals a row (40)")
    parser.add_argument("--limit", type=float, default=40, help="where the growth stops, in milliseconds (40)")
    parser.add_argument("--save", action="store_true", help="write bench/results/solver-DATE.json and .svg")
    options = parser.parse_args()

    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(" · ".join(str(value) for value in machine().values()), "·", ACTIVE.name, "· load", load)
    print(f"{'all leads valued, ms':<24} {'atout':>9} {'dds':>9} {'ratio':>6}")
    bridge, rows = Bridge(), {}
    for cards in (5, 8, 10, 13):
        row = rows[cards] = against(bridge, cards, options.deals)
        print(f"{f'{cards} cards a hand':<24} {row['atout_ms']:>9.3f} {row['dds_ms']:>9.3f} {row['ratio']:>6.2f}")
    figures = {
        "4 seats, two pairs, 9 cards": [job(dealt(n, 4, 9), (0, 1, 0, 1), True) for n in range(options.deals)],
        "3 seats, each for itself, 8 cards": [job(dealt(n, 3, 8), (0, 1, 2), True) for n in range(options.deals)],
        "3 seats of euchre, 5 cards": [job(dealt(n, 3, 5, size=6), (0, 1, 1)) for n in range(options.deals)],
    }
    measured = {name: alone(jobs) for name, jobs in figures.items()}
    for name, milliseconds in measured.items():
        print(f"{name:<34} {milliseconds:>9.3f} ms")
    grown = {seats: growth(seats, options.limit) for seats in (3, 4, 5, 6)}
    for seats, points in grown.items():
        print(f"{seats} seats: " + ", ".join(f"{cards}: {ms:.3g} ms" for cards, ms in points))

    if options.save:
        date = datetime.datetime.now(datetime.UTC).date().isoformat()
        result = {
            "date": date, "machine": machine(), "load": load, "implementation": ACTIVE.name, "against_dds": rows,
            "alone_ms": measured, "growth_ms": grown,
        }  # fmt: skip
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"solver-{date}.json"
        path.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        lines = {f"{seats} seats": points for seats, points in grown.items()}
        path.with_suffix(".svg").write_text(curves(lines, "cards a hand", "ms, all cards valued"), encoding="utf-8")
        print(f"written: {path.name}, {path.with_suffix('.svg').name}")


if __name__ == "__main__":
    main()
