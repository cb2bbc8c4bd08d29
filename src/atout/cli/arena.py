"""``atout arena``: bots against bots on duplicate boards."""

from __future__ import annotations

import argparse
import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from atout.arena import (
    Board,
    Contest,
    Limits,
    Results,
    ResultsError,
    UnknownEntrant,
    WorkerLost,
    merged,
    play_boards,
    points_of,
    read_results,
    report,
    to_play,
    try_out,
)
from atout.cli.arena_told import Told, failed
from atout.cli.console import FAULT, FINE, Console, Parser, Unusable, reason
from atout.cli.named import asked
from atout.families import USUAL, spec
from atout.say import Speaker
from atout.stats import Decision, Hypotheses, sequential

_MOST: Final = {"boards": 1_000_000, "first": 1_000_000_000, "jobs": 256}
_LONGEST_LIMIT: Final = 3600.0


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"arena.option.{name}")

    add = parser.add_argument
    add("rules", nargs="*", metavar=text("rules_name"), help=text("rules"))
    add("--bot", dest="bots", action="append", default=[], metavar=text("bot_name"), help=text("bot"))
    add("--boards", type=int, default=20, metavar="N", help=text("boards"))
    add("--first", type=int, default=1, metavar="N", help=text("first"))
    add("--matches", dest="whole", action="store_true", default=True, help=text("matches"))
    add("--deals", dest="whole", action="store_false", help=text("deals"))
    add("--seed", type=int, default=1, metavar="N", help=text("seed"))
    add("--jobs", type=int, default=1, metavar="N", help=text("jobs"))
    add("--results", type=Path, metavar=text("file_name"), help=text("results"))
    add("--merge", type=Path, action="append", default=[], metavar=text("file_name"), help=text("merge"))
    add("--records", type=Path, metavar=text("folder_name"), help=text("records"))
    add("--test", metavar=text("test_name"), help=text("test"))
    add("--limit", type=float, default=Limits().decision, metavar="N", help=text("limit"))
    add("--json", action="store_true", help=text("json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Plays the boards that are missing and reports on all; returns the exit code: 1 if a bot forfeited a game."""
    contest = _contest(options, console)
    hypotheses = _hypotheses(options, console)
    told = Told(console, contest, hypotheses)
    with _results(options, console, contest) as results:
        meeting = _Meeting(options, told, hypotheses, results)
        for path in options.merge:
            meeting.count(_read(console, path, contest))
        finished = _played(meeting, console)
    if not meeting.boards:
        console.complain(console.text("arena.nothing"))
        return FINE
    found = report(contest, meeting.boards.values(), hypotheses)
    told.tell(found, as_json=options.json)
    if not finished:
        told.tell_interrupted(len(meeting.boards), meeting.total, kept=results is not None)
    return FAULT if any(comparison.forfeits for comparison in found.comparisons) else FINE


# --- what is asked for ------------------------------------------------------------------------------------------------


def _contest(options: argparse.Namespace, console: Console) -> Contest:
    for name, most in _MOST.items():
        least = 0 if name == "boards" else 1
        if not least <= getattr(options, name) <= most:
            raise Unusable(console.text("arena.fault.number", option=f"--{name}", least=least, most=most))
    if not 0 < options.limit <= _LONGEST_LIMIT:
        raise Unusable(console.text("arena.fault.seconds"))
    entrants = tuple(options.bots)
    if len(entrants) < 2:
        raise Unusable(console.text("arena.fault.bots"))
    rules = spec(asked(options.rules or [USUAL], console))
    limits = Limits(decision=options.limit)
    for entrant in entrants:
        try:
            try_out(entrant, rules, limits)
        except UnknownEntrant as error:
            why = failed(console, error.failure) if error.failure else error.why
            raise Unusable(console.text(f"arena.fault.{error.code}", entrant=entrant, why=why)) from None
    return Contest(rules=rules, entrants=entrants, seed=options.seed, whole=options.whole, limits=limits)


def _hypotheses(options: argparse.Namespace, console: Console) -> Hypotheses | None:
    if options.test is None:
        return None
    try:
        low, _, high = options.test.partition(":")
        return Hypotheses(float(low), float(high))
    except ValueError:
        raise Unusable(console.text("arena.fault.test")) from None


# --- boards -----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _results(options: argparse.Namespace, console: Console, contest: Contest) -> Iterator[Results | None]:
    """The results file, if one is wanted."""
    if options.results is None:
        yield None
        return
    try:
        opened = Results(options.results, contest)
    except ResultsError as error:
        raise _unusable(console, error) from None
    except OSError as error:
        why = reason(console, error)
        raise Unusable(console.text("cli.file.unwritable", path=str(options.results), reason=why)) from None
    with opened:
        yield opened


def _read(console: Console, path: Path, contest: Contest) -> list[Board]:
    try:
        return read_results(path, contest)[0]
    except ResultsError as error:
        raise _unusable(console, error) from None
    except OSError as error:
        why = reason(console, error)
        raise Unusable(console.text("cli.file.unreadable", path=str(path), reason=why)) from None


def _unusable(console: Console, error: ResultsError) -> Unusable:
    return Unusable(console.text(f"arena.fault.{error.code}", path=str(error.path), line=error.line))


class _Meeting:
    """The boards there are, and those still to be played."""

    def __init__(
        self, options: argparse.Namespace, told: Told, stop: Hypotheses | None, results: Results | None
    ) -> None:
        self.options = options
        self.told = told
        self.contest = told.contest
        self.stop = stop
        self.results = results
        self.boards = merged([results.boards if results else []])
        self.total = options.boards * len(self.contest.pairs)

    def count(self, boards: list[Board]) -> None:
        """Boards played elsewhere."""
        self.boards |= merged([boards])

    def play(self) -> None:
        """Plays what is missing, or until the test says enough."""
        options = self.options
        todo = to_play(self.contest, options.first, options.boards, self.boards)
        asked = range(options.first, options.first + options.boards)
        self.total += sum(number not in asked for number, _ in self.boards)
        self.told.show_progress(self.boards, self.total)
        if self._is_decided():
            return
        playing = play_boards(self.contest, todo, jobs=options.jobs, records=options.records)
        with contextlib.closing(playing):
            for board in playing:
                self.boards[board.number, board.pair] = board
                if self.results:
                    self.results.add(board)
                self.told.show_progress(self.boards, self.total)
                if self._is_decided():
                    return

    def _is_decided(self) -> bool:
        """Whether the test has ended for every pair."""
        if self.stop is None:
            return False
        for pair in self.contest.pairs:
            boards = sorted((board for board in self.boards.values() if board.pair == pair), key=lambda one: one.number)
            values = [points_of(self.contest, board) for board in boards]
            if sequential(values, self.stop).decision is Decision.OPEN:
                return False
        return True


def _played(meeting: _Meeting, console: Console) -> bool:
    """Plays; whether nobody interrupted it. Ctrl-C and a request to end leave what is finished."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        meeting.play()
    except KeyboardInterrupt:
        return False
    except WorkerLost as error:
        raise Unusable(console.text("arena.fault.worker", why=error.why)) from None
    finally:
        signal.signal(signal.SIGTERM, before)
        meeting.told.progress.end()
    return True
