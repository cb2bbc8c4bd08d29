"""What is asked at each stage, and the cards shown beside the question."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.terminal.session import Game

from atout.actions import Claim
from atout.families import PROFILES
from atout.match import Match
from atout.say import LANGUAGES, Speaker
from atout.sentences import question
from atout.table import Table
from atout.terminal.prompts import cards_beside, completions
from atout.typed import typed

HANDS = "AKQ2.T98.J76.543 JT9.AKQ.T98.J762 876.J762.AKQ.T98 543.543.5432.AKQ"


def asked(record: str, seat: int, language: str = "fr") -> str:
    """The question a seat is asked where a record stops."""
    return question(Speaker(language), Table.from_record(record).view(seat), seat)


def dealt(spec: str, body: str = "") -> str:
    """A record of a deal at four by seat 4."""
    return f'[Rules "{spec}"]\n[Deal 1] [Dealer 4]\n[Hands "{HANDS}"]\n{body}\n'


def euchre(body: str, dealer: int = 3) -> str:
    """A record of a deal of euchre."""
    return (
        f'[Rules "euchre-a-trois"]\n[Deal 1] [Dealer {dealer}]\n[Hands "A9.K.Q9. J.A.AK.A K.QJ.J.K"]\n'
        f'[Stock "TH ?8"]\ncalls: {body}\n'
    )


@pytest.mark.parametrize(
    ("record", "seat", "french", "english"),
    [
        (dealt("atout-pique"), 1, "Votre annonce (0 à 13) ?", "Your bid (0 to 13)?"),
        (
            dealt("atout-pique no-hell=yes", "bids: 3 4 3"),
            4,
            "Votre annonce (0 à 2, 4 à 13) ?",
            "Your bid (0 to 2, 4 to 13)?",
        ),
        (dealt("atout-pique suicide=yes"), 1, "Votre annonce (0, 4 à 13) ?", "Your bid (0, 4 to 13)?"),
        (dealt("atout-pique suicide=yes", "bids: 5 4"), 3, "Votre annonce (0) ?", "Your bid (0)?"),
        (euchre(""), 1, "Commander ou passer ?", "Order it up or pass?"),
        (euchre("pass pass"), 3, "Prendre ou passer ?", "Take it or pass?"),
        (
            euchre("pass pass pass"),
            1,
            "Nommer l’atout (pique, carreau, trèfle ; ou passer) ?",
            "Name trump (spades, diamonds, clubs; or pass)?",
        ),
        (
            euchre("pass pass pass pass pass").replace("a-trois", "a-trois stick=yes"),
            3,
            "Nommer l’atout (pique, carreau, trèfle) ?",
            "Name trump (spades, diamonds, clubs)?",
        ),
        (euchre("order"), 3, "Votre défausse ?", "Your discard?"),
        (euchre("order -JD"), 1, "À vous d’entamer ?", "Your lead?"),
        (euchre("order -KC KH"), 2, "Cœur demandé. Votre carte ?", "Hearts led. Your card?"),
        (
            euchre("pass pass pass C 9S"),
            2,
            "Pique demandé, sans pique. Votre carte ?",
            "Spades led, you have no spades. Your card?",
        ),
        (
            euchre("pass pass pass C AS"),
            2,
            "Pique demandé, sans pique. Votre carte ?",
            "Spades led, you have no spades. Your card?",
        ),
    ],
)
def test_questions(record: str, seat: int, french: str, english: str) -> None:
    """The question says what may be answered."""
    assert asked(record, seat) == french
    assert asked(record, seat, "en") == english


def test_draw_misdeal_and_claim() -> None:
    """The two-player draw, a hand that may be thrown in, a hand laid down."""
    table = Table("pique players=2", seed=1)
    seat = table.turn or 0
    assert question(Speaker("fr"), table.view(seat), seat) == "Garder ou refuser ?"
    poor = '[Rules "pique"]\n[Deal 1] [Dealer 4]\n[Hands ".AT98765.A98.A98 ? ? ?"]\n'
    assert asked(poor, 1) == "Votre annonce (0 à 13 ; ou maldonne) ?"
    assert asked(poor, 1, "en") == "Your bid (0 to 13; or misdeal)?"
    table = Table.from_record(dealt("atout-pique", "bids: 3 4 3 3"))
    table.act(Claim())
    assert question(Speaker("fr"), table.view(2), 2) == "Accepter ou refuser ?"


def beside(view: Match, seat: int, *, plain: bool, language: str = "fr") -> str:
    return cards_beside(Speaker(language, pack=view.rules.pack), view, seat, plain=plain)


def test_cards_beside() -> None:
    """The whole hand in short for eyes, bowers among the trumps; in plain words what may be played."""
    view = Table.from_record(euchre("order -KC KH")).view(2)
    assert beside(view, 2, plain=False) == "Main : cœur A ; trèfle A ; carreau A R ; pique V."
    assert beside(view, 2, plain=True) == "Jouable, cœur : as."
    view = Table.from_record(euchre("order -KC KH AH")).view(3)
    assert beside(view, 3, plain=False) == "Main : cœur V VK D 10 ; pique R."
    assert beside(view, 3, plain=False, language="en") == "Hand: hearts J JD Q 10; spades K."
    assert beside(view, 3, plain=True) == "Jouable, cœur : valet, valet de carreau (valet gauche), dame, dix."
    view = Table("pique", seed=1).view(1)
    assert [beside(view, seat, plain=False) for seat in (1, 2, 3, 4)].count("") >= 3  # nobody else may look
    called = '[Rules "euchre-britannique"]\n[Deal 1] [Dealer 4]\n[Hands "AT..9.J+BJ ? ? ?"] [Stock "9S ?4"]\n'
    view = Table.from_record(called).view(1)  # trump is not named yet: the Benny belongs to no suit
    assert beside(view, 1, plain=False) == "Main : pique A 10 ; trèfle V ; carreau 9 ; Benny."
    claimed = Table.from_record(dealt("atout-pique", "bids: 3 4 3 3"))
    claimed.act(Claim())
    assert beside(claimed.view(2), 2, plain=False) == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spec", [f"{p.name} players={n}" for p in PROFILES.values() for n in p.players])
def test_every_completion_can_be_typed(spec: str, language: str) -> None:
    """At every decision of a deal, whatever Tab offers has exactly one reading."""
    game = Game(spec, 31)
    while game.table.match.number == 1 and not game.table.over:
        view = game.view
        for line in completions(Speaker(language), view, game.seat):
            assert len(typed(language).read(line, view, game.seat)) == 1, line
        game.act(game.person.act(view, game.seat))


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_short(language: str) -> None:
    """A question fits a line of 80 columns, ends in a question mark, and one deal asks no more than it must."""
    for spec in ("pique players=3", "atout-pique players=6", "euchre-a-trois", "pique players=2"):
        game, asked_before = Game(spec, 8), ["", ""]
        while game.table.match.number == 1:
            text = question(Speaker(language), game.view, game.seat)
            assert len(text) <= 72
            assert text.endswith("?")
            asked_before.append(text)
            game.act(game.person.act(game.view, game.seat))
        assert any(one != other for one, other in pairwise(asked_before[2:]))
