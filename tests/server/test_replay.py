"""Records stepped through: every table's deal comes out whole, and what the record does not tell stays untold."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.say.jokers import misnames

from atout.events import Played
from atout.record import write
from atout.server.context import Refused
from atout.server.replay import Judging, Replay, Replayed, graded, replayed
from atout.table import Table
from atout.testing import tables

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def played(rules: str, deals: int = 1) -> Table:
    """A table after some deals of any legal play."""
    table, chance = Table(rules, seed=5, names=("Ana", "Bob")), random.Random(5)
    while not table.over and table.match.number <= deals:
        table.act(chance.choice(list(table.legal)))
    return table


def scenes(replay: Replay) -> list[dict[str, Any]]:
    """The whole scene after each step."""
    folded: list[dict[str, Any]] = []
    for step in replay.steps:
        parts = {name: msgspec.json.decode(part) for name, part in step.scene.items()}
        folded.append({**(folded[-1] if folded else {}), **parts})
    return folded


@pytest.mark.parametrize("rules", tables())
def test_every_table(rules: str) -> None:
    """Each card played leaves its hand for the table; what was said at the table is said; the end has the count."""
    table = played(rules)
    replay = replayed(table.record(), 1, "fr")
    shown = scenes(replay)
    plays = [event for event in table.events if isinstance(event, Played)]
    first = shown[0]
    assert all(step.text for step in replay.steps)
    assert not misnames(msgspec.json.encode(replay).decode(), "fr", table.rules.pack)
    assert set(first) == {"seats", "trick", "last", "badges", "shown", "hands", "sheet"}
    for before, now, step in zip(shown, shown[1:], replay.steps[1:], strict=False):
        held = {card["card"] for hand in before["hands"] for card in hand["cards"]}
        left = held - {card["card"] for hand in now["hands"] for card in hand["cards"]}
        if len(left) == 1 and plays and str(plays[0].card) in left:
            trick = now["trick"] if now["trick"] and now["trick"]["cards"] else now["last"]
            assert (trick["cards"][-1]["card"], trick["cards"][-1]["seat"]) == (str(plays[0].card), step.seat)
            plays.pop(0)
    counted = [deal for scene in shown if scene["sheet"] for deal in scene["sheet"]["deals"]]
    assert bool(counted) == any(event.__class__.__name__ == "DealScored" for event in table.events)


def test_deals_to_choose_from() -> None:
    """Each is stepped through by itself, in the language asked for."""
    record = played("piques-a-trois", 3).record()
    first, last = replayed(record, 1, "en"), replayed(record, 3, "en")
    assert [deal.number for deal in last.deals] == [1, 2, 3, 4]
    assert first.steps[0].text.startswith("Deal 1.")
    assert last.steps[0].text.startswith("Deal 3.")
    assert last.steps[-1].text.count("Total") == 3


def test_what_is_not_told() -> None:
    """A deal under way as one seat has seen it: the others' cards are counted, and nowhere named."""
    table = Table("piques-a-trois", seed=1)
    for _ in range(5):
        table.act(table.legal[0])
    replay = replayed(write(table.start, table.names, table.events_seen_by(1)), 1, "fr")
    mine, *others = scenes(replay)[-1]["hands"]
    assert (mine["hidden"], [(hand["hidden"] > 0, hand["cards"]) for hand in others]) == (0, [(True, [])] * 2)


def test_decisions_judged() -> None:
    """A few at a time, each once, at the step it was made; what is held against a seat is told in a sentence."""
    record = played("euchre-a-trois").record()
    steps = {step.ply: step for step in replayed(record, 1, "en").steps}
    done, decisions, found = 0, 1, 0
    while done < decisions:
        before, grades = done, graded(record, 1, done, "en")
        done, decisions = grades.done, grades.decisions
        assert before < done <= decisions
        for one in grades.found:
            found += 1
            assert steps[one.ply].seat == one.seat
            assert "Better:" in one.text
    assert found
    assert graded(record, 1, 999, "en").found == ()


@pytest.mark.parametrize("record", ["", "rien", '[Rules "pique"]\n[Deal "1"]\n', "\x00"])
def test_refused(record: str) -> None:
    """With the sentence of the record's fault."""
    with pytest.raises(Refused) as refused:
        replayed(record, 1, "fr")
    assert refused.value.facts["reason"]


@pytest.mark.parametrize("deal", [-1, 0, 9, 10**30])
def test_a_deal_there_is_not(deal: int) -> None:
    """Said with its number, whatever it is: to who looks and to who has it judged."""
    record, asked = played("pique").record(), b'{"record":"","deal":%d}' % deal
    with pytest.raises(Refused) as refused:
        replayed(record, msgspec.json.decode(asked, type=Replayed).deal, "en")
    assert refused.value.facts["reason"] == f"This match has no deal {deal}."
    with pytest.raises(Refused) as refused:
        graded(record, msgspec.json.decode(asked, type=Judging).deal, 0, "fr")
    assert refused.value.facts["reason"] == f"Cette partie n’a pas de donne {deal}."


def test_a_seat_there_is_not() -> None:
    """Said, with those there are: to who looks and to who has it judged."""
    record, reason = played("euchre-a-trois").record(), "Cette place n’existe pas : les places vont de 1 à 3."
    for told in (partial(replayed, record, 1, "fr"), partial(graded, record, 1, 0, "fr")):
        with pytest.raises(Refused) as refused:
            told(4)
        assert refused.value.facts["reason"] == reason


def test_bots_have_names() -> None:
    """Those of their seats, as at a table: three called alike cannot be told apart."""
    table = Table("pique", seed=5, names=("Bob", "bot:casual", "bot:club", "bot:casual"))
    for language, names in (("fr", ("Bob", "Ana", "Cléo", "Dany")), ("en", ("Bob", "Ana", "Cleo", "Dany"))):
        replay = replayed(table.record(), 1, language)
        assert sorted(replay.names) == sorted(names)
        assert replay.names[0] == "Bob"


def test_ones_own_deal() -> None:
    """Told to the seat that asks: what it did is told to *you*, and so is what is held against it."""
    record = played("euchre-a-trois").record()
    replay = replayed(record, 1, "en", 2)
    for step in replay.steps:
        assert ("You" in step.text) or step.seat != 2
        assert "Player 2" not in step.text
    grades = graded(record, 1, 0, "en", 2)
    own = [one.text for one in grades.found if one.seat == 2]
    assert all(", you: " in text for text in own)


def test_games_of_other_programs() -> None:
    """They are stepped through like our own, from their first deal on; what is to be told of them stands on top."""
    egn = (EXAMPLES / "euchre.egn").read_text(encoding="utf-8")
    replay = replayed(egn, None, "en")
    assert (replay.deal, len(replay.deals), replay.names[0]) == (1, 3, "Ana")
    assert replay.summary.endswith(" Not kept: title.")
    later = (EXAMPLES / "bid-euchre.ptn").read_text(encoding="utf-8").replace('[Board "2"]', '[Board "9"]').replace(
        '[Board "1"]', '[Board "8"]')  # fmt: skip
    assert replayed(later, None, "fr").deal == 8
    with pytest.raises(Refused) as caught:
        replayed(later.replace("CJ SQ S9 SK", "CJ SQ S9 XX"), None, "en")
    assert caught.value.facts == {"reason": "Line 17, column 10: unknown card: XX."}


def test_a_game_that_is_none() -> None:
    """A deal that is not there, a file of another kind."""
    for text, reason in (
        ('[Rules "pique"]', "This match has no deal 1."),
        ("Dear Ana,", "This is no game. Expected: a"),
    ):
        with pytest.raises(Refused) as caught:
            replayed(text, None, "en")
        assert str(caught.value.facts["reason"]).startswith(reason)
