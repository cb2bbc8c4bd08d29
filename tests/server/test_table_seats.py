"""Who sits where, who talks, who comes back."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from tests.server.hall import BOT, OPEN, PEOPLE, Hall, at_table

from atout.server.facts import Occupant
from atout.server.live import LONG_AWAY


def test_somebody_long_away_may_be_stood_in_for_and_takes_the_seat_back() -> None:
    async def test(hall: Hall) -> None:
        ana, bob = hall.ear(1), hall.ear(2)
        hall.ear(3)
        await hall.ask(ana, "next")
        hall.room.table.part(bob)
        await asyncio.sleep(0)
        assert ana.scene["seats"][1]["away_since"] == 1000
        assert (await hall.ask(ana, "seat-bot", seat=2))["code"] == "seat-held"
        hall.clock.time += LONG_AWAY
        hall.room.table.refresh()
        await asyncio.sleep(0)
        assert ana.scene["seats"][1]["replaceable"]
        assert (await hall.ask(ana, "seat-bot", seat=2, level="novice?"))["code"] == "no-level"
        assert (await hall.ask(ana, "seat-bot", seat=6))["code"] == "no-seat"
        assert (await hall.ask(ana, "seat-bot", seat=2))["ok"]
        assert (await hall.ask(ana, "seat-bot", seat=2))["code"] in ("seat-held", "bot-already")
        assert ana.scene["seats"][1]["bot"] == "casual"
        bob = hall.ear(2)
        assert (await hall.ask(bob, "act", token="3"))["code"] == "bot-plays"
        assert (await hall.ask(bob, "take-back"))["ok"]
        assert (await hall.ask(bob, "take-back"))["code"] == "nothing-to-take-back"
        assert ana.scene["seats"][1]["bot"] is None
        assert ana.scene["seats"][1]["kind"] == "person"

    at_table(test, seats=PEOPLE, visibility="link")


def test_who_leaves_may_be_stood_in_for_at_once() -> None:
    async def test(hall: Hall) -> None:
        ana, bob, tab = hall.ear(1), hall.ear(2), hall.ear(2)
        assert (await hall.ask(bob, "leave"))["ok"]
        await hall.room.table.settled()
        assert (bob.closed, tab.closed) == (1000, 1000)
        assert (await hall.ask(ana, "seat-bot", seat=2))["ok"]

    at_table(test, seats=PEOPLE, visibility="link")


def test_who_has_gone_does_not_come_back_by_what_he_asked_for_last() -> None:
    async def test(hall: Hall) -> None:
        ana, bob = hall.ear(1), hall.ear(2)
        hall.tell(bob, "settings", lang="fr")
        asked = hall.tell(bob, "read", command="repeat")
        hall.room.table.part(bob)
        bob.forget()
        await hall.room.table.settled()
        await hall.ask(ana, "next")
        assert not ana.scene["seats"][1]["connected"]
        assert not bob.scene
        assert asked not in [message.get("id") for message in bob.messages()]

    at_table(test, seats=PEOPLE, visibility="link")


def test_ones_own_seat_may_be_handed_to_a_bot() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        assert ear.messages("update")[-1]["legal"]
        assert (await hall.ask(ear, "seat-bot", seat=1))["ok"]
        (told,) = [message for message in ear.messages("update") if "A bot plays in your place." in message["log"]]
        assert told["legal"] == []
        assert told["scene"]["choices"]["kind"] == "none"
        await hall.until(lambda: hall.between)
        assert (await hall.ask(ear, "take-back"))["ok"]
        assert (await hall.ask(ear, "next"))["ok"]
        await hall.until(lambda: hall.asks(1))

    at_table(test)


def test_the_first_deal_waits_for_everybody() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.room.table.settled()
        assert ear.scene["status"] == "Waiting for Player 2 and Player 3."
        assert ear.scene["choices"]["kind"] == "none"
        assert (await hall.ask(ear, "next"))["code"] == "seats-missing"
        for seat in (2, 3):
            assert (await hall.ask(ear, "seat-bot", seat=seat))["ok"]
        assert ear.scene["choices"]["kind"] == "deal"
        assert (await hall.ask(ear, "next"))["ok"]

    at_table(test, seats=(PEOPLE[0], OPEN, OPEN), visibility="link")


def test_names_are_ones_own_and_told() -> None:
    async def test(hall: Hall) -> None:
        ana, bob = hall.ear(1), hall.ear(2, "fr")
        assert (await hall.ask(ana, "settings", name="  Zoé \u202e x "))["ok"]
        assert bob.scene["seats"][0]["name"] == "Zoé ? x"
        assert (await hall.ask(ana, "settings", name="bob"))["code"] == "name-taken"
        for like in ("B\u200bob", "Ｂｏｂ", "B o b", "bob\u3164", "ｃleo"):
            assert (await hall.ask(ana, "settings", name=like))["code"] == "name-taken", like
        for like in ("vous", "YOU", "La table", "the\u00a0table"):  # what a listener, and the house, are called
            assert (await hall.ask(ana, "settings", name=like))["code"] == "name-taken", like
        for none in ("", " ", "\u200b\u3164", "bot:casual"):
            assert (await hall.ask(ana, "settings", name=none))["code"] == "no-name", none
        assert bob.scene["seats"][0]["name"] == "Zoé ? x"
        assert "Nouveau nom à la table : Zoé ? x." in [line for m in bob.messages("update") for line in m["log"]]

    at_table(test, seats=PEOPLE, visibility="link")


def test_who_has_no_name_is_called_you() -> None:
    """In all that one is shown and told, as long as one has no name; the others hear of the seat."""

    async def test(hall: Hall) -> None:
        ana, bob = hall.ear(1), hall.ear(2)
        hall.ear(3)
        await hall.ask(ana, "next")
        for seat in (1, 2, 3):
            await hall.until(lambda: hall.room.table.ledger.match.turn is not None)
            turn = hall.room.table.ledger.match.turn or seat
            ear = next(each for each in hall.room.table.listeners if each.seat == turn)
            await hall.ask(ear, "act", token=str(turn))  # type: ignore[arg-type]
        await hall.ask(ana, "phrase", phrase="hello")
        for ear, own, other in ((ana, "Player 1", "Player 2"), (bob, "Player 2", "Player 1")):
            heard = json.dumps(ear.messages())
            assert own not in heard
            assert other in heard
            assert ear.scene["seats"][ear.seat - 1]["name"] == "You"
            assert ear.scene["sheet"]["columns"][ear.seat - 1] == "You"
        assert [ear.messages("chat")[-1]["name"] for ear in (ana, bob)] == ["You", "Player 1"]
        await hall.ask(ana, "settings", name="Ana")
        assert ana.scene["sheet"]["columns"] == ["Ana", "Player 2", "Player 3"]
        assert bob.scene["sheet"]["columns"] == ["Ana", "You", "Player 3"]

    at_table(test, seats=(Occupant("person"),) * 3, visibility="link")


def test_talk_phrases_and_mute() -> None:
    async def test(hall: Hall) -> None:
        ana, bob = hall.ear(1), hall.ear(2, "fr")
        await hall.ask(ana, "chat", text=" Hi\x1b there ")
        assert bob.messages("chat")[-1] == {
            "type": "chat",
            "seat": 1,
            "name": "Ana",
            "text": "Hi? there",
            "phrase": None,
        }
        await hall.ask(ana, "phrase", phrase="well-played")
        assert (ana.messages("chat")[-1]["text"], bob.messages("chat")[-1]["text"]) == ("Well played!", "Bien joué !")
        assert (await hall.ask(ana, "phrase", phrase="rude"))["code"] == "no-phrase"
        assert (await hall.ask(bob, "mute", seat=1))["ok"]
        await hall.ask(ana, "chat", text="again")
        assert len(bob.messages("chat")) == 2
        assert (await hall.ask(bob, "mute", seat=1, on=False))["ok"]
        await hall.ask(ana, "chat", text="and again")
        assert len(bob.messages("chat")) == 3

    at_table(test, seats=PEOPLE, visibility="link")


@pytest.mark.parametrize("allowed", [False, True])
def test_partners_do_not_chat_during_a_deal_unless_the_table_says_so(allowed: bool) -> None:
    async def test(hall: Hall) -> None:
        ana = hall.ear(1)
        assert (await hall.ask(ana, "chat", text="before"))["ok"]
        assert (await hall.ask(ana, "next"))["ok"]
        assert ana.scene["table"]["chat"] is allowed
        assert (await hall.ask(ana, "chat", text="I have no hearts"))["ok"] is allowed
        assert (await hall.ask(ana, "phrase", phrase="thanks"))["ok"]

    seats = (*PEOPLE, Occupant("person", "Dany"))
    at_table(test, "pique", seats, visibility="link", chat_in_deals=allowed)


def test_who_comes_back_hears_what_was_missed_once_and_sees_the_same() -> None:
    """Cut at fifty random points: the lines put together and the scene are those of somebody who stayed."""

    async def test(hall: Hall) -> None:
        chance = random.Random(5)
        stayed = hall.ear(1)
        lines: list[str] = list(stayed.messages("view")[0]["log"])
        coming = hall.ear(1)
        heard: list[str] = list(coming.messages("view")[0]["log"])
        n, cuts = coming.messages("view")[0]["n"], 0
        while cuts < 50:
            if hall.room.table.ledger.match.over:
                await hall.ask(stayed, "rematch")
                break
            if hall.room.table.ledger.match.awaits_deal:
                await hall.ask(stayed, "next")
            if not hall.asks(1):
                await hall.until(lambda: hall.asks(1) or hall.between)
            if hall.asks(1):
                hall.tell(stayed, "act", token=str(chance.choice(hall.room.table.ledger.match.legal(1))))
            await asyncio.sleep(chance.random() / 100)
            for message in coming.messages():
                if message["type"] == "update":
                    heard += message["log"]
                    n = message["n"]
            hall.room.table.part(coming)
            await asyncio.sleep(chance.random() / 100)
            coming = hall.ear(1, since=n)
            (view,) = coming.messages("view")
            assert view["since"] == n
            heard += view["log"]
            n = view["n"]
            whole = hall.ear(1)
            hall.room.table.part(whole)
            assert whole.messages("view")[0]["scene"] == view["scene"]
            assert stayed.scene == view["scene"]
            coming.forget()
            cuts += 1
        lines += [line for message in stayed.messages("update") for line in message["log"]]
        for message in coming.messages("update"):
            heard += message["log"]
        assert heard == lines

    at_table(test, "pique", (PEOPLE[0], BOT, BOT, BOT))


def test_who_was_away_too_long_gets_the_latest_lines() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        for _ in range(3):
            await hall.play(ear)
            await hall.ask(ear, "next")
        late = hall.ear(1, since=1)
        assert late.messages("view")[0]["since"] is None
        future = hall.ear(1, since=10**6)
        assert future.messages("view")[0]["since"] is None
        assert len(future.messages("view")[0]["log"]) <= 40

    at_table(test)


def test_two_tabs_of_one_seat_see_the_same() -> None:
    async def test(hall: Hall) -> None:
        one, other = hall.ear(1), hall.ear(1)
        await hall.play(one, 4)
        await hall.play(other, 4)
        await hall.room.table.settled()
        assert one.scene == other.scene
        assert [m for m in one.messages("update") if m["log"]] == [m for m in other.messages("update") if m["log"]]

    at_table(test)


def test_a_table_nobody_is_at_is_put_away_and_comes_back() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.play(ear, 3)
        await hall.until(lambda: hall.asks(1))
        scene = ear.scene
        assert hall.tables.put_away() == 0
        hall.room.table.part(ear)
        assert hall.tables.put_away() == 0
        await hall.room.table.settled()
        hall.clock.time += 1000
        assert await hall.tables.room(hall.room.table.id) is hall.room
        assert hall.tables.put_away() == 0, "somebody is about to sit down"
        hall.clock.time += 1000
        assert hall.tables.put_away() == 1
        room = await hall.tables.room(hall.room.table.id)
        assert room is not None
        assert room is not hall.room
        back = Hall(hall.tables, room, hall.clock, hall.store).ear(1)
        assert back.scene == scene
        assert await hall.tables.room("nowhere") is None

    at_table(test)
