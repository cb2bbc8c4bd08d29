"""Finished deals step by step: of a table, or of a record that is pasted; by mouse and by keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.web.browsing import PHONE, Visitor
from tests.web.looking import faults, tab_to

from atout.table import Table

Visit = Callable[..., Visitor]


def record(rules: str, deals: int = 1) -> str:
    """A match of any legal play."""
    table, chance = Table(rules, seed=3, names=("Ana", "Bob", "Cléo")), random.Random(1)
    while not table.over and table.match.number <= deals:
        table.act(chance.choice(list(table.legal)))
    return table.record()


def pasted(page: Page, text: str) -> None:
    """Pastes a record and waits for the first moment of it."""
    page.goto("/review")
    page.locator("#record").fill(text)
    page.locator("#paste button").click()
    page.wait_for_selector("#replay:not([hidden])")


def test_step_by_step(visit: Visit) -> None:
    """Forwards, backwards, to the end with the count; all hands visible, a card leaves its hand as it is played."""
    page = visit(screen=PHONE).page
    pasted(page, record("piques-a-trois"))
    expect(page.locator("#heading")).to_have_text("Piques à trois · Ana, Bob, Cléo")
    expect(page.locator("#hands > li")).to_have_count(3)
    assert page.locator("#hands .rank").count() == 51
    expect(page.locator("#previous")).to_be_disabled()
    for _ in range(4):
        page.get_by_role("button", name="Suivant").click()
    expect(page.locator("#trick .lying")).to_have_count(1)
    assert page.locator("#hands .rank").count() == 50
    card = page.locator("#trick .lying .unseen").inner_text().strip()
    expect(page.locator("#said")).to_contain_text(card)
    page.get_by_role("button", name="Précédent").click()
    assert page.locator("#hands .rank").count() == 51
    page.get_by_role("button", name="Fin").click()
    expect(page.locator("#count-list > li")).to_have_count(3)
    expect(page.locator("#hands")).to_be_hidden()
    page.locator("#moves button").nth(1).click()
    expect(page.locator("#said")).to_contain_text("annonce")
    expect(page.locator("#count")).to_be_hidden()


def test_by_keyboard(visit: Visit) -> None:
    """The arrows on the slider walk through the deal, and it says where one is; deals are chosen from a list."""
    page = visit(lang="en").page
    pasted(page, record("euchre-a-trois", 2))
    expect(page.locator("#heading")).to_be_focused()
    tab_to(page, "#position")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#position")).to_have_attribute(
        "aria-valuetext", page.locator("#moves button").nth(1).inner_text()
    )
    page.keyboard.press("End")
    expect(page.locator("#count")).to_be_visible()
    page.locator("#deal").select_option("2")
    expect(page.locator("#said")).to_contain_text("Deal 2.")


def test_a_tables_deal(visit: Visit) -> None:
    """The deal just played at a table, by the link that is there; the way back leads there."""
    visitor = visit(lang="en")
    opened = visitor.sit_down("euchre-a-trois", "mbb")
    visitor.play_deal(visitor.click_something)
    page = visitor.page
    page.get_by_role("toolbar", name="Actions").get_by_role("link").click()
    page.wait_for_selector("#replay:not([hidden])")
    expect(page.locator("#hands > li")).to_have_count(3)
    expect(page.locator("#moves")).to_contain_text("You: ")
    expect(page.locator("#replay")).not_to_contain_text("Player 1")
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(f"**{opened['url']}")
    page.get_by_text("Tricks of this deal").click()
    page.get_by_role("link", name="Review trick 3").click()
    expect(page.locator("#trick-heading")).to_have_text("Trick 3")
    expect(page.locator("#trick .lying")).to_have_count(1)
    page.locator("#next").click()
    expect(page.locator("#trick .lying")).to_have_count(2)
    page.reload()  # the address leads to the step
    expect(page.locator("#trick-heading")).to_have_text("Trick 3")
    expect(page.locator("#trick .lying")).to_have_count(2)


def test_decisions_judged(visit: Visit) -> None:
    """A press judges the deal; what is held against a seat stands at its move, and under the moment itself."""
    page = visit(lang="en").page
    pasted(page, record("euchre-a-trois"))
    page.get_by_role("button", name="Judge the decisions").click()
    expect(page.locator("#judged")).to_contain_text("Flagged:", timeout=40_000)
    move = page.locator("#moves li:has(.grade)").first
    move.locator("button").click()
    expect(page.locator("#grade")).to_have_text(move.locator(".grade").inner_text())
    flagged = page.locator("#moves li:has(.grade) button")
    page.get_by_role("button", name="Next flagged decision").click()
    expect(flagged.nth(1 % flagged.count())).to_have_attribute("aria-current", "step")
    page.locator("#last").click()
    page.get_by_role("button", name="Next flagged decision").click()
    expect(flagged.first).to_have_attribute("aria-current", "step")
    assert not list(faults(page))


def test_what_cannot_be_replayed(visit: Visit) -> None:
    """A text that is no record, a table that does not exist: a sentence, and a way to paste another one."""
    visitor = visit()
    page = visitor.page
    page.goto("/review?table=nowhere")
    expect(page.locator("#faults")).to_contain_text("Cette table n’existe pas")
    page.locator("#record").fill("bonjour")
    page.locator("#paste button").click()
    expect(page.locator("#faults a")).to_be_visible()
    page.locator("#faults a").click()
    expect(page.locator("#record")).to_be_focused()
    visitor.faults.clear()


def test_a_deal_there_is_not(visit: Visit) -> None:
    """An address that leads to no deal, or to no number: the sentence says which, and another record can be pasted."""
    visitor = visit()
    table = visitor.sit_down("euchre-a-trois", "mbb")["table"]
    for deal in ("-1", "9", "1.5", "abc", "1e400"):
        visitor.page.goto(f"/review?table={table}&deal={deal}")
        expect(visitor.page.locator("#faults")).to_contain_text(f"Cette partie n’a pas de donne {deal}.")
        expect(visitor.page.locator("#record")).to_be_visible()
    visitor.faults.clear()
    before = visitor.page.url
    visitor.page.locator("#record").fill(record("euchre-a-trois"))
    visitor.page.locator("#paste button").click()
    visitor.page.locator("#next").click()  # of a game that is not one's own, nor that of the table
    expect(visitor.page.locator("#moves")).not_to_contain_text("Vous")
    expect(visitor.page.locator("#to-table")).to_be_hidden()
    assert visitor.page.url == before


def test_no_fault(visit: Visit) -> None:
    """Empty, in the middle of a trick, at the end: clean."""
    page = visit().page
    page.goto("/review")
    page.wait_for_selector("#paste:not([hidden])")
    assert not list(faults(page))
    pasted(page, record("euchre-a-trois"))
    for _ in range(6):
        page.locator("#next").click()
    assert not list(faults(page, dark=True))
    page.locator("#last").click()
    assert not list(faults(page))
