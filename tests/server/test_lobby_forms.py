"""The forms that tables are chosen with: what is offered can be chosen, what cannot be is explained at its field."""

from __future__ import annotations

import pytest

from atout.bots import LEVELS
from atout.families import PROFILES, family_of, parse, spec
from atout.options import RulesError
from atout.say import LANGUAGES
from atout.server.forms import Chosen, choose, form, levels, profiles
from atout.testing import tables


def given(table: str) -> tuple[str, dict[str, str]]:
    """A rules spec as a form sends it."""
    profile, *pairs = table.split()
    return profile, dict(pair.split("=") for pair in pairs)


@pytest.mark.parametrize("table", tables())
def test_whatever_is_offered_can_be_chosen(table: str) -> None:
    """Each value of each field makes the rules it says, with all else unchanged; each number at the ends too."""
    profile, options = given(table)
    plain = choose(profile, options, "fr")
    assert (plain.ok, plain.rules) == (True, spec(parse(table)))
    assert [field.key for field in plain.form] == list(family_of(profile).options)
    for field in plain.form:
        ends = [str(end) for end in (field.least, field.most) if end is not None and field.key != "max_bid"]
        assert field.value in [value.value for value in field.values] or field.kind == "number" or not field.value
        for text in [*(value.value for value in field.values), *ends]:
            chosen = choose(profile, {**options, field.key: text}, "fr")
            assert chosen.ok, (field.key, text, chosen.conflicts)
            now = next(other for other in chosen.form if other.key == field.key)
            assert now.value == text.lower() or now.value == text.upper()
        assert field.closed is None or len(field.values) < 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_words(language: str) -> None:
    """Names, help and values are words, never tokens alone."""
    for profile in PROFILES:
        for field in form(profile, language):
            assert field.name
            assert field.help.endswith(".")
            assert all(value.label for value in field.values)
    assert [info.profile for info in profiles(language)] == list(PROFILES)
    assert len({info.summary for info in profiles(language)}) == len(PROFILES)  # each says what sets it apart
    assert tuple(info.level for info in levels(language)) == LEVELS


@pytest.mark.parametrize(
    ("profile", "options", "conflicts", "rules"),
    [
        ("atout-pique", {"players": "5", "suicide": "yes", "nil": "9"}, {"suicide"}, "atout-pique players=5 nil=9"),
        ("atout-pique", {"quicksand": "yes", "bags": "10/-100"}, {"bags"}, "atout-pique quicksand=yes"),
        ("pique", {"players": "9", "target": "300"}, {"players"}, "pique target=300"),
        ("pique", {"players": "6"}, {"players"}, "pique"),
        ("pique", {"target": "many"}, {"target"}, "pique"),
        ("pique", {"tarot": "yes"}, {"tarot"}, "pique"),
        ("pique", {"max_bid": "99", "look": "never", "suicide": "yes"}, {"max_bid", "look"}, "pique suicide=yes"),
        ("pique", {"suicide": "yes", "max_bid": "3"}, {"max_bid"}, "pique suicide=yes"),
        ("atout-pique", {"removed": "2C", "players": "4"}, {"removed"}, "atout-pique"),
        ("euchre-a-trois", {"stick": "yes", "march": "3"}, set(), "euchre-a-trois march=3 stick=yes"),
        ("euchre-a-trois", {"stick": " ", "march": ""}, set(), "euchre-a-trois"),
    ],
)  # fmt: skip
def test_conflicts_are_explained_by_field(
    profile: str, options: dict[str, str], conflicts: set[str], rules: str
) -> None:
    """Every field at fault is named with its reason; the rest makes rules."""
    chosen = choose(profile, options, "fr")
    assert set(chosen.conflicts) == conflicts
    assert sorted(chosen.rules.split()) == sorted(rules.split())
    assert spec(parse(chosen.rules)) == chosen.rules
    assert chosen.ok == (not conflicts)
    assert all(said.endswith(".") for said in chosen.conflicts.values())


def test_conflicts_speak_the_language() -> None:
    def said(chosen: Chosen) -> str:
        return chosen.conflicts["suicide"]

    options = {"players": "5", "suicide": "yes"}
    assert said(choose("atout-pique", options, "fr")) == "Suicide : seulement en équipes."
    assert said(choose("atout-pique", options, "en")) == "Suicide: for pairs only."


def test_a_closed_option_says_why() -> None:
    fields = {field.key: field for field in form("atout-pique players=5", "en")}
    assert fields["suicide"].closed == "Suicide: for pairs only."
    assert fields["exact"].closed is None


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(RulesError):
        choose("tennis", {}, "fr")
