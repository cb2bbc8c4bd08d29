"""The nils a level bids: predicted against made, and those nobody should bid.

    scripts/bench nils                          20,000 hands of `strong` against itself, in matches of Spades for four
    scripts/bench nils --hands 2000 --jobs 2    fewer, two matches at a time
    scripts/bench nils --save                   the same, written to bench/results/ as well

Each nil is predicted by the level's own decision record at the moment it is bid; reliability is told by tenths of the
prediction. Then: how often a nil is bid by choice on hands that (almost) cannot make it: the ace of spades, king and
queen of spades, or any three spades above the nine.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import time
from collections.abc import Iterable, Iterator
from multiprocessing import get_context
from typing import Any, Final

from bench.machine import RESULTS, machine
from bench.strength import BUDGET
from msgspec import Struct

from atout import Table
from atout.actions import Bid
from atout.bots import decide, player
from atout.cards import Cards, Rank, Suit
from atout.events import DealScored, DealStarted
from atout.stats import wilson

RULES: Final = "pique"
MOST_DEALS: Final = 40
"""Deals of a match looked at."""


class Nil(Struct, frozen=True):
    """A hand that was bid on: whether a nil, by choice, what was predicted of it, whether it was made, and whether the
    hand is one that cannot make it."""

    nil: bool
    chosen: bool
    predicted: float | None
    made: bool
    hopeless: bool


class Played(Struct, frozen=True):
    """A match: its hands, and what its real choices took."""

    hands: tuple[Nil, ...]
    decisions: int
    seconds: float


def hopeless(cards: Cards) -> bool:
    """The ace of spades, king and queen, or three above the nine."""
    ranks = {card.rank for card in cards if card.suit is Suit.SPADES and card.rank is not None}
    high = sum(rank > Rank.NINE for rank in ranks)
    return Rank.ACE in ranks or {Rank.KING, Rank.QUEEN} <= ranks or high >= 3


def play_match(task: tuple[str, float, int]) -> Played:
    """Plays a match of a level against itself, from its seed."""
    level, budget, seed = task
    table = Table(RULES, seed=seed)
    seats = [player(level, 4 * seed + seat, budget) for seat in range(4)]
    bids: dict[tuple[int, int], Nil] = {}
    decisions, seconds = 0, 0.0
    while not table.over and table.match.number <= MOST_DEALS:
        seat = table.turn or 0
        view = table.view(seat)
        legal = view.legal(seat)
        began = time.process_time()
        action = seats[seat - 1].act(view, seat)
        if len(legal) > 1:
            decisions, seconds = decisions + 1, seconds + time.process_time() - began
        if isinstance(action, Bid):
            bids[table.match.number, seat] = _bid(table, seat, action, level, 4 * seed + seat - 1, budget)
        table.act(action)
    return Played(tuple(_settled(table, bids)), decisions, seconds)


def _bid(table: Table, seat: int, action: Bid, level: str, seed: int, budget: float) -> Nil:
    view = table.view(seat)
    assert view.hand is not None
    nil, legal = action.tricks == 0, view.legal(seat)
    predicted = None
    if nil:
        record = decide(view, seat, level, seed, budget)
        predicted = record.actions[action].nil if record and action in record.actions else None
    chosen = nil and any(isinstance(other, Bid) and other.tricks for other in legal)
    return Nil(nil, chosen, predicted, False, hopeless(view.hand.board.holding(seat).sure))


def _settled(table: Table, bids: dict[tuple[int, int], Nil]) -> Iterator[Nil]:
    """The hands of complete deals, with what became of their nils."""
    deal = 0
    for event in table.events:
        match event:
            case DealStarted(number=number):
                deal = number
            case DealScored(tricks=tricks):
                for seat, taken in enumerate(tricks, 1):
                    one = bids.get((deal, seat))
                    if one:
                        yield Nil(one.nil, one.chosen, one.predicted, one.nil and not taken, one.hopeless)


def played(level: str, budget: float, hands: int, seed: int, jobs: int) -> list[Played]:
    """Matches until there are so many hands."""
    tasks = ((level, budget, number) for number in range(seed, seed + hands))
    found: list[Played] = []
    total = 0

    def enough(results: Iterable[Played]) -> None:
        nonlocal total
        for one in results:
            found.append(one)
            total += len(one.hands)
            if sys.stderr.isatty():
                print(f"\r{total} of {hands} hands", end="", file=sys.stderr, flush=True)
            if total >= hands:
                return

    if jobs == 1:
        enough(map(play_match, tasks))
    else:
        with get_context("spawn").Pool(jobs) as pool:
            enough(pool.imap(play_match, tasks))
    return found


def reliability(hands: Iterable[Nil]) -> list[dict[str, Any]]:
    """By tenths of what was predicted: how many nils, the mean prediction, the share made, its interval."""
    bins: dict[int, list[Nil]] = {}
    for one in hands:
        if one.nil and one.predicted is not None:
            bins.setdefault(min(9, int(10 * one.predicted)), []).append(one)
    rows = []
    for tenth, group in sorted(bins.items()):
        made = wilson(sum(one.made for one in group), len(group))
        predicted = sum(one.predicted or 0.0 for one in group) / len(group)
        rows.append(
            {
                "from": tenth / 10,
                "nils": len(group),
                "predicted": round(100 * predicted, 1),
                "made": round(100 * made.value, 1),
                "interval": [round(100 * made.low, 1), round(100 * made.high, 1)],
                "off": round(100 * (made.value - predicted), 1),
            }
        )
    return rows


def main() -> None:
    """Plays, prints, and saves if asked."""
    parser = argparse.ArgumentParser(description="the nils of a level")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--budget", type=float, default=BUDGET, help=f"part of its usual thought ({BUDGET})")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed (1)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write bench/results/nils-LEVEL.json")
    options = parser.parse_args()
    matches = played(options.level, options.budget, options.hands, options.seed, options.jobs)
    hands = [one for match in matches for one in match.hands]
    bad = [one for one in hands if one.hopeless]
    by_choice = wilson(sum(one.chosen for one in bad), max(1, len(bad)))
    result = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "rules": RULES,
        "level": options.level,
        "budget": options.budget,
        "ms": round(1000 * sum(one.seconds for one in matches) / max(1, sum(one.decisions for one in matches)), 2),
        "seed": options.seed,
        "matches": len(matches),
        "hands": len(hands),
        "nils": sum(one.nil for one in hands),
        "reliability": reliability(hands),
        "hopeless": {
            "hands": len(bad),
            "nils_by_choice": sum(one.chosen for one in bad),
            "percent": [round(100 * number, 2) for number in (by_choice.value, by_choice.low, by_choice.high)],
        },
    }
    print(f"{result['hands']} hands, {result['nils']} nils, {result['ms']} ms a decision")
    print(f"{'predicted':>10} {'made':>6} {'95 %':>14} {'off':>6} {'nils':>6}")
    for row in reliability(hands):
        low, high = row["interval"]
        interval = f"{low} to {high}"
        print(f"{row['predicted']:>10} {row['made']:>6} {interval:>14} {row['off']:>6} {row['nils']:>6}")
    print(f"nil by choice on hands that cannot make it: {sum(one.chosen for one in bad)} of {len(bad)}")
    if options.save:
        text = json.dumps(result, indent=2, ensure_ascii=False)
        (RESULTS / f"nils-{options.level}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
