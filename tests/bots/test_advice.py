"""Advice: three stages from one record, reasons that are in it, silence where two actions are level."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from tests.bots.deals import position

from atout.advice import Advice, Hints, Stage, advise, causes, told
from atout.bots import Prospect, player
from atout.cli.entry import run
from atout.notation import LARGEST_RECORD
from atout.say import LANGUAGES, Speaker
from atout.table import Table

COVER = (
    '[Rules "atout-pique"]\n[Seat 1 "Ana"] [Seat 3 "Cléo"]\n[Deal 1] [Dealer 3]\n'
    '[Bids "4 4 0 4"] [Won "2 3 0 3"] [Open yes] [Leader 4]\n[Hands ".5.7.K43 ?5 ?5 ?5"]\n4: JC\n'
)
ALLY = (
    '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Trump H] [Maker 1] [Alone no] [Won "2 1 0"] [Leader 1]\n'
    '[Hands "?2 ?2 .J.9."]\n1: KC AC\n'
)
LEVEL = (
    '[Rules "atout-pique"]\n[Deal 1] [Dealer 1]\n[Bids "4 3 3 3"] [Won "3 3 3 2"] [Open yes] [Leader 2]\n'
    '[Hands "...32 ?2 ?2 ?2"]\n2: AH KH 9H\n'
)


def advice(record: str, level: str = "strong", budget: float = 0.1, other: str = "") -> Advice:
    view, seat = position(record)
    chosen = next((action for action in view.legal(seat) if str(action) == other), None)
    found = advise(view, seat, level=level, seed=2, budget=budget, other=chosen)
    assert found is not None
    return found


def lines(found: Advice, language: str = "en") -> list[str]:
    return [line for stage in Stage for line in told(Speaker(language), found, stage)]


def test_facts_come_first_then_choices_then_numbers() -> None:
    """Three stages: what is at stake, a few cards, the card with what it promises."""
    found = advice(COVER)
    first, second, third = (list(told(Speaker("en"), found, stage)) for stage in Stage)
    assert first[0].startswith("Your partner’s nil holds")
    assert first[1] == "You need 2 more tricks for your contract; 5 tricks are left."
    assert second[0].startswith("Choose between: king of clubs")
    assert third[0].startswith("King of clubs: ")
    assert any(line.startswith("Nil made: ") for line in third)


def test_the_reasons_are_in_the_record() -> None:
    """Every number of a cause is one of the two prospects'; a layout shows hands that were imagined."""
    found = advice(ALLY, budget=0.5)
    ours, theirs = found.decision.actions[found.best], found.decision.actions[found.other or found.best]
    assert str(found.best) == "9D"
    assert found.causes
    for cause in found.causes:
        assert (cause.best, cause.other) == (getattr(ours, cause.code), getattr(theirs, cause.code))
    assert theirs.beaten > 0
    assert {seat for seat, _ in theirs.layout} == {1, 2, 3}
    assert any("An example: Player" in line for line in lines(found))


def test_level_actions_are_said_to_be_level() -> None:
    """Two clubs that nobody will beat or follow: no difference is made up."""
    found = advice(LEVEL)
    assert found.level
    assert not found.causes
    assert lines(found)[-1].startswith("Either is fine")
    assert lines(found, "fr")[-1].startswith("Les deux se valent")


@pytest.mark.parametrize(
    ("record", "idea"),
    [
        (
            '[Rules "euchre misdeal=no-ace-no-face"]\n[Deal 1] [Dealer 4]\n[Hands "T9.T9.9. ?5 ?5 ?5"]\n'
            '[Stock "AC ?3"]\n',
            "Cette main est trop faible : faites redonner.",
        ),
        (
            '[Rules "euchre farmers_hand=yes"]\n[Deal 1] [Dealer 4]\n[Hands "T9.9.9.A ?5 ?5 ?5"]\n[Stock "KC ?3"]\n',
            "Échangez vos petites cartes.",
        ),
        (
            '[Rules "atout-pique suicide=yes"]\n[Deal 1] [Dealer 4]\n[Hands "? ? AK2.AK2.432.5432 ?"]\nbids: 4 4\n',
            "Annoncer nil : ",  # it is forced, so that nothing is said of the hand
        ),
    ],
)
def test_the_idea_is_that_of_the_action(record: str, idea: str) -> None:
    """No claim of a misdeal, exchange or forced nil is explained by the strength of the hand."""
    assert lines(advice(record), "fr")[0].startswith(idea)


GONE = " ".join(
    [*(f"{rank}{suit}" for suit in "SDC" for rank in "AKQJT98765432" if rank + suit != "2C"), "8H 7H 6H 5H 4H"]
)
FEW = (
    '[Rules "atout-pique"]\n[Deal 1] [Dealer 1]\n[Bids "4 3 4 2"] [Won "4 3 3 1"] [Open yes] [Leader 2]\n'
    f'[Gone "{GONE}"]\n[Hands ".A2.. ?2 ?2 ?2"]\n2: QH JH 3H\n'
)
"""Four cards are hidden, of which three are in hands: 24 deals fit."""


def test_the_number_of_deals_is_true() -> None:
    """All there are where few fit, however often each is taken; else the different ones among those imagined."""
    few = advice(FEW)
    best = few.decision.actions[few.best]
    assert (few.decision.possible, best.deals) == (24, 24)
    assert best.worlds > 24
    assert ", over all 24 deals there may be." in " ".join(lines(few))
    assert ", sur les 24 donnes possibles." in " ".join(lines(few, "fr")).replace("\u00a0", " ")
    many = advice(COVER)
    best = many.decision.actions[many.best]
    assert many.decision.possible is None or many.decision.possible > best.deals
    assert 1 < best.deals <= best.worlds
    assert f", over {best.deals} imagined deals." in " ".join(lines(many))


def test_a_discard_is_told_in_one_phrase() -> None:
    """With the article of its card, and no colon of its own."""
    record = '[Rules "euchre"]\n[Deal 1] [Dealer 4]\n[Hands "?5 ?5 ?5 AQ.JA..9"]\n[Stock "TH ?3"]\ncalls: order\n'
    said = " ".join(lines(advice(record, other="-QS"), "fr"))
    assert "Se défausser du neuf de trèfle : " in said
    assert "se défausser de la dame de pique" in said
    assert "se défausser de l’as de pique" in " ".join(lines(advice(record, other="-AS"), "fr"))


def test_points_are_the_reason_where_nothing_else_is() -> None:
    """Going alone with every trick takes as many, for more points."""
    record = '[Rules "euchre"]\n[Deal 1] [Dealer 2]\n[Hands "?5 ?5 A.JAK.J. ?5"]\n[Stock "9H ?3"]\n'
    found = advice(record, other="order")
    assert [cause.code for cause in found.causes] == ["points"]
    assert lines(found)[-1].startswith("Points gained on the others: ")


def test_what_a_person_means_to_do_is_compared() -> None:
    """The card asked about, else what most people would play, else the next best."""
    assert str(advice(COVER, other="3C").other) == "3C"
    assert "three of clubs" in " ".join(lines(advice(COVER, other="3C")))
    assert advice(COVER).other != advice(COVER).best


def prospect(**facts: float | None) -> Prospect:
    plain: dict[str, float | None] = {
        "equity": 0.5, "points": 0.0, "se": 0.0, "contract": None, "nil": None, "set": None, "bags": 0.0, "tricks": 3.0,
    }  # fmt: skip
    return Prospect(**(plain | facts), worlds=50, deals=50)  # type: ignore[arg-type]


def test_the_main_causes_are_told() -> None:
    """What differs in the better one's favour, the weightiest first, two at most; tricks only for want of others."""
    best = prospect(contract=0.9, nil=0.8, set=0.5, bags=0.5)
    assert [c.code for c in causes(best, prospect(contract=0.8, nil=0.3, set=0.4, bags=2.0))] == ["nil", "bags"]
    assert [c.code for c in causes(best, prospect(contract=0.89, nil=0.8, set=0.9, bags=0.6))] == []
    assert [c.code for c in causes(prospect(tricks=4.0), prospect())] == ["tricks"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_can_be_told(language: str) -> None:
    """A whole deal of each family, and a draw, in every language; levels that do not think say so plainly."""
    for rules, seed in (("atout-pique", 4), ("piques-a-trois", 5), ("euchre-a-trois", 2), ("pique players=2", 1)):
        table = Table(rules, seed=seed)
        for step in range(24):
            seat = table.turn
            assert seat is not None
            view = table.view(seat)
            if step % 3 == 0 and len(table.legal) > 1:
                found = advise(view, seat, level="club" if step % 2 else "casual", budget=0.05)
                assert found is not None
                assert all(told(Speaker(language), found, stage) is not None for stage in Stage)
                assert lines(found, language)
            table.act(player("casual", seat).act(view, seat))


def test_asking_again_tells_more() -> None:
    """Each time the next stage, the last one as often as one likes; a new decision starts again."""
    hints, speaker = Hints("club", budget=0.1), Speaker("en")
    view, seat = position(COVER)
    asked = [hints.ask(speaker, view, seat) for _ in range(4)]
    assert asked[0][0].startswith("Your partner’s nil")
    assert asked[1][0].startswith("Choose between")
    assert asked[2] == asked[3]
    assert [one[-1] == "Ask again for more." for one in asked] == [True, True, False, False]
    other, seat_of_other = position(ALLY)
    assert hints.ask(speaker, other, seat_of_other)[0].startswith("One trick against the maker")
    assert hints.ask(speaker, view, seat % 4 + 1) == ("Nothing to decide right now.",)


# --- the command ------------------------------------------------------------------------------------------------------


OVER = (Path(__file__).parents[1] / "golden" / "euchre-a-deux-players-2.atout").read_text(encoding="utf-8")


def command(tmp_path: Path, record: str, *options: str) -> tuple[int, str, str]:
    path = tmp_path / "game.atout"
    path.write_text(record, encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(["advise", str(path), "--lang", "en", "--level", "club", "--budget", "0.1", *options])
    return code, out.getvalue(), err.getvalue()


def test_json_is_the_contract(tmp_path: Path) -> None:
    """One object: the seat, the best token, every action with its numbers."""
    code, out, _ = command(tmp_path, ALLY, "--json")
    found = json.loads(out)
    assert (code, out.count("\n"), found["seat"], found["best"]) == (0, 1, 3, "9D")
    assert set(found["actions"]) == {"JH", "9D"}
    assert {"equity", "points", "se", "contract", "nil", "set", "bags", "tricks", "worlds"} <= set(
        found["actions"]["9D"]
    )


def test_the_command_speaks(tmp_path: Path) -> None:
    """Names of the record, and the card compared with."""
    code, out, _ = command(tmp_path, COVER, "--than", "3C")
    assert code == 0
    assert "Cleo" in out  # an output without an encoding is given plain letters
    assert "three of clubs" in out


def test_any_decision_of_a_game(tmp_path: Path) -> None:
    """``--ply`` goes back to an earlier one; a forced choice is told as one."""
    table = Table("atout-pique", seed=8)
    for _ in range(9):
        assert table.turn is not None
        table.act(player("casual", 1).act(table.view(table.turn), table.turn))
    code, out, _ = command(tmp_path, table.record(), "--ply", "2", "--json")
    assert code == 0
    assert "0" in json.loads(out)["actions"]
    assert command(tmp_path, table.record(), "--ply", "11")[0] == 2
    forced = (
        LEVEL.replace("...32 ?2 ?2 ?2", "...3 ?1 ?1 ?1")
        .replace("3 3 3 2", "3 3 3 3")
        .replace("2: AH KH 9H", "2: AH KH 9H")
    )
    code, out, _ = command(tmp_path, forced)
    assert (code, out) == (0, "Only one choice: three of clubs.\n")


@pytest.mark.parametrize(
    ("record", "options", "said"),
    [
        (COVER, ("--than", "AS"), "not possible here"),
        (COVER, ("--budget", "0"), "--budget"),
        (COVER.replace(".5.7.K43 ?5", "?5 .5.7.K43"), (), "Unknown hand: Ana"),
        (COVER.replace("JC\n", "JC 5H\n"), (), "revoke"),
        ("nonsense", (), "This is no game"),
        ('[Rules "atout-pique"]\n', (), "no deal is under way"),
        (OVER, (), "The match is over: there is nothing to decide. --ply N, from 1 to "),
    ],
)
def test_bad_input_is_explained(record: str, options: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """A clear sentence and the usual exit code, never a traceback."""
    code, out, err = command(tmp_path, record, *options)
    assert code in (1, 2)
    assert out == ""
    assert said in err or said == "revoke"
    assert "Traceback" not in err
    assert len(record) < LARGEST_RECORD
