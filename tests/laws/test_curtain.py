"""Behind the curtain: two cards a seat has not seen change places, and nothing it hears, reads or decides changes."""

from random import Random

import pytest
from hypothesis import given, settings

from atout import Table, sentences
from atout.actions import parse
from atout.bots import LEVELS, player
from atout.match import Match
from atout.say import Speaker
from atout.testing import TOKENS, playout, seeds, tables
from atout.testing.curtain import swapped

LANGUAGES = ("fr", "en")


def heard(table: Table, seat: int, language: str) -> list[str]:
    """Every sentence a seat (0: a spectator) has been told."""
    speaker = Speaker(language, you=seat or None)
    said, view = [], table.start
    for event in table.events_seen_by(seat):
        said.append(sentences.tell(speaker, event, view))
        view = view.evolve(event)
    return said


def asked(view: Match, seat: int, language: str) -> list[str]:
    """What a seat's keys would say."""
    speaker = Speaker(language, you=seat)
    keys = (sentences.bids, sentences.on_table, sentences.suit_led, sentences.information, sentences.scores)
    return [key(speaker, view, seat) for key in keys]


def pairs(spec: str, seed: int) -> list[tuple[Table, Table, int]]:
    """Some moments of a deal, each with a twin that one seat cannot tell from it."""
    chance = Random(seed)
    table = playout(f"{spec} target=100000", seed, deals=1)
    found = []
    for _ in range(3):
        for _ in range(chance.randrange(1, 1 + len(table.actions) // 2)):
            table.undo()
        seat = chance.randrange(table.rules.players + 1)
        twin = swapped(table, seat, chance)
        if twin is not None and len(twin.actions) == len(table.actions):
            found.append((Table.from_record(table.record()), twin, seat))
    return found


@pytest.mark.parametrize("spec", tables())
@given(seed=seeds())
@settings(max_examples=5)
def test_the_same_is_heard_read_and_decided(spec: str, seed: int) -> None:
    for ours, twin, seat in pairs(spec, seed):
        for language in LANGUAGES:
            assert heard(ours, seat, language) == heard(twin, seat, language)
            if seat:
                assert asked(ours.view(seat), seat, language) == asked(twin.view(seat), seat, language)
        if seat and ours.turn == seat and ours.legal:
            for level in LEVELS:
                bot = player(level, seed)
                assert bot.act(ours.view(seat), seat) == bot.act(twin.view(seat), seat)


@pytest.mark.parametrize("spec", tables())
def test_what_is_refused_to_a_seat_is_said_the_same(spec: str) -> None:
    """A refusal is made of what that seat sees, and so is its sentence."""
    for seed in range(3):
        for ours, twin, seat in pairs(spec, seed):
            speaker = Speaker("fr", you=seat or None)
            for token in TOKENS if seat else ():
                one, other = (table.match.refusal(seat, parse(token)) for table in (ours, twin))
                assert one == other
                if one and other:
                    said = [sentences.refuse(speaker, one, table.match) for table in (ours, twin)]
                    assert said[0] == said[1]
