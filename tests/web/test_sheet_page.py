"""The score sheet for real cards: an evening's deals on a phone, by keyboard, by several phones, on paper."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.web.browsing import PHONE, Visitor
from tests.web.looking import faults, tab_to

from atout.referee.sheet import Sheet

Visit = Callable[..., Visitor]
NAMES = ("Ana", "Bob", "Cléo", "Dany")


def new_sheet(page: Page, rules: str = "piques-a-trois", *names: str) -> None:
    """Opens a sheet from the page for a new one."""
    page.goto("/sheet")
    page.wait_for_selector("body[data-state=ready]")
    expect(page.locator("#people input").first).to_be_visible()
    if rules != "piques-a-trois":
        with page.expect_response("**/api/rules?*"):
            page.locator("#rules-start").select_option(rules)
    fields = page.locator("#people input")
    for at, name in enumerate((names or NAMES)[: fields.count()]):
        fields.nth(at).fill(name)
    page.locator("#new-form button.primary").click()
    page.wait_for_selector("#kept:not([hidden])")


def fill(page: Page, kind: str, *numbers: int) -> None:
    """Types the numbers of a row of steppers."""
    for seat, number in enumerate(numbers, 1):
        page.locator(f"#{kind}-{seat}").fill(str(number))


def totals(page: Page, *expected: str) -> None:
    """The scores at the top, as they are spoken."""
    for at, total in enumerate(expected):
        expect(page.locator("#totals li b").nth(at)).to_contain_text(total)


def told(page: Page, text: str) -> None:
    """The line of answers."""
    expect(page.locator("#said")).to_contain_text(text)


def test_an_evening(visit: Visit) -> None:
    """On a phone: who deals, bids locked, tricks that must add up, the count, taken back, put right, a ruling."""
    visitor = visit(screen=PHONE)
    page = visitor.page
    new_sheet(page)
    page.locator("#who-deals").select_option("2")
    expect(page.locator("#entry-heading")).to_have_text("Donne 1, donneur : Bob. Annonces")
    more = page.get_by_role("button", name="Ana, un de plus")
    for _ in range(6):
        more.click()
    page.get_by_role("button", name="Ana, un de moins").click()
    expect(page.locator("#bids-1")).to_have_value("5")
    page.get_by_role("button", name="Bloquer les annonces").click()
    expect(page.locator("#bids-2-fault")).to_have_text("Bob : il manque un nombre.")
    expect(page.locator("#bids-2")).to_be_focused()
    fill(page, "bids", 5, 6, 4)
    expect(page.locator(".reckoning")).to_have_text("Total annoncé : 15, pour 17 plis.")
    page.get_by_role("button", name="Bloquer les annonces").click()
    expect(page.locator(".locked")).to_contain_text("Bob 6")
    expect(page.locator("#bids-1")).to_have_count(0)
    fill(page, "won", 5, 6, 4)
    expect(page.locator(".reckoning")).to_have_text("Plis à répartir : 2.")
    page.get_by_role("button", name="Compter la donne").click()
    told(page, "Il manque 2 plis : 15 au lieu de 17.")
    visitor.faults.clear()  # the browser notes that the server refused
    page.locator("#won-1").fill("7")
    page.get_by_role("button", name="Compter la donne").click()
    totals(page, "52", "60", "40")
    expect(page.locator("#entry-heading")).to_have_text("Donne 2, donneur : Cléo. Annonces")
    page.get_by_role("button", name="Donne 1, détail du compte").click()
    expect(page.locator(".counted")).to_contain_text("2 plis supplémentaires")
    page.get_by_role("button", name="Annuler").click()
    expect(page.locator("#won-1")).to_be_visible()
    page.get_by_role("button", name="Rétablir").click()
    totals(page, "52")
    page.get_by_role("button", name="Corriger la donne 1").click()
    fill(page, "won", 4, 9, 4)
    page.get_by_role("button", name="Enregistrer la correction").click()
    totals(page, "-50", "63", "40")
    page.locator("summary", has_text="Décision de la table").click()
    page.locator("#adjust-side").select_option("3")
    page.locator("#adjust-points").fill("−10")
    page.locator("#adjust-reason").fill("carte montrée #2")
    page.get_by_role("button", name="Écrire la décision").click()
    totals(page, "-50", "63", "30")
    expect(page.locator("#rows")).to_contain_text("décision de la table : carte montrée #2")
    page.reload()
    totals(page, "-50", "63", "30")


def test_trump_is_made(visit: Visit) -> None:
    """A maker and his tricks, everybody passing, a deal thrown in; names changed; the record is the core's."""
    visitor = visit(lang="en")
    page = visitor.page
    new_sheet(page, "euchre-a-trois")
    page.get_by_role("button", name="Count the deal").click()
    told(page, "Say who made trump.")
    page.locator("#maker-2").check()
    page.locator("#makers-tricks").fill("5")
    expect(page.locator("#trump option[value=NT]")).to_have_count(0)
    page.locator("#trump").select_option("H")
    page.get_by_role("button", name="Count the deal").click()
    totals(page, "0", "2", "0")
    page.get_by_role("button", name="Everybody passes").click()
    expect(page.locator("#rows tbody .is-void")).to_have_count(1)
    page.get_by_role("button", name="Misdeal").click()
    expect(page.locator("#rows tbody .is-void")).to_have_count(2)
    page.locator("summary", has_text="Names").click()
    page.locator("#renamed-2").fill("Marie Lou")
    page.get_by_role("button", name="Change the names").click()
    expect(page.locator("#totals")).to_contain_text("Marie Lou")
    page.locator("summary", has_text="Take home").click()
    with page.expect_download() as taken:
        page.locator("#to-record").click()
    sheet = Sheet.read(taken.value.path().read_text(encoding="utf-8"))
    assert (sheet.match.standing.totals, sheet.names[1]) == ((0, 2, 0), "Marie Lou")
    with page.expect_download() as taken:
        page.locator("#to-csv").click()
    assert "Marie Lou" in taken.value.path().read_text(encoding="utf-8")


def test_no_trump_is_made(visit: Visit) -> None:
    """Where the table plays it, it may be noted; and it is there when the deal is put right."""
    page = visit(lang="en").page
    new_sheet(page, "bid-euchre")
    page.locator("#maker-1").check()
    page.locator("#makers-tricks").fill("4")
    page.locator("#bid").select_option("4")
    page.locator("#trump").select_option("NT")
    page.get_by_role("button", name="Count the deal").click()
    totals(page, "4", "2")
    page.get_by_role("button", name="Deal 1, details of the count").click()
    page.get_by_role("button", name="Correct deal 1").click()
    expect(page.locator("#trump")).to_have_value("NT")


def test_by_keyboard(visit: Visit) -> None:
    """A deal without ever touching the mouse; focus comes back to what is asked next."""
    page = visit(lang="en").page
    page.goto("/sheet")
    page.wait_for_selector("body[data-state=ready]")
    tab_to(page, "#player-1")
    for name in NAMES[:3]:
        page.keyboard.type(name)
        page.keyboard.press("Tab")
    tab_to(page, "#new-form button.primary")
    page.keyboard.press("Enter")
    page.wait_for_selector("#kept:not([hidden])")
    for kind, numbers in (("bids", "564"), ("won", "764")):
        for seat, number in enumerate(numbers, 1):
            tab_to(page, f"#{kind}-{seat}")
            page.keyboard.type(number)
        page.keyboard.press("Enter")
        if kind == "bids":
            page.wait_for_selector("#won-1")
            expect(page.locator("#entry-heading")).to_be_focused()
    totals(page, "52", "60", "40")


def test_two_phones(visit: Visit) -> None:
    """Both write at once: one is refused with a sentence and loses nothing; a third only looks."""
    first, second = visit(screen=PHONE), visit(screen=PHONE)
    new_sheet(first.page)
    first.page.locator("#share > summary").click()
    write = first.page.locator("#link-write")
    watch = first.page.locator("#link-watch").input_value()
    second.page.goto(write.input_value())
    second.page.wait_for_selector("#bids-1")
    second.page.route("**/api/sheets/*", lambda route: route.abort())  # it has not heard of the other one yet
    fill(second.page, "bids", 1, 2, 3)
    fill(first.page, "bids", 5, 6, 4)
    first.page.get_by_role("button", name="Bloquer les annonces").click()
    first.page.wait_for_selector("#won-1")
    second.page.unroute("**/api/sheets/*")
    second.page.get_by_role("button", name="Bloquer les annonces").click()
    told(second.page, "La feuille a changé entre-temps : rien n’a été écrit.")
    expect(second.page.locator(".locked")).to_contain_text("Ana 5 · Bob 6 · Cléo 4")
    second.faults.clear()
    looks = visit(lang="en").page
    looks.goto(watch)
    looks.wait_for_selector("#kept:not([hidden])")
    expect(looks.locator("#entry")).to_contain_text("You follow this sheet")
    expect(looks.locator("#turns")).to_be_hidden()
    fill(second.page, "won", 7, 6, 4)
    second.page.get_by_role("button", name="Compter la donne").click()
    totals(looks, "52", "60", "40")


def test_a_correction_that_came_too_late(visit: Visit) -> None:
    """Another phone writes meanwhile: what was typed is still there, still a correction, and can be sent again, even
    where the page cannot look at once what the other has written."""
    visitor, other = visit(), visit()
    page = visitor.page
    new_sheet(page, "euchre-a-trois")
    for maker in (1, 2):
        page.locator(f"#maker-{maker}").check()
        page.locator("#makers-tricks").fill("4")
        page.locator("#entry-form .primary").click()
        expect(page.locator("#rows tbody .is-counted")).to_have_count(maker)
    page.locator(".sheet-toggle").first.click()
    page.get_by_role("button", name="Corriger la donne 1").click()
    page.locator("#makers-tricks").fill("2")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.route("**/api/sheets/*", lambda route: route.continue_() if len(sent) > 1 else route.abort())
    other.page.goto(page.url)
    other.page.get_by_role("button", name="Maldonne").click()
    expect(other.page.locator("#rows tbody .is-void")).to_have_count(1)
    for known in (0, 1):  # what the page knows of the other's line after it was told that it came too late
        page.get_by_role("button", name="Enregistrer la correction").click()
        told(page, "La feuille a changé entre-temps")
        expect(page.locator("#rows tbody .is-void")).to_have_count(known)
        expect(page.locator("#entry-heading")).to_have_text("Corriger la donne 1")
        expect(page.locator("#makers-tricks")).to_have_value("2")
    visitor.faults[:] = [fault for fault in visitor.faults if "Failed to load" not in fault]  # those were meant
    page.get_by_role("button", name="Enregistrer la correction").click()
    totals(page, "0", "3", "2")
    expect(page.locator("#entry-heading")).to_contain_text("Donne 4")


def test_what_is_typed_stays(visit: Visit) -> None:
    """While another phone renames a player, and while nobody answers."""
    visitor, other = visit(screen=PHONE), visit(screen=PHONE)
    page = visitor.page
    new_sheet(page)
    page.locator("#bids-1").fill("5")
    page.route("**/lines?*", lambda route: route.abort())
    fill(page, "bids", 5, 6, 4)
    page.get_by_role("button", name="Bloquer les annonces").click()
    told(page, "Le serveur ne répond pas")
    expect(page.locator("#bids-3")).to_have_value("4")
    visitor.faults.clear()
    page.unroute("**/lines?*")
    other.page.goto(page.url)
    other.page.wait_for_selector("#bids-1")
    other.page.locator("summary", has_text="Décision").click()
    other.page.locator("#adjust-points").fill("5")
    other.page.get_by_role("button", name="Écrire la décision").click()
    told(page, "Un autre téléphone a écrit sur la feuille.")
    expect(page.locator("#bids-3")).to_have_value("4")
    page.get_by_role("button", name="Bloquer les annonces").click()
    page.wait_for_selector("#won-1")


def test_sheets_of_this_browser(visit: Visit) -> None:
    """They are offered again, and can be forgotten; a saved one goes on as a new sheet; a bad one says why not."""
    visitor = visit()
    page = visitor.page
    new_sheet(page, "piques-a-trois", "Léa", "Max", "Zoé")
    record = page.request.get(page.locator("#to-record").get_attribute("href") or "").text()
    page.goto("/sheet")
    expect(page.locator("#mine-list a")).to_have_text("Léa, Max, Zoé · Piques à trois")
    page.get_by_role("button", name="Oublier la feuille Léa, Max, Zoé").click()
    expect(page.locator("#mine")).to_be_hidden()
    page.locator("summary", has_text="Reprendre").click()
    page.locator("#resume-text").fill("rien")
    page.get_by_role("button", name="Reprendre").click()
    expect(page.locator("#resume-faults")).to_be_focused()
    visitor.faults.clear()
    page.locator("#resume-text").fill(record)
    page.get_by_role("button", name="Reprendre").click()
    expect(page.locator("#totals")).to_contain_text("Zoé")


def test_no_fault(visit: Visit) -> None:
    """A new sheet; a count with its lines and everything else unfolded; a correction; a maker: clean."""
    page = visit().page
    page.goto("/sheet")
    page.wait_for_selector("#people input")
    assert not list(faults(page))
    new_sheet(page, "atout-pique")
    fill(page, "bids", 3, 4, 3, 2)
    page.locator("#entry-form .primary").click()
    page.wait_for_selector("#won-1")
    fill(page, "won", 4, 4, 3, 2)
    page.locator("#entry-form .primary").click()
    page.locator(".sheet-toggle").click()
    for summary in page.locator("#around > details > summary").all():
        summary.click()
    page.wait_for_selector("#link-watch")
    assert not list(faults(page))
    page.locator(".sheet-lines .plain").click()
    page.wait_for_selector("#bids-1")
    assert not list(faults(page, dark=True))
    new_sheet(page, "euchre-a-trois")
    assert not list(faults(page))


def test_six_players_on_a_small_screen(visit: Visit) -> None:
    """A row a player, nothing cut and no scrolling sideways; on a wide screen a row a deal."""
    page = visit(screen=(320, 640)).page
    page.goto("/sheet")
    page.wait_for_selector("body[data-state=ready]")
    for field, value in (("#rules-start", "atout-pique"), ("#rules-players", "6")):
        with page.expect_response("**/api/rules?*"):
            page.locator(field).select_option(value)
    expect(page.locator("#people input")).to_have_count(6)
    for at, name in enumerate((*NAMES, "Anastasia", "Frédérique")):
        page.locator("#people input").nth(at).fill(name)
    page.locator("#new-form button.primary").click()
    fill(page, "bids", 2, 1, 1, 1, 1, 1)
    page.get_by_role("button", name="Bloquer les annonces").click()
    fill(page, "won", 2, 1, 1, 1, 1, 2)
    page.get_by_role("button", name="Compter la donne").click()
    deal = page.get_by_role("table", name="Donne 1, détail du compte")
    expect(deal.get_by_role("rowheader")).to_have_text([*NAMES, "Anastasia", "Frédérique"])
    expect(deal.get_by_role("row", name="Frédérique")).to_contain_text("+11")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("button", name="Donne 1, détail du compte").click()
    expect(page.locator("#rows .sheet-lines.is-open")).to_contain_text("pli supplémentaire")
    page.set_viewport_size({"width": 1000, "height": 640})
    expect(page.locator("#rows thead th")).to_have_text(["Donne", *NAMES, "Anastasia", "Frédérique"])
    expect(page.locator("#rows .sheet-lines.is-open")).to_have_count(1)


def test_a_link_to_nothing(visit: Visit) -> None:
    """It says so, under the page's heading."""
    visitor = visit()
    visitor.page.goto("/sheet/nowhere")
    expect(visitor.page.locator("#trouble")).to_contain_text("Ce lien ne mène à aucune feuille.")
    assert not list(faults(visitor.page))
    visitor.faults.clear()


def test_paper(visit: Visit) -> None:
    """Printed: names, every line of the count, no buttons to press."""
    page = visit(lang="en").page
    new_sheet(page)
    fill(page, "bids", 5, 6, 4)
    page.locator("#entry-form .primary").click()
    page.wait_for_selector("#won-1")
    fill(page, "won", 7, 6, 4)
    page.locator("#entry-form .primary").click()
    totals(page, "52")
    page.emulate_media(media="print", color_scheme="dark")
    page.wait_for_selector("[data-theme=dark]", state="attached")
    assert page.locator("#totals b").first.evaluate("(e) => getComputedStyle(e).color") == "rgb(0, 0, 0)"
    expect(page.locator(".sheet-lines")).to_contain_text("2 overtricks")
    expect(page.locator(".sheet-lines .counted")).to_be_visible()
    for hidden in ("header", "footer", "#entry", "#turns", "#around"):
        expect(page.locator(hidden).first).to_be_hidden()
