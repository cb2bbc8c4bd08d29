"""The shape of Euchre Game Notation: JSON read into frozen values, nothing unknown, nothing twice.

Source: the JSON schema ``schemas/egn-schema-v1.json`` of github.com/NextSuit-Labs/euchre-game-notation, version 1.4;
files of its family, 1.2 to 1.6, differ only in fields that may be left out, and are read too. Integers beyond what a
field can mean, and what the fields say together, are checked where they are understood (``reading``).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, field

from atout.foreign import WHOLE, ForeignError, Spot

FILE_TYPE: Final = "Euchre Game Notation"
VERSION: Final = "1.4"
"""The version written."""
_KNOWN: Final = re.compile(r"1\.[23456](?:\.[0-9]{1,4})?")
MOST_DEALS: Final = 100
"""Deals a file may have."""

Whole = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Index = Annotated[int, Meta(ge=0, le=999_998)]
Cards = Annotated[tuple[str, ...], Meta(max_length=10)]
Annotations = dict[str, tuple[str, ...]]


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True):
    """``metadata.ruleset`` (docs/alternate-rules.md), with its defaults. A limit is left out, or one of the two."""

    std: bool = True
    min_rank: Whole = 9
    winning_score: Annotated[int, Meta(ge=0)] | None = None
    num_deals: Annotated[int, Meta(ge=0)] | None = None
    canadian: bool = False
    loner_lead: str = "LEFT_OF_DEALER"
    loner_march_score: Whole = 4
    loner_euchred_score: Whole = 2
    defend_alone: bool = False
    farmers: bool = False
    partners_best: bool = False
    go_under: bool = False
    joker: bool = False
    num_players: Whole = 4
    allow_no_trump: bool = False
    fast_break: bool = False
    four_trick_tokens: bool = False


class PlayerId(Struct, frozen=True, forbid_unknown_fields=True):
    """What another system knows a player by."""

    id: str
    source: str


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player with more than a name."""

    name: str
    id: str = ""
    player_ids: tuple[PlayerId, ...] = field(default=(), name="playerIds")


class Metadata(Struct, frozen=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True):
    """What is told of the game as a whole; scores by team: seats 0 and 2, then 1 and 3."""

    players: Annotated[tuple[str | Player, ...], Meta(max_length=10)]
    initial_score: Annotated[tuple[Whole, ...], Meta(min_length=2, max_length=2)]
    game_id: str = ""
    title: str = ""
    description: str = ""
    team_names: tuple[str, ...] = ()
    final_score: Annotated[tuple[Whole, ...], Meta(min_length=2, max_length=2)] | None = None
    date: str = ""
    ruleset: Ruleset | None = None


class InitialState(Struct, frozen=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True):
    """The deal: dealer's seat from 0, turned card, and the hands dealt, if they are known."""

    dealer: Annotated[int, Meta(ge=0, le=3)]
    up_card: str
    player_cards: Annotated[tuple[Cards, ...], Meta(max_length=10)] = ()


class CardExchange(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that came to a seat, from another one, or from the stock where no sender is told."""

    receiver: Annotated[int, Meta(ge=0, le=3)]
    cards: Cards
    sender: Annotated[int, Meta(ge=0, le=3)] | None = None


class Bidding(
    Struct, frozen=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True, tag_field="type",
    tag="EUCHRE_BIDDING",
):  # fmt: skip
    """What was said, from the dealer's left; whether the maker played alone; what the dealer laid away."""

    calls: Annotated[tuple[str, ...], Meta(max_length=16)]
    phase_number: int | None = None
    is_alone: bool = False
    alone_defender: Annotated[int, Meta(ge=-1, le=3)] | None = None
    discard: str | None = None
    card_exchanges: Annotated[tuple[CardExchange, ...], Meta(max_length=4)] = ()
    call_annotations: Annotations = {}


class TrickPlay(
    Struct, frozen=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True, tag_field="type",
    tag="TRICK_PLAY",
):  # fmt: skip
    """The cards, trick by trick, in the order they were played."""

    tricks: Annotated[tuple[Cards, ...], Meta(max_length=10)]
    phase_number: int | None = None
    is_alone: bool | None = None
    play_annotations: Annotations = {}


class AlternativeLine(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """What might have been, for analysis: kept out."""

    branch_index: Index
    phases: tuple[Bidding | TrickPlay, ...]


class DealTold(Struct, frozen=True, forbid_unknown_fields=True, rename="camel", omit_defaults=True):
    """One deal; its number is from 0."""

    deal_number: Index
    initial_state: InitialState
    phases: Annotated[tuple[Bidding | TrickPlay, ...], Meta(max_length=2)]
    alternative_lines: Annotated[tuple[AlternativeLine, ...], Meta(max_length=50)] = ()


class EgnFile(Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """The whole; a deal may be condensed to a text of base 64."""

    file_type: str
    version: str
    metadata: Metadata
    deals: Annotated[tuple[DealTold | str, ...], Meta(max_length=MOST_DEALS)]


_COMPLAINTS: Final = (
    ("json-missing", re.compile(r"Object missing required field `(?P<field>[^`]+)`")),
    ("json-unknown", re.compile(r"Object contains unknown field `(?P<field>[^`]+)`")),
    ("json-type", re.compile(r"Expected `(?P<expected>\w+)[^`]*`, got `(?P<found>\w+)`")),
    ("json-value", re.compile(r".*")),
)
_AT: Final = re.compile(r"(?P<said>.*?)(?: - at `\$\.?(?P<path>.*)`)?", re.DOTALL)


class _Twice(ValueError):
    """A name that stands twice in an object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise _Twice(counts.most_common(1)[0][0])
    return found


def read(text: str) -> EgnFile:
    """The file a text holds; raises ``ForeignError`` with line and column, or the path of what is wrong."""
    try:
        told = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise ForeignError(Spot("", error.lineno, error.colno), "json-syntax") from None
    except _Twice as twice:
        raise ForeignError(WHOLE, "json-twice", field=str(twice)) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets in brackets without end
        raise ForeignError(WHOLE, "json-monstrous") from None
    if not isinstance(told, dict) or told.get("fileType") != FILE_TYPE:
        raise ForeignError(Spot("fileType"), "not-this-type", expected=FILE_TYPE)
    version = told.get("version")
    if not isinstance(version, str) or not _KNOWN.fullmatch(version):
        raise ForeignError(Spot("version"), "version", found=str(version), expected="1.2 – 1.6")
    try:
        return msgspec.convert(told, EgnFile)
    except msgspec.ValidationError as error:
        raise _invalid(str(error)) from None
    except UnicodeEncodeError:  # where a text is not only kept
        raise ForeignError(WHOLE, "json-half") from None


def _invalid(complaint: str) -> ForeignError:
    at = _AT.fullmatch(complaint)
    assert at is not None
    for code, pattern in _COMPLAINTS:
        match = pattern.match(at["said"])
        if match:
            return ForeignError(Spot(at["path"] or ""), code, **match.groupdict())
    raise AssertionError("the last pattern takes everything")
