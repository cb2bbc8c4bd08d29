"""Every page: complete, whole, true to every option, and no message of the catalogues idle."""

from __future__ import annotations

import contextlib
import re

import pytest
from tests.laws.test_words import faults_of_french, keys, messages
from tests.rulesbook.pages import LANGUAGES, TABLES, blocks, document, one_of_each, rules_only, said
from tests.say.jokers import ONLY, misnames

from atout.cards import BIG_JOKER
from atout.commands import COMMANDS
from atout.families import PROFILES, parse
from atout.options import RulesError
from atout.rulesbook import Document, html, listing, markdown, text
from atout.rulesbook.choices import choices
from atout.rulesbook.document import CardRow, bare
from atout.say import Speaker, pattern

SECTIONS = ["end", "deal_told", "readings", "options", "origins", "evening", "questions", "atout"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_every_page_in_every_form(table: str, language: str) -> None:
    """Each table in each language: every section says something, nothing is left open, lines keep their width."""
    whole = document(table, language)
    names = [section.name for section in whole.sections]
    assert names[-len(SECTIONS) :] == SECTIONS
    assert {"preparation", "seats", "deal", "play", "count"} < set(names)
    assert all(section.blocks and section.title for section in whole.sections)
    for plain in (False, True):
        printed = text.render(whole, plain=plain)
        assert not re.search(r"[{}‹›`]|None|\( |  ,| \.(?!\w)", printed)
        assert max(map(len, printed.splitlines())) <= text.WIDTH
    assert "♠" not in printed
    jokers = misnames(" ".join(printed.split()), language, parse(table).pack)
    assert set(jokers) <= {pattern(language, ONLY)}, "a Benny may be spoken of where none is played with"
    assert not re.search("[\u00a0\u202f−]", printed)
    assert markdown.render(whole).startswith("# ")
    assert html.render(whole).startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_british_the_benny_by_its_own_name(language: str) -> None:
    """In the order of trumps, and in a hand of the deal told."""
    found = blocks(document("euchre-britannique", language).sections)
    rows = [row.text for row in found if isinstance(row, CardRow) and BIG_JOKER in row.cards]
    assert len(rows) > 1
    assert all("Benny" in row for row in rows)
    assert not misnames(" ".join(rows), language, parse("euchre-britannique").pack)


@pytest.mark.parametrize("width", [40, 60])
def test_narrow_text(width: int) -> None:
    """Text keeps to a narrow terminal, but for what is typed as it stands."""
    lines = text.render(document("atout-pique players=4"), width=width).splitlines()
    assert not [line for line in lines if len(line) > width and "atout rules" not in line and "=" not in line]


def test_listing() -> None:
    """The list names every profile, with its numbers of players."""
    for language in LANGUAGES:
        listed = text.render(listing(language), plain=True)
        for name, profile in PROFILES.items():
            assert re.search(rf"\D{min(profile.players)}\D.*\b{name}\n", listed)
        assert "# " in markdown.render(listing(language))
        assert "<dt>" in html.render(listing(language))
        assert "atout rules" in text.render(listing(language))
        assert "atout rules" not in text.render(listing(language, commands=False))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("table", "variation"), one_of_each())
def test_every_option_changes_what_is_said(table: str, variation: str, language: str) -> None:
    """A value of an option is named on the page, and the rules, readings or answers around it change with it."""
    setting = variation.split()[-1]
    choices_of = {
        of: str(next(s for s in rules_only(of, language).sections if s.name == "options")) for of in (table, variation)
    }
    assert f"`{setting}`" in choices_of[variation]
    assert f"`{setting}`" not in choices_of[table]

    def told(of: str) -> str:
        names = [section.name for section in rules_only(of, language).sections]
        words = said(of, language, *(name for name in names if name not in ("options", "atout")))
        return re.sub(r"Options? ?: [^.]*\.", "", words)

    assert told(variation) != told(table)


@pytest.mark.parametrize("table", TABLES)
def test_choices_are_those_of_the_machine(table: str) -> None:
    """Each value offered makes rules at that table, and one that is closed says why."""
    rules = parse(table)
    for choice in choices(rules):
        for value in choice.others:
            if choice.option.key != "players":
                changed = parse(f"{table} {choice.option.key}={value}")
                assert choice.option.value(changed) == choice.option.kind.read(value.lower())
                assert changed != rules
        if choice.span:
            assert choice.span[0] < choice.span[1]
            for number in choice.span:
                parse(f"{table} {choice.option.key}={number}")
        assert choice.open or choice.refusal or choice.option.key == "players"


def test_choices_are_all_there() -> None:
    """Known tables offer what RULES says: the cards left out at three, the greatest bid at four, no pairs alone."""
    at_three = {choice.option.key: choice for choice in choices(parse("piques-a-trois"))}
    assert at_three["removed"].others == ("2H", "2D")
    assert at_three["breaking"].others == ("played", "any")
    assert at_three["contract"].refusal is not None
    assert at_three["contract"].refusal.reason == "needs-pairs"
    assert at_three["draw"].value == ""
    assert not at_three["players"].open
    at_four = {choice.option.key: choice for choice in choices(parse("atout-pique"))}
    assert at_four["max_bid"].span == (1, 13)
    assert at_four["players"].others == ("3", "5", "6")
    assert at_four["nil_failed_point"].others == ("0",)
    assert at_four["target"].others[-1] == "deal"


def test_no_message_is_idle() -> None:
    """Each message of the pages' catalogues is said on some page, and none of them comes out empty everywhere."""
    heard: set[str] = set()
    said_by = Speaker.text

    def listening(self: Speaker, key: str, /, **facts: object) -> str:
        told = said_by(self, key, **facts)
        if told:
            heard.add(key)
        return told

    extra = [
        "atout-pique no_hell=yes suicide=yes",
        "pique players=3 no_hell=yes",
        "euchre-a-trois euchred=maker-loses",
        FULL,
        "spades nil_pass=2 min_pair_bid=4 pack=jokers ten_for_200=yes",
        "spades mirror=yes",
        "spades whiz=yes first_lead=two-of-clubs",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Speaker, "text", listening)
        pages: list[Document] = [listing("en")]
        for table in (*TABLES, *extra, *(f"{table} {setting}" for table, setting in _SETTINGS)):
            rules_only.cache_clear()
            pages.append(rules_only(table, "en"))
    rules_only.cache_clear()
    known = {key for area in ("rulesbook", "rulesbook_spades", "rulesbook_euchre") for key in keys("en", area)}
    elsewhere = re.compile(r"rulesbook\.(cli|story)\.|rulesbook_\w+\.remark\.")
    assert {key for key in known - heard if not elsewhere.match(key)} == set()


FULL = (
    "euchre defend_alone=yes partner_must_go_alone=yes no_trump=yes misdeal=no-ace-no-face farmers_hand=yes stick=yes"
)
"""A table of Euchre that plays everything."""
_SETTINGS = [("atout-pique", "max_bid=8"), ("atout-pique", "floor=-200"), ("atout-pique", "quicksand=yes")]


def test_titles_name_the_table() -> None:
    """A page is titled by its game, in its language."""
    assert bare(rules_only("piques-a-trois").title).startswith("Piques à trois")
    assert rules_only("euchre-a-trois", "en").title != rules_only("euchre-a-trois", "fr").title


@pytest.mark.parametrize("table", TABLES)
def test_canadian_words(table: str) -> None:
    """*Levée*, *pointage* and *brasser* in Canadian French, and nothing agreeing with a trick that is gone."""
    sections = [section.name for section in rules_only(table).sections if section.name != "atout"]
    told = said(table, "fr-CA", *sections)
    for setting in ("quicksand=yes", "euchred=maker-loses", "nil_failed_helps=yes", "contract=each"):
        with contextlib.suppress(RulesError):
            told += said(f"{table} {setting}", "fr-CA", *sections)
    assert not re.search(r"\b(?:plis?|scores?|mélang\w+)\b", told, re.IGNORECASE)
    assert not re.search(r"levées? (?:annoncés?|manquants?|faits|corrigé|remis)\b", told)
    assert "levée" in told


def test_keys() -> None:
    """Each command that can be typed stands there with its help, and no other."""
    told = said("pique", "en", "atout")
    for command in COMMANDS:
        assert (command.help(Speaker("en")) in told) is command.in_line


@pytest.mark.parametrize("language", ["fr", "fr-CA"])
def test_words_of_the_glossary(language: str) -> None:
    """The pages quote nothing, so they keep to the glossary like the sentences of play."""
    pages = {key: text for key, text in messages(language).items() if key.startswith("rulesbook")}
    assert not {key: faults for key, text in pages.items() if (faults := faults_of_french(text))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_value_explains_itself_by_itself(language: str) -> None:
    """A value is put into words only where they are others: never ``yes (yes)``."""
    for table in TABLES:
        assert not re.search(r"`([\w-]+)` \(\1\)", markdown.render(rules_only(table, language)))


def test_one_word_for_a_contract_that_is_not_made() -> None:
    """English says that it is set, on the page as in a count."""
    printed = text.render(rules_only("pique", "en"))
    assert "Contract set: 10 points lost for each trick bid." in " ".join(printed.split())
    assert "ontract failed" not in printed
