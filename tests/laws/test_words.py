"""The catalogues: complete, alike in both languages, well written, and nothing in them that nobody says."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.laws import icu

import atout.actions
from atout.actions import Action, Adjust, Bid, Claim, Deal, Discard, Name, Play, Settle, SetUp, Swap
from atout.cards import Card, Cards, Suit
from atout.families import FAMILIES, PROFILES, new_match, parse
from atout.options import Choice
from atout.say import LANGUAGES, Speaker, pattern, typeset
from atout.scoring import ScoreLine
from atout.sentences import action_text, option_help, option_name, option_value, profile_name, score_line, summary
from atout.testing import tables, variations
from atout.tricks import Holding, Position

SRC = Path(atout.actions.__file__).parent
LOCALE = SRC / "locale"
AREAS = ("word", "event", "refusal", "line", "option", "fault", "view", "action")
"""The areas of play: the ones this file looks into closely. The laws of all catalogues hold for all."""
SENTENCES = ("event", "refusal", "view")
"""Areas whose messages are whole sentences, but for the parts listed here."""
PARTS = {"view.bids.waiting", "view.information.bid", "view.scores.side"}


def keys(language: str, area: str) -> dict[str, str]:
    """The messages of one file by key, as written."""
    path = LOCALE / language / f"{area}.toml"
    found: dict[str, str] = {}

    def collect(prefix: str, table: dict[str, object]) -> None:
        for key, value in table.items():
            if isinstance(value, dict):
                collect(f"{prefix}{key}.", value)
            else:
                assert isinstance(value, str), f"{language}/{area}.toml: {prefix}{key}"
                found[f"{prefix}{key}"] = value

    if path.is_file():
        collect(f"{area}.", tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def areas(language: str = "*") -> list[str]:
    """Every area there is."""
    return sorted({path.stem for path in LOCALE.glob(f"{language}/*.toml")})


def messages(language: str) -> dict[str, str]:
    """Every message of a language, with what it inherits, as used."""
    names = [key for area in areas() for key in keys(language.partition("-")[0], area)]
    return {key: pattern(language, key) for key in names}


# --- all catalogues ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("area", areas())
def test_languages_have_the_same_messages(area: str) -> None:
    """French and English say the same things; Canadian French says nothing of its own."""
    french, english = keys("fr", area), keys("en", area)
    assert french.keys() == english.keys()
    assert keys("fr-CA", area).keys() <= french.keys()


@pytest.mark.parametrize("area", areas())
def test_languages_use_the_same_facts(area: str) -> None:
    """A message has the same variables in every language."""
    french = {key: set(icu.arguments(text)) for key, text in keys("fr", area).items()}
    english = {key: set(icu.arguments(text)) for key, text in keys("en", area).items()}
    canadian = {key: set(icu.arguments(text)) for key, text in keys("fr-CA", area).items()}
    assert french == english
    assert canadian.items() <= french.items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_said(language: str) -> None:
    """ICU reads every pattern, whatever its branches, and leaves no variable open and no gap behind."""
    for key, text in messages(language).items():
        for said in icu.formatted(text, language):
            assert not re.search(r"[{}#]", said), (key, said)
            assert "\n" in said or "  " not in said.lstrip(), (key, said)  # texts of several lines have columns


@pytest.mark.parametrize("language", LANGUAGES)
def test_typing(language: str) -> None:
    """Apostrophes are typographic (ICU would take others for quotes); spaces and minus signs are ordinary ones."""
    for key, text in messages(language).items():
        assert not re.search("['\u00a0\u202f\u2009−]", text), (key, text)


NAMES = "seat|turn|dealer|maker|leader|winner|who|player|name"
ELIDED = re.compile(rf"(?:\b[dlmnstj]’|\bqu’|\b(?:de|que|du|si|le|la|ne|se) )\{{(?:{NAMES})\}}", re.IGNORECASE)
GLUED = re.compile(r"(?:\b[dl]’|\b(?:de|du|le|la|un|une) )\{(?:the_)?(?:card|other|taken|tossed)\}", re.IGNORECASE)
AGREEING = re.compile(r"\w\((?:e|es|ne|trice|euse)\)|\{seat\} (?:est|a été|sont) \w+[éi]e?s?\b", re.IGNORECASE)


def faults_of_french(text: str) -> list[str]:
    """What the glossary forbids in one message: elision or agreement with a name, glued card phrases, banned words."""
    found = []
    for said in icu.expansions(text):
        for what in (ELIDED, GLUED, AGREEING, BANNED):
            found += [match[0] for match in what.finditer(said)]
    return found


BANNED = re.compile(
    r"\b(?:mises?|misé\w*|miser|croupiers?|en renonce|tonnelles?|pioche\w*|de même couleur|zéro|paris?|parier"
    r"|manches?|écart\w*|surplis|surlevées?|capote|tu|te|toi|ton|ta|tes)\b|mauvaise donne",
    re.IGNORECASE,
)
"""Words the glossary replaces by others, and *tu*."""


@pytest.mark.parametrize("language", ["fr", "fr-CA"])
def test_french_follows_the_glossary(language: str) -> None:
    """Nothing elides before a name or agrees with one, and one word stands for one thing."""
    quoting = ("rulesbook", "typed", "command")  # they may quote the texts, or list what a player may type
    found = {key: faults_of_french(text) for key, text in messages(language).items() if not key.startswith(quoting)}
    assert not {key: faults for key, faults in found.items() if faults}


def test_french_spaces() -> None:
    """French has a space before double punctuation; Canadian French only before a colon."""
    for key, text in messages("fr").items():
        for said in icu.expansions(text):
            assert not re.search(r"[^\W\d_](?:[;!?]|:(?!\S))|«\S|\S»", said), (key, said)
    for key, text in messages("fr-CA").items():
        for said in icu.expansions(text):
            assert not re.search(r"\s[;!?]", said), (key, said)
    assert typeset("« Quoi ? » : non ; -5 !", "fr") == "«\u00a0Quoi\u202f?\u00a0»\u00a0: non\u202f; −5\u202f!"


def test_canadian_words() -> None:
    """*Levée*, *pointage* and *brasser*, wherever play is spoken of."""
    for key, text in messages("fr-CA").items():
        if key.startswith(AREAS):
            assert not re.search(r"\b(?:plis?|scores?|mélang\w+)\b", text, re.IGNORECASE), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_whole(language: str) -> None:
    """What happened, why not and what lies open are told in sentences: no space at either end, a full stop last."""
    for key, text in messages(language).items():
        if key.startswith(tuple(f"{area}." for area in SENTENCES)) and key not in PARTS:
            for said in icu.formatted(text, language):
                assert re.fullmatch(r"\S.*(?:\.|Xx) ?", said), (key, said)


# --- everything that can be said has words ----------------------------------------------------------------------------


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    """Every module of the package, parsed; but the rules pages, which only quote what others make."""
    paths = [path for path in sorted(SRC.rglob("*.py")) if path.parent.name != "rulesbook"]
    return tuple((path, ast.parse(path.read_text(encoding="utf-8"), str(path))) for path in paths)


def codes(call: str, position: int) -> set[str]:
    """Every string that reaches an argument of a call, by its literal or through a name of the same module."""
    found: set[str] = set()
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call:
                if len(node.args) > position:
                    strings = set(literals(node.args[position], tree))
                    assert strings, f"{path.name}:{node.lineno}: which code is this?"
                    found |= strings
    return found


def literals(node: ast.expr | None, tree: ast.Module) -> Iterator[str]:
    """The strings an expression may be, as far as its own module tells."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from literals(one, tree)
            yield from literals(other, tree)
        case ast.Dict(values=values):
            for value in values:
                yield from literals(value, tree)
        case ast.Subscript(value=value):
            yield from literals(value, tree)
        case ast.Call(func=ast.Name(name)):
            for function in ast.walk(tree):
                if isinstance(function, ast.FunctionDef) and function.name == name:
                    for inside in ast.walk(function):
                        if isinstance(inside, ast.Return):
                            yield from literals(inside.value, tree)
        case ast.Name(name):
            for statement in ast.walk(tree):
                match statement:
                    case ast.Assign(targets=[ast.Name(target)]) | ast.AnnAssign(target=ast.Name(target)):
                        if target == name:
                            yield from literals(statement.value, tree)


def named(area: str, prefix: str = "") -> set[str]:
    """The keys of an area, or of one group of it, without that part."""
    return {key.removeprefix(f"{area}.{prefix}") for key in keys("fr", area) if key.startswith(f"{area}.{prefix}")}


def test_every_refusal_has_words() -> None:
    """… and every word a refusal; ``counts_as`` is a sentence added to one."""
    assert named("refusal") - {"counts_as"} == codes("Refusal", 0)


def test_every_fault_of_rules_and_records_has_words() -> None:
    """… and there are no others; faults that hold another fault are told by that one's words."""
    assert named("fault", "rules.") == codes("RulesError", 1)
    assert named("fault", "record.") - {"at"} == codes("RecordError", 1) - {"refused", "bad-rules"}


def test_every_score_line_has_words() -> None:
    """… and there are no others."""
    known = codes("ScoreLine", 0)
    assert {key for key in named("line") if "." not in key} == known
    for language in LANGUAGES:
        for code in known:
            assert score_line(Speaker(language), ScoreLine(code, 10, 2, (1,))).endswith("+10")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES.keys())
def test_every_option_has_words(family: object, language: str) -> None:
    """Each key has a name and a line of help, each value worth offering a wording."""
    speaker = Speaker(language)
    for key, option in family.options.items():  # type: ignore[attr-defined]
        assert option_name(speaker, key)
        assert option_help(speaker, key).endswith(".")
        for example in option.kind.examples:
            said = option_value(speaker, option, option.kind.read(example))
            assert said
            assert not isinstance(option.kind, Choice) or said not in option.kind.examples, "a token is no wording"
        if isinstance(option.kind, Choice):
            assert option_value(speaker, option, None)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_table_has_words(language: str) -> None:
    """Each profile has a name, and each table a summary that tells all its options."""
    speaker = Speaker(language)
    assert len({profile_name(speaker, name) for name in PROFILES}) == len(PROFILES)
    for table in tables():
        plain = summary(speaker, parse(table))
        for variation in variations(table):
            told = summary(speaker, parse(variation))
            assert told.endswith(".")
            assert told != plain, variation


def kinds(base: type) -> set[type]:
    """Every concrete class below one."""
    below: list[type] = base.__subclasses__()
    return {kind for one in below for kind in (one, *kinds(one))}


SAMPLES: dict[type, Action] = {
    kind: action
    for action in (
        Bid(0), Name(Suit.HEARTS), Swap(Cards.of([Card.from_token("9C")])),
        Discard(Card.from_token("9C")), Play(Card.from_token("AS")), Claim(),
        atout.actions.parse("give:AS,KS"),
        Settle((3, 1, 1)), Deal(()), SetUp(Position((Holding(),), (0,), 1)), Adjust(0, 5, "x"),
    )
    for kind in (type(action),)
}  # fmt: skip
"""One action of each class that has facts; the others are made without."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_words(language: str) -> None:
    """Each class of actions, the house's included."""
    match = new_match(parse("euchre-a-trois"))
    for kind in kinds(Action):
        action = SAMPLES.get(kind) or kind()
        assert action_text(Speaker(language), action, match, 1), kind
    for token in ("-?", "give:?2", "blind-nil"):
        assert action_text(Speaker(language), atout.actions.parse(token), match, 1)


# --- the checks can fail ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Tour de {seat}.", "la carte d’{who}", "plus que {dealer}", "l’{card}", "Main de {the_card}", "une mise",
        "parti(e)", "{seat} est parti.", "c’est à {seat, select, x {vous} other {la place de {seat}}}", "ta carte",
    ],
)  # fmt: skip
def test_bad_french_is_seen(text: str) -> None:
    """What must be found is found."""
    assert faults_of_french(text)


@pytest.mark.parametrize(
    "text", ["À {seat} d’annoncer.", "Atout {suit}, de {count}", "{the_card}", "le nombre de plis"]
)
def test_good_french_is_let_through(text: str) -> None:
    """What only looks like it is not."""
    assert not faults_of_french(text)


def test_patterns_are_taken_apart() -> None:
    """Arguments within branches within branches are found, and braces counted."""
    text = "{a, select, yes {{b, plural, one {# {c}} other {x}}} other {{d, number, ::sign-always}}} {e}"
    assert set(icu.arguments(text)) == set("abcde")
    assert set(icu.expansions(text)) == {"# {c} {e}", "x {e}", "{d} {e}"}
    with pytest.raises(ValueError, match="brace"):
        icu.parse("a}")
