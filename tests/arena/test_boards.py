"""Boards: every seating once, the same cards, nothing but play in the result."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atout.actions import Action
from atout.arena import Board, Contest, Forfeit, WorkerLost, play_board, play_boards, report, seatings, to_play
from atout.arena.contest import MOST_DEALS, entrant_of_sides, parted
from atout.arena.playing import Stopwatch, play_game
from atout.arena.report import ahead_of, points_of
from atout.arena.results import Key
from atout.bots import Player, player
from atout.families import parse
from atout.match import Match
from atout.table import Table
from atout.testing import tables

RAISING = "python:tests.arena.test_boards:raising"
ABSENT = "python:tests.arena.test_boards:absent"
QUITTING = "python:tests.arena.test_boards:quitting"
CHEATING = "python:tests.arena.test_boards:cheating"


class _Raising:
    def act(self, view: Match, seat: int) -> Action:
        raise RuntimeError("lost my cards")

    def answers_claim(self, view: Match, seat: int) -> bool:
        raise AssertionError("it is never asked: it has raised before")


class _Cheating(_Raising):
    """Plays by the rules until it holds few cards, then plays one it does not hold."""

    def act(self, view: Match, seat: int) -> Action:
        assert view.hand is not None
        legal = view.legal(seat)
        if view.hand.playing and len(view.hand.board.holding(seat)) < 3:
            return next(action for action in _plays() if action not in legal)
        return legal[0]


@cache
def _plays() -> tuple[Action, ...]:
    from atout.actions import PLAYS

    return tuple(PLAYS.values())


def raising(seed: int) -> Player:
    """A player that raises."""
    return _Raising()


class _Quitting(_Raising):
    def act(self, view: Match, seat: int) -> Action:
        os._exit(3)


def quitting(seed: int) -> Player:
    """A player that ends the whole process."""
    return _Quitting()


def absent(seed: int) -> Player:
    """A player that is there when it is tried out, and not when it is to play."""
    if seed:
        raise RuntimeError("gone fishing")
    return player("random", 0)


def cheating(seed: int) -> Player:
    """A player that plays a card it may not play."""
    return _Cheating()


def contest(rules: str = "piques-a-trois", *entrants: str, whole: bool = False, seed: int = 1) -> Contest:
    """A contest of single deals."""
    return Contest(rules=rules, entrants=entrants or ("casual", "random"), whole=whole, seed=seed)


# --- seatings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("atout-pique", {(0, 1, 0, 1), (1, 0, 1, 0)}),
        ("pique players=2", {(0, 1), (1, 0)}),
        ("euchre-a-trois", {(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)}),
    ],
)
def test_seatings_by_hand(rules: str, found: set[tuple[int, ...]]) -> None:
    """Two between two sides; one against two and two against one, rotated, among three."""
    assert set(seatings(parse(rules))) == found


@pytest.mark.parametrize("spec", tables())
def test_seatings_are_fair(spec: str) -> None:
    """At every table both entrants hold every seat as often, partners sit together, and no seating comes twice."""
    rules = parse(spec)
    found = seatings(rules)
    assert len(set(found)) == len(found)
    for seat in range(rules.players):
        assert Counter(seating[seat] for seating in found) == {0: len(found) // 2, 1: len(found) // 2}
    for seating in found:
        assert all(len({seating[seat - 1] for seat in side}) == 1 for side in rules.sides)


# --- a board is a pure function ---------------------------------------------------------------------------------------


@settings(max_examples=6, deadline=None)
@given(spec=st.sampled_from(tables()), number=st.integers(1, 10**9), seed=st.integers(0, 2**64))
def test_a_board_follows_from_its_number(spec: str, number: int, seed: int) -> None:
    """Played again it comes out the same; the pair turned round, its result is turned round."""
    there = contest(spec, "casual", "random", seed=seed)
    board = play_board(there, number, (0, 1))
    assert play_board(there, number, (0, 1)).games == board.games
    back = contest(spec, "random", "casual", seed=seed)
    assert points_of(back, play_board(back, number, (0, 1))) == pytest.approx(-points_of(there, board))


@pytest.mark.parametrize("spec", ["piques-a-trois", "atout-pique", "euchre-a-trois"])
def test_a_player_against_himself_is_level(spec: str) -> None:
    """The same cards, the same players: every seating is the same game, and nobody leads."""
    board = play_board(contest(spec, "casual", "casual"), 3, (0, 1))
    assert len({(game.points, game.deals) for game in board.games}) == 1
    assert points_of(contest(spec, "casual", "casual"), board) == 0
    assert ahead_of(contest(spec, "casual", "casual"), board) == 0.5


def test_the_cards_are_the_same_in_every_seating() -> None:
    """… and others on the next board."""
    hands: dict[int, set[str]] = {1: set(), 2: set()}

    def keep(number: int, seating: tuple[int, ...], text: str) -> None:
        hands[number].add(next(line for line in text.splitlines() if line.startswith("[Hands")))

    for number in hands:
        play_board(contest(), number, (0, 1), keep)
    assert [len(found) for found in hands.values()] == [1, 1]
    assert hands[1] != hands[2]


def test_only_the_changed_bot_changes() -> None:
    """The seed of a player follows from board and seat, whoever sits there."""
    one, other = contest("piques-a-trois", "casual", "random"), contest("piques-a-trois", "random", "casual")
    draws = {(number, seat): one.draw(number, seat) for number in range(1, 30) for seat in range(4)}
    assert all(other.draw(number, seat) == draw for (number, seat), draw in draws.items())
    assert len(set(draws.values())) == len(draws)


def test_processes_find_the_same() -> None:
    """Two processes play what one plays, in whatever order they end."""
    asked = contest("euchre-a-trois", "casual", "random", "casual")
    alone = list(play_boards(asked, to_play(asked, 1, 2, ())))
    together = list(play_boards(asked, to_play(asked, 1, 2, ()), jobs=2))
    assert len(alone) == 6

    def results(boards: list[Board]) -> Sequence[object]:
        return sorted((board.number, board.pair, board.games) for board in boards)

    assert results(alone) == results(together)


# --- games ------------------------------------------------------------------------------------------------------------


def test_matches_end_and_their_records_replay(tmp_path: Path) -> None:
    """A whole match is played to its end; its record gives the same totals and names the players."""
    asked = contest("euchre-a-trois", "casual", "random", whole=True)
    boards = list(play_boards(asked, [(5, (0, 1))], records=tmp_path))
    files = sorted(tmp_path.iterdir())
    assert len(files) == len(boards[0].games) == 6
    for game in boards[0].games:
        name = "0005-" + "-".join(str(entrant + 1) for entrant in game.seating) + ".atout"
        table = Table.from_record((tmp_path / name).read_text(encoding="utf-8"))
        assert table.over
        assert tuple(winner - 1 for winner in table.winners) == game.winners
        assert table.total == game.points  # euchre knows no bags
        assert table.names == tuple(asked.names[entrant] for entrant in game.seating)


def test_a_deal_is_one_deal() -> None:
    """One complete deal, however often it has to be dealt."""
    for number in range(1, 6):
        board = play_board(contest("euchre-a-trois"), number, (0, 1))
        assert all(game.deals <= 2 for game in board.games)


def test_bags_are_priced() -> None:
    """A bag costs what its penalty is spread over: ten of them cost 100, so one costs 10 and is worth 1."""
    asked = contest("pique", "casual", "random")
    for game in play_board(asked, 2, (0, 1)).games:
        assert all(points == int(points) for points in game.points)
    table = Table("pique", seed=asked.draw(2), dealing=False)
    table.deal()
    seats = {seat: player("casual", asked.draw(2, seat)) for seat in range(1, 5)}
    while not table.match.awaits_deal:
        seat = table.turn or 0
        table.act(seats[seat].act(table.view(seat), seat))
    level = play_board(contest("pique", "casual", "casual"), 2, (0, 1)).games[0]
    assert level.points == tuple(total - 10 * bags for total, bags in zip(table.total, table.bags, strict=True))
    assert any(table.bags)


def test_a_match_without_end_is_ended() -> None:
    """Players who only lose points never reach the target: after so many deals the leaders share it."""
    asked = contest("euchre-a-trois target=1000000", "random", "random", whole=True)
    table, forfeit = play_game(asked, 1, (0, 1, 0), Stopwatch())
    assert forfeit is None
    assert not table.over
    assert table.match.number == MOST_DEALS


# --- forfeits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrant", "fault"), [(RAISING, "raised"), (ABSENT, "raised"), (CHEATING, "illegal")])
@pytest.mark.parametrize("spec", ["piques-a-trois", "atout-pique"])
def test_who_fails_loses(entrant: str, fault: str, spec: str) -> None:
    """A player who fails loses the game in all his seats, by the target; the others share it."""
    asked = contest(spec, "casual", entrant)
    board = play_board(asked, 1, (0, 1))
    for game in board.games:
        assert game.forfeit is not None
        assert game.forfeit.fault == fault
        assert game.seating[game.forfeit.seat - 1] == 1
        behind = entrant_of_sides(asked, game)
        assert {behind[side] for side in game.winners} == {0}
        target = parse(spec).ending.target or 0
        assert game.points == tuple(-target if who == 1 else 0 for who in behind)
    assert ahead_of(asked, board) == 1
    (found,) = report(asked, [board]).comparisons
    assert found.lost == (0, len(board.games))
    assert found.points.value == parse(spec).ending.target
    assert all(wins.share.value == (wins.entrant == 0) for wins in found.wins)


def test_a_worker_that_ends_is_told() -> None:
    """… instead of being waited for; what others have finished by then is not lost."""
    asked = contest("piques-a-trois", "casual", QUITTING)
    with pytest.raises(WorkerLost):
        list(play_boards(asked, to_play(asked, 1, 5, ()), jobs=2))


def test_no_more_processes_than_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many may play at a time; a board alone is played here."""
    started = []

    class Crew:
        def __init__(self, contest: Contest, jobs: int, keep: object) -> None:
            started.append(jobs)

        def play(self, todo: Iterable[Key]) -> Iterator[Board]:
            return (play_board(asked, *key) for key in todo)

        def dismiss(self) -> None: ...

    monkeypatch.setattr("atout.arena.running._Crew", Crew)
    asked = contest("piques-a-trois", "casual", "random")
    for boards in (0, 1, 3):
        assert [board.number for board in play_boards(asked, to_play(asked, 1, boards, ()), jobs=200)] == [
            *range(1, boards + 1)
        ]
    assert started == [3]


def test_a_forfeit_says_what_was_wrong() -> None:
    """The error of a player in Python is told."""
    game = play_board(contest("piques-a-trois", "casual", RAISING), 1, (0, 1)).games[0]
    assert game.forfeit == Forfeit(game.forfeit.seat if game.forfeit else 0, "raised", "RuntimeError: lost my cards")


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entrant", "name", "what"),
    [
        ("casual", "casual", "casual"),
        ("mine=run:./bot --depth=3", "mine", "run:./bot --depth=3"),
        ("run:./bot --depth=3", "run:./bot --depth=3", "run:./bot --depth=3"),
        ("new one=python:a.b:c", "new one", "python:a.b:c"),
    ],
)
def test_entrants_may_be_named(entrant: str, name: str, what: str) -> None:
    """A name stands before the sign; commands may hold the sign too."""
    assert parted(entrant) == (name, what)
