"""``atout solve``: the exact result of each card, all cards visible."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from atout.cards import Card
from atout.cli.console import FINE, Console, Parser, Unusable, json_line, read_file
from atout.cli.given import recorded, speaker_at
from atout.kernel.outcomes import Outcomes, outcomes
from atout.kernel.solving import Limits, Unsolvable
from atout.match import Match
from atout.notation import LARGEST_RECORD
from atout.say import Speaker
from atout.seats import Side


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"solve.option.{name}")

    parser.add_argument("position", metavar=text("position_name"), help=text("position"))
    parser.add_argument("--json", action="store_true", help=text("json"))
    parser.add_argument("--seconds", type=float, default=0.0, metavar="N", help=text("seconds"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Solves a position; returns the exit code: 1 for a fault in its play, 2 for what cannot be read or solved."""
    if not 0 <= options.seconds < float("inf"):
        raise Unusable(console.text("solve.bad_seconds"))
    given = options.position
    text = given if "[" in given and "\0" not in given else read_file(console, given, LARGEST_RECORD)
    table = recorded(console, text)
    try:
        found = outcomes(table.match, limits=Limits(seconds=options.seconds))
    except Unsolvable as error:
        raise Unusable(console.text(f"solve.refused.{error.code}")) from None
    if options.json:
        json_line(_facts(found))
        return FINE
    for line in _told(speaker_at(console, table.names, table.rules), table.match, found):
        console.say(line)
    return FINE


def _facts(found: Outcomes) -> dict[str, object]:
    """The line of JSON. ``bounds`` is there only if a limit was reached: tricks of the side to play, least and most."""
    facts: dict[str, object] = {
        "seat": found.seat,
        "values": {str(card): list(tricks) for card, tricks in found.values.items()},
    }
    if found.bounds:
        facts |= {"solved": False, "bounds": {str(card): list(bounds) for card, bounds in found.bounds.items()}}
    return facts


def _told(speaker: Speaker, match: Match, found: Outcomes) -> Iterator[str]:
    """A title, then a line a card, the best for the side to play first."""
    assert match.hand is not None
    ordering = match.hand.ordering
    yield speaker.text("solve.title", seat=found.seat, tricks=found.tricks)

    def mine(card: Card) -> int:
        return found.of_side(card, found.side)

    def result(card: Card, side: Side) -> str:
        return speaker.text("solve.result", who=speaker.people(side), tricks=found.of_side(card, side))

    names = {card: speaker.card(card, ordering) for card in (*found.values, *found.bounds)}
    width = max(map(len, names.values()))
    most = max(map(mine, found.values), default=0)
    for card in sorted(found.values, key=mine, reverse=True):
        results = speaker.text("solve.between").join(result(card, side) for side in found.sides)
        best = mine(card) == most and not found.bounds
        yield speaker.text("solve.row", card=names[card].ljust(width), results=results, best=best)
    for card, (least, highest) in found.bounds.items():
        who = speaker.people(found.side)
        yield speaker.text("solve.unsolved", card=names[card].ljust(width), who=who, least=least, most=highest)
