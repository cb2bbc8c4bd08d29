"""The count of a deal, line by line."""

from __future__ import annotations

from atout.say import Speaker
from atout.scoring import ScoreLine, SideScore
from atout.seats import Side


def line_name(speaker: Speaker, line: ScoreLine, who: Side = ()) -> str:
    """What a line counts: ``contrat 5``. ``who`` are the seats of its side: a line about one partner names him."""
    name = speaker.text(f"line.{line.code}", count=line.count)
    if not set(line.seats) < set(who):
        return name
    return speaker.text("line.of.partner", name=name, who=speaker.people(line.seats))


def score_line(speaker: Speaker, line: ScoreLine, who: Side = ()) -> str:
    """A line with its points: ``contrat 5 : +50``; of a side of several seats, ``nil (Ana) : +100``."""
    return speaker.text("line.of.line", name=line_name(speaker, line, who), points=line.points)


def score_side(speaker: Speaker, side: SideScore, who: Side) -> str:
    """``Ana : contrat 5 : +50, 2 plis supplémentaires : +2. Total 52, 2 sacs.`` ``who`` are the seats of the side."""
    lines = ", ".join(score_line(speaker, line, who) for line in side.lines) or speaker.text("line.of.nothing")
    return speaker.text("line.of.side", who=speaker.people(who), lines=lines, total=side.total, bags=side.bags)
