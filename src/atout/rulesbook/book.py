"""The page of one table, and the list of tables: the frame that every family fills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from atout.commands import COMMANDS, Command
from atout.families import PROFILES, make, parse, spec
from atout.game import Rules
from atout.options import RulesError
from atout.rulesbook import euchre, spades
from atout.rulesbook.author import COMMON, Author, Family
from atout.rulesbook.choices import Choices, choices
from atout.rulesbook.document import Block, Definitions, Document, Paragraph, Section, Term
from atout.rulesbook.options import options, readings
from atout.rulesbook.story import story
from atout.say import Speaker
from atout.sentences import profile_name, rules_fault, summary

FAMILIES: Final[dict[str, Family]] = {"spades": spades.FAMILY, "euchre": euchre.FAMILY}
"""What the book knows of each family."""


def page(rules: Rules, language: str) -> Document:
    """Everything about one table: its rules, its readings and options, a deal told, and what helps to start."""
    return _Page(rules, language).document()


class _Page:
    """One page being made."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.family = FAMILIES[rules.family]
        names = [Speaker(language).text(f"word.name.{seat}") for seat in range(1, rules.players + 1)]
        self.choices = choices(rules)
        speaker = Speaker(language, names, pack=rules.pack)
        self.author = Author(rules, speaker, self.family.area, _facts(rules, speaker, self.choices))
        self.author.learn(self.family.facts(self.author))

    def document(self) -> Document:
        author = self.author
        summary = self.family.summary(author)
        sections = tuple(self.sections())
        return Document(
            author.speaker.language, author.text("title.page"), summary, sections, author.text("title.contents")
        )

    def sections(self) -> Iterator[Section]:
        author, family = self.author, self.family
        section = author.section
        yield from family.chapters(author)
        yield section("end", *author.bullets("end.when", "end.floor", "end.win", "end.tie", "end.whole"))
        yield section("deal_told", *story(author, family.remarks))
        yield section("readings", *author.paragraphs("readings.intro"), *readings(author, family, self.choices))
        yield section("options", *options(author, self.choices))
        yield section("origins", *author.paragraphs(*(f"origin.{name}" for name in family.origins)))
        yield section("evening", *author.bullets(*(f"tip.{name}" for name in family.tips)))
        yield section("questions", *author.terms("question", *family.questions))
        commands = *author.paragraphs("commands.intro"), *author.terms("commands", "play", "score", "page")
        yield section("atout", *commands, sections=(section("keys", *self.keys()),))

    def keys(self) -> Iterator[Block]:
        """The keyboard commands, from their own table."""
        yield from self.author.paragraphs("keys.intro")
        yield self.author.table("keys", (self.key(command) for command in COMMANDS if command.in_line))

    def key(self, command: Command) -> tuple[str, str]:
        speaker = self.author.speaker
        word = command.words(speaker.language)[0]
        return ", ".join(f"`{key}`" for key in command.keys) or f"`/{word}`", command.help(speaker)


def _facts(rules: Rules, speaker: Speaker, known: tuple[Choices, ...]) -> dict[str, object]:
    """What any message may depend on: every option as a rules spec writes it, and what all families have.

    Words to select by have ``_`` for ``-``, which ICU does not take in a selector.
    """
    ending = rules.ending
    points = {
        name: speaker.text(f"{COMMON}.points", points=value or 0)
        for name, value in (("target_points", ending.target), ("floor_points", ending.floor))
    }
    return {
        **{choice.option.key: _selector(choice.value) for choice in known},
        "profile": _selector(rules.profile),
        "name": profile_name(speaker, rules.profile),
        "spec": spec(rules),
        "players": rules.players,
        "cards": rules.cards_each,
        "pack_size": len(rules.pack),
        "paired": any(len(side) > 1 for side in rules.sides),
        "one_deal": ending.target is None,
        "down": ending.down,
        "floored": ending.floor is not None,
        "tie": _selector(ending.tie),
        "overtime": ending.overtime.value,
        "sides": speaker.text(f"{COMMON}.against").join(
            speaker.listed(map(str, side), "word.and") for side in rules.sides
        ),
        **points,
    }


def _selector(word: str) -> str:
    return word.replace("-", "_")


# --- the list of tables -----------------------------------------------------------------------------------------------


def listing(language: str, house: Mapping[str, str] = MappingProxyType({}), *, commands: bool = True) -> Document:
    """Every profile: its name, its numbers of players, one line each; ``house`` rules, specs by name; the commands that
    read a page, unless it is read where nothing is typed."""
    speaker = Speaker(language)
    terms = tuple(_entry(speaker, name) for name in PROFILES)
    terms += tuple(_house_entry(speaker, name, text) for name, text in house.items())
    more = (Paragraph(speaker.text(f"{COMMON}.listing.{name}")) for name in ("page", "spec") if commands)
    return Document(language, speaker.text(f"{COMMON}.title.listing"), (Definitions(terms), *more))


def _house_entry(speaker: Speaker, name: str, text: str) -> Term:
    """Rules saved under a name, in a few words, or what is wrong with them."""
    try:
        return Term(f"`{name}`", (summary(speaker, parse(text)),))
    except RulesError as error:
        return Term(f"`{name}`", (rules_fault(speaker, error),))


def _entry(speaker: Speaker, name: str) -> Term:
    listed = speaker.listed(map(str, sorted(PROFILES[name].players)), "word.or")
    term = speaker.text(f"{COMMON}.listing.term", name=profile_name(speaker, name), key=name, players=listed)
    return Term(term, (one_line(speaker, name),))


def one_line(speaker: Speaker, name: str) -> str:
    """A profile in a line: for how many players it is, and what is particular to it."""
    return speaker.text(f"{FAMILIES[make(name).family].area}.profile.{name}")
