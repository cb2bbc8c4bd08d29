"""ICU message patterns taken apart: their arguments, and every text they can become."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from icu4py.messageformat import MessageFormat


@dataclass
class Argument:
    """``{name}``, ``{name, number, style}`` or ``{name, select|plural, key {branch} …}``."""

    name: str
    kind: str = ""
    branches: dict[str, list[Any]] = field(default_factory=dict)


def parse(pattern: str) -> list[Any]:
    """The pieces of a pattern: texts and arguments. Raises ``ValueError`` on unbalanced braces."""
    pieces, end = _pieces(pattern, 0)
    if end != len(pattern):
        raise ValueError(f"a brace too many at {end}: {pattern!r}")
    return pieces


def _pieces(pattern: str, at: int) -> tuple[list[Any], int]:
    pieces: list[Any] = []
    while at < len(pattern) and pattern[at] != "}":
        if pattern[at] == "{":
            argument, at = _argument(pattern, at + 1)
            pieces.append(argument)
        else:
            text = re.compile(r"[^{}]+").match(pattern, at)
            assert text
            pieces.append(text[0])
            at = text.end()
    return pieces, at


def _argument(pattern: str, at: int) -> tuple[Argument, int]:
    head = re.compile(r"\s*(\w+)\s*(?:,\s*(\w+)\s*)?").match(pattern, at)
    if not head:
        raise ValueError(f"no argument at {at}: {pattern!r}")
    argument, at = Argument(head[1], head[2] or ""), head.end()
    if argument.kind in ("select", "plural"):
        branch = re.compile(r"[\s,]*(=?\w+)\s*\{")
        while found := branch.match(pattern, at):
            argument.branches[found[1]], at = _pieces(pattern, found.end())
            at += 1
        at = re.compile(r"\s*").match(pattern, at).end()  # type: ignore[union-attr]
    else:
        at = pattern.index("}", at)
    if pattern[at : at + 1] != "}":
        raise ValueError(f"an argument does not end at {at}: {pattern!r}")
    return argument, at + 1


def arguments(pattern: str) -> dict[str, Argument]:
    """Every argument of a pattern, nested ones included, by name; branches of the same argument are joined."""
    found: dict[str, Argument] = {}

    def collect(pieces: list[Any]) -> None:
        for piece in pieces:
            if isinstance(piece, Argument):
                known = found.setdefault(piece.name, Argument(piece.name, piece.kind))
                known.kind = known.kind or piece.kind
                known.branches |= piece.branches
                for branch in piece.branches.values():
                    collect(branch)

    collect(parse(pattern))
    return found


def expansions(pattern: str) -> Iterator[str]:
    """Every text a pattern can become by its branches, its plain arguments still between braces."""

    def of(pieces: list[Any]) -> list[str]:
        texts = [""]
        for piece in pieces:
            if isinstance(piece, str):
                ends = [piece]
            elif piece.branches:
                ends = [text for branch in piece.branches.values() for text in of(branch)]
            else:
                ends = [f"{{{piece.name}}}"]
            texts = [text + end for text in texts for end in ends]
        return texts

    yield from of(parse(pattern))


def formatted(pattern: str, language: str) -> Iterator[str]:
    """What ICU makes of a pattern: every choice of its branches, with samples for its plain arguments."""
    samples = [[(name, value) for value in _samples(argument)] for name, argument in arguments(pattern).items()]
    message = MessageFormat(pattern, language)
    for chosen in product(*samples):
        yield str(message.format(dict(chosen)))


def _samples(argument: Argument) -> tuple[int | str, ...]:
    match argument.kind:
        case "":
            return ("Xx",)
        case "select":
            return tuple(argument.branches)
    return (0, 1, 2, 12)
