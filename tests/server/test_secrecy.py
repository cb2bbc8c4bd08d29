"""Secrecy: nothing a seat may not know is in any frame to it, nor in any answer."""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

import pytest
from tests.say.jokers import misnames
from tests.server.ears import SEED, SPECS, Ear, act_at_random, deal, dealing, live

from atout.cards import ALL_CARDS, Card, Cards
from atout.dealing import shuffled
from atout.families import parse
from atout.match import Match
from atout.say import LANGUAGES, Speaker
from atout.server.facts import Acted, Dealt, Sealed
from atout.server.ledger import Note
from atout.server.live import LiveTable
from atout.server.parts import Scene
from atout.tricks import deck

TOKENS = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][SHDC]|BJ|LJ)(?![A-Za-z0-9])")


def known_to(view: Match, before: Cards) -> Cards:
    """Every card a seat may hear of: what its view tells, and what it was told before."""
    hand = view.hand
    if hand is None:
        return before
    cards = before | Cards.of(hand.board.played()) | hand.board.out.sure
    for holding in hand.board.holdings:
        cards |= holding.sure
    shown = hand.announced.shown
    return cards | Cards.of([shown]) if shown else cards


def folded(table: LiveTable, seat: int) -> Match:
    """What a seat knows of the deal, folded anew from what happened: the table's own views are not believed."""
    stretch = table.ledger._stretches[-1]
    view = stretch.views[0]  # between deals all views are one
    for _, what in stretch.happened:
        if not isinstance(what, Note):
            view = view.evolve(what.seen_by(seat))
    return view


def named_in(frame: bytes, names: dict[str, str]) -> Cards:
    """The cards a frame names, by token or in words. ``names`` are the words of a language with their tokens."""
    text = frame.decode()
    found = {Card.from_token(token) for token in TOKENS.findall(text)}
    found |= {Card.from_token(token) for name, token in names.items() if name in text}
    return Cards.of(found)


def names_in(language: str, pack: Cards) -> dict[str, str]:
    """The cards in words, as a table of that pack says them."""
    return {Speaker(language, pack=pack).card(card): card.token for card in ALL_CARDS}


@pytest.mark.parametrize("language", LANGUAGES[:2])
@pytest.mark.parametrize("spec", SPECS)
def test_no_frame_of_a_whole_deal_names_a_card_its_seat_may_not_know(spec: str, language: str) -> None:
    async def play() -> int:
        table = await live(spec)
        players = table.ledger.rules.players
        ears = [Ear(seat, language) for seat in range(players + 1)]
        names = names_in(language, table.ledger.rules.pack)
        chance, searched = random.Random(spec), 0
        for ear in ears:
            table.join(ear, record=True)
        for _ in range(5 if "euchre" in spec else 1):  # so that somebody makes trump, and the dealer discards
            known, going = [Cards()] * (players + 1), True
            await table.commit(Sealed(SEED))
            for ear in ears:
                ear.frames.clear()  # the deal before lies open
            await table.commit(Dealt())
            while going:
                for seat, ear in enumerate(ears):
                    known[seat] = known_to(folded(table, seat), known[seat])
                    if table.ledger.in_deal:  # afterwards all is revealed
                        for frame in ear.frames:
                            assert named_in(frame, names) <= known[seat], (seat, frame)
                            assert not misnames(frame.decode(), language, table.ledger.rules.pack), frame
                            searched += 1
                    ear.frames.clear()
                await table.settled()
                going = await act_at_random(table, chance) is not None
        return searched

    assert asyncio.run(play()) > 20


async def heard(spec: str, order: tuple[Card, ...], tokens: list[str], seat: int, monkeypatch: Any) -> list[bytes]:
    """Every frame to one seat when a deal goes so."""
    with dealing([order], monkeypatch):
        table = await live(spec)
        ear = Ear(seat)
        table.join(ear, record=True)
        await deal(table)
        for token in tokens:
            turn = table.ledger.match.turn
            assert turn is not None
            await table.commit(Acted(turn, token))
        late = Ear(seat)
        table.join(late, record=True)
        await asyncio.sleep(0)
        return ear.frames + late.frames


async def played(
    spec: str, order: tuple[Card, ...], most: int, chance: random.Random, monkeypatch: Any
) -> tuple[LiveTable, list[str]]:
    """A deal played at random, for some acts at most."""
    with dealing([order], monkeypatch):
        table = await live(spec)
        await deal(table)
        tokens: list[str] = []
        while len(tokens) < most and table.ledger.in_deal:
            done = await act_at_random(table, chance)
            if done is None:
                break
            tokens.append(done[1])
        return table, tokens


def swapped(order: tuple[Card, ...], one: Card, other: Card) -> tuple[Card, ...]:
    """The order with two cards in each other's place."""
    places = {one: other, other: one}
    return tuple(places.get(card, card) for card in order)


@pytest.mark.parametrize("spec", SPECS)
def test_swapping_cards_a_seat_has_not_seen_changes_no_byte_it_gets(spec: str, monkeypatch: Any) -> None:
    """Two unseen, unplayed cards of a suit change places; the same acts follow; the same bytes come."""
    chance = random.Random(f"swap {spec}")
    pack = parse(spec).pack
    compared = 0
    for turn in range(14):
        order = shuffled(pack, chance.randbytes(32))
        most = chance.randrange(1, 3 * len(deck(pack)) // 4)
        seat = turn % (parse(spec).players + 1)

        async def compare(order: tuple[Card, ...] = order, most: int = most, seat: int = seat) -> bool:
            table, tokens = await played(spec, order, most, chance, monkeypatch)
            if not table.ledger.in_deal:
                return False
            unseen = pack - known_to(folded(table, seat), Cards())
            unseen -= seen_on_the_way(table, seat)
            pairs = [
                (one, other)
                for one in unseen
                for other in unseen
                if one is not other and one.suit is other.suit and str(one.rank) != "J" and str(other.rank) != "J"
            ]
            if not pairs:
                return False
            one, other = chance.choice(pairs)
            plain = await heard(spec, order, tokens, seat, monkeypatch)
            laid_away = {f"-{one}": f"-{other}", f"-{other}": f"-{one}"}  # unseen as well
            others = [laid_away.get(token, token) for token in tokens]
            changed = await heard(spec, swapped(order, one, other), others, seat, monkeypatch)
            assert plain == changed
            return True

        compared += asyncio.run(compare())
    assert compared >= 3


def seen_on_the_way(table: LiveTable, seat: int) -> Cards:
    """Every card a seat has seen in this deal, laid away since or not."""
    cards = Cards()
    for _, (view, _) in table.ledger.steps_since(seat, -1):
        cards = known_to(view, cards)
    return cards


@pytest.mark.parametrize("spec", SPECS)
def test_a_refusal_to_a_seat_follows_from_its_view_alone(spec: str) -> None:
    """Whatever a seat tries, its view refuses what the truth refuses: an answer can tell it nothing new."""

    async def play() -> None:
        from atout.actions import PLAYS, Accept, Action, Bid, Claim, Discard, Keep, Misdeal, Name, Order, Pass, Toss
        from atout.cards import Suit

        tried: list[Action] = [*PLAYS.values(), *map(Discard, ALL_CARDS), *map(Bid, range(15)), *map(Name, Suit)]
        tried += [Keep(), Toss(), Misdeal(), Pass(), Order(), Accept(), Claim()]
        table = await live(spec)
        chance = random.Random(spec)
        await deal(table)
        while await act_at_random(table, chance) is not None:
            match = table.ledger.match
            for seat in range(1, table.ledger.rules.players + 1):
                view = table.view(seat)
                for action in chance.sample(tried, 12):
                    assert (view.refusal(seat, action) is None) == (match.refusal(seat, action) is None), action

    asyncio.run(play())


def test_a_spectator_has_no_hand_and_no_choice() -> None:
    async def watch() -> Ear:
        table = await live("pique")
        ear = Ear(0)
        table.join(ear, record=True)
        await deal(table)
        return ear

    scene = asyncio.run(watch()).scene
    assert scene["hand"] is None
    assert scene["choices"]["kind"] == "none"


def test_every_part_of_a_scene_is_sent() -> None:
    async def watch() -> Ear:
        table = await live("piques-a-trois")
        ear = Ear(1)
        table.join(ear, record=True)
        return ear

    assert set(asyncio.run(watch()).scene) == set(Scene.__struct_fields__)
