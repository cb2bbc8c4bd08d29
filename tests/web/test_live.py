"""At a real table: reloading, two people in two browsers, asking, taking back, waiting for one's own pace."""

from collections.abc import Callable

from playwright.sync_api import expect
from tests.web.browsing import PHONE, Visitor
from tests.web.test_states import complaints, overflow


def test_reload_mid_trick(visit: Callable[..., Visitor]) -> None:
    """The same cards are in the hand and on the table, and the log is not told again."""
    visitor = visit(screen=PHONE)
    visitor.sit_down("piques-a-trois", "mbb")
    for _ in range(3):
        visitor.wait_for_me()
        before = visitor.n
        visitor.click_something()
        visitor.wait_after(before)
    visitor.wait_for_me()
    page = visitor.page
    cards = page.locator("#hand button").evaluate_all("all => all.map(one => one.ariaLabel)")
    lying = page.locator("#trick .lying").all_text_contents()
    n, log = visitor.n, " ".join(visitor.log)
    page.reload()
    page.wait_for_selector("body[data-state=ready]")
    assert visitor.n == n
    assert page.locator("#hand button").evaluate_all("all => all.map(one => one.ariaLabel)") == cards
    assert page.locator("#trick .lying").all_text_contents() == lying
    assert " ".join(visitor.log) == log


def test_two_browsers(visit: Callable[..., Visitor]) -> None:
    """A friend comes by the seat's link; each sees what the other does, in his own language, and only his own cards."""
    ana, bob = visit(lang="fr"), visit(lang="en", screen=PHONE)
    opened = ana.sit_down("euchre-a-trois", "mpb", name="Ana", visibility="link")
    bob.go(opened["links"]["2"])
    assert bob.page.url.endswith(opened["url"])
    ana.page.locator(".seat.is-me", has_text="Ana").wait_for()
    bob.page.locator(".seat", has_text="Ana").wait_for()
    acted = set()
    for _ in range(100):  # a few acts: the rest is patience
        ana.page.wait_for_timeout(100)
        for who in (ana, bob):
            if who.kind == "deal" or who.page.locator("#status.is-turn").count():
                before = who.n
                who.click_something()
                who.wait_after(before)
                acted.add(who)
                break  # the other page hears of it meanwhile
        if len(acted) == 2:
            break
    assert acted == {ana, bob}
    held = [
        set(who.page.locator("#hand button").evaluate_all("all => all.map(e => e.dataset.card)")) for who in (ana, bob)
    ]
    assert held[0]
    assert held[1]
    assert not held[0] & held[1]


def test_a_guest_is_asked_a_name(visit: Callable[..., Visitor]) -> None:
    """By keyboard: the field has the focus, Enter takes the name, all see it at once, and the next table knows it."""
    ana, bob = visit(lang="fr"), visit(lang="en", screen=PHONE)
    opened = ana.sit_down("euchre-a-trois", "mpb", name="Ana", visibility="link")
    expect(ana.page.locator("#arrival")).to_be_hidden()  # has one
    bob.go(opened["links"]["2"])
    field = bob.page.get_by_role("textbox", name="Your name", exact=True)
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description("Optional. The whole table sees it, and it is kept for next time.")
    assert not complaints(bob.page)
    assert overflow(bob.page) == 0
    field.fill("ana")  # looks like one who sits there
    bob.page.keyboard.press("Enter")
    expect(bob.said).not_to_be_empty()
    expect(field).to_be_focused()
    field.fill("Bob")
    bob.page.keyboard.press("Enter")
    expect(field).to_be_hidden()
    expect(bob.said).to_be_empty()  # what was refused is done
    expect(bob.focus).to_have_id("status")
    expect(ana.page.locator(".seat-name", has_text="Bob")).to_be_visible()
    following = ana.sit_down("euchre-a-trois", "mpb", name="Ana", visibility="link")
    bob.go(following["links"]["2"])
    expect(ana.page.locator(".seat-name", has_text="Bob")).to_be_visible()
    expect(field).to_be_hidden()


def test_a_guest_may_have_no_name(visit: Callable[..., Visitor]) -> None:
    """Then it stays the seat's usual one, and nothing is asked again when the page is loaded anew."""
    ana, bob = visit(lang="fr"), visit(lang="fr")
    opened = ana.sit_down("euchre-a-trois", "mpb", name="Ana", visibility="link")
    bob.go(opened["links"]["2"])
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator("#arrival")).to_be_hidden()
    bob.page.reload()
    expect(ana.page.locator(".seat-name", has_text="Joueur 2")).to_be_visible()
    bob.page.wait_for_selector("body[data-state=ready]")
    expect(bob.page.locator("#arrival")).to_be_hidden()


def test_chat_phrases_and_silence(visit: Callable[..., Visitor]) -> None:
    """A phrase is heard in each language; whoever is muted is not heard."""
    ana, bob = visit(lang="fr"), visit(lang="en")
    opened = ana.sit_down("euchre-a-trois", "mpb", name="Ana", visibility="link")
    bob.go(opened["links"]["2"])
    ana.button("Bien joué !").click()
    bob.page.locator("#chat-log").get_by_text("Well played!").wait_for()
    bob.button("Mute Ana").click()
    expect(bob.button("Mute Ana")).to_have_attribute("aria-pressed", "true")
    ana.page.get_by_label("Votre message").fill("Bonjour Bob")
    ana.page.keyboard.press("Enter")
    ana.page.locator("#chat-log").get_by_text("Bonjour Bob").wait_for()
    assert "Bonjour Bob" not in (bob.page.locator("#chat-log").text_content() or "")


def test_advice_why_and_taking_back(visit: Callable[..., Visitor]) -> None:
    """Advice names and points at a card; a forbidden card says why; taking back gives the card back."""
    visitor = visit()
    visitor.sit_down("piques-a-trois", "mbb")
    page = visitor.page
    visitor.wait_for_me()
    allowed = page.locator("#hand button:not([aria-disabled])")
    while visitor.kind or allowed.count() == 1:  # of an only card there is nothing more to say
        before = visitor.n
        visitor.click_something()
        visitor.wait_after(before)
        visitor.wait_for_me()
    heard = ""
    for _ in range(3):  # the idea, a few cards, the card
        visitor.button("Conseil").click()
        expect(visitor.said).not_to_have_text(heard)
        expect(visitor.said).not_to_be_empty()
        heard = visitor.said.text_content() or ""
    expect(page.locator("#hand .is-advised")).to_have_count(1)
    expect(visitor.said).to_be_in_viewport(ratio=1)
    before = visitor.n
    held = page.locator("#hand button").count()
    page.locator("#hand .is-advised").click(position={"x": 10, "y": 12})
    visitor.wait_after(before)
    visitor.wait_for_me()
    assert page.locator("#hand button").count() == held - 1
    visitor.button("Reprendre le coup").click()
    expect(page.locator("#hand button")).to_have_count(held)
    forbidden = page.locator("#hand button[aria-disabled]")
    if forbidden.count():
        forbidden.first.click(position={"x": 10, "y": 12}, force=True)
        expect(visitor.said).not_to_be_empty()
        expect(visitor.said).to_have_attribute("data-tone", "warn")


def test_at_ones_own_pace(visit: Callable[..., Visitor]) -> None:
    """Where bots wait to be asked, a button asks them, and it is within reach of the keys."""
    visitor = visit(screen=PHONE)
    visitor.sit_down("euchre-a-trois", "mbb", pace=None)
    go_on = visitor.button("Continuer")
    for _ in range(8):
        visitor.page.wait_for_selector("#choices:not([hidden]), #status.is-turn")
        if go_on.count():
            break
        before = visitor.n
        visitor.click_something()
        visitor.wait_after(before)
    before = visitor.n
    go_on.focus()
    visitor.page.keyboard.press("Enter")
    visitor.wait_after(before)
    assert visitor.page.locator("#actions:focus-within").count() == 1


def test_watching(visit: Callable[..., Visitor]) -> None:
    """Whoever has no seat sees the table, no hand, and nothing to press in it."""
    ana, eve = visit(), visit(screen=PHONE)
    opened = ana.sit_down("piques-a-trois", "mbb", visibility="link")
    eve.go(opened["url"])
    assert eve.page.locator("#hand button").count() == 0
    assert eve.page.locator("#tools button:visible").count() == 0
    assert eve.page.locator(".seat").count() == 3


def test_rulings(visit: Callable[..., Visitor]) -> None:
    """Whoever opened the table gives points between deals and throws a deal in; others see it and have no such form."""
    ana, bob = visit(lang="fr"), visit(lang="fr", screen=PHONE)
    opened = ana.sit_down("euchre-a-trois target=1000", "mpb")
    bob.go(opened["links"]["2"])
    box = ana.page.locator("#ruling")
    box.locator("summary").click()
    ana.page.locator("#ruling-side").select_option("3")
    ana.page.locator("#ruling-points").fill("−2")
    ana.page.locator("#ruling-reason").fill("carte vue")
    ana.button("Décider").click()
    for visitor in (ana, bob):
        expect(visitor.page.locator("#sheet tbody th").last).to_have_text("Décision : carte vue")
        expect(visitor.page.locator("#sheet .is-total td").last).to_contain_text("−2")
    expect(ana.page.locator("#ruling-points")).to_have_value("")
    expect(bob.page.locator("#ruling")).to_be_hidden()
    ana.page.locator("#choices button").first.click()
    ana.page.wait_for_selector("#hand button, #hand [role=button]")
    ana.button("Annuler la donne").focus()
    for _ in range(3):  # held: the second press has to be one
        ana.page.keyboard.down("Enter")
    ana.page.keyboard.up("Enter")
    expect(ana.said).to_have_text("Appuyez encore pour confirmer.")
    ana.page.keyboard.press("Enter")
    for visitor in (ana, bob):
        expect(visitor.page.locator("#log p").last).to_contain_text("La table annule la donne.")
        expect(visitor.page.locator("#choices")).to_have_attribute("data-kind", "deal")


def test_invitations_at_the_table(visit: Callable[..., Visitor]) -> None:
    """A lost link is replaced at the table: that of a seat nobody has, and one's own for another device."""
    ana, bob, again = visit(lang="fr"), visit(lang="fr", screen=PHONE), visit(lang="en", screen=PHONE)
    ana.sit_down("euchre-a-trois", "mpb", name="Ana")
    ana.button("Inviter").click()
    link = ana.page.locator("#link")
    expect(link).to_be_focused()
    bob.go(link.input_value())
    expect(bob.page.locator(".seat.is-me .seat-name")).to_have_text("Vous")
    expect(ana.page.locator(".seat-name", has_text="Joueur 2")).to_be_visible()
    expect(ana.button("Inviter")).to_have_count(0)
    ana.button("Mon lien, pour un autre appareil").click()
    expect(ana.page.get_by_role("textbox", name="Place : Ana")).to_be_focused()
    expect(ana.page.locator("#links .qr svg")).to_be_attached()
    again.go(link.input_value())
    expect(again.page.locator(".seat.is-me .seat-name")).to_have_text("Ana")


def test_names_as_long_as_may_be(visit: Callable[..., Visitor]) -> None:
    """Forty letters without a space make no page of a small screen wider than it is."""
    visitor = visit(lang="fr", screen=(320, 640))
    page, name = visitor.page, "W" * 40
    opened = visitor.sit_down("euchre-a-trois", "mbb", name=name)
    visitor.play_deal(visitor.click_something)
    page.wait_for_selector("#result:not([hidden])")
    assert overflow(page) == 0
    for path in (f"/review?table={opened['table']}", "/"):
        page.goto(path)
        page.get_by_text(name).first.wait_for()
        assert overflow(page) == 0
