"""What the arena says: a line of progress while it plays, then the comparisons, as text or as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from atout.arena import Board, Comparison, Contest, Forfeit, Rated, Report, Wins, default_hypotheses, points_of
from atout.arena.results import Key
from atout.bots.outside import Failure
from atout.cli.console import json_line
from atout.cli.progress import Progress
from atout.console import Console
from atout.say import harmless
from atout.stats import Decision, Hypotheses, Interval, student


def failed(console: Console, failure: Failure | Forfeit) -> str:
    """Why a player could not go on."""
    return console.text(f"arena.failed.{failure.fault}", said=failure.said)


def _percent(interval: Interval) -> dict[str, float]:
    return {"share": 100 * interval.value, "low": 100 * interval.low, "high": 100 * interval.high}


class Told:
    """Speaks of one contest."""

    def __init__(self, console: Console, contest: Contest, hypotheses: Hypotheses | None) -> None:
        self.console = console
        self.contest = contest
        self.hypotheses = hypotheses or default_hypotheses(contest)
        self._tests = hypotheses is not None
        self.progress = Progress(console)

    # --- progress ---------------------------------------------------------------------------------------------------

    def show_progress(self, boards: Mapping[Key, Board], total: int) -> None:
        """How many boards are played, and between two how far one is ahead."""
        if not self.progress.wanted:
            return
        text = self.console.text
        said = text("arena.progress", done=len(boards), boards=total)
        if len(self.contest.pairs) == 1 and len(boards) > 1:
            points = student([points_of(self.contest, board) for board in boards.values()])
            first, second = map(harmless, self.contest.names)
            facts = {"first": first, "second": second, "points": points.value, "margin": points.margin}
            said += f"  {text('arena.points_so_far', **facts)}"
        self.progress.show(len(boards), total, said)

    def tell_interrupted(self, done: int, boards: int, *, kept: bool) -> None:
        """That not everything was played."""
        self.console.complain(self.console.text("arena.interrupted", done=done, boards=boards, kept=kept))

    # --- the report -------------------------------------------------------------------------------------------------

    def tell(self, found: Report, *, as_json: bool) -> None:
        """Everything there is to tell."""
        if as_json:
            self._write_json(found)
            return
        rules, seed, whole = self.contest.rules, str(self.contest.seed), self.contest.whole
        self.console.say(self.console.text("arena.title", rules=rules, whole=whole, seed=seed))
        for comparison in found.comparisons:
            for line in self._compared(comparison):
                self.console.say(line)
        for line in self._rated(found) if found.rated else ():
            self.console.say(line)

    def _compared(self, one: Comparison) -> Iterator[str]:
        text = self.console.text
        first, second = (self.contest.names[entrant] for entrant in one.pair)
        yield text("arena.pair", first=first, second=second, boards=one.boards, games=one.games)
        points, bounded = one.points, math.isfinite(one.points.low)
        bounds = {"low": points.low, "high": points.high} if bounded else {"low": 0, "high": 0}
        yield text("arena.points", first=first, second=second, points=points.value, bounded=bounded, **bounds)
        for wins in one.wins:
            yield self._won(one, wins)
        if self._tests or one.test.decision is not Decision.OPEN:
            yield self._tested(one)
        for entrant, spent in zip((first, second), one.spent, strict=True):
            pace = 1000 * spent.seconds / (spent.decisions or 1)
            yield text("arena.pace", entrant=entrant, milliseconds=pace, decisions=spent.decisions)
        for which, (entrant, lost) in enumerate(zip((first, second), one.lost, strict=True)):
            if lost:
                why = next(forfeit for loser, forfeit in one.forfeits if loser == one.pair[which])
                yield text("arena.forfeits", entrant=entrant, count=lost, reason=failed(self.console, why))

    def _won(self, one: Comparison, wins: Wins) -> str:
        facts = _percent(wins.share) | {"fair": 100 * wins.fair}
        entrant = self.contest.names[wins.entrant]
        if wins.of == 2:
            return self.console.text("arena.wins", whole=self.contest.whole, entrant=entrant, **facts)
        other = self.contest.names[next(each for each in one.pair if each != wins.entrant)]
        line_up = {"entrant": entrant, "sides": wins.sides, "others": wins.of - wins.sides, "other": other}
        return self.console.text("arena.first_places", **line_up, **facts)

    def _tested(self, one: Comparison) -> str:
        test, hypotheses = one.test, self.hypotheses
        facts: dict[str, float] = {"low": hypotheses.low, "high": hypotheses.high, "boards": test.boards}
        if test.decision is Decision.OPEN:
            least, most = hypotheses.bounds
            facts |= {"ratio": test.ratio, "least": least, "most": most}
        return self.console.text(f"arena.test.{test.decision}", **facts)

    def _rated(self, found: Report) -> Iterator[str]:
        text, names = self.console.text, self.contest.names
        yield text("arena.rated.title")
        for one in found.rated:
            rating = {"rating": one.rating.value, "low": one.rating.low, "high": one.rating.high}
            worst = {"worst": 100 * one.worst.value, "against": names[one.against]}
            yield text("arena.rated.row", entrant=names[one.entrant], **rating, **worst)
        yield text("arena.rated.matrix")
        yield from self._matrix(found)

    def _matrix(self, found: Report) -> Iterator[str]:
        order = [one.entrant for one in found.rated]
        shares = {one.pair: one.ahead.value for one in found.comparisons}
        shares |= {(b, a): 1 - share for (a, b), share in shares.items()}
        width = max(map(len, map(harmless, self.contest.names)))
        for row in order:
            cells = (f"{100 * shares[row, column]:4.0f}" if row != column else "   -" for column in order)
            yield f"  {harmless(self.contest.names[row]).ljust(width)} {' '.join(cells)}"

    # --- JSON -------------------------------------------------------------------------------------------------------

    def _write_json(self, found: Report) -> None:
        for comparison in found.comparisons:
            json_line(self._facts(comparison), flush=True)
        for rated in found.rated:
            json_line(self._rating_facts(rated), flush=True)

    def _facts(self, one: Comparison) -> dict[str, object]:
        names, test = self.contest.names, one.test
        return {
            "bots": [names[entrant] for entrant in one.pair],
            "rules": self.contest.rules,
            "unit": "match" if self.contest.whole else "deal",
            "seed": self.contest.seed,
            "boards": one.boards,
            "games": one.games,
            "points": _numbers(one.points),
            "wins": [
                {"bot": names[wins.entrant], "sides": wins.sides, "of": wins.of, "games": wins.games}
                | {"share": _numbers(wins.share), "fair": round(wins.fair, 4)}
                for wins in one.wins
            ],
            "ahead": _numbers(one.ahead),
            "test": {
                "low": self.hypotheses.low,
                "high": self.hypotheses.high,
                "boards": test.boards,
                "ratio": _finite(test.ratio),
                "decision": test.decision,
            },
            "ms": [round(1000 * spent.seconds / (spent.decisions or 1), 3) for spent in one.spent],
            "decisions": [spent.decisions for spent in one.spent],
            "forfeits": [
                {"bot": names[loser], "seat": forfeit.seat, "fault": forfeit.fault, "said": forfeit.said}
                for loser, forfeit in one.forfeits
            ],
        }

    def _rating_facts(self, one: Rated) -> dict[str, object]:
        names = self.contest.names
        worst = {"against": names[one.against], "ahead": _numbers(one.worst)}
        return {"bot": names[one.entrant], "rating": _numbers(one.rating), "worst": worst}


def _numbers(interval: Interval) -> list[float | None]:
    """Value, low, high; ``null`` for no bound."""
    return [_finite(number) for number in (interval.value, interval.low, interval.high)]


def _finite(number: float) -> float | None:
    return round(number, 4) if math.isfinite(number) else None
