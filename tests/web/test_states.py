"""Every moment of every game as a page: clean for axe, light and dark, small and large; and the same tree as before."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from tests.web.browsing import DESKTOP, PHONE, Visitor
from tests.web.staged import MOMENTS, Stage

GOLDEN: Final = Path(__file__).with_name("trees")
"""What screen readers are given, moment by moment. Written anew with ``ATOUT_GOLDEN=write``, to be read in the diff."""
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TWICE: Final = ("bid-limited", "follow", "claim", "between", "six", "watch")
"""Moments that have everything between them: axe looks at these in the dark, too."""
COUNTED: Final = ("between", "over", "many")
"""Moments after a deal: once the last trick has been seen, what it brought is shown."""
NARROW: Final = (320, 640)
"""CSS pixels of a 1,280-pixel window at 400 %."""


def complaints(page: Page) -> list[str]:
    """What axe finds wrong."""
    drawings = {"exclude": [["svg.card"]]}  # hidden from everything but eyes, and most of the page's elements
    found = Axe().run(page, context=drawings, options={"runOnly": RULES}).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


STILL: Final = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await drawn();
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
  await drawn();
}"""


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window, once nothing moves any more."""
    page.evaluate(STILL)
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide


PARTED: Final = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const place = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const parted = [];
  for (let node; (node = texts.nextNode()); )
    for (const { index } of node.data.matchAll(/\\S(?= [:;!?»])|«(?= )/g)) {
      const [before, after] = [place(node, index), place(node, index + 2)];
      if (before.width > 1 && after.top >= before.bottom) parted.push(node.data);
    }
  return parted;
}"""


def parted(page: Page) -> list[str]:
    """Texts in which a line ends between a word and the sign behind its space, or a guillemet and its word."""
    found: list[str] = page.evaluate(PARTED)
    return found


SMALL: Final = """() => {
  const shows = (box, target, x) =>
    target.contains(document.elementFromPoint(x, box.top + Math.min(14, box.height / 2)));
  const small = (target) => {
    target.scrollIntoView({ block: "center" });
    const box = target.getBoundingClientRect();
    const across = [...Array(Math.ceil(box.width / 4)).keys()].map((at) => box.left + 2 + 4 * at);
    return box.height < 24 || across.filter((x) => shows(box, target, x)).length * 4 < 24;
  };
  const targets = [...document.querySelectorAll("main button, main a")].filter((target) => target.checkVisibility());
  return targets.filter(small).map((target) => target.ariaLabel ?? target.textContent);
}"""
CUT: Final = """() => [...document.querySelectorAll("button")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


def small_targets(page: Page) -> list[str]:
    """Buttons of which less than 24 × 24 pixels can be hit, overlapping cards counted by what shows of them."""
    page.evaluate(STILL)
    found: list[str] = page.evaluate(SMALL)
    return found


def stage(visitor: Visitor, name: str, language: str) -> Stage:
    """A moment on the visitor's page."""
    shown = Stage(visitor.page, name, language)
    shown.open()
    return shown


@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment(visit: Callable[..., Visitor], name: str) -> None:
    """Narrow and light, then wide and dark: nothing to complain of, no sideways scrolling, room for fingers."""
    visitor = visit(lang="fr", screen=NARROW, color_scheme="light")
    stage(visitor, name, "fr")
    page = visitor.page
    assert not complaints(page)
    assert overflow(page) == 0
    assert not small_targets(page)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("[data-theme=dark]")
    assert name not in TWICE or not complaints(page)
    assert overflow(page) == 0
    assert not small_targets(page)
    if name in COUNTED:
        page.wait_for_selector("#result")
    compare(f"{name}.fr", page.locator("body").aria_snapshot())


@pytest.mark.parametrize("name", ["bid-limited", "discard", "left-bower", "between", "claim"])
def test_a_moment_in_english(visit: Callable[..., Visitor], name: str) -> None:
    """The same tree in the other language."""
    visitor = visit(lang="en", screen=PHONE)
    stage(visitor, name, "en")
    assert visitor.page.locator("html").get_attribute("lang") == "en"
    if name in COUNTED:
        visitor.page.wait_for_selector("#result")
    compare(f"{name}.en", visitor.page.locator("body").aria_snapshot())


def compare(name: str, tree: str) -> None:
    """A tree against the one kept."""
    kept = GOLDEN / f"{name}.yaml"
    if os.environ.get("ATOUT_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        kept.write_text(tree + "\n", encoding="utf-8")
    assert kept.read_text(encoding="utf-8") == tree + "\n"


COVERED: Final = """() => {
  const middle = ({ left, right, top, bottom }) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const told = [...document.querySelectorAll("#trick :is(.lying-who, .lying-wins)")];
  return told.filter((one) => !one.contains(middle(one.getBoundingClientRect()))).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("name", ["follow", "claim", "left-bower"])
def test_a_phone_on_its_side(visit: Callable[..., Visitor], name: str) -> None:
    """What lies on the table, the sentence and the whole hand are seen at once, without scrolling in any direction."""
    page = stage(visit(screen=(740, 360)), name, "fr").page
    assert overflow(page) == 0
    for part in ("#status", "#trick .lying >> nth=-1", "#hand button >> nth=0", "#hand button >> nth=-1"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
    assert not complaints(page)


def test_bids_on_a_phone_on_its_side(visit: Callable[..., Visitor]) -> None:
    """Seventeen bids and seventeen cards: whichever bid one goes to, the hand stays in sight below; on the lowest
    screens at least what stands in the corners of its cards.
    """
    page = stage(visit(screen=(740, 360)), "bid", "fr").page
    bids, cards = page.locator("#choices button"), page.locator("#hand button")
    assert (bids.count(), cards.count()) == (18, 17)
    for width, height, least in ((740, 360, 0.98), (640, 360, 0.98), (568, 320, 0.4)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) == 0
        for bid in (bids.last, bids.first):
            bid.focus()
            for seen in (bid, page.locator("#status")):
                expect(seen).to_be_in_viewport(ratio=0.98)
            for card in (cards.first, cards.last):
                expect(card).to_be_in_viewport(ratio=least)
    assert not complaints(page)


@pytest.mark.parametrize("name", ["six", "follow"])
def test_no_card_covers_a_name(visit: Callable[..., Visitor], name: str) -> None:
    """Names, and who is ahead, stand above all cards on the table."""
    page = stage(visit(screen=PHONE), name, "fr").page
    page.evaluate(STILL)
    assert page.locator(".lying-wins").count() == 1
    assert page.evaluate(COVERED) == []


def test_what_stays_when_the_match_is_over(visit: Callable[..., Visitor]) -> None:
    """The tricks made, the proof of the deals, and the way to see them again beside the rematch."""
    page = stage(visit(screen=PHONE), "over", "fr").page
    expect(page.locator(".tag.is-won")).to_have_count(3)
    page.locator("#fairness summary").click()
    proof = page.get_by_role("link", name="Vérifier les donnes de cette table")
    expect(proof).to_have_attribute("href", "/verify?table=staged&lang=fr")
    review = page.locator("#tool-review")
    expect(review).to_have_text("Revoir les donnes, cartes visibles")
    expect(review).to_have_attribute("href", "/review?table=staged&deal=3&lang=fr")
    expect(page.locator("#to-review")).to_have_attribute("href", "/review?table=staged&deal=3&lang=fr")
    page.locator("#sheet .sheet-toggle").nth(1).click()
    second = page.get_by_role("link", name="Revoir la donne 2", exact=True)
    expect(second).to_have_attribute("href", "/review?table=staged&deal=2&lang=fr")
    page.get_by_text("Plis de la donne").click()
    expect(page.get_by_role("link", name="Revoir le pli 4")).to_have_attribute(
        "href", "/review?table=staged&deal=3&trick=4&lang=fr"
    )


# --- large text, forced colours, spacing ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["follow", "bid", "six", "between"])
def test_forced_colours(visit: Callable[..., Visitor], name: str) -> None:
    """In forced colours everything is still told apart: the page is drawn, and axe has nothing to say."""
    visitor = visit(screen=PHONE, forced_colors="active")
    stage(visitor, name, "fr")
    assert not complaints(visitor.page)
    cards = visitor.page.locator("#hand .card-paper")
    if cards.count():
        colours: list[str] = cards.first.evaluate("e => [getComputedStyle(e).fill, getComputedStyle(e).stroke]")
        assert colours[0] != colours[1]


@pytest.mark.parametrize("name", ["follow", "bid", "between"])
def test_text_at_twice_its_size_and_spaced(visit: Callable[..., Visitor], name: str) -> None:
    """Text at 200 % and spaced as WCAG 1.4.12 asks: nothing is cut off, nothing scrolls sideways."""
    visitor = visit(screen=PHONE)
    stage(visitor, name, "fr")
    page = visitor.page
    page.add_style_tag(
        content="html { font-size: 200% } * { line-height: 1.5 !important; letter-spacing: 0.12em !important;"
        " word-spacing: 0.16em !important }"
    )
    assert overflow(page) == 0
    cut: list[str] = page.evaluate(CUT)
    assert not cut


# --- states without a table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["follow", "between"])
def test_french_lines(visit: Callable[..., Visitor], name: str) -> None:
    """No line begins with the sign that ends the one before; the spaces stay ordinary, for braille."""
    page = visit(lang="fr").page
    Stage(page, name, "fr").open()
    for width in range(320, 520, 8):
        page.set_viewport_size({"width": width, "height": 640})
        assert not parted(page)
    assert not {"\u00a0", "\u202f"} & set(page.locator("#log").text_content() or "")


def test_the_log_begins_at_its_end(visit: Callable[..., Visitor]) -> None:
    """Whoever joins sees what happened last, not what happened first."""
    page = visit(lang="fr").page
    Stage(page, "table", "fr").open()
    assert page.evaluate(
        "(({ scrollHeight: all, clientHeight: shown }) => all > shown)(document.querySelector('#log'))"
    )
    expect(page.locator("#log p").last).to_be_in_viewport(ratio=1)
    expect(page.locator("#log p").first).not_to_be_in_viewport(ratio=1)


def test_loading(visit: Callable[..., Visitor]) -> None:
    """Before the table answers, the page is quiet and whole."""
    visitor = visit(screen=PHONE)
    shown = Stage(visitor.page, "bid", "fr")
    shown.silent = True
    shown.open()
    visitor.page.wait_for_selector("body[data-state=loading] .loading")
    assert visitor.page.locator("#hand").is_hidden()
    assert not [one for one in complaints(visitor.page) if not one.startswith(("page-has-heading", "empty-heading"))]


def test_cut_and_back(visit: Callable[..., Visitor]) -> None:
    """A lost connection is said and comes back by itself with `since`; what had no answer is asked again."""
    visitor = visit(screen=PHONE)
    shown = stage(visitor, "follow", "fr")
    page = visitor.page
    page.locator("#hand button:not([aria-disabled])").first.click(position={"x": 10, "y": 12})
    visitor.wait_to_read(lambda: len(shown.acts), 1)
    shown.cut()
    banner = page.locator("#connection")
    banner.get_by_text("Connexion perdue").wait_for()
    page.wait_for_function("() => !document.querySelector('#connection').textContent")
    assert "since=7" in shown.calls[1]
    visitor.wait_to_read(lambda: len(shown.acts), 2)
    assert shown.acts[0] == shown.acts[1]


def test_a_command_that_was_not_understood(visit: Callable[..., Visitor]) -> None:
    """The page hears of it as of any refusal, once: a line that was cut does not bring it up again."""
    visitor = visit()
    shown = stage(visitor, "follow", "fr")
    shown.answers = {"read": {"type": "fault", "code": "unreadable", "text": "Message incompris."}}
    page = visitor.page
    for key in ("Tab", "Enter", "t"):  # into the playing area
        page.keyboard.press(key)
    expect(visitor.said).to_have_text("Message incompris.")
    expect(visitor.said).to_have_attribute("data-tone", "warn")
    shown.cut()
    page.locator("#connection").get_by_text("Connexion perdue").wait_for()
    page.wait_for_function("() => !document.querySelector('#connection').textContent")
    visitor.wait_to_read(lambda: len(shown.calls), 2)
    page.keyboard.press("i")
    visitor.wait_to_read(lambda: [command["command"] for command in shown.asked], ["turn", "information"])


def test_no_such_table(visit: Callable[..., Visitor]) -> None:
    """A table that is gone is said so, with a way back."""
    visitor = visit()
    shown = Stage(visitor.page, "bid", "fr")
    shown.silent = True
    visitor.page.unroute("**/table/staged")
    answer = visitor.page.goto("/table/nowhere")
    assert answer is not None
    assert answer.status == 404
    visitor.faults.clear()  # the browser notes the 404


@pytest.mark.parametrize(("down", "told"), [(False, "Objectif : 15"), (True, "De 15 à 0")])
def test_where_totals_go(visit: Callable[..., Visitor], down: bool, told: str) -> None:
    """Under the sheet: the target, or from where down to 0."""
    visitor = visit()
    shown = stage(visitor, "follow", "fr")
    sheet = {**shown.frame["scene"]["sheet"], "target": 15, "down": down}
    shown.send({"type": "update", "n": 8, "log": [], "events": [], "legal": [], "scene": {"sheet": sheet}})
    expect(visitor.page.locator("#sheet")).to_contain_text(told.replace(" :", "\u00a0:"))


def test_closed_by_the_table(visit: Callable[..., Visitor]) -> None:
    """Whoever has left reads it, and is not called back."""
    visitor = visit(screen=PHONE)
    shown = stage(visitor, "follow", "fr")
    shown.send({"type": "closing", "code": "left", "text": "Vous avez quitté la table."})
    visitor.page.get_by_text("Vous avez quitté la table.").wait_for()
    visitor.page.wait_for_timeout(700)
    assert len(shown.calls) == 1
    assert not complaints(visitor.page)
