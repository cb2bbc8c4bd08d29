"""How often the review holds a level's own moves against it: the judge must not see what is not there.

scripts/bench flags                         one match of each game by `expert`, judged by `expert` with another seed
scripts/bench flags --level strong --budget 0.2 --matches 2 --save
"""

from __future__ import annotations

import argparse
import datetime
import json
from typing import Any

from bench.machine import RESULTS, machine

from atout import Table
from atout.bots import player
from atout.review import Grade, Judge, judge_all
from atout.stats import wilson

TABLES = ("piques-a-trois", "pique", "euchre-a-trois")
MOST_DEALS = 12


def play(rules: str, level: str, budget: float, seed: int) -> Table:
    """A match of a level against itself, or its first deals."""
    table = Table(rules, seed=seed)
    seats = [player(level, 1000 * seed + seat, budget) for seat in range(table.rules.players)]
    while not table.over and table.match.number <= MOST_DEALS:
        seat = table.turn or 0
        table.act(seats[seat - 1].act(table.view(seat), seat))
    return table


def flags(rules: str, level: str, budget: float, matches: int, seed: int) -> dict[str, Any]:
    """What the judge finds at one game."""
    counts = dict.fromkeys(Grade, 0)
    loss = 0.0
    for number in range(seed, seed + matches):
        judge = Judge(level, 1_000_000 + number, budget)
        for one in judge_all(play(rules, level, budget, number), judge):
            if one is not None:
                counts[one.grade] += 1
                loss += one.loss if one.flagged else 0.0
    judged = sum(counts.values())
    flagged = wilson(judged - counts[Grade.FINE], judged)
    return {
        "rules": rules,
        "matches": matches,
        "judged": judged,
        "percent": [round(100 * number, 2) for number in (flagged.value, flagged.low, flagged.high)],
        "loss_a_match": round(loss / matches, 4),
    } | {str(grade): count for grade, count in counts.items()}


def main() -> None:
    """Plays, judges, prints, and saves if asked."""
    parser = argparse.ArgumentParser(description="the review of a level's own moves")
    parser.add_argument("--level", default="expert")
    parser.add_argument(
        "--budget", type=float, default=1.0, help="part of its usual thought, at the table and as judge (1)"
    )
    parser.add_argument("--matches", type=int, default=1, help="matches a game (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write bench/results/flags-LEVEL.json")
    options = parser.parse_args()
    rows = []
    for rules in TABLES:
        rows.append(flags(rules, options.level, options.budget, options.matches, options.seed))
        print(json.dumps(rows[-1]), flush=True)
    if options.save:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        facts = {"date": today, "machine": machine(), "level": options.level, "budget": options.budget}
        text = json.dumps(facts | {"seed": options.seed, "rows": rows}, indent=2)
        (RESULTS / f"flags-{options.level}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
