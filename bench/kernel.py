"""How fast the kernel is, next to OpenSpiel's C++ loop and its Python API, in the same run.

    scripts/bench kernel            a table on standard output
    scripts/bench kernel --save     the same, written to bench/results/ as well; --help for more

Whole random deals: `atout-pique` and `euchre-a-trois` here, `spades` and `euchre` there, through `evaluate_bots` with
uniform random bots from the empty state (C++ throughout), and through the Python API. The contestants take turns on one
core; figures are medians over the rounds of processor time, which a busy machine disturbs less than the clock on the
wall. Euchre is compared a card played, since three seats play 15 cards and four play 20. Then: worlds, a batch of
100,000 deals, playouts, the first answer of a cold process, how soon a cancelled job ends, and two threads against one
with the cores they were given: on a busy machine less than two.
"""

import argparse
import contextlib
import datetime
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from bench.machine import RESULTS, machine
from bench.solver import dealt, job

import atout
from atout import kernel
from atout.kernel.backends import ACTIVE
from atout.kernel.figures import signature

COLD = """
import time, atout.kernel as kernel
began, worked = time.perf_counter(), time.process_time()
kernel.deals("atout-pique", 1000)
print(1000 * (time.perf_counter() - began), 1000 * (time.process_time() - worked))
"""


class Pace(NamedTuple):
    """Deals and cards a second of processor time."""

    deals: float
    cards: float


Play = Callable[[int], Pace]


def ours(spec: str, backend: kernel.Backend) -> Play:
    """Random deals of a table by one of the kernel's implementations."""
    game = kernel.Game(spec)

    def play(seed: int) -> Pace:
        count = 400 if backend.name == "twin" else 100_000
        began = time.process_time()
        dealt = kernel.deals(game, count, seed=seed, backend=backend)
        took = time.process_time() - began
        return Pace(count / took, sum(bytes(dealt.won)) * game.seats / took)

    return play


def cards_played(history: Iterable[Any], game: str) -> int:
    """The cards of a finished deal of OpenSpiel's: actions of players that name a card, discards too."""
    pack = {"spades": 52, "euchre": 24}[game]
    return sum(step.player >= 0 and step.action < pack for step in history)


def cpp(name: str, count: int) -> Play:
    """OpenSpiel's C++ loop."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    states = [game.new_initial_state() for _ in range(300)]
    for number, state in enumerate(states):
        pyspiel.evaluate_bots(state, bots, number)
    cards = statistics.fmean(cards_played(state.full_history(), name) for state in states)

    def play(seed: int) -> Pace:
        began = time.process_time()
        for number in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed * count + number)
        pace = count / (time.process_time() - began)
        return Pace(pace, pace * cards)

    return play


def python_api(name: str, count: int) -> Play:
    """OpenSpiel driven from Python, an action at a time."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seed: int) -> Pace:
        rng = random.Random(seed)
        cards = 0
        began = time.process_time()
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
            cards += cards_played(state.full_history(), name)
        took = time.process_time() - began
        return Pace(count / took, cards / took)

    return play


def race(players: dict[str, Play], rounds: int) -> dict[str, Pace]:
    """Let the players take turns, forwards and backwards, after a round that warms them up; medians."""
    paces: dict[str, list[Pace]] = {name: [] for name in players}
    for number in range(rounds + 1):
        for name in list(players)[:: 1 if number % 2 else -1]:
            pace = players[name](number)
            if number:
                paces[name].append(pace)
    return {name: Pace(*map(statistics.median, zip(*several, strict=True))) for name, several in paces.items()}


def median_pace(work: Callable[[int], object], items: int, rounds: int) -> float:
    """Items a second of processor time."""
    took = []
    for number in range(rounds + 1):
        began = time.process_time()
        work(number)
        took.append(time.process_time() - began)
    return items / statistics.median(took[1:])


def with_voids(spec: str, tricks: int, barred: int) -> tuple[Any, int]:
    """A table after some tricks at which the seat to lead knows of suits that others are without."""
    for seed in range(1000):
        table = atout.Table(spec, seed=seed)
        rng = random.Random(seed)
        while table.match.hand is None or not table.match.hand.playing or sum(table.match.hand.board.won) < tricks:
            table.act(rng.choice(list(table.legal)))
        hand, seat = table.match.hand, table.turn
        assert hand.ordering is not None
        assert seat is not None
        others = (other for other in range(1, table.rules.players + 1) if other != seat)
        if sum(len(hand.board.renounced(other, hand.ordering)) for other in others) >= barred:
            return table, seat
    raise ValueError(f"no deal of {spec} shows {barred} voids after {tricks} tricks")


def worlds_pace(spec: str, tricks: int, barred: int, rounds: int) -> float:
    """Worlds a second for the view of a seat that knows of some voids."""
    table, seat = with_voids(spec, tricks, barred)
    worlds = kernel.Worlds(table.view(seat))
    return median_pace(lambda seed: worlds.sample(100_000, seed=seed), 100_000, rounds)


def playouts_pace(spec: str, share: float, rounds: int) -> float:
    """Playouts a second from the first lead."""
    table, _ = with_voids(spec, 0, 0)
    position = kernel.Position.of(table.match)
    return median_pace(lambda seed: kernel.playouts(position, repeats=50_000, share=share, seed=seed), 50_000, rounds)


def batch_paces(rounds: int) -> tuple[float, float]:
    """Deals a second of a large batch: in one call, and stepped from Python."""
    batch = kernel.Batch("atout-pique", 100_000)

    def finish(seed: int) -> None:
        batch.reset(seed)
        batch.finish()
        batch.score()

    def step(seed: int) -> None:
        batch.reset(seed)
        while not batch.over:
            batch.sample()
            batch.step()
        batch.score()

    return median_pace(finish, 100_000, rounds), median_pace(step, 100_000, min(rounds, 3))


def others(rounds: int) -> dict[str, float]:
    """What has no peer: items a second of processor time."""
    found: dict[str, float] = {}
    for spec, tricks, barred in (("piques-a-trois", 5, 2), ("atout-pique", 5, 3), ("atout-pique players=6", 4, 4)):
        name = f"worlds of {spec} after {tricks} tricks, {barred} voids or more"
        found[name] = worlds_pace(spec, tricks, barred, rounds)
    for share, name in ((1.0, "random"), (0.0, "scripted"), (0.25, "a quarter random")):
        found[f"playouts of piques-a-trois from the first lead, {name}"] = playouts_pace(
            "piques-a-trois", share, rounds
        )
    in_one, stepped = batch_paces(rounds)
    found["deals of a batch of 100,000 atout-pique, in one call"] = in_one
    found["deals of a batch of 100,000 atout-pique, stepped from Python"] = stepped
    return found


Part = Callable[[int], object]


def shared() -> dict[str, Part]:
    """Works in two equal parts, told by number."""
    game, position = kernel.Game("atout-pique"), kernel.Position.of(with_voids("piques-a-trois", 0, 0)[0].match)
    batches = [kernel.Batch("atout-pique", 100_000) for _ in range(2)]

    def batch(part: int) -> None:
        batches[part].reset(1, first=100_000 * part)
        batches[part].finish()
        batches[part].score()

    return {
        "deals": lambda part: kernel.deals(game, 200_000, first=200_000 * part),
        "playouts": lambda part: kernel.playouts(position, repeats=200_000, seed=part),
        "batch": batch,
    }


class Shared(NamedTuple):
    """How much more two threads do than one on the wall's clock, and how many cores the machine gave them meanwhile:
    with two idle cores both are 2."""

    ratio: float
    cores: float


def threads(part: Part, rounds: int) -> Shared:
    """Two parts one after the other, then at once; medians."""
    ratios, cores = [], []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            began = time.perf_counter()
            part(0)
            part(1)
            one = time.perf_counter() - began
            began, worked = time.perf_counter(), time.process_time()
            list(pool.map(part, range(2)))
            both = time.perf_counter() - began
            ratios.append(one / both)
            cores.append((time.process_time() - worked) / both)
    return Shared(statistics.median(ratios), statistics.median(cores))


def cancelled(work: Callable[[kernel.Cancel], object], times: int) -> tuple[float, float]:
    """Milliseconds from a cancel to the end of a job that another thread runs: the median and the longest."""
    took = []
    for number in range(times):
        cancel, ended = kernel.Cancel(), [0.0]

        def run(cancel: kernel.Cancel = cancel, ended: list[float] = ended) -> None:
            with contextlib.suppress(kernel.Cancelled):
                while not cancel.cancelled:
                    work(cancel)
            ended[0] = time.perf_counter()

        thread = threading.Thread(target=run)
        thread.start()
        time.sleep(0.02 + 0.003 * number)
        asked = time.perf_counter()
        cancel.cancel()
        thread.join()
        took.append(1000 * (ended[0] - asked))
    return statistics.median(took), max(took)


def cancels(times: int) -> dict[str, tuple[float, float]]:
    """The same for each kind of job."""
    game = kernel.Game("atout-pique")
    table, seat = with_voids("piques-a-trois", 5, 2)
    position, worlds = kernel.Position.of(table.match), kernel.Worlds(table.view(seat))
    search = job(dealt(2, 4, 13), (0, 1, 2, 3))
    works: dict[str, Callable[[kernel.Cancel], object]] = {
        "deals": lambda cancel: kernel.deals(game, 1 << 20, cancel=cancel),
        "playouts": lambda cancel: kernel.playouts(position, repeats=1 << 20, cancel=cancel),
        "worlds": lambda cancel: worlds.sample(1 << 18, cancel=cancel),
        "solver": lambda cancel: ACTIVE.solve(search, cancel),
    }
    return {name: cancelled(work, times) for name, work in works.items()}


def cold(times: int) -> tuple[float, float]:
    """Milliseconds from `import atout.kernel` to a first answer, 1,000 deals, in a process of its own: on the wall's
    clock, which other work on the machine delays, and of processor time."""
    run = [sys.executable, "-c", COLD]
    took = [subprocess.run(run, check=True, capture_output=True, text=True).stdout.split() for _ in range(times)]
    wall, processor = (statistics.median(map(float, column)) for column in zip(*took, strict=True))
    return wall, processor


def table_of(title: str, paces: dict[str, Pace], peer: str, cards: bool) -> dict[str, Any]:
    """Prints a race, with the ratio to a peer by deals or by cards; returns its figures."""
    base = paces[peer].cards if cards else paces[peer].deals
    print(f"{title:<34} {'deals/s':>12} {'cards/s':>14} {'ratio by ' + ('cards' if cards else 'deals'):>15}")
    figures = {}
    for name, pace in paces.items():
        ratio = (pace.cards if cards else pace.deals) / base
        print(f"  {name:<32} {pace.deals:>12,.0f} {pace.cards:>14,.0f} {ratio:>15.2f}")
        figures[name] = {"deals_per_s": round(pace.deals), "cards_per_s": round(pace.cards), "ratio": round(ratio, 2)}
    return figures


def main() -> None:
    """Measure, print, and save if asked."""
    parser = argparse.ArgumentParser(description="the kernel against OpenSpiel")
    parser.add_argument("--rounds", type=int, default=11, help="rounds, of which the median counts (11)")
    parser.add_argument("--save", action="store_true", help="write bench/results/kernel-DATE.json")
    options = parser.parse_args()

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    together = {name: threads(part, options.rounds) for name, part in shared().items()} if cores > 1 else {}
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    result: dict[str, Any] = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "rounds": options.rounds,
        "signature": signature(),
    }
    print(" · ".join(str(value) for value in machine().values()))
    for spec, name, count, cards in (("atout-pique", "spades", 1500, False), ("euchre-a-trois", "euchre", 3000, True)):
        players = {f"atout, {backend.name}": ours(spec, backend) for backend in kernel.BACKENDS}
        players["OpenSpiel, C++"] = cpp(name, count)
        players["OpenSpiel, Python API"] = python_api(name, count // 10)
        result[spec] = table_of(f"{spec} / {name}", race(players, options.rounds), "OpenSpiel, C++", cards)
    result["others"] = {name: round(pace) for name, pace in others(options.rounds).items()}
    for name, pace in result["others"].items():
        print(f"{name:<72} {pace:>12,} /s")
    wall, processor = cold(options.rounds)
    result["cold_ms"] = {"wall": round(wall, 1), "processor": round(processor, 1)}
    print(f"first answer after `import atout.kernel`, cold: {wall:.1f} ms ({processor:.1f} ms of processor time)")
    result["cancel_ms"] = {}
    for name, (middle, longest) in cancels(20).items():
        result["cancel_ms"][name] = {"median": round(middle, 2), "longest": round(longest, 2)}
        print(f"from a cancel to the end, {name}: {middle:.2f} ms (at worst {longest:.2f})")
    result["threads"] = {}
    for name, (ratio, given) in together.items():
        result["threads"][name] = {"ratio": round(ratio, 2), "cores": round(given, 2)}
        print(f"two threads against one, {name}: {ratio:.2f} with {given:.2f} cores given")
    if not together:
        print("two threads against one: not measured, this machine has one core")
    print(f"signature: {result['signature']}")

    if options.save:
        RESULTS.mkdir(exist_ok=True)
        path = RESULTS / f"kernel-{result['date']}.json"
        path.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"written: {path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path.name}")


if __name__ == "__main__":
    main()
