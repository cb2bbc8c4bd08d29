"""What the routes of one server share, and how they read requests and answer them."""

from __future__ import annotations

from collections.abc import Awaitable
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from atout.options import RulesError
from atout.say import LANGUAGES, Speaker
from atout.sentences import rules_fault
from atout.server.limits import SOCKETS_OF_A_TABLE, SOCKETS_OF_AN_ADDRESS, ByAddress, Crowd
from atout.server.seats import COOKIE_AGE, Guests, HouseRules, Place, Seats
from atout.server.sheets.kept import Sheets
from atout.server.shuffles import Shuffles
from atout.server.store import Store, Unsaved
from atout.server.store.probe import Probe
from atout.server.tables import Room, Tables

T = TypeVar("T")
MOST_BODY = 64 * 1024
"""Bytes a request may carry where nothing else is said."""
MOST_TEXT = 2 * 1024 * 1024
"""Bytes a record or a proof may have that somebody pastes."""


class Doors(Struct):
    """How often an address may ask for what costs something, and how many sockets may be open."""

    opening: ByAddress
    """Tables opened, seats and links asked for."""
    reckoning: ByAddress
    """Records and proofs checked."""
    sockets: Crowd = field(default_factory=lambda: Crowd(SOCKETS_OF_AN_ADDRESS))
    """Sockets by address."""
    watching: int = SOCKETS_OF_A_TABLE
    """How many sockets a table has before it takes no more of people who only watch."""

    @classmethod
    def usual(cls, sockets: int = SOCKETS_OF_AN_ADDRESS, watching: int = SOCKETS_OF_A_TABLE) -> Doors:
        """Enough for a school behind one address, too little to fill a disk or the memory."""
        return cls(ByAddress(rate=0.2, burst=40), ByAddress(rate=0.5, burst=20), Crowd(sockets), watching)


class Shared(Struct):
    """One server: its store and what is built on it.

    ``address`` is where others of the local network find it, where it is open to them; ``draining``: it is about to
    stop.
    """

    store: Store
    probe: Probe
    tables: Tables
    seats: Seats
    guests: Guests
    house_rules: HouseRules
    shuffles: Shuffles
    sheets: Sheets
    doors: Doors
    address: str | None = None
    draining: bool = False


class Refused(HTTPException):
    """A request that is not done: a status, a code, and the facts of its sentence (``lobby.refused.CODE``).

    A fact named ``seconds`` says how long to wait.
    """

    def __init__(self, status: HTTPStatus, code: str, **facts: object) -> None:
        super().__init__(status, code, {"retry-after": str(facts["seconds"])} if "seconds" in facts else None)
        self.code = code
        self.facts = facts


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What the body of a request asks for: unknown fields are refused."""


RulesText = Annotated[str, Meta(max_length=500)]


def shared_of(connection: HTTPConnection) -> Shared:
    """What this server's routes share."""
    shared: Shared = connection.app.state.shared
    return shared


# --- reading ----------------------------------------------------------------------------------------------------------


def language_of(connection: HTTPConnection) -> str:
    """The language asked for by ``lang``, else the browser's; French for all others."""
    wanted = connection.query_params.get("lang")
    if wanted in LANGUAGES:
        return str(wanted)
    for accepted in connection.headers.get("accept-language", "").split(","):
        name = accepted.partition(";")[0].strip().lower()
        if name.startswith("en"):
            return "en"
        if name.startswith("fr"):
            return "fr-CA" if name == "fr-ca" else "fr"
    return LANGUAGES[0]


def speaker_for(connection: HTTPConnection) -> Speaker:
    """Who answers this connection."""
    return Speaker(language_of(connection))


async def body_of(request: Request, most: int = MOST_BODY) -> bytes:
    """The body; raises ``Refused`` for one longer than allowed, before it has all come, and for one that breaks off."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", most=most // 1024)
    except ClientDisconnect:  # nobody is there to be told, but nothing has failed here
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", detail="cut off") from None
    return bytes(body)


async def wish_of(request: Request, kind: type[T], most: int = MOST_BODY) -> T:
    """The body, of at most so many bytes, as a value; raises ``Refused`` for anything else."""
    try:
        return msgspec.json.decode(await body_of(request, most), type=kind)
    except msgspec.MsgspecError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, "malformed", detail=str(error)) from None


def pass_door(request: Request, door: ByAddress) -> None:
    """Counts a request against its address; raises ``Refused`` for too many."""
    wait = door.take(request.client.host if request.client else "")
    if wait:
        raise Refused(HTTPStatus.TOO_MANY_REQUESTS, "too-often", seconds=int(wait) + 1)


def is_local(request: Request) -> bool:
    """Whether whoever asks used an address that means his own machine."""
    return request.url.hostname in ("127.0.0.1", "localhost", "::1")


def origin_of(request: Request) -> str:
    """What invitations are built on: the address people used to come here, without a path.

    One that only means this machine is of no use to others: then it is this machine's on the local network.
    """
    address = shared_of(request).address
    if address is not None and is_local(request):
        return address.rstrip("/")
    return f"{request.url.scheme}://{request.headers.get('host') or request.url.netloc}"


def rules_refused(connection: HTTPConnection, error: RulesError) -> Refused:
    """Rules that cannot be played, with the field and the reason."""
    reason = rules_fault(speaker_for(connection), error)
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "rules", field=error.field, reason=reason)


async def saved(storing: Awaitable[T]) -> T:
    """What comes of storing something; raises ``Refused`` if it could not be stored."""
    try:
        return await storing
    except Unsaved:
        raise Refused(HTTPStatus.INSUFFICIENT_STORAGE, "not-saved") from None


# --- whose request it is ----------------------------------------------------------------------------------------------


def guest_of(connection: HTTPConnection) -> str | None:
    """The guest whose cookie this is."""
    guests = shared_of(connection).guests
    return guests.read(connection.cookies.get(guests.cookie))


async def seat_of(connection: HTTPConnection, table: str) -> int:
    """The seat a connection proves to hold, by a bearer's secret or by its cookie; 0 for none."""
    if (secret := _borne(connection)) is not None:
        place = await shared_of(connection).seats.behind(secret)
        return place.seat if place and place.table == table else 0
    return await shared_of(connection).seats.held(guest_of(connection), table) or 0


async def is_host(connection: HTTPConnection, table: str) -> bool:
    """Whether a connection proves to have the host's place at a table."""
    if (secret := _borne(connection)) is not None:
        return await shared_of(connection).seats.behind(secret) == Place(table, 0)
    return await shared_of(connection).seats.hosts(guest_of(connection), table)


def _borne(connection: HTTPConnection) -> str | None:
    """The secret a bearer shows."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


async def room_of(connection: HTTPConnection) -> Room:
    """The table named in the path; raises ``Refused`` if there is none."""
    room = await shared_of(connection).tables.room(connection.path_params["table"])
    if room is None:
        raise Refused(HTTPStatus.NOT_FOUND, "no-table")
    return room


# --- answering --------------------------------------------------------------------------------------------------------


def answer(value: Any, status: int = HTTPStatus.OK) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def download(name: str, content: str, kind: str) -> Response:
    """Something to take home, as a file of a media type."""
    headers = {"content-disposition": f'attachment; filename="{name.replace("/", "-")}"'}
    return Response(content, media_type=kind, headers=headers)


def remember(response: Response, connection: HTTPConnection, guest: str) -> None:
    """Lets the browser keep who it is; over plain HTTP too, for a home network has nothing else."""
    guests = shared_of(connection).guests
    secure = connection.url.scheme == "https"
    response.set_cookie(
        guests.cookie, guests.sign(guest), COOKIE_AGE, path="/", secure=secure, httponly=True, samesite="lax"
    )
