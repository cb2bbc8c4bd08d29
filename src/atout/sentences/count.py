"""The count of a deal, line by line."""

from __future__ import annotations

from atout.say import Speaker
from atout.scoring import ScoreLine, SideScore
from atout.seats import Side


def score_line(speaker: Speaker, line: ScoreLine, who: Side = ()) -> str:
    """``contrat 5 : +50``. A line about other players than the side ``who`` (one partner of it) names them."""
    points = speaker.text("line.points", points=line.points)
    said = speaker.text(f"line.{line.code}", count=line.count, points=points)
    if not who or line.seats == who:
        return said
    return speaker.text("line.about", who=speaker.people(line.seats), line=said)


def score_side(speaker: Speaker, side: SideScore, who: Side) -> str:
    """``Ana : contrat 5 : +50, 2 plis supplémentaires : +2. Total 52, 2 sacs.`` ``who`` are the seats of the side."""
    lines = ", ".join(score_line(speaker, line, who) for line in side.lines) or speaker.text("line.nothing")
    return speaker.text("line.side", who=speaker.people(who), lines=lines, total=side.total, bags=side.bags)
