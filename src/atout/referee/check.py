"""The referee of records: replays one, and says each decision, each count, the first fault and where the match stands.

Streaming: findings come as the record is replayed. Their ``facts`` are plain values with English keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from atout.actions import Action, Deal, Refusal, SetUp
from atout.events import DealScored, DealVoid, Event, VoidReason
from atout.match import Match
from atout.notation import Place, Tag, Written
from atout.record import Result, Step, check_labels, refused_setting, steps
from atout.scoring import Standing
from atout.seats import HOUSE


class Ply(Struct, frozen=True):
    """A seat acted: what it might have done, and what it did. ``ply`` numbers the seats' actions of a deal from 1."""

    deal: int
    ply: int
    seat: int
    legal: tuple[Action, ...]
    action: Action

    @property
    def facts(self) -> dict[str, Any]:
        """Its facts."""
        return {
            "deal": self.deal,
            "ply": self.ply,
            "seat": self.seat,
            "legal": list(map(str, self.legal)),
            "token": str(self.action),
        }


class Count(Struct, frozen=True):
    """A deal ended: tricks by seat, points of the sides (none if it is void), and what they stand at."""

    deal: int
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    standing: Standing
    void: VoidReason | None

    @property
    def facts(self) -> dict[str, Any]:
        """Its facts."""
        facts: dict[str, Any] = {
            "deal": self.deal,
            "tricks": self.tricks,
            "points": self.points,
            "bags": self.standing.bags,
            "total": self.standing.totals,
        }
        return facts | ({"void": self.void.value} if self.void else {})


class Fault(Struct, frozen=True):
    """The first fault: where it stands, who did it (``None``: nobody at the table), as the match stood before.

    A refused action comes with its ``refusal``; a result that was written wrong with its ``tag`` and what was
    ``counted``.
    """

    code: str
    deal: int
    ply: int
    seat: int | None
    place: Place
    match: Match
    refusal: Refusal | None = None
    tag: Tag | None = None
    counted: tuple[int, ...] = ()

    @property
    def trick(self) -> int | None:
        """The number of the trick it happened in; ``None`` outside the play."""
        hand = self.match.hand
        return hand.board.trick_number if self.seat is not None and hand is not None and hand.playing else None

    @property
    def facts(self) -> dict[str, Any]:
        """Its facts."""
        facts: dict[str, Any] = {"fault": self.code, "deal": self.deal, "ply": self.ply, "seat": self.seat}
        if self.tag is not None:
            facts |= {"tag": self.tag.name, "found": self.tag.text, "counted": self.counted}
        if self.refusal is not None:
            facts |= _refusal_facts(self.refusal)
        if self.trick is not None:
            facts["trick"] = self.trick
        return facts | {"line": self.place.line, "column": self.place.column}


def _refusal_facts(refusal: Refusal) -> dict[str, Any]:
    told = {
        "token": None if refusal.action is None or refusal.action.by_house else str(refusal.action),
        "suit": refusal.suit if refusal.suit is None else str(refusal.suit),
        "legal": [str(card) for card in refusal.legal] or None,
        "card": refusal.card and str(refusal.card),
        "other": refusal.other and str(refusal.other),
        "least": refusal.least,
        "most": refusal.most,
        "expected": refusal.expected,
        "earlier": refusal.earlier,
    }
    return {name: fact for name, fact in told.items() if fact is not None}


class End(Struct, frozen=True):
    """Where the record stops: the match as it stands there (before the fault, if there is one)."""

    match: Match

    @property
    def facts(self) -> dict[str, Any]:
        """Its facts."""
        match = self.match
        winners = [side + 1 for side in match.winners or ()]
        turn = match.turn
        return {
            "end": True,
            "over": match.over,
            "winner": winners[0] if len(winners) == 1 else None,
            "seat": turn,
            "legal": None if turn is None else list(map(str, match.legal(turn))),
        }


Finding = Ply | Count | Fault | End
"""What the referee says of a record; each one's ``facts`` are what ``--json`` prints."""

_OF_THE_MATCH = frozenset({"match-over", "deal-in-progress", "wrong-dealer"})
"""Why a deal may not begin now. Whatever else is wrong with one, its cards or its position, makes it unreadable."""


def review(written: Written, match: Match) -> Iterator[Finding]:
    """Replays a record from the match it begins with; ends with an ``End``, after the first ``Fault`` if any.

    Raises ``RecordError`` at what cannot be read.
    """
    ply = 0
    scored: DealScored | None = None
    for step in steps(written, match):
        if isinstance(step, Result):
            wrong = step.differs(scored)
            if wrong:
                tag, counted = wrong
                yield Fault("result-differs", match.number, ply, None, tag.place, match, tag=tag, counted=counted)
                break
            continue
        mislabelled = check_labels(match, step.word) if step.word else None
        if mislabelled:
            raise mislabelled
        begins = isinstance(step.action, Deal | SetUp)
        seat = step.seat(match)
        refusal = match.refusal(seat, step.action)
        if refusal is not None:
            if begins and refusal.code not in _OF_THE_MATCH:
                raise refused_setting(step, refusal, match.rules.pack)
            yield _fault(match, ply, seat, step, refusal)
            break
        if begins:
            ply, scored = 0, None
        if seat != HOUSE:
            ply += 1
            yield Ply(match.number, ply, seat, match.legal(seat), step.action)
        for event in match.decide(seat, step.action):
            match = match.evolve(event)
            if isinstance(event, DealScored):
                scored = event
            if isinstance(event, DealScored | DealVoid):
                yield _count(match, event)
    yield End(match)


def _fault(match: Match, ply: int, seat: int, step: Step, refusal: Refusal) -> Fault:
    begins = isinstance(step.action, Deal | SetUp)
    at = (match.number + 1, 0) if begins else (match.number, ply + (not step.action.by_house))
    return Fault(refusal.code, *at, None if seat == HOUSE else seat, step.place, match, refusal)


def _count(match: Match, event: Event) -> Count:
    assert match.hand is not None
    if isinstance(event, DealScored):
        points = tuple(side.points for side in event.sides)
        return Count(match.number, event.tricks, points, match.standing, None)
    assert isinstance(event, DealVoid)
    nothing = (0,) * len(match.rules.sides)
    return Count(match.number, match.hand.board.won, nothing, match.standing, event.reason)
