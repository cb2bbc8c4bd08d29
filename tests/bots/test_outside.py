"""Programs that play: the good ones, and all the ways to be bad. Every one of them is a real process."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from atout.arena import Contest, Limits, UnknownEntrant, compare, play_board, try_out
from atout.arena.entrants import deal_record
from atout.bots.outside import LONGEST_ANSWER, Failure, Outside
from atout.cards import Cards
from atout.families import PROFILES
from atout.table import Table

SAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
READY = "import sys, time, os, json; input(); print('ready', flush=True); "
SHORT = Limits(start=20.0, decision=0.4)
"""Long enough for a Python to start on a busy machine, short enough to wait for."""


def entrant(code: str) -> str:
    """A program of a few words of Python, as an entrant."""
    return f"bad=run:{sys.executable} -c {shlex.quote(code)}"


def contest(bot: str, rules: str = "piques-a-trois") -> Contest:
    """Single deals against it."""
    return Contest(rules=rules, entrants=(bot, "casual"), whole=False, limits=SHORT)


@contextmanager
def running(code: str, limits: Limits = SHORT) -> Iterator[Outside]:
    """A program of a few words of Python."""
    program = Outside([sys.executable, "-c", code], start=limits.start, decision=limits.decision)
    try:
        yield program
    finally:
        program.close()


def ask(program: Outside, table: Table) -> str:
    """Greets a program, and asks it once."""
    program.greet("piques-a-trois", 1, 7)
    seat = table.turn or 0
    hand = table.view(seat).hand
    assert hand is not None
    cards = hand.board.holding(seat).sure
    return str(program.act(seat, cards, table.legal, deal_record(table, seat)))


# --- good ones --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_the_sample_plays_every_game(profile: str) -> None:
    """The sample bot of the documentation plays a deal of each profile without a fault."""
    asked = Contest(rules=profile, entrants=(f"sample=run:{sys.executable} {SAMPLE}", "casual"), whole=False)
    board = play_board(asked, 1, (0, 1))
    assert not [game.forfeit for game in board.games if game.forfeit]
    assert board.spent[0].decisions


def test_the_sample_is_about_thirty_lines() -> None:
    """As promised."""
    assert len(SAMPLE.read_text(encoding="utf-8").splitlines()) <= 32


def test_a_question_holds_what_the_seat_knows(tmp_path: Path) -> None:
    """The protocol: what a program is told, and that it is told nothing more."""
    said = tmp_path / "said"
    code = READY + f"open({str(said)!r}, 'w').write(input()); print('1')"
    table = Table("piques-a-trois", seed=3)
    with running(code) as program:
        assert ask(program, table) == "1"
    question = json.loads(said.read_text(encoding="utf-8"))
    seat = table.turn or 0
    assert question.keys() == {"ask", "seat", "hand", "legal", "record"}
    assert question["ask"] == "action"
    assert question["seat"] == seat
    assert question["legal"] == [str(action) for action in table.legal]
    hands = question["record"].split('[Hands "')[1].split('"')[0].split()
    assert [hand == "?" for hand in hands] == [other != seat for other in (1, 2, 3)]
    assert list(map(str, Cards.parse(hands[seat - 1]))) == question["hand"]
    assert Table.from_record(question["record"]).turn == seat


def test_records_of_later_deals_tell_the_score() -> None:
    """A question is about one deal: it starts with the standing before it."""
    table = Table("euchre-a-trois", seed=5)
    while table.match.number < 4:
        table.act(table.legal[-1])  # orders, and plays
    assert any(table.total)
    text = deal_record(table, table.turn or 0)
    assert text.count("[Deal ") == 1
    again = Table.from_record(text)
    assert again.total == table.total
    assert (again.match.number, again.turn, list(again.legal)) == (4, table.turn, list(table.legal))


# --- bad ones ---------------------------------------------------------------------------------------------------------

BAD = {
    "crashes": (READY + "input(); sys.exit(3)", "ended"),
    "raises": (READY + "raise RuntimeError", "ended"),
    "ends": (READY + "sys.exit()", "ended"),
    "kills itself": (READY + "os.kill(os.getpid(), 9)", "ended"),
    "closes its output": (READY + "os.close(1); time.sleep(60)", "ended"),
    "hangs": (READY + "time.sleep(60)", "hang"),
    "reads and hangs": (READY + "input(); time.sleep(60)", "hang"),
    "ignores signals": (READY + "import signal; signal.signal(15, signal.SIG_IGN); time.sleep(60)", "hang"),
    "trickles": (READY + "input()\nwhile True: sys.stdout.write('1'); sys.stdout.flush(); time.sleep(0.05)", "hang"),
    "floods a line": (READY + "input()\nwhile True: sys.stdout.write('A' * 65536)", "flood"),
    "floods lines": (READY + "input()\nwhile True: print('AS' * 9, flush=True)", "illegal"),
    "talks first": ("import time; input(); print('ready\\nkeep', flush=True); time.sleep(60)", "unasked"),
    "answers twice": (READY + "\nfor line in sys.stdin: print('keep\\nkeep', flush=True)", "unasked"),
    "plays what it has not": (READY + "input(); print('17', flush=True); input()", "illegal"),
    "says no token": (READY + "input(); print('je passe', flush=True); input()", "illegal"),
    "says nothing": (READY + "input(); print(flush=True); input()", "illegal"),
    "says no text": (READY + "input(); os.write(1, b'\\xff\\x00\\x1b[2J\\n'); input()", "illegal"),
}


@pytest.mark.parametrize("how", BAD)
def test_bad_programs_forfeit(how: str) -> None:
    """Whatever a program does, the game ends soon, with its reason; the opponent wins it."""
    code, fault = BAD[how]
    began = time.monotonic()
    asked = contest(entrant(code), "pique players=2")  # two games
    board = play_board(asked, 1, (0, 1))
    assert time.monotonic() - began < 20
    for game in board.games:
        assert game.forfeit is not None
        assert game.forfeit.fault == fault
        assert [game.seating[side] for side in game.winners] == [1]
        assert all(character.isprintable() for character in game.forfeit.said)
        assert len(game.forfeit.said) <= 40
    assert compare(asked, (0, 1), [board]).lost == (2, 0)


BAD_STARTS = {
    "is missing": ("run:./no-such-program", "missing"),
    "is no program": (f"run:{SAMPLE.parent}", "missing"),
    "says something else": (entrant("input(); print('hello')"), "unready"),
    "ends at once": (entrant("pass"), "ended"),
    "floods at once": (entrant("import sys\nwhile True: sys.stdout.write('A' * 65536)"), "flood"),
    "never reads": (entrant("import time; time.sleep(60)"), "hang"),
}


@pytest.mark.parametrize("how", BAD_STARTS)
def test_bad_starts_are_told_before_anything_is_played(how: str) -> None:
    """A program that cannot even start is refused, with its reason."""
    what, fault = BAD_STARTS[how]
    with pytest.raises(UnknownEntrant) as refused:
        try_out(what, "piques-a-trois", Limits(start=0.7))
    assert refused.value.code == "program"
    assert refused.value.failure is not None
    assert refused.value.failure.fault in (fault, "unasked")


def test_a_program_that_never_reads_cannot_block() -> None:
    """Questions larger than a pipe holds are left behind when the time is over."""
    table = Table("piques-a-trois", seed=3)
    with running("import time; input(); print('ready', flush=True); time.sleep(60)") as program:
        program.greet("piques-a-trois", 1, 7)
        began = time.monotonic()
        with pytest.raises(Failure, match="hang"):
            program.act(1, (), table.legal, "x" * 1_000_000)
        assert time.monotonic() - began < 5


def test_nothing_piles_up() -> None:
    """What floods fills its own pipe, not our memory."""
    with running(READY + "\nwhile True: sys.stdout.write('A' * 65536)") as program:
        program.greet("piques-a-trois", 1, 7)
        time.sleep(0.5)
        assert program._chunks.qsize() <= 1
        with pytest.raises(Failure):
            program.act(1, (), Table("piques-a-trois", seed=3).legal, "")
        assert len(program._unread) < LONGEST_ANSWER + 65536


@pytest.mark.skipif(os.name != "posix", reason="there are no process groups here")
def test_children_end_with_their_program() -> None:
    """A program that starts others and leaves them the pipes holds nobody up, and leaves nothing running."""
    code = (
        READY + "\nif not os.fork(): time.sleep(60)\nos.write(1, (str(os.getpgrp()) + '\\n').encode()); time.sleep(60)"
    )
    table = Table("piques-a-trois", seed=3)
    with running(code) as program:
        with pytest.raises(Failure, match=r"illegal|unasked") as failed:
            ask(program, table)
        group = int(failed.value.said)
    until = time.monotonic() + 10
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            break
        assert time.monotonic() < until, "something still runs"
        time.sleep(0.05)


def test_threads_end_with_their_program() -> None:
    """No thread stays behind, whatever the program did."""
    before = threading.active_count()
    for code in (READY, READY + "time.sleep(60)", READY + "\nwhile True: sys.stdout.write('A' * 65536)"):
        with running(code) as program:
            program.greet("piques-a-trois", 1, 7)
    until = time.monotonic() + 10
    while threading.active_count() > before:
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.skipif(os.name != "posix", reason="there is no such signal here")
def test_ctrl_c_reaches_us_and_not_them() -> None:
    """Programs are in a group of their own: the terminal's interrupt is ours to handle."""
    with running(READY + "input(); print('1', flush=True); input()") as program:
        assert os.getpgid(program._process.pid) == program._process.pid
        assert os.getpgid(program._process.pid) != os.getpgrp()
        assert ask(program, Table("piques-a-trois", seed=3)) == "1"
    assert program._process.returncode in (0, 1, -signal.SIGKILL)
