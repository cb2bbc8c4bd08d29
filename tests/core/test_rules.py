"""Rules as data: specs read and printed, every option's values, every conflict of R14 with its field and reason."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from atout import RulesError
from atout.cards import NO_CARDS
from atout.families import FAMILIES, PROFILES, family_of, make, parse, spec
from atout.seats import MOST
from atout.testing import specs, tables, variations

CONFLICTS = [
    ("atout-pique players=3 suicide=yes", "suicide", "needs-pairs"),
    ("piques-a-trois suicide=yes", "suicide", "needs-pairs"),
    ("pique players=2 suicide=yes", "suicide", "needs-pairs"),
    ("atout-pique suicide=yes max_bid=3", "max_bid", "less-than-suicide"),
    ("pique players=3 double_nil=joint", "double_nil", "needs-pairs"),
    ("atout-pique players=6 double_nil=joint", "double_nil", "needs-pairs"),
    ("piques-a-trois contract=each", "contract", "needs-pairs"),
    ("piques-a-trois nil_failed_helps=yes", "nil_failed_helps", "needs-pairs"),
    ("atout-pique players=5 misdeal=no-spade-or-face", "misdeal", "misdeal-too-often"),
    ("atout-pique players=6 misdeal=no-spade-or-face", "misdeal", "misdeal-too-often"),
    ("pique players=2 misdeal=no-spade-or-face", "misdeal", "misdeal-with-draw"),
    ("pique players=2 look=turn", "look", "look-with-draw"),
    ("pique players=3 draw=alternate", "draw", "draw-needs-two"),
    ("pique draw=block", "draw", "draw-needs-two"),
    ("piques-a-trois draw_shown=all", "draw_shown", "draw-needs-two"),
    ("atout-pique quicksand=yes bags=10/-100", "bags", "bags-with-quicksand"),
    ("atout-pique removed=2C", "removed", "pack-does-not-divide"),
    ("piques-a-trois removed=none", "removed", "pack-does-not-divide"),
    ("piques-a-trois removed=2S", "removed", "spade-removed"),
    ("atout-pique players=5 removed=2S,2C", "removed", "spade-removed"),
    ("atout-pique players=3 removed=BJ", "removed", "not-in-pack"),
    ("piques-a-trois removed=2C,BJ,LJ", "removed", "not-in-pack"),
    ("pique max_bid=17", "max_bid", "more-than-cards"),
    ("pique removed=2C,2D,2H,2S", "max_bid", "more-than-cards"),
    ("atout-pique players=6 max_bid=9", "max_bid", "more-than-cards"),
]
BAD_VALUES = [
    "atout-pique no-hell=maybe",
    "atout-pique no-hell=YES!",
    "piques-a-trois target=0",
    "piques-a-trois target=abc",
    "piques-a-trois target=-5",
    "piques-a-trois target=1e3",
    "piques-a-trois target=²",
    "piques-a-trois target=9999999999",
    "pique players=0",
    "pique players=x",
    "pique removed=2X",
    "pique removed=2C,2C",
    "pique removed=2C,",
    "pique bags=10",
    "pique bags=10/100",
    "pique bags=0/-100",
    "pique bags=/",
    "pique bags=x/-5",
    "pique floor=200",
    "pique floor=0",
    "pique nil=-1",
    "pique nil_failed_point=2",
    "pique breaking=sometimes",
    "pique overtime=never",
    "pique max_bid=0",
    "euchre-a-trois pack=28",
    "euchre-a-trois march=0",
    "euchre-a-trois tie=win",
    "euchre-a-trois euchred=both",
    "euchre-a-trois lead=left",
]


@pytest.mark.parametrize(("text", "field", "reason"), CONFLICTS)
def test_conflicts_are_refused_with_field_and_reason(text: str, field: str, reason: str) -> None:
    """R14."""
    with pytest.raises(RulesError) as refused:
        parse(text)
    assert (refused.value.field, refused.value.reason) == (field, reason)
    assert field in str(refused.value)


@pytest.mark.parametrize("text", BAD_VALUES)
def test_bad_values_are_refused_with_examples(text: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse(text)
    assert refused.value.reason == "bad-value"
    assert refused.value.facts["given"] == text.partition("=")[2]
    for example in refused.value.facts["examples"]:  # type: ignore[attr-defined]
        option = family_of(text.split()[0]).options[refused.value.field]
        assert option.kind.text(option.kind.read(example)) == example


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("", "profile", "no-profile"),
        ("   ", "profile", "no-profile"),
        ("atout-piqe", "profile", "unknown-profile"),
        ("belote", "profile", "unknown-profile"),
        ("pique jokers=yes", "jokers", "unknown-option"),
        ("pique stick=yes", "stick", "unknown-option"),
        ("euchre-a-trois suicide=yes", "suicide", "unknown-option"),
        ("pique 500", "500", "unknown-option"),
        ("pique target", "target", "no-value"),
        ("pique target=", "target", "no-value"),
        ("pique target=100 target=200", "target", "given-twice"),
        ("pique no-hell=yes no_hell=no", "no_hell", "given-twice"),
        ("pique players=5", "players", "not-this-many"),
        ("piques-a-trois players=4", "players", "not-this-many"),
        ("atout-pique players=2", "players", "not-this-many"),
        ("euchre-a-trois players=4", "players", "not-this-many"),
    ],
)
def test_other_faults_of_a_spec(text: str, field: str, reason: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse(text)
    assert (refused.value.field, refused.value.reason) == (field, reason)


def test_no_card_left_is_no_pack() -> None:
    everything = ",".join(f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "SHDC")
    with pytest.raises(RulesError) as refused:
        parse(f"atout-pique removed={everything}")
    assert refused.value.field == "removed"


def test_a_pack_without_a_stock() -> None:
    """No registered profile allows it yet; the rules refuse it by themselves."""
    from atout.euchre.rules import EuchreRules

    rules = parse("euchre-a-trois pack=20")
    assert isinstance(rules, EuchreRules)
    with pytest.raises(RulesError) as refused:
        replace(rules, layout=replace(rules.layout, players=4))
    assert (refused.value.field, refused.value.reason) == ("pack", "no-stock")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PIQUE", "pique"),
        ("piques_a_trois", "piques-a-trois"),
        ("pique players=4", "pique"),
        ("atout-pique NO-HELL=YES", "atout-pique no_hell=yes"),
        ("atout-pique quicksand=yes bags=none", "atout-pique quicksand=yes"),
        ("atout-pique target=500 players=4", "atout-pique"),
        ("atout-pique suicide=yes no-hell=yes players=4", "atout-pique no_hell=yes suicide=yes"),
        ("pique players=2 draw=block", "pique players=2"),
        ("pique target=deal floor=none", "pique target=deal"),
        ("pique floor=−200", "pique floor=-200"),
        ("pique max_bid=held removed=2s,2h,2d,2c", "pique removed=2C,2D,2H,2S max_bid=held"),
        ("piques-a-trois max_bid=held removed=2c", "piques-a-trois"),
        ("euchre-a-trois stick=no march=3", "euchre-a-trois march=3"),
    ],
)
def test_canonical_specs(text: str, canonical: str) -> None:
    """Only what differs from the profile is printed; ``-`` and ``_`` are equal in keys, case does not matter."""
    assert spec(parse(text)) == canonical
    assert parse(canonical) == parse(text)
    assert hash(parse(canonical)) == hash(parse(text))


@given(text=specs(most_options=6))
def test_specs_are_read_back(text: str) -> None:
    """Equal rules, and printing is a fixed point."""
    printed = spec(parse(text))
    assert parse(printed) == parse(text)
    assert spec(parse(printed)) == printed


KEYS = [key for family in FAMILIES.values() for key in family.options]
WORDS = st.sampled_from([*PROFILES, *KEYS, "=", "=yes", "=-", "=2C,2C"])


@given(text=st.one_of(st.text(max_size=40), st.lists(st.one_of(WORDS, st.text(max_size=5))).map(" ".join)))
@settings(max_examples=400)
def test_whatever_is_asked_for_is_rules_or_refused(text: str) -> None:
    """Nothing but ``RulesError`` comes out, and it is short."""
    try:
        rules = parse(text)
    except RulesError as refused:
        fault = str(refused)
    else:
        fault = ""
        assert parse(spec(rules)) == rules
    assert len(fault) < 1500


@pytest.mark.parametrize("table", tables())
def test_every_variation_differs_and_travels(table: str) -> None:
    """Rules compare, hash and pickle."""
    plain = parse(table)
    for text in variations(table):
        rules = parse(text)
        assert rules != plain
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert spec(rules) == text


@pytest.mark.parametrize("name", PROFILES)
def test_every_option_sets_a_field(name: str) -> None:
    """Each key has a value in the rules, or none where the game has no such thing, and can read what it offers."""
    rules = make(name)
    for key, option in family_of(name).options.items():
        assert option.kind.text(option.value(rules)) or option.value(rules) is None
        for example in option.kind.examples:
            assert option.kind.text(option.kind.read(example)) == example, key


def test_every_profile_belongs_to_one_family() -> None:
    names = [profile.name for family in FAMILIES.values() for profile in family.profiles]
    assert sorted(names) == sorted(set(names)) == sorted(PROFILES)
    assert {family_of(name).name for name in names} == set(FAMILIES)


def test_the_largest_table() -> None:
    """Messages and names are made for as many seats as a table may have."""
    assert max(number for profile in PROFILES.values() for number in profile.players) == MOST


def test_sides_share_out_the_seats() -> None:
    for table in tables():
        rules = parse(table)
        seats = sorted(seat for side in rules.sides for seat in side)
        assert seats == list(range(1, rules.players + 1))
        assert rules.pack != NO_CARDS
