"""The review of a played match: every decision graded by what its seat knew, luck and hindsight apart.

Grades, advice and the bots' own moves are views of one decision record (``atout.bots.decide``), so that they cannot
contradict each other.
"""

from atout.review.grading import (
    BANDS,
    Grade,
    Judge,
    Judged,
    Moment,
    confirmed,
    grade,
    judge_all,
    judge_one,
    judged,
    moments,
)
from atout.review.hindsight import Hindsight, hindsight
from atout.review.page import page
from atout.review.summary import Review, Score, SeatSummary, SideSummary, summarise

__all__ = [
    "BANDS",
    "Grade",
    "Hindsight",
    "Judge",
    "Judged",
    "Moment",
    "Review",
    "Score",
    "SeatSummary",
    "SideSummary",
    "confirmed",
    "grade",
    "hindsight",
    "judge_all",
    "judge_one",
    "judged",
    "moments",
    "page",
    "summarise",
]
