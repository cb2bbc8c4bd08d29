"""``atout score`` as people and programs call it: outputs, exit codes, files that survive, the prompt."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from tests.referee.conftest import Atout

from atout.referee.sheet import Sheet

LINES = """
# une partie
noms Ana Bob "Cléo Marie"
5/7 6/6 4/4
ajuster 2 -10 tard
maldonne
5 6 4
7 6 4
"""
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
COMMAND = [sys.executable, "-m", "atout", "score"]
ENGLISH = {**os.environ, "LC_ALL": "en_GB.UTF-8", "ATOUT_PLAIN": "1"}


def plain(text: str) -> str:
    """Text with ordinary spaces and minus signs."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("−", "-")


# --- what is printed ----------------------------------------------------------------------------------------------


def test_a_table(atout: Atout) -> None:
    """Names, points, bags, totals, rulings and void deals, in aligned columns."""
    said = atout("score", "piques-a-trois", stdin=LINES)
    assert (said.code, said.err) == (0, "")
    *table, standing = plain(said.out).splitlines()
    assert table == [
        "                       Ana                  Bob           Cléo Marie",
        "donne  plis pts sacs total  plis pts sacs total  plis pts sacs total",
        "    1   5/7 +52    2    52   6/6 +60    0    60   4/4 +40    0    40",
        "                        52       -10         50                   40  décision de la table : tard",
        "    2                   52                   50                   40  maldonne",
        "    3   5/7 +52    4   104   6/6 +60    0   110   4/4 +40    0    80",
    ]
    assert "Bob 110" in standing


def test_details(atout: Atout) -> None:
    """Every line of the count, on demand."""
    said = atout("score", "piques-a-trois", "--details", stdin="names Ana Bob Cléo\n5/7 6/6 4/4\n")
    told = plain(said.out).splitlines()[4:-1]
    assert told == [
        "Donne 1. Donneur : Ana.",
        "Annonces : Ana 5, Bob 6, Cléo 4. En tout 15 pour 17 plis.",
        "Plis : Ana 7, Bob 6, Cléo 4.",
        "Ana : contrat 5 : +50, 2 plis supplémentaires : +2. Total 52, 2 sacs.",
        "Bob : contrat 6 : +60. Total 60.",
        "Cléo : contrat 4 : +40. Total 40.",
    ]


def test_plain_is_sentences(atout: Atout) -> None:
    """Without columns: what speech and braille read line by line."""
    said = atout("score", "euchre-a-trois", "--plain", stdin="preneur=2 plis=2\npasse\n")
    assert said.out.splitlines()[:-1] == [
        "Donne 1. Donneur : Joueur 1.",
        "Preneur : Joueur 2.",
        "Joueur 1 : chute du preneur, 2 plis : +2. Total 2.",
        "Joueur 2 : 0 point. Total 0.",
        "Joueur 3 : chute du preneur, 2 plis : +2. Total 2.",
        "Donne 2. Donneur : Joueur 2.",
        "Personne ne nomme l’atout : la donne est annulée.",
    ]


def test_a_table_too_wide_is_sentences(atout: Atout) -> None:
    """Six sides do not fit 80 columns."""
    said = atout("score", "atout-pique", "players=6", stdin="1/2 1/2 1/1 1/1 1/1 1/1\n")
    assert max(map(len, said.out.splitlines())) <= 120
    assert "Joueur 6 : contrat 1" in plain(said.out)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_any_encoding(encoding: str) -> None:
    """Outputs without accents or signs get plainer characters, aligned all the same."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C"}
    done = subprocess.run(
        [*COMMAND, "piques-a-trois"],
        input="7/5 6/6 4/6\n",
        env=environment,
        capture_output=True,
        encoding=encoding,
        check=True,
    )
    assert "-70" in done.stdout
    assert done.stderr == ""


def test_json(atout: Atout) -> None:
    """One object a page; void deals say so, rulings have no sides, locked bids are told."""
    said = atout("score", "piques-a-trois", "--json", stdin=LINES)
    assert (said.code, said.err) == (0, "")
    deal, ruling, void, bids, last = said.json
    assert deal == {
        "deal": 1,
        "sides": [
            {"seats": [1], "lines": [["contract", 50], ["overtricks", 2]], "points": 52, "bags": 2, "total": 52},
            {"seats": [2], "lines": [["contract", 60]], "points": 60, "bags": 0, "total": 60},
            {"seats": [3], "lines": [["contract", 40]], "points": 40, "bags": 0, "total": 40},
        ],
        "over": False,
        "winner": None,
        "winners": [],
    }
    assert ruling["adjust"] == {"side": 2, "points": -10, "reason": "tard"}
    assert (ruling["total"], "sides" in ruling) == ([52, 50, 40], False)
    assert (void["void"], [side["points"] for side in void["sides"]]) == ("thrown-in", [0, 0, 0])
    assert bids == {"deal": 3, "bids": [5, 6, 4]}
    assert [side["total"] for side in last["sides"]] == [104, 110, 80]


def test_json_of_corrections(atout: Atout) -> None:
    """A correction prints the deals it counts again; undo says where the sheet stands."""
    lines = "5/7 6/6 4/4\n5/7 6/6 4/4\ncorrect 1 7/7 6/6 4/4\nundo\nundo\nredo\nshow\n"
    said = atout("score", "piques-a-trois", "--json", stdin=lines)
    told = [(facts.get("deal"), "undo" in facts, "redo" in facts) for facts in said.json]
    one, two = (1, False, False), (2, False, False)
    assert told == [
        *(one, two),  # as written
        *(one, two),  # corrected
        *((None, True, False), one, two),  # as before
        (None, True, False),
        *((None, False, True), two),
        *(one, two),  # shown
    ]
    assert [facts["deals"] for facts in said.json if "undo" in facts] == [2, 1]


def test_shared_win(atout: Atout) -> None:
    """``winner`` is null when the win is shared; ``winners`` names all."""
    said = atout("score", "pique", "target=deal", "--json", stdin="3/3 3/3 3/3 3/4\n3/3 3/3 3/4 3/3\n")
    assert (said.json[-1]["winner"], said.json[-1]["winners"]) == (2, [2])
    said = atout("score", "piques-a-trois", "target=deal", "--json", stdin="6/6 6/6 5/5\n")
    assert (said.json[-1]["winner"], said.json[-1]["winners"], said.json[-1]["over"]) == (None, [1, 2], True)


def test_bids_made_and_long_names(atout: Atout) -> None:
    """A deal whose tricks are to come has its bids; a name as long as the table can hold is cut."""
    said = atout("score", "piques-a-trois", "--details", stdin=f"noms {'A' * 40} Bob Cléo\n5 6 4\n")
    lines = plain(said.out).splitlines()
    assert lines[0].split() == ["A" * 23, "Bob", "Cléo"]
    assert len(lines[0]) == len(lines[1])
    assert lines[2].split() == ["1", "5/", "0", "6/", "0", "4/", "0", "annonces", "faites"]
    assert lines[5].startswith("Annonces : A")


def test_both_partners_are_named(atout: Atout) -> None:
    """A pair's columns are as wide as its two names; names too long even for a terminal are cut, each of them."""
    lines = plain(atout("score", "bid-euchre", stdin="preneur=2 annonce=3 plis=4\n").out).splitlines()
    assert re.split("  +", lines[0].strip()) == ["Joueur 1 et Joueur 3", "Joueur 2 et Joueur 4"]
    assert len(lines[0]) == len(lines[1]) == len(lines[2])
    long = f"noms {'A' * 40} {'B' * 30} {'C' * 40} Dan\npreneur=2 plis=4\n"
    lines = plain(atout("score", "euchre", stdin=long).out).splitlines()
    assert re.fullmatch(r" +A{10,} et C{10,}  +B{10,} et Dan", lines[0])
    assert len(lines[0]) == len(lines[1]) <= 80


def test_csv(atout: Atout, tmp_path: Path) -> None:
    """A row for each side of each page; to standard output it replaces the table."""
    said = atout("score", "piques-a-trois", "--csv", stdin=LINES)
    rows = list(csv.DictReader(said.out.splitlines()))
    assert [row["donne"] for row in rows] == ["1"] * 3 + [""] * 3 + ["2"] * 3 + ["3"] * 3
    assert rows[0] == {
        "donne": "1",
        "donneur": "Ana",
        "camp": "Ana",
        "annonce": "5",
        "plis": "7",
        "points": "52",
        "sacs": "2",
        "total": "52",
        "remarque": "",
    }
    file = tmp_path / "sheet.csv"
    said = atout("score", "--lang", "en", "euchre-a-trois", "--csv", file, stdin="maker=2 tricks=4\n")
    assert "deal" in said.out
    assert file.read_text(encoding="utf-8").splitlines()[2] == "1,Player 1,Player 2,,4,1,0,1,"


def test_empty(atout: Atout) -> None:
    """Nothing to count is fine."""
    said = atout("score", "pique")
    assert (said.code, said.out, said.err) == (0, "La feuille est vide.\n", "")


def test_from_a_file(atout: Atout, tmp_path: Path) -> None:
    """``--from FILE``, with a mark of byte order or without."""
    file = tmp_path / "lines.txt"
    file.write_text("5/7 6/6 4/4\nquitter\nbêtise\n", encoding="utf-8-sig")
    said = atout("score", "piques-a-trois", "--from", file, "--json")
    assert (said.code, len(said.json)) == (0, 1)


def test_help(atout: Atout) -> None:
    """What may be written depends on the game."""
    assert "3/4 2/3 3/3 3/3" in atout("score", "pique", stdin="aide\n").out
    assert "maker=2 tricks=4" in atout("score", "--lang", "en", "euchre-a-trois", stdin="help\n").out
    assert atout("score", "pique", "--json", stdin="aide\n").out == ""


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "code", "told"),
    [
        ("5/7 6/6 4/5\n", 1, "Ligne 1 : 1 pli de trop : 18 au lieu de 17."),
        ("5/7 6/6 4/2\n", 1, "Ligne 1 : Il manque 2 plis : 15 au lieu de 17."),
        ("18 0 0\n", 1, "Ligne 1 : Une annonce va de 0 à 17."),
        ("passe\n", 1, "Ligne 1 : personne ne passe à ce jeu"),
        ("5 6 4\n4 6 5\n5/7 6/6 3/4\n", 1, "Ligne 2"),
        ("\n5 6 4\n5/7 6/6 5/4\n", 1, "Ligne 3 : les annonces sont faites : 5 6 4."),
        ("19/17 17/0 0/0\n", 1, "Ligne 1 : Une annonce va de 0 à 17."),
        ("annuler\n", 1, "Ligne 1 : rien à annuler."),
        ("corriger 2 5/7 6/6 4/4\n", 1, "aucune donne"),
        ("5/7 6/6\n", 2, "Ligne 1 : 2 places au lieu de 3."),
        ("bonjour\n", 2, "Ligne 1 : mot inconnu : bonjour."),
        ("preneur=1 plis=3\n", 2, "Ligne 1 : à ce jeu chaque place annonce"),
        ("5/7 6/6 4/\n", 2, "Ligne 1"),
    ],
)
def test_bad_lines(lines: str, code: int, told: str, atout: Atout) -> None:
    """The first bad line stops with its number: 1 if the game refuses it, 2 if it cannot be read."""
    said = atout("score", "piques-a-trois", "--json", stdin=lines + "5/7 6/6 4/4\n")
    assert said.code == code
    assert told in plain(said.err)
    assert len(said.err.splitlines()) == 1
    assert not any("sides" in facts for facts in said.json)


def test_after_the_end(atout: Atout) -> None:
    """A decided match takes no further deal."""
    said = atout("score", "euchre-a-trois", "target=2", "--json", stdin="maker=1 tricks=5\nmaker=1 tricks=5\n")
    assert (said.code, plain(said.err)) == (1, "Ligne 2 : La partie est finie.\n")
    assert said.json[-1]["winner"] == 1


def test_what_was_right_is_printed(atout: Atout) -> None:
    """The lines before the bad one are on the table."""
    said = atout("score", "piques-a-trois", stdin="5/7 6/6 4/4\nzut\n")
    assert said.code == 2
    assert "52" in said.out


@pytest.mark.parametrize("junk", [b"\xff\xfe\x00\x01", b"5/7\x00 6/6 4/4\n", bytes(range(256)) * 50, b"5" * 100_000])
def test_junk(junk: bytes, atout: Atout) -> None:
    """Bytes that are no text are one short complaint."""
    said = atout("score", "piques-a-trois", stdin=junk)
    assert said.code == 2
    assert len(said.err.splitlines()) == 1
    assert len(said.err) < 200


def test_large_and_missing_files(atout: Atout, tmp_path: Path) -> None:
    """A file that is not there, is a folder, or is too large to be a sheet."""
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    for path in (tmp_path / "nothing", tmp_path, huge):
        said = atout("score", "pique", "--from", path)
        assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert atout("score", "--save", huge).code == 2


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("piqe",),
        ("pique", "players=7"),
        ("pique", "--dealer", "5"),
        ("pique", "--dealer", "x"),
        ("pique", "--json", "--csv"),
        ("pique", "--unknown"),
        ("--save", "missing.atout"),
    ],
)
def test_usage(words: tuple[str, ...], atout: Atout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong calls are one or two sentences and exit code 2."""
    monkeypatch.chdir(tmp_path)
    said = atout("score", *words)
    assert (said.code, said.out) == (2, "")
    assert 1 <= len(said.err.splitlines()) <= 2
    assert not list(tmp_path.iterdir())


# --- files --------------------------------------------------------------------------------------------------------


def test_save_and_resume(atout: Atout, tmp_path: Path) -> None:
    """The saved sheet is gone on with by naming it; its rules need not be told again."""
    file = tmp_path / "folder" / "club.atout"
    assert atout("score", "piques-a-trois", "--dealer", "2", "--save", file, stdin="5/7 6/6 4/4\n5 6 4\n").code == 0
    said = atout("score", "--save", file, "--json", stdin="7 6 4\nadjust 1 1\n")
    assert [side["total"] for side in said.json[0]["sides"]] == [104, 120, 80]
    sheet = Sheet.read(file.read_text(encoding="utf-8"))
    assert [page.dealer for page in sheet.pages] == [2, 3, None]
    assert atout("score", "piques-a-trois", "target=200", "--save", file).code == 0
    other = atout("score", "pique", "--save", file)
    assert (other.code, "piques-a-trois" in other.err) == (2, True)
    assert atout("score", "--save", file, "--dealer", "3").code == 2


def test_a_new_file_may_be_empty(atout: Atout, tmp_path: Path) -> None:
    """A file just made by somebody else is a new sheet."""
    file = tmp_path / "new.atout"
    file.touch()
    assert atout("score", "piques-a-trois", "--save", file, stdin="5/7 6/6 4/4\n").code == 0
    assert "settled:7,6,4" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "junk",
        '[Rules "pique"]\n[Deal 1] [Dealer 1]\n[Hands "? ? ? ?"]\nbids: 3 3 3 3\nsettled:3,3,3,3\n',
        '[Rules "pique"]\n[Deal 1] [Dealer 1]\n[Hands "? ? ? ?"]\nbids: 3 3 3 3\nAS\n',
        '[Rules "nothing"]\n',
        '[Rules "pique"]\n[Deal 1] [Dealer 1]\n[Hands "? ? ? ?"]\nvoid\n[Total "1 2"]\n',
        "\0\0",
    ],
)
def test_files_that_are_no_sheets(text: str, atout: Atout, tmp_path: Path) -> None:
    """One sentence naming the file; the file is left alone."""
    file = tmp_path / "other.atout"
    file.write_text(text, encoding="utf-8")
    said = atout("score", "--save", file, stdin="5/7 6/6 4/4\n")
    assert (said.code, said.out, len(said.err.splitlines())) == (2, "", 1)
    assert str(file) in said.err
    assert file.read_text(encoding="utf-8") == text


@FULL
def test_full_disk(atout: Atout, tmp_path: Path) -> None:
    """A sheet that cannot be saved stops a batch; nothing is left half written."""
    link = tmp_path / "full.atout"
    link.symlink_to("/dev/full")
    said = atout("score", "piques-a-trois", "--save", link, "--json", stdin="5/7 6/6 4/4\n")
    assert (said.code, said.out) == (2, "")
    assert "le disque est plein" in plain(said.err)
    assert [path.name for path in tmp_path.iterdir()] == ["full.atout"]


@FULL
def test_full_output() -> None:
    """An output that takes nothing is one sentence and exit code 2, never a traceback."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "piques-a-trois", "--json"],
            input="5/7 6/6 4/4\n",
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_unwritable(atout: Atout, tmp_path: Path) -> None:
    """A place where no file can be made."""
    said = atout("score", "piques-a-trois", "--save", tmp_path / "a" / ("x" * 300), stdin="5/7 6/6 4/4\n")
    assert (said.code, len(said.err.splitlines())) == (2, 1)


def test_kill_nine(tmp_path: Path) -> None:
    """Whatever has been told is in the file, whenever the process is killed."""
    file = tmp_path / "kept.atout"
    for round_ in range(1, 4):
        keeper = subprocess.Popen(
            [*COMMAND, "piques-a-trois", "target=10000", "--save", str(file), "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        for _ in range(3):
            keeper.stdin.write(b"5/7 6/6 4/4\n")
            keeper.stdin.flush()
            assert json.loads(keeper.stdout.readline())["sides"]
        keeper.stdin.write(b"5/7 6/6 4/4\n" * (round_ - 1))  # some may be under way
        keeper.stdin.flush()
        keeper.send_signal(signal.SIGKILL)
        keeper.wait()
        keeper.stdin.close()
        keeper.stdout.close()
        deals = len(Sheet.read(file.read_text(encoding="utf-8")).pages)
        assert deals >= 3 * round_
    assert [path.name for path in tmp_path.iterdir() if not path.name.startswith(".")] == ["kept.atout"]


# --- the prompt ---------------------------------------------------------------------------------------------------


def prompt(*words: str) -> pexpect.spawn[str]:
    """The score-keeper on a terminal, in English."""
    return pexpect.spawn(
        sys.executable, ["-m", "atout", "score", *words], encoding="utf-8", timeout=30, echo=False, env=ENGLISH
    )


def test_prompt(tmp_path: Path) -> None:
    """It asks for bids, then tricks; a bad line changes nothing; Ctrl-D leaves politely."""
    file = tmp_path / "prompt.atout"
    keeper = prompt("piques-a-trois", "--save", str(file))
    keeper.expect_exact("Deal 1, dealer: Player 1. Bids (Player 1, Player 2, Player 3):")
    keeper.sendline("names Ana Bob Cleo")
    keeper.expect_exact("Bids (Ana, Bob, Cleo):")
    keeper.sendline("5 6 44")
    keeper.expect_exact("A bid goes from 0 to 17.")
    keeper.sendline("5 6 4")
    keeper.expect_exact("Tricks (Ana, Bob, Cleo), 17 in all:")
    keeper.sendline("7 6 3")
    keeper.expect_exact("1 trick is missing")
    keeper.sendline("7 6 4")
    keeper.expect(re.escape("Ana: contract 5: +50") + ".*Total 52, 2 bags")
    keeper.expect_exact("Deal 2, dealer: Bob.")
    keeper.sendline("undo")
    keeper.expect_exact("Tricks (Ana, Bob, Cleo), 17 in all:")
    keeper.sendline("redo")
    keeper.expect_exact("Deal 2, dealer: Bob.")
    keeper.sendline("zut")
    keeper.expect_exact("Unknown word: zut")
    keeper.expect_exact("Deal 2, dealer: Bob. Bids (Ana, Bob, Cleo):")
    keeper.sendeof()
    keeper.expect_exact(f"\r\nSheet saved: {file}.")
    keeper.expect(pexpect.EOF)
    keeper.close()
    assert keeper.exitstatus == 0
    assert Sheet.read(file.read_text(encoding="utf-8")).match.standing.totals == (52, 60, 40)


def test_prompt_to_the_end() -> None:
    """The winner is told, and what may still be done; Ctrl-C leaves politely."""
    keeper = prompt("euchre-a-trois", "target=2")
    keeper.expect_exact("Maker and tricks:")
    keeper.sendline("maker=2 tricks=5")
    keeper.expect("Player 2 wins")
    keeper.expect_exact("The match is over:")
    keeper.sendline("show")
    keeper.expect_exact("Player 2 wins")
    keeper.expect_exact("The match is over:")
    while True:  # one that comes before the prompt listens is seen with the next key only
        keeper.sendintr()
        if keeper.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=3) == 0:
            break
    keeper.close()
    assert keeper.exitstatus == 0


@FULL
def test_prompt_goes_on_when_the_disk_is_full(tmp_path: Path) -> None:
    """The sheet stays in memory, and the complaint is made each time."""
    link = tmp_path / "full.atout"
    link.symlink_to("/dev/full")
    keeper = prompt("piques-a-trois", "--save", str(link))
    for total in ("52", "104"):
        keeper.expect_exact("Bids (")
        keeper.sendline("5/7 6/6 4/4")
        keeper.expect_exact("the disk is full")
        keeper.expect_exact(f"Total {total}")
    keeper.sendline("quit")
    keeper.expect_exact("Sheet not saved")
    keeper.expect(pexpect.EOF)
    keeper.close()
    assert keeper.exitstatus == 0
