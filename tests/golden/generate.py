"""Writes the golden matches: one a registered table, to its end, and one of thirty deals.

    .venv/bin/python -m tests.golden.generate [TABLE …]

Run it for a new profile; for an old one only when its game is meant to change, and read the difference.
Players with rules of thumb play, so that matches end as real ones do; now and then something rarer happens: a claim
and its answers, a deal thrown in, a score typed, a ruling.
"""

import hashlib
import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

from atout import Table
from atout.actions import Adjust
from atout.bots import player
from atout.events import DealScored
from atout.seats import HOUSE
from atout.testing import tables

HERE = Path(__file__).parent
THIRTY = "atout-pique target=100000"
"""The match of thirty deals."""


def file_of(rules: str) -> Path:
    """The file of a golden match: ``pique-players-3.atout``."""
    return HERE / f"{re.sub('[ =]', '-', rules)}.atout"


def play(rules: str, seed: int, deals: int) -> Table:
    """A match to its end, or so many deals."""
    chance = Random(seed)
    names = ["Ana", "Bob", "Cléo", "Dov", "Eli", "Flo"]
    table = Table(rules, seed=seed, names=names, dealing=False)
    bots = [player("casual", seed + seat) for seat in range(table.rules.players)]
    while not table.over and table.match.complete_deals < deals:
        if table.match.awaits_deal:
            if chance.random() < 0.05:
                table.act(Adjust(chance.randrange(len(table.total)), -1, "carte montrée"), HOUSE)
            table.deal()
        elif table.match.claim:
            table.act(chance.choice(("accept", "reject")))
        elif (happens := chance.random()) < 0.004 and table.match.hand and table.match.hand.playing:
            rare(table, chance)
        elif happens > 0.2 or "misdeal" not in set(map(str, table.legal)):
            assert table.turn is not None
            table.act(bots[table.turn - 1].act(table.view(table.turn), table.turn))
        else:
            table.act("misdeal")
    return table


def rare(table: Table, chance: Random) -> None:
    """A claim, a thrown-in deal or a typed score."""
    assert table.match.hand is not None
    board = table.match.hand.board
    match chance.randrange(4):
        case 0:
            table.act("void", HOUSE)
        case 1:
            won, playing = list(board.won), [i for i in range(len(board.won)) if i + 1 not in board.sitting_out]
            for _ in range(board.cards_left):
                won[chance.choice(playing)] += 1
            table.act("settled:" + ",".join(map(str, won)), HOUSE)
        case _:
            table.act("claim")


def digest(lines: list[str]) -> str:
    """A short digest of some lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def results(table: Table, legal: list[str]) -> dict[str, Any]:
    """What must come out again: digests of all events and of every legal list, and every count."""
    return {
        "events": digest([repr(event) for event in table.events]),
        "legal": digest(legal),
        "plies": len(legal),
        "deals": [
            {
                "tricks": list(event.tricks),
                "points": [side.points for side in event.sides],
                "bags": [side.bags for side in event.sides],
                "total": [side.total for side in event.sides],
            }
            for event in table.events
            if isinstance(event, DealScored)
        ],
        "over": table.over,
        "winners": list(table.winners),
    }


def replayed(text: str) -> tuple[Table, list[str]]:
    """The table a record leaves, and the legal lists at each of its decisions."""
    done = Table.from_record(text)
    table = Table(done.rules, names=done.names, dealing=False, match=done.start)
    legal = []
    for seat, action in done.actions:
        if table.turn is not None:
            legal.append(f"{table.turn}: {table.legal}")
        table.act(action, seat)
    return table, legal


def main(chosen: list[str]) -> None:
    """Writes the matches of the chosen tables, or of all."""
    for rules in chosen or [*tables(), THIRTY]:
        thirty = rules == THIRTY
        text = play(rules, seed=30 if thirty else len(rules), deals=30 if thirty else 60).record()
        path = file_of(rules)
        path.write_text(text, encoding="utf-8")
        known = json.dumps(results(*replayed(text)), indent=None, ensure_ascii=False)
        path.with_suffix(".json").write_text(re.sub(r'(\{"tricks|"over)', r"\n\1", known) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main(sys.argv[1:])
