"""What a table has shown one seat: the parts of its scene that a terminal needs, and the seat's view, replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from atout.actions import Illegal
from atout.commands import BY_NAME
from atout.record import RecordError
from atout.say import Speaker, harmless
from atout.table import Table
from atout.terminal.online.messages import Choices, Scene, SeatPart, TablePart, View
from atout.terminal.screen import Screen
from atout.terminal.seat import Told, tells_hand


class Unreadable(Exception):
    """A server that says something else than this client understands."""


class Picture:
    """A table as it was shown last. ``seat`` is 0 for a spectator; ``host``: whether one opened the table. The screen
    calls the players as the table does.
    """

    def __init__(self, view: View, record: str, screen: Screen) -> None:
        """The first view of a connection with its record; raises ``Unreadable``."""
        self.screen = screen
        self.seat = view.seat or 0
        self.host = view.host
        self.table = TablePart(over=False)
        self.seats: tuple[SeatPart, ...] = ()
        self.status = ""
        self.choices = Choices("none")
        self._away: set[int] = set()
        """The others who were there and are not."""
        self.view, self._events = _replayed(record).view(self.seat), 0
        self.hand_told = False
        """Whether what happened last tells the seat's cards."""
        self.see(view.n, view.scene, record)

    @property
    def stand_in(self) -> bool:
        """Whether a bot acts for the seat."""
        return self.seat > 0 and self.seats[self.seat - 1].bot is not None

    @property
    def nameless(self) -> bool:
        """Whether one sits among other people, and nobody has said what one is called."""
        return self.seat > 0 and not self.table.solo and not self.seats[self.seat - 1].named

    @property
    def bots_turn(self) -> bool:
        """Whether it is the turn of a bot."""
        turn = self.view.turn
        return turn is not None and self.seats[turn - 1].bot is not None

    def word(self, command: str) -> str:
        """The word that calls a command."""
        return BY_NAME[command].words(self.screen.speaker.language)[0]

    def see(self, n: int, scene: Scene, record: str) -> None:
        """Takes in what has changed, with the record that came ahead of it; raises ``Unreadable``."""
        self.n = n
        self.table = self.table if scene.table is UNSET else scene.table
        self.status = self.status if scene.status is UNSET else harmless(scene.status)
        self.choices = self.choices if scene.choices is UNSET else scene.choices
        if scene.seats is not UNSET:
            self.seats = scene.seats
            names = tuple(seat.name for seat in scene.seats)
            self.screen.speaker = Speaker(self.screen.speaker.language, names, self.seat or None, self.view.rules.pack)
        self.hand_told = bool(record) and self._take(_replayed(record))

    def _take(self, table: Table) -> bool:
        """Has the view from a deal replayed; whether what is new in it tells the seat's cards."""
        since = self._events if table.match.number == self.view.number else 0
        self.view, self._events = table.view(self.seat), len(table.events)
        return any(map(tells_hand, table.events_seen_by(self.seat, since)))

    def lines(
        self, log: Sequence[str], *, own: bool = False, elsewhere: bool = False, apart: bool = False
    ) -> Iterator[Told]:
        """Lines of the table as told: ``own`` and ``apart`` are said of the first, ``elsewhere`` of the last."""
        for at, line in enumerate(log):
            yield Told(
                line,
                own=own and at == 0,
                apart=apart and at == 0,
                elsewhere=elsewhere and at == len(log) - 1,
                hand=self.hand_told,
            )

    def presence(self, before: Sequence[SeatPart]) -> Iterator[Told]:
        """Who of the others has come or gone since."""
        text = self.screen.text
        for was, now in zip(before, self.seats, strict=True):
            if now.seat == self.seat or not was.kind == now.kind == "person":
                continue
            if was.connected and not now.connected:
                self._away.add(now.seat)
                yield Told(text("join.told.away", seat=now.seat))
            if now.connected and now.seat in self._away:
                self._away.remove(now.seat)
                yield Told(text("join.told.here", seat=now.seat))
            if now.replaceable and not was.replaceable:
                yield Told(text("join.told.replaceable", seat=now.seat, number=now.seat, word=self.word("seat-bot")))


def _replayed(record: str) -> Table:
    """The table a record leaves; raises ``Unreadable``."""
    try:
        return Table.from_record(record)
    except (RecordError, Illegal):
        raise Unreadable from None
