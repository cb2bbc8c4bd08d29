"""Every game to the end of a deal, by mouse and by keyboard alone, in both languages, on a phone and on a desk."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.browsing import DESKTOP, PHONE, Visitor

from atout.interchange import load
from atout.kinds import Kind

GAMES = [
    ("piques-a-trois", "mbb"),
    ("pique", "mbbb"),
    ("pique players=2", "mb"),
    ("atout-pique", "mbbb"),
    ("euchre-a-trois", "mbb"),
]
SCREENS = [PHONE, DESKTOP, PHONE, DESKTOP, PHONE]
LANGUAGES = ["fr", "en", "en", "fr", "en"]


def other(value: Any, values: tuple[Any, Any]) -> Any:
    """The other one of two."""
    return values[1] if value == values[0] else values[0]


BY_MOUSE = [(*game, lang, screen) for game, lang, screen in zip(GAMES, LANGUAGES, SCREENS, strict=True)]
BY_KEYS = [
    (rules, seats, other(lang, ("fr", "en")), other(screen, (PHONE, DESKTOP)))
    for rules, seats, lang, screen in BY_MOUSE
]


@pytest.mark.parametrize(("rules", "seats", "lang", "screen"), BY_MOUSE)
def test_by_mouse(visit: Callable[..., Visitor], rules: str, seats: str, lang: str, screen: tuple[int, int]) -> None:
    """A deal is played with clicks alone; what is told is what the table said, each line once and in order."""
    visitor = visit(lang=lang, screen=screen)
    visitor.sit_down(rules, seats)
    visitor.play_deal(visitor.click_something)
    log = visitor.log
    assert log
    visitor.wait_to_read(lambda: visitor.told.endswith(" ".join(log)), True)


@pytest.mark.parametrize(("rules", "seats", "lang", "screen"), BY_KEYS)
def test_by_keys(visit: Callable[..., Visitor], rules: str, seats: str, lang: str, screen: tuple[int, int]) -> None:
    """A deal is played without ever touching the mouse, and focus never leaves the playing area."""
    visitor = visit(lang=lang, screen=screen)
    visitor.sit_down(rules, seats)
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")  # the link past everything else

    def act() -> None:
        visitor.type_something()
        assert visitor.page.locator("#actions:focus-within").count() == 1

    visitor.play_deal(act)
    assert visitor.page.locator("#actions:focus-within").count() == 1


def test_a_finished_match_for_another_program(visit: Callable[..., Visitor]) -> None:
    """Beside its record: written where the format can hold it, and said why not where it cannot."""
    visitor = visit(lang="en", screen=PHONE)
    visitor.sit_down("euchre target=deal", "mbbb")
    expect(visitor.page.locator("#formats")).to_be_hidden()
    visitor.play_deal(visitor.click_something)
    visitor.page.get_by_text("Tricks of this deal").click()
    with visitor.page.expect_download() as awaited:
        visitor.button("Euchre Game Notation").click()
    assert load(awaited.value.path().read_text(encoding="utf-8")).kind is Kind.EGN
    expect(visitor.said).to_contain_text(f"{awaited.value.suggested_filename} is among your downloads.")
    visitor.button("PTN (Trickster)").click()
    expect(visitor.said).to_have_text("Deal 1: this format has no place for the stock and its turned card.")
    visitor.faults.clear()  # that answer is no file
