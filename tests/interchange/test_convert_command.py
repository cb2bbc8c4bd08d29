"""``atout convert``: formats told apart by themselves, outputs and exit codes, files that are never half written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.referee.conftest import Atout

from atout.foreign import Note
from atout.interchange import Format, export
from atout.table import Table

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EGN = EXAMPLES / "euchre.egn"
PTN = EXAMPLES / "bid-euchre.ptn"


def test_a_record_on_standard_output(atout: Atout) -> None:
    """What is told goes beside it, and exit code 0 says that all is well."""
    said = atout("convert", EGN)
    assert (said.code, said.err) == (0, "Non gardé\u00a0: title.\n")
    assert Table.from_record(said.out).total == (5, 2)
    assert atout("convert", "-", stdin=EGN.read_bytes()).out == said.out


def test_there_and_back(atout: Atout, tmp_path: Path) -> None:
    """The name to save under tells the format; what is written says so in a line."""
    for source, form in ((EGN, "egn"), (PTN, "ptn")):
        record, again = tmp_path / f"{form}.atout", tmp_path / f"again.{form}"
        assert atout("convert", source, "--save", record).code == 0
        said = atout("convert", record, f"--save={again}", "--lang=en")
        deals = {"egn": 3, "ptn": 2}[form]
        assert (said.code, said.out) == (0, f"{again}: {deals} deals, format {form}.\n")
        assert atout("convert", again).out == record.read_text(encoding="utf-8")
        assert atout("convert", record, "--to", form).out == again.read_text(encoding="utf-8")


def test_nothing_is_replaced(atout: Atout, tmp_path: Path) -> None:
    kept = tmp_path / "kept.atout"
    kept.write_text("Chère Ana,\n", encoding="utf-8")
    said = atout("convert", EGN, f"--save={kept}")
    assert (said.code, said.out) == (2, "")
    assert said.err.replace("\u00a0", " ") == f"{kept} existe déjà : rien n’y est écrit.\n"
    assert kept.read_text(encoding="utf-8") == "Chère Ana,\n"
    assert atout("convert", EGN, f"--save={tmp_path / 'no' / EGN.name / '..' / '..'}").code == 2


def test_what_another_program_wrote_meanwhile_is_not_replaced(
    atout: Atout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.atout"

    def slow(table: Table, form: Format) -> tuple[str, tuple[Note, ...]]:
        kept.write_text("Chère Ana,\n", encoding="utf-8")
        return export(table, form)

    monkeypatch.setattr("atout.cli.convert.export", slow)
    said = atout("convert", EGN, f"--save={kept}")
    assert (said.code, said.out) == (2, "")
    assert f"Un autre programme a modifié {kept}." in said.err
    assert kept.read_text(encoding="utf-8") == "Chère Ana,\n"


def test_a_score_that_differs(atout: Atout, tmp_path: Path) -> None:
    """The game is written as it is counted here, the difference told, and the exit code is 1."""
    file = json.loads(EGN.read_text(encoding="utf-8"))
    file["metadata"]["finalScore"] = [6, 2]
    other = tmp_path / "other.egn"
    other.write_text(json.dumps(file), encoding="utf-8")
    said = atout("convert", other, "--lang=en")
    assert said.code == 1
    assert said.err.endswith("metadata.finalScore: 6, 2 is written, the count gives 5, 2.\n")
    assert Table.from_record(said.out).total == (5, 2)


BROKEN = [
    ("cut.egn", EGN.read_bytes()[:-8], 2, "Line 127, column 5: the JSON is broken here"),
    ("old.egn", EGN.read_bytes().replace(b'"1.4"', b'"1.0.0"'), 2, "version: version 1.0.0 is not known here."),
    ("twice.egn", EGN.read_bytes().replace(b'"As", "Ks"', b'"As", "As"'), 2, "the ace of spades is there twice."),
    ("revoke.egn", EGN.read_bytes().replace(b'["Qc", "Jc", "Ac"]', b'["Qc", "Ad", "Ac"]'), 1,
     "deals[0].phases[1].tricks[0][1]: Player 4, ace of diamonds: "),
    ("seat.ptn", PTN.read_bytes().replace(b'[Play "S"]', b'[Play "Q"]'), 2, "Line 16, column 1: tag Play: there is no"),
    ("revoke.ptn", PTN.read_bytes().replace(b"C9 CQ D9 CT", b"C9 HQ D9 CT"), 1, "Line 19, column 4: Player 2, queen"),
    ("latin.ptn", PTN.read_bytes().replace("Cléo".encode(), "Cléo".encode("latin-1")), 2, "is not UTF-8 text"),
    ("wide.egn", EGN.read_text(encoding="utf-8").encode("utf-16"), 2, "is not UTF-8 text"),
    ("deep.egn", b'{"fileType": ' + b"[" * 100_000, 2, "The JSON has numbers or brackets without end."),
    ("huge.egn", b" " * (16 * 1024 * 1024 + 1), 2, "is too large: 16 MB at most."),
    ("letter.txt", b"Dear Ana,\n", 2, "This is no game. Expected: a recorded game (.atout), Euchre Game Notation"),
    ("other.json", b'{"a": 1}', 2, "This JSON is no game of Euchre Game Notation: its fileType is missing."),
    ("proof.json", b'{"format": "atout-proof-1"}', 2, "This is the proof of a table\u2019s deals: atout verify"),
    ("empty", b"", 2, "There is nothing in it."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "code", "sentence"), BROKEN, ids=[name for name, *_ in BROKEN])
def test_files_that_cannot_be_converted(
    atout: Atout, tmp_path: Path, name: str, data: bytes, code: int, sentence: str
) -> None:
    """One plain sentence with the place, the right exit code, no file; in both languages."""
    path, target = tmp_path / name, tmp_path / "target.atout"
    path.write_bytes(data)
    for language in ("en", "fr"):
        said = atout("convert", path, f"--save={target}", f"--lang={language}")
        assert (said.code, said.out) == (code, "")
        assert said.err.startswith(str(path))
        assert said.err.count("\n") == 1
        if language == "en":
            assert sentence in said.err
    assert [item.name for item in tmp_path.iterdir()] == [name]


def test_a_format_that_cannot_hold_the_game(atout: Atout, tmp_path: Path) -> None:
    said = atout("convert", EGN, "--to=ptn", f"--save={tmp_path / 'x.ptn'}", "--lang=en")
    assert (said.code, said.out) == (2, "")
    assert said.err == f"{EGN}: Deal 1: this format has no place for the stock and its turned card.\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("file", [EGN, PTN], ids=["egn", "ptn"])
@pytest.mark.parametrize("words", [("play", "--resume"), ("score", "bid-euchre", "--save")], ids=["play", "score"])
def test_what_takes_records_alone_names_the_way(atout: Atout, tmp_path: Path, file: Path, words: tuple[str]) -> None:
    """… for a game of another program, which stays as it is."""
    path = tmp_path / file.name
    path.write_bytes(file.read_bytes())
    said = atout(*words, path, "--lang=en")
    assert (said.code, said.out) == (2, "")
    assert "atout convert makes a recorded game of it." in said.err
    assert path.read_bytes() == file.read_bytes()


def test_one_game_of_several(atout: Atout) -> None:
    assert atout("convert", PTN, "--game=2").out.count("[Deal ") == 1
    said = atout("convert", PTN, "--game=3", "--lang=en")
    assert (said.code, said.err) == (2, f"{PTN}: There is no game 3: the file has 2.\n")
    assert atout("convert", EGN, "--game=2").code == 2
