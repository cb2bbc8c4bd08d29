"""How long people wait for the page, in headless Chromium: ``python -m bench.server.page [--times N] [--save]``.

``first view``: from the click on a table's link to the first frame with hand and seats on it, nothing kept from before
(a browser context of its own each time); and the same with the files kept. ``move``: from the arrival of an update to
the frame that shows it, at a table of bots that act at once, while deals are played. Both by the page's own clock.

One JSON object a line, in milliseconds: median, 95 % of all, and the longest.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.server.load import percentile, report, save, serving
from playwright.sync_api import Browser, sync_playwright
from tests.web.browsing import DESKTOP, PHONE, Visitor
from tests.web.conftest import ARGUMENTS, chromium

RULES = ("piques-a-trois", "pique", "euchre-a-trois")
SCREENS = {"phone": PHONE, "desk": DESKTOP}
WATCH = """(() => {
  const Line = WebSocket;
  const drawn = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel(); // its message comes after the frame has been painted
    port1.onmessage = then;
    port2.postMessage(null);
  });
  window.moves = [];
  window.WebSocket = class extends Line {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", ({ data }) => {
        const { type, n, events } = JSON.parse(data);
        if (type !== "update" || !events.length) return;
        const arrived = performance.now();
        drawn(() => document.body.dataset.n >= n && moves.push(performance.now() - arrived));
      });
    }
  };
  new MutationObserver(() => {
    if (document.body?.dataset.state === "ready" && !window.viewing)
      window.viewing = drawn(() => (window.viewed = performance.now())) || true;
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-state"] });
})()"""


def opened(visitor: Visitor, rules: str) -> str:
    """A table for one person and bots, not yet gone to."""
    seats = {"piques-a-trois": "mbb", "pique": "mbbb", "euchre-a-trois": "mbb"}[rules]
    wish = {"rules": rules, "seats": [{"kind": {"m": "me", "b": "bot"}[seat]} for seat in seats], "pace": 0}
    return str(visitor.context.request.post("/api/tables", data=wish).json()["url"])


def viewed(visitor: Visitor, url: str) -> float:
    """Milliseconds from the beginning of the navigation to the first frame that shows the table."""
    visitor.go(url)
    visitor.page.wait_for_function("window.viewed !== undefined")
    return float(visitor.page.evaluate("window.viewed"))


def told(name: str, screen: str, milliseconds: Sequence[float]) -> None:
    """One line of figures."""
    seconds = [one / 1000 for one in milliseconds]
    report(
        name,
        screen=screen,
        times=len(seconds),
        p50_ms=percentile(seconds, 0.5),
        p95_ms=percentile(seconds, 0.95),
        most_ms=percentile(seconds, 1.0),
    )


def views(browser: Browser, host: str, screen: str, times: int) -> None:
    """First views, and second ones."""
    first, again = [], []
    for at in range(times):
        visitor = Visitor(browser, host, screen=SCREENS[screen])
        visitor.context.add_init_script(WATCH)
        url = opened(visitor, RULES[at % len(RULES)])
        first.append(viewed(visitor, url))
        again.append(viewed(visitor, url))
        visitor.context.close()
    told("first view", screen, first)
    told("view again", screen, again)


def moves(browser: Browser, host: str, screen: str) -> None:
    """Updates shown while a deal of each game is played."""
    shown: list[float] = []
    for rules in RULES:
        visitor = Visitor(browser, host, screen=SCREENS[screen])
        visitor.context.add_init_script(WATCH)
        viewed(visitor, opened(visitor, rules))
        visitor.play_deal(visitor.click_something)
        shown += visitor.page.evaluate("window.moves")
        visitor.context.close()
    told("move", screen, shown)


def main() -> None:
    """Measures both on a phone's and a desk's screen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=21, help="first views of each screen (21)")
    parser.add_argument("--save", action="store_true", help="keep the figures in bench/results")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "page.sqlite3", "-") as (port, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for screen in SCREENS:
            views(browser, f"http://127.0.0.1:{port}", screen, options.times)
            moves(browser, f"http://127.0.0.1:{port}", screen)
        browser.close()
    if options.save:
        save("page")


if __name__ == "__main__":
    main()
