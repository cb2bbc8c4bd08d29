"""What a table does with each message: checks who asks and what for, and answers."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from time import perf_counter
from typing import Final

from atout.bots import LEVELS
from atout.names import is_taken, named
from atout.say import harmless, messages
from atout.seats import HOUSE
from atout.sentences import refuse
from atout.server import metrics, mixing
from atout.server.audiences import Listener
from atout.server.facts import Acted, AnyFact, Clocked, Mixed, Occupant, Paced, Rematched, Ruled, Seated, Undone
from atout.server.house import House
from atout.server.live import LiveTable
from atout.server.questions import FREE, Questions
from atout.server.refusing import Refused, parsed, refused
from atout.server.store import Duplicate, StoreError, Unsaved
from atout.server.wire import (
    Act,
    Answer,
    Chat,
    Close,
    Command,
    Commit,
    Heard,
    Leave,
    MoreTime,
    Next,
    Phrase,
    Ping,
    Pong,
    Rematch,
    Reveal,
    Rule,
    SeatBot,
    Settings,
    TakeBack,
    ToServer,
    Undo,
    encode,
)

_PHRASE: Final = "server.phrase."
PHRASES: Final = tuple(key.removeprefix(_PHRASE) for key in messages("server") if key.startswith(_PHRASE))
"""The quick phrases: every ``server.phrase.NAME`` of the catalogue."""
_REMEMBERED: Final = 64
"""How many answers are kept for commands that are sent again."""
_SHORTEST_CLOCK: Final = 30


class Desk:
    """Where the messages for one table arrive."""

    def __init__(self, table: LiveTable, house: House) -> None:
        self.table = table
        self.house = house
        self._answers: OrderedDict[tuple[int, str], bytes] = OrderedDict()
        self._questions = Questions(table, house)

    def receive(self, listener: Listener, message: ToServer) -> None:
        """Takes a message: it is done when its turn comes, and answered to whoever sent it."""
        if isinstance(message, Ping):
            listener.send(encode(Pong()))
        else:
            arrived = perf_counter()
            self.table.post(lambda: self._answer(listener, message, arrived))

    async def _answer(self, listener: Listener, command: Command, arrived: float) -> None:
        if isinstance(command, FREE):
            self._questions.answer(listener, command)
            return
        key = (listener.seat, command.id)
        known = self._answers.get(key)
        if known is None:
            answer = await self._answered(listener, command)
            (metrics.DONE if answer.ok else metrics.NOT_DONE).inc()
            metrics.COMMAND_SECONDS.observe(perf_counter() - arrived)
            known = encode(answer)
            if listener.seat and key not in self.table.done:  # what has brought something about is known anyway
                self._answers[key] = known
                if len(self._answers) > _REMEMBERED:
                    self._answers.popitem(last=False)
        listener.send(known)

    async def _answered(self, listener: Listener, command: Command) -> Answer:
        """Does a command unless its log holds it already."""
        before = self.table.done.get((listener.seat, command.id))
        if before is None and isinstance(command, Settings):  # several facts: the last one alone bears the id
            before = await self._in_log(listener, command)
        if before is not None:
            return Answer(id=command.id, ok=True, n=before)
        try:
            await self._do(listener, command)
        except Duplicate as duplicate:
            return Answer(id=command.id, ok=True, n=duplicate.n)
        except Refused as refusal:
            before = await self._in_log(listener, command)
            if before is not None:
                return Answer(id=command.id, ok=True, n=before)
            return refusal.answer(self.table, command)
        except Unsaved:
            return refused(self.table, listener, "not-saved").answer(self.table, command)
        except StoreError:
            return refused(self.table, listener, "closed").answer(self.table, command)
        return Answer(id=command.id, ok=True, n=self.table.ledger.n)

    async def _in_log(self, listener: Listener, command: Command) -> int | None:
        """What a command sent long ago has brought about: asked of the store, for it is seldom sent again."""
        with contextlib.suppress(StoreError):
            return await self.table.store.done(self.table.id, listener.seat, command.id)
        return None

    async def _commit(self, listener: Listener, command: Command, fact: AnyFact) -> None:
        await self.table.commit(fact, listener.seat, command.id)

    # --- commands -----------------------------------------------------------------------------------------------

    async def _do(self, listener: Listener, command: Command) -> None:
        if isinstance(command, Settings):
            await self._settings(listener, command)
            return
        if not (listener.seat or isinstance(command, Rule)):
            raise refused(self.table, listener, "seat-needed")
        ledger = self.table.ledger
        match command:
            case Act():
                await self._act(listener, command)
            case Undo():
                if not ledger.undoes(listener.seat):
                    raise refused(
                        self.table, listener, "no-undo" if ledger.people != (listener.seat,) else "nothing-to-undo"
                    )
                await self._commit(listener, command, Undone(listener.seat))
            case Next():
                await self._next(listener, command)
            case Commit() | Reveal():
                await self._mix(listener, command)
            case Rematch():
                if not ledger.match.over:
                    raise refused(self.table, listener, "not-over")
                await self._commit(listener, command, Rematched(listener.seat))
            case Rule():
                await self._rule(listener, command)
            case SeatBot():
                await self._seat_bot(listener, command)
            case TakeBack():
                if ledger.bot_at(listener.seat) is None:
                    raise refused(self.table, listener, "nothing-to-take-back")
                await self._commit(listener, command, self._seated(listener.seat, None, "back"))
            case Leave():
                self.table.post(lambda: self._leave(listener.seat))  # after the answer
            case MoreTime():
                if not self.house.more_time(listener.seat):
                    raise refused(self.table, listener, "no-clock")
            case Chat() | Phrase():
                self._chat(listener, command)

    async def _leave(self, seat: int) -> None:
        for leaving in [other for other in self.table.listeners if other.seat == seat]:
            self.table.part(leaving)
            leaving.close(Close.LEFT)
        self.table.excuse(seat)
        self.table.refresh()

    def _seated(self, seat: int, bot: str | None, why: str, name: str | None = None) -> Seated:
        who = self.table.ledger.occupants[seat - 1]
        return Seated(seat, Occupant(who.kind, who.name if name is None else name, bot), why)

    async def _act(self, listener: Listener, command: Act) -> None:
        seat, view = listener.seat, self.table.view(listener.seat)
        if self.table.ledger.bot_at(seat) is not None:
            raise refused(self.table, listener, "bot-plays")
        action = parsed(self.table, listener, command.token)
        refusal = view.refusal(seat, action) or self.table.ledger.match.refusal(seat, action)
        if refusal is not None:
            text = refuse(self.table.speaker(listener), refusal, view)
            if command.expect is not None and command.expect != self.table.ledger.n:
                raise refused(self.table, listener, "stale", reason=text)
            raise Refused(refusal.code, text)
        await self._commit(listener, command, Acted(seat, command.token))

    async def _next(self, listener: Listener, command: Command) -> None:
        ledger = self.table.ledger
        if ledger.match.over:
            raise refused(self.table, listener, "over")
        if ledger.match.awaits_deal:
            if ledger.missing:
                people = self.table.speaker(listener).people(ledger.missing)
                raise refused(self.table, listener, "seats-missing", who=people)
            await self.house.deal(listener.seat, command.id)
        elif not self.house.go_on():
            raise refused(self.table, listener, "nothing-to-go-on")

    async def _mix(self, listener: Listener, command: Commit | Reveal) -> None:
        """A seed of a seat for the next deal: its commitment, or the seed itself."""
        ledger, seat, revealing = self.table.ledger, listener.seat, self.table.revealing
        if isinstance(command, Commit):
            code = mixing.refuse_commitment(ledger, revealing, seat)
            fact = Mixed(seat, command.commitment)
        else:
            code = mixing.refuse_seed(ledger, revealing, seat, bytes.fromhex(command.seed))
            fact = Mixed(seat, ledger.mixed[seat].commitment if seat in ledger.mixed else "", command.seed)
        if code:
            raise refused(self.table, listener, code)
        await self._commit(listener, command, fact)
        await self.house.revealed()

    async def _rule(self, listener: Listener, command: Rule) -> None:
        if not self.table.audiences.may_rule(listener):
            raise refused(self.table, listener, "host-only" if listener.seat else "seat-needed")
        fact = Ruled(listener.seat, command.side, command.points, " ".join(harmless(command.reason).split()))
        refusal = self.table.ledger.match.refusal(HOUSE, fact.action)
        if refusal is not None:
            raise Refused(refusal.code, refuse(self.table.speaker(listener), refusal, self.table.view(listener.seat)))
        await self._commit(listener, command, fact)

    async def _seat_bot(self, listener: Listener, command: SeatBot) -> None:
        if command.level not in LEVELS:
            raise refused(self.table, listener, "no-level", levels=", ".join(LEVELS))
        if command.seat > self.table.ledger.rules.players:
            raise refused(self.table, listener, "no-seat")
        if command.seat != listener.seat and not self.table.replaceable(command.seat):
            raise refused(self.table, listener, "seat-held", seat=command.seat)
        if self.table.ledger.bot_at(command.seat) is not None:
            raise refused(self.table, listener, "bot-already", seat=command.seat)
        await self._commit(listener, command, self._seated(command.seat, command.level, "bot"))

    async def _settings(self, listener: Listener, command: Settings) -> None:
        if command.lang is not None and command.lang != listener.language:
            self.table.relisten(listener, command.lang)
        if command.name is None and command.pace is None and command.by_hand is None and command.clock is None:
            return
        seat, ledger = listener.seat, self.table.ledger
        if not seat:
            raise refused(self.table, listener, "seat-needed")
        facts: list[AnyFact] = []
        if command.name is not None:
            name = named(command.name)
            if not name:
                raise refused(self.table, listener, "no-name")
            if name != ledger.occupants[seat - 1].name:
                if is_taken(name, seat, [who.known_as for who in ledger.occupants]):
                    raise refused(self.table, listener, "name-taken", name=name)
                facts.append(self._seated(seat, ledger.bot_at(seat), "named", name))
        if command.by_hand or command.pace is not None:
            facts.append(Paced(seat, None if command.by_hand else command.pace))
        if command.clock is not None:
            if 0 < command.clock < _SHORTEST_CLOCK:
                raise refused(self.table, listener, "clock-too-short", least=_SHORTEST_CLOCK)
            facts.append(Clocked(seat, command.clock or None))
        for number, fact in enumerate(facts):
            # the command's id belongs to one fact: the last, so that what was cut off half-way is done again
            await self.table.commit(fact, seat, command.id if number == len(facts) - 1 else None)

    # --- talk ---------------------------------------------------------------------------------------------------

    def _chat(self, listener: Listener, command: Chat | Phrase) -> None:
        seat = listener.seat
        hearing = [other for other in self.table.listeners if seat not in other.muted]
        match command:
            case Phrase(phrase=phrase):
                if phrase not in PHRASES:
                    raise refused(self.table, listener, "no-phrase")
                self.table.tell_each(
                    hearing,
                    lambda speaker: Heard(
                        seat=seat, name=speaker.name(seat), text=speaker.text(_PHRASE + phrase), phrase=phrase
                    ),
                )
            case Chat(text=text):
                if not self.table.chat_allowed():
                    raise refused(self.table, listener, "chat-off")
                said = " ".join(harmless(text).split())
                self.table.tell_each(hearing, lambda speaker: Heard(seat=seat, name=speaker.name(seat), text=said))
