"""The readings a table plays, and its options with their other values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from atout.rulesbook.author import Author, Family
from atout.rulesbook.choices import Choices
from atout.rulesbook.document import Block, Bullets, Definitions, Paragraph, Term
from atout.sentences import option_help, option_name, option_value, rules_fault

_FAR: Final = 1_000_000
"""A bound that is only there to have one."""


def readings(author: Author[Any], family: Family, known: tuple[Choices, ...]) -> Iterator[Block]:
    """Each clause that could be read or played otherwise and touches this table: how it is played here, and the options
    that decide it."""
    values = {choice.option.key: choice.value for choice in known}
    terms = []
    for name, keys in family.readings:
        text = author.text(f"reading.{name}.text")
        if text:
            set_by = [f"`{key}={values[key]}`" for key in keys if values[key]]
            said = (author.text("readings.keys", count=len(set_by), keys=", ".join(set_by)),)
            terms.append(Term(author.text(f"reading.{name}.term"), (text, *(said if set_by else ()))))
    yield Definitions(tuple(terms))


def options(author: Author[Any], known: tuple[Choices, ...]) -> Iterator[Block]:
    """Each option there is a choice of; then why the others have none (R14)."""
    yield from author.paragraphs("options.intro")
    yield Definitions(tuple(_option(author, choice) for choice in known if choice.open))
    refused = tuple(rules_fault(author.speaker, choice.refusal) for choice in known if choice.refusal)
    if refused:
        yield Paragraph(author.text("options.closed"))
        yield Bullets(refused)


def _option(author: Author[Any], choice: Choices) -> Term:
    speaker, option = author.speaker, choice.option
    here = option_value(speaker, option, option.value(author.rules))
    term = author.text("options.term", option=option_name(speaker, option.key), value=here)
    others = ", ".join(_value(author, choice, text) for text in choice.others)
    count = len(choice.others)
    if choice.span:
        others = author.text("options.or_number", others=others, count=count, **_range(*choice.span))
    typed = f"{option.key}={choice.value}"
    said = author.text("options.choice", set=typed, others=others, count=max(1, count), complete=choice.complete)
    return Term(term, (option_help(speaker, option.key), said))


def _range(least: int, most: int) -> dict[str, object]:
    """How a range of whole numbers is told: only near bounds are worth naming."""
    told = "below" if least <= -_FAR else "above" if most >= _FAR else "between"
    return {"range": told, "least": least, "most": most}


def _value(author: Author[Any], choice: Choices, text: str) -> str:
    """A value as it is typed, and in words where they are others."""
    value = choice.option.kind.read(text.lower())
    if isinstance(value, int) and not isinstance(value, bool):
        return f"`{text}`"
    words = option_value(author.speaker, choice.option, value)
    return f"`{text}`" if words == text else author.text("options.value", typed=text, words=words)
