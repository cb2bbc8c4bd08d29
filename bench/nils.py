"""The nils a level bids: predicted against made, and those nobody should bid.

    scripts/bench nils                          20,000 hands of `strong` against itself, in matches of Spades for four
    scripts/bench nils --rules piques-a-trois   the same at another table
    scripts/bench nils --hands 2000 --jobs 2    fewer, two matches at a time
    scripts/bench nils --save                   the same, written to bench/results/ as well

Each nil is predicted by the level's own decision record at the moment it is bid; reliability is told by deciles, a
tenth of the nils each in the order of what was predicted, and by tenths of the prediction itself, some of which hold
few. What is predicted is what the record tells, that all nils of the side hold, and what is made is the same by the
count: a partner's nil that falls beside one that holds is a failure in both. Then: how often a nil is bid by choice on
hands that (almost) cannot make it: the ace of spades, king and queen of spades, or any three spades above the nine.

Match n follows from its seed alone (``--seed``, and on), so that matches may be played in any order. Interrupted runs
go on: matches are kept in build/bench/, by the edition of the code.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, closing
from itertools import groupby, pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import msgspec
from bench.machine import RESULTS, machine
from bench.strength import BUDGET, KEPT, edition
from msgspec import Struct

from atout import Table
from atout.actions import Bid
from atout.bots import decide, player
from atout.bots.outcomes import told
from atout.cards import Cards, Rank, Suit
from atout.events import DealScored, DealStarted
from atout.match import Match
from atout.stats import wilson

RULES: Final = "pique"
MOST_DEALS: Final = 40
"""Deals of a match looked at."""
SHIP: Final = 5.0
AIM: Final = 3.0
"""Points by which a tenth's prediction may be off."""


class Task(Struct, frozen=True):
    """A match to play: a level against itself."""

    rules: str
    level: str
    budget: float
    seed: int


class Nil(Struct, frozen=True):
    """A nil: whether by choice, what was predicted of it (a chance; ``None`` where nothing was), whether it was
    made."""

    chosen: bool
    predicted: float | None
    made: bool


class Played(Struct, frozen=True):
    """A match: the hands that were bid on, those of them that cannot make a nil, how many of these were bid nil by
    choice, the nils, and what real choices took."""

    seed: int
    hands: int
    hopeless: int
    mistaken: int
    nils: tuple[Nil, ...]
    decisions: int
    seconds: float


class _Spoken(Struct, frozen=True):
    """A bid as it was made."""

    nil: bool
    chosen: bool
    predicted: float | None
    hopeless: bool


def hopeless(cards: Cards) -> bool:
    """The ace of spades, king and queen, or three above the nine."""
    ranks = {card.rank for card in cards if card.suit is Suit.SPADES and card.rank is not None}
    high = sum(rank > Rank.NINE for rank in ranks)
    return Rank.ACE in ranks or {Rank.KING, Rank.QUEEN} <= ranks or high >= 3


def play_match(task: Task) -> Played:
    """Plays a match of a level against itself, from its seed."""
    table = Table(task.rules, seed=task.seed)
    seats = table.match.rules.players
    seeds = [seats * task.seed + seat for seat in range(seats)]
    players = [player(task.level, seed, task.budget) for seed in seeds]
    bids: dict[tuple[int, int], _Spoken] = {}
    decisions, seconds = 0, 0.0
    while not table.over and table.match.number <= MOST_DEALS:
        seat = table.turn or 0
        view = table.view(seat)
        began = time.process_time()
        action = players[seat - 1].act(view, seat)
        if len(view.legal(seat)) > 1:
            decisions, seconds = decisions + 1, seconds + time.process_time() - began
        if isinstance(action, Bid):
            bids[table.match.number, seat] = _spoken(view, seat, action, task, seeds[seat - 1])
        table.act(action)
    counted = list(_counted(table, bids))
    bad = [spoken for spoken, _ in counted if spoken.hopeless]
    nils = tuple(Nil(spoken.chosen, spoken.predicted, made) for spoken, made in counted if spoken.nil)
    return Played(
        task.seed, len(counted), len(bad), sum(spoken.chosen for spoken in bad), nils, decisions, round(seconds, 3)
    )


def _spoken(view: Match, seat: int, action: Bid, task: Task, seed: int) -> _Spoken:
    assert view.hand is not None
    predicted = None
    if not action.tricks:
        record = decide(view, seat, task.level, seed, task.budget)
        predicted = record.actions[action].nil if record and action in record.actions else None
    chosen = not action.tricks and any(isinstance(other, Bid) and other.tricks for other in view.legal(seat))
    return _Spoken(not action.tricks, chosen, predicted, hopeless(view.hand.board.holding(seat).sure))


def _counted(table: Table, bids: dict[tuple[int, int], _Spoken]) -> Iterator[tuple[_Spoken, bool]]:
    """The bids of complete deals, and whether the nils of their side held."""
    deal = 0
    for event in table.events:
        match event:
            case DealStarted(number=number):
                deal = number
            case DealScored(sides=sides):
                for side in table.match.rules.sides:
                    _, held, _ = told(sides, side)
                    yield from ((bids[deal, seat], held is True) for seat in side if (deal, seat) in bids)


def kept(file: Path) -> dict[int, Played]:
    """The matches of a file, by seed; a line that was not written to its end is dropped."""
    decode = msgspec.json.Decoder(Played).decode
    known: dict[int, Played] = {}
    whole = file.read_bytes().rpartition(b"\n")[0] if file.exists() else b""
    for one in map(decode, whole.splitlines()):
        known[one.seed] = one
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in known.values()))
    return known


def in_order(task: Task, matches: int, known: dict[int, Played], jobs: int) -> Generator[Played, None, None]:
    """So many matches from a first one on; those that are known are not played again."""
    tasks = [msgspec.structs.replace(task, seed=task.seed + number) for number in range(matches)]
    missing = [one for one in tasks if one.seed not in known]
    with ExitStack() as stack:
        fresh = (
            map(play_match, missing)
            if jobs == 1
            else stack.enter_context(get_context("spawn").Pool(jobs)).imap(play_match, missing)
        )
        for one in tasks:
            yield known.get(one.seed) or next(fresh)


def played(task: Task, hands: int, jobs: int) -> list[Played]:
    """Matches until there are so many hands."""
    name = "-".join((*task.rules.split(), task.level, f"{task.budget:g}", edition()))
    file = KEPT / f"nils-{name}.jsonl"
    known = kept(file)
    found: list[Played] = []
    total = 0
    with file.open("ab") as lines, closing(in_order(task, hands, known, jobs)) as matches:
        while total < hands:
            one = next(matches)
            if one.seed not in known:
                lines.write(msgspec.json.encode(one) + b"\n")
                lines.flush()
            found.append(one)
            total += one.hands
            if sys.stderr.isatty():
                print(f"\r{total} of {hands} hands", end="", file=sys.stderr, flush=True)
    return found


def verdict(off: float) -> str:
    """Whether what was wished for is reached, as measured."""
    return "aim" if abs(off) <= AIM else "ship" if abs(off) <= SHIP else "missed"


def foreseen(nils: Iterable[Nil]) -> list[tuple[float, bool]]:
    """What was predicted, the least likely first, and whether it was made."""
    return sorted((one.predicted, one.made) for one in nils if one.predicted is not None)


def tenths(nils: Iterable[Nil]) -> list[dict[str, Any]]:
    """Nils put together by what was predicted: 0 to 10 %, 10 to 20 %, and so on."""
    found = foreseen(nils)
    return [row(list(group)) for _, group in groupby(found, lambda one: min(9, int(10 * one[0])))]


def deciles(nils: Iterable[Nil]) -> list[dict[str, Any]]:
    """Nils in the order of what was predicted, a tenth of them together."""
    found = foreseen(nils)
    cuts = [round(len(found) * part / 10) for part in range(11)]
    return [row(found[low:high]) for low, high in pairwise(cuts) if high > low]


def row(group: list[tuple[float, bool]]) -> dict[str, Any]:
    """Of some nils how many they are, from which prediction on, the mean prediction, the share made with Wilson's
    interval, how far they are apart, in per cent, and what that comes to. ``open`` says that the interval allows other
    verdicts."""
    made = wilson(sum(held for _, held in group), len(group)).scaled(100)
    predicted = 100 * fmean(chance for chance, _ in group)
    off = made.value - predicted
    reached = {verdict(end - predicted) == "missed" for end in (made.low, made.value, made.high)}
    return {
        "from": round(100 * group[0][0], 1),
        "nils": len(group),
        "predicted": round(predicted, 1),
        "made": round(made.value, 1),
        "interval": [round(made.low, 1), round(made.high, 1)],
        "off": round(off, 1),
        "verdict": verdict(off),
        "open": len(reached) > 1,
    }


def summary(matches: list[Played], task: Task) -> dict[str, Any]:
    """Everything that is kept of some matches."""
    nils = [one for match in matches for one in match.nils]
    known = foreseen(nils)
    bad, mistaken = sum(one.hopeless for one in matches), sum(one.mistaken for one in matches)
    by_choice = wilson(mistaken, max(1, bad)).scaled(100)
    spent = sum(one.seconds for one in matches) / max(1, sum(one.decisions for one in matches))
    return {
        "rules": task.rules,
        "level": task.level,
        "budget": task.budget,
        "edition": edition(),
        "ms": round(1000 * spent, 2),
        "seed": task.seed,
        "matches": len(matches),
        "hands": sum(one.hands for one in matches),
        "nils": len(nils),
        "predicted": round(100 * sum(chance for chance, _ in known) / max(1, len(known)), 1),
        "made": round(100 * sum(held for _, held in known) / max(1, len(known)), 1),
        "deciles": deciles(nils),
        "tenths": tenths(nils),
        "hopeless": {
            "hands": bad,
            "nils_by_choice": mistaken,
            "percent": [round(number, 2) for number in (by_choice.value, by_choice.low, by_choice.high)],
        },
    }


def tell(found: dict[str, Any]) -> None:
    """Prints what was found."""
    print(f"{found['hands']} hands, {found['nils']} nils, {found['ms']} ms a decision")
    for what in ("deciles", "tenths"):
        print(f"{what:>10} {'predicted':>10} {'made':>6} {'95 %':>14} {'off':>6} {'nils':>6}")
        for row in found[what]:
            low, high = row["interval"]
            interval = f"{low} to {high}"
            result = f"{row['verdict']}{', open' if row['open'] else ''}"
            of = f"{row['from']:>10} {row['predicted']:>10} {row['made']:>6} {interval:>14}"
            print(f"{of} {row['off']:>6} {row['nils']:>6}  {result}")
    print(f"all: predicted {found['predicted']}, made {found['made']}")
    hands = found["hopeless"]
    print(f"nil by choice on hands that cannot make it: {hands['nils_by_choice']} of {hands['hands']}")


def main() -> None:
    """Plays, prints, and saves if asked."""
    parser = argparse.ArgumentParser(description="the nils of a level")
    parser.add_argument("--rules", default=RULES, help=f"the table ({RULES})")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--budget", type=float, default=BUDGET, help=f"part of its usual thought ({BUDGET})")
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1, help="the first match's seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="matches played at once (1)")
    parser.add_argument("--save", action="store_true", help="write bench/results/nils-LEVEL.json")
    options = parser.parse_args()
    task = Task(options.rules, options.level, options.budget, options.seed)
    found = summary(played(task, options.hands, options.jobs), task)
    tell(found)
    if options.save:
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        text = json.dumps({"date": today, "machine": machine()} | found, indent=2, ensure_ascii=False)
        name = "-".join([options.level, *(options.rules.split() if options.rules != RULES else ())])
        (RESULTS / f"nils-{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
