"""Parts made once for everybody who gets the same bytes, and sent only when they changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Raw

from atout.events import Event
from atout.game import led_suit
from atout.match import Match
from atout.names import called
from atout.say import Speaker
from atout.sentences import tell
from atout.server.facts import Occupant
from atout.server.ledger import Change, Note, Step
from atout.server.scene import own, public
from atout.server.scene.setting import Setting
from atout.server.wire import SeenEvent, encode

MOST_KEPT: Final = 64
"""Statuses and titles that stay made, for each who is told them."""

Key = tuple[object, ...]

PUBLIC: Final[dict[str, tuple[Callable[[Match, Setting, Speaker], Any], Callable[[Match, Setting], Key]]]] = {
    "table": (
        public.table,
        lambda v, s: (v.number, v.winners, v.standing, s.pace, s.clock, s.undo, s.chat, s.verified),
    ),
    "seats": (public.seats, lambda v, s: (v.hand, v.claim, v.standing, s.presence, s.occupants)),
    "trick": (public.trick, lambda v, s: (v.hand and (v.hand.playing, v.hand.board.plays, v.hand.board.won),)),
    "last": (public.last, lambda v, s: (v.hand and v.hand.board.tricks[-1:],)),
    "badges": (public.badges, lambda v, s: (v.hand and (v.hand.announced, v.hand.turn is None),)),
    "sheet": (public.sheet, lambda v, s: (s.sheet, v.standing)),
    "history": (public.history, lambda v, s: (v.hand and v.hand.board.tricks,)),
    "claim": (public.claim, lambda v, s: (v.claim, v.claim and v.hand)),
    "clock": (public.clock, lambda v, s: (s.until, v.turn)),
}
"""Public parts: how each is made, and what it is made from (names and language apart)."""


class _Parts:
    """Parts by name, as bytes; each is made again only when what it is made from has changed."""

    __slots__ = ("_keys", "_unshown", "made")

    def __init__(self) -> None:
        self.made: dict[str, Raw] = {}
        self._keys: dict[str, Key] = {}
        self._unshown: dict[str, Raw] = {}

    def put(self, name: str, key: Key, make: Callable[[], Any]) -> None:
        """Makes a part if its key is another than before."""
        if self._keys.get(name) != key:
            self._keys[name] = key
            self.take(name, Raw(encode(make())))

    def take(self, name: str, part: Raw) -> None:
        """Takes a part as it is now."""
        before = self.made.get(name)
        if before is not part and (before is None or bytes(before) != bytes(part)):
            self.made[name] = self._unshown[name] = part

    def renamed(self) -> None:
        """Everything has to be made again, for it may name somebody."""
        self._keys = {}

    def changed(self) -> dict[str, Raw]:
        """The parts that have changed since this was asked last."""
        changed, self._unshown = self._unshown, {}
        return changed


class _Watching:
    """The status and the title: few are possible, so those that were made are kept."""

    __slots__ = ("_made", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._made: dict[Key, tuple[Raw, Raw]] = {}

    def renamed(self) -> None:
        """Others are called for by now."""
        self._made = {}

    def get(self, view: Match, setting: Setting, speaker: Speaker) -> tuple[Raw, Raw]:
        """Both, as bytes."""
        hand, turn = view.hand, view.turn
        led = stage = trump = None
        if hand is not None:
            stage, ordering = hand.stage, hand.ordering
            if ordering and hand.playing:
                led, trump = led_suit(hand.board, ordering), ordering.trump
        ended = view.standing if view.over else None
        key = (turn, stage, led, trump, view.claim, view.next_dealer, ended, setting.missing, setting.dealable)
        made = self._made.get(key)
        if made is None:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            status, title = (make(view, self.seat, setting, speaker) for make in (own.status, own.title))
            made = self._made[key] = Raw(encode(status)), Raw(encode(title))
        return made


class Scenery:
    """The public parts and lines of a table in one language, with the names its players have now.

    All audiences of a language are shown its parts at the same moments, so what has changed is found once.
    """

    def __init__(self, language: str, occupants: tuple[Occupant, ...]) -> None:
        self.language = language
        self._parts = _Parts()
        self._watching = _Watching(0)
        self._change: Change | None = None
        self._lines: dict[int, str] = {}
        self.renamed(occupants)

    def renamed(self, occupants: tuple[Occupant, ...]) -> None:
        """Who the players are from now on."""
        self.occupants = occupants
        self.names = called(self.language, [who.known_as for who in occupants])
        self.speaker = Speaker(self.language, self.names)
        self._parts.renamed()
        self._watching.renamed()

    def changed(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The public parts that differ from what was shown last; all of them are shown now."""
        put, speaker = self._parts.put, self.speaker
        for name, (make, key) in PUBLIC.items():
            put(name, key(view, setting), lambda make=make: make(view, setting, speaker))  # type: ignore[misc]
        self.watched = self._watching.get(view, setting, speaker)
        return self._parts.changed()

    @property
    def shown(self) -> dict[str, Raw]:
        """Every public part, as it was shown last."""
        return self._parts.made

    def line(self, change: Change, index: int) -> str:
        """The sentence of a public step, made once for all who do not figure in it."""
        if change is not self._change:
            self._change, self._lines = change, {}
        if index not in self._lines:
            self._lines[index] = _sentence(self.speaker, change.told[0][index])
        return self._lines[index]


def _sentence(speaker: Speaker, step: Step) -> str:
    view, what = step
    return speaker.text(what.key, **what.facts) if isinstance(what, Note) else tell(speaker, what, view)


def _concerns(event: Event | Note, seat: int) -> bool:
    """Whether an event may sound different to a seat than to those who only watch."""
    if isinstance(event, Note):
        return event.facts.get("seat") == seat
    return event.secret or not event.in_hand or getattr(event, "seat", None) == seat


class Audience:
    """All who see the table from one seat (0: the spectators) in one language: they get the same bytes."""

    def __init__(self, seat: int, scenery: Scenery) -> None:
        self.seat = seat
        self.scenery = scenery
        self._parts = _Parts()
        self._watching = _Watching(seat)
        self.renamed()

    def renamed(self) -> None:
        """The players have other names from now on."""
        self.speaker = Speaker(self.scenery.language, self.scenery.names, self.seat or None)
        self._parts.renamed()
        self._watching.renamed()

    def changed(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The own parts that differ from what was shown last; found after those of the scenery."""
        seat, speaker, parts = self.seat, self.speaker, self._parts
        mine = view.turn == seat
        asked = mine and setting.occupants[seat - 1].bot is None
        figures = seat and (mine or view.over)
        status, title = self._watching.get(view, setting, speaker) if figures else self.scenery.watched
        parts.take("status", status)
        parts.take("title", title)
        hand = view.hand
        held = hand and (hand.board.holding(seat) if seat else None, hand.ordering, hand.turn is None, hand.over)
        legal = view.legal(seat) if asked else ()
        parts.put(  # in a draw it may be for one's own eyes
            "shown",
            (hand and (hand.announced.shown, hand.stage),),
            lambda: public.shown(view, setting, speaker),
        )
        parts.put(
            "hand",
            (held, legal, asked and view.claim, asked and hand and hand.board.plays),
            lambda: own.own_hand(view, seat, setting, speaker),
        )
        parts.put(
            "choices",
            (legal, asked and view.claim, view.awaits_deal and setting.dealable, view.over, asked and hand),
            lambda: own.choices(view, seat, setting, speaker),
        )
        return parts.changed()

    @property
    def shown(self) -> dict[str, Raw]:
        """Everything that these see, as it was shown last."""
        return self.scenery.shown | self._parts.made

    def hear(self, change: Change) -> tuple[str, ...]:
        """The lines of a change."""
        return tuple(self._lines(change))

    def _lines(self, change: Change) -> Iterator[str]:
        for index, step in enumerate(change.told[self.seat]):
            said = _sentence(self.speaker, step) if _concerns(step[1], self.seat) else self.scenery.line(change, index)
            if said:
                yield said

    def lines_of(self, steps: tuple[tuple[int, Step], ...]) -> tuple[str, ...]:
        """What some steps sound like to this audience."""
        return tuple(said for _, step in steps if (said := _sentence(self.speaker, step)))


def seen_events(change: Change, seat: int) -> tuple[SeenEvent, ...]:
    """The actions of a change, as a seat has seen them."""
    return tuple(
        SeenEvent(view.number, getattr(what, "seat", 0), str(what.action))
        for view, what in change.told[seat]
        if not isinstance(what, Note) and what.action is not None
    )
