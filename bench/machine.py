"""How fast the readable machine is, next to OpenSpiel's Python API on its nearest game, in the same run.

    make bench                   a table on standard output
    scripts/bench --save         the same, written to bench/results/ as well; --help for more

Random complete deals, the legal list computed at each decision: `piques-a-trois` here (3 bids and 51 cards), `spades`
there (4 bids and 52 cards). The two take turns, so that a busy machine slows both; the figures are medians over the
rounds. OpenSpiel deals a card at a time, by 52 chance nodes; the time of decisions alone is given too, so that the
dealing does not decide the comparison. Then: a match replayed from its record, and what starting costs.
"""

import argparse
import datetime
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

RESULTS = Path(__file__).parent / "results"
SPEC = "piques-a-trois"
now = time.perf_counter


class Measure(NamedTuple):
    """What a number of deals took."""

    deals: int
    decisions: int
    seconds: float
    deciding: float  # the seconds spent after the dealing

    @property
    def deals_per_s(self) -> float:
        """Complete deals a second, dealing included."""
        return self.deals / self.seconds

    @property
    def decisions_per_s(self) -> float:
        """Bids and cards a second, dealing left out."""
        return self.decisions / self.deciding


T = TypeVar("T")
Player = Callable[[int, random.Random], Measure]


def ours() -> Player:
    """The readable machine's half."""
    from atout.actions import Deal
    from atout.families import family_of, parse
    from atout.scoring import Standing
    from atout.tricks import deck

    rules = parse(SPEC)
    family = family_of(rules.profile)
    pack = deck(rules.pack)
    standing = Standing.zero(len(rules.sides))

    def play(deals: int, rng: random.Random) -> Measure:
        decisions, deciding, began = 0, 0.0, now()
        for number in range(deals):
            hand = family.start(rules, number % rules.players + 1, standing)
            for event in hand.decide(0, Deal(tuple(rng.sample(pack, len(pack))))):
                hand = hand.evolve(event)
            dealt = now()
            while (turn := hand.turn) is not None:
                for event in hand.decide(turn, rng.choice(hand.legal(turn))):
                    hand = hand.evolve(event)
                decisions += 1
            deciding += now() - dealt
        return Measure(deals, decisions, now() - began, deciding)

    return play


def theirs() -> Player:
    """OpenSpiel's half: its spades, through its Python API."""
    import pyspiel

    game = pyspiel.load_game("spades")

    def play(deals: int, rng: random.Random) -> Measure:
        decisions, deciding, began = 0, 0.0, now()
        for _ in range(deals):
            state = game.new_initial_state()
            while state.is_chance_node():
                # The outcomes are equally likely, and legal_actions() lists them: nearly three times as fast as
                # weighing chance_outcomes(). The peer is given its best.
                state.apply_action(rng.choice(state.legal_actions()))
            dealt = now()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
            deciding += now() - dealt
        return Measure(deals, decisions, now() - began, deciding)

    return play


def medians(measures: list[Measure]) -> dict[str, float]:
    """The middle of several measures, one figure at a time."""
    return {
        "deals_per_s": statistics.median(one.deals_per_s for one in measures),
        "decisions_per_s": statistics.median(one.decisions_per_s for one in measures),
        "decisions_per_deal": statistics.median(one.decisions / one.deals for one in measures),
    }


def race(players: dict[str, Player], deals: int, rounds: int, seed: int) -> dict[str, dict[str, float]]:
    """Let the players take turns, each first as often as the other, after one round that warms them up."""
    measures: dict[str, list[Measure]] = {name: [] for name in players}
    for play in players.values():
        play(max(1, deals // 10), random.Random(seed))
    names = list(players)
    for turn in range(rounds):
        for name in names if turn % 2 == 0 else reversed(names):
            measures[name].append(players[name](deals, random.Random(seed + turn)))
    return {name: medians(several) for name, several in measures.items()}


def replay(seed: int, times: int) -> dict[str, float]:
    """A match of about 30 deals written once by random play, then read back and replayed: milliseconds."""
    import atout

    rng = random.Random(seed)
    table = atout.Table(f"{SPEC} target=100000", seed=seed)
    while table.record().count("[Deal ") <= 30 and not table.over:
        for _ in range(54):  # a deal's decisions: the record is looked at once a deal
            if not table.over:
                table.act(str(rng.choice(list(table.legal))))
    text = table.record()
    took = []
    for _ in range(times):
        began = now()
        again = atout.Table.from_record(text)
        took.append(1000 * (now() - began))
    assert again.record() == text
    return {"deals": text.count("[Deal "), "ms": statistics.median(took)}


def import_ms(times: int) -> float:
    """`import atout` in a fresh interpreter, by -X importtime: its own modules and what they bring in."""
    took = []
    for _ in range(times):
        run = [sys.executable, "-X", "importtime", "-c", "import atout"]
        said = subprocess.run(run, check=True, capture_output=True, text=True).stderr
        cumulative = re.search(r"\|\s*(\d+) \| atout$", said, re.MULTILINE)
        assert cumulative, "-X importtime did not name atout"
        took.append(int(cumulative[1]) / 1000)
    return statistics.median(took)


def help_ms(times: int) -> float:
    """`atout --help`, from the command to its end."""
    took = []
    for _ in range(times):
        began = now()
        subprocess.run([sys.executable, "-m", "atout", "--help"], check=True, capture_output=True)
        took.append(1000 * (now() - began))
    return statistics.median(took)


def machine() -> dict[str, str | int | None]:
    """What the figures were taken on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists() and (named := re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(), re.MULTILINE)):
        model = named[1]
    return {
        "cpu": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def attempt(what: str, measure: Callable[[], T]) -> T | None:
    """A figure, or the reason why there is none: what is not there yet must not hide the rest."""
    try:
        return measure()
    except (ImportError, AttributeError, NotImplementedError, subprocess.CalledProcessError) as error:
        print(f"{what}: not measured ({error})", file=sys.stderr)
        return None


def main() -> None:
    """Measure, print, and save if asked."""
    parser = argparse.ArgumentParser(description="the readable machine against OpenSpiel's Python API")
    parser.add_argument("--deals", type=int, default=200, help="deals a round (200)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds, of which the median counts (9)")
    parser.add_argument("--times", type=int, default=11, help="times the other figures are taken (11)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write bench/results/machine-DATE.json")
    options = parser.parse_args()

    makers = {"atout": ours, "openspiel": theirs}
    players = {name: player for name, make in makers.items() if (player := attempt(name, make))}
    speed = race(players, options.deals, options.rounds, options.seed)
    result: dict[str, object] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "deals": options.deals,
        "rounds": options.rounds,
        "seed": options.seed,
        "speed": speed,
    }

    print(" · ".join(str(value) for value in machine().values()))
    print(f"{'':<10} {'deals/s':>10} {'decisions/s':>12} {'decisions/deal':>15}")
    for name, figures in speed.items():
        speeds = f"{figures['deals_per_s']:>10.0f} {figures['decisions_per_s']:>12.0f}"
        print(f"{name:<10} {speeds} {figures['decisions_per_deal']:>15.1f}")
    if len(speed) == 2:
        ratio = {name: figure / speed["openspiel"][name] for name, figure in speed["atout"].items() if "_per_s" in name}
        result["ratio"] = ratio
        print(f"{'ratio':<10} {ratio['deals_per_s']:>10.2f} {ratio['decisions_per_s']:>12.2f}")

    if (replayed := attempt("replay", lambda: replay(options.seed, options.times))) is not None:
        result["replay"] = replayed
        print(f"a match of {replayed['deals']:.0f} deals replayed from its record: {replayed['ms']:.1f} ms")
    if (imported := attempt("import", lambda: import_ms(options.times))) is not None:
        result["import_ms"] = imported
        print(f"import atout: {imported:.1f} ms")
    if (helped := attempt("help", lambda: help_ms(options.times))) is not None:
        result["help_ms"] = helped
        print(f"atout --help: {helped:.0f} ms")

    if options.save:
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"machine-{result['date']}.json"
        path.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"written: {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path.name}")


if __name__ == "__main__":
    main()
