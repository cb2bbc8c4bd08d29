"""``atout rules``: lists, pages, forms, files, and what is said when it cannot be."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from atout.__main__ import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code and both outputs of ``atout rules …``."""
    code = main(["rules", "--lang", "fr", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name, every profile."""
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert all(name in out for name in ("piques-a-trois", "pique", "atout-pique", "euchre-a-trois"))


def test_page(capsys: pytest.CaptureFixture[str]) -> None:
    """A spec in one word or several, quoted or not, its case no matter."""
    pages = [
        run(capsys, *words)
        for words in (["atout-pique", "players=5", "target=1000"], ["Atout-Pique players=5 target=1000"])
    ]
    assert pages[0] == pages[1]
    assert "1000 points" in pages[0][1]
    assert pages[0][0] == 0


def test_forms(capsys: pytest.CaptureFixture[str]) -> None:
    """Three forms; a file's name asks for its own."""
    assert run(capsys, "euchre-a-trois", "--format", "html")[1].startswith("<!DOCTYPE html>")
    assert run(capsys, "euchre-a-trois", "--format", "markdown")[1].startswith("# Euchre")
    assert run(capsys, "euchre-a-trois")[1].startswith("Euchre")


@pytest.mark.parametrize(
    ("name", "start"), [("a.html", "<!DOCTYPE"), ("a.HTM", "<!DOCTYPE"), ("a.md", "# "), ("a.txt", "Les")]
)
def test_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, start: str) -> None:
    """Written to a file that others may read, and said so."""
    code, out, err = run(capsys, "--output", str(tmp_path / name))
    assert (code, err) == (0, "")
    assert str(tmp_path / name) in out
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    if sys.platform != "win32":
        probe = tmp_path / "probe"
        probe.touch()
        assert (tmp_path / name).stat().st_mode == probe.stat().st_mode


def test_plain(capsys: pytest.CaptureFixture[str]) -> None:
    """For speech and braille: ordinary spaces, and rows as sentences."""
    _, shown, _ = run(capsys, "euchre-a-trois")
    _, plain, _ = run(capsys, "euchre-a-trois", "--plain")
    assert "\u00a0" in shown
    assert not {"\u00a0", "\u202f", "−"} & set(plain)
    assert "5 plis : preneur +2, chaque adversaire 0" in plain


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_output_without_accents(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """Where the output shows ASCII only, everything still comes out; HTML by character references."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "ascii"))
    assert main(["rules", "euchre-a-trois", "--lang", "fr", "--format", form]) == 0
    sys.stdout.flush()
    shown = raw.getvalue().decode("ascii")
    assert ("r&#232;gles" if form == "html" else "regles") in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["atout-piqe"], "Vouliez-vous dire atout-pique ?"),
        (["atout-pique", "players=7"], "players"),
        (["piques-a-trois", "suicide=yes"], "seulement en équipes"),
        (["pique", "targte=100"], "target"),
    ],
)
def test_bad_rules(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    """One sentence, exit code 2, nothing on standard output."""
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert said in err.replace("\u202f", " ")
    assert len(err.splitlines()) == 1


def test_bad_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder, a file in the way of one, a full disk: the reason, exit code 2, and no half-written file."""
    (tmp_path / "file").write_text("x")
    for path, reason in ((tmp_path, "dossier"), (tmp_path / "file" / "a.html", "introuvable")):
        code, out, err = run(capsys, "pique", "--output", str(path))
        assert (code, out) == (2, "")
        assert reason in err
        assert len(err.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
    full = Path("/dev/full")
    if full.exists():
        code, out, err = run(capsys, "pique", "--output", str(full))
        assert (code, out) == (2, "")
        assert "disque" in err


def test_bad_format(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown form is refused with the known ones."""
    with pytest.raises(SystemExit) as stopped:
        main(["rules", "pique", "--format", "pdf", "--lang", "fr"])
    assert stopped.value.code == 2
    assert "markdown" in capsys.readouterr().err
