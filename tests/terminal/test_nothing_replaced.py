"""No game and no sheet is ever replaced by another, dealt onto, or surrounded by litter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.session import COMMAND, environment, piped, plain

from atout.files import reserved, write_whole
from atout.table import Table

SHEET = '[Rules "piques-a-trois"]\n\n[Deal 1] [Dealer 1]\n[Hands "? ? ?"]\nbids: 6 4 5\nsettled:7,6,4\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a sheet, a game, a letter and an empty file."""
    (tmp_path / "sheet.atout").write_text(SHEET, encoding="utf-8")
    (tmp_path / "game.atout").write_text(Table("pique", seed=1).record(), encoding="utf-8")
    (tmp_path / "letter.txt").write_text("Chère Ana,\n", encoding="utf-8")
    (tmp_path / "empty").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("sheet.atout", "sheet.atout est une feuille de marque : pour la continuer, atout score --save sheet.atout"),
        ("game.atout", "game.atout existe déjà : pour reprendre cette partie, atout play --resume game.atout"),
        ("letter.txt", "letter.txt existe déjà et n’est pas une partie : rien n’y est enregistré."),
    ],
)
@pytest.mark.parametrize("start", [["--seed=1"], ["--resume=other.atout"]])
def test_save_replaces_nothing(home: Path, name: str, why: str, start: list[str]) -> None:
    """``--save`` on something that exists: one sentence that says how to go on with it, and the file as it was."""
    (home / "other.atout").write_text(Table("pique", seed=2).record(), encoding="utf-8")
    before = (home / name).read_bytes()
    ended = piped(home, *start, f"--save={name}", typed="4\n")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert plain(ended.stderr.decode()) == f"{why}\n"
    assert (home / name).read_bytes() == before


def test_save_where_nothing_is_lost(home: Path) -> None:
    """An empty file may be filled; what is resumed may be named again, by another path too."""
    for arguments in (["--seed=1", "--save=empty"], ["--resume=game.atout", "--save=./game.atout"]):
        assert piped(home, *arguments).returncode == 0
    assert (home / "empty").stat().st_size


def test_no_deal_onto_a_sheet(home: Path) -> None:
    """A sheet is not resumed as a game, by name or as the latest file, though its last deal is over."""
    folder = home / "data" / "atout"
    folder.mkdir(parents=True)
    (home / "sheet.atout").rename(folder / "sheet.atout")
    for resume in (["--resume"], [f"--resume={folder / 'sheet.atout'}"]):
        ended = piped(home, *resume, environ={"XDG_DATA_HOME": str(home / "data")})
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert "atout score --save" in ended.stderr.decode()
    assert (folder / "sheet.atout").read_text(encoding="utf-8") == SHEET


def test_same_seed_again(tmp_path: Path) -> None:
    """Each game of a seed has a file of its own; a folder with a game's name is no game to resume."""
    folder = tmp_path / ".local/share/atout"
    for typed in ("4\n", "5\n", ""):
        piped(tmp_path, "--seed=3", typed=typed)
    names = [f"piques-a-trois-3{number}.atout" for number in ("", "-2", "-3")]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    bids = [(folder / name).read_text(encoding="utf-8") for name in names]
    assert len(set(bids)) == 3
    (folder / "x.atout").mkdir()
    assert piped(tmp_path, "--resume").returncode == 0


def test_a_record_without_deals(tmp_path: Path) -> None:
    """A game that has not begun is not at deal 0."""
    (tmp_path / "x.atout").write_text('[Rules "pique"]\n', encoding="utf-8")
    said = plain(piped(tmp_path, "--resume=x.atout").stdout.decode())
    assert "Partie reprise : Pique, avant la première donne.\n" in said


def test_reserved(tmp_path: Path) -> None:
    """A place is taken at once; a link that leads nowhere is in the way too; a bad folder is told later."""
    path = tmp_path / "a" / "x.atout"
    assert reserved(path) == path
    path.with_name("x-2.atout").symlink_to("nowhere")
    assert reserved(path) == path.with_name("x-3.atout")
    assert path.stat().st_mode & 0o777 == 0o600
    assert reserved(path / "y.atout") == path / "y.atout"


def test_what_the_dead_left(tmp_path: Path) -> None:
    """A half-written file of a process that was killed goes with the next save; those of others stay."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    path = tmp_path / "x.atout"
    kept = [f".x.atout.{os.getppid()}", f".y.atout.{gone.pid}", ".x.atout.old", ".x.atout.1", f".x.atout.{10**30}"]
    for name in (*kept, f".x.atout.{gone.pid}"):
        (tmp_path / name).touch()
    write_whole(path, "un\n")
    assert {each.name for each in tmp_path.iterdir()} == {*kept, "x.atout"}


def test_interrupted_while_loading(tmp_path: Path) -> None:
    """Ctrl-C before the command line is loaded is no traceback either; nearly all is loaded inside its care."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name in ('atout.cards', 'atout.cli'):\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
    )
    environ = environment(tmp_path) | {"PYTHONPATH": str(tmp_path)}
    ended = subprocess.run([*COMMAND, "rules"], env=environ, capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


@pytest.mark.parametrize("words", [["piques-a-trois"], ["pique", "players=2", "--lang=fr"]])
def test_a_game_without_its_command(tmp_path: Path, words: list[str]) -> None:
    """The name of a game in the place of a command: how it is played."""
    ended = subprocess.run([*COMMAND, *words], env=environment(tmp_path), capture_output=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert plain(ended.stderr.decode()) == f"Un jeu se lance par play : atout play {' '.join(words)}\n"
