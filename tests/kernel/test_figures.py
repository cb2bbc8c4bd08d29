"""`atout bench`: one signature for all implementations, figures named by rules specs."""

import json
import os
import subprocess
import sys

import pytest

from atout.families import PROFILES, parse, spec
from atout.kernel import BACKENDS
from atout.kernel.figures import figure, signature, tables


def test_one_signature() -> None:
    """Every implementation gives the same number, which tells a change."""
    assert len({signature(backend) for backend in BACKENDS}) == 1


def test_every_table_is_measured() -> None:
    """Each profile for each number of players."""
    assert [(rules.profile, rules.players) for rules in tables()] == [
        (profile.name, players) for profile in PROFILES.values() for players in profile.players
    ]


def test_a_figure() -> None:
    """Cards a second are deals a second times the cards of a deal."""
    found = figure(parse("pique players=2"), 0.01)
    assert found.name == "playout pique players=2"
    assert found.cards_per_s == pytest.approx(26 * found.deals_per_s, rel=0.01)


def run(*arguments: str, kernel: str = "") -> subprocess.CompletedProcess[str]:
    """`atout bench`, measuring as little as it can."""
    command = [sys.executable, "-m", "atout", "bench", "--seconds", "0.01", *arguments]
    asked = {**os.environ, **({"ATOUT_KERNEL": kernel} if kernel else {})}
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, check=False, env=asked)


def test_command_json() -> None:
    """A line a table, then the signature."""
    said = run("--json")
    assert said.returncode == 0
    *figures, last = map(json.loads, said.stdout.splitlines())
    assert [found["name"] for found in figures] == [f"playout {spec(rules)}" for rules in tables()]
    assert all(found["deals_per_s"] > 0 and found["cards_per_s"] > 0 for found in figures)
    assert last["signature"] == signature()


@pytest.mark.parametrize(("language", "words"), [("fr", "donnes et"), ("en", "deals and"), ("fr-CA", "donnes et")])
def test_command_told(language: str, words: str) -> None:
    """The same in sentences."""
    said = run("--lang", language)
    assert said.returncode == 0
    assert str(signature()) in said.stdout
    assert said.stdout.count(words) == len(list(tables()))


def test_twin_alone_is_said() -> None:
    """Where the extension was not built, the first line says so, and the signature is the same."""
    said = run("--lang", "en", kernel="twin")
    assert "Python alone" in said.stdout.splitlines()[0]
    assert str(signature()) in said.stdout.splitlines()[-1]
    assert json.loads(run("--json", kernel="twin").stdout.splitlines()[-1])["kernel"] == "twin"


def test_bad_seconds() -> None:
    """A sentence and exit code 2."""
    for value in ("0", "-1", "nan", "1e9"):
        said = run("--lang", "en", "--seconds", value)
        assert said.returncode == 2
        assert "number of seconds" in said.stderr
