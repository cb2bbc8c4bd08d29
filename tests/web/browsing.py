"""A person at a page: opens tables, sees what is on the screen, presses and types. Knows the page, no rule."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Locator, Page, WebSocket, expect

PHONE: Final = (360, 740)
DESKTOP: Final = (1440, 900)
LOCALES: Final = {"fr": "fr-FR", "en": "en-GB", "fr-CA": "fr-CA"}
PATIENCE: Final = 20_000.0
"""Milliseconds a page may take, on a busy machine."""
expect.set_options(timeout=PATIENCE)

GO_ON: Final = "#choices:is([data-kind=deal], [data-kind=rematch]):not([hidden])"
MINE: Final = f"body[data-state=ready]:has(#status.is-turn), body:has({GO_ON})"
"""Something is asked of this seat, were it only the next deal or another match."""


SPOKEN: Final = """(all) => all.map((one) => {
  const copy = one.cloneNode(true);
  copy.querySelectorAll("[aria-hidden]").forEach((hidden) => hidden.remove());
  return copy.textContent;
})"""
"""What elements say: what is for the eye only left out."""


class Visitor:
    """A browser of one's own (cookies, language, screen) with one page, and everything that went wrong there."""

    def __init__(
        self, browser: Browser, host: str, *, lang: str = "fr", screen: tuple[int, int] = DESKTOP, **more: Any
    ) -> None:
        width, height = screen
        self.host = host
        self.context: BrowserContext = browser.new_context(
            base_url=host, locale=LOCALES[lang], viewport={"width": width, "height": height}, **more
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.hosts: set[str] = set()
        self.heard: list[dict[str, Any]] = []
        """What the table sent, in order."""
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self.hosts.add(socket.url.split("/")[2])
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    # --- tables ---------------------------------------------------------------------------------------------------

    def sit_down(self, rules: str, seats: str, **more: Any) -> dict[str, Any]:
        """Opens a table (see ``open_table``), goes there and waits until it is drawn."""
        opened = open_table(self.context.request, rules, seats, **more)
        self.go(opened["url"])
        return opened

    def go(self, url: str) -> None:
        """Goes to a table and waits until it is drawn."""
        self.page.goto(url)
        self.page.wait_for_selector("body[data-state=ready]")

    # --- what is seen ---------------------------------------------------------------------------------------------

    @property
    def n(self) -> str:
        """The number of the last update drawn."""
        drawn = self.page.locator("body").get_attribute("data-n")
        assert drawn is not None
        return drawn

    @property
    def kind(self) -> str:
        """What is asked: the kind of the choices, empty when there are none."""
        group = self.page.locator("#choices")
        return "" if group.is_hidden() else group.get_attribute("data-kind") or ""

    def button(self, name: str) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def said(self) -> Locator:
        """The line of answers."""
        return self.page.locator("#said")

    @property
    def log(self) -> list[str]:
        """The paragraphs of the log as they are read out, once what was heard last stands there."""
        lines = [line for message in self.heard for line in message.get("log", ())]
        if lines:
            expect(self.page.locator("#log p").last).to_have_attribute(
                "data-said", re.compile(re.escape(lines[-1]) + "$")
            )
        read: list[str] = self.page.locator("#log p").evaluate_all(SPOKEN)
        return read

    @property
    def told(self) -> str:
        """Every line the table has sent, as one text."""
        return " ".join(line for message in self.heard for line in message.get("log", ()))

    def wait_for_me(self) -> None:
        """Waits until something is asked."""
        self.page.wait_for_selector(MINE, state="attached")

    def wait_after(self, n: str) -> None:
        """Waits until something has happened since."""
        self.page.wait_for_function("n => document.body.dataset.n !== n", arg=n)

    def wait_to_read(self, read: Callable[[], object], wanted: object) -> None:
        """Waits until this is read, and reads it again a moment later: nothing comes too late, and nothing twice.

        For all that comes on another way than what is drawn: messages, what was sent, sounds.
        """
        until = time.monotonic() + PATIENCE / 1000
        while read() != wanted and time.monotonic() < until:
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(50)
        assert read() == wanted

    @property
    def deal_is_over(self) -> bool:
        """Whether a deal has been counted and the next one is offered."""
        return self.kind in ("deal", "rematch") and self.page.locator("#sheet tbody tr").count() > 0

    # --- what is done ---------------------------------------------------------------------------------------------

    def click_something(self) -> None:
        """By mouse: the first thing that may be done, of bids a small one."""
        if self.kind:
            allowed = self.page.locator("#choices button:not([aria-disabled])")
            choice = allowed.nth(min(2, allowed.count() - 1) if self.kind == "bid" else 0)
        else:
            choice = self.page.locator("#hand button:not([aria-disabled])").first
        choice.click(position={"x": 10, "y": 12})

    def type_something(self) -> None:
        """By keyboard, inside the playing area: a typed bid, or the next thing that may be done."""
        keyboard = self.page.keyboard
        if self.kind == "bid":
            for digit in ("2", "1", "3"):
                keyboard.press(digit)
                if self.focus.get_attribute("aria-disabled") is None:
                    break
        else:
            keyboard.press("n")
        keyboard.press("Enter")

    @property
    def focus(self) -> Locator:
        """What has the focus."""
        return self.page.locator(":focus")

    def play_deal(self, act: Any) -> None:
        """Acts whenever something is asked, until the deal is counted."""
        for _ in range(80):
            self.wait_for_me()
            if self.deal_is_over:
                return
            before = self.n
            act()
            self.wait_after(before)
        raise AssertionError("the deal does not end")


def open_table(request: APIRequestContext, rules: str, seats: str, **more: Any) -> dict[str, Any]:
    """Opens a table over HTTP. ``seats``: a letter each, ``m`` me, ``p`` another person, ``b`` a bot."""
    kinds = {"m": "me", "p": "person", "b": "bot"}
    wish = {"rules": rules, "seats": [{"kind": kinds[letter]} for letter in seats], "pace": 0, **more}
    answer = request.post("/api/tables", data=wish)
    assert answer.ok, answer.text()
    opened: dict[str, Any] = answer.json()
    return opened
