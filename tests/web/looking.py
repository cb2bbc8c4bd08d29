"""What every page is looked at for: axe, width, targets, the order of the Tab key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page
from tests.web.browsing import DESKTOP
from tests.web.test_states import complaints, overflow

AIM = 44
"""Pixels every control should have at least across and down; links within text may be lower."""
SMALL = """(aim) => [...document.querySelectorAll("main :is(button, select, input, .button, summary, .choice-card)")]
  .filter((one) => one.checkVisibility() && !["checkbox", "radio", "range"].includes(one.type))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => height < aim - 0.5 || width < aim - 0.5)
  .map(([one, { width, height }]) => `${one.id || one.textContent}: ${width} x ${height}`)"""
AHEAD = "() => [...document.querySelectorAll('[tabindex]')].filter((one) => one.tabIndex > 0).length"


def faults(page: Page, *, dark: bool = False) -> Iterator[str]:
    """Everything wrong with a page as it stands: wide, then narrow; there axe looks at it, light or dark."""
    scheme: Final = "dark" if dark else "light"
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector(f"[data-theme={scheme}]", state="attached")
    for width, height in (DESKTOP, (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        if over := overflow(page):
            yield f"{over} pixels too wide at {width}"
        yield from page.evaluate(SMALL, AIM)
    if page.evaluate(AHEAD):
        yield "a positive tabindex"
    yield from complaints(page)


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Moves with the Tab key alone."""
    for _ in range(most):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")
