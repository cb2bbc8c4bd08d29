"""The settings: each does what it says, at once, and is kept by the browser."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tests.web.browsing import PHONE, Visitor
from tests.web.test_states import complaints, stage

COUNT_TONES = """window.tones = 0;
window.AudioContext = class { currentTime = 0; };
window.OscillatorNode = class { connect(next) { return next; } start() { tones++; } stop() {} };
window.GainNode = class { gain = { setTargetAtTime() {} }; connect(next) { return next; } };"""


def open_settings(visitor: Visitor) -> Locator:
    """The dialog."""
    visitor.page.locator("#open-settings").click()
    dialog = visitor.page.locator("#settings")
    expect(dialog).to_be_visible()
    return dialog


def test_how_cards_look(visit: Callable[..., Visitor]) -> None:
    """Letters, four colours, size and theme change the page while the dialog is open, and last."""
    visitor = visit()
    stage(visitor, "bid-limited", "fr")
    page = visitor.page
    jack = page.locator("#hand button", has=page.locator("text=V")).first
    expect(jack).to_be_visible()
    dialog = open_settings(visitor)
    assert not complaints(page)
    diamond = page.locator("#hand .suit-D .card-index").first
    ink = diamond.evaluate("one => getComputedStyle(one).fill")
    width = page.locator("#hand button").first.bounding_box()
    dialog.get_by_label("Lettres des figures").select_option("en")
    dialog.get_by_label("Couleurs des cartes").select_option("four")
    dialog.get_by_label("Taille des cartes").select_option("large")
    dialog.get_by_label("Thème").select_option("dark")
    dialog.get_by_role("button", name="Fermer").click()

    def holds() -> None:
        expect(page.locator("#hand .card-index", has_text="J").first).to_be_visible()
        assert page.locator("#hand .card-index", has_text="V").count() == 0
        assert diamond.evaluate("one => getComputedStyle(one).fill") != ink
        now = page.locator("#hand button").first.bounding_box()
        assert now
        assert width
        assert now["width"] > width["width"]
        assert page.locator("html").get_attribute("data-theme") == "dark"

    holds()
    page.reload()
    page.wait_for_selector("body[data-state=ready]")
    holds()


def test_language(visit: Callable[..., Visitor]) -> None:
    """The words of the page change at once, and the table is asked for its own in that language."""
    visitor = visit(screen=PHONE)
    visitor.sit_down("piques-a-trois", "mbb")
    page = visitor.page
    open_settings(visitor).get_by_label("Langue").select_option("en")
    expect(page.locator("#settings").get_by_label("Language")).to_be_focused()
    page.locator("#settings button", has_text="Close").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_attached()
    page.wait_for_function("() => /turn|trick|bid/i.test(document.querySelector('#status').textContent)")
    visitor.wait_to_read(lambda: visitor.heard[-1]["lang"], "en")


@pytest.mark.parametrize(("moment", "trump"), [("left-bower", "C"), ("lead", "S")])
def test_suits_in_the_hand(visit: Callable[..., Visitor], moment: str, trump: str) -> None:
    """Trump first, black and red by turns, unless another order is wished for; the hand is read out in the same one."""
    visitor = visit()
    shown = stage(visitor, moment, "fr")
    shown.answers = {"read": {"type": "said", "text": "Voilà.", "tokens": []}}
    suits = "all => [...new Set(all.map(one => one.dataset.suit))].join('')"
    for round_, listing in (("SHCD", "alternate"), ("SHDC", "listed")):
        open_settings(visitor).get_by_label("Ordre des couleurs").select_option(listing)
        first = round_.index(trump)
        places = {"first": first, "last": first + 1, "in-order": 0}
        for wish, at in places.items():
            visitor.page.get_by_label("Place de l’atout").select_option(wish)
            whole = round_[at:] + round_[:at]
            held = visitor.page.locator("#hand button").evaluate_all(suits)
            assert held == "".join(suit for suit in whole if suit in held)
            assert len(held) > 2
        visitor.page.keyboard.press("Escape")
        visitor.page.locator("#status").focus()
        visitor.page.keyboard.press("h")
        expect(visitor.said).to_have_text("Voilà.")
        visitor.wait_to_read(lambda: [command["suits"] for command in shown.asked[-1:]], [round_])


@pytest.mark.parametrize("kept", [{"suits": "by-length", "remapped": None, "theme": 7, "gone": 1}, None, "x"])
def test_settings_of_another_version(visit: Callable[..., Visitor], kept: object) -> None:
    """What this version does not know is as usual; the rest holds."""
    visitor = visit(lang="fr")
    known = {**kept, "trump": "last"} if isinstance(kept, dict) else kept
    visitor.context.add_init_script(f"localStorage.setItem('atout.settings', {json.dumps(json.dumps(known))})")
    stage(visitor, "lead", "fr")
    dialog = open_settings(visitor)
    expect(dialog.locator("#setting-suits")).to_have_value("alternate")
    expect(dialog.locator("#setting-theme")).to_have_value("auto")
    expect(dialog.locator("#setting-trump")).to_have_value("last" if isinstance(kept, dict) else "first")


def test_pace_belongs_to_the_table(visit: Callable[..., Visitor]) -> None:
    """The pace of the bots is asked of the table."""
    visitor = visit()
    shown = stage(visitor, "follow", "fr")
    shown.answers = {"settings": {"type": "answer", "ok": True, "n": 7}}
    dialog = open_settings(visitor)
    dialog.get_by_label("Rythme des robots").select_option("1800")
    dialog.get_by_label("Rythme des robots").select_option("by-hand")
    visitor.wait_to_read(
        lambda: [{key: value for key, value in command.items() if key != "id"} for command in shown.asked],
        [{"type": "settings", "by_hand": False, "pace": 1800}, {"type": "settings", "by_hand": True}],
    )


def test_sounds_are_off_until_asked_for(visit: Callable[..., Visitor]) -> None:
    """Not one tone at first; one for each kind of event afterwards, made here."""
    visitor = visit()
    visitor.page.add_init_script(COUNT_TONES)
    shown = stage(visitor, "wait", "fr")
    scene = shown.frame["scene"]
    mine = [{**seat, "turn": seat["seat"] == 1} for seat in scene["seats"]]

    def my_turn(n: int) -> None:
        update = {"type": "update", "log": [], "events": [], "legal": []}
        shown.send({**update, "n": n, "scene": {"seats": scene["seats"]}})
        shown.send({**update, "n": n + 1, "scene": {"seats": mine}})
        visitor.page.wait_for_selector(f"body[data-n='{n + 1}']")

    my_turn(8)
    visitor.wait_to_read(lambda: visitor.page.evaluate("tones"), 0)
    open_settings(visitor).get_by_label("Sons").check()
    visitor.page.keyboard.press("Escape")
    my_turn(10)
    visitor.wait_to_read(lambda: visitor.page.evaluate("tones"), 1)


def test_nothing_moves_where_that_is_wished(visit: Callable[..., Visitor]) -> None:
    """By the setting, and by the system's."""
    time = "one => getComputedStyle(one).transitionDuration"
    still = visit(reduced_motion="reduce")
    stage(still, "follow", "fr")
    still.page.wait_for_selector(".in-hand.is-placed")
    assert still.page.locator(".in-hand").first.evaluate(time) == "0s"
    visitor = visit(reduced_motion="no-preference")
    stage(visitor, "follow", "fr")
    visitor.page.wait_for_selector(".in-hand.is-placed")
    assert visitor.page.locator(".in-hand").first.evaluate(time) == "0.16s"
    open_settings(visitor).get_by_label("Mouvements").select_option("still")
    assert visitor.page.locator(".in-hand").first.evaluate(time) == "0s"
