"""``atout advise``: what to bid or play from what a seat knows, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from atout.actions import Action, Look, parse
from atout.advice import Advice, Stage, advise, told
from atout.bots import CHARACTERS, LEVELS, Prospect
from atout.cli.console import FINE, Console, Parser, Unusable, json_line, read_file
from atout.cli.given import add_budget, budget, recorded, speaker_at
from atout.match import Match
from atout.notation import LARGEST_RECORD
from atout.say import Speaker, shown
from atout.sentences import action_text
from atout.table import Table


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"advice.option.{name}")

    parser.add_argument("file", metavar=text("file_name"), help=text("file"))
    parser.add_argument("--level", choices=(*LEVELS, *CHARACTERS), default=LEVELS[-1], help=text("level"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text("seed"))
    add_budget(parser, speaker)
    parser.add_argument("--ply", type=int, metavar="N", help=text("ply"))
    parser.add_argument("--than", metavar="TOKEN", help=text("than"))
    parser.add_argument("--json", action="store_true", help=text("json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Advises; returns the exit code: 1 for a fault in the play, 2 for what cannot be read or advised on."""
    thought = budget(options, console)
    table = recorded(console, read_file(console, options.file, LARGEST_RECORD))
    speaker = speaker_at(console, table.names, table.rules)
    if options.ply is not None:
        _rewind(table, options.ply, console)
    view, seat = _asked(table, console, speaker)
    other = _other(options.than, view, seat, console)
    try:
        advice = advise(view, seat, level=options.level, seed=options.seed, budget=thought, other=other)
    except ValueError:
        raise Unusable(console.text("advice.fault.contradictory")) from None
    assert advice is not None  # it is the seat's turn
    if options.json:
        json_line(facts(advice))
        return FINE
    for line in _told(speaker, advice):
        console.say(line)
    return FINE


def _own(table: Table) -> list[int]:
    """Where the players' actions are among all that was done."""
    return [at for at, (seat, action) in enumerate(table.actions) if seat and not action.by_house]


def _rewind(table: Table, ply: int, console: Console) -> None:
    """Goes back to before the players' ``ply``-th action."""
    own = _own(table)
    if not 1 <= ply <= len(own) + 1:
        raise Unusable(console.text("advice.fault.ply", number=ply, most=len(own) + 1))
    keep = own[ply - 1] if ply <= len(own) else len(table.actions)
    while len(table.actions) > keep:
        table.undo()


def _asked(table: Table, console: Console, speaker: Speaker) -> tuple[Match, int]:
    """The view of the seat that has to decide; raises ``Unusable`` where there is nothing to advise on."""
    match = table.match
    if match.over:
        raise Unusable(console.text("advice.fault.over", most=len(_own(table))))
    seat = match.turn
    if seat is None or match.hand is None:
        raise Unusable(console.text("advice.fault.no_turn"))
    if match.claim:
        raise Unusable(console.text("advice.fault.claim"))
    view = table.view(seat)
    assert view.hand is not None
    if view.hand.board.holding(seat).unseen and Look() not in view.legal(seat):
        raise Unusable(speaker.text("advice.fault.unseen", seat=seat))
    return view, seat


def _other(token: str | None, view: Match, seat: int, console: Console) -> Action | None:
    """The action to compare with."""
    if token is None:
        return None
    legal = view.legal(seat)
    try:
        action = parse(token)
    except ValueError:
        action = None
    if action is None or action not in legal:
        known = ", ".join(map(str, legal))
        raise Unusable(console.text("advice.fault.than", what=shown(token), known=known))
    return action


def facts(advice: Advice) -> dict[str, Any]:
    """The line of JSON: chances and shares from 0 to 1, ``null`` where there is nothing of the kind."""
    decision = advice.decision
    return {
        "seat": decision.seat,
        "best": str(decision.best),
        "actions": {str(action): _numbers(prospect) for action, prospect in decision.actions.items()},
        "effective": round(decision.effective, 1),
        "exact": decision.exact,
        "possible": decision.possible,
    }


def _numbers(prospect: Prospect) -> dict[str, float | int | None]:
    def short(number: float | None, digits: int) -> float | None:
        return None if number is None else round(number, digits)

    return {
        "equity": short(prospect.equity, 5),
        "points": short(prospect.points, 3),
        "se": short(prospect.se, 5),
        "contract": short(prospect.contract, 4),
        "nil": short(prospect.nil, 4),
        "set": short(prospect.set, 4),
        "bags": short(prospect.bags, 3),
        "tricks": short(prospect.tricks, 3),
        "worlds": prospect.worlds,
        "deals": prospect.deals,
    }


def _told(speaker: Speaker, advice: Advice) -> Iterator[str]:
    if len(advice.view.legal(advice.seat)) == 1:
        only = action_text(speaker, advice.best, advice.view, advice.seat)
        yield speaker.text("advice.forced", choice=only)
        return
    for stage in Stage:
        yield from told(speaker, advice, stage)
