"""The score-keeper and the referee among other programs: shared files, closed inputs, narrow outputs, spreadsheets."""

from __future__ import annotations

import csv
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pexpect
import pytest
from tests.referee.conftest import Atout
from tests.referee.test_check import OPENING
from tests.referee.test_score_command import COMMAND, plain, prompt

from atout.cli.console import Console, Unusable
from atout.cli.saved import Saved
from atout.files import alone_in, write_whole
from atout.referee.sheet import Sheet
from atout.say import Speaker

THREE = "5/7 6/6 4/4\n"

# --- a sheet that another program writes ----------------------------------------------------------------------------


def test_two_prompts_on_one_sheet(atout: Atout, tmp_path: Path) -> None:
    """The one that is behind writes nothing, says why each time, goes on, and does not call the sheet saved."""
    file = tmp_path / "club.atout"
    keeper = prompt("piques-a-trois", "--save", str(file))
    keeper.expect_exact("Bids (")
    assert atout("score", "piques-a-trois", "--save", file, stdin="5/5 6/6 6/6\n").code == 0
    written = file.read_bytes()
    for _ in range(2):
        keeper.sendline("5/7 6/6 4/4")
        keeper.expect_exact("Another program has changed")
        keeper.expect_exact("Bids (")
    keeper.sendline("quit")
    keeper.expect_exact("Sheet not saved")
    keeper.expect(pexpect.EOF)
    keeper.close()
    assert file.read_bytes() == written


def test_a_batch_behind_stops(tmp_path: Path) -> None:
    """Its answered deal stays, the other program's is not lost, and the exit code says so."""
    file = tmp_path / "club.atout"
    behind = subprocess.Popen(
        [*COMMAND, "piques-a-trois", "--json", "--save", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert behind.stdin is not None
    assert behind.stdout is not None
    behind.stdin.write(THREE.encode())
    behind.stdin.flush()
    assert behind.stdout.readline()
    ahead = [*COMMAND, "--json", "--save", str(file)]
    subprocess.run(ahead, input=THREE, text=True, check=True, capture_output=True)
    out, err = behind.communicate(THREE.encode())
    assert (behind.returncode, out, len(err.splitlines())) == (2, b"", 1)
    assert len(Sheet.read(file.read_text(encoding="utf-8")).pages) == 2


def test_two_writers_take_turns(tmp_path: Path) -> None:
    """Between the look at a sheet and its writing nobody else writes: who comes second sees what the first wrote."""
    file = tmp_path / "club.atout"
    file.write_text("before", encoding="utf-8")
    saved, console = Saved(file), Console(Speaker("en"))
    with ThreadPoolExecutor(1) as pool:
        with alone_in(tmp_path):
            second = pool.submit(saved.write, console, "mine")
            with pytest.raises(TimeoutError):
                second.result(timeout=0.3)
            write_whole(file, "theirs")
        with pytest.raises(Unusable, match="changed"):
            second.result()
    assert file.read_text(encoding="utf-8") == "theirs"


def test_a_sheet_taken_away(tmp_path: Path) -> None:
    """A file that is gone has changed too; a sheet written again and again by one program has not."""
    file = tmp_path / "club.atout"
    keeper = prompt("piques-a-trois", "--save", str(file))
    for total in ("52", "104"):
        keeper.expect_exact("Bids (")
        keeper.sendline("5/7 6/6 4/4")
        keeper.expect_exact(f"Total {total}")
    keeper.expect_exact("Bids (")
    file.unlink()
    keeper.sendline("5/7 6/6 4/4")
    keeper.expect_exact("Another program has changed")
    keeper.expect_exact("Bids (")
    keeper.sendline("quit")
    keeper.expect(pexpect.EOF)
    keeper.close()
    assert not file.exists()


# --- inputs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("score", "pique"), ("check", "-"), ("check", "--ask"), ("check", "--ask", "pique")])
def test_closed_input(words: tuple[str, ...], atout: Atout) -> None:
    """A program started without standard input says so in one sentence."""
    said = atout(*words, stdin=None)
    assert (said.code, said.out, plain(said.err)) == (2, "", "L’entrée standard est fermée.\n")


def test_closed_input_that_nobody_needs(atout: Atout, tmp_path: Path) -> None:
    """Lines come from a file."""
    file = tmp_path / "lines"
    file.write_text(THREE, encoding="utf-8")
    assert atout("score", "piques-a-trois", "--from", file, stdin=None).code == 0


@pytest.mark.parametrize("rules", [(), ("pique",)])
def test_answers_that_are_no_text(rules: tuple[str, ...]) -> None:
    """Bytes that no encoding has, in every answer: the questions are put again, and a name is shown as it can be."""
    answers = b"\xff\xfe\npique\n" if not rules else b"\xff\xfe\n"
    done = subprocess.run(
        [sys.executable, "-m", "atout", "check", "--ask", "--lang", "en", *rules],
        input=answers + b"\xff\n\xff\n1\n\xfe\nH\n\xff\n7S\n\xff\nAH\n",
        env={"PYTHONIOENCODING": "utf-8:surrogateescape"},
        capture_output=True,
        check=False,
    )
    assert done.returncode in (1, 2)
    assert b"Traceback" not in done.stderr


def test_standard_input_has_a_name(atout: Atout) -> None:
    """Faults are told of it, not of a hyphen."""
    for text in ("junk", b"\xff"):
        told = plain(atout("check", "-", stdin=text).err)
        assert told.startswith("L’entrée standard")
    assert plain(atout("check", "-", "-", stdin=OPENING).out).startswith("L’entrée standard : ")


def test_a_card_before_its_time(atout: Atout) -> None:
    """Nothing was played, so no trick is put right: the place, the card and what is due."""
    told = plain(atout("check", "-", stdin=OPENING.replace("bids: 5 6 4", "bids: 5 6\nAS")).out)
    assert told.endswith("Les annonces d’abord.\n")
    assert "Correction" not in told


# --- outputs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en", "fr-CA"])
def test_three_players_fit_80_columns(language: str, atout: Atout) -> None:
    """The usual table, with scores of three digits."""
    lines = "17/17 0/0 0/0\n" + "5/5 6/6 6/6\n"
    said = atout("score", "piques-a-trois", "target=1000", "--lang", language, stdin=lines)
    *table, _ = said.out.splitlines()
    assert len(table) == 4
    assert max(map(len, table)) <= 80


def test_a_narrow_output_gets_sentences(atout: Atout, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is never wrapped."""
    monkeypatch.setenv("COLUMNS", "60")
    assert plain(atout("score", "piques-a-trois", stdin=THREE).out).startswith("Donne 1. Donneur : Joueur 1.\n")


def test_help_fits(atout: Atout, monkeypatch: pytest.MonkeyPatch) -> None:
    """Help is wrapped for the terminal it is read on."""
    monkeypatch.setenv("COLUMNS", "70")
    assert max(map(len, atout("score", "--help").out.splitlines())) <= 70


def test_csv_without_formulas(atout: Atout) -> None:
    """What a spreadsheet would reckon is text; numbers stay numbers."""
    lines = 'noms =1+1 @x "-2 Ana"\n5/7 6/6 5/4\najuster 1 -5 +motif\n'
    rows = list(csv.DictReader(atout("score", "piques-a-trois", "--csv", stdin=lines).out.splitlines()))
    assert [row["camp"] for row in rows[:3]] == ["'=1+1", "'@x", "'-2 Ana"]
    assert (rows[0]["donneur"], rows[2]["points"]) == ("'=1+1", "-50")
    assert (rows[3]["points"], rows[3]["remarque"]) == ("-5", "'+motif")


def test_csv_in_a_folder_that_is_not_there(atout: Atout, tmp_path: Path) -> None:
    """Told before anything is asked; no folder is made."""
    said = atout("score", "piques-a-trois", "--csv", tmp_path / "no" / "x", stdin=THREE)
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "told"), [("pique players=9", "Exemples : 2, 3, 4."), ("atout-pique players=7", "Exemples : 3, 4, 5, 6.")]
)
def test_numbers_of_players_to_offer(words: str, told: str, atout: Atout) -> None:
    """Those of the game asked for."""
    assert told in plain(atout("score", *words.split()).err)
