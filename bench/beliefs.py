"""How well a seat knows where the others' cards lie: by the suits they were without, by what they said, by what they
played.

    scripts/bench beliefs                        a few deals of each game between levels, results on standard output
    scripts/bench beliefs --deals 100 --save     more of them, written to bench/results/beliefs.json

At a quarter of the choices of a card, for every card that the seat does not see, the logarithm of the chance that its
belief gave to the hand where it lay (no belief is better than the true chances, by this count); and how many of the
worlds are worth as many equally likely ones. Intervals are over deals, of the difference from what was said alone.
"""

from __future__ import annotations

import argparse
import datetime
import json
from collections.abc import Sequence
from math import fsum, log
from random import Random
from typing import Any

from bench.machine import RESULTS, machine

from atout import Table
from atout.actions import Play
from atout.bots import player
from atout.bots.belief import effective, tempered, with_plays
from atout.bots.brains import BRAINS
from atout.kernel import Position, Sample, Worlds
from atout.match import Match
from atout.stats import student

TABLES = (("pique", 1.0), ("piques-a-trois", 1.0), ("euchre", 4.0), ("euchre-a-trois", 4.0))
"""Games, and how many deals of each for one of the first."""
POOL, TRUST, POWER = 1000, 0.6, 0.8
BELIEFS = ("suits", "said", "played", "both")


def weights(view: Match, seat: int, position: Position, sample: Sample) -> dict[str, list[float]]:
    """The worlds' weights by each belief."""
    said = list(BRAINS[view.rules.family].likelihood(view, seat, sample))
    flat = [1.0] * len(sample)

    def played(likely: Sequence[float]) -> Sequence[float]:
        return with_plays(lambda *_: likely, position, POWER)(view, seat, sample)

    found = {"suits": flat, "said": said, "played": played(flat), "both": played(said)}
    return {name: tempered(likely, TRUST) for name, likely in found.items()}


def loss(sample: Sample, weights: Sequence[float], lies: Sequence[tuple[int, int]]) -> float:
    """Minus the logarithm of the chances given to the places where cards lie (place, bit), added up; half a world more
    for each place, so that no chance is nothing."""
    worlds, places, total = len(sample), sample.width, fsum(weights)
    found = 0.0
    for place, bit in lies:
        there = fsum(weight for weight, hand in zip(weights, sample.rows[place::places], strict=True) if hand & bit)
        found -= log((there * worlds / total + 0.5) / (worlds + 0.5 * places))
    return found


def beliefs(rules: str, level: str, budget: float, deals: int, seed: int) -> dict[str, Any]:
    """What is believed at one game, the level against ``casual``."""
    chance, cards = Random(seed), 0
    losses: dict[str, list[float]] = {name: [] for name in BELIEFS}
    worth: dict[str, list[float]] = {name: [] for name in BELIEFS}
    for number in range(seed, seed + deals):
        table = Table(rules, seed=number)
        seats = [
            player(level if seat % 2 else "casual", 1000 * number + seat, budget) for seat in range(table.rules.players)
        ]
        mine = dict.fromkeys(BELIEFS, 0.0)
        while not table.over and table.match.number == 1:
            seat = table.turn or 0
            view, action = table.view(seat), seats[(table.turn or 0) - 1].act(table.view(seat), seat)
            if isinstance(action, Play) and len(table.legal) > 1 and chance.random() < 0.25:
                position, worlds, truth = Position.of(view), Worlds(view), Position.of(table.match)
                hidden = position.labels.mask(worlds.hidden)
                lies = [
                    (place, 1 << number)
                    for place, hand in enumerate(truth.state.hand)
                    for number in range(64)
                    if hand & hidden & 1 << number
                ]
                sample = worlds.sample(POOL, seed=number)
                cards += len(lies)
                for name, weight in weights(view, seat, position, sample).items():
                    mine[name] += loss(sample, weight, lies)
                    worth[name].append(effective(weight) / POOL)
            table.act(action)
        for name in BELIEFS:
            losses[name].append(mine[name])
    a_deal = cards / deals
    gain = student([(said - both) / a_deal for said, both in zip(losses["said"], losses["both"], strict=True)])
    return {
        "rules": rules,
        "deals": deals,
        "cards": cards,
        "loss_a_card": {name: round(fsum(found) / cards, 4) for name, found in losses.items()},
        "gain_of_plays": [round(number, 4) for number in (gain.value, gain.low, gain.high)],
        "worth": {name: round(fsum(found) / len(found), 2) for name, found in worth.items()},
    }


def main() -> None:
    """Plays, looks, prints, and saves if asked."""
    parser = argparse.ArgumentParser(description="what is believed of the others' cards")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--budget", type=float, default=0.1, help="part of its usual thought (0.1)")
    parser.add_argument("--deals", type=int, default=10, help="deals of a game of Spades (10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write bench/results/beliefs.json")
    options = parser.parse_args()
    rows = []
    for rules, share in TABLES:
        rows.append(beliefs(rules, options.level, options.budget, round(share * options.deals), options.seed))
        print(json.dumps(rows[-1]), flush=True)
    if options.save:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        facts = {"date": today, "machine": machine(), "level": options.level, "budget": options.budget}
        text = json.dumps(facts | {"seed": options.seed, "rows": rows}, indent=2)
        (RESULTS / "beliefs.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
