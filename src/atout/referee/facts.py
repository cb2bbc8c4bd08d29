"""What a sheet's pages say as plain values with English keys, as ``--json`` prints them, one object a page."""

from __future__ import annotations

from typing import Any

from atout.match import Match
from atout.referee.lines import Ruling
from atout.referee.sheet import Page, Sheet


def standing_facts(match: Match) -> dict[str, Any]:
    """Whether a match is decided, and for whom; sides are numbered from 1."""
    winners = [side + 1 for side in match.winners or ()]
    return {"over": match.over, "winner": winners[0] if len(winners) == 1 else None, "winners": winners}


def page_facts(page: Page) -> dict[str, Any]:
    """A page: a deal counted, void or with its bids locked, or a ruling."""
    written = page.written
    if isinstance(written, Ruling):
        ruling = {"side": written.side, "points": written.points, "reason": written.reason}
        totals = {"total": page.after.standing.totals}
        return {"adjust": ruling, "after": page.number} | totals | standing_facts(page.after)
    if page.open:
        return {"deal": page.number, "bids": written.bids}
    void = {"void": written.void.value} if written.void else {}
    return {"deal": page.number, "sides": _sides(page)} | standing_facts(page.after) | void


def _sides(page: Page) -> list[dict[str, Any]]:
    standing = page.after.standing
    scores = page.scored.sides if page.scored else (None,) * len(page.after.rules.sides)
    return [
        {
            "seats": seats,
            "lines": [[line.code, line.points] for line in score.lines] if score else [],
            "points": score.points if score else 0,
            "bags": score.bags if score else standing.bags[index],
            "total": score.total if score else standing.totals[index],
        }
        for index, (seats, score) in enumerate(zip(page.after.rules.sides, scores, strict=True))
    ]


def turned_back_facts(sheet: Sheet) -> dict[str, Any]:
    """Where the sheet stands once a line was taken back or written again."""
    return {"deals": sheet.match.number, "total": sheet.match.standing.totals} | standing_facts(sheet.match)
