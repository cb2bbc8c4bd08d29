"""``atout solve``: tables, JSON, refusals."""

import json
from pathlib import Path

import pytest

from atout.__main__ import main
from atout.actions import Play
from atout.kernel.outcomes import outcomes
from atout.kernel.solving import Unsolvable
from atout.table import Table

PAIRS = """[Rules "atout-pique"]
[Seat 1 "Ana"] [Seat 2 "Bob"] [Seat 3 "Cléo"] [Seat 4 "Dan"]
[Deal 1] [Dealer 4]
[Hands "A.J.3. .K2.A. Q.A.2. .Q.KQ."] [Bids "3 2 4 4"] [Won "3 2 4 1"] [Open yes] [Leader 1]
"""
SOLO = """[Rules "piques-a-trois"]
[Deal 1] [Dealer 3]
[Hands "A.K.. K..A. Q.2.."] [Bids "5 6 4"] [Won "5 5 5"] [Open no] [Leader 1]
"""
MAKER = """[Rules "euchre-a-trois"]
[Deal 1] [Dealer 3]
[Hands "J.A.. .K..J A.Q.."] [Trump S] [Maker 1] [Won "1 2 0"] [Leader 1]
[Stock "? ? ? ? ? ? ? ? ?"]
"""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Runs the command; its exit code and what it printed."""
    try:
        code = main(["solve", *arguments])
    except SystemExit as exit:
        code = int(exit.code or 0)
    output = capsys.readouterr()
    return code, output.out.replace("\u00a0", " ").replace("\u202f", " "), output.err.replace("\u00a0", " ")


def test_json_of_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """A number a seat; a side's sum stands at its lowest seat."""
    code, out, _ = said(capsys, "--json", PAIRS)
    found = json.loads(out)
    assert code == 0
    assert found.keys() == {"seat", "values"}
    assert found["seat"] == 1
    assert found["values"].keys() == {"AS", "JH", "3D"}
    assert all(len(tricks) == 4 and sum(tricks) == 3 and tricks[2:] == [0, 0] for tricks in found["values"].values())
    assert found["values"]["AS"] == [2, 1, 0, 0]


def test_json_of_solos(capsys: pytest.CaptureFixture[str]) -> None:
    """Each for itself: spades are shut, so the king of hearts is led and takes its trick."""
    code, out, _ = said(capsys, "--json", SOLO)
    assert code == 0
    assert json.loads(out) == {"seat": 1, "values": {"KH": [1, 1, 0]}}


def test_left_bower(capsys: pytest.CaptureFixture[str]) -> None:
    """The jack of clubs follows spades, and beats the ace."""
    assert said(capsys, "--json", MAKER)[:2] == (0, '{"seat":1,"values":{"AH":[2,0,0],"JS":[2,0,0]}}\n')


FRENCH = """\
À Ana de jouer. Il reste 3 plis ; toutes les cartes sont visibles et chacun joue au mieux pour ses plis.
trois de carreau : Ana et Cléo 2 plis, Bob et Dan 1 pli (meilleur résultat)
valet de cœur    : Ana et Cléo 2 plis, Bob et Dan 1 pli (meilleur résultat)
as de pique      : Ana et Cléo 2 plis, Bob et Dan 1 pli (meilleur résultat)
"""
ENGLISH = """\
Ana to play. 3 tricks are left; all cards are visible and everyone plays best for their own tricks.
three of diamonds: Ana and Cléo 2 tricks, Bob and Dan 1 trick (best result)
jack of hearts   : Ana and Cléo 2 tricks, Bob and Dan 1 trick (best result)
ace of spades    : Ana and Cléo 2 tricks, Bob and Dan 1 trick (best result)
"""


@pytest.mark.parametrize(("language", "table"), [("fr", FRENCH), ("en", ENGLISH)])
def test_table(capsys: pytest.CaptureFixture[str], language: str, table: str) -> None:
    """A title, then a line a card."""
    assert said(capsys, PAIRS, "--lang", language) == (0, table, "")


def test_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A position in a file is the same as one quoted."""
    path = tmp_path / "position.atout"
    path.write_text(PAIRS, encoding="utf-8")
    assert said(capsys, str(path), "--json") == said(capsys, PAIRS, "--json")


def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """What a limit leaves unsolved is told with its bounds, in JSON and in words."""
    table = Table("piques-a-trois", seed=3)
    while table.match.hand and not table.match.hand.playing:
        table.act(table.legal[1])
    code, out, _ = said(capsys, table.record(), "--json", "--seconds", "0.05")
    found = json.loads(out)
    assert code == 0
    assert found["solved"] is False
    assert all(bounds == [0, 17] for bounds in found["bounds"].values())
    assert "not solved" in said(capsys, table.record(), "--seconds", "0.05", "--lang", "en")[1]


@pytest.mark.parametrize(
    ("position", "code", "sentence"),
    [
        ("missing.atout", 2, "Cannot read missing.atout: no such file."),
        ('[Rules "pique"]', 2, "No trick is being played in this position"),
        ('[Rules "belote"]', 2, "belote"),
        (PAIRS.replace("Q.A.2.", "?"), 2, "All hands must be known"),
        (PAIRS + "1: AS KH 2D\n", 1, "spade"),
        (PAIRS.replace("Q.A.2.", "Q.A.3."), 2, "three of diamonds"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], position: str, code: int, sentence: str) -> None:
    """One sentence, the documented exit code, nothing on standard output."""
    found = said(capsys, position, "--lang", "en", "--json")
    assert found[0] == code
    assert found[1] == ""
    assert sentence in found[2]


def test_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    """The argument is required; seconds must be some."""
    assert said(capsys)[0] == 2
    assert said(capsys, PAIRS, "--seconds", "-1")[0] == 2
    assert said(capsys, PAIRS, "--seconds", "nan")[0] == 2


def test_best_play_is_kept() -> None:
    """After a best card and a best reply the promised tricks are still there."""
    table = Table.from_record(PAIRS)
    promised = None
    while table.match.hand and table.match.hand.playing:
        found = outcomes(table.match)
        card = max(found.values, key=lambda card: found.of_side(card, found.side))
        won = table.match.hand.board.won
        total = won[0] + won[2] + found.of_side(card, (1, 3))
        assert promised in (None, total)
        promised = total
        table.act(Play(card))
    assert promised == 9
    with pytest.raises(Unsolvable, match="not-playing"):
        outcomes(table.match)
