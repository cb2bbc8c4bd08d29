"""What an arena plays and what came of it, in values that are written to results files as they are."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from itertools import combinations
from typing import Final

from msgspec import Struct

from atout.families import family_of, parse
from atout.game import Rules
from atout.scoring import Standing
from atout.seats import side_of
from atout.simulation import Promises

MOST_DEALS: Final = 100
"""Deals of a match that nobody wins: then the leaders share it. Players who only lose points would never end."""
_LOST_WITHOUT_TARGET: Final = 100
"""Points a forfeit costs where the match has no target."""

Seating = tuple[int, ...]
"""Who sits where: an entrant's index by seat (index ``seat - 1``)."""


_NAMED: Final = re.compile(r"(?P<name>[\w .+-]{1,40})=(?P<what>\w+:.*)", re.DOTALL)


class Limits(Struct, frozen=True):
    """How long an outside program may take, in seconds: to start, and for each decision."""

    start: float = 10.0
    decision: float = 10.0


class Contest(Struct, frozen=True, kw_only=True):
    """Everything boards follow from: the rules (a canonical spec), the entrants, the seed, what a game is.

    ``whole``: a game is a whole match, else a single deal. Results of equal contests may be merged.
    """

    rules: str
    entrants: tuple[str, ...]
    seed: int = 1
    whole: bool = True
    limits: Limits = Limits()

    @property
    def names(self) -> tuple[str, ...]:
        """What the entrants are called."""
        return tuple(parted(entrant)[0] for entrant in self.entrants)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The pairs of entrants that meet: every one."""
        return tuple(combinations(range(len(self.entrants)), 2))

    def draw(self, number: int, seat: int = 0) -> int:
        """The seed of a board's cards (seat 0), or of the player at a seat: whoever sits there, so that a change of one
        entrant changes nothing but his own play."""
        text = f"atout arena {self.seed} {number} {seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def parted(entrant: str) -> tuple[str, str]:
    """The name of an entrant and what it is: ``NAME=run:COMMAND``; without a name it is called what it is."""
    found = _NAMED.fullmatch(entrant)
    return (found["name"], found["what"]) if found else (entrant, entrant)


class Forfeit(Struct, frozen=True):
    """Why a game was forfeited: the seat of the player who failed, a code, and what it had said, if anything.

    The entrant loses the game in all its seats: no share in the win, and the target in points.
    """

    seat: int
    fault: str
    said: str = ""


class Game(Struct, frozen=True):
    """One game of a board: points of each side, with the bags it carries priced, the deals dealt, the winning sides."""

    seating: Seating
    points: tuple[float, ...]
    deals: int
    winners: tuple[int, ...]
    forfeit: Forfeit | None = None


class Spent(Struct, frozen=True):
    """What an entrant's real choices took: how many, and their seconds."""

    decisions: int = 0
    seconds: float = 0.0


class Board(Struct, frozen=True):
    """The same cards played by two entrants in every seating, with what their decisions took."""

    number: int
    pair: tuple[int, int]
    games: tuple[Game, ...]
    spent: tuple[Spent, Spent]


@cache
def rules_of(contest: Contest) -> Rules:
    """The rules a contest is played by."""
    return parse(contest.rules)


def seatings(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Every seating of a board, by seat the first (0) or the second (1) of two entrants.

    One side against all others, each side in turn, for both entrants: two seatings between two sides; with more sides
    one against the rest and the rest against one, rotated.
    """
    found: dict[tuple[int, ...], None] = {}
    for lone in (0, 1):
        for side in rules.sides:
            seats = range(1, rules.players + 1)
            found[tuple(lone if seat in side else 1 - lone for seat in seats)] = None
    return tuple(found)


def entrant_of_sides(contest: Contest, game: Game) -> tuple[int, ...]:
    """The entrant behind each side of a game."""
    sides = rules_of(contest).sides
    behind = {side_of(sides)[seat - 1]: entrant for seat, entrant in enumerate(game.seating, 1)}
    return tuple(behind[side] for side in range(len(sides)))


@cache
def price_of_a_bag(contest: Contest) -> float:
    """What a bag carried costs: the penalty it leads to, spread; 0 or less."""
    rules = rules_of(contest)
    auction = family_of(rules.profile).simulation(rules, Standing.zero(len(rules.sides))).auction
    bag = auction.bag if isinstance(auction, Promises) else None
    return bag.penalty / bag.size if bag else 0.0


def price_of_a_forfeit(rules: Rules) -> int:
    """The points a forfeited game is lost by: the target."""
    return rules.ending.target or _LOST_WITHOUT_TARGET
