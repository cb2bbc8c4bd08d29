"""Finished deals step by step, all cards visible: a record, replayed into the parts a page draws."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import Annotated, Any, Final

from msgspec import Meta, Raw, Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from atout.actions import Illegal
from atout.cards import Card
from atout.events import DealScored, DealStarted
from atout.families import spec
from atout.foreign import ForeignError
from atout.interchange import Imported, load
from atout.match import Match
from atout.names import called
from atout.notation import RecordError
from atout.review import Judge, judge_one, moments
from atout.review.told import Teller
from atout.say import Speaker
from atout.sentences import foreign_fault, foreign_note, profile_name, record_fault, refuse, summary, tell
from atout.server.context import MOST_TEXT, Refused, Wish, answer, language_of, pass_door, shared_of, wish_of
from atout.server.facts import Occupant
from atout.server.ledger import Row
from atout.server.scene import public
from atout.server.scene.own import in_order
from atout.server.scene.setting import Presence, Setting, card_name
from atout.server.wire import Seat, encode
from atout.table import Table
from atout.tricks import Ordering

_JUDGE: Final = Judge(budget=0.3)
"""Judges at the strongest level, with a part of its thought: whoever looks on waits."""
_PATIENCE: Final = 1.5
"""Seconds a request may judge; then it is the next one's turn."""
_BENCH: Final = ThreadPoolExecutor(1, "atout-judge")
"""Who judges: one for everybody, so that the tables have their share of the machine."""


class Replayed(Wish, frozen=True):
    """A record, and the deal to step through; without one the first.

    ``seat`` is that of whoever reads: what it did is told to *you*.
    """

    record: str
    deal: int | None = None
    seat: Seat | None = None


class Judging(Wish, frozen=True):
    """Decisions to judge in a deal of a record: those after the first ``since``, as many as a moment allows."""

    record: str
    deal: int
    since: Annotated[int, Meta(ge=0)] = 0
    seat: Seat | None = None


class SeenCard(Struct, frozen=True):
    """A card in a hand, and the suit it belongs to in play."""

    card: str
    name: str
    suit: str | None


class SeenHand(Struct, frozen=True):
    """A seat's hand; ``hidden`` counts the cards the record does not tell."""

    seat: int
    cards: tuple[SeenCard, ...]
    hidden: int


class Step(Struct, frozen=True):
    """Something done: what it sounds like, who did it (0: the house), and the parts that are different after it.

    ``ply`` counts what players have done in the deal so far.
    """

    text: str
    seat: int
    ply: int
    scene: dict[str, Raw]


class ReplayedDeal(Struct, frozen=True):
    """A deal of the record."""

    number: int
    text: str


class Replay(Struct, frozen=True):
    """A record as it is stepped through: the whole of it in words (with what is to be told of another program's file),
    its deals, the steps of one of them."""

    name: str
    rules: str
    summary: str
    names: tuple[str, ...]
    deals: tuple[ReplayedDeal, ...]
    deal: int
    steps: tuple[Step, ...]


async def post_replay(request: Request) -> Response:
    """A deal of a record, step by step."""
    pass_door(request, shared_of(request).doors.reckoning)
    wish = await wish_of(request, Replayed, MOST_TEXT)
    return answer(await asyncio.to_thread(replayed, wish.record, wish.deal, language_of(request), wish.seat))


async def post_grades(request: Request) -> Response:
    """Some more decisions of a deal, judged."""
    pass_door(request, shared_of(request).doors.reckoning)
    wish = await wish_of(request, Judging, MOST_TEXT)
    judging = partial(graded, wish.record, wish.deal, wish.since, language_of(request), wish.seat)
    return answer(await asyncio.get_running_loop().run_in_executor(_BENCH, judging))


def replayed(record: str, deal: int | None, language: str, seat: int | None = None) -> Replay:
    """A deal of a record in a language, told to a seat or to anybody; raises ``Refused`` if it cannot be."""
    imported = opened(record, language)
    table = imported.table
    speaker = _speaker(table, language, seat)
    deals = _deals(table)
    if deal is None:
        deal = next(iter(deals), 1)
    _require(deals, deal, speaker)
    return Replay(
        name=profile_name(speaker, table.rules.profile),
        rules=spec(table.rules),
        summary=" ".join((summary(speaker, table.rules), *(foreign_note(speaker, note) for note in imported.notes))),
        names=tuple(map(speaker.name, range(1, table.rules.players + 1))),
        deals=tuple(ReplayedDeal(number, speaker.text("server.sheet.deal", number=number)) for number in deals),
        deal=deal,
        steps=tuple(_Stage(speaker, table).steps(deal)),
    )


def _deals(table: Table) -> list[int]:
    """The numbers of a record's deals."""
    return [event.number for event in table.events if isinstance(event, DealStarted)]


def _require(deals: Sequence[int], deal: int, speaker: Speaker) -> None:
    """Raises ``Refused`` for a deal there is not."""
    if deal not in deals:
        raise _refused(speaker.text("review_page.no-deal", deal=str(deal)))


def _speaker(table: Table, language: str, seat: int | None) -> Speaker:
    """Who tells a seat, or anybody, of a record's game; its bots have names, as at a table. Raises ``Refused`` for a
    seat the game does not have.
    """
    speaker = Speaker(language, called(language, table.names), seat, table.rules.pack)
    if seat is not None and seat > table.rules.players:
        raise _refused(speaker.text("refusal.no-such-seat", most=table.rules.players))
    return speaker


def played(record: str, language: str) -> Table:
    """The table a recorded game leaves; raises ``Refused`` with the sentence of its fault."""
    return opened(record, language).table


def opened(record: str, language: str) -> Imported:
    """A recorded game, in any format that is read here; raises ``Refused`` with the sentence of its fault."""
    speaker = Speaker(language)
    try:
        return load(record)
    except RecordError as error:
        raise _refused(record_fault(speaker, error)) from None
    except Illegal as illegal:
        raise _refused(refuse(speaker.at(illegal.pack), illegal.refusal)) from None
    except ForeignError as error:
        raise _refused(foreign_fault(speaker, error)) from None


def _refused(reason: str) -> Refused:
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "record", reason=reason)


class Graded(Struct, frozen=True):
    """A decision that is held against a seat, told in a sentence."""

    ply: int
    seat: int
    grade: str
    text: str


class Grades(Struct, frozen=True):
    """How many decisions of how many are judged by now, and what was found among the latest."""

    done: int
    decisions: int
    found: tuple[Graded, ...]


def graded(record: str, deal: int, since: int, language: str, seat: int | None = None) -> Grades:
    """Decisions of a deal judged by what their seats knew, in order, until the time for a request is over; raises
    ``Refused`` as ``replayed`` does.
    """
    table = played(record, language)
    speaker = _speaker(table, language, seat)
    _require(_deals(table), deal, speaker)
    teller = Teller(speaker, table)
    wanted = [moment for moment in moments(table) if moment.deal == deal]
    found: list[Graded] = []
    end, done = monotonic() + _PATIENCE, min(since, len(wanted))
    while done < len(wanted) and (monotonic() < end or done == since):
        one = judge_one(wanted[done], _JUDGE)
        if one is not None and one.flagged:
            found.append(Graded(one.moment.ply, one.moment.seat, one.grade, teller.decision(one)))
        done += 1
    return Grades(done, len(wanted), tuple(found))


class _Stage:
    """Plays a table's events again and takes the parts down where they change."""

    def __init__(self, speaker: Speaker, table: Table) -> None:
        self.speaker = speaker
        self.table = table
        players = table.rules.players
        self.setting = Setting(
            table="",
            rules=spec(table.rules),
            visibility="link",
            occupants=(Occupant("person"),) * players,
            presence=(Presence(connected=True),) * players,
            pace=None,
            clock=None,
            until=None,
            undo=(),
            chat=False,
            dealable=False,
            missing=(),
            verified=None,
            sheet=(),
        )
        self.shown: dict[str, Raw] = {}

    def steps(self, deal: int) -> Iterator[Step]:
        """The steps of a deal: an act with all that follows from it is one."""
        match = self.table.start
        said: list[str] = []
        seat = ply = 0
        for event in self.table.events:
            act = event.action
            if said and act is not None and match.number == deal:
                yield self._step(said, seat, ply, match)
                said = []
            before, match = match, match.evolve(event)
            if match.number != deal:
                continue
            ply += act is not None and not act.by_house
            if not said:
                seat = getattr(event, "seat", 0)
            if text := tell(self.speaker, event, before):
                said.append(text)
            if isinstance(event, DealScored):
                yield self._step(said, seat, ply, match, event)
                said = []
        if said:
            yield self._step(said, seat, ply, match)

    def _step(self, said: list[str], seat: int, ply: int, match: Match, scored: DealScored | None = None) -> Step:
        parts = {name: Raw(encode(part)) for name, part in self._parts(match, scored)}
        changed = {name: part for name, part in parts.items() if self.shown.get(name) != part}
        self.shown = parts
        return Step(" ".join(said), seat, ply, changed)

    def _parts(self, match: Match, scored: DealScored | None) -> Iterator[tuple[str, Any]]:
        setting, speaker = self.setting, self.speaker
        yield "seats", public.seats(match, setting, speaker, range(1, match.rules.players + 1))
        for make in (public.trick, public.last, public.badges, public.shown):
            yield make.__name__, make(match, setting, speaker)
        yield "hands", tuple(self._hands(match))
        yield "sheet", scored and public.sheet(match, self._counted(match, scored), self.speaker)

    def _counted(self, match: Match, scored: DealScored) -> Setting:
        return replace(self.setting, sheet=(Row(match.number, scored, match.standing),))

    def _hands(self, match: Match) -> Iterator[SeenHand]:
        hand = match.hand
        for seat in range(1, match.rules.players + 1):
            if hand is None:
                yield SeenHand(seat, (), 0)
                continue
            holding = hand.board.holding(seat)
            cards = (self._card(card, hand.ordering) for card in in_order(holding.sure, hand))
            yield SeenHand(seat, tuple(cards), holding.unseen)

    def _card(self, card: Card, ordering: Ordering | None) -> SeenCard:
        suit = ordering.suit(card) if ordering else card.suit
        name = card_name(self.speaker.language, self.speaker.pack, card, ordering)
        return SeenCard(card.token, name, None if suit is None else str(suit))


def routes() -> list[BaseRoute]:
    """The routes of replays."""
    return [
        Route("/api/replay", post_replay, methods=["POST"]),
        Route("/api/replay/grades", post_grades, methods=["POST"]),
    ]
