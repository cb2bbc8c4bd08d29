"""What the house does: bots at their pace, deals when they are asked for, the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.server.hall import BOT, PEOPLE, Hall, at_table

from atout.actions import Action
from atout.match import Match
from atout.server import house


def failing(level: str, seed: int, view: Match, seat: int) -> Action:
    """A bot that raises, with cards in its error."""
    raise RuntimeError(f"cannot play {view.hand}")


def cheating(level: str, seed: int, view: Match, seat: int) -> Action:
    """A bot that does what is not allowed."""
    from atout.actions import Reject

    return Reject()


@pytest.mark.parametrize("decides", [failing, cheating])
@pytest.mark.parametrize("rules", ["piques-a-trois", "euchre-a-trois", "pique players=2"])
def test_a_bot_that_fails_is_replaced_by_a_simple_choice(
    decides: Callable[[str, int, Match, int], Action], rules: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        assert await hall.play(ear) >= 2
        notices = [message["text"] for message in ear.messages("notice")]
        assert "The bot of Bob made an error: it plays something simple." in notices

    at_table(test, rules, (PEOPLE[0], *(BOT for _ in range(rules.endswith("trois") + 1))), decides)
    assert "cannot play" not in "".join(capsys.readouterr())


def test_bots_think_away_from_the_loop() -> None:
    import threading

    begun, go_on = threading.Event(), threading.Event()

    def slow(level: str, seed: int, view: Match, seat: int) -> Action:
        begun.set()
        assert go_on.wait(10)
        return house.decide(level, seed, view, seat)

    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(begun.is_set)
        assert (await hall.ask(ear, "read", command="turn"))["text"]  # answered while the bot thinks
        go_on.set()
        await hall.play(ear, 2)

    # seat 1 deals or not: somebody before it has to bid, or it bids first and somebody follows
    async def any_seat(hall: Hall) -> None:
        if hall.room.table.ledger.match.turn is None:
            ear = hall.ear(1)
            await hall.until(lambda: hall.room.table.ledger.match.turn is not None)
            if hall.asks(1):
                await hall.ask(ear, "act", token="3")
        await test(hall)

    at_table(any_seat, decides=slow)


def test_by_hand_bots_wait_for_next() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        ledger = hall.room.table.ledger
        await hall.until(lambda: ledger.match.turn is not None)
        if hall.asks(1):
            assert (await hall.ask(ear, "next"))["code"] == "nothing-to-go-on"
            await hall.ask(ear, "act", token="3")
        n = ledger.n
        await asyncio.sleep(0.05)
        assert ledger.n == n
        assert (await hall.ask(ear, "next"))["ok"]
        await hall.until(lambda: ledger.n == n + 1)
        assert (await hall.ask(ear, "settings", pace=0))["ok"]
        await hall.until(lambda: hall.asks(1))
        assert (await hall.ask(ear, "settings", by_hand=True))["ok"]
        assert ear.scene["table"]["pace"] is None

    at_table(test, pace=None)


def test_a_new_deal_waits_until_it_is_asked_for() -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.play(ear)
        assert ear.scene["choices"]["kind"] == "deal"
        assert hall.room.table.ledger.match.number == 1
        await hall.room.table.settled()
        commitment = ear.scene["table"]["verified"]["commitment"]
        assert (await hall.ask(ear, "next"))["ok"]
        assert hall.room.table.ledger.match.number == 2
        assert ear.scene["table"]["verified"]["commitment"] == commitment

    at_table(test)


def test_when_time_is_up_a_bot_stands_in_unless_the_click_came_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        ear = hall.ear(1)
        await hall.until(lambda: hall.asks(1))
        assert (await hall.ask(ear, "settings", clock=5))["code"] == "clock-too-short"
        assert (await hall.ask(ear, "more-time"))["code"] == "no-clock"
        assert (await hall.ask(ear, "settings", clock=30))["ok"]
        await asyncio.sleep(0)
        assert ear.scene["clock"]["seat"] == 1
        assert ear.scene["clock"]["until"] == 1030
        assert (await hall.ask(ear, "more-time"))["ok"]
        await asyncio.sleep(0)
        assert ear.scene["clock"]["until"] == 1060
        rules, match = hall.room.house, hall.room.table.ledger.match
        hall.tell(ear, "act", id="click", token="3")  # both in the same millisecond: the click first
        rules._time_is_up(match)
        assert (await hall.answer(ear, "click"))["ok"]
        await hall.until(lambda: hall.asks(1))
        assert hall.room.table.ledger.bot_at(1) is None
        match = hall.room.table.ledger.match
        rules._time_is_up(match)  # and the other way round
        hall.tell(ear, "act", id="late", token=str(match.legal(1)[0]))
        assert (await hall.answer(ear, "late"))["code"] == "bot-plays"
        rules._warn()
        assert hall.room.table.ledger.bot_at(1) == house.STAND_IN
        assert (await hall.ask(ear, "settings", clock=0))["ok"]
        assert (await hall.ask(ear, "take-back"))["ok"]
        assert await hall.play(ear, 3) == 3

    at_table(test)
