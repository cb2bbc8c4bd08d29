"""The running deal as a record: replaying it gives what the seat knows, whatever has happened."""

from __future__ import annotations

import asyncio
import random

import pytest
from tests.server.ears import SPECS, Ear, act_at_random, deal, live

from atout.match import Match
from atout.server.facts import Rematched
from atout.server.live import LiveTable
from atout.table import Table

DEALS = 3


def told(ear: Ear) -> Match:
    """What somebody knows who replays the last record he was sent."""
    text = ear.messages("record")[-1]["text"]
    return Table.from_record(text).view(ear.seat)


def known(view: Match) -> tuple[object, ...]:
    """What of a view the running deal tells."""
    return view.hand, view.standing, view.number, view.winners, view.claim, view.overtime


async def listened(spec: str) -> tuple[LiveTable, list[Ear]]:
    """A table with somebody at each seat, and a spectator."""
    table = await live(spec)
    ears = [Ear(seat) for seat in range(table.ledger.rules.players + 1)]
    for ear in ears:
        table.join(ear, record=True)
    return table, ears


@pytest.mark.parametrize("spec", SPECS)
def test_each_record_gives_the_view_of_its_seat(spec: str) -> None:
    """At every step of some deals, for every seat and the spectators; a record comes before what it is about."""

    async def play() -> None:
        table, ears = await listened(spec)
        chance = random.Random(spec)
        while table.ledger.match.number < DEALS and not table.ledger.match.over:
            await deal(table)
            while True:
                for ear in ears:
                    assert known(told(ear)) == known(table.view(ear.seat))
                    kinds = [message["type"] for message in ear.messages() if message.get("n") == table.ledger.n]
                    assert kinds[0] == "record"
                    assert kinds[1] in ("update", "view")
                    ear.forget()
                if await act_at_random(table, chance) is None:
                    break

    asyncio.run(play())


def test_only_those_get_one_who_ask() -> None:
    """A page is sent nothing it does not draw; presence alone tells nothing new; another language changes nothing."""

    async def play() -> None:
        table = await live("piques-a-trois")
        page, program = Ear(1), Ear(1)
        table.join(page)
        table.join(program, record=True)
        await deal(table)
        table.join(Ear(2))
        await asyncio.sleep(0)
        assert not page.messages("record")
        assert len(program.messages("record")) == 3
        table.relisten(program, "en")
        assert len(program.messages("record")) == 4
        table.part(program)
        table.join(program)
        await table.commit(Rematched(1))
        assert len(program.messages("record")) == 4

    asyncio.run(play())
