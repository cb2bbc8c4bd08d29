"""Results files: what a killed arena leaves is continued, what is not ours is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from atout.arena import Contest, Results, ResultsError, merged, play_boards, read_results, to_play
from atout.arena.results import LONGEST_HEAD, keep_record

CONTEST = Contest(rules="euchre-a-trois", entrants=("casual", "random"), whole=False)


def filled(path: Path, boards: int = 3, first: int = 1) -> Path:
    """A file with some boards."""
    with Results(path, CONTEST) as results:
        for board in play_boards(CONTEST, to_play(CONTEST, first, boards, ())):
            results.add(board)
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Boards come back equal, and are not played again."""
    path = filled(tmp_path / "new" / "results.jsonl")
    boards, whole = read_results(path, CONTEST)
    assert whole == path.stat().st_size
    played = list(play_boards(CONTEST, to_play(CONTEST, 1, 3, ())))
    assert [board.games for board in boards] == [board.games for board in played]
    assert list(to_play(CONTEST, 1, 5, merged([boards]))) == [(4, (0, 1)), (5, (0, 1))]


@pytest.mark.parametrize("cut", [1, 7, 200])
def test_a_torn_line_is_dropped(tmp_path: Path, cut: int) -> None:
    """A line that was being written when the program was killed: its board is played again, the others are kept."""
    path = filled(tmp_path / "results.jsonl")
    data = path.read_bytes()
    path.write_bytes(data[:-cut])
    with Results(path, CONTEST) as results:
        assert [board.number for board in results.boards] == [1, 2]
        for board in play_boards(CONTEST, to_play(CONTEST, 1, 3, merged([results.boards]))):
            results.add(board)
    assert [board.number for board in read_results(path, CONTEST)[0]] == [1, 2, 3]


def test_a_torn_first_line(tmp_path: Path) -> None:
    """Killed before anything was whole: the file starts anew."""
    path = filled(tmp_path / "results.jsonl")
    path.write_bytes(path.read_bytes()[:20])
    with Results(path, CONTEST) as results:
        assert results.boards == []
    assert read_results(path, CONTEST)[0] == []


def test_files_merge(tmp_path: Path) -> None:
    """Boards played apart, some of them twice, are the boards played together."""
    together = merged([read_results(filled(tmp_path / "all", 4), CONTEST)[0]])
    apart = [read_results(filled(tmp_path / f"part{first}", 2, first), CONTEST)[0] for first in (1, 2, 3)]
    found = merged(apart)
    assert {key: board.games for key, board in found.items()} == {key: board.games for key, board in together.items()}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Rules "pique"]\n', "not-results"),
        ("hello", "not-results"),
        ("{}\n", "not-results"),
        ("[1, 2]\n", "not-results"),
        ('{"rules"' + " " * LONGEST_HEAD, "not-results"),
    ],
)
def test_other_files_are_refused_and_left_alone(tmp_path: Path, text: str, code: str) -> None:
    """What is not ours is neither read nor written."""
    path = tmp_path / "file"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ResultsError) as refused:
        Results(path, CONTEST)
    assert refused.value.code == code
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "other",
    [
        Contest(rules="euchre-a-trois target=5", entrants=CONTEST.entrants, whole=False),
        Contest(rules=CONTEST.rules, entrants=("casual", "casual"), whole=False),
        Contest(rules=CONTEST.rules, entrants=CONTEST.entrants, whole=True),
        Contest(rules=CONTEST.rules, entrants=CONTEST.entrants, whole=False, seed=2),
    ],
)
def test_another_contest_is_refused(tmp_path: Path, other: Contest) -> None:
    """Results of other rules, players, games or seeds are not mixed."""
    path = filled(tmp_path / "results.jsonl", 1)
    before = path.read_bytes()
    with pytest.raises(ResultsError) as refused:
        Results(path, other)
    assert refused.value.code == "other-contest"
    assert path.read_bytes() == before


def test_damage_is_told_with_its_line(tmp_path: Path) -> None:
    """A line in the middle that is no board."""
    path = filled(tmp_path / "results.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b'{"number":2}\n', *lines[3:]]))
    with pytest.raises(ResultsError) as refused:
        read_results(path, CONTEST)
    assert (refused.value.code, refused.value.line) == ("broken-line", 3)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    """A second arena is kept out, until the first one is done."""
    pytest.importorskip("fcntl")
    path = tmp_path / "results.jsonl"
    with Results(path, CONTEST):
        with pytest.raises(ResultsError) as refused:
            Results(path, CONTEST)
        assert refused.value.code == "in-use"
    with Results(path, CONTEST) as results:
        assert results.boards == []


def test_records_are_whole(tmp_path: Path) -> None:
    """Nothing is left beside a record."""
    keep_record(tmp_path / "games", 7, (0, 1, 1), "text\n")
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["0007-1-2-2.atout"]


@pytest.mark.skipif(os.name != "posix", reason="there is no such signal here")
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_and_continued(tmp_path: Path, jobs: int) -> None:
    """``kill -9`` in the middle: the boards that were finished are kept to the byte, and only the others are played."""
    path = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "atout", "arena", "euchre-a-trois", "--bot", "casual", "--bot", "random"]
    command += ["--deals", "--results", str(path), "--jobs", str(jobs), "--boards"]
    killed = subprocess.Popen([*command, "100000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 4:
        assert time.monotonic() < until
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    kept, whole = read_results(path, CONTEST)
    head = path.read_bytes()[:whole]
    boards = max(board.number for board in kept) + 2
    done = subprocess.run([*command, str(boards)], check=True, capture_output=True)
    assert done.stdout
    assert path.read_bytes().startswith(head)
    continued = merged([read_results(path, CONTEST)[0]])
    assert sorted(number for number, _ in continued) == list(range(1, boards + 1))
    assert path.read_bytes().count(b"\n") == boards + 1
