"""The page of a review under an accessibility checker, light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser
from tests.review.test_review import played, reviewed

from atout.review import page
from atout.review.told import Teller
from atout.say import Speaker


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_the_page_is_for_everybody(
    browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    """No violation, and nothing that makes a narrow page scroll sideways."""
    table = played("piques-a-trois", 2, "novice")
    file = tmp_path / "review.html"
    file.write_text(page(Teller(Speaker("fr", table.names), table), reviewed()), encoding="utf-8")
    tab = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    tab.goto(file.as_uri())
    found = Axe().run(tab)
    assert not [violation["id"] for violation in found.response["violations"]]
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.close()
