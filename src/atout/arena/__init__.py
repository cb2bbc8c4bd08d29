"""The arena: bots against bots on duplicate boards, so that what is left is play and not luck.

A board is the same cards played in every seating. It follows from the contest, its number and the pair that plays it,
and from nothing else: boards may be played anywhere, in any order, and their results merged.

>>> from atout.arena import Contest, play_boards, report, to_play
>>> from atout.families import USUAL
>>> contest = Contest(rules=USUAL, entrants=("casual", "random"), whole=False)
>>> boards = list(play_boards(contest, to_play(contest, first=1, boards=3, known=())))
>>> report(contest, boards).comparisons[0].games
18
"""

from atout.arena.contest import Board, Contest, Forfeit, Game, Limits, Spent, rules_of, seatings
from atout.arena.entrants import UnknownEntrant, try_out
from atout.arena.playing import play_board
from atout.arena.report import Comparison, Rated, Report, Wins, compare, default_hypotheses, points_of, report
from atout.arena.results import Results, ResultsError, merged, read_results
from atout.arena.running import WorkerLost, play_boards, to_play

__all__ = [
    "Board",
    "Comparison",
    "Contest",
    "Forfeit",
    "Game",
    "Limits",
    "Rated",
    "Report",
    "Results",
    "ResultsError",
    "Spent",
    "UnknownEntrant",
    "Wins",
    "WorkerLost",
    "compare",
    "default_hypotheses",
    "merged",
    "play_board",
    "play_boards",
    "points_of",
    "read_results",
    "report",
    "rules_of",
    "seatings",
    "to_play",
    "try_out",
]
