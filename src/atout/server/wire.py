"""Every message between a page (or a program) and its table: one JSON object a frame, told apart by ``type``.

Messages are strict both ways: an unknown field or a wrong type is an error with its place. ``docs/protocol.md``
explains them with examples; ``schema()`` is their JSON Schema.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from atout import names, seats
from atout.bots import USUAL_LEVEL
from atout.proofs import Hash
from atout.server.parts import Scene

MOST_BYTES: Final = 4096
"""The longest message a client may send."""


class Close(IntEnum):
    """What a socket is closed with."""

    LEFT = 1000
    """Whoever sits here has left the table."""
    POLICY = 1008
    """A page of another site, or far too many faults."""
    RESTART = 1012
    """The server restarts, or loads the table again: come back."""
    TOO_SLOW = 1013
    """More waited to be sent than is kept: come back."""
    NO_TABLE = 4404
    CROWDED = 4429
    """There is no room for one more socket of this address, or of this table."""


Id = Annotated[str, Meta(min_length=1, max_length=64)]
"""Chosen by the client, new for each command: sent again, it gets the same answer and nothing happens twice."""
Token = Annotated[str, Meta(min_length=1, max_length=128)]
Seat = Annotated[int, Meta(ge=1, le=seats.MOST)]
Language = Literal["fr", "en", "fr-CA"]
Level = Annotated[str, Meta(max_length=32)]
Pace = Annotated[int, Meta(ge=0, le=10_000)]
"""Milliseconds before each act of a bot."""
Name = Annotated[str, Meta(max_length=names.LONGEST)]
LONGEST_REASON: Final = 120
"""Characters of the reason of a ruling."""


def _kebab(name: str) -> str:
    return "".join("-" * (at > 0 and letter.isupper()) + letter.lower() for at, letter in enumerate(name))


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=_kebab):
    """One frame."""


# --- from the client --------------------------------------------------------------------------------------------------


class Command(Message, frozen=True, kw_only=True):
    """Something asked of the table; it is answered under its ``id``."""

    id: Id


class Act(Command, frozen=True, kw_only=True):
    """Does an action of the seat: a token (``KH``, ``5``, ``pass``, ``claim``, ``accept``).

    ``expect`` is the number of the last update the client has drawn: an action made on an older view that is no
    longer allowed is refused as ``stale`` rather than as a fault of the player.
    """

    token: Token
    expect: int | None = None


class Read(Command, frozen=True, kw_only=True):
    """Asks for a reading: the name of a read key (``bids``, ``table``, ``led`` …) or ``repeat``. ``suits`` is the order
    in which one holds the suits (``HCDS``), where it is not the usual one."""

    command: Annotated[str, Meta(max_length=32)]
    suits: Annotated[str, Meta(pattern=r"^((?!.*(.).*\2)[SHDC]{4})?$(?!\n)")] = ""


class Why(Command, frozen=True, kw_only=True):
    """Asks why a token is refused now."""

    token: Token


class Hint(Command, frozen=True, kw_only=True):
    """Asks for advice; ``more`` is how often it was asked for at this decision: the idea, a few choices, the choice."""

    more: Annotated[int, Meta(ge=0, le=9)] = 0


class Undo(Command, frozen=True, kw_only=True):
    """Goes back to one's previous decision of this deal; only where all others are bots."""


class Next(Command, frozen=True, kw_only=True):
    """Goes on: the next deal, or the next act of a bot where the pace is by hand."""


class Commit(Command, frozen=True, kw_only=True):
    """Mixes a seed of one's own into the next deal: its commitment first (see ``dealing.commitment``)."""

    commitment: Hash


class Reveal(Command, frozen=True, kw_only=True):
    """Reveals the seed one has committed to, once ``table.verified`` asks for it."""

    seed: Hash


class Chat(Command, frozen=True, kw_only=True):
    """Says something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Phrase(Command, frozen=True, kw_only=True):
    """Says a quick phrase; everybody hears it in his own language."""

    phrase: Annotated[str, Meta(max_length=32)]


class Mute(Command, frozen=True, kw_only=True):
    """Hears no more chat of a seat at this connection, or hears it again."""

    seat: Seat
    on: bool = True


class SeatBot(Command, frozen=True, kw_only=True):
    """Lets a bot act for a seat: one's own, an open one, or that of somebody long away."""

    seat: Seat
    level: Level = USUAL_LEVEL


class TakeBack(Command, frozen=True, kw_only=True):
    """Takes one's seat back from the bot."""


class Leave(Command, frozen=True, kw_only=True):
    """Leaves the table; the others may seat a bot at once. Coming back with the seat link is taking the seat back."""


class Rule(Command, frozen=True, kw_only=True):
    """A ruling of whoever opened the table (``view.host``). Between deals: ``points`` for a ``side`` (from 1), with
    the reason. Without a side: the running deal is thrown in, and the same dealer deals again.
    """

    side: Seat | None = None
    points: Annotated[int, Meta(ge=-9999, le=9999)] = 0
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class Rematch(Command, frozen=True, kw_only=True):
    """Begins another match of the same rules, once this one is over."""


class Settings(Command, frozen=True, kw_only=True):
    """Changes what is given: the language of this connection, one's name, the pace of the bots, the turn clock.

    ``by_hand`` true lets bots wait for ``next``; ``clock`` is in seconds, 0 takes it away.
    """

    lang: Language | None = None
    name: Name | None = None
    pace: Pace | None = None
    by_hand: bool | None = None
    clock: Annotated[int, Meta(ge=0, le=3600)] | None = None


class MoreTime(Command, frozen=True, kw_only=True):
    """Asks for as much time again on the turn clock."""


class Ping(Message, frozen=True):
    """Is anybody there? Answered by ``pong``."""


ToServer = (
    Act
    | Read
    | Why
    | Hint
    | Undo
    | Next
    | Commit
    | Reveal
    | Chat
    | Phrase
    | Mute
    | SeatBot
    | TakeBack
    | Leave
    | Rule
    | Rematch
    | Settings
    | MoreTime
    | Ping
)
"""What a client may send."""


# --- to the client ----------------------------------------------------------------------------------------------------


class SeenEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An action as this seat has seen it: the deal, who did it, its token (``-?`` for a hidden discard)."""

    deal: int
    seat: int
    token: str


class View(Message, frozen=True, kw_only=True):
    """Everything: on joining, after an undo, a rematch or a change of language.

    ``n`` numbers what has happened at the table. ``log`` holds the latest lines; with ``since`` only those after that
    number (nothing was missed). ``seat`` is ``None`` for a spectator; ``legal`` are the tokens the seat may act with;
    ``host`` says whether one may rule (``rule``): whoever opened the table may.
    """

    n: int
    seat: int | None
    host: bool
    lang: str
    scene: Scene
    log: tuple[str, ...]
    legal: tuple[str, ...]
    since: int | None = None


class Update(Message, frozen=True, kw_only=True):
    """What happened: ``n`` is one more than before, or the same when only presence or clock changed."""

    n: int
    scene: Scene
    log: tuple[str, ...] = ()
    events: tuple[SeenEvent, ...] = ()
    legal: tuple[str, ...] = ()


class Record(Message, frozen=True, kw_only=True):
    """The running deal as this seat has seen it, as a record that stands alone: replaying it gives the seat's view.

    It comes before each view and each update that tells something, to connections that asked for it (``record=1``).
    """

    n: int
    text: str


class Answer(Message, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a command: done by update ``n``, or refused with a code and a sentence."""

    id: str
    ok: bool = msgspec.field()
    n: int = msgspec.field()
    code: str | None = None
    text: str | None = None


class Said(Message, frozen=True, kw_only=True):
    """The answer to a reading, a *why* or a hint; ``tokens`` are those it speaks of."""

    id: str
    text: str
    tokens: tuple[str, ...] = ()


class Heard(Message, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something: ``seat`` 0 is a spectator or the table."""

    seat: int
    name: str
    text: str
    phrase: str | None = None


class Fault(Message, frozen=True, kw_only=True, omit_defaults=True):
    """A frame that could not be read, and where; under its ``id`` if at least that could."""

    id: str | None = None
    code: str = msgspec.field()
    text: str = msgspec.field()


class Notice(Message, frozen=True, kw_only=True):
    """Something about the table that is no part of the game: nothing can be saved, saving works again."""

    code: str
    text: str


class Closing(Message, frozen=True, kw_only=True):
    """The server ends the connection; ``draining``: it is going to restart, join again."""

    code: str
    text: str


class Pong(Message, frozen=True):
    """Somebody is there."""


ToClient = View | Update | Record | Answer | Said | Heard | Fault | Notice | Closing | Pong
"""What a server may send."""

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(ToServer)


class _Named(Struct, frozen=True):
    id: Id


_named: Final = msgspec.json.Decoder(_Named)


def encode(message: object) -> bytes:
    """The bytes of a message or of one of its parts."""
    return _encoder.encode(message)


def decode(frame: str | bytes) -> ToServer:
    """A client's message; raises ``msgspec.ValidationError`` or ``msgspec.DecodeError`` with the place of the fault."""
    message: ToServer = _decoder.decode(frame)
    return message


def id_of(frame: str | bytes) -> str | None:
    """The id of a client's message, whatever else is wrong with it; ``None`` if it has none that could be read."""
    try:
        return _named.decode(frame).id
    except (msgspec.MsgspecError, RecursionError):  # what is of no use here may be nested as deep as it likes
        return None


def schema() -> dict[str, Any]:
    """The JSON Schema of all messages: ``toServer`` and ``toClient`` over shared definitions."""
    (to_server, to_client), definitions = msgspec.json.schema_components(
        (ToServer, ToClient), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"toServer": to_server, "toClient": to_client},
        "$defs": definitions,
    }
