"""The first page: one press plays; everything about a table by mouse, by keyboard, with friends; no fault anywhere."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.web.browsing import PHONE, Visitor
from tests.web.looking import faults, tab_to

Visit = Callable[..., Visitor]


def lobby(visit: Visit, lang: str = "fr", **more: object) -> Page:
    """The lobby, drawn."""
    page = visit(lang=lang, **more).page
    page.goto("/")
    page.wait_for_selector("body[data-state=ready]")
    return page


def custom(page: Page) -> None:
    """Opens the form for everything about a table."""
    page.locator("#custom > summary").click()
    expect(page.locator("#seats select").first).to_be_visible()


def pick(page: Page, option: str, value: str) -> None:
    """Chooses an option's value and waits for what the server makes of it."""
    with page.expect_response("**/api/rules?*"):
        page.locator(f"#{option}").select_option(value)


def test_one_press(visit: Visit) -> None:
    """First visit on a phone: a game is chosen, "Jouer" is in sight and plays; one's table waits in the lobby."""
    page = lobby(visit, screen=PHONE)
    expect(page.locator("input[name=game]:checked")).to_have_value("piques-a-trois")
    play = page.get_by_role("button", name="Jouer")
    expect(play).to_be_in_viewport()
    play.click()
    page.wait_for_selector("body[data-state=ready] #hand")
    page.goto("/")
    page.get_by_role("link", name="Revenir").first.click()
    page.wait_for_url("**/table/*")


def test_by_keyboard(visit: Visit) -> None:
    """Another game, with the arrows and Enter alone; it is the one offered next time."""
    page = lobby(visit, "en")
    tab_to(page, "input[name=game]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-state=ready] #hand")
    expect(page.locator("#table-name")).to_contain_text("Pique")
    page.goto("/")
    expect(page.locator("input[name=game]:checked")).to_have_value("pique")


def test_conflicts_as_one_chooses(visit: Visit) -> None:
    """What does not go together is told at its field, and the table is not opened with something else."""
    page = lobby(visit)
    custom(page)
    pick(page, "rules-start", "atout-pique")
    expect(page.locator("#summary")).to_contain_text("Atout pique")
    expect(page.locator("#option-bags option").first).to_contain_text("−100")
    page.locator("#rules-options > summary").click()
    page.locator("#option-target").select_option("…")
    with page.expect_response("**/api/rules?*"):
        page.locator("#option-target-other").fill("beaucoup")
        page.locator("#option-target-other").press("Tab")
    fault = page.locator("#option-target-fault")
    expect(fault).to_contain_text("beaucoup")
    expect(page.locator("#option-target")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#option-target")).to_have_attribute(
        "aria-describedby", "option-target-help option-target-fault"
    )
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator("#faults")).to_be_focused()
    page.locator("#faults a").click()
    expect(page.locator("#option-target")).to_be_focused()
    pick(page, "option-target", "300")
    expect(fault).to_be_hidden()
    expect(page.locator("#summary")).to_contain_text("300 points")


def test_what_no_longer_applies(visit: Visit) -> None:
    """An option kept from other rules conflicts with fewer players, and says so."""
    page = lobby(visit)
    custom(page)
    pick(page, "rules-start", "atout-pique")
    page.locator("#rules-options > summary").click()
    with page.expect_response("**/api/rules?*"):
        page.locator("#option-suicide").check()
    pick(page, "rules-players", "5")
    expect(page.locator("#option-suicide-fault")).to_contain_text("équipes")
    expect(page.locator("#seats select")).to_have_count(5)


def test_a_rule_of_the_house(visit: Visit) -> None:
    """Kept under a name, it is there to start from the next time, and can be forgotten."""
    page = lobby(visit)
    custom(page)
    page.locator("#rules-options > summary").click()
    pick(page, "option-target", "500")
    page.locator("#house-name").fill("Chez Léa")
    page.get_by_role("button", name="Garder", exact=True).click()
    expect(page.locator("#rules-start option:checked")).to_have_text("Chez Léa")
    page.reload()
    page.wait_for_selector("body[data-state=ready]")
    custom(page)
    with page.expect_response("**/api/rules?*"):
        page.locator("#rules-start").select_option(label="Chez Léa")
    expect(page.locator("#summary")).to_contain_text("500 points")
    page.locator("#house > summary").click()
    page.get_by_role("button", name="Oublier Chez Léa").click()
    expect(page.locator("#house")).to_be_hidden()
    expect(page.locator("#rules-start optgroup")).to_have_count(1)


def test_people_and_bots_in_any_place(visit: Visit) -> None:
    """Oneself on the third seat, a bot on the first, a friend on the second by a link that is copied from the page."""
    page = lobby(visit, "en", permissions=["clipboard-read", "clipboard-write"])
    custom(page)
    page.locator("#visibility-link").check()
    expect(page.locator("#seat-2")).to_have_value("person")
    page.locator("#seat-3").select_option("me")
    expect(page.locator("#seat-1")).to_have_value("person")
    page.locator("#seat-1").select_option("casual")
    page.locator("#my-name").fill("Ana")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#invitations-heading")).to_be_focused()
    expect(page.locator("#invitations-list li")).to_have_count(1)
    expect(page.locator("#local-only")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("#said")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.get_by_label("Seat 2", exact=True).and_(page.locator("input")).input_value()
    page.locator("#invitations-list summary").click()
    expect(page.locator("#invitations-list svg")).to_be_visible()
    friend = visit(lang="fr").page
    friend.goto(link)
    friend.wait_for_selector("body[data-state=ready]")
    page.get_by_role("link", name="Go to the table").click()
    page.wait_for_selector("body[data-state=ready]")
    expect(page.locator("#seats .is-me")).to_contain_text("Ana")


def test_public_tables(visit: Visit) -> None:
    """Listed for everybody: watched by one, joined by another, who is called by the name he gave."""
    page = lobby(visit)
    custom(page)
    page.locator("#visibility-public").check()
    page.locator("#my-name").fill("Bob")
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator("#invitations")).to_be_visible()
    other = lobby(visit)
    row = other.locator("#public-list li", has_text="Bob")
    expect(row.get_by_role("link", name="Regarder")).to_be_visible()
    other.evaluate("localStorage.setItem('atout.settings', JSON.stringify({ name: 'Cléo' }))")
    other.reload()
    row.get_by_role("button", name="Prendre une place").click()
    other.wait_for_selector("body[data-state=ready] #seats .is-me")
    expect(other.locator("#seats .is-me")).to_contain_text("Cléo")


def test_nobody_answers(visit: Visit) -> None:
    """The page says so, offers to try again, and goes on when the server is there."""
    visitor = visit()
    page = visitor.page
    page.route("**/api/lobby?*", lambda route: route.abort())
    page.goto("/")
    expect(page.locator("#trouble")).to_contain_text("Le serveur ne répond pas")
    page.unroute("**/api/lobby?*")
    page.get_by_role("button", name="Réessayer").click()
    expect(page.locator("input[name=game]").first).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()
    visitor.faults.clear()


def test_languages(visit: Visit) -> None:
    """Switched in place and kept; what was chosen stays."""
    page = lobby(visit)
    custom(page)
    page.locator("#visibility-link").check()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Play cards")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#visibility-link")).to_be_checked()
    page.get_by_role("button", name="Français (Canada)").click()
    expect(page.locator("#to-sheet")).to_have_text("Ouvrir une feuille de pointage")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr-CA")
    page.get_by_role("link", name="Poser la question à l’arbitre").click()
    expect(page.locator("#answer")).to_be_in_viewport()
    expect(page.locator("html")).to_have_attribute("lang", "fr-CA")


def test_no_fault(visit: Visit) -> None:
    """Closed, with everything open, with invitations: clean, narrow and wide, light and dark, with room for fingers."""
    page = lobby(visit)
    assert not list(faults(page))
    custom(page)
    page.locator("#rules-options > summary").click()
    page.locator("#visibility-link").check()
    assert not list(faults(page, dark=True))
    page.locator("#open").click()
    expect(page.locator("#invitations")).to_be_visible()
    page.locator("#invitations-list summary").first.click()
    assert not list(faults(page))
