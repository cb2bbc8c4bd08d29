"""What a decision takes: every level and character at every table, whether it keeps its time, the first one included.

    scripts/bench pace                           every table and level
    scripts/bench pace --levels club strong      some levels; --tables "bid-euchre" "euchre no_trump=yes": some tables
    scripts/bench pace --save                    the same, written to bench/results/ as well

A level plays against itself at its whole thought, deals from fixed seeds, in a fresh interpreter for each table and
level, more than once (``--rounds``): the same decisions every time, each with caches as a new process has them. A
decision's time is the least of the rounds, in processor time: a busy machine only ever adds. Only decisions with a real
choice count, those before the play and cards apart. A level keeps its time where the *worst* of its decisions is within
the budget. The first decision of a process, in which tables are built and the match is valued, is one of them, and told
apart as well (``first``); loading the players' modules, once a process, is told by itself.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from bench.machine import RESULTS, machine
from msgspec import Struct

BUDGETS: Final = {"expert": 1000.0, "strong": 200.0, "club": 20.0}
"""Milliseconds a decision; characters have what club has, the other levels the last."""
LEAST_BUDGET: Final = 5.0
MOST_DEALS: Final = {"expert": 1, "strong": 1}
OF_LADDER: Final = 4
OF_CHARACTERS: Final = 1
"""Deals from each seed: of the slow levels, of the others, of characters, who think as much as ``club``."""
SEEDS: Final = (1, 2)
ONE: Final = "--one"
"""Asks for one run, in a process of its own."""


class Taken(Struct, frozen=True):
    """A decision: whether a card was played, and the milliseconds it took."""

    card: bool
    ms: float


class Run(Struct, frozen=True):
    """A level at a table in one process: what loading the players took (ms), and the decisions in order."""

    loading: float
    decisions: tuple[Taken, ...]


class Spread(Struct, frozen=True):
    """Decisions of one kind, in milliseconds."""

    count: int
    median: float
    p95: float
    p99: float
    worst: float


class Pace(Struct, frozen=True):
    """A level at a table: its budget, its decisions before the play and its cards, the first one, loading (ms)."""

    table: str
    level: str
    budget: float
    calls: Spread
    cards: Spread
    first: float
    loading: float
    over: int
    """Decisions beyond the budget."""


def budget_of(level: str) -> float:
    """What a decision of a level may take, in milliseconds."""
    from atout.bots import CHARACTERS

    return BUDGETS.get("club" if level in CHARACTERS else level, LEAST_BUDGET)


def measured(table: str, level: str) -> Run:
    """Plays some deals of a level against itself; to be called in a process that has decided nothing yet."""
    import atout

    atout.Table(table, seed=0)
    began = time.process_time()
    from atout.bots import CHARACTERS, player

    loading = 1000 * (time.process_time() - began)
    deals = MOST_DEALS.get(level, OF_CHARACTERS if level in CHARACTERS else OF_LADDER)
    decisions: list[Taken] = []
    for seed in SEEDS:
        game = atout.Table(table, seed=seed)
        players = [player(level, game.rules.players * seed + seat) for seat in range(game.rules.players)]
        while game.turn is not None and game.match.number <= deals:
            seat = game.turn
            view = game.view(seat)
            began = time.process_time()
            action = players[seat - 1].act(view, seat)
            spent = 1000 * (time.process_time() - began)
            if len(view.legal(seat)) > 1:
                decisions.append(Taken(view.hand is not None and view.hand.playing, spent))
            game.act(action)
    return Run(loading, tuple(decisions))


def spread(values: Sequence[float]) -> Spread:
    """How some times lie."""
    rising = sorted(values)

    def part(share: float) -> float:
        return rising[min(len(rising) - 1, int(share * len(rising)))] if rising else 0.0

    return Spread(len(rising), part(0.5), part(0.95), part(0.99), rising[-1] if rising else 0.0)


def pace(table: str, level: str, rounds: int) -> Pace:
    """A level at a table: for each decision the least of some fresh processes."""
    command = [sys.executable, "-m", "bench.pace", ONE, table, level]
    said = [subprocess.run(command, check=True, capture_output=True).stdout for _ in range(rounds)]
    runs = [msgspec.json.decode(text, type=Run) for text in said]
    decisions = [
        Taken(same[0].card, min(taken.ms for taken in same))
        for same in zip(*(run.decisions for run in runs), strict=True)
    ]
    budget = budget_of(level)
    return Pace(
        table,
        level,
        budget,
        spread([taken.ms for taken in decisions if not taken.card]),
        spread([taken.ms for taken in decisions if taken.card]),
        decisions[0].ms,
        min(run.loading for run in runs),
        sum(taken.ms > budget for taken in decisions),
    )


def told(level: str, paces: Sequence[Pace]) -> dict[str, Any]:
    """A level over all tables: the slowest table of each kind, misses by table."""
    slowest = max(paces, key=lambda one: max(one.calls.worst, one.cards.worst))
    return {
        "level": level,
        "budget": budget_of(level),
        "decisions": sum(one.calls.count + one.cards.count for one in paces),
        "calls": {name: max(getattr(one.calls, name) for one in paces) for name in ("median", "p95", "worst")},
        "cards": {name: max(getattr(one.cards, name) for one in paces) for name in ("median", "p95", "worst")},
        "first": max(one.first for one in paces),
        "slowest": slowest.table,
        "missed": {one.table: one.over for one in paces if one.over},
    }


def line(one: Spread) -> str:
    """A kind of decision in a table of figures."""
    return f"{one.median:>8.1f} {one.p95:>7.1f} {one.p99:>7.1f} {one.worst:>7.1f}"


def rounded(facts: object) -> Any:
    """Figures as they are kept: to hundredths of a millisecond."""
    match msgspec.to_builtins(facts):
        case float(number):
            return round(number, 2)
        case dict(several):
            return {name: rounded(fact) for name, fact in several.items()}
        case list(several):
            return [rounded(fact) for fact in several]
        case other:
            return other


def written(facts: dict[str, Any], paces: Sequence[Pace]) -> str:
    """All that is kept, as JSON: a line for each level at each table."""
    head = json.dumps(rounded(facts), indent=2, ensure_ascii=False).removesuffix("\n}")
    rows = ",\n".join(f"    {json.dumps(rounded(one))}" for one in paces)
    return f'{head},\n  "tables": [\n{rows}\n  ]\n}}\n'


def main() -> None:
    """Measures, prints, and saves if asked."""
    from atout.bots import CHARACTERS, LEVELS
    from atout.testing import tables

    parser = argparse.ArgumentParser(description="what decisions take, by table and level")
    parser.add_argument("--levels", nargs="*", default=[*LEVELS, *CHARACTERS], metavar="LEVEL")
    parser.add_argument("--tables", nargs="*", default=list(tables()), metavar="RULES")
    parser.add_argument("--rounds", type=int, default=2, help="processes of each, of which the least counts (2)")
    parser.add_argument("--save", action="store_true", help="write bench/results/pace-DATE.json")
    options = parser.parse_args()

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    print(" · ".join(str(value) for value in machine().values()), f"· load {load}")
    kinds = f"{'before the play: median p95 p99 worst':^38}{'cards: the same':^30}"
    print(f"{'ms':<26}{kinds} {'first':>7} {'budget':>7}  over")
    paces: dict[str, list[Pace]] = {level: [] for level in options.levels}
    for table in options.tables:
        print(table)
        for level in options.levels:
            one = pace(table, level, options.rounds)
            paces[level].append(one)
            verdict = one.over or "none"
            kinds = f"{line(one.calls)}  {line(one.cards)}"
            print(f"  {level:<28} {kinds}  {one.first:>7.1f} {one.budget:>7g}  {verdict}", flush=True)
    levels = [told(level, several) for level, several in paces.items()]
    print("\nthe worst of each level, in ms")
    for facts in levels:
        calls, cards = facts["calls"], facts["cards"]
        times = f"before the play {calls['worst']:.1f}, cards {cards['worst']:.1f}"
        print(f"  {facts['level']:<12} {times}, first {facts['first']:.1f}, missed {facts['missed'] or 'nowhere'}")
    if options.save:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        kept = {"date": today, "machine": machine(), "load": load, "rounds": options.rounds, "seeds": SEEDS}
        RESULTS.mkdir(exist_ok=True)
        text = written(kept | {"levels": levels}, [one for several in paces.values() for one in several])
        (RESULTS / f"pace-{today}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        sys.stdout.buffer.write(msgspec.json.encode(measured(*sys.argv[2:])))
    else:
        main()
