"""What a table does with each message: checks who asks and what for, and answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from time import perf_counter
from typing import Final

from atout.actions import Action, parse
from atout.advice import Hints, Stage
from atout.bots import LEVELS
from atout.cards import Suit
from atout.commands import BY_NAME
from atout.match import Match
from atout.names import is_taken, named
from atout.say import harmless, messages
from atout.seats import HOUSE
from atout.sentences import refuse
from atout.server import metrics, mixing
from atout.server.audiences import Listener
from atout.server.facts import Acted, AnyFact, Clocked, Mixed, Occupant, Paced, Rematched, Ruled, Seated, Undone
from atout.server.house import House
from atout.server.live import LiveTable
from atout.server.logs import logger, where
from atout.server.store import Duplicate, StoreError, Unsaved
from atout.server.wire import (
    Act,
    Answer,
    Chat,
    Close,
    Command,
    Commit,
    Heard,
    Hint,
    Leave,
    MoreTime,
    Mute,
    Next,
    Phrase,
    Ping,
    Pong,
    Read,
    Rematch,
    Reveal,
    Rule,
    Said,
    SeatBot,
    Settings,
    TakeBack,
    ToServer,
    Undo,
    Why,
    encode,
)

_PHRASE: Final = "server.phrase."
PHRASES: Final = tuple(key.removeprefix(_PHRASE) for key in messages("server") if key.startswith(_PHRASE))
"""The quick phrases: every ``server.phrase.NAME`` of the catalogue."""
_REMEMBERED: Final = 64
"""How many answers are kept for commands that are sent again."""
_FREE: Final = (Read, Why, Hint, Mute)
"""What changes nothing for others and needs no second answer."""
_SHORTEST_CLOCK: Final = 30
_log = logger("atout.desk")


class Refused(Exception):
    """A command that is not done: a code, and the sentence that says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


class Desk:
    """Where the messages for one table arrive."""

    def __init__(self, table: LiveTable, house: House) -> None:
        self.table = table
        self.house = house
        self._answers: OrderedDict[tuple[int, str], bytes] = OrderedDict()
        self._hints: dict[int, Hints] = {}
        self._advising: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()

    def receive(self, listener: Listener, message: ToServer) -> None:
        """Takes a message: it is done when its turn comes, and answered to whoever sent it."""
        if isinstance(message, Ping):
            listener.send(encode(Pong()))
        else:
            arrived = perf_counter()
            self.table.post(lambda: self._answer(listener, message, arrived))

    async def _answer(self, listener: Listener, command: Command, arrived: float) -> None:
        if isinstance(command, _FREE):
            await self._free(listener, command)
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
        except Refused as refused:
            before = await self._in_log(listener, command)
            if before is not None:
                return Answer(id=command.id, ok=True, n=before)
            return self._refusal(command, refused.code, refused.text)
        except Unsaved:
            return self._refusal(command, "not-saved", self._text(listener, "not-saved"))
        except StoreError:
            return self._refusal(command, "closed", self._text(listener, "closed"))
        return Answer(id=command.id, ok=True, n=self.table.ledger.n)

    async def _in_log(self, listener: Listener, command: Command) -> int | None:
        """What a command sent long ago has brought about: asked of the store, for it is seldom sent again."""
        with contextlib.suppress(StoreError):
            return await self.table.store.done(self.table.id, listener.seat, command.id)
        return None

    def _refusal(self, command: Command, code: str, text: str) -> Answer:
        return Answer(id=command.id, ok=False, n=self.table.ledger.n, code=code, text=text)

    def _text(self, listener: Listener, code: str, **facts: object) -> str:
        return self.table.speaker(listener).text(f"server.refused.{code}", **facts)

    def _refuse(self, listener: Listener, code: str, **facts: object) -> Refused:
        return Refused(code, self._text(listener, code, **facts))

    async def _commit(self, listener: Listener, command: Command, fact: AnyFact) -> None:
        await self.table.commit(fact, listener.seat, command.id)

    # --- commands -----------------------------------------------------------------------------------------------

    async def _do(self, listener: Listener, command: Command) -> None:
        if isinstance(command, Settings):
            await self._settings(listener, command)
            return
        if not (listener.seat or isinstance(command, Rule)):
            raise self._refuse(listener, "seat-needed")
        ledger = self.table.ledger
        match command:
            case Act():
                await self._act(listener, command)
            case Undo():
                if not ledger.undoes(listener.seat):
                    raise self._refuse(listener, "no-undo" if ledger.people != (listener.seat,) else "nothing-to-undo")
                await self._commit(listener, command, Undone(listener.seat))
            case Next():
                await self._next(listener, command)
            case Commit() | Reveal():
                await self._mix(listener, command)
            case Rematch():
                if not ledger.match.over:
                    raise self._refuse(listener, "not-over")
                await self._commit(listener, command, Rematched(listener.seat))
            case Rule():
                await self._rule(listener, command)
            case SeatBot():
                await self._seat_bot(listener, command)
            case TakeBack():
                if ledger.bot_at(listener.seat) is None:
                    raise self._refuse(listener, "nothing-to-take-back")
                await self._commit(listener, command, self._seated(listener.seat, None, "back"))
            case Leave():
                self.table.post(lambda: self._leave(listener.seat))  # after the answer
            case MoreTime():
                if not self.house.more_time(listener.seat):
                    raise self._refuse(listener, "no-clock")
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
            raise self._refuse(listener, "bot-plays")
        action = self._parsed(listener, command.token)
        refusal = view.refusal(seat, action) or self.table.ledger.match.refusal(seat, action)
        if refusal is not None:
            text = refuse(self.table.speaker(listener), refusal, view)
            if command.expect is not None and command.expect != self.table.ledger.n:
                raise Refused("stale", self._text(listener, "stale", reason=text))
            raise Refused(refusal.code, text)
        await self._commit(listener, command, Acted(seat, command.token))

    def _parsed(self, listener: Listener, token: str) -> Action:
        try:
            action = parse(token)
        except ValueError:
            raise self._refuse(listener, "unknown-token", token=token[:20]) from None
        if action.by_house:
            raise self._refuse(listener, "house-only")
        return action

    async def _next(self, listener: Listener, command: Command) -> None:
        ledger = self.table.ledger
        if ledger.match.over:
            raise self._refuse(listener, "over")
        if ledger.match.awaits_deal:
            if ledger.missing:
                people = self.table.speaker(listener).people(ledger.missing)
                raise self._refuse(listener, "seats-missing", who=people)
            await self.house.deal(listener.seat, command.id)
        elif not self.house.go_on():
            raise self._refuse(listener, "nothing-to-go-on")

    async def _mix(self, listener: Listener, command: Commit | Reveal) -> None:
        """A seed of a seat for the next deal: its commitment, or the seed itself."""
        ledger, seat, revealing = self.table.ledger, listener.seat, self.table.revealing
        if isinstance(command, Commit):
            refused = mixing.refuse_commitment(ledger, revealing, seat)
            fact = Mixed(seat, command.commitment)
        else:
            refused = mixing.refuse_seed(ledger, revealing, seat, bytes.fromhex(command.seed))
            fact = Mixed(seat, ledger.mixed[seat].commitment if seat in ledger.mixed else "", command.seed)
        if refused:
            raise self._refuse(listener, refused)
        await self._commit(listener, command, fact)
        await self.house.revealed()

    async def _rule(self, listener: Listener, command: Rule) -> None:
        if not self.table.audiences.may_rule(listener):
            raise self._refuse(listener, "host-only" if listener.seat else "seat-needed")
        fact = Ruled(listener.seat, command.side, command.points, " ".join(harmless(command.reason).split()))
        refusal = self.table.ledger.match.refusal(HOUSE, fact.action)
        if refusal is not None:
            raise Refused(refusal.code, refuse(self.table.speaker(listener), refusal, self.table.view(listener.seat)))
        await self._commit(listener, command, fact)

    async def _seat_bot(self, listener: Listener, command: SeatBot) -> None:
        if command.level not in LEVELS:
            raise self._refuse(listener, "no-level", levels=", ".join(LEVELS))
        if command.seat > self.table.ledger.rules.players:
            raise self._refuse(listener, "no-seat")
        if command.seat != listener.seat and not self.table.replaceable(command.seat):
            raise self._refuse(listener, "seat-held", seat=command.seat)
        if self.table.ledger.bot_at(command.seat) is not None:
            raise self._refuse(listener, "bot-already", seat=command.seat)
        await self._commit(listener, command, self._seated(command.seat, command.level, "bot"))

    async def _settings(self, listener: Listener, command: Settings) -> None:
        if command.lang is not None and command.lang != listener.language:
            self.table.relisten(listener, command.lang)
        if command.name is None and command.pace is None and command.by_hand is None and command.clock is None:
            return
        seat, ledger = listener.seat, self.table.ledger
        if not seat:
            raise self._refuse(listener, "seat-needed")
        facts: list[AnyFact] = []
        if command.name is not None:
            name = named(command.name)
            if not name:
                raise self._refuse(listener, "no-name")
            if name != ledger.occupants[seat - 1].name:
                if is_taken(name, seat, [who.known_as for who in ledger.occupants]):
                    raise self._refuse(listener, "name-taken", name=name)
                facts.append(self._seated(seat, ledger.bot_at(seat), "named", name))
        if command.by_hand or command.pace is not None:
            facts.append(Paced(seat, None if command.by_hand else command.pace))
        if command.clock is not None:
            if 0 < command.clock < _SHORTEST_CLOCK:
                raise self._refuse(listener, "clock-too-short", least=_SHORTEST_CLOCK)
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
                    raise self._refuse(listener, "no-phrase")
                self.table.tell_each(
                    hearing,
                    lambda speaker: Heard(
                        seat=seat, name=speaker.name(seat), text=speaker.text(_PHRASE + phrase), phrase=phrase
                    ),
                )
            case Chat(text=text):
                if not self.table.chat_allowed():
                    raise self._refuse(listener, "chat-off")
                said = " ".join(harmless(text).split())
                self.table.tell_each(hearing, lambda speaker: Heard(seat=seat, name=speaker.name(seat), text=said))

    # --- what changes nothing -----------------------------------------------------------------------------------

    async def _free(self, listener: Listener, command: Command) -> None:
        if listener not in self.table.listeners:
            return  # gone before its turn came: there is nobody to tell
        try:
            match command:
                case Read():
                    listener.send(encode(Said(id=command.id, text=self._read(listener, command))))
                case Why():
                    listener.send(encode(Said(id=command.id, text=self._why(listener, command.token))))
                case Hint():
                    self._hint(listener, command)
                case Mute():
                    (listener.muted.add if command.on else listener.muted.discard)(command.seat)
                    listener.send(encode(Answer(id=command.id, ok=True, n=self.table.ledger.n)))
        except Refused as refused:
            listener.send(encode(self._refusal(command, refused.code, refused.text)))

    def _read(self, listener: Listener, command: Read) -> str:
        name, speaker = command.command, self.table.speaker(listener)
        speaker.suits = tuple(map(Suit.from_token, command.suits))
        known = BY_NAME.get(name)
        if name == "repeat":
            lines = self.table.lines_since(listener, self.table.acted.get(listener.seat, 0))
            return " ".join(lines) or speaker.text("play.told.nothing_since")
        if known is None or known.says is None:
            raise self._refuse(listener, "no-reading", name=name)
        return known.says(speaker, self.table.view(listener.seat), listener.seat)

    def _why(self, listener: Listener, token: str) -> str:
        seat = listener.seat
        if not seat:
            raise self._refuse(listener, "seat-needed")
        action, view = self._parsed(listener, token), self.table.view(seat)
        refusal = view.refusal(seat, action)
        if refusal is None:
            return self._text(listener, "allowed")
        return refuse(self.table.speaker(listener), refusal, view)

    def _hint(self, listener: Listener, command: Hint) -> None:
        seat, view = listener.seat, self.table.view(listener.seat) if listener.seat else None
        if view is None or view.turn != seat or view.claim:
            raise self._refuse(listener, "not-asked")
        advising = asyncio.get_running_loop().create_task(self._advise(listener, command, view))
        self._advising.add(advising)
        advising.add_done_callback(self._advising.discard)

    async def _advise(self, listener: Listener, command: Hint, view: Match) -> None:
        """Advises on a view, one hint of a table after the other; on none that has passed, and nobody who has gone."""
        async with self._one_by_one:
            if listener not in self.table.listeners:
                return
            try:
                answer: Said | Answer = await self._advice(listener, command, view)
            except Refused as refused:
                answer = self._refusal(command, refused.code, refused.text)
            listener.send(encode(answer))

    async def _advice(self, listener: Listener, command: Hint, view: Match) -> Said:
        if self.table.view(listener.seat) is not view:
            raise self._refuse(listener, "not-asked")
        seat, hints = listener.seat, self._hints.setdefault(listener.seat, Hints())
        speaker, stage = self.table.speaker(listener), Stage(min(command.more, Stage.CHOICE))

        def think() -> Said:
            sentences = hints.at(speaker, view, seat, stage)
            tokens = (str(hints.best),) if hints.best is not None else ()
            return Said(id=command.id, text=" ".join(sentences), tokens=tokens)

        try:
            return await self.house.think(think)
        except Exception as error:  # its text may hold a card
            _log.error("no advice", table=self.table.id, error=type(error).__name__, where=where(error))
            raise self._refuse(listener, "no-advice") from None
