"""The command line's frame: commands, help, languages, options anywhere, outputs that fail."""

from __future__ import annotations

import subprocess
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from tests.terminal.session import COMMAND, environment

from atout import __version__
from atout.__main__ import main
from atout.cli.entry import COMMANDS

EGN = Path(__file__).resolve().parents[2] / "examples" / "euchre.egn"


def atout(home: Path, *arguments: str, stdout: Any = PIPE, stderr: Any = PIPE) -> subprocess.CompletedProcess[bytes]:
    """Runs ``atout arguments`` with an empty input."""
    called = [*COMMAND, *arguments]
    return subprocess.run(
        called, input=b"", stdout=stdout, stderr=stderr, env=environment(home), cwd=home, check=False, timeout=60
    )


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A person's own settings, for what runs in this process."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "ATOUT_PLAIN", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def ended(*words: str) -> int:
    """The exit code of a call."""
    try:
        return main(words)
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.mark.parametrize(("language", "usage"), [("fr", "Usage : atout"), ("en", "Usage: atout")])
def test_help(language: str, usage: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Help names every command, in the language asked for; each command has its own."""
    assert ended("--lang", language, "--help") == 0
    said = capsys.readouterr().out.replace("\u00a0", " ")
    assert said.startswith(usage)
    assert all(f"\n  {command} " in said for command in COMMANDS)
    for command in COMMANDS:
        assert ended(command, "-h", f"--lang={language}") == 0
        said = capsys.readouterr().out.replace("\u00a0", " ")
        assert said.startswith(f"{usage} {command} [-h]")
        assert ("show this help" if language == "en" else "afficher cette aide") in said


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """One version."""
    assert ended("--version") == 0
    assert capsys.readouterr().out == f"atout {__version__}\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tennis"], "Valeur 'tennis' refusée pour COMMANDE."),
        (["play", "--level"], "L’option --level attend une valeur."),
        (["play", "--level=zen"], "Valeur 'zen' refusée pour --level."),
        (["play", "--se", "3"], "Option ambiguë : --se (--seat, --seed)."),
        (["play", "--seat=trois"], "L’option --seat attend un nombre, pas 'trois'."),
        (["--lang", "xx", "play"], "Valeur 'xx' refusée pour --lang."),
        (["play", "--nope"], "Argument inconnu : --nope."),
    ],
)
def test_wrong_usage(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence and where to find help, on standard error, exit code 2."""
    assert ended(*words) == 2
    said = capsys.readouterr()
    lines = said.err.replace("\u00a0", " ").splitlines()
    assert said.out == ""
    assert lines[0].startswith(complaint)
    assert lines[1:] == [f"Voir l’aide : atout{' play' if 'play' in words else ''} --help"]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--seed=1", "pique", "players=3", "--lang", "en"],
        ["--lang=en", "play", "pique", "--seed", "1", "players=3"],
        ["play", "pique", "players=3", "--lang=en", "--seed=1"],
    ],
)
def test_options_stand_anywhere(tmp_path: Path, words: list[str]) -> None:
    """Options before, among and after the words of the rules, and before the command."""
    said = atout(tmp_path, *words)
    assert (said.returncode, said.stderr) == (0, b"")
    assert said.stdout.decode().startswith("Spades (Pique). 3 players")


def test_outputs_that_fail(tmp_path: Path) -> None:
    """A full disk behind standard output is one sentence; no output at all is no reason to fail."""
    with Path("/dev/full").open("wb") as full:
        for words in (["--help"], ["--version"], ["play", "--help"], ["play", "--seed=1"]):
            said = atout(tmp_path, *words, stdout=full)
            assert said.returncode == 2
            assert said.stderr.decode().replace("\u00a0", " ") == "Le système refuse : le disque est plein.\n"
    closed = f"'{COMMAND[0]}' -m atout play --seed=1 --save=x.atout >&- 2>&- <&-"
    assert subprocess.run(closed, shell=True, cwd=tmp_path, env=environment(tmp_path), check=False).returncode == 0
    assert (tmp_path / "x.atout").exists()
    closed = f"'{COMMAND[0]}' -m atout convert x.atout >&- 2>&-"
    assert subprocess.run(closed, shell=True, cwd=tmp_path, env=environment(tmp_path), check=False).returncode == 0


def test_a_limit_of_the_system(tmp_path: Path) -> None:
    """A file that would be larger than files may be is not written, and the reason is told."""
    limited = f"ulimit -f 0; '{COMMAND[0]}' -m atout convert '{EGN}' --save=x.atout"
    said = subprocess.run(
        limited, shell=True, cwd=tmp_path, env=environment(tmp_path), stderr=subprocess.PIPE, check=False
    )
    assert said.returncode == 2
    assert "un fichier ne peut pas être aussi grand ici" in said.stderr.decode()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["solve", "missing"], ["check", "missing"], ["solve", "--unknown"]])
def test_a_complaint_nobody_can_read_still_has_its_exit_code(tmp_path: Path, words: list[str]) -> None:
    """1 would be a fault found in the play."""
    with Path("/dev/full").open("wb") as full:
        assert atout(tmp_path, *words, stderr=full).returncode == 2


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C in a command that has nothing to save is no traceback."""

    def stopped(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("atout.cli.rules.run", stopped)
    assert ended("rules") == 130
    assert capsys.readouterr() == ("", "")
