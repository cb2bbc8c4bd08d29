"""Rulings of whoever opened a table: points between deals, a deal thrown in. Everybody sees them; nobody else rules."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.server.ears import Ear
from tests.server.hall import BOT, OPEN, PEOPLE, Hall, at_table

from atout.server.facts import Occupant, Opening
from atout.server.ledger import Ledger
from atout.server.tables import Tables
from atout.table import Table


def totals(ear: Ear) -> list[int]:
    """Where the scores stand, as a listener was shown."""
    shown: list[int] = ear.scene["sheet"]["totals"]
    return shown


def dealing(ear: Ear) -> int:
    """The seat that deals, as a listener was shown."""
    return int(next(seat["seat"] for seat in ear.scene["seats"] if seat["dealer"]))


def test_points_between_deals() -> None:
    """They change the total, make a row with the reason, stay after a restart, and stand in the record."""

    async def test(hall: Hall) -> None:
        ear, other = hall.ear(1, "fr"), hall.ear(0)
        await hall.play(ear)
        await hall.until(lambda: hall.room.table.ledger.commitment is not None)
        before, bound = totals(ear), hall.room.table.ledger.commitment
        answer = await hall.ask(ear, "rule", side=2, points=-50, reason="  une\nrenonce ")
        assert answer["ok"]
        assert totals(ear) == totals(other) == [before[0], before[1] - 50, before[2]]
        row = ear.scene["sheet"]["deals"][-1]
        assert (row["number"], row["text"]) == (0, "Décision : une renonce")
        assert [cell["points"] for cell in row["cells"]] == [0, -50, 0]
        assert [cell["total"] for cell in row["cells"]] == totals(ear)
        assert "Décision de la table, Bob : -50 (une renonce)." in " ".join(ear.messages("update")[-1]["log"])
        assert hall.room.table.ledger.commitment == bound, "the next deal stays as it was sealed"
        room = await Tables(hall.store, pool=ThreadPoolExecutor(1), now=hall.clock).room(hall.room.table.id)
        assert room is not None
        assert room.table.ledger.sheet == hall.room.table.ledger.sheet
        assert list(Table.from_record(room.table.ledger.record(1)).total) == totals(ear)

    at_table(test)


def test_a_deal_is_thrown_in() -> None:
    """It counts for nothing; the same dealer deals again, and nothing of it can be taken back."""

    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.play(ear, 3)
        await hall.until(lambda: hall.asks(1))
        ledger = hall.room.table.ledger
        dealer, number = dealing(ear), ledger.match.number
        assert (await hall.ask(ear, "rule"))["ok"]
        assert totals(ear) == [0, 0, 0]
        assert not ledger.undoes(1)
        assert not ear.scene["sheet"]["deals"]
        assert ear.scene["choices"]["kind"] == "deal"
        assert (await hall.ask(ear, "next"))["ok"]
        await hall.until(lambda: ledger.in_deal)
        assert (dealing(ear), ledger.match.number) == (dealer, number + 1)

    at_table(test)


@pytest.mark.parametrize(
    ("seat", "ruling", "code"),
    [
        (1, {"side": 1, "points": 10}, "deal-in-progress"),
        (2, {}, "host-only"),
        (2, {"side": 1, "points": 10}, "host-only"),
        (0, {}, "seat-needed"),
    ],
)
def test_what_may_not_be_ruled_during_a_deal(seat: int, ruling: dict[str, Any], code: str) -> None:
    """Points wait until the deal is over; another seat never rules, nor does who only watches."""

    async def test(hall: Hall) -> None:
        one, asking = hall.ear(1), hall.ear(seat)
        await hall.ask(one, "next")
        n = hall.room.table.ledger.n
        answer = await hall.ask(asking, "rule", **ruling)
        assert (answer["ok"], answer["code"]) == (False, code)
        assert answer["text"].endswith(".")
        assert hall.room.table.ledger.n == n

    at_table(test, seats=PEOPLE, visibility="link")


@pytest.mark.parametrize(("ruling", "code"), [({}, "no-deal"), ({"side": 4, "points": 1}, "no-such-side")])
def test_what_may_not_be_ruled_between_deals(ruling: dict[str, Any], code: str) -> None:
    """There is no deal to throw in, and no fourth side of three."""

    async def test(hall: Hall) -> None:
        assert (await hall.ask(hall.ear(1), "rule", **ruling))["code"] == code

    at_table(test, seats=PEOPLE, visibility="link")


def test_whoever_opened_a_table_for_others_rules_without_a_seat() -> None:
    """From beside the table: sent again it counts once, after a rematch's new view he is host still; others watch."""

    async def test(hall: Hall) -> None:
        host, other, player = hall.ear(0, host=True), hall.ear(0), hall.ear(1)
        assert [ear.messages("view")[0]["host"] for ear in (host, other, player)] == [True, False, False]
        name = hall.tell(host, "rule", id="once", side=1, points=7, reason="")
        assert (await hall.answer(host, name))["ok"]
        host.forget()
        assert (await hall.ask(host, "rule", id="once", side=1, points=7, reason=""))["ok"]
        assert totals(player) == [7, 0, 0]
        for ear, code in ((other, "seat-needed"), (player, "host-only")):
            assert (await hall.ask(ear, "rule", side=1, points=9))["code"] == code
        assert (await hall.ask(host, "act", token="5"))["code"] == "seat-needed"
        await hall.ask(host, "settings", lang="fr")
        assert host.messages("view")[-1]["host"]

    at_table(test, seats=(OPEN, OPEN, OPEN), visibility="link")


def test_who_rules() -> None:
    """The seat of whoever opened the table, though another person sits down first; nobody at one opened for others."""

    def host(*seats: Occupant) -> int | None:
        return Ledger("t", Opening("piques-a-trois", seats)).host

    assert host(OPEN, Occupant("person", "Bob"), BOT) == 2
    assert host(OPEN, OPEN, BOT) is None
