"""Keys, presses and touches, against a table that only listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.browsing import PHONE, SPOKEN, Visitor
from tests.web.staged import Stage
from tests.web.test_states import NARROW, stage

SAID = {"type": "said", "text": "Voilà.", "tokens": []}
READ_KEYS = {"c": "table", "f": "led", "v": "information", "i": "information", "s": "scores", "t": "turn"} | {
    "h": "hand",
    "l": "last",
    "r": "repeat",
    "b": "bids",
}


def acts(shown: Stage) -> list[str]:
    """The tokens the page has acted with."""
    return [command["token"] for command in shown.acts]


def enter(visitor: Visitor) -> None:
    """Into the playing area by keys: the first link of the page leads there."""
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")


@pytest.fixture
def following(visit: Callable[..., Visitor]) -> tuple[Visitor, Stage]:
    """A trick to follow to, the playing area entered."""
    visitor = visit(screen=PHONE)
    shown = stage(visitor, "follow", "fr")
    shown.answers = {"read": SAID, "hint": {**SAID, "tokens": []}}
    enter(visitor)
    return visitor, shown


@pytest.mark.parametrize(("key", "command"), READ_KEYS.items())
def test_a_read_key(following: tuple[Visitor, Stage], key: str, command: str) -> None:
    """Each key asks the table and says its answer; capitals too."""
    visitor, shown = following
    visitor.page.keyboard.press(key)
    expect(visitor.said).to_have_text("Voilà.")
    visitor.page.keyboard.press(key.upper())
    visitor.wait_to_read(lambda: [(one["type"], one["command"]) for one in shown.asked], 2 * [("read", command)])


def test_the_same_answer_is_said_again(following: tuple[Visitor, Stage]) -> None:
    """Set to the same words a status is silent: it is emptied first."""
    visitor, _ = following
    visitor.page.evaluate(
        """() => { window.seen = []; const said = document.querySelector("#said");
        new MutationObserver(() => seen.push(said.textContent)).observe(said, { childList: true }) }"""
    )
    for said in (["Voilà."], ["Voilà.", "", "Voilà."]):
        visitor.page.keyboard.press("t")
        visitor.wait_to_read(lambda: visitor.page.evaluate("seen"), said)


def test_moving_in_the_hand(following: tuple[Visitor, Stage]) -> None:
    """Arrows, Home, End; N to the next playable card; digits by their place to a suit, on an AZERTY keyboard too."""
    visitor, shown = following
    keyboard, hand = visitor.page.keyboard, shown.frame["scene"]["hand"]["cards"]
    names = [card["name"] for card in hand]
    playable = [card["name"] for card in hand if card["legal"]]
    keyboard.press("n")
    expect(visitor.focus).to_have_accessible_name(playable[0])
    keyboard.press("n")
    expect(visitor.focus).to_have_accessible_name(playable[1 % len(playable)])
    keyboard.press("Home")
    expect(visitor.focus).to_have_accessible_name(names[0])
    keyboard.press("ArrowRight")
    expect(visitor.focus).to_have_accessible_name(names[1])
    keyboard.press("End")
    expect(visitor.focus).to_have_accessible_name(names[-1])
    keyboard.press("ArrowLeft")
    expect(visitor.focus).to_have_accessible_name(names[-2])
    visitor.focus.dispatch_event("keydown", {"key": "é", "code": "Digit2", "bubbles": True})
    hearts = [card["name"] for card in hand if card["suit"] == "H"]
    expect(visitor.focus).to_have_accessible_name(hearts[0])
    assert visitor.page.locator("#hand button[tabindex='0']").count() == 1


def test_playing_by_keys(following: tuple[Visitor, Stage]) -> None:
    """Enter plays once however long it is held; a forbidden card stays and says why; focus never plays by itself."""
    visitor, shown = following
    keyboard = visitor.page.keyboard
    cards = shown.frame["scene"]["hand"]["cards"]
    keyboard.press("Tab")
    keyboard.press("Home")
    assert not acts(shown)
    forbidden = next(card for card in cards if card["legal"] is False)
    visitor.button(forbidden["name"]).focus()
    keyboard.press("Enter")
    expect(visitor.said).to_have_text(forbidden["refusal"])
    assert not acts(shown)
    keyboard.press("n")
    for _ in range(4):
        keyboard.down("Enter")  # held: the second and later ones are repeats
    keyboard.up("Enter")
    visitor.wait_to_read(lambda: len(acts(shown)), 1)


def test_focus_goes_to_the_next_card(following: tuple[Visitor, Stage]) -> None:
    """After a play the card beside has the focus; with no card left, the status."""
    visitor, shown = following
    hand = shown.frame["scene"]["hand"]
    visitor.button(hand["cards"][2]["name"]).focus()
    rest = [card for at, card in enumerate(hand["cards"]) if at != 2]
    send_hand(shown, {**hand, "cards": rest})
    expect(visitor.focus).to_have_accessible_name(rest[2]["name"])
    send_hand(shown, {**hand, "cards": []})
    expect(visitor.focus).to_have_attribute("id", "status")


def send_hand(shown: Stage, hand: dict[str, Any]) -> None:
    """Another hand from the table."""
    shown.frame["n"] += 1
    shown.send({"type": "update", "n": shown.frame["n"], "scene": {"hand": hand}, "log": [], "events": [], "legal": []})


def test_nil_takes_a_second_press(visit: Callable[..., Visitor]) -> None:
    """Nil is bid by a second press of its own, which a held key does not give, and Escape takes the first one back."""
    visitor = visit(screen=PHONE)
    shown = stage(visitor, "bid", "fr")
    enter(visitor)
    keyboard = visitor.page.keyboard
    keyboard.press("b")
    expect(visitor.focus).to_have_accessible_name("Annoncer nil")
    for _ in range(4):
        keyboard.down("Enter")
    keyboard.up("Enter")
    assert not acts(shown)
    expect(visitor.said).to_have_text("Appuyez encore pour confirmer.")
    keyboard.press("Escape")
    keyboard.press("Enter")
    assert not acts(shown)
    keyboard.press("Enter")
    visitor.wait_to_read(lambda: acts(shown), ["0"])


def test_a_card_pressed_out_of_turn(visit: Callable[..., Visitor]) -> None:
    """Whose turn it is, until it changes: what no longer holds does not stay beside what does."""
    visitor = visit()
    shown = stage(visitor, "wait", "fr")
    visitor.page.locator("#hand button").first.click(position={"x": 10, "y": 12}, force=True)
    expect(visitor.said).to_have_text(shown.frame["scene"]["status"])
    update = {"type": "update", "log": [], "legal": [], "n": shown.frame["n"] + 1, "scene": {}}
    shown.send({**update, "events": [{"type": "played"}]})
    expect(visitor.said).to_have_text("")


def test_digits_type_a_bid(visit: Callable[..., Visitor]) -> None:
    """Digits gather into the bid they make; a forbidden bid says why."""
    visitor = visit(screen=PHONE)
    shown = stage(visitor, "bid-limited", "fr")
    enter(visitor)
    keyboard = visitor.page.keyboard
    keyboard.press("1")
    keyboard.press("2")
    expect(visitor.focus).to_have_accessible_name("Annoncer 12")
    forbidden = next(item for item in shown.frame["scene"]["choices"]["items"] if not item["legal"])
    for digit in forbidden["token"]:
        keyboard.press(digit)
    expect(visitor.focus).to_have_accessible_name(forbidden["label"])
    keyboard.press("Enter")
    expect(visitor.said).to_have_text(forbidden["refusal"])
    assert not acts(shown)


def test_touch_lifts_then_plays(visit: Callable[..., Visitor]) -> None:
    """The first touch lifts a card, the second plays it; one is enough where that is chosen."""
    visitor = visit(screen=PHONE, has_touch=True)
    shown = stage(visitor, "follow", "fr")
    card = visitor.page.locator("#hand button:not([aria-disabled])").first
    card.tap(position={"x": 10, "y": 12})
    expect(card).to_have_attribute("data-lifted", "yes")
    assert not acts(shown)
    card.tap(position={"x": 10, "y": 12})
    visitor.wait_to_read(lambda: len(acts(shown)), 1)
    visitor.page.evaluate("localStorage.setItem('atout.settings', JSON.stringify({ oneTap: true }))")
    visitor.page.reload()
    card.tap(position={"x": 10, "y": 12})
    visitor.wait_to_read(lambda: len(acts(shown)), 2)


def test_keys_only_inside_and_only_if_wanted(visit: Callable[..., Visitor]) -> None:
    """Letters mean nothing outside the playing area, nor when they are turned off; another key may be chosen."""
    visitor = visit(screen=PHONE)
    shown = stage(visitor, "follow", "fr")
    shown.answers = {"read": SAID}
    keyboard = visitor.page.keyboard
    visitor.button("Réglages").focus()
    keyboard.press("t")
    visitor.page.evaluate("localStorage.setItem('atout.settings', JSON.stringify({ keys: false }))")
    visitor.page.reload()
    visitor.page.wait_for_selector("body[data-state=ready]")
    visitor.page.locator("#status").focus()
    keyboard.press("t")
    visitor.wait_to_read(lambda: shown.asked, [])
    visitor.page.evaluate("localStorage.setItem('atout.settings', JSON.stringify({ remapped: { turn: 'X' } }))")
    visitor.page.reload()
    visitor.page.wait_for_selector("body[data-state=ready]")
    visitor.page.locator("#status").focus()
    keyboard.press("t")
    keyboard.press("x")
    expect(visitor.said).to_have_text("Voilà.")
    visitor.wait_to_read(lambda: [command["command"] for command in shown.asked], ["turn"])


def test_walking_the_log_and_help(following: tuple[Visitor, Stage]) -> None:
    """G reads the messages back, Shift+G forward again; ``?`` opens the list of keys, a button and a line for each."""
    visitor, _ = following
    lines = visitor.log
    keyboard = visitor.page.keyboard
    keyboard.press("g")
    expect(visitor.said).to_have_text(lines[-1])
    keyboard.press("g")
    expect(visitor.said).to_have_text(lines[-2])
    keyboard.press("Shift+G")
    expect(visitor.said).to_have_text(lines[-1])
    keyboard.press("?")
    expect(visitor.page.locator("#help-list")).to_be_visible()
    for key in ("B", "C", "F", "V", "I", "S", "T", "H", "L", "R", "N", "G", "P", "?"):
        row = visitor.page.locator("#help-list li", has=visitor.page.locator(f"kbd:text-is('{key}')"))
        assert row.locator("button").count() == 1, key


def test_negative_numbers_in_the_log(following: tuple[Visitor, Stage]) -> None:
    """A real minus sign for the eye; speech, and whoever reads the line again, get the line as it was sent."""
    visitor, shown = following
    line = "Bob : -1, contrat 4 : -40. Total -139."
    shown.send({"type": "update", "n": 8, "scene": {}, "events": [], "legal": [], "log": [line]})
    last = visitor.page.locator("#log p[data-said^=Bob]").last
    expect(last.locator("[aria-hidden]")).to_have_text("Bob : −1, contrat 4 : −40. Total −139.")
    assert last.evaluate_all(SPOKEN) == [line]
    visitor.page.keyboard.press("g")
    expect(visitor.said.locator("[aria-hidden]")).to_have_text("Bob : −1, contrat 4 : −40. Total −139.")
    assert visitor.said.evaluate_all(SPOKEN) == [line]


def test_the_log_is_added_to_and_never_too_long(following: tuple[Visitor, Stage]) -> None:
    """What comes at once is one paragraph; forty are kept; older ones are not touched."""
    visitor, shown = following
    first = visitor.page.locator("#log p").first
    first.evaluate("one => (one.mark = true)")
    update = {"type": "update", "scene": {}, "events": [], "legal": []}
    for n in range(8, 12):
        shown.send({**update, "n": n, "log": [f"Ligne {n}."]})
    expect(visitor.page.locator("#log p").last).to_have_text("Ligne 8. Ligne 9. Ligne 10. Ligne 11.")
    assert first.evaluate("one => one.mark")
    for n in range(12, 56):
        shown.send({**update, "n": n, "log": [f"Ligne {n}."]})
        if n % 2:
            visitor.page.wait_for_timeout(90)
    expect(visitor.page.locator("#log p").last).to_contain_text("Ligne 55.")
    assert len(visitor.log) <= 40


def test_advice_goes_on_at_one_decision(following: tuple[Visitor, Stage]) -> None:
    """Somebody who comes or leaves, or the pace changed, begins it anew no more than asking again does; an act does."""
    visitor, shown = following
    update = {"type": "update", "scene": {}, "log": [], "legal": [], "n": 7, "events": []}
    for sent in (None, update, {**update, "n": 8}, {**shown.frame, "n": 8}):
        if sent:
            shown.send(sent)
        visitor.page.keyboard.press("p")
        expect(visitor.said).to_have_text("Voilà.")
    shown.send({**update, "n": 9, "events": [{"deal": 1, "seat": 2, "token": "AS"}]})
    visitor.wait_after("8")
    visitor.page.keyboard.press("p")
    visitor.wait_to_read(lambda: [one["more"] for one in shown.asked if one["type"] == "hint"], [0, 1, 2, 3, 0])


def test_a_deal_of_many_players(visit: Callable[..., Visitor]) -> None:
    """Of six players one deal is shown, with its lines: the last one until another is chosen; focus stays there."""
    page = visit(lang="fr", screen=NARROW).page
    Stage(page, "many", "fr").open()
    figures = page.locator("#sheet tbody tr:not(.sheet-lines) td:nth-of-type(1)")
    last = figures.all_inner_texts()
    expect(page.locator("#sheet thead")).to_contain_text("Donne 2")
    page.locator("#sheet .sheet-deals button").first.click()
    expect(page.locator("#sheet thead")).to_contain_text("Donne 1")
    expect(page.locator("#sheet button:focus")).to_have_attribute("aria-pressed", "true")
    totals = page.locator("#sheet tbody tr:not(.sheet-lines) td:nth-of-type(2)").all_inner_texts()
    first = figures.all_inner_texts()

    def made(said: str) -> int:
        return int(said.splitlines()[-1].replace("−", "-"))

    assert [made(one) + made(other) for one, other in zip(first, last, strict=True)] == [made(one) for one in totals]
    assert page.evaluate("document.querySelector('#sheet').scrollWidth <= document.querySelector('#sheet').clientWidth")
