"""What is asked of a table that changes nothing for others: readings, why a card is refused, advice, muting a seat."""

from __future__ import annotations

import asyncio
from typing import Final

from atout.advice import Hints, Stage
from atout.cards import Suit
from atout.commands import BY_NAME
from atout.match import Match
from atout.sentences import refuse
from atout.server.audiences import Listener
from atout.server.house import House
from atout.server.live import LiveTable
from atout.server.logs import logger, where
from atout.server.refusing import Refused, parsed, refused, sentence
from atout.server.wire import Answer, Command, Hint, Mute, Read, Said, Why, encode

FREE: Final = (Read, Why, Hint, Mute)
"""What changes nothing for others and needs no second answer."""
_log = logger("atout.questions")


class Questions:
    """Answers what is asked at one table, advice one after the other."""

    def __init__(self, table: LiveTable, house: House) -> None:
        self.table = table
        self.house = house
        self._hints: dict[int, Hints] = {}
        self._advising: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()

    def answer(self, listener: Listener, command: Command) -> None:
        """Answers at once, but for advice, which takes thought."""
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
        except Refused as refusal:
            listener.send(encode(refusal.answer(self.table, command)))

    def _read(self, listener: Listener, command: Read) -> str:
        name, speaker = command.command, self.table.speaker(listener)
        speaker.suits = tuple(map(Suit.from_token, command.suits))
        known = BY_NAME.get(name)
        if name == "repeat":
            lines = self.table.lines_since(listener, self.table.acted.get(listener.seat, 0))
            return " ".join(lines) or speaker.text("play.told.nothing_since")
        if known is None or known.says is None:
            raise refused(self.table, listener, "no-reading", name=name)
        return known.says(speaker, self.table.view(listener.seat), listener.seat)

    def _why(self, listener: Listener, token: str) -> str:
        seat = listener.seat
        if not seat:
            raise refused(self.table, listener, "seat-needed")
        action, view = parsed(self.table, listener, token), self.table.view(seat)
        refusal = view.refusal(seat, action)
        if refusal is None:
            return sentence(self.table, listener, "allowed")
        return refuse(self.table.speaker(listener), refusal, view)

    def _hint(self, listener: Listener, command: Hint) -> None:
        seat, view = listener.seat, self.table.view(listener.seat) if listener.seat else None
        if view is None or view.turn != seat or view.claim:
            raise refused(self.table, listener, "not-asked")
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
            except Refused as refusal:
                answer = refusal.answer(self.table, command)
            listener.send(encode(answer))

    async def _advice(self, listener: Listener, command: Hint, view: Match) -> Said:
        if self.table.view(listener.seat) is not view:
            raise refused(self.table, listener, "not-asked")
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
            raise refused(self.table, listener, "no-advice") from None
