"""``atout review``: every decision of a played match graded by what its seat knew."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from atout.bots import LEVELS
from atout.cli.console import FINE, Console, Parser, Unusable, json_line, read_file
from atout.cli.given import add_budget, budget, recorded, speaker_at
from atout.cli.progress import Progress
from atout.cli.saved import write
from atout.notation import LARGEST_RECORD
from atout.review import Judge, Judged, Review, SeatSummary, SideSummary, judge_all, moments, page, summarise
from atout.review.told import Teller
from atout.say import Speaker
from atout.table import Table


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"review.option.{name}")

    parser.add_argument("file", metavar=text("file_name"), help=text("file"))
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1], help=text("level"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text("seed"))
    parser.add_argument("--seat", type=int, metavar="N", help=text("seat"))
    add_budget(parser, speaker)
    parser.add_argument("--html", type=Path, metavar=text("file_name"), help=text("html"))
    parser.add_argument("--json", action="store_true", help=text("json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Reviews a match; returns the exit code: 1 for a fault in its play, 2 for what cannot be read or judged."""
    thought = budget(options, console)
    table = recorded(console, read_file(console, options.file, LARGEST_RECORD))
    if options.seat is not None and not 1 <= options.seat <= table.rules.players:
        raise Unusable(console.text("review.fault.seat", number=options.seat, most=table.rules.players))
    if next(moments(table), None) is None:
        raise Unusable(console.text("review.fault.nothing"))
    judge = Judge(options.level, options.seed, thought)
    found, finished = _judged(options, console, table, judge)
    review = summarise(table, found)
    if not review.decisions and finished:
        raise Unusable(console.text("review.fault.level", level=options.level))
    teller = Teller(speaker_at(console, table.names, table.rules), table)
    if options.html:
        write(console, options.html, page(teller, review))
    if options.json:
        for facts in _facts(review):
            json_line(facts)
    else:
        for line in _told(teller, review):
            console.say(line)
        if options.html:
            console.say(console.text("review.written", path=str(options.html)))
    if not finished:
        console.complain(console.text("review.interrupted", done=len(found)))
    return FINE


def _judged(
    options: argparse.Namespace, console: Console, table: Table, judge: Judge
) -> tuple[list[Judged | None], bool]:
    """The decisions judged, and whether nobody interrupted."""
    progress = Progress(console)

    def show(done: int, decisions: int) -> None:
        progress.show(done, decisions, console.text("review.progress", done=done, decisions=decisions))

    found: list[Judged | None] = []
    try:
        found.extend(judge_all(table, judge, seat=options.seat, progress=show))
    except KeyboardInterrupt:
        return found, False
    finally:
        progress.end()
    return found, True


# --- text -------------------------------------------------------------------------------------------------------------


def _told(teller: Teller, review: Review) -> Iterator[str]:
    yield teller.counted(review)
    for one in review.flagged:
        yield teller.decision(one)
    for name, (head, rows) in (("seats", teller.seat_table(review)), ("luck", teller.luck_table(review))):
        yield ""
        yield teller.text(f"heading.{name}")
        yield from _columns([head, *rows])
        yield teller.text({"seats": "open_cards", "luck": "luck"}[name])


def _columns(rows: list[list[str]]) -> Iterator[str]:
    """Rows in columns as wide as their widest text; numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield f"  {first.ljust(widths[0])}  {'  '.join(cells)}"


# --- JSON -------------------------------------------------------------------------------------------------------------


def _facts(review: Review) -> Iterator[dict[str, Any]]:
    yield from map(_decision_facts, review.decisions)
    yield from map(_seat_facts, review.seats)
    yield from map(_side_facts, review.sides)


def _decision_facts(one: Judged) -> dict[str, Any]:
    moment, seen = one.moment, one.hindsight
    return {
        "deal": moment.deal,
        "ply": moment.ply,
        "seat": moment.seat,
        "token": str(moment.action),
        "best": str(one.best),
        "grade": str(one.grade),
        "loss": round(one.loss, 5),
        "se": round(one.se, 5),
        "points": round(one.points, 3),
        "hindsight": {"points": seen.points, "best": str(seen.best)} if seen else None,
    }


def _seat_facts(one: SeatSummary) -> dict[str, Any]:
    counts = {str(grade): count for grade, count in one.grades.items()}
    losses = {"loss": round(one.loss, 5), "points": round(one.points, 3)}
    return (
        {"seat": one.seat, "judged": one.judged}
        | counts
        | losses
        | {"hindsight": {"points": one.open_points, "cards": one.solved}}
    )


def _side_facts(one: SideSummary) -> dict[str, Any]:
    shares = {"start": one.start, "play": one.play, "others": one.others, "luck": one.luck, "end": one.end}
    return {"side": one.side + 1} | {name: round(share, 5) for name, share in shares.items()}
