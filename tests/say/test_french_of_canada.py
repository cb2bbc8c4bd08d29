"""fr-CA holds what differs from fr, and nowhere is one of its words forgotten (glossary)."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import atout

LOCALE = Path(atout.__file__).with_name("locale")
AREAS = sorted(file.stem for file in (LOCALE / "fr").glob("*.toml"))
ELSEWHERE = re.compile(r"\b(plis?|scores?|mélang\w*|feuille de marque)\b", re.IGNORECASE)
"""What is said otherwise in Canada: levée, pointage, brasser."""
ARGUMENT = re.compile(r"\{\w+(?:, \w+,)?|\batout [a-z]+")
"""Names of arguments and commands as they are typed: no words of a sentence."""
TYPED = {"typed.filler", "command.scores.words"}
"""Words that may be typed: both are understood."""


def messages(language: str, area: str) -> dict[str, str]:
    """An area's messages as they are written."""

    def flat(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(value, f"{prefix}.{key}")
            else:
                yield f"{prefix}.{key}", value

    file = LOCALE / language / f"{area}.toml"
    return dict(flat(tomllib.loads(file.read_text(encoding="utf-8")), area)) if file.exists() else {}


@pytest.mark.parametrize("area", AREAS)
def test_its_words_are_used(area: str) -> None:
    french, canadian = messages("fr", area), messages("fr-CA", area)
    for key, message in {**french, **canadian}.items():
        if key not in TYPED:
            assert not ELSEWHERE.search(ARGUMENT.sub("", message)), key


@pytest.mark.parametrize("area", AREAS)
def test_nothing_is_said_twice(area: str) -> None:
    """A message that does not differ stands in fr alone."""
    french = messages("fr", area)
    for key, message in messages("fr-CA", area).items():
        assert french[key] != message, key
