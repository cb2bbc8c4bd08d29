"""A table as an actor: acts, repeats, undo, claims, advice, and a store that fails."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.ears import Ear
from tests.server.hall import BOT, PEOPLE, Hall, at_table

from atout.actions import Action
from atout.advice import Hints
from atout.match import Match
from atout.server import house, live
from atout.server.desk import _REMEMBERED
from atout.server.facts import Acted, Entry
from atout.server.tables import Tables


def test_the_same_click_five_times_is_done_once() -> None:
    """With one id: the same answer each time. With five: one is done, the others came too late."""

    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        ledger = hall.room.table.ledger
        for _ in range(5):
            hall.tell(ear, "act", id="same", token="3", expect=ledger.n)
        await hall.room.table.settled()
        answers = [message for message in ear.messages("answer") if message["id"] == "same"]
        assert len(answers) == 5
        assert all(answer == answers[0] for answer in answers)
        assert answers[0]["ok"]
        await hall.until(lambda: hall.asks(1))
        n, token = ledger.n, str(ledger.match.legal(1)[0])
        names = [hall.tell(ear, "act", token=token, expect=n) for _ in range(5)]
        answers = [await hall.answer(ear, name) for name in names]
        assert [answer["ok"] for answer in answers] == [True, False, False, False, False]
        assert {answer["code"] for answer in answers[1:]} == {"stale"}
        entries = (await hall.store.load(hall.room.table.id)).entries  # type: ignore[union-attr]
        assert sum(entry.fact == Acted(1, token) for entry in entries) == 1

    at_table(test)


def test_a_command_of_before_a_restart_is_not_done_again() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.reach(ear)
        first = await hall.ask(ear, "act", id="once", token="3")
        again = Tables(hall.store, pool=ThreadPoolExecutor(1), now=hall.clock)
        room = await again.room(hall.room.table.id)
        assert room is not None
        other = Hall(again, room, hall.clock, hall.store)
        late = Ear(1)
        room.table.listeners.append(late)  # nobody is told: no bot begins to act
        n = room.table.ledger.n
        assert await other.ask(late, "act", id="once", token="3") == first
        assert room.table.ledger.n == n

    at_table(test, pace=None)


def test_a_command_is_known_again_however_many_came_after_it() -> None:
    async def test(hall: Hall) -> None:
        ear, other = hall.ear(1), hall.ear(2)
        await hall.ask(ear, "next")
        seat = hall.room.table.ledger.match.turn
        first = ear if seat == 1 else other if seat == 2 else hall.ear(3)
        done = await hall.ask(first, "act", id="once", token="3")
        assert done["ok"]
        for _ in range(_REMEMBERED + 1):
            await hall.ask(ear, "rematch")
        first.forget()
        assert await hall.ask(first, "act", id="once", token="3") == done

    at_table(test, seats=PEOPLE, visibility="link")


def test_a_command_is_known_again_when_only_the_log_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither done twice nor refused, though it may no longer be done; nor a part of it done again."""
    monkeypatch.setattr(live, "MOST_DONE", 1)

    async def test(hall: Hall) -> None:
        ears = [hall.ear(seat) for seat in (1, 2, 3)]
        await hall.ask(ears[0], "next")
        seat = hall.room.table.ledger.match.turn
        assert seat is not None
        order = [*ears[seat - 1 :], *ears[: seat - 1]]
        first = await hall.ask(order[0], "act", id="bid", token="3")
        changed = await hall.ask(order[0], "settings", id="name", name="Zoé", clock=60)
        assert first["ok"]
        assert changed["ok"]
        await hall.ask(order[0], "settings", name="Léa")
        await hall.ask(order[1], "act", token="3")
        n = hall.room.table.ledger.n
        for ear in ears:
            ear.forget()
        assert await hall.ask(order[0], "act", id="bid", token="3") == first
        assert await hall.ask(order[0], "settings", id="name", name="Zoé", clock=60) == changed
        assert (await hall.ask(order[0], "act", id="new", token="3"))["code"] == "not-your-turn"
        assert hall.room.table.ledger.n == n

    at_table(test, seats=PEOPLE, visibility="link")


def test_an_act_on_an_old_view_is_stale_only_if_it_is_not_allowed() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        assert (await hall.ask(ear, "act", token="KH"))["code"] == "bid-first"
        assert (await hall.ask(ear, "act", token="KH", expect=1))["code"] == "stale"
        assert (await hall.ask(ear, "act", token="3", expect=1))["ok"]

    at_table(test)


@pytest.mark.parametrize("token", ["", "xyz", "void", "settled:1,2,14", "KH KH", "=9C", "9" * 100])
def test_what_is_no_action_of_a_seat_is_refused(token: str) -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        n = hall.room.table.ledger.n
        answer = await hall.ask(ear, "act", token=token or "?")
        assert answer["code"] in ("unknown-token", "house-only")
        assert answer["text"]
        assert hall.room.table.ledger.n == n

    at_table(test)


def test_nothing_can_be_done_after_the_end() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        while not hall.room.table.ledger.match.over:
            await hall.play(ear)
            if not hall.room.table.ledger.match.over:
                assert (await hall.ask(ear, "next"))["ok"]
        assert (await hall.ask(ear, "act", token="KH"))["code"] == "no-deal"
        assert (await hall.ask(ear, "next"))["code"] == "over"
        assert (await hall.ask(ear, "undo"))["code"] == "nothing-to-undo"
        assert ear.scene["table"]["over"]
        assert ear.scene["choices"]["kind"] == "rematch"
        assert (await hall.ask(ear, "rematch"))["ok"]
        await hall.until(lambda: hall.asks(1))
        assert ear.messages("view")[-1]["scene"]["sheet"]["deals"] == []
        assert (await hall.ask(ear, "rematch"))["code"] == "not-over"

    at_table(test, "euchre-a-trois target=2")


def test_one_seat_acts_for_itself_alone() -> None:
    async def test(hall: Hall) -> None:
        ears = [hall.ear(seat) for seat in (1, 2, 3)]
        assert (await hall.ask(ears[0], "next"))["ok"]
        turn = hall.room.table.ledger.match.turn
        assert turn is not None
        other = ears[turn % 3]
        answer = await hall.ask(other, "act", token="3")
        assert answer["code"] == "not-your-turn"
        assert (await hall.ask(ears[turn - 1], "act", token="3"))["ok"]

    at_table(test, seats=PEOPLE, visibility="link")


def test_a_spectator_may_read_and_nothing_else() -> None:
    async def test(hall: Hall) -> None:
        hall.ear(1)
        ear = hall.ear(0)
        await hall.until(lambda: hall.asks(1))
        for kind, fields in (
            ("act", {"token": "3"}),
            ("undo", {}),
            ("next", {}),
            ("chat", {"text": "!"}),
            ("phrase", {"phrase": "hello"}),
            ("seat-bot", {"seat": 1}),
            ("take-back", {}),
            ("rematch", {}),
            ("leave", {}),
            ("more-time", {}),
            ("settings", {"pace": 0}),
            ("why", {"token": "KH"}),
        ):
            assert (await hall.ask(ear, kind, **fields))["code"] == "seat-needed", kind
        assert (await hall.ask(ear, "hint"))["code"] == "not-asked"
        assert (await hall.ask(ear, "read", command="hand"))["text"] == "No hand: you are watching the match."
        assert (await hall.ask(ear, "settings", lang="fr"))["ok"]
        assert ear.messages("view")[-1]["lang"] == "fr"

    at_table(test)


def test_a_hand_is_read_out_in_the_order_it_is_held_in() -> None:
    """As the hand is shown, or in the order asked for with the reading."""
    names = ["spades", "hearts", "diamonds", "clubs"]

    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        shown = list(dict.fromkeys(card["suit"] for card in ear.scene["hand"]["cards"]))
        for asked, order in (({}, shown), ({"suits": "CDHS"}, [suit for suit in "CDHS" if suit in shown])):
            said = (await hall.ask(ear, "read", command="hand", **asked))["text"].lower()
            told = sorted((said.index(name), suit) for name, suit in zip(names, "SHDC", strict=True) if name in said)
            assert [suit for _, suit in told] == order

    at_table(test)


def test_undo_goes_back_to_ones_own_decision_against_bots_only() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        assert (await hall.ask(ear, "undo"))["code"] == "nothing-to-undo"
        before = hall.room.table.view(1)
        await hall.play(ear, 1)
        await hall.until(lambda: hall.asks(1))
        assert ear.scene["table"]["undo"]
        assert (await hall.ask(ear, "undo"))["ok"]
        assert hall.room.table.view(1) == before
        assert hall.asks(1)
        assert ear.messages("view")[-1]["log"] == ["You go back to the decision before."]
        assert await hall.play(ear) > 10

    async def with_people(hall: Hall) -> None:
        ears = [hall.ear(seat) for seat in (1, 2)]
        await hall.ask(ears[0], "next")
        assert (await hall.ask(ears[0], "undo"))["code"] == "no-undo"

    at_table(test)
    at_table(with_people, seats=(*PEOPLE[:2], BOT), visibility="link")


def test_bots_answer_a_claim() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        claimed = 0
        while not claimed:
            while not claimed and await hall.play(ear, 1):
                await hall.until(lambda: hall.asks(1) or hall.between)
                if hall.asks(1) and ear.scene["choices"]["claim"]:
                    assert (await hall.ask(ear, "act", token="claim"))["ok"]
                    await hall.until(lambda: hall.room.table.ledger.match.claim is None)
                    claimed += 1
            await hall.ask(ear, "next")
        lines = [line for message in ear.messages("update") for line in message["log"]]
        assert any(line.startswith(("Bob refuses", "Bob accepts", "Cleo refuses", "Cleo accepts")) for line in lines)

    at_table(test)


def test_advice_is_something_legal_and_why_says_why() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        idea = await hall.ask(ear, "hint")
        assert idea["text"]
        assert idea["tokens"] == []
        choice = await hall.ask(ear, "hint", more=2)
        assert choice["tokens"][0] in [str(action) for action in hall.room.table.ledger.match.legal(1)]
        assert await hall.ask(ear, "hint", id="again", more=2) == choice | {"id": "again"}
        legal = ear.messages("update")[-1]["legal"]
        assert (await hall.ask(ear, "why", token="KH"))["text"] == "The bids first."
        assert (await hall.ask(ear, "why", token=legal[0]))["text"] == "That is allowed."
        assert (await hall.ask(ear, "why", token="?"))["code"] == "unknown-token"
        assert (await hall.ask(ear, "read", command="undo"))["code"] == "no-reading"

    at_table(test)


def test_hints_asked_for_at_once_are_thought_out_one_by_one_and_none_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often somebody asks, the bots of other tables have their threads; a hint for a decision taken is none."""
    thinking, most, thoughts = 0, 0, 0

    def at(*_: object) -> tuple[str, ...]:
        nonlocal thinking, most, thoughts
        thinking, thoughts = thinking + 1, thoughts + 1
        most = max(most, thinking)
        time.sleep(0.05)
        thinking -= 1
        return ("Think.",)

    monkeypatch.setattr(Hints, "at", at)

    async def test(hall: Hall) -> None:
        ear, gone = hall.ear(1), hall.ear(1)
        await hall.reach(ear)
        asked = [hall.tell(ear, "hint") for _ in range(3)]
        hall.tell(gone, "hint")
        answers = [await hall.answer(ear, name) for name in asked]
        assert [answer["text"] for answer in answers] == ["Think."] * 3
        asked = [hall.tell(ear, "hint") for _ in range(3)]
        hall.tell(gone, "hint")
        await hall.room.table.settled()
        hall.room.table.part(gone)
        assert (await hall.ask(ear, "act", token="3"))["ok"]
        answers = [await hall.answer(ear, name) for name in asked]
        assert [answer.get("code") for answer in answers][1:] == ["not-asked"] * 2

    at_table(test, pace=None)
    assert most == 1
    assert thoughts <= 5


def test_a_hint_waits_for_no_bot() -> None:
    """However many bots think, somebody who asks for advice has it."""
    go = threading.Event()

    def ponders(level: str, seed: int, view: Match, seat: int) -> Action:
        go.wait(60)
        raise RuntimeError("woken")

    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.reach(ear)
        try:
            for _ in range(8):
                hall.room.house.pool.submit(ponders, "casual", 1, hall.room.table.view(1), 1)
            assert (await hall.ask(ear, "hint"))["type"] == "said"
        finally:
            go.set()

    at_table(test, pace=None)


def test_a_full_disk_refuses_says_so_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "_RETRY", 0.02)

    async def test(hall: Hall) -> None:
        ear, watching = hall.ear(1), hall.ear(0, "fr")
        await hall.until(lambda: hall.asks(1))
        n = hall.room.table.ledger.n
        hall.store.full = True
        for _ in range(2):
            answer = await hall.ask(ear, "act", token="3")
            assert (answer["ok"], answer["code"], answer["n"]) == (False, "not-saved", n)
        assert hall.room.table.ledger.n == n
        assert [notice["code"] for notice in watching.messages("notice")] == ["not-saved"]
        hall.store.full = False
        assert (await hall.ask(ear, "act", token="3"))["ok"]
        assert [notice["code"] for notice in watching.messages("notice")] == ["not-saved", "saved-again"]
        hall.store.full = True  # now while the bots act
        await asyncio.sleep(0.05)
        hall.store.full = False
        assert await hall.play(ear) > 10

    at_table(test)


def test_a_table_somebody_else_writes_is_let_go() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.reach(ear)
        await hall.room.table.settled()
        table = hall.room.table
        await hall.store.append(table.id, Entry(table.ledger.n + 1, Acted(1, "4"), 1, "elsewhere"))
        assert (await hall.ask(ear, "act", token="3"))["code"] == "closed"
        assert ear.closed == 1012
        again = await hall.tables.room(table.id)
        assert again is not None
        assert again.table.ledger.n == table.ledger.n + 1

    at_table(test, pace=None)
