"""Draws the page's icons as PNG from their SVG, in Chromium: ``python scripts/draw_icons.py``.

Telephones that take no SVG icons need them; they are kept beside the drawings and made again when those change.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

ICONS = Path(__file__).resolve().parents[1] / "src" / "atout" / "server" / "web" / "icons"
WANTED = {"icon-192": ("icon", 192), "icon-512": ("icon", 512), "icon-180": ("icon-maskable", 180)} | {
    "icon-maskable-512": ("icon-maskable", 512)
}
"""What each file is drawn from, and its size in pixels; the one of 180 has no corners of its own, as its kind asks."""


def main() -> None:
    """Draws every icon."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome-stable")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (drawing, size) in WANTED.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (ICONS / f"{drawing}.svg").read_text(encoding="utf-8")
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{svg}")
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
