"""The pages that compare the games say what the rules are."""

import pytest
from scripts.compare_tables import PAGES, page

from atout.families import FAMILIES, PROFILES


@pytest.mark.parametrize("language", PAGES)
def test_the_page_is_up_to_date(language: str) -> None:
    """``scripts/compare_tables.py`` writes it again."""
    assert PAGES[language].read_text(encoding="utf-8") == page(language)


@pytest.mark.parametrize("language", PAGES)
def test_every_game_and_every_rule_is_on_it(language: str) -> None:
    text = PAGES[language].read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in PROFILES)
    assert all(f"`{key}`" in text for family in FAMILIES.values() for key in family.options if key != "players")
