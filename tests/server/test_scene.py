"""Scenes: what was sent part by part is what a fresh table would show; nothing stale stays made."""

from __future__ import annotations

import asyncio
import json
import random
import weakref
from typing import Any

import pytest
from tests.server.ears import SPECS, Ear, deal, live

from atout.cards import BIG_JOKER
from atout.say import Speaker
from atout.server.facts import (
    Acted,
    AnyFact,
    Clocked,
    Dealt,
    Occupant,
    Opening,
    Paced,
    Rematched,
    Sealed,
    Seated,
    Undone,
)
from atout.server.ledger import Ledger
from atout.server.live import LiveTable
from atout.server.scene import public
from atout.server.scene.scenery import ADDRESSED, BY_SEAT, PUBLIC
from atout.server.store import StoredTable
from atout.server.store.memory import MemoryStore
from atout.server.wire import encode
from atout.terminal.online.messages import Record, View, decode
from atout.terminal.online.picture import Picture
from atout.terminal.screen import Screen

LANGUAGES = ("fr", "en")


def ears_of(table: LiveTable) -> list[Ear]:
    """Somebody at each seat and a spectator, in turn in French and in English."""
    return [Ear(seat, LANGUAGES[seat % 2]) for seat in range(table.ledger.rules.players + 1)]


async def fresh(spec: str, facts: list[AnyFact]) -> list[dict[str, Any]]:
    """The scenes of a table that has only now been loaded."""
    table = await live(spec)
    for fact in facts:
        table.ledger.apply(fact)
    ears = ears_of(table)
    for ear in ears:
        table.join(ear)
    return [ear.scene for ear in ears]


def something(table: LiveTable, chance: random.Random) -> AnyFact:
    """The next fact: mostly an act, at times something beside the game."""
    ledger = table.ledger
    seat = chance.randrange(ledger.rules.players) + 1
    if chance.random() < 0.12:
        bot = chance.choice([None, None, "casual"])
        beside: list[AnyFact] = [
            Paced(seat, chance.choice([None, 0])),
            Clocked(seat, chance.choice([None, 45])),
            Seated(seat, Occupant("person", chance.choice(("Zoé", "Yann", "")), bot), "named"),
        ]
        return chance.choice(beside)
    match = ledger.match
    if match.over:
        return Rematched(seat)
    if match.awaits_deal:
        return Dealt() if ledger.seal else Sealed(chance.randbytes(32).hex())
    assert match.turn is not None
    if match.claim:
        return Acted(match.turn, chance.choice(["accept", "reject"]))
    claiming = match.hand is not None and match.hand.playing and chance.random() < 0.02
    return Acted(match.turn, "claim" if claiming else str(chance.choice(match.legal(match.turn))))


@pytest.mark.parametrize("spec", SPECS)
def test_parts_sent_one_by_one_make_the_scene_of_a_fresh_table(spec: str) -> None:
    async def play() -> None:
        chance = random.Random(f"scene {spec}")
        table = await live(f"{spec} target={2 if 'euchre' in spec else 30}")
        ears, facts = ears_of(table), list[AnyFact]()
        for ear in ears:
            table.join(ear)
        for step in range(240):
            facts.append(something(table, chance))
            await table.commit(facts[-1])
            await table.settled()
            if step % 11 == 0:
                await asyncio.sleep(0)  # what is shown soon is shown
                for ear, expected in zip(ears, await fresh(table.rules, facts), strict=True):
                    scene = ear.scene
                    for part, value in expected.items():
                        assert scene[part] == value, (step, ear.seat, part)

    asyncio.run(play())


@pytest.mark.parametrize("language", LANGUAGES)
def test_british_the_benny_by_its_own_name(language: str) -> None:
    """On the card in the hand before trump and after, on the table, on the turned card, and in what is said."""

    async def play() -> None:
        chance, named = random.Random(8), set[str]()
        table = await live("euchre-britannique")
        ears = [Ear(seat, language) for seat in range(table.ledger.rules.players + 1)]
        for ear in ears:
            table.join(ear)
        while named != {"hand", "trick", "shown", "log"}:
            await table.commit(something(table, chance))
            for ear in ears:
                scene = ear.scene
                cards = {part: (scene[part] or {}).get("cards", ()) for part in ("hand", "trick")}
                cards["shown"] = [scene["shown"]] if scene["shown"] else ()
                for part, laid in cards.items():
                    names = {card["name"] for card in laid if card["card"] == "BJ"}
                    assert names <= {"Benny"}
                    named |= {part} if names else set()
                named |= {"log"} if "Benny" in "".join(ear.messages("update")[-1]["log"]) else set()

    asyncio.run(play())


def test_british_the_benny_at_a_terminal_elsewhere() -> None:
    """A client that was told the deal names its cards as the table does."""

    async def shown() -> tuple[View, str]:
        table, ear = await live("euchre-britannique"), Ear(1, "en")
        await deal(table)
        table.join(ear, record=True)
        record, view = map(decode, ear.frames[:2])
        assert isinstance(record, Record)
        assert isinstance(view, View)
        return view, record.text

    screen = Screen(Speaker("en"), rich=False)
    Picture(*asyncio.run(shown()), screen)
    assert screen.speaker.the_card(BIG_JOKER) == "the Benny"


def test_what_has_not_changed_is_not_sent() -> None:
    """A card in the middle of a trick: nobody gets the sheet, the history or the table again."""

    async def play() -> None:
        chance = random.Random(2)
        table = await live("pique")
        ears = ears_of(table)
        for ear in ears:
            table.join(ear)
        for fact in (Sealed("5a" * 32), Dealt()):
            await table.commit(fact)
        for _ in range(4 + 5):
            await table.commit(something_played(table, chance))
        for ear in ears:
            ear.forget()
        await table.commit(something_played(table, chance))
        for ear in ears:
            (update,) = ear.messages()
            assert set(update["scene"]) <= {"seats", "trick", "status", "title", "hand", "choices"}
            others = ear.seat not in (table.ledger.match.turn, update["events"][0]["seat"])
            assert ("hand" in update["scene"]) is not others

    asyncio.run(play())


def something_played(table: LiveTable, chance: random.Random) -> Acted:
    """An act of whoever's turn it is."""
    match = table.ledger.match
    assert match.turn is not None
    legal = [action for action in match.legal(match.turn) if str(action) != "misdeal"]
    return Acted(match.turn, str(chance.choice(legal)))


def test_blind_nil_and_an_exchange_are_asked_for() -> None:
    """A seat that has not looked sees no card and is asked; then it picks cards to give, and its partner too."""

    async def play() -> None:
        table = await live("spades blind_behind=0 nil_pass=2")
        ears = ears_of(table)
        for ear in ears:
            table.join(ear)
        for fact in (Sealed("5a" * 32), Dealt()):
            await table.commit(fact)
        first = table.ledger.match.turn
        assert first is not None
        asked = ears[first].scene["choices"]
        assert [item["token"] for item in asked["items"]] == [*map(str, range(14)), "blind-nil", "look"]
        assert ears[first].scene["hand"] == {"cards": [], "hidden": 13}
        await table.commit(Acted(first, "blind-nil"))
        await table.settled()
        assert len(ears[first].scene["hand"]["cards"]) == 13
        assert ears[0].scene["seats"][first - 1]["bid_text"] in ("nil à l’aveugle", "blind nil")
        for bid in ("3", "3", "3"):
            assert table.ledger.match.turn is not None
            await table.commit(Acted(table.ledger.match.turn, bid))
        for giver in (first, (first + 1) % 4 + 1):
            assert table.ledger.match.turn == giver
            await table.settled()
            choices = ears[giver].scene["choices"]
            assert (choices["kind"], [item["token"] for item in choices["items"]]) == ("give", ["give:"])
            held = [card["card"] for card in ears[giver].scene["hand"]["cards"]]
            await table.commit(Acted(giver, f"give:{held[0]},{held[1]}"))
        assert table.ledger.match.hand is not None
        assert table.ledger.match.hand.playing

    asyncio.run(play())


@pytest.mark.parametrize(("spec", "down"), [("euchre", False), ("buck-euchre", True)])
def test_the_sheet_tells_which_way_totals_go(spec: str, down: bool) -> None:
    """A target to reach, or a beginning from which totals go down to 0."""

    async def look() -> None:
        table, ear = await live(spec), Ear(0, "en")
        table.join(ear)
        assert ear.scene["sheet"]["target"] == table.ledger.rules.ending.target
        assert ear.scene["sheet"]["down"] is down

    asyncio.run(look())


def test_who_bids_highest_has_not_made_trump() -> None:
    """While trump is to be named the high bidder is told as such; only then is somebody the maker."""

    async def bid() -> None:
        table, ear = await live("bid-euchre"), Ear(0, "en")
        table.join(ear)
        await deal(table)
        for token in ("3", "4", "pass", "pass"):
            assert table.ledger.match.turn is not None
            await table.commit(Acted(table.ledger.match.turn, token))
            await table.settled()
            assert not any(seat["maker"] for seat in ear.scene["seats"])
        bidder = table.ledger.match.turn
        assert bidder is not None
        await table.commit(Acted(bidder, "H"))
        await table.settled()
        assert [seat["seat"] for seat in ear.scene["seats"] if seat["maker"]] == [bidder]

    asyncio.run(bid())


async def nameless(table: LiveTable) -> list[Ear]:
    """Somebody at each seat, in one language, whose seats have no names."""
    ears = [Ear(seat, "en") for seat in range(1, table.ledger.rules.players + 1)]
    for ear in ears:
        await table.commit(Seated(ear.seat, Occupant("person"), "named"))
        table.join(ear)
    return ears


def said_to(table: LiveTable, seat: int) -> dict[str, Any]:
    """The public parts as a speaker says them who speaks to that seat alone."""
    setting, view = table.setting(), table.view(0)
    speaker = Speaker("en", [""] * table.ledger.rules.players, seat)
    makers = {name: make for name, (make, _) in (PUBLIC | ADDRESSED).items() if name not in BY_SEAT}
    parts = {name: make(view, setting, speaker) for name, make in makers.items()}
    parts["seats"] = public.seats(view, setting, speaker, range(1, len(setting.occupants) + 1))
    return {name: json.loads(encode(part)) for name, part in parts.items()}


@pytest.mark.parametrize("spec", ["spades", "piques-a-trois", "euchre", "buck-euchre", "bid-euchre"])
def test_seats_without_names_share_what_says_nothing_of_them(spec: str) -> None:
    """Each is called *you* wherever it is named; what names nobody, or others only, are the same bytes for all."""

    async def play() -> None:
        chance, shared = random.Random(3), set[str]()
        table = await live(spec)
        ears = await nameless(table)
        while (match := table.ledger.match).number < 2 or match.turn is not None:
            if match.awaits_deal:
                await deal(table)
            await table.commit(something_played(table, chance))
            audiences = [table.audiences.of(ear) for ear in ears]
            for ear, audience in zip(ears, audiences, strict=True):
                shown = {name: json.loads(bytes(part)) for name, part in audience.shown.items()}
                assert said_to(table, ear.seat).items() <= shown.items()
            first, second, *_ = (audience.shown for audience in audiences)
            shared |= {name for name in PUBLIC | ADDRESSED if first[name] is second[name]}
            hand = table.ledger.match.hand
            assert not (hand and hand.board.plays) or first["trick"] is second["trick"]
            assert first["seats"] != second["seats"]
        assert {"table", "trick", "last", "status", "title"} <= shared

    asyncio.run(play())


def test_a_trick_that_was_told_before_names_the_same_seats() -> None:
    """After an undo the tricks left were all put into words before: still only the player himself is called *you*."""

    async def play() -> None:
        store, alone = MemoryStore(), Opening("spades", (Occupant("person"), *[Occupant("bot", bot="casual")] * 3))
        await store.create(StoredTable("t", alone, 0.0))
        table, player, watcher = LiveTable("t", store, Ledger("t", alone)), Ear(1, "en"), Ear(0, "en")
        for ear in (watcher, player):
            table.join(ear)
        await deal(table)
        while len(player.scene["history"]) < 2 or table.ledger.match.turn != 1:
            await table.commit(something_played(table, random.Random(1)))
            await table.settled()
        before = [ear.scene["history"] for ear in (watcher, player)]
        while len(player.scene["history"]) == len(before[0]):
            await table.commit(Undone(1))
            await table.settled()
        for ear, told in zip((watcher, player), before, strict=True):
            assert ear.scene["history"] == told[: len(ear.scene["history"])] != []

    asyncio.run(play())


def test_what_nobody_is_shown_any_more_is_let_go() -> None:
    """How a seat saw the table before it took a name; a language nobody listens in."""

    async def play() -> None:
        table = await live("spades")
        ears = await nameless(table)
        audience = table.audiences.of(ears[0])
        before, scenery = weakref.ref(audience.outlook), weakref.ref(audience.scenery)
        await table.commit(Seated(1, Occupant("person", "Ana"), "named"))
        await table.settled()
        assert before() is None
        del audience
        for ear in ears:
            table.part(ear)
        assert scenery() is None

    asyncio.run(play())
