"""``atout arena`` from the outside: what it says, what it refuses, how it stops."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import sys
import time
from pathlib import Path

import pexpect
import pytest
from tests.processes import started

from atout.cli.console import FAULT, FINE, UNUSABLE
from atout.cli.entry import run

TWO = ["--bot", "casual", "--bot", "random"]
QUICK = ["arena", "euchre-a-trois", "--bot", "casual", "--bot", "random", "--deals"]
_HANGS = "import time; input(); print('ready', flush=True); time.sleep(60)"
HANGING = f"slow=run:{sys.executable} -c {shlex.quote(_HANGS)}"


@pytest.fixture(autouse=True)
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual language, in plain characters."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("ATOUT_PLAIN", "1")


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = FINE) -> tuple[str, str]:
    """What a command prints on its two outputs."""
    assert run(arguments) == code
    out, err = capsys.readouterr()
    return out, err


def test_it_tells_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    """A title, the pair, points, first places of either alone, paces."""
    english, _ = said(capsys, *QUICK, "--boards", "2", "--lang", "en")
    assert english.splitlines()[0].startswith("euchre-a-trois: single deals, seed 1.")
    assert "casual against random: 2 boards, 12 games." in english
    assert "casual, one side against 2 of random: first in" in english
    assert "random, one side against 2 of casual: first in" in english
    french, _ = said(capsys, *QUICK, "--boards", "2", "--lang", "fr")
    assert "casual contre random : 2 séries, 12 jeux." in french
    assert len(french.splitlines()) == len(english.splitlines())


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a comparison, then a line an entrant; nothing else on standard output."""
    out, err = said(capsys, *QUICK, "--bot", "casual", "--boards", "2", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["bots"] for line in lines[:3]] == [["casual", "random"], ["casual", "casual"], ["random", "casual"]]
    assert [set(line) for line in lines[3:]] == [{"bot", "rating", "worst"}] * 3
    assert lines[3]["bot"] == "casual"
    assert lines[1]["points"] == [0, 0, 0]
    assert {"rules", "unit", "seed", "boards", "games", "wins", "ahead", "test", "ms", "forfeits"} < set(lines[0])
    assert lines[0]["games"] == sum(wins["games"] for wins in lines[0]["wins"])
    assert not err


def test_matrix(capsys: pytest.CaptureFixture[str]) -> None:
    """More than two: ratings, the worst opponent, and a row a bot."""
    out, _ = said(capsys, *QUICK, "--bot", "casual", "--boards", "2", "--lang", "en")
    assert "Ratings" in out
    assert "at worst" in out
    assert out.splitlines()[-1].split()[0] in ("casual", "random")
    assert out.splitlines()[-1].count(" -") == 1


def test_two_sides_win_matches(capsys: pytest.CaptureFixture[str]) -> None:
    """Between two sides there is one line of wins."""
    arguments = ["arena", "pique", "target=60", "--bot", "casual", "--bot", "random", "--boards", "2", "--lang", "en"]
    out, _ = said(capsys, *arguments)
    assert "Matches won by casual:" in out
    out, _ = said(capsys, *arguments, "--deals")
    assert "Deals won by casual:" in out


def test_results_are_continued(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The same command plays nothing again; more boards add to it; parts played apart are merged."""
    kept = str(tmp_path / "results.jsonl")
    first, _ = said(capsys, *QUICK, "--boards", "3", "--results", kept)
    size = Path(kept).stat().st_size
    assert said(capsys, *QUICK, "--boards", "3", "--results", kept)[0] == first
    assert Path(kept).stat().st_size == size
    said(capsys, *QUICK, "--boards", "2", "--first", "4", "--results", str(tmp_path / "part"))
    merged, _ = said(capsys, *QUICK, "--boards", "0", "--merge", kept, "--merge", str(tmp_path / "part"), "--json")
    whole, _ = said(capsys, *QUICK, "--boards", "5", "--json")
    assert _without_times(merged) == _without_times(whole)


def _without_times(text: str) -> dict[str, object]:
    facts: dict[str, object] = json.loads(text)
    return {name: value for name, value in facts.items() if name != "ms"}


def test_nothing_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    """No board asked for and none kept."""
    out, err = said(capsys, *QUICK, "--boards", "0", "--lang", "en")
    assert not out
    assert err == "No board was played.\n"


def test_the_test_stops_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A clear difference needs few boards."""
    out, _ = said(capsys, *QUICK, "--boards", "500", "--test", "0:0.3", "--json")
    found = json.loads(out)
    assert found["test"]["decision"] == "high"
    assert 16 <= found["boards"] == found["test"]["boards"] < 100
    told, _ = said(capsys, *QUICK, "--boards", "2", "--test", "0:0.3", "--lang", "en")
    assert "Sequential test" in told


def test_a_player_of_the_current_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``python:MODULE:NAME`` finds a module where somebody stands, though ``atout`` lies elsewhere."""
    player = (
        "class Me:\n    def __init__(self, seed): pass\n    def act(self, view, seat): return view.legal(seat)[-1]\n"
    )
    (tmp_path / "a_bot_of_mine.py").write_text(player, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    bots = ["--bot", "python:a_bot_of_mine:Me", "--bot", "random"]
    out, err = said(capsys, "arena", "piques-a-trois", *bots, "--deals", "--boards", "1", "--json")
    assert not err
    assert json.loads(out)["bots"] == ["python:a_bot_of_mine:Me", "random"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "At least two bots"),
        (["--bot", "casual"], "At least two bots"),
        (["--bot", "casual", "--bot", "grandmaster"], "Unknown level: grandmaster. Levels: random, "),
        (["--bot", "casual", "--bot", "run:"], "names no command"),
        (["--bot", "casual", "--bot", "run:'"], "names no command"),
        (["--bot", "casual", "--bot", "run:./nothing-here"], "cannot play: the program cannot be started."),
        (["--bot", "casual", "--bot", "python:no.such:thing"], "cannot be used: No module named"),
        (["--bot", "casual", "--bot", "python:json"], "cannot be used"),
        ([*TWO, "--boards", "-1"], "--boards needs a whole number from 0"),
        ([*TWO, "--jobs", "0"], "--jobs needs a whole number from 1 to 256"),
        ([*TWO, "--limit", "0"], "--limit needs a number of seconds"),
        ([*TWO, "--limit", "nan"], "--limit needs a number of seconds"),
        ([*TWO, "--test", "1:0"], "--test needs two numbers"),
        ([*TWO, "--test", "x"], "--test needs two numbers"),
        ([*TWO, "--test=-inf:inf"], "--test needs two numbers"),
        ([*TWO, "--boards", "1", "--records", "/dev/null"], "The system refuses: something else has that name."),
        ([*TWO, "euchr"], "euchr"),
        ([*TWO, "--merge", "nowhere.jsonl"], "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], error: str) -> None:
    """One sentence, exit code 2, nothing played."""
    out, err = said(capsys, "arena", "--lang", "en", *arguments, code=UNUSABLE)
    assert not out
    assert error in err
    assert err.count("\n") == 1


def test_files_of_others_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Not ours, of another contest, damaged."""
    path = tmp_path / "file"
    path.write_text("hello\n", encoding="utf-8")
    for option in ("--results", "--merge"):
        _, err = said(capsys, *QUICK, option, str(path), "--lang", "en", code=UNUSABLE)
        assert "is no results file" in err
    path.unlink()
    said(capsys, *QUICK, "--boards", "1", "--results", str(path))
    _, err = said(capsys, *QUICK, "--seed", "2", "--results", str(path), "--lang", "en", code=UNUSABLE)
    assert "another contest" in err
    path.write_bytes(path.read_bytes() + b"{}\n")
    _, err = said(capsys, *QUICK, "--results", str(path), "--lang", "en", code=UNUSABLE)
    assert "damaged in line 3" in err
    _, err = said(capsys, *QUICK, "--results", str(tmp_path), "--lang", "en", code=UNUSABLE)
    assert str(tmp_path) in err


def test_forfeits_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """How many, why, and an exit code that says something was wrong."""
    arguments = ["arena", "pique", "players=2", "--bot", HANGING, "--bot", "casual", "--deals", "--boards", "1"]
    out, _ = said(capsys, *arguments, "--limit", "0.3", "--lang", "en", code=FAULT)
    assert "slow forfeited 2 games. The first one: no answer in time." in out
    out, _ = said(capsys, *arguments, "--limit", "0.3", "--json", code=FAULT)
    assert [one["fault"] for one in json.loads(out)["forfeits"]] == ["hang", "hang"]


def test_an_empty_answer_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    """What a program said stands between quotes, were it nothing."""
    script = "input(); print('ready x', flush=True); [print(flush=True) for _ in iter(input, None)]"
    mute = f"mute=run:{sys.executable} -c {shlex.quote(script)}"
    arguments = ["arena", "pique", "players=2", "--bot", mute, "--bot", "random", "--deals", "--boards", "1"]
    for language, told in (("en", "The first one: “” may not be done."), ("fr", "Le premier : «  » n’est pas permis.")):
        out, _ = said(capsys, *arguments, "--lang", language, code=FAULT)
        assert told in out.replace("\u00a0", " ").replace("\u202f", " ")


# --- stopping ---------------------------------------------------------------------------------------------------------


def command(*arguments: str) -> list[str]:
    """An arena that would take for ever."""
    return [sys.executable, "-m", "atout", *QUICK, "--lang", "en", "--boards", "1000000", *arguments]


@pytest.mark.skipif(os.name != "posix", reason="there is no such signal here")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(tmp_path: Path, jobs: str, number: signal.Signals) -> None:
    """What is finished is reported and kept; no traceback, nothing left running."""
    path = tmp_path / "results.jsonl"
    asked = command("--jobs", jobs, "--results", str(path))
    with started(asked) as running:
        until = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < 3:
            assert time.monotonic() < until
            time.sleep(0.02)
        os.killpg(running.pid, number) if number == signal.SIGINT else running.send_signal(number)
        out, err = running.communicate(timeout=30)
        assert running.returncode == FINE
        assert "casual against random:" in out
        assert err.startswith("Interrupted after ")
        assert err.endswith(" The same command goes on from there.\n")
        assert err.count("\n") == 1
        until = time.monotonic() + 20
        while _runs(running.pid):
            assert time.monotonic() < until, "something still runs"
            time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are counted there")
def test_interrupted_while_others_start(tmp_path: Path) -> None:
    """A process that has not begun yet is silent as well (of eight, some have not when the first are there)."""
    with started(command("--jobs", "8", "--results", str(tmp_path / "results.jsonl"))) as running:
        until = time.monotonic() + 60
        while _members(running.pid) < 8:
            assert time.monotonic() < until
        time.sleep(0.1)
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=30)
        assert running.returncode == FINE
        assert re.fullmatch(r"(No board was played\.|Interrupted after .*)\n", err)


def _members(group: int) -> int:
    """How many processes are in a group: the fifth word of each one's line, counted from behind the name."""
    found = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found += path.read_text(errors="replace").rpartition(")")[2].split()[2] == str(group)
    return found


def _runs(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is written over, then wiped; nowhere else."""
    monkeypatch.delenv("ATOUT_PLAIN")
    asked = [*command()[3:-1], "3"]
    arena = pexpect.spawn(sys.executable, ["-m", "atout", *asked], encoding="utf-8", timeout=60, dimensions=(24, 120))
    arena.expect(r"\r\[\.{20}\] 0 of 3 boards")
    arena.expect(r"\r\[#{20}\] 3 of 3 boards  casual - random: ")
    arena.expect("casual against random: 3 boards")
    arena.expect(pexpect.EOF)
    arena.close()
    assert arena.exitstatus == FINE
