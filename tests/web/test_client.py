"""The client itself: its weight, its words, its cards, how hands are laid out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from tests.web.browsing import PHONE, Visitor
from tests.web.staged import Stage

import atout.server
from atout.say import messages
from atout.server.shell import written
from atout.server.texts import PAGES

WEB: Final = Path(atout.server.__file__).with_name("web")
MOST_BYTES: Final = 150_000
"""Everything the first view of a table takes, uncompressed."""
SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"

FACES: Final = """async ({ cards, big }) => {
  const { face } = await import("/web/js/cards.mjs");
  return Object.fromEntries(cards.map((card) => [card, face(card, { big, letters: { K: "R", Q: "D", J: "V" } })]));
}"""
FAN: Final = """async ({ suits, room }) => (await import("/web/js/parts/fan.mjs")).fan(suits, room)"""


def test_the_first_view_is_light(visit: Callable[..., Visitor]) -> None:
    """Page, styles, scripts, words and the first scene: at most 150 KB uncompressed."""
    visitor = visit(screen=PHONE)
    sizes: dict[str, int] = {}
    visitor.page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    visitor.sit_down("piques-a-trois", "mbb")
    visitor.page.wait_for_load_state("networkidle")
    weight = sum(sizes.values()) + sum(len(str(message)) for message in visitor.heard[:1])
    assert 50_000 < weight <= MOST_BYTES


@pytest.mark.parametrize(("page", "address"), [("lobby", "/"), ("sheet", "/sheet"), ("review", "/review")])
def test_scripts_are_asked_for_at_once(visit: Callable[..., Visitor], page: str, address: str) -> None:
    """The page names every script it begins with: none is found only when another has come."""
    visitor = visit()
    asked: set[str] = set()
    visitor.page.on("request", lambda request: asked.add(urlsplit(request.url).path))
    visitor.page.goto(address, wait_until="networkidle")
    assert {path for path in asked if path.endswith(".mjs")} - {"/worker.mjs"} == named(page)


def test_scripts_of_a_table(visit: Callable[..., Visitor]) -> None:
    """So does the page of a table."""
    visitor = visit()
    asked: set[str] = set()
    visitor.page.on("request", lambda request: asked.add(urlsplit(request.url).path))
    Stage(visitor.page, "follow", "fr").open()
    assert {path for path in asked if path.endswith(".mjs")} == named("table")


def named(page: str) -> set[str]:
    """The scripts a page names."""
    return set(re.findall(r"\"(/web/js/[^\"]+)\"", written(page)))


ASKED: Final = (r"\bt\(\s*\"([\w.-]+)\"", r"data-(?:text|label|hint)=\"([\w.-]+)\"")
"""How a script, or a page, asks for a text by its whole key."""
CHOSEN: Final = r"\"((?:[a-z]+[.-])+[a-z-]+)\""
"""A key that is chosen before it is asked for."""
BUILT: Final = r"\bt\(\s*`([\w-]+[\w.-]*\.)\$\{"
"""The beginning of a key whose end is a value."""


def test_every_word_is_in_the_catalogue() -> None:
    """Each text a page asks for is there, and each text of the pages is asked for."""
    written = "\n".join(path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.suffix in {".mjs", ".html"})
    asked = {key for pattern in ASKED for key in re.findall(pattern, written)}
    ours = {key.removeprefix("web.") for key in messages("web")}
    of_pages = {f"{page}.{key.partition('.')[2]}" for page in PAGES for key in messages(f"{page}_page")}
    frame = {key.removeprefix("pages.") for key in messages("pages")}
    assert not asked - ours - of_pages - frame
    chosen, built = set(re.findall(CHOSEN, written)), tuple(re.findall(BUILT, written))
    assert not {key for key in ours - asked - chosen if not key.startswith(built)}


def test_no_sentence_is_written_in_the_client() -> None:
    """No word of either language: neither accents nor quotes of prose in any script."""
    for path in WEB.rglob("*.mjs"):
        code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.findall(r"[À-ÿ’]", code), path.name


def faces(visitor: Visitor, *, big: bool) -> dict[str, str]:
    """Every card as drawn."""
    cards = [rank + suit for rank, suit in itertools.product(RANKS, SUITS)] + ["BJ", "LJ"]
    drawn: dict[str, str] = visitor.page.evaluate(FACES, {"cards": cards, "big": big})
    return drawn


def test_cards_are_told_apart(visit: Callable[..., Visitor]) -> None:
    """All 54 faces differ, plain and big; number cards have as many pips as they say; courts differ by outline."""
    visitor = visit()
    visitor.page.goto("/")
    for big in (False, True):
        drawn = faces(visitor, big=big)
        assert len(set(drawn.values())) == len(drawn) == 54
    drawn = faces(visitor, big=False)
    for number, rank in zip(range(10, 1, -1), "T98765432", strict=True):
        assert drawn[f"{rank}H"].count("#suit-H") - 2 == number  # two of them stand at the corners
    shapes = [re.sub(r"<text.*?</text>", "", drawn[f"{rank}S"]) for rank in "KQJ"]
    assert len(set(shapes)) == 3
    assert ">V<" in drawn["JS"]
    assert "http" not in "".join(drawn.values())


def test_a_hand_is_laid_out(visit: Callable[..., Visitor]) -> None:
    """However many cards and however narrow: inside the room, none hidden, suits together, as few rows as fit."""
    visitor = visit()
    visitor.page.goto("/")
    for width, count in itertools.product((296, 336, 700), (1, 5, 13, 17, 25)):
        suits = sorted(SUITS[at % 4] for at in range(count))
        room: dict[str, Any] = {"width": width, "card": 61, "height": 86, "least": 28, "gap": 8, "rise": 0.7}
        laid = visitor.page.evaluate(FAN, {"suits": suits, "room": room})
        places = laid["places"]
        assert len(places) == count
        assert all(0 <= place["x"] <= width - 61 + 0.01 for place in places)
        rows = {place["y"] for place in places}
        assert len(rows) <= -(-count * 28 // (width - 61)) + 1
        for row in rows:
            across = [place["x"] for place in places if place["y"] == row]
            assert all(after - before >= 27.99 for before, after in itertools.pairwise(across))
