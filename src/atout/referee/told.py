"""What the referee says of a record: its first fault, or where the match stands."""

from __future__ import annotations

from collections.abc import Iterator

from atout.actions import Play
from atout.referee.check import Count, End, Fault, Finding, Ply
from atout.say import Speaker, shown
from atout.seats import HOUSE
from atout.sentences import action_text, refuse, scores, whose_turn


class Hearing:
    """What is said of a record as its findings come in: its faults; at the end, if there are none, where it stands."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.faults = self._deals = self._cards = 0

    def hear(self, finding: Finding) -> Iterator[str]:
        """The sentences on one more finding; most are only counted."""
        match finding:
            case Ply(action=Play()):
                self._cards += 1
            case Count():
                self._deals += 1
            case Fault():
                self.faults += 1
                yield from fault_told(self.speaker, finding)
            case End() if not self.faults:
                yield self.speaker.text("check.fine", deals=self._deals, cards=self._cards)
                yield from end_told(self.speaker, finding)


def fault_told(speaker: Speaker, fault: Fault) -> Iterator[str]:
    """Where it stands, who did what, why that is a fault, and the correction if it was a card of a trick."""
    place = fault.place
    yield speaker.text("check.fault.at", deal=fault.deal, trick=fault.trick or 0, line=place.line, column=place.column)
    if fault.tag is not None:
        counted = " ".join(map(str, fault.counted))
        facts = {"tag": fault.tag.name, "found": shown(fault.tag.text), "counted": counted, "known": bool(counted)}
        yield speaker.text("check.fault.result", **facts)
    refusal = fault.refusal
    if refusal is None:
        return
    if fault.seat and refusal.action is not None:
        action = action_text(speaker, refusal.action, fault.match, fault.seat)
        yield speaker.text("check.fault.deed", seat=fault.seat, action=action)
    yield refuse(speaker, refusal, fault.match)
    if isinstance(refusal.action, Play) and fault.trick is not None:
        key = "earlier" if refusal.earlier is not None else "now"
        yield speaker.text(f"check.correction.{key}", earlier=refusal.earlier or 0)


def end_told(speaker: Speaker, end: End) -> Iterator[str]:
    """Where the match stands at the end of a record."""
    if end.match.turn is None:
        yield scores(speaker, end.match, HOUSE)
    else:
        yield whose_turn(speaker, end.match, HOUSE)
