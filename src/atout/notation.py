"""The text of a record, read: tags, labels and tokens with their places, gathered into deals.

Syntax only: whether the cards and plays are right is found by replaying them (``record``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from atout.actions import Action
from atout.actions import parse as parse_action
from atout.kinds import Kind, kind_of
from atout.options import Faulty

LARGEST_RECORD: Final = 16 * 1024 * 1024
"""Characters a record may have: some 20,000 deals."""
MOST_ACTIONS: Final = 1000
"""Actions a deal may have, refused claims included: ten times what the longest one needs."""

_OTHERS: Final = (Kind.EGN, Kind.PTN)
"""Games of other programs, which are no records and can be made ones."""


class Place(Struct, frozen=True, gc=False):
    """A place in a text: line and column, both from 1."""

    line: int
    column: int


class RecordError(Faulty):
    """A record that cannot be read: where, what is wrong (a code), what was expected or found there."""

    def __init__(self, place: Place, code: str, **facts: object) -> None:
        super().__init__(f"line {place.line}, column {place.column}", code, facts)
        self.line = place.line
        self.column = place.column
        self.code = code


class Tag(Struct, frozen=True, gc=False):
    """``[Name words…]``: ``words`` are its values, quoted ones as one word each."""

    place: Place
    name: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """All its words, between spaces."""
        return " ".join(self.words)

    def values(self) -> tuple[str, ...]:
        """Its words split at spaces: ``"7 6 4"`` is three."""
        return tuple(self.text.split())


class Word(Struct, frozen=True, gc=False):
    """An action in the body, with the labels in front of it: a section, a trick's number, its leader's seat."""

    place: Place
    action: Action
    section: str | None = None
    trick: int | None = None
    leader: int | None = None


class WrittenDeal(Struct):
    """A deal as written: its tags, its body, the tags of its result and the rulings after it."""

    place: Place
    tags: dict[str, Tag]
    body: list[Word]
    results: dict[str, Tag]
    rulings: list[Tag]
    leader: int | None = None
    """A leader named by a bare label at the end of the body (``1:``)."""
    closed: bool = False
    """Whether the result stands behind the body, so that no action may follow."""


class Written(Struct):
    """A record as written: rules spec, name tags by seat, deals; rulings made before the first one."""

    rules: Tag
    names: dict[int, Tag]
    deals: list[WrittenDeal]
    rulings: list[Tag]


START_TAGS: Final = ("Before", "BagsBefore", "Overtime")
"""What a record starts from that does not start with the match: in its first deal only."""
POSITION_TAGS: Final = ("Bids", "Won", "Open", "Trump", "Maker", "Alone", "Resting", "Leader", "Gone")
DEAL_TAGS: Final = frozenset({"Deal", "Dealer", *START_TAGS, "Hands", "Stock", *POSITION_TAGS})
RESULT_TAGS: Final = ("Tricks", "Points", "Bags", "Total")

# Possessive quantifiers (``++``): what is read is never tried again, so that no text is slow or fills the memory.
_ITEM: Final = re.compile(
    r"((?:\s++|;[^\n]*+)*+)"  # spaces and comments, then a token or a tag
    r"(?:([^\s;\[]++)"
    r'|\[(?:\s*+([A-Za-z]++)((?:\s++(?:"(?:[^"\\\n]++|\\.)*+"|[^\s\]"\[]++))*+)\s*+\])?+)'
)
_TAG_WORD: Final = re.compile(r'"((?:[^"\\]++|\\.)*+)"|(\S++)')
_ESCAPE: Final = re.compile(r"\\(.)")
_SEATS: Final = tuple("123456789")
_LABEL: Final = re.compile(r"(?P<section>draws|bids|calls):|(?P<trick>[0-9]{1,2})\.|(?P<leader>[0-9]):")


class _Label(Struct, frozen=True):
    place: Place
    kind: str
    value: str


def quoted(text: str) -> str:
    """A value as it stands between quotes in a tag."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lex(text: str) -> Iterator[Tag | _Label | Word]:
    at, line, line_start = 0, 1, 0
    while item := _ITEM.match(text, at):
        space, token, name, words = item.groups()
        start = at + len(space)
        if "\n" in space:
            line += space.count("\n")
            line_start = at + space.rindex("\n") + 1
        place = Place(line, start - line_start + 1)
        at = item.end()
        if token is None:
            if name is None:
                raise RecordError(place, "bad-tag", found=text[start : start + 20].split("\n")[0])
            yield Tag(place, name, tuple(map(_tag_word, _TAG_WORD.finditer(words))))
            within = item[0][len(space) :]
            if "\n" in within:
                line += within.count("\n")
                line_start = start + within.rindex("\n") + 1
            continue
        label = _LABEL.fullmatch(token) if token[-1] in ".:" else None
        if label and label.lastgroup:
            yield _Label(place, label.lastgroup, label[label.lastgroup])
            continue
        try:
            action = parse_action(token)
        except ValueError:
            raise RecordError(place, "not-a-token", found=token[:20]) from None
        yield Word(place, action)


def _tag_word(word: re.Match[str]) -> str:
    return _ESCAPE.sub(r"\1", word[1]) if word[1] is not None else word[2]


def read(text: str) -> Written:
    """The record a text holds; raises ``RecordError`` with line, column and what was expected."""
    if len(text) > LARGEST_RECORD:
        raise RecordError(Place(1, 1), "too-large", most=LARGEST_RECORD // (1024 * 1024))
    try:
        return _gathered(text)
    except RecordError:
        kind = kind_of(text)
        if kind in _OTHERS:
            raise RecordError(Place(1, 1), "other-kind", kind=kind.value) from None
        raise


def _gathered(text: str) -> Written:
    rules: Tag | None = None
    names: dict[int, Tag] = {}
    deals: list[WrittenDeal] = []
    rulings: list[Tag] = []
    labels: dict[str, _Label] = {}
    item: Tag | _Label | Word | None = None
    for item in _lex(text.removeprefix("\ufeff")):
        if isinstance(item, Tag):
            if item.name == "Rules":
                if rules:
                    raise RecordError(item.place, "tag-twice", tag="Rules")
                rules = item
            elif item.name == "Seat":
                _name(names, item)
            elif item.name == "Adjust":
                (deals[-1].rulings if deals else rulings).append(item)
            else:
                _deal_tag(deals, item)
        elif isinstance(item, _Label):
            if item.kind in labels:
                raise RecordError(item.place, "label-twice", found=item.value)
            labels[item.kind] = item
        else:
            if not deals:
                raise RecordError(item.place, "expected-tag", tag="Deal", found=str(item.action))
            if deals[-1].closed:
                raise RecordError(item.place, "after-the-end", found=str(item.action))
            if len(deals[-1].body) == MOST_ACTIONS:
                raise RecordError(item.place, "too-many-actions", most=MOST_ACTIONS)
            deals[-1].body.append(_labelled(item, labels) if labels else item)
            labels = {}
    if rules is None:
        raise RecordError(item.place if item else Place(1, 1), "expected-tag", tag="Rules", found="")
    if labels and deals and "leader" in labels:
        deals[-1].leader = int(labels["leader"].value)
    return Written(rules, names, deals, rulings)


def _labelled(word: Word, labels: dict[str, _Label]) -> Word:
    trick, leader, section = (labels.get(kind) for kind in ("trick", "leader", "section"))
    return Word(
        min((label.place for label in labels.values()), key=lambda place: (place.line, place.column)),
        word.action,
        section.value if section else None,
        int(trick.value) if trick else None,
        int(leader.value) if leader else None,
    )


def _name(names: dict[int, Tag], tag: Tag) -> None:
    if len(tag.words) != 2 or tag.words[0] not in _SEATS:
        raise RecordError(tag.place, "bad-value", tag="Seat", found=tag.text, example='[Seat 1 "Ana"]')
    seat = int(tag.words[0])
    if seat in names:
        raise RecordError(tag.place, "tag-twice", tag=f"Seat {seat}")
    names[seat] = tag


def _deal_tag(deals: list[WrittenDeal], tag: Tag) -> None:
    """Files a tag with its deal: a tag that cannot follow what stands there begins the next deal."""
    current = deals[-1] if deals else None
    if tag.name in RESULT_TAGS:
        if current is None:
            raise RecordError(tag.place, "expected-tag", tag="Deal", found=tag.name)
        if tag.name in current.results:
            raise RecordError(tag.place, "tag-twice", tag=tag.name)
        current.results[tag.name] = tag
        current.closed = bool(current.body)
        return
    if tag.name not in DEAL_TAGS:
        raise RecordError(tag.place, "unknown-tag", tag=tag.name)
    if current is None or current.body or current.rulings:
        current = WrittenDeal(tag.place, {}, [], {}, [])
        deals.append(current)
    elif tag.name in current.tags:
        raise RecordError(tag.place, "tag-twice", tag=tag.name)
    current.tags[tag.name] = tag
