"""The speaker: names, cards, numbers and typography."""

from __future__ import annotations

import subprocess
import sys

import pytest

from atout.actions import parse as parse_action
from atout.cards import Card, Cards, Suit
from atout.families import parse
from atout.say import Speaker, capital, fold, language_of, pattern, typeset
from atout.tricks import bower_ordering, plain_ordering

FR = Speaker("fr", ("Ana", "Bob", ""), you=2)
EN = Speaker("en", ("Ana", "Bob", ""), you=2)


def cards(*tokens: str) -> Cards:
    """A set of cards by tokens."""
    return Cards.of(map(Card.from_token, tokens))


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "fr"),
        ({"LANG": "C"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr-CA"),
        ({"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "en_CA", "LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE"}, "fr"),
    ],
)
def test_language(environment: dict[str, str], language: str) -> None:
    """French unless the locale is English."""
    assert language_of(environment) == language


def test_names() -> None:
    """Players by name, else by seat; the house has a name too."""
    assert [FR.name(seat) for seat in range(4)] == ["la table", "Ana", "Bob", "Joueur 3"]
    assert FR.people((1, 2, 3)) == "Ana, Bob et Joueur 3"
    assert EN.people((1, 2)) == "Ana and Bob"
    assert EN.people((2,)) == "Bob"


def test_cards() -> None:
    """Cards stand by suit, the suit named once; jokers last."""
    hand = cards("9H", "KH", "AS", "BJ")
    assert FR.cards(hand) == "pique : as ; cœur : roi, neuf ; grand joker"
    assert EN.cards(hand) == "spades: ace; hearts: king, nine; big joker"
    assert FR.cards(Cards()) == ""
    one_of_each = cards("AS", "AH", "AD", "AC")
    assert EN.cards(one_of_each) == "spades: ace; hearts: ace; clubs: ace; diamonds: ace", "black and red by turns"
    assert FR.card(Card.from_token("QD")) == "dame de carreau"
    assert FR.the_card(Card.from_token("AC")) == "l’as de trèfle"
    assert (FR.index(Card.from_token("TH")), FR.index(Card.from_token("KS"))) == ("10♥", "R♠")
    assert Speaker("fr-CA").index(Card.from_token("KS")) == "K♠"


def test_bowers() -> None:
    """The left bower stands with trump, next below the right one, and says what it is."""
    hearts = bower_ordering(parse("euchre-a-trois").pack, Suit.HEARTS)
    hand = cards("AH", "JD", "JH", "9D", "JS")
    assert FR.cards(hand, hearts) == (
        "cœur : valet, valet de carreau (valet gauche), as ; carreau : neuf ; pique : valet"
    )
    assert FR.card(Card.from_token("JD"), hearts) == "valet de carreau, valet gauche"
    assert EN.card(Card.from_token("JD"), hearts) == "jack of diamonds, left bower"
    assert FR.card(Card.from_token("JH"), hearts) == "valet de cœur"
    assert FR.card(Card.from_token("2D"), hearts) == "deux de carreau", "a card of no such pack is only itself"
    plain = plain_ordering(parse("piques-a-trois").pack, Suit.SPADES)
    assert FR.cards(hand, plain) == FR.cards(hand)


def test_facts() -> None:
    """Seats become names, ``you`` tells whether it is the listener, cards come with their whole forms."""
    assert FR.text("event.played", seat=1, card=Card.from_token("KH")) == "Ana : roi de cœur."
    assert FR.text("event.played", seat=2, card=Card.from_token("KH")) == "Vous : roi de cœur."
    assert EN.text("event.took_up", seat=1, card=Card.from_token("AH")) == "Ana picks up the ace of hearts."
    assert FR.text("event.named", seat=1, trump=Suit.CLUBS, alone=False) == "Ana nomme l’atout : trèfle."
    assert FR.text("word.side_of", who=parse_action("AS"), total=None) == "AS "
    with pytest.raises(KeyError, match="nothing"):
        FR.text("event.nothing")
    with pytest.raises(KeyError, match="nowhere"):
        FR.text("nowhere.nothing")


def test_numbers() -> None:
    """No space within a number, which would be heard as two; ordinary signs."""
    facts = {"who": "Ana", "lines": "x", "bags": 0}
    assert FR.text("line.of.side", total=-12500, **facts) == "Ana : x. Total -12500."
    assert Speaker("fr-CA").text("line.of.side", total=12500, **facts) == "Ana : x. Total 12500."


def test_canadian_french() -> None:
    """Other words, and no space before double punctuation but the colon."""
    assert Speaker("fr-CA", ("Ana",)).text("event.trick_taken", seat=1, number=2) == "Ana fait la levée 2."
    assert Speaker("fr-CA").cards(cards("AS", "AH")) == "pique : as; cœur : as"
    assert " ;" not in pattern("fr-CA", "word.between_suits")


def test_typeset() -> None:
    """The display form of each language; a hyphen within a word or a number's range stays one."""
    text = "Pique : as ; quoi ? -3 « no-hell » 2-3"
    assert typeset(text, "fr") == "Pique\u00a0: as\u202f; quoi\u202f? −3 «\u00a0no-hell\u00a0» 2-3"
    assert typeset(text, "fr-CA") == "Pique\u00a0: as ; quoi ? −3 «\u00a0no-hell\u00a0» 2-3"
    assert typeset("Total: -3; ok", "en") == "Total: −3; ok"
    assert capital("élan") == "Élan"


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [
        ("utf-8", "« cœur »\u202f! −3 ♠ Ève"),
        ("cp1252", "« cœur » ! -3 P Ève"),
        ("ascii", '" coeur " ! -3 P Eve'),
    ],
)
def test_fold(encoding: str, shown: str) -> None:
    """What an output cannot show becomes plain; the rest stays."""
    assert fold("«\u00a0cœur\u00a0»\u202f! −3 ♠ Ève".replace("\u00a0", " "), encoding) == shown
    assert fold("日", "ascii") == "?"


def test_icu_is_loaded_late() -> None:
    """Sentences can be imported without the ICU library, which is loaded by the first one said."""
    code = "import sys, atout.sentences; assert not any('icu' in name for name in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_text_from_outside_is_harmless() -> None:
    """Names and paths cannot drive a terminal, turn a line around, or be bytes that are no characters."""
    speaker = Speaker("fr", names=("\x1b]0;x\x07Ana", "B\u202eob", "Clé\u200do"))
    assert [speaker.name(seat) for seat in (1, 2, 3)] == ["?]0;x?Ana", "B?ob", "Clé\u200do"]
    assert "a?b" in speaker.text("cli.file.not_text", path="a\udcffb", byte=1)
