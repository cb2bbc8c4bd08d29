"""What every page is looked at for: axe, width, targets, the order of the Tab key."""

from __future__ import annotations

from collections.abc import Iterator

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


def faults(page: Page) -> Iterator[str]:
    """Everything wrong with a page as it stands: narrow and light, then wide and dark."""
    for width, height, scheme in ((320, 640, "light"), (*DESKTOP, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_selector(f"[data-theme={scheme}]", state="attached")
        yield from complaints(page)
        if over := overflow(page):
            yield f"{over} pixels too wide at {width}"
        yield from page.evaluate(SMALL, AIM)
        if page.evaluate(AHEAD):
            yield "a positive tabindex"


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Moves with the Tab key alone."""
    for _ in range(most):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")
