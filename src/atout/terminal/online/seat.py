"""A seat at a table that a server keeps: its view is replayed from what the server has shown this seat."""

from __future__ import annotations

import re
import secrets
import shlex
import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

import msgspec
from msgspec.structs import replace

from atout.actions import Action
from atout.bots import LEVELS, USUAL_LEVEL
from atout.commands import HOSTING, ONLINE, Command
from atout.match import Match
from atout.names import LONGEST
from atout.say import capital, harmless
from atout.seats import MOST
from atout.terminal.online.address import PATIENCE, Address, Unjoinable
from atout.terminal.online.link import LEFT, Came, Cut, Link, Lost
from atout.terminal.online.messages import (
    Answer,
    Closing,
    Fault,
    Heard,
    Message,
    Notice,
    Record,
    Said,
    Update,
    View,
    decode,
)
from atout.terminal.online.naming import keep_name
from atout.terminal.online.picture import Picture, Unreadable
from atout.terminal.screen import Screen
from atout.terminal.seat import Asked, Told

ANSWERS_IN: Final = 3.0
"""Seconds an answer is waited for before the person may type on."""
_NEEDLESS: Final = ("nothing-to-go-on",)
"""Refusals nobody needs to hear of: somebody else at the table has asked for the same a little sooner."""
LONGEST_CHAT: Final = 400
LONGEST_LEVEL: Final = 32
LONGEST_REASON: Final = 120
"""Characters of what is sent; what is typed beyond them is cut."""
MOST_HINTS: Final = 9
"""The most a hint is told of how often it was asked for."""
_RULING: Final = re.compile(rf"([1-{MOST}])\s+([-−+]?[0-9]{{1,4}})\s*(.*)")
_ASKED: Final = {"none": Asked.NOTHING, "deal": Asked.DEAL, "rematch": Asked.REMATCH}
"""What is asked, by the kind of the choices; all other kinds ask for an action."""


class Online:
    """A ``Seat`` of a table elsewhere. Everything happens in the thread that calls; the link only collects."""

    def __init__(self, address: Address, screen: Screen) -> None:
        """Sits down; raises ``Unjoinable``."""
        self.address = address
        self.screen = screen
        self.gone = False
        self.fault = ""
        """Why there is no table any more: a message of ``join.fault``; empty if one has left."""
        self._record = ""
        self._cut = False
        self._pending: dict[str, bytes] = {}
        """Commands that are not answered yet: they are sent again when the connection is back, and done once."""
        self._naming: dict[str, str] = {}
        """The names that those of them would take."""
        self.unnamed = False
        """Whether the table refused the name that was to be taken last."""
        self._session = secrets.token_hex(8)
        self._numbers = count(1)
        self._told: deque[Told] = deque()
        self._hinted: tuple[Match | None, int] = (None, 0)
        """Where advice was asked for last, and how often."""
        self.link = Link(address, screen.speaker.language)
        self.link.open()
        self.picture = self._first()
        """What the table has shown."""
        self.number = self.picture.seat
        self.commands: tuple[Command, ...] = HOSTING if self.picture.host else ONLINE

    def _first(self) -> Picture:
        host, record = self.address.host, ""
        while True:
            came = self.link.take(2 * PATIENCE)
            match _read(came) if came is not None else Lost("silent"):
                case Lost(code):
                    raise Unjoinable(code, host=host)
                case Record(text=text):
                    record = text
                case View(seat=seat, host=host_) if self.address.secret and not (seat or host_):
                    raise Unjoinable("no_seat", host=host)
                case View() as view:
                    try:
                        return Picture(view, record, self.screen)
                    except Unreadable:
                        raise Unjoinable("other_version", host=host) from None

    # --- what is so ---------------------------------------------------------------------------------------------

    @property
    def view(self) -> Match:
        """The match as this seat knows it."""
        return self.picture.view

    @property
    def asked(self) -> Asked:
        """What the person is asked: nothing while an answer is due, or a bot acts here."""
        if self.picture.table.over and not self.number:
            return Asked.REMATCH
        asked = _ASKED.get(self.picture.choices.kind, Asked.ACTION)
        stands_in = asked is Asked.ACTION and self.picture.stand_in
        return Asked.NOTHING if self._pending or stands_in else asked

    @property
    def status(self) -> str:
        """What is waited for."""
        if self._cut:
            return self.screen.text("join.told.cut")
        if self.picture.stand_in:
            return self.screen.text("join.told.stand_in", word=self.picture.word("take-back"))
        return self.picture.status

    def where(self) -> str:
        """Where the game is kept."""
        return self.screen.text("join.where", link=self.address.link)

    # --- what happens -------------------------------------------------------------------------------------------

    def has_news(self) -> bool:
        """Whether there is something to tell; what comes in without a word is taken in."""
        while self.link.has_come():
            self._take(self.link.take())
        return bool(self._told) or self.gone

    def wait(self) -> None:
        """Waits until something comes in, or what is asked has changed without a word."""
        asked = self.asked
        if not self.has_news() and self.asked is asked:
            self._take(self.link.take(None))

    def news(self) -> Iterator[Told]:
        """What is to be told; an answer that is due is waited for a little."""
        end = time.monotonic() + ANSWERS_IN
        while True:
            while self._told:
                yield self._told.popleft()
            patience = end - time.monotonic() if self._pending and not self._cut else 0.0
            came = self.link.take(max(0.0, patience))
            if came is None:
                return
            self._take(came)

    def _take(self, came: Came | None) -> None:
        """Takes in what has come, and keeps what is to be told of it."""
        if came is not None:
            try:
                for told in self._hear(_read(came)):
                    self._told.append(replace(told, text=harmless(told.text)))
            except Unreadable:
                self.gone, self.fault = True, "other_version"

    def _hear(self, message: Message | Cut | Lost | None) -> Iterator[Told]:
        text = self.screen.text
        match message:
            case Record():
                self._record = message.text
            case View():
                yield from self._stands(message)
            case Update():
                yield from self._goes_on(message)
            case Answer() | Said():
                self._pending.pop(message.id, None)
                if isinstance(message, Answer) and message.id in self._naming:
                    self._named(self._naming.pop(message.id), taken=message.ok)
                needless = isinstance(message, Answer) and message.code in _NEEDLESS
                if message.text and not needless:
                    yield Told(message.text, aside=True)
            case Heard():
                yield Told(text("join.told.said", seat=message.seat, text=message.text))
            case Notice() | Closing():
                yield Told(message.text)
            case Fault():
                for name in [message.id] if message.id in self._pending else [*self._pending]:
                    self._pending.pop(name)
                    self._naming.pop(name, None)
                yield Told(message.text, aside=True)
            case Cut():
                self._cut = True
                yield Told(text("join.told.cut"), aside=True)
            case Lost(code):
                self.gone, self.fault = True, "" if code == LEFT else code
                if code == LEFT:
                    yield Told(text("join.told.left"), aside=True)

    def _see(self, shown: View | Update) -> None:
        record, self._record = self._record, ""
        self.picture.see(shown.n, shown.scene, record)

    def _stands(self, view: View) -> Iterator[Told]:
        """A whole view: after a cut what was missed is told, after an undo or a rematch where one is."""
        back, self._cut = self._cut, False
        self._see(view)
        if not back:
            yield from self.picture.lines(view.log, own=True, elsewhere=True)
            return
        missed = view.since is not None
        yield Told(self.screen.text("join.told.again"), aside=True, elsewhere=not missed)
        if missed:
            yield from self.picture.lines(view.log)
        for frame in tuple(self._pending.values()):
            self.link.send(frame)

    def _goes_on(self, update: Update) -> Iterator[Told]:
        seats, number = self.picture.seats, self.view.number
        self._see(update)
        own = any(event.seat == self.number for event in update.events[:1])
        yield from self.picture.lines(update.log, own=own, apart=self.view.number > number)
        yield from self.picture.presence(seats)

    # --- what the person does -----------------------------------------------------------------------------------

    def _ask(self, kind: str, **fields: object) -> str:
        """Sends a command, now or as soon as there is a connection again; returns its id."""
        name = f"{self._session}-{next(self._numbers)}"
        self._pending[name] = msgspec.json.encode({"type": kind, "id": name, **fields})
        if self._cut:
            self._say(self.screen.text("join.told.later"))
        else:
            self.link.send(self._pending[name])
        return name

    def _say(self, text: str) -> None:
        self._told.append(Told(text, aside=True))

    def act(self, action: Action) -> None:
        """Does an action."""
        self._ask("act", token=str(action), expect=self.picture.n)

    def go_on(self) -> None:
        """Asks for the next deal, or for the act of the bot whose turn it is; else says what is waited for."""
        if self.asked is Asked.DEAL or (self.number and self.picture.bots_turn):
            self._ask("next")
        else:
            self._say(self.status)

    def rematch(self) -> None:
        """Begins another match."""
        self._ask("rematch")

    def undo(self) -> None:
        """Goes back to the person's previous decision."""
        self._ask("undo")

    def call(self, name: str) -> None:
        """Takes a name at the table; once it is taken it is kept for the next one."""
        name = name[:LONGEST]
        self.unnamed = False
        self._naming[self._ask("settings", name=name)] = name

    def _named(self, name: str, *, taken: bool) -> None:
        self.unnamed = not taken
        if taken:
            keep_name(name)

    def obey(self, command: Command, text: str) -> None:
        """The commands of a table with others."""
        match command.name:
            case "chat" if text:
                self._ask("chat", text=text[:LONGEST_CHAT])
            case "name" if text:
                self.call(text)
            case "hint":
                before, times = self._hinted
                self._hinted = (self.view, min(times + 1, MOST_HINTS) if before is self.view else 0)
                self._ask("hint", more=self._hinted[1])
            case "seat-bot":
                self._seat_bot(command, text.split())
            case "rule":
                self._rule(command, text)
            case "more-time" | "take-back" as kind:
                self._ask(kind)
            case _:
                self._usage(command)

    def _usage(self, command: Command) -> None:
        self._say(capital(command.help(self.screen.speaker)))

    def _seat_bot(self, command: Command, words: Sequence[str]) -> None:
        """``2 casual``: both may be left out."""
        seat, level = self.number, USUAL_LEVEL
        called = {self.screen.text("play.level", level=known): known for known in LEVELS}
        for word in words:
            if word.isdecimal():
                seat = int(word[:2])
            else:
                level = called.get(word, word[:LONGEST_LEVEL])
        if 1 <= seat <= len(self.picture.seats):
            self._ask("seat-bot", seat=seat, level=level)
        else:
            self._usage(command)

    def _rule(self, command: Command, text: str) -> None:
        """``2 -50 revoke``: points for a side, with the reason; or the word that throws the deal in."""
        ruled = _RULING.fullmatch(text)
        if text.casefold() == self.screen.text("join.void"):
            self._ask("rule")
        elif ruled:
            side, points, reason = ruled.groups()
            self._ask("rule", side=int(side), points=int(points.replace("−", "-")), reason=reason[:LONGEST_REASON])
        else:
            self._usage(command)
            for number, side in enumerate(self.view.rules.sides, 1):
                self._say(self.screen.text("join.told.side", number=number, who=self.screen.speaker.people(side)))

    def leave(self) -> str:
        """Leaves, so that the others need not wait; how to come back."""
        farewell = msgspec.json.encode({"type": "leave", "id": f"{self._session}-leave"})
        self.link.close(farewell if self.number and not self.gone else b"")
        command = f"atout play --join {shlex.quote(self.address.link)}"
        return self.screen.text("join.leave", watching=not self.number, command=command)


def _read(came: Came) -> Message | Cut | Lost | None:
    """What came, read; what cannot be read is the end."""
    if isinstance(came, Cut | Lost):
        return came
    try:
        return decode(came)
    except msgspec.MsgspecError:
        return Lost("other_version")
