"""What the house does at a table by itself: seals and deals, lets bots act at their pace, keeps the clock."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Final, TypeVar

from atout.actions import Accept, Action, Bid, Pass, Reject
from atout.bots import USUAL_LEVEL, player
from atout.match import Match
from atout.server import mixing
from atout.server.facts import Acted, Dealt, Occupant, Sealed, Seated
from atout.server.live import LiveTable
from atout.server.logs import logger, where
from atout.server.store import StoreError

STAND_IN: Final = USUAL_LEVEL
"""The level that stands in for somebody whose time is over."""
T = TypeVar("T")
WARNING: Final = 20
"""Seconds before the end of a turn's time at which the seat is warned."""
_RETRY: Final = 2.0
"""Seconds before something that could not be stored is tried again."""
_log = logger("atout.house")


def decide(level: str, seed: int, view: Match, seat: int) -> Action:
    """What a bot of a level does, from the view of its seat."""
    bot = player(level, seed)
    if view.claim:
        return Accept() if bot.answers_claim(view, seat) else Reject()
    return bot.act(view, seat)


def simple_choice(view: Match, seat: int) -> Action:
    """Something legal and harmless: for when a bot fails."""
    if view.claim:
        return Reject()
    legal = view.legal(seat)
    bids = [action for action in legal if isinstance(action, Bid) and action.tricks > 0]
    quiet = [action for action in legal if not getattr(action, "alone", False)]
    return Pass() if Pass() in legal else bids[0] if bids else quiet[-1]


class House:
    """The house of one table. ``pool`` is where bots think: never on the event loop; ``advisers`` think for people,
    who do not wait for bots.
    """

    def __init__(
        self,
        table: LiveTable,
        pool: Executor,
        advisers: Executor,
        decides: Callable[[str, int, Match, int], Action] = decide,
    ) -> None:
        self.table = table
        self.pool = pool
        self.advisers = advisers
        self.decides = decides
        self._seed = zlib.crc32(table.id.encode())
        self._timer: asyncio.TimerHandle | None = None
        self._planned: Match | None = None
        """The state that the timer, or a thinking bot, is about."""
        self._clocked: Match | None = None
        """The state the clock runs for."""
        self._clock_timers: list[asyncio.TimerHandle] = []
        self._asked: tuple[int | None, str | None] = (None, None)
        """Who asked for the deal that waits for seeds, with which command."""
        self._reveal_timer: asyncio.TimerHandle | None = None
        table.on_change = self.plan

    # --- what is due --------------------------------------------------------------------------------------------

    def plan(self) -> None:
        """Sees what is due, and does it or sets a timer. Nothing is due while nobody is there."""
        ledger, match = self.table.ledger, self.table.ledger.match
        self._run_clock()
        if not self.table.listeners or match.over:
            self._cancel()
            return
        if match.awaits_deal:
            self._cancel()
            if ledger.seal is None:
                self.table.post(self._kept(self._seal))
            elif ledger.deals_itself:
                self.table.post(self._kept(self.deal))
        elif match is not self._planned and self._bot() is not None and ledger.pace is not None:
            self._cancel()
            self._planned = match
            self._timer = asyncio.get_running_loop().call_later(ledger.pace / 1000, self._think)

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._planned = None

    def stop(self) -> None:
        """Lets all timers go: the table is put away."""
        self._cancel()
        self._stop_clock()
        self._stop_waiting()

    def _bot(self) -> str | None:
        """The level of the bot whose turn it is."""
        turn = self.table.ledger.match.turn
        return None if turn is None else self.table.ledger.bot_at(turn)

    def _kept(self, job: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """A job that is tried again later when it could not be stored."""

        async def run() -> None:
            try:
                await job()
            except StoreError:
                self._planned = None
                asyncio.get_running_loop().call_later(_RETRY, self.plan)

        return run

    # --- deals --------------------------------------------------------------------------------------------------

    async def _seal(self) -> None:
        if self.table.ledger.match.awaits_deal and self.table.ledger.seal is None:
            await self.table.commit(Sealed(secrets.token_hex(32)))

    async def deal(self, seat: int | None = None, command: str | None = None) -> None:
        """Deals, once the seed is sealed, because a seat's command asks for it or because it is due.

        Only for jobs of the mailbox; raises ``StoreError``.
        """
        if not self.table.ledger.match.awaits_deal:
            return
        await self._seal()
        if not self.table.revealing:
            self._asked = seat, command
        if not self._reveals():
            await self._deal()

    async def revealed(self) -> None:
        """A seat has revealed its seed: deals if it was the last one. Only for jobs of the mailbox."""
        if self.table.revealing and not self._reveals():
            await self._deal()

    def _reveals(self) -> bool:
        """Whether somebody who is here has still to reveal a seed; the house begins to wait for it."""
        owing = any(map(self.table.present, mixing.owing(self.table.ledger)))
        if owing and not self.table.revealing:
            self.table.revealing = True
            self.table.refresh()
            loop = asyncio.get_running_loop()
            self._reveal_timer = loop.call_later(
                mixing.TIME_TO_REVEAL, lambda: self.table.post(self._kept(self._time_to_deal))
            )
        return owing

    async def _time_to_deal(self) -> None:
        """Nobody waits for a seed any longer."""
        if self.table.revealing:
            await self._deal()

    async def _deal(self) -> None:
        seat, command = self._asked
        self.table.revealing = False
        self._stop_waiting()
        await self.table.commit(Dealt(), seat, command)

    def _stop_waiting(self) -> None:
        if self._reveal_timer is not None:
            self._reveal_timer.cancel()
        self._reveal_timer = None

    # --- bots ---------------------------------------------------------------------------------------------------

    def go_on(self) -> bool:
        """Lets the bot whose turn it is act at once; false if it is nobody's, or a person's."""
        if self._bot() is None:
            return False
        match = self.table.ledger.match
        if self._planned is not match or self._timer is not None:
            self._cancel()
            self._planned = match
            self._think()
        return True

    def _think(self) -> None:
        self._timer = None
        match, level = self.table.ledger.match, self._bot()
        if match is not self._planned or level is None or match.turn is None:
            return
        seat, view = match.turn, self.table.view(match.turn)
        thought = asyncio.get_running_loop().run_in_executor(self.pool, self.decides, level, self._seed, view, seat)
        thought.add_done_callback(lambda thought: self._thought(thought, match, view, seat))

    def _thought(self, thought: asyncio.Future[Action], match: Match, view: Match, seat: int) -> None:
        if thought.cancelled():
            return
        error = thought.exception()
        action = simple_choice(view, seat) if error else thought.result()
        if error is None and view.refusal(seat, action) is not None:
            error, action = ValueError("not allowed"), simple_choice(view, seat)

        async def act() -> None:
            if self.table.ledger.match is not match or self.table.ledger.bot_at(seat) is None:
                return  # somebody was quicker, or took the seat back
            if error is not None:
                _log.error("bot failed", table=self.table.id, seat=seat, error=type(error).__name__, where=where(error))
                self.table.notify(
                    "bot-failed", self.table.listeners, lambda speaker: speaker.text("server.bot_failed", seat=seat)
                )
            await self.table.commit(Acted(seat, str(action)))

        self.table.post(self._kept(act))

    def think(self, thought: Callable[[], T]) -> asyncio.Future[T]:
        """Lets something be thought through for a person."""
        return asyncio.get_running_loop().run_in_executor(self.advisers, thought)

    # --- the clock ----------------------------------------------------------------------------------------------

    def _run_clock(self) -> None:
        """Starts the clock for a turn that is new, and stops it for one that is over."""
        ledger = self.table.ledger
        turn, seconds = ledger.match.turn, ledger.clock
        if turn is None or seconds is None or ledger.bot_at(turn) is not None or ledger.match.over:
            self._stop_clock()
        elif ledger.match is not self._clocked:
            self._stop_clock()
            self._clocked = ledger.match
            self._set_clock(seconds)

    def _set_clock(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self.table.until = int(self.table.now() + seconds)
        self._clock_timers = [loop.call_later(seconds, self._time_is_up, self._clocked)]
        if seconds > WARNING:
            self._clock_timers.append(loop.call_later(seconds - WARNING, self._warn))
        self.table.refresh()

    def _stop_clock(self) -> None:
        for timer in self._clock_timers:
            timer.cancel()
        self._clock_timers = []
        self._clocked = None
        if self.table.until is not None:
            self.table.until = None
            self.table.refresh()

    def more_time(self, seat: int) -> bool:
        """As much time again for the seat whose turn runs on the clock; false if none does."""
        ledger = self.table.ledger
        if ledger.match.turn != seat or self._clocked is not ledger.match or ledger.clock is None:
            return False
        left = max(0.0, (self.table.until or 0) - self.table.now())
        for timer in self._clock_timers:
            timer.cancel()
        self._set_clock(left + ledger.clock)
        return True

    def _warn(self) -> None:
        turn = self.table.ledger.match.turn
        warned = [listener for listener in self.table.listeners if listener.seat == turn]
        self.table.notify("clock", warned, lambda speaker: speaker.text("server.clock.warning", seconds=WARNING))

    def _time_is_up(self, match: Match | None) -> None:
        async def stand_in() -> None:
            ledger = self.table.ledger
            if ledger.match is not match or ledger.match.turn is None:
                return  # the click came first
            seat = ledger.match.turn
            who = ledger.occupants[seat - 1]
            await self.table.commit(Seated(seat, Occupant(who.kind, who.name, STAND_IN), "late"))

        self.table.post(self._kept(stand_in))
