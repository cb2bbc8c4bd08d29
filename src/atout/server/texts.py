"""What a page says by itself: its words, the keyboard table, the letters on cards, in one language.

The pages are static and hold no word; they ask for these once. Texts with facts come with ``{name}`` left in.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from atout.cards import Rank
from atout.commands import COMMANDS
from atout.say import LANGUAGES, Speaker, messages, pattern
from atout.server.desk import PHRASES
from atout.server.frame import SECTIONS

PAGES: Final = ("lobby", "sheet", "review")
"""Pages with words of their own beside those of every page: the catalogues ``lobby_page`` …"""


class KeyText(Struct, frozen=True):
    """A command of the keyboard table: its name, its keys as browsers name them, its usual word, its help."""

    name: str
    keys: tuple[str, ...]
    word: str
    help: str


class Named(Struct, frozen=True):
    """Something chosen by its code and called by its text."""

    code: str
    text: str


class Section(Struct, frozen=True):
    """Where a link of every page leads, and its text."""

    url: str
    text: str


class PageTexts(Struct, frozen=True):
    """All a page needs to speak a language. ``letters`` are the ranks on cards, by language; ``phrases`` the quick ones
    of the chat; ``sections`` the links of every page.
    """

    lang: str
    texts: dict[str, str]
    commands: tuple[KeyText, ...]
    letters: dict[str, dict[str, str]]
    phrases: tuple[Named, ...]
    sections: tuple[Section, ...]


@cache
def page_texts(language: str, page: str | None = None) -> PageTexts:
    """The words of the pages in a language: keys of the catalogue ``web`` without its name. For a page with words of
    its own these too, under the page's name (``lobby_page.play`` is ``lobby.play``), and those of the frame.
    """
    speaker = Speaker(language)
    own = messages(f"{page}_page") if page in PAGES else ()
    frame = [key for key in messages("pages") if own and key.startswith("pages.frame.")]
    commands = (
        KeyText(command.name, command.keys, command.words(language)[0], command.help(speaker)) for command in COMMANDS
    )
    return PageTexts(
        lang=language,
        texts={key.removeprefix("web."): pattern(language, key) for key in messages("web")}
        | {key.replace("_page.", ".", 1): pattern(language, key) for key in own}
        | {key.removeprefix("pages."): pattern(language, key) for key in frame},
        commands=tuple(commands),
        letters={each: {str(rank): pattern(each, f"word.index.{rank}") for rank in Rank} for each in LANGUAGES},
        phrases=tuple(Named(phrase, speaker.text(f"server.phrase.{phrase}")) for phrase in PHRASES),
        sections=tuple(Section(url, speaker.text(f"pages.frame.{name}")) for name, url in SECTIONS.items()),
    )
