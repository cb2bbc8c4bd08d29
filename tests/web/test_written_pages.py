"""The written pages in a browser: a proof is computed again there, by hand-written arithmetic; all are clean to axe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect
from tests.server.proved import proved
from tests.web.browsing import PHONE, Visitor
from tests.web.test_states import parted

from atout.proofs import write

WITHIN = "(boxes) => [...document.querySelectorAll(boxes)].every((box) => box.scrollWidth <= box.clientWidth)"
RECORD = Path(__file__).parents[1] / "golden" / "piques-a-trois-players-3.atout"


def test_a_proof_is_computed_again_in_the_browser(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    """A file is chosen and sent: the server and the browser find the same, and a change to it."""
    proof, _ = proved("euchre-a-trois")
    sound, changed = tmp_path / "sound.json", tmp_path / "changed.json"
    sound.write_text(write(proof), encoding="utf-8")
    changed.write_text(write(proof).replace(proof.deals[1].seed, "0" * 64), encoding="utf-8")
    page = visit(lang="fr").page
    page.goto("/verify?lang=fr")
    for path, same in ((sound, [True, True]), (changed, [True, False])):
        page.get_by_label("ou choisir le fichier").set_input_files(path)
        page.get_by_role("button", name="Vérifier").click()
        here = page.locator("#here p")
        here.first.wait_for()
        assert ["mêmes cartes" in said for said in here.all_inner_texts()] == same
        server = page.locator("[aria-labelledby=result] p").all_inner_texts()
        assert ["non conforme" not in said for said in server[1:]] == same


def test_the_referee_takes_a_file(visit: Callable[..., Visitor]) -> None:
    """A record is chosen and refereed."""
    page = visit(lang="fr").page
    page.goto("/check?lang=fr")
    page.get_by_label("ou choisir le fichier").set_input_files(RECORD)
    page.get_by_role("button", name="Arbitrer").click()
    page.locator("[aria-labelledby=result] p").get_by_text("Tout est en règle").wait_for()


def test_a_dispute_by_keyboard(visit: Callable[..., Visitor]) -> None:
    """Enter answers, and the field of the next question has the focus; at the end the verdict has it. No fault."""
    page = visit(lang="en", screen=PHONE).page
    page.goto("/check?lang=en")
    field = page.get_by_label("Which game?")
    field.focus()
    for given, following in (
        ("piques-a-trois", "Who may have failed to follow?"),
        ("", "Number of the trick in question (1 to 17)?"),
        ("3", "Trick 3: which suit"),
        ("hearts", "Trick 3: which card"),
        ("bananas", "Trick 3: which card"),
        ("=2S", "Cards still in hand"),
    ):
        field.fill(given)
        page.keyboard.press("Enter")
        field = page.get_by_label(following)
        expect(field).to_be_focused()
        expect(field).to_have_value("")
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    field.fill("=KH =3C")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#dispute .panel")).to_contain_text("Revoke proved.")
    page.get_by_role("button", name="Change : Trick 3: which suit").click()
    field = page.get_by_label("Trick 3: which suit")
    expect(field).to_have_value("hearts")
    expect(field).to_be_focused()
    page.keyboard.press("Enter")  # all that was answered after it still holds
    expect(page.locator("#verdict")).to_be_focused()


@pytest.mark.parametrize(
    "path",
    [
        "/rules?lang=fr",
        "/rules/pique?lang=en",
        "/rules/atout-pique?lang=fr",
        "/check?lang=fr",
        "/verify?lang=en",
        "/fairness?lang=fr",
        "/x",
    ],
)
def test_written_pages_are_clean(visit: Callable[..., Visitor], path: str) -> None:
    """No fault that axe finds, and no sideways scrolling on a phone, neither of the page nor of the rules' tables."""
    visitor = visit(lang="fr", screen=PHONE)
    visitor.page.goto(path)
    found = Axe().run(visitor.page).response["violations"]
    assert [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]] == []
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert visitor.page.evaluate(WITHIN, ".rulesbook .scroll")
    assert not parted(visitor.page)
    visitor.faults[:] = [fault for fault in visitor.faults if "404" not in fault]  # that is what /x is
