"""``atout review`` from the outside."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from atout.bots import player
from atout.cli.console import FAULT, FINE, UNUSABLE
from atout.cli.entry import run
from atout.say import Speaker
from atout.table import Table

QUICK = ["--level", "strong", "--budget", "0.01"]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain characters."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("ATOUT_PLAIN", "1")


@cache
def record() -> str:
    """A deal of euchre and a bit more."""
    table = Table("euchre-a-trois", seed=6, names=["Ana", "Bob", "Cléo"])
    seats = [player("novice", seat) for seat in range(3)]
    while table.match.complete_deals < 3:
        seat = table.turn or 0
        table.act(seats[seat - 1].act(table.view(seat), seat))
    return table.record()


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The record in a file."""
    path = tmp_path / "game.atout"
    path.write_text(record(), encoding="utf-8")
    return str(path)


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = FINE) -> tuple[str, str]:
    """What a command prints on its two outputs."""
    assert run(["review", *arguments]) == code
    out, err = capsys.readouterr()
    return out, err


def test_it_tells_in_both_languages(capsys: pytest.CaptureFixture[str], file: str) -> None:
    """The count, the tables of seats and sides."""
    english, _ = said(capsys, file, *QUICK, "--lang", "en")
    assert english.startswith("3 complete deals, ")
    assert "Seat by seat" in english
    assert "Play and luck" in english
    french, _ = said(capsys, file, *QUICK, "--lang", "fr")
    assert french.startswith("3 donnes complètes, ")
    assert len(french.splitlines()) == len(english.splitlines())
    assert said(capsys, file, *QUICK, "--lang", "fr")[0] == french


def test_json_and_page(capsys: pytest.CaptureFixture[str], file: str, tmp_path: Path) -> None:
    """A line a decision, a seat, a side; the page is written beside."""
    target = tmp_path / "review.html"
    out, err = said(capsys, file, *QUICK, "--json", "--html", str(target), "--lang", "en")
    assert not err
    lines = [json.loads(line) for line in out.splitlines()]
    decisions = [line for line in lines if "token" in line]
    assert [set(line) for line in lines[len(decisions) :]][:1] == [
        {"seat", "judged", "fine", "inaccuracy", "mistake", "blunder", "loss", "points", "hindsight"}
    ]
    assert set(lines[-1]) == {"side", "start", "play", "others", "luck", "end"}
    assert len(lines) == len(decisions) + 6
    assert set(decisions[0]) == {
        "deal", "ply", "seat", "token", "best", "grade", "loss", "se", "points", "hindsight"
    }  # fmt: skip
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_one_seat(capsys: pytest.CaptureFixture[str], file: str) -> None:
    """Only its decisions."""
    out, _ = said(capsys, file, *QUICK, "--seat", "2", "--json")
    decisions = [line for line in map(json.loads, out.splitlines()) if "token" in line]
    assert {line["seat"] for line in decisions} == {2}


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--seat", "4"], "There is no seat 4: from 1 to 3."),
        (["--budget", "0"], "--budget needs a number"),
        (["--budget", "nan"], "--budget needs a number"),
        (["--level", "casual"], "does not think"),
    ],
)
def test_what_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], file: str, arguments: list[str], error: str
) -> None:
    """One sentence, exit code 2."""
    out, err = said(capsys, file, "--lang", "en", *arguments, code=UNUSABLE)
    assert not out
    assert error in err


def test_bad_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Not a record; a fault of play; nothing to judge; no file."""
    path = tmp_path / "bad.atout"
    path.write_text("hello", encoding="utf-8")
    said(capsys, str(path), "--lang", "en", code=UNUSABLE)
    path.write_text(record().replace("pass", "order", 1), encoding="utf-8")
    assert run(["review", str(path), *QUICK]) in (FAULT, UNUSABLE)
    capsys.readouterr()
    path.write_text('[Rules "pique"]\n', encoding="utf-8")
    _, err = said(capsys, str(path), "--lang", "en", code=UNUSABLE)
    assert err == "There is no decision to judge in this record.\n"
    said(capsys, str(tmp_path / "nowhere"), "--lang", "en", code=UNUSABLE)
    _, err = said(capsys, str(path), "--html", str(tmp_path), "--lang", "en", code=UNUSABLE)
    assert err


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_lost_has_no_sign(language: str) -> None:
    """Points lost are told with a minus, what rounds to none without."""
    told = [Speaker(language).text("review.points", points=points) for points in (-0.7, -0.01, -0.0)]
    assert told[0][0] == "-"
    assert set(told[1:]) == {Speaker(language).text("review.points", points=0.0)}
