"""A table being played: an actor. What is asked of it waits in one mailbox and is done one thing at a time.

Append (durable), then evolve, then tell each seat what it has seen, then acknowledge. Nothing here knows how frames
travel: a ``Listener`` takes bytes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, cast

from atout.families import spec
from atout.match import Match
from atout.say import Speaker
from atout.server.audiences import Audiences, Listener
from atout.server.facts import AnyFact, Entry, Seated
from atout.server.ledger import Change, Ledger
from atout.server.logs import logger, where
from atout.server.mixing import shown
from atout.server.scene import Audience, Presence, Setting, seen_events
from atout.server.store import Fenced, Store, Unsaved
from atout.server.wire import Close, Message, Notice, Record, Update, View, encode

LOG = 40
"""How many lines somebody who joins is told."""
MOST_DONE = 128
"""How many commands are known again without a look into the log."""
LONG_AWAY = 60.0
"""Seconds after which the others may seat a bot for somebody who is away."""
_log = logger("atout.table")


class LiveTable:
    """One table. All methods are called on the event loop; those that change something post into the mailbox.

    ``done`` are the latest commands its log holds, by seat and id, with the number of what each brought about.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        ledger: Ledger,
        done: dict[tuple[int, str], int] | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.id = table
        self.store = store
        self.ledger = ledger
        self.now = now
        self.done = dict(list((done or {}).items())[-MOST_DONE:])
        self.rules = spec(ledger.rules)
        self.listeners: list[Listener] = []
        self.audiences = Audiences(ledger)
        self.until: int | None = None
        """When the time of the running turn ends."""
        self.revealing = False
        """Whether a deal is asked for and waits for the seeds that seats have committed to."""
        self.acted: dict[int, int] = {}
        """The number of each seat's last own fact: where ``repeat`` begins."""
        self.lost = False
        """Whether somebody else has written to this table: it has to be loaded again."""
        self.idle_since = now()
        self.on_change: Callable[[], None] = lambda: None
        """Called on the loop when the mailbox is empty, and when somebody came or went: time for the house to plan."""
        self._recorded: list[Listener] = []
        self._away: dict[int, float] = dict.fromkeys(ledger.people, now())
        self._mail: deque[Callable[[], Awaitable[None]]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._refresh: asyncio.Handle | None = None
        self._unsaved = False
        self._present: tuple[Presence, ...] | None = None
        self._paired = any(len(side) > 1 for side in ledger.rules.sides)

    # --- the mailbox --------------------------------------------------------------------------------------------

    def post(self, job: Callable[[], Awaitable[None]]) -> None:
        """Puts something to do at the end of the mailbox."""
        self._mail.append(job)
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        while self._mail:
            job = self._mail.popleft()
            try:
                await job()
            except Exception as error:  # one bad job must not silence a table; its text may name cards
                _log.error("job failed", table=self.id, error=type(error).__name__, where=where(error))
        self._worker = None
        self.on_change()

    @property
    def busy(self) -> bool:
        """Whether something is being done or waits to be."""
        return self._worker is not None

    async def settled(self) -> None:
        """Waits until the mailbox is empty."""
        while self._worker is not None:
            await asyncio.shield(self._worker)

    async def commit(self, fact: AnyFact, seat: int | None = None, command: str | None = None) -> int:
        """Makes a fact durable, folds it in and tells everybody; returns its number.

        Only for jobs of the mailbox. Raises ``Unsaved`` if it could not be stored: nothing has changed then; and
        ``Duplicate`` if the command had been done before.
        """
        entry = Entry(self.ledger.n + 1, fact, seat, command, self.now())
        try:
            await self.store.append(self.id, entry)
        except Unsaved as error:
            self._trouble(error)
            raise
        except Fenced:
            _log.error("somebody else writes this table", table=self.id)
            self.lost = True
            self.close_all(Close.RESTART)
            raise
        if self._unsaved:
            self._unsaved = False
            self._notice("saved-again")
        change = self.ledger.apply(fact)
        if seat:
            self.acted[seat] = entry.n
        if seat is not None and command is not None:
            self.done[seat, command] = entry.n
            if len(self.done) > MOST_DONE:
                del self.done[next(iter(self.done))]
        self._tell(fact, change)
        return entry.n

    def _trouble(self, error: Unsaved) -> None:
        _log.error("not saved", table=self.id, error=str(error))
        if not self._unsaved:
            self._unsaved = True
            self._notice("not-saved")

    def _notice(self, code: str) -> None:
        self.notify(code, self.listeners, lambda speaker: speaker.text(f"server.notice.{code}"))

    def notify(self, code: str, listeners: Iterable[Listener], text: Callable[[Speaker], str]) -> None:
        """Tells some listeners something that is no part of the game, each in his language."""
        self.tell_each(listeners, lambda speaker: Notice(code=code, text=text(speaker)))

    def tell_each(self, listeners: Iterable[Listener], message: Callable[[Speaker], Message]) -> None:
        """Sends listeners a message, each in his language and from where he sits."""
        for listener in tuple(listeners):
            listener.send(encode(message(self.speaker(listener))))

    # --- what is shown ------------------------------------------------------------------------------------------

    def speaker(self, listener: Listener) -> Speaker:
        """Who speaks to a listener."""
        return self.audiences.scenery(listener.language).speaker_to(listener.seat or None)

    def view(self, seat: int) -> Match:
        """The match as a seat (0: a spectator) knows it."""
        return self.ledger.views[seat]

    def present(self, seat: int) -> bool:
        """Whether somebody is connected for a seat."""
        return any(listener.seat == seat for listener in self.listeners)

    def replaceable(self, seat: int) -> bool:
        """Whether the others may seat a bot here: nobody has come yet, has left, or has been away for long."""
        who = self.ledger.occupants[seat - 1]
        if who.kind == "bot" or who.bot is not None or self.present(seat):
            return False
        return who.kind == "open" or self.now() - self._away.get(seat, 0.0) >= LONG_AWAY

    def chat_allowed(self) -> bool:
        """Whether seats may chat now: partners do not during a deal, unless the table was opened so."""
        return self.ledger.opening.chat_in_deals or not (self._paired and self.ledger.in_deal)

    def _presence(self, seat: int) -> Presence:
        if self.ledger.occupants[seat - 1].kind == "bot":
            return Presence()
        if self.present(seat):
            return Presence(connected=True)
        away = self._away.get(seat)
        return Presence(away_since=int(away) if away else None, replaceable=self.replaceable(seat))

    def _presences(self) -> tuple[Presence, ...]:
        """Who is there: found again when somebody came or went, or a refresh is due."""
        if self._present is None:
            self._present = tuple(map(self._presence, range(1, self.ledger.rules.players + 1)))
        return self._present

    def setting(self) -> Setting:
        """The facts around the match, as they are now."""
        ledger = self.ledger
        return Setting(
            table=self.id,
            rules=self.rules,
            visibility=ledger.opening.visibility,
            occupants=ledger.occupants,
            presence=self._presences(),
            pace=ledger.pace,
            clock=ledger.clock,
            until=self.until,
            undo=tuple(seat for seat in ledger.people if ledger.undoes(seat)),
            chat=self.chat_allowed(),
            dealable=ledger.match.awaits_deal and not ledger.missing and not ledger.deals_itself,
            missing=ledger.missing,
            verified=shown(ledger, self.revealing),
            sheet=ledger.sheet,
        )

    def _tell(self, fact: AnyFact, change: Change) -> None:
        """Tells every audience what has changed: the same bytes for all who sit and listen alike."""
        if isinstance(fact, Seated):
            self._present = None
        n, seen = self.ledger.n, seen_events(change, 0)
        for audience, listeners, parts in self.audiences.changed(self.setting()):
            lines, seat = audience.hear(change), audience.seat
            if change.fresh:
                frame = self._whole(audience, lines, None)
            else:
                events = seen_events(change, seat) if change.secret else seen
                frame = encode(Update(n=n, scene=cast(Any, parts), log=lines, events=events, legal=self._legal(seat)))
            self._send_record(listeners)
            for listener in tuple(listeners):
                listener.send(frame)

    def _legal(self, seat: int) -> tuple[str, ...]:
        view = self.view(seat)
        if view.turn != seat or (seat and self.ledger.bot_at(seat) is not None):
            return ()
        return ("accept", "reject") if view.claim else tuple(map(str, view.legal(seat)))

    def _whole(self, audience: Audience, lines: tuple[str, ...], since: int | None) -> bytes:
        return encode(
            View(
                n=self.ledger.n,
                seat=audience.seat or None,
                host=audience.host,
                lang=audience.speaker.language,
                scene=cast(Any, audience.shown),
                log=lines,
                legal=self._legal(audience.seat),
                since=since,
            )
        )

    def _send_record(self, listeners: Iterable[Listener]) -> None:
        """Sends the record of the running deal to those of a seat's listeners who asked for it."""
        asked = self._recorded and [listener for listener in listeners if listener in self._recorded]
        if asked:
            frame = encode(Record(n=self.ledger.n, text=self.ledger.record(asked[0].seat)))
            for listener in asked:
                listener.send(frame)

    def refresh(self) -> None:
        """Shows soon what has changed beside the match: who is there, the clock."""
        if self._refresh is None:
            self._refresh = asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._refresh = self._present = None
        for audience, listeners, parts in self.audiences.changed(self.setting()):
            if parts:
                frame = encode(Update(n=self.ledger.n, scene=cast(Any, parts), legal=self._legal(audience.seat)))
                for listener in tuple(listeners):
                    listener.send(frame)

    # --- coming and going ---------------------------------------------------------------------------------------

    def join(self, listener: Listener, since: int | None = None, *, record: bool = False) -> None:
        """A connection begins to listen: it gets the whole scene, and the lines after ``since`` if they can be told.

        With ``record`` it gets the running deal as a record too, now and whenever something happens.
        """
        self.listeners.append(listener)
        if record:
            self._recorded.append(listener)
        self._away.pop(listener.seat, None)
        self._show()  # the others see who has come, and are where this one begins
        audience = self.audiences.join(listener)
        resumed = since is not None and self.ledger.told_from <= since <= self.ledger.n
        if resumed and since is not None:
            lines = audience.lines_of(self.ledger.steps_since(listener.seat, since))
        else:
            lines = audience.lines_of(self.ledger.steps_since(listener.seat, -1))[-LOG:]
        setting = self.setting()
        audience.scenery.show(self.view(0), setting)  # if this is the first of its language
        audience.changed(self.view(listener.seat), setting)
        self._send_record((listener,))
        listener.send(self._whole(audience, lines, since if resumed else None))
        self.on_change()

    def part(self, listener: Listener) -> None:
        """A connection is gone."""
        if listener not in self.listeners:
            return
        self.listeners.remove(listener)
        if listener in self._recorded:
            self._recorded.remove(listener)
        self.audiences.part(listener)
        if listener.seat and not self.present(listener.seat):
            self._away[listener.seat] = self.now()
            asyncio.get_running_loop().call_later(LONG_AWAY + 0.1, self.refresh)
        self.idle_since = self.now()
        self.refresh()
        self.on_change()

    def relisten(self, listener: Listener, language: str) -> None:
        """A listener wants to hear another language; one that has gone meanwhile does not come back by it."""
        if listener not in self.listeners:
            return
        record = listener in self._recorded
        self.part(listener)
        listener.language = language
        self.join(listener, record=record)

    def excuse(self, seat: int) -> None:
        """Somebody has left: the others need not wait before they seat a bot."""
        self._away[seat] = self.now() - LONG_AWAY

    def lines_since(self, listener: Listener, since: int) -> tuple[str, ...]:
        """What has been told to a listener after a number."""
        return self.audiences.of(listener).lines_of(self.ledger.steps_since(listener.seat, since))

    def close_all(self, code: int) -> None:
        """Ends every connection."""
        for listener in tuple(self.listeners):
            listener.close(code)
