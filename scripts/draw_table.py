"""Draws the READMEs' pictures of a table, in Chromium: ``python scripts/draw_table.py``.

The moments are those of the tests, always the same: the pictures change only when the page does.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.running import running  # noqa: E402 - after the line that finds it
from tests.web.browsing import PHONE, Visitor  # noqa: E402
from tests.web.conftest import ARGUMENTS, chromium  # noqa: E402
from tests.web.staged import Stage  # noqa: E402

DESK = (1280, 760)
PICTURES = {
    "table": ("table", "fr", DESK, "light"),
    "table-en": ("table", "en", DESK, "light"),
    "table-phone": ("table-phone", "fr", PHONE, "dark"),
    "table-phone-en": ("table-phone", "en", PHONE, "dark"),
}
"""What each picture shows: the moment, its language, the screen, the theme."""


def main() -> None:
    """Draws every picture into docs/."""
    with running() as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, (moment, language, screen, scheme) in PICTURES.items():
            visitor = Visitor(browser, f"http://{host}", lang=language, screen=screen, color_scheme=scheme)
            Stage(visitor.page, moment, language).open()
            visitor.page.wait_for_timeout(500)
            visitor.page.screenshot(path=ROOT / "docs" / f"{name}.png")
            visitor.context.close()


if __name__ == "__main__":
    main()
