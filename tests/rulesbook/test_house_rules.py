"""House rules: saved under a name by ``atout rules``, understood by every command; and any combination of options."""

import json
from pathlib import Path
from random import Random

import pytest
from tests.rulesbook.test_rules_command import run

from atout.__main__ import main
from atout.families import FAMILIES, PROFILES, parse, spec
from atout.game import Family, Rules
from atout.options import RulesError
from atout.say import Speaker
from atout.sentences import rules_fault
from atout.testing import decision_law, playout


@pytest.fixture(autouse=True)
def own_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))


MARDI = ["spades", "nil_pass=2", "pack=jokers", "target=300"]


def test_saved_and_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """The name stands in the list of games, with the rules in words."""
    code, out, _ = run(capsys, *MARDI, "--save", "mardi")
    assert code == 0
    assert "mardi" in out
    listed = run(capsys)[1]
    assert "mardi" in listed
    assert "jokers" in listed


def test_a_name_stands_for_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """… and options behind it take the place of those saved."""
    run(capsys, *MARDI, "--save", "mardi")
    assert run(capsys, "mardi") == run(capsys, *MARDI)
    assert run(capsys, "Mardi", "target=200", "blind-behind=0") == run(
        capsys, *MARDI[:-1], "target=200", "blind_behind=0"
    )


def test_every_command_understands_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """``score`` counts by it; ``check --ask``, ``play`` and ``arena`` read their rules by the same function."""
    run(capsys, "spades", "ten_for_200=yes", "--save", "dix")
    lines = tmp_path / "lines"
    lines.write_text("6/6 1/1 4/5 1/1\n", encoding="utf-8")
    assert main(["score", "dix", "--json", "--from", str(lines)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["sides"][0]["points"] == 201


def test_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, *MARDI, "--save", "mardi")
    assert run(capsys, "--forget", "mardi")[0] == 0
    assert run(capsys, "mardi")[0] == 2
    assert run(capsys, "--forget", "mardi")[0] == 2


@pytest.mark.parametrize("name", ["pique", "Été", "a b", "", "-x", "x" * 41])
def test_names_that_will_not_do(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(capsys, *MARDI, f"--save={name}")[0] == 2 or not name


def test_conflicts_are_not_saved(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "spades", "mirror=yes", "no_hell=yes", "--save", "jamais")
    assert code == 2
    assert "Mirror" in err
    assert run(capsys, "jamais")[0] == 2


# --- any combination --------------------------------------------------------------------------------------------------

COMBINATIONS, PLAYED_OF_THEM = 4000, 5
"""Random combinations of options over all profiles; one in so many of those that agree is played to its end."""


def any_spec(chance: Random) -> str:
    """A profile, a number of players it is for, and up to seven options at any value worth offering."""
    profile = chance.choice(list(PROFILES.values()))
    options = next(family.options for family in FAMILIES.values() if profile in family.profiles)
    keys = chance.sample([key for key in options if key != "players"], chance.randrange(8))
    words = [f"{key}={chance.choice(options[key].kind.examples)}" for key in keys]
    return " ".join((profile.name, f"players={chance.choice(profile.players)}", *words))


def names(family: Family) -> tuple[str, ...]:
    """The profiles of a family."""
    return tuple(profile.name for profile in family.profiles)


def agreed(text: str) -> Rules | RulesError:
    """The rules of a spec, or why there are none."""
    try:
        return parse(text)
    except RulesError as error:
        return error


def test_any_combination_is_refused_with_a_reason_or_playable() -> None:
    """… to the end of a deal, somebody always having something to do."""
    chance = Random(6)
    refused = played = 0
    for number in range(COMBINATIONS):
        text = any_spec(chance)
        rules = agreed(text)
        if isinstance(rules, RulesError):
            known = next(family.options for family in FAMILIES.values() if text.split()[0] in names(family))
            assert rules.field in known, (text, rules)
            assert rules_fault(Speaker("fr"), rules)
            refused += 1
            continue
        assert parse(spec(rules)) == rules
        if number % PLAYED_OF_THEM == 0:
            playout(rules, number, deals=1, laws=(decision_law,), checks=0.02)
            played += 1
    assert refused > COMBINATIONS // 5
    assert played > COMBINATIONS // (4 * PLAYED_OF_THEM)


@pytest.mark.long
def test_far_more_combinations() -> None:
    """The same over ten times as many, each that agrees played."""
    chance = Random(60)
    for number in range(10 * COMBINATIONS):
        rules = agreed(any_spec(chance))
        if not isinstance(rules, RulesError):
            playout(rules, number, deals=1, laws=(decision_law,), checks=0.01)
