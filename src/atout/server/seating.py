"""Tables opened, seats taken, invitations: who may sit where, and how people get there."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated, Literal

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from atout.bots import LEVELS, USUAL_LEVEL
from atout.families import parse
from atout.names import is_taken, named
from atout.options import RulesError
from atout.server.context import (
    Refused,
    RulesText,
    Wish,
    answer,
    guest_of,
    is_host,
    origin_of,
    pass_door,
    remember,
    room_of,
    rules_refused,
    saved,
    seat_of,
    shared_of,
    wish_of,
)
from atout.server.facts import USUAL_PACE, Occupant, Opening, Seated, Visibility
from atout.server.network import qr_svg
from atout.server.seats import Place
from atout.server.store import StoreError
from atout.server.tables import Room
from atout.server.wire import Level, Name, Pace, Seat


class SeatWish(Wish, frozen=True):
    """Who shall have a seat of a new table: oneself, whoever comes with the link, a bot."""

    kind: Literal["me", "person", "bot"]
    level: Level = USUAL_LEVEL
    name: Name = ""


class NewTable(Wish, frozen=True):
    """A table to open.

    ``visibility`` is ``solo`` or, with seats for others, ``link`` where nothing is said. ``pace`` is the bots', in
    milliseconds, or ``null`` to let them wait for one's key.
    """

    rules: RulesText
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)]
    name: Name = ""
    visibility: Visibility | None = None
    pace: Pace | None = USUAL_PACE
    chat_in_deals: bool = False


class TakenSeat(Wish, frozen=True):
    """A free seat of a public table that somebody takes; without a number the first one."""

    seat: Seat | None = None
    name: Name = ""


class WantedLink(Wish, frozen=True):
    """A seat to invite somebody to."""

    seat: Seat


# --- tables -----------------------------------------------------------------------------------------------------------


async def post_table(request: Request) -> Response:
    """Opens a table; answers with its address and a link for each seat of a person, and for the host who has none."""
    shared = shared_of(request)
    wish = await wish_of(request, NewTable)
    pass_door(request, shared.doors.opening)
    opening = _opening(request, wish)
    table = await saved(shared.tables.open(opening))
    links = {
        number: f"/seat/{await saved(shared.seats.new_link(Place(table, number)))}"
        for number, seat in enumerate(wish.seats, 1)
        if seat.kind != "bot"
    }
    mine = next((number for number, seat in enumerate(wish.seats, 1) if seat.kind == "me"), None)
    place = Place(table, mine or 0)
    response = answer(
        {
            "table": table,
            "url": f"/table/{table}",
            "seat": mine,
            "links": links,
            "invitations": {number: _invitation(request, link) for number, link in links.items()},
            "host": None if mine else f"/seat/{await saved(shared.seats.new_link(place))}",
        },
        HTTPStatus.CREATED,
    )
    await _hold(response, request, place)
    return response


def _opening(request: Request, wish: NewTable) -> Opening:
    """The opening somebody wishes; raises ``Refused`` for one that cannot be."""
    try:
        rules = parse(wish.rules)
    except RulesError as error:
        raise rules_refused(request, error) from None
    if len(wish.seats) != rules.players:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "seats", expected=rules.players, given=len(wish.seats))
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "one-me")
    alone = all(seat.kind != "person" for seat in wish.seats)
    if wish.visibility == "solo" and not alone:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "solo")
    seats = tuple(_occupant(wish, seat) for seat in wish.seats)
    known = [who.known_as for who in seats]
    if any(who.name and is_taken(who.name, number, known) for number, who in enumerate(seats, 1)):
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "same-names")
    visibility = wish.visibility or ("solo" if alone else "link")
    return Opening(wish.rules, seats, visibility, wish.pace, wish.chat_in_deals)


def _occupant(wish: NewTable, seat: SeatWish) -> Occupant:
    match seat.kind:
        case "me":
            return Occupant("person", named(wish.name or seat.name))
        case "person":
            return Occupant("open", named(seat.name))
        case "bot":
            if seat.level not in LEVELS:
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no-level", known=", ".join(LEVELS))
            return Occupant("bot", named(seat.name), seat.level)


def _invitation(request: Request, link: str) -> dict[str, str]:
    """A seat's address as others may use it, and its QR code."""
    url = origin_of(request) + link
    return {"url": url, "qr": qr_svg(url)}


async def _hold(response: Response, request: Request, place: Place) -> None:
    """Lets the browser that asks hold a seat."""
    shared = shared_of(request)
    guest = guest_of(request) or shared.guests.new()
    await saved(shared.seats.give(guest, place))
    remember(response, request, guest)


async def take_link(request: Request) -> Response:
    """A seat link: whoever comes by it holds the seat from now on."""
    place = await shared_of(request).seats.behind(request.path_params["secret"])
    if place is None:
        raise Refused(HTTPStatus.NOT_FOUND, "no-seat-link")
    response = RedirectResponse(f"/table/{place.table}", HTTPStatus.SEE_OTHER)
    await _hold(response, request, place)
    return response


async def post_seat(request: Request) -> Response:
    """Takes a free seat of a public table; answers with the link that keeps it."""
    shared = shared_of(request)
    wish = await wish_of(request, TakenSeat)
    pass_door(request, shared.doors.opening)
    room = await room_of(request)
    if room.table.ledger.opening.visibility != "public":
        raise Refused(HTTPStatus.FORBIDDEN, "not-public")
    if await seat_of(request, room.table.id):
        raise Refused(HTTPStatus.CONFLICT, "seated-already")
    seat = await sit_down(room, wish.seat, named(wish.name))
    place = Place(room.table.id, seat)
    link = f"/seat/{await saved(shared.seats.new_link(place))}"
    response = answer({"seat": seat, "url": f"/table/{place.table}", "link": link} | _invitation(request, link))
    await _hold(response, request, place)
    return response


async def post_link(request: Request) -> Response:
    """A new invitation: to a seat nobody has taken, for whoever has one or opened the table; or to one's own."""
    shared = shared_of(request)
    wish = await wish_of(request, WantedLink)
    pass_door(request, shared.doors.opening)
    room = await room_of(request)
    mine = await seat_of(request, room.table.id)
    if not mine and not await is_host(request, room.table.id):
        raise Refused(HTTPStatus.FORBIDDEN, "seat-needed")
    if wish.seat != mine and wish.seat not in open_seats(room):
        raise Refused(HTTPStatus.CONFLICT, "seat-taken")
    link = f"/seat/{await saved(shared.seats.new_link(Place(room.table.id, wish.seat)))}"
    return answer({"seat": wish.seat, "link": link} | _invitation(request, link))


# --- sitting down -----------------------------------------------------------------------------------------------------


async def sit_down(room: Room, seat: int | None, name: str = "") -> int:
    """Somebody takes a seat nobody has yet, the first one if none is named; returns which.

    It is done in the table's own turn, so that of two who come at once one is refused.
    """
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def sit() -> None:
        try:
            done.set_result(await _sit(room, seat, name))
        except (Refused, StoreError) as error:
            done.set_exception(error)

    room.table.post(sit)
    return int(await saved(done))


async def _sit(room: Room, seat: int | None, name: str) -> int:
    free = open_seats(room)
    if not free or (seat is not None and seat not in free):
        raise Refused(HTTPStatus.CONFLICT, "seat-taken")
    chosen = free[0] if seat is None else seat
    occupants = room.table.ledger.occupants
    if name and is_taken(name, chosen, [who.known_as for who in occupants]):
        raise Refused(HTTPStatus.CONFLICT, "name-taken", name=name)
    await room.table.commit(Seated(chosen, Occupant("person", name or occupants[chosen - 1].name), "joined"), chosen)
    return chosen


def open_seats(room: Room) -> tuple[int, ...]:
    """The seats nobody has taken, whether a bot stands in or not."""
    return tuple(seat for seat, who in enumerate(room.table.ledger.occupants, 1) if who.kind == "open")


def routes() -> list[BaseRoute]:
    """The routes to tables and seats."""
    return [
        Route("/api/tables", post_table, methods=["POST"]),
        Route("/api/tables/{table}/seats", post_seat, methods=["POST"]),
        Route("/api/tables/{table}/links", post_link, methods=["POST"]),
        Route("/seat/{secret}", take_link),
    ]
