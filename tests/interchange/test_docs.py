"""The documents name every field and key that is read, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from atout.euchre.egn.schema import Ruleset
from atout.families import PROFILES
from atout.interchange.ptn.options import DIALECTS

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", ["interchange.md", "echanges.md"])
def test_fields_and_keys(name: str) -> None:
    """Rules of Euchre Game Notation; keys, variations and games of PTN."""
    text = (DOCS / name).read_text(encoding="utf-8")
    words = set(Ruleset.__struct_fields__)
    for dialect in DIALECTS.values():
        words |= {key.name for profile in PROFILES for key in dialect.keys(profile)}
        words |= {word for word in dialect.variations if isinstance(word, str) and word != "BidEuchre"}
    assert {word for word in words if word not in text} == set()
