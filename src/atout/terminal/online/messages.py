"""What a table says (``docs/protocol.md``), as far as a terminal needs it: all else is let pass."""

from __future__ import annotations

from typing import Final, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType


class SeatPart(Struct, frozen=True):
    """Who has a seat; ``named``: the name was given, and is not the usual one of the seat."""

    seat: int
    name: str
    kind: str
    bot: str | None
    connected: bool
    replaceable: bool
    named: bool = True


class TablePart(Struct, frozen=True):
    """The table itself; ``solo``: all others are bots."""

    over: bool
    solo: bool = True


class Choices(Struct, frozen=True):
    """What is asked."""

    kind: str


class Scene(Struct, frozen=True):
    """The parts that changed; in a view all of them."""

    table: TablePart | UnsetType = UNSET
    seats: tuple[SeatPart, ...] | UnsetType = UNSET
    status: str | UnsetType = UNSET
    choices: Choices | UnsetType = UNSET


class SeenEvent(Struct, frozen=True):
    """An action as the seat has seen it."""

    seat: int


class View(Struct, frozen=True, tag="view"):
    """Everything: on joining, after an undo or a rematch. ``since``: the lines are all that was missed; ``host``:
    whether one may rule.
    """

    n: int
    seat: int | None
    scene: Scene
    log: tuple[str, ...]
    since: int | None = None
    host: bool = False


class Update(Struct, frozen=True, tag="update"):
    """What happened."""

    n: int
    scene: Scene
    log: tuple[str, ...] = ()
    events: tuple[SeenEvent, ...] = ()


class Record(Struct, frozen=True, tag="record"):
    """The running deal as the seat has seen it, ahead of the view or update it belongs to."""

    n: int
    text: str


class Answer(Struct, frozen=True, tag="answer"):
    """What became of a command."""

    id: str
    ok: bool
    code: str | None = None
    text: str | None = None


class Said(Struct, frozen=True, tag="said"):
    """The answer to a question."""

    id: str
    text: str


class Heard(Struct, frozen=True, tag="chat"):
    """Somebody said something."""

    seat: int
    text: str


class Notice(Struct, frozen=True, tag="notice"):
    """Something about the table that is no part of the game."""

    text: str


class Fault(Struct, frozen=True, tag="fault"):
    """Something this client sent could not be read: the command of this id, if it tells which."""

    text: str
    id: str | None = None


class Closing(Struct, frozen=True, tag="closing"):
    """The server ends the connection."""

    text: str


Message = View | Update | Record | Answer | Said | Heard | Notice | Fault | Closing
"""What is understood here."""


class _Kind(Struct, frozen=True):
    type: str
    n: int | None = None


_KNOWN: Final = frozenset(kind.__struct_config__.tag for kind in get_args(Message))
_kinds: Final = msgspec.json.Decoder(_Kind)
_messages: Final = msgspec.json.Decoder(Message)


def number_of(frame: str | bytes) -> int | None:
    """The number a view or an update brings the table to; ``None`` for all other frames."""
    try:
        kind = _kinds.decode(frame)
    except msgspec.MsgspecError:
        return None
    return kind.n if kind.type in ("view", "update") else None


def decode(frame: str | bytes) -> Message | None:
    """A message, ``None`` for a kind not known here; raises ``msgspec.MsgspecError`` for what is none at all."""
    if _kinds.decode(frame).type not in _KNOWN:
        return None
    message: Message = _messages.decode(frame)
    return message
