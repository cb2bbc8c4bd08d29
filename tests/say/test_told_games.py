"""Whole games told to every seat: nothing without words, nothing that a seat may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from tests.say.jokers import misnames

from atout import sentences
from atout.actions import Adjust, parse
from atout.events import Event, HandSeen, Revealed
from atout.match import Match
from atout.say import Speaker
from atout.seats import HOUSE
from atout.table import Table
from atout.testing import playout, tables
from atout.testing.curtain import swapped

LANGUAGES = ("fr", "en")
NAMES = ("Ana", "Bob", "Cléo", "Dan", "Ève", "Fred")
READ_KEYS = (
    sentences.bids,
    sentences.hand,
    sentences.information,
    sentences.last_trick,
    sentences.on_table,
    sentences.scores,
    sentences.suit_led,
    sentences.whose_turn,
)
TABLES = (*tables(), "pique players=2 draw=alternate draw_shown=all", "euchre-a-trois stick=yes discard_turned=no")
ODD = tuple(map(parse, ("keep", "misdeal", "0", "9", "17", "pass", "order", "H", "-9C", "AS", "2D", "JD", "claim")))
"""Actions that are often refused."""
SILENT = (Revealed, HandSeen)
"""What may have no sentence: curtains raised, and others looking at their cards; besides cards shown to others."""


def speakers(table: Table, seat: int) -> Iterator[Speaker]:
    """Who speaks to a seat (0: a spectator), in each language."""
    for language in LANGUAGES:
        yield Speaker(language, NAMES[: table.rules.players], seat or None, table.rules.pack)


def told(speaker: Speaker, table: Table, seat: int) -> Iterator[tuple[Event, str]]:
    """Every event a seat has seen, with its sentence."""
    view = table.start
    for event in table.events_seen_by(seat):
        yield event, sentences.tell(speaker, event, view)
        view = view.evolve(event)


def answers(speaker: Speaker, view: Match, seat: int) -> Iterator[str]:
    """All read keys, the choices of the seat, and why other things are refused."""
    for key in READ_KEYS:
        yield key(speaker, view, seat)
    for action in view.legal(seat):
        yield sentences.action_text(speaker, action, view, seat).capitalize() + "."
    for action in ODD:
        refusal = view.refusal(seat, action)
        if refusal:
            yield sentences.refuse(speaker, refusal, view)


def require_sentence(text: str, speaker: Speaker) -> None:
    """Finished and plain: a capital, a full stop; no open variable, no gap, no symbol, no typographic space; no joker
    by a name it does not have in this pack.
    """
    assert re.fullmatch(r"[A-ZÀÉÈ0-9][^{}#♠♥♦♣−\u00a0\u202f]*\.", text), text
    assert not re.search(r"  |\bNone\b|[ .,;:][.,]", text), text
    assert not misnames(text, speaker.language, speaker.pack), text


def tell_all(table: Table) -> set[type[Event]]:
    """Tells a whole game to every seat; returns the kinds of events that had a sentence."""
    kinds = set()
    for seat in range(table.rules.players + 1):
        for speaker in speakers(table, seat):
            for event, said in told(speaker, table, seat):
                if said:
                    require_sentence(said, speaker)
                    kinds.add(type(event))
                else:
                    assert isinstance(event, SILENT) or getattr(event, "card", event) is None, event
    return kinds


# --- laws -------------------------------------------------------------------------------------------------------------


def answers_law(table: Table, chance: Random) -> None:
    """Whatever a seat asks, whenever, gets a sentence."""
    for seat in range(table.rules.players + 1):
        for speaker in speakers(table, seat):
            for said in answers(speaker, table.view(seat), seat):
                require_sentence(said, speaker)


def secrecy_law(table: Table, chance: Random) -> None:
    """Two cards that a seat has not seen change places: it is told the same, and answered the same."""
    seat = chance.randrange(table.rules.players + 1)
    twin = swapped(table, seat, chance)
    if twin is None or len(twin.actions) < len(table.actions):
        return
    for speaker in speakers(table, seat):
        assert list(told(speaker, twin, seat)) == list(told(speaker, table, seat))
        assert list(answers(speaker, twin.view(seat), seat)) == list(answers(speaker, table.view(seat), seat))


@pytest.mark.parametrize("rules", TABLES)
def test_every_game_is_told(rules: str) -> None:
    """Each profile for each number of players: events, answers, choices and refusals, to everybody."""
    tell_all(playout(rules, 1, laws=(answers_law, secrecy_law), checks=3, deals=2))


@pytest.mark.long
@pytest.mark.parametrize("rules", TABLES)
def test_many_games_are_told(rules: str) -> None:
    """The same at every decision of many games, with claims, rulings and void deals."""
    for seed in range(5):
        tell_all(playout(rules, seed, laws=(answers_law, secrecy_law), checks=100, deals=2, rulings=0.02))


# --- every kind of event ----------------------------------------------------------------------------------------------


def misdealt() -> Table:
    """A game in which somebody claimed a misdeal."""
    for seed in count():
        table = Table("pique", seed=seed)
        if parse("misdeal") in table.legal:
            table.act("misdeal")
            return table
    raise AssertionError


def reopened() -> Table:
    """A finished match that a ruling opens again."""
    table = playout("euchre-a-trois target=1", 3, deals=9)
    first, second, _ = sorted(table.total, reverse=True)
    table.act(Adjust(table.winners[0] - 1, second - first, "pli mal compté"), HOUSE)
    return table


def given() -> Table:
    """A game in which a blind nil exchanged cards, and the two of clubs was led."""
    table = Table("spades blind_behind=0 nil_pass=2 first_lead=two-of-clubs", seed=1)
    for token in ("blind-nil", "3", "4", "3"):
        table.act(token)
    while not table.match.hand.playing:  # type: ignore[union-attr]
        table.act(table.legal[0])
    table.act("2C")
    return table


def from_the_middle() -> Table:
    """A game that starts in the middle of a deal."""
    return Table.from_record('[Rules "piques-a-trois"] [Dealer 3] [Hands "A.K.. .AQ.. 2.J.."] [Bids "5 6 4"]')


def test_every_kind_of_event_is_told() -> None:
    """No class of events is left out, the rare ones neither; only the raising of a curtain is always silent."""
    games = [playout(rules, seed, rulings=0.08, deals=2) for seed, rules in enumerate(TABLES)]
    games += [playout("euchre-a-trois", 6, deals=9), playout("piques-a-trois target=deal", 5)]
    games += [misdealt(), reopened(), from_the_middle(), given()]
    games += [playout("euchre defend_alone=yes farmers_hand=yes", seed, deals=4) for seed in range(3)]
    found = {kind for game in games for kind in tell_all(game)}
    assert set(Event.__subclasses__()) - found == {Revealed}
