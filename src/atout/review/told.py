"""The review in words: decisions as sentences, seats and sides as tables of texts, for every output."""

from __future__ import annotations

from collections.abc import Iterator

from atout.cards import Cards
from atout.review.course import Passage, course
from atout.review.grading import Grade, Judged
from atout.review.summary import Review, SeatSummary, SideSummary
from atout.say import Speaker
from atout.sentences import action_text, summary
from atout.table import Table

FLAGGED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)

Texts = list[str]


class Teller:
    """Speaks of one reviewed table."""

    def __init__(self, speaker: Speaker, table: Table) -> None:
        self.speaker = speaker
        self._table = table
        self._rules = table.rules

    def text(self, key: str, /, **facts: object) -> str:
        """A message of the area."""
        return self.speaker.text(f"review.{key}", **facts)

    def side(self, side: int) -> str:
        """The players of a side."""
        return self.speaker.people(self._rules.sides[side])

    def rules(self) -> str:
        """What was played."""
        return summary(self.speaker, self._rules)

    def counted(self, review: Review) -> str:
        """How many decisions were judged, and how many held against somebody."""
        facts = {"judged": len(review.decisions), "flagged": len(review.flagged), "unjudged": review.unjudged}
        return self.text("counted", deals=len(review.scores), **facts)

    def where(self, one: Judged) -> str:
        """The deal and the trick of a decision: what ``decision`` begins with."""
        return self.text("where", deal=one.moment.deal, trick=one.moment.trick or 0)

    def held(self, one: Judged) -> str:
        """The cards of the seat that decides, as it knew them; empty if it had seen none."""
        hand = one.moment.view.hand
        held = hand.board.holding(one.moment.seat).sure if hand else Cards()
        cards = self.speaker.cards(held, hand.ordering if hand else None)
        return self.speaker.text("event.hand_seen", cards=cards) if held else ""

    def course(self) -> Iterator[Passage]:
        """The whole match, told again."""
        return course(self.speaker, self._table)

    def decision(self, one: Judged) -> str:
        """A flagged decision: where, who, what, what was better, what it cost."""
        moment = one.moment
        facts = {
            "where": self.where(one),
            "seat": moment.seat,
            "action": action_text(self.speaker, moment.action, moment.view, moment.seat),
            "better": action_text(self.speaker, one.best, moment.view, moment.seat),
            "grade": str(one.grade),
            "loss": 100 * one.loss,
            "points": one.points,
            "dear": one.points >= 0.05,  # what costs the match may bring points
        }
        said = self.text("decision", **facts)
        seen = one.hindsight
        if seen is not None and seen.points:
            card = self.speaker.card(seen.best, moment.view.hand.ordering if moment.view.hand else None)
            said += " " + self.text("hindsight", open_points=seen.points, better=card)
        return said

    def seat_table(self, review: Review) -> tuple[Texts, list[Texts]]:
        """A row a seat."""
        columns = ("seat", "judged", *FLAGGED, "loss", "points", "open")
        return [self.text(f"column.{name}") for name in columns], [self._seat(one) for one in review.seats]

    def _seat(self, one: SeatSummary) -> Texts:
        counts = [str(one.judged), *(str(one.grades[grade]) for grade in FLAGGED)]
        loss, points = self._percent(-one.loss), self.text("points", points=-one.points)
        seen = self.text("points", points=-one.open_points) if one.solved else self.text("unknown")
        return [self.speaker.name(one.seat), *counts, loss, points, seen]

    def luck_table(self, review: Review) -> tuple[Texts, list[Texts]]:
        """A row a side."""
        columns = ("side", "start", "play", "others", "luck", "end")
        return [self.text(f"column.{name}") for name in columns], [self._side(one) for one in review.sides]

    def _side(self, one: SideSummary) -> Texts:
        changes = map(self._percent, (one.play, one.others, one.luck))
        return [self.side(one.side), self._share(one.start), *changes, self._share(one.end)]

    def _percent(self, change: float) -> str:
        return self.text("change", percent=100 * change)

    def _share(self, share: float) -> str:
        return self.text("share", percent=100 * share)
