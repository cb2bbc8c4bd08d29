"""HTML pages: sound structure, nothing from outside, told to everyone, legible in light and dark."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from tests.rulesbook.pages import LANGUAGES, TABLES, document

from atout.cards import BIG_JOKER
from atout.rulesbook import html, listing
from atout.rulesbook.document import CardRow, Document, Paragraph, Section

VOID = {"meta", "link", "br", "hr", "img", "input"}
SHAPES = {"path", "rect", "circle", "ellipse"}
Attributes = dict[str, str | None]


class Tree(HTMLParser):
    """Every element with its attributes and text; raises ``AssertionError`` where tags do not nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[int] = []
        self.elements: list[tuple[str, Attributes, list[str], tuple[int, ...]]] = []
        self.feed(page)
        assert not self.open, "an element is left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), [], tuple(self.open)))
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in <{tag}>"
        if tag not in VOID:
            self.open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in SHAPES
        self.elements.append((tag, dict(attrs), [], tuple(self.open)))

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self.open.pop()][0] == tag, f"</{tag}> closes another"

    def handle_data(self, data: str) -> None:
        for at in self.open:
            self.elements[at][2].append(data)

    def all(self, *tags: str) -> list[tuple[Attributes, str, set[str]]]:
        """The elements of some tags: attributes, whole text, the tags around them."""
        return [
            (attributes, " ".join("".join(words).split()), {self.elements[at][0] for at in around})
            for tag, attributes, words, around in self.elements
            if tag in tags
        ]

    def with_attribute(self, name: str) -> list[str]:
        """The values of an attribute wherever it stands."""
        return [value or "" for _, attributes, _, _ in self.elements if (value := attributes.get(name)) is not None]


def levels(tree: Tree) -> list[int]:
    """The levels of the headings in order."""
    return [int(tag[1]) for tag, _, _, _ in tree.elements if re.fullmatch("h[1-6]", tag)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", TABLES)
def test_structure(table: str, language: str) -> None:
    """One first heading and no level skipped, ids once and found, tables and drawings named, languages told."""
    page = html.render(document(table, language))
    tree = Tree(page)
    found = levels(tree)
    assert found[0] == 1
    assert found.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(found))
    ids = tree.with_attribute("id")
    assert len(ids) == len(set(ids))
    pointed = [name for value in tree.with_attribute("aria-labelledby") for name in value.split()]
    pointed += [value.removeprefix("#") for value in tree.with_attribute("href")]
    assert set(pointed) <= set(ids)
    assert all(value.startswith("#") for value in tree.with_attribute("href"))
    assert not re.search(r"\b(?:src|style|onclick)=|url\(|@import|https?:", page)
    assert [attributes["lang"] for attributes, _, _ in tree.all("html", "article")] == [language] * 2
    assert {attributes["lang"] for attributes, _, _ in tree.all("i")} == {"en"} - {language} or language == "en"
    assert all(attributes.get("scope") in ("col", "row") for attributes, _, _ in tree.all("th"))
    assert all(text for _, text, _ in tree.all("caption"))
    assert len(tree.all("caption")) == len(tree.all("table"))
    assert len(tree.all("main")) == len(tree.all("title")) - len(tree.all("svg")) == 1
    assert all(text for _, text, _ in tree.all("p", "li", "dt", "dd", "td", "th", "title", "desc", "figcaption"))


@pytest.mark.parametrize("table", TABLES)
def test_drawings_are_told(table: str) -> None:
    """Each drawing is one image with a title and a description, and words beside it say the same."""
    tree = Tree(html.render(document(table)))
    drawings = tree.all("svg")
    assert len(drawings) == len(tree.all("figure")) == len(tree.all("figcaption")) == len(tree.all("desc"))
    for attributes, _, around in drawings:
        assert attributes["role"] == "img"
        assert "figure" in around
        title, description = (attributes["aria-labelledby"] or "").split()
        assert (title.endswith("-title"), description.endswith("-desc")) == (True, True)
    for (_, told, _), (_, beside, _) in zip(tree.all("desc"), tree.all("figcaption"), strict=True):
        assert told.replace(" ", "") in beside.replace(" ", "")


def test_spaces_are_ordinary() -> None:
    """No no-break space for a braille display to stumble on: a style keeps words and their punctuation together."""
    page = html.render(document("atout-pique players=4"))
    assert not re.search("[\u00a0\u202f]", page)
    assert '<span class="together">nil :</span>' in page
    assert "<code" in page
    assert "bags=10/-100" in page, "what is typed stays as it is typed"


def test_foreign_words() -> None:
    """A word of the other language says so, in French and in English."""
    assert '<i lang="en">Call Break</i>' in html.render(document("piques-a-trois players=3"))
    assert '<i lang="fr">pique</i>' in html.render(document("piques-a-trois players=3", "en"))


def test_fragment() -> None:
    """To embed: headings from any level down, ids after a prefix, no page around it."""
    whole = document("euchre-a-trois players=3")
    part = html.fragment(whole, level=2, prefix="rules-")
    tree = Tree(part)
    assert min(levels(tree)) == 2
    assert all(name.startswith("rules-") for name in tree.with_attribute("id"))
    assert all(value.startswith("#rules-") for value in tree.with_attribute("href"))
    assert part.startswith("<article")
    assert "<html" not in part
    assert ".rulesbook" in html.stylesheet()


def test_text_is_escaped() -> None:
    """What looks like markup is text, in every place a text can stand."""
    nasty = '<b>"&amp;</b>'
    row = CardRow(nasty, (BIG_JOKER,), (nasty,), nasty)
    page = html.render(Document("fr", nasty, (Paragraph(nasty), row), (Section("s", nasty, ()),), nasty))
    assert "<b>" not in page
    assert not [words for attributes, words, _ in Tree(page).all("b")]


def test_listing_page() -> None:
    """The list of tables is a sound page too."""
    for language in LANGUAGES:
        assert levels(Tree(html.render(listing(language)))) == [1]


# --- colours ----------------------------------------------------------------------------------------------------------


def tokens(dark: bool) -> dict[str, str]:
    """The colour tokens of the style, by name."""
    css = html.stylesheet()
    light = dict(re.findall(r"--([\w-]+): (#\w{6});", css[: css.index("@media")]))
    night = re.search(r"prefers-color-scheme: dark\) \{(.*?)\n\}\n", css, re.DOTALL)
    assert night
    return light | (dict(re.findall(r"--([\w-]+): (#\w{6});", night[1])) if dark else {})


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_contrast(dark: bool) -> None:
    """Text at 4.5 to 1 and edges at 3 to 1, on the page, on panels and on cards."""
    colour = tokens(dark)
    for ground in ("paper", "surface"):
        for ink in ("ink", "muted", "accent"):
            assert contrast(colour[ink], colour[ground]) >= 4.5, (ink, ground)
        assert contrast(colour["line"], colour[ground]) >= 3, ground
    for ink in ("suit-black", "suit-red"):
        assert contrast(colour[ink], colour["card-face"]) >= 4.5
    assert contrast(colour["card-edge"], colour["card-face"]) >= 3
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
