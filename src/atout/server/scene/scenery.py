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


class _Made:
    """Parts by name, as bytes: the same object as long as a part has not changed."""

    def __init__(self) -> None:
        self._parts: dict[str, tuple[Key, Raw]] = {}
        self._kept: dict[tuple[str, Key], Raw] = {}

    def get(self, name: str, key: Key, make: Callable[[], Any]) -> Raw:
        """The part, made again only if what it is made from has changed."""
        before = self._parts.get(name)
        if before is not None and before[0] == key:
            return before[1]
        made = Raw(encode(make()))
        if before is not None and bytes(before[1]) == bytes(made):
            made = before[1]
        self._parts[name] = (key, made)
        return made

    def kept(self, name: str, key: Key, make: Callable[[], Any]) -> Raw:
        """A part of which there are so few that all stay made."""
        made = self._kept.get((name, key))
        if made is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            made = self._kept[name, key] = Raw(encode(make()))
        return made


class Scenery:
    """The public parts and lines of a table in one language, with the names its players have now.

    All audiences of a language are shown its parts at the same moments, so what has changed is found once.
    """

    def __init__(self, language: str, occupants: tuple[Occupant, ...], before: Scenery | None = None) -> None:
        self.language = language
        self.occupants = occupants
        self.names = called(language, [who.known_as for who in occupants])
        self.speaker = Speaker(language, self.names)
        self.watched: dict[str, Raw] = {}
        """The status and title of those who only watch, or wait."""
        self._made = _Made()
        self._shown: dict[str, Raw] = before._shown if before else {}
        self._change: Change | None = None
        self._lines: dict[int, str] = {}

    def parts(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """Every public part."""
        get, speaker = self._made.get, self.speaker
        self.watched = _watching(self._made, view, 0, setting, speaker)
        return {
            name: get(name, key(view, setting), lambda make=make: make(view, setting, speaker))  # type: ignore[misc]
            for name, (make, key) in PUBLIC.items()
        }

    def changed(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The public parts that differ from what was shown last."""
        before, self._shown = self._shown, self.parts(view, setting)
        return _difference(before, self._shown)

    def line(self, change: Change, index: int) -> str:
        """The sentence of a public step, made once for all who do not figure in it."""
        if change is not self._change:
            self._change, self._lines = change, {}
        if index not in self._lines:
            self._lines[index] = _sentence(self.speaker, change.told[0][index])
        return self._lines[index]


def _difference(before: dict[str, Raw], parts: dict[str, Raw]) -> dict[str, Raw]:
    return {
        name: part
        for name, part in parts.items()
        if part is not (was := before.get(name)) and (was is None or bytes(part) != bytes(was))
    }


def _watching(made: _Made, view: Match, seat: int, setting: Setting, speaker: Speaker) -> dict[str, Raw]:
    """The status and the title: few are possible, so those that were made are kept."""
    hand, turn = view.hand, view.turn
    led = stage = trump = None
    if hand is not None:
        stage, ordering = hand.stage, hand.ordering
        if ordering and hand.playing:
            led, trump = led_suit(hand.board, ordering), ordering.trump
    ended = view.standing if view.over else None
    key = (turn, stage, led, trump, view.claim, view.next_dealer, ended, setting.missing, setting.dealable)
    return {
        "status": made.kept("status", key, lambda: own.status(view, seat, setting, speaker)),
        "title": made.kept("title", (turn,), lambda: own.title(view, seat, setting, speaker)),
    }


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
        self._made = _Made()
        self._shown: dict[str, Raw] = {}
        self.scenery = scenery
        self.speaker = Speaker(scenery.language, scenery.names, seat or None)

    def renamed(self, scenery: Scenery) -> None:
        """The players have other names from now on."""
        self.scenery = scenery
        self.speaker = Speaker(scenery.language, scenery.names, self.seat or None)
        self._made = _Made()

    def parts(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The parts that are this audience's own; made after those of its scenery."""
        seat, speaker, made = self.seat, self.speaker, self._made
        mine = view.turn == seat
        asked = mine and setting.occupants[seat - 1].bot is None
        parts = self.scenery.watched
        if seat and (mine or view.over):
            parts = _watching(made, view, seat, setting, speaker)
        hand = view.hand
        held = hand and (hand.board.holding(seat) if seat else None, hand.ordering, hand.turn is None, hand.over)
        legal = view.legal(seat) if asked else ()
        return {
            **parts,
            "shown": made.get(  # in a draw it may be for one's own eyes
                "shown",
                (hand and (hand.announced.shown, hand.stage),),
                lambda: public.shown(view, setting, speaker),
            ),
            "hand": made.get(
                "hand",
                (held, legal, asked and view.claim, asked and hand and hand.board.plays),
                lambda: own.own_hand(view, seat, setting, speaker),
            ),
            "choices": made.get(
                "choices",
                (legal, asked and view.claim, view.awaits_deal and setting.dealable, view.over, asked and hand),
                lambda: own.choices(view, seat, setting, speaker),
            ),
        }

    def scene(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """All own parts, to be shown."""
        self._shown = self.parts(view, setting)
        return self._shown

    def changed(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The own parts that differ from what was shown last."""
        before, self._shown = self._shown, self.parts(view, setting)
        return _difference(before, self._shown)

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
