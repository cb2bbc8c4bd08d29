"""A board played: a pure function of the contest, its number and the pair, times taken apart."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from atout.arena.contest import (
    MOST_DEALS,
    Board,
    Contest,
    Forfeit,
    Game,
    Seating,
    Spent,
    price_of_a_bag,
    price_of_a_forfeit,
    rules_of,
    seatings,
)
from atout.arena.entrants import Chair, UnknownEntrant, take_seat
from atout.bots.outside import Failure
from atout.events import DealVoid, VoidReason
from atout.table import Table

Keep = Callable[[int, Seating, str], None]
"""Is given the record of every game: the board's number, the seating, the text."""


class Stopwatch:
    """Decisions and seconds by entrant."""

    def __init__(self) -> None:
        self.spent: dict[int, Spent] = {}

    def add(self, entrant: int, seconds: float) -> None:
        """One more decision."""
        before = self.spent.get(entrant, Spent())
        self.spent[entrant] = Spent(before.decisions + 1, before.seconds + seconds)


def play_board(contest: Contest, number: int, pair: tuple[int, int], keep: Keep | None = None) -> Board:
    """Plays one board: both entrants of a pair in every seating, with the same cards.

    Whatever goes wrong with a player is a forfeit.
    """
    watch = Stopwatch()
    games = []
    for pattern in seatings(rules_of(contest)):
        seating = tuple(pair[which] for which in pattern)
        table, forfeit = play_game(contest, number, seating, watch)
        games.append(_result(contest, seating, table, forfeit))
        if keep:
            keep(number, seating, table.record())
    spent = (watch.spent.get(pair[0], Spent()), watch.spent.get(pair[1], Spent()))
    return Board(number, pair, tuple(games), spent)


def play_game(contest: Contest, number: int, seating: Seating, watch: Stopwatch) -> tuple[Table, Forfeit | None]:
    """Plays one game of a board to its end, or to the moment somebody fails."""
    names = [contest.names[entrant] for entrant in seating]
    table = Table(rules_of(contest), seed=contest.draw(number), names=names, dealing=False)
    with ExitStack() as stack:
        chairs: list[Chair] = []
        for seat, entrant in enumerate(seating, 1):
            who, seed = contest.entrants[entrant], contest.draw(number, seat)
            try:
                chair = take_seat(who, seat, seed, contest.rules, contest.limits)
            except Failure as failure:
                return table, Forfeit(seat, failure.fault, failure.said)
            except UnknownEntrant as error:
                return table, Forfeit(seat, "raised", error.why)
            stack.callback(chair.close)
            chairs.append(chair)
        while not _finished(contest, table):
            seat = table.turn or 0
            if not seat:
                table.deal()
                continue
            try:
                _move(table, seat, chairs[seat - 1], watch, seating[seat - 1])
            except Failure as failure:
                return table, Forfeit(seat, failure.fault, failure.said)
    return table, None


def _move(table: Table, seat: int, chair: Chair, watch: Stopwatch, entrant: int) -> None:
    began = chair.clock()
    action = chair.act(table, seat)
    if len(table.legal) > 1:
        watch.add(entrant, chair.clock() - began)
    if action not in table.legal:
        raise Failure("illegal", str(action))
    table.act(action, seat)


def _finished(contest: Contest, table: Table) -> bool:
    match = table.match
    if match.over or not match.awaits_deal:
        return match.over
    if contest.whole:
        return match.number >= MOST_DEALS
    passed_out = DealVoid(VoidReason.PASSED_OUT) in table.events[-1:]
    return match.complete_deals > 0 or passed_out or match.number >= MOST_DEALS


def _result(contest: Contest, seating: Seating, table: Table, forfeit: Forfeit | None) -> Game:
    rules, standing = table.rules, table.match.standing
    deals = max(1, table.match.number)
    if forfeit:
        loser = seating[forfeit.seat - 1]
        lost = tuple(seating[side[0] - 1] == loser for side in rules.sides)
        points = tuple(-float(price_of_a_forfeit(rules)) * is_lost for is_lost in lost)
        return Game(seating, points, deals, tuple(i for i, is_lost in enumerate(lost) if not is_lost), forfeit)
    price = price_of_a_bag(contest)
    points = tuple(
        rules.ending.forward(total) + price * bags for total, bags in zip(standing.totals, standing.bags, strict=True)
    )
    if table.match.winners is not None:
        return Game(seating, points, deals, table.match.winners)
    best = rules.ending.best(standing.totals)
    return Game(seating, points, deals, tuple(i for i, total in enumerate(standing.totals) if total == best))
