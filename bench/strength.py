"""How strong the levels are: the arena's rows of the table of figures, each from one command.

    scripts/bench strength                       every row, results on standard output
    scripts/bench strength casual aifactory      some rows; --help names them all
    scripts/bench strength --save                the same, written to bench/results/ as well
    scripts/bench strength --full                spot checks: the same players at their whole thought, fewer boards

Duplicate boards with fixed seeds (board 1 on), at a stated part of the levels' usual thought that keeps a decision
within 10 ms, so that a row can be repeated in minutes. Interrupted runs go on: boards are kept in build/bench/.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

from bench.machine import RESULTS, machine
from msgspec import Struct
from msgspec.structs import replace

import atout
from atout.arena import Comparison, Contest, Results, compare, merged, play_boards, to_play
from atout.stats import Interval

SOURCE = Path(atout.__file__).parent
KEPT = Path(__file__).parent.parent / "build" / "bench"
BUDGET = 0.3
"""The part of its usual thought that `strong` spends: within 10 ms a decision (each row tells what it took)."""
EXPERT_BUDGET = 0.1
"""The same for `expert`, and for `strong` against it: one part of their thought for both."""


FEWER: Final = 5
"""A spot check at full thought plays this part of a row's boards."""


class Row(Struct, frozen=True):
    """A row of the table: who plays whom at what, how many boards, and what is wished for.

    ``figure`` is ``wins`` (the first one's share of wins, one side against the others) or ``points`` (a deal); ``ship``
    and ``aim`` in per cent or points.
    """

    what: str
    rules: str
    entrants: tuple[str, str]
    boards: int
    ship: float
    aim: float
    figure: str = "wins"
    seed: int = 1
    whole: bool = True

    @property
    def full(self) -> Row:
        """The same players at their whole thought, other boards, and fewer of them."""
        whole = [entrant if "=" in entrant else entrant.partition(":")[0] for entrant in self.entrants]
        return replace(self, entrants=(whole[0], whole[1]), boards=max(10, self.boards // FEWER), seed=self.seed + 1)

    @property
    def contest(self) -> Contest:
        """What the arena plays."""
        return Contest(rules=self.rules, entrants=self.entrants, seed=self.seed, whole=self.whole)


def thinking(level: str, budget: float = BUDGET) -> str:
    """A level at the budget of the table."""
    return f"{level}:{budget:g}"


STRONG = thinking("strong")
REPLICA = "aifactory=python:bench.ismcts:replica"
ISMCTS = "ismcts=python:bench.openspiel:ismcts"
ROWS = {
    "casual": Row("Spades, pairs: strong against casual", "pique", (STRONG, "casual"), 100, 85, 92),
    "aifactory": Row("Spades, pairs: strong against the replica", "pique", (STRONG, REPLICA), 80, 58, 65),
    "three": Row("piques-a-trois: one strong against two casual", "piques-a-trois", (STRONG, "casual"), 60, 55, 65),
    "euchre": Row("euchre-a-trois: one strong against two casual", "euchre-a-trois", (STRONG, "casual"), 80, 45, 52),
    "openspiel": Row(
        "euchre, pairs: strong against OpenSpiel's ISMCTSBot, points a hand",
        "euchre stick=yes discard_turned=no",
        (STRONG, ISMCTS),
        200,
        0.10,
        0.10,
        figure="points",
        whole=False,
    ),
    "novice": Row("Spades, pairs: novice against random", "pique", ("novice", "random"), 30, 58, 58),
    "casual-novice": Row("Spades, pairs: casual against novice", "pique", ("casual", "novice"), 60, 58, 58),
    "club-casual": Row("Spades, pairs: club against casual", "pique", ("club", "casual"), 100, 58, 68),
    "strong-club": Row("Spades, pairs: strong against club", "pique", (STRONG, "club"), 100, 58, 68),
    "expert-strong": Row(
        "Spades, pairs: expert against strong",
        "pique",
        (thinking("expert", EXPERT_BUDGET), thinking("strong", EXPERT_BUDGET)),
        60,
        58,
        58,
    ),
}
"""The rows by name."""


@cache
def edition() -> str:
    """What results depend on besides the seeds: a mark of the code of games, kernel, bots and opponents."""
    folders = ("bots", "kernel", "spades", "euchre")
    files = (path for folder in folders for path in (SOURCE / folder).rglob("*"))
    sources = [path for path in files if path.suffix in (".py", ".c", ".h")]
    sources += Path(__file__).parent.glob("ismcts.*")
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(sources))).hexdigest()[:10]


def played(row: Row, name: str, boards: int, jobs: int) -> Comparison:
    """The row's boards, those that are missing played now."""
    contest = row.contest
    mark = "-".join((name, *(entrant.partition("=")[0].replace(":", "-") for entrant in row.entrants), edition()))
    with Results(KEPT / f"{mark}.jsonl", contest) as results:
        known = merged([results.boards])
        for board in play_boards(contest, to_play(contest, 1, boards, known), jobs=jobs):
            results.add(board)
            known[board.number, board.pair] = board
            if sys.stderr.isatty():
                print(f"\r{name}: {len(known)} of {boards} boards", end="", file=sys.stderr, flush=True)
    return compare(contest, (0, 1), [board for board in known.values() if board.number <= boards])


def figure_of(row: Row, found: Comparison) -> Interval:
    """The figure of a row, in per cent or points a deal."""
    if row.figure == "points":
        return found.points
    wins = next(wins for wins in found.wins if wins.entrant == 0)
    return wins.share.scaled(100)


def verdict(row: Row, figure: Interval) -> str:
    """Whether what was wished for is reached, as measured."""
    return "aim" if figure.value >= row.aim else "ship" if figure.value >= row.ship else "missed"


def told(row: Row, found: Comparison) -> dict[str, Any]:
    """Everything about a row that is kept."""
    figure = figure_of(row, found)
    pace = [round(1000 * spent.seconds / (spent.decisions or 1), 2) for spent in found.spent]
    return {
        "what": row.what,
        "rules": row.rules,
        "bots": list(row.entrants),
        "unit": "match" if row.whole else "deal",
        "seed": row.seed,
        "edition": edition(),
        "boards": found.boards,
        "games": found.games,
        "figure": row.figure,
        "value": round(figure.value, 2),
        "interval": [round(figure.low, 2), round(figure.high, 2)],
        "ship": row.ship,
        "aim": row.aim,
        "verdict": verdict(row, figure),
        "points": [round(number, 3) for number in (found.points.value, found.points.low, found.points.high)],
        "ms": pace,
        "forfeits": list(found.lost),
    }


def save(name: str, facts: dict[str, Any]) -> None:
    """Writes a row beside the others."""
    RESULTS.mkdir(exist_ok=True)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    text = json.dumps({"date": today, "machine": machine()} | facts, indent=2, ensure_ascii=False)
    (RESULTS / f"strength-{name}.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Plays, prints, and saves if asked."""
    parser = argparse.ArgumentParser(description="the levels on duplicate boards")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"{', '.join(ROWS)} (all)")
    parser.add_argument("--boards", type=int, help="boards a row (each has its own number)")
    parser.add_argument("--jobs", type=int, default=1, help="boards played at once (1)")
    parser.add_argument("--full", action="store_true", help="spot checks: the whole thought of every level")
    parser.add_argument("--save", action="store_true", help="write bench/results/strength-ROW.json")
    options = parser.parse_args()
    unknown = [name for name in options.rows if name not in ROWS]
    if unknown:
        parser.error(f"no such row: {', '.join(unknown)}")
    print(f"{'row':<50} {'value':>8} {'95 %':>16} {'ship':>6} {'aim':>6}   ms a decision")
    for name in options.rows or ROWS:
        row = ROWS[name].full if options.full else ROWS[name]
        name = f"{name}-full" if options.full else name
        facts = told(row, played(row, name, options.boards or row.boards, options.jobs))
        low, high = facts["interval"]
        interval, pace = f"{low:.1f} to {high:.1f}", " / ".join(map(str, facts["ms"]))
        print(f"{row.what:<50} {facts['value']:>8.1f} {interval:>16} {row.ship:>6g} {row.aim:>6g}   {pace}", flush=True)
        if options.save:
            save(name, facts)


if __name__ == "__main__":
    main()
