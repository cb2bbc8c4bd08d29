"""Parts made once for everybody who gets the same bytes, and sent only when they changed."""

from __future__ import annotations

from collections.abc import Callable
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

MOST_KEPT: Final = 32
"""Statuses that stay made, for each who is told them."""

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
    """Parts by name, as bytes, as they are now; and which of them nobody has been shown yet."""

    __slots__ = ("_unshown", "made")

    def __init__(self) -> None:
        self.made: dict[str, Raw] = {}
        self._unshown: dict[str, Raw] = {}

    def take(self, name: str, part: Raw) -> None:
        """Takes a part, which may be what it was before."""
        before = self.made.get(name)
        if before is not part and before != part:
            self.made[name] = self._unshown[name] = part

    def changed(self) -> dict[str, Raw]:
        """The parts that have changed since this was asked last."""
        changed, self._unshown = self._unshown, {}
        return changed


def _raw(part: object) -> Raw:
    return Raw(encode(part))


class _Watching:
    """The status and the title: few are possible, so those that were made are kept."""

    __slots__ = ("_statuses", "_titles", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.renamed()

    def renamed(self) -> None:
        """Others are called for by now."""
        self._statuses: dict[Key, Raw] = {}
        self._titles: dict[int | None, Raw] = {}

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
        status, title = self._statuses.get(key), self._titles.get(turn)
        if status is None:
            if len(self._statuses) >= MOST_KEPT:
                self._statuses.clear()
            status = self._statuses[key] = _raw(own.status(view, self.seat, setting, speaker))
        if title is None:
            title = self._titles[turn] = _raw(own.title(view, self.seat, setting, speaker))
        return status, title


class Scenery:
    """The public parts and lines of a table in one language, with the names its players have now.

    All audiences of a language are shown its parts at the same moments, so what has changed is found once. Only a
    player without a name has a scenery apart, which calls the seat *you*.
    """

    def __init__(self, language: str, occupants: tuple[Occupant, ...], you: int | None = None) -> None:
        self.language = language
        self.you = you
        self._parts = _Parts()
        self._keys: dict[str, Key] = {}
        """What each part was made from."""
        self._watching = _Watching(0)
        self._change: Change | None = None
        self._lines: tuple[tuple[int | None, str], ...] = ()
        self.renamed(occupants)

    def renamed(self, occupants: tuple[Occupant, ...]) -> None:
        """Who the players are from now on."""
        self.occupants = occupants
        self.names = called(self.language, [who.known_as for who in occupants])
        self.speaker = Speaker(self.language, self.names, self.you)
        self._keys = {}
        self._watching.renamed()

    def changed(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The public parts that differ from what was shown last; all of them are shown now."""
        keys = self._keys
        for name, (make, key_of) in PUBLIC.items():
            key = key_of(view, setting)
            if keys.get(name) != key:
                keys[name] = key
                self._parts.take(name, _raw(make(view, setting, self.speaker)))
        self.watched = self._watching.get(view, setting, self.speaker)
        return self._parts.changed()

    @property
    def shown(self) -> dict[str, Raw]:
        """Every public part, as it was shown last."""
        return self._parts.made

    def lines(self, change: Change) -> tuple[tuple[int | None, str], ...]:
        """The sentences of a change as they sound to those who only watch, made once; each with the seat to whom it
        may sound different: 0 for any, ``None`` for none.
        """
        if change is not self._change:
            self._change = change
            self._lines = tuple((_figures(step[1]), _sentence(self.speaker, step)) for step in change.told[0])
        return self._lines


def _sentence(speaker: Speaker, step: Step) -> str:
    view, what = step
    return speaker.text(what.key, **what.facts) if isinstance(what, Note) else tell(speaker, what, view)


def _figures(event: Event | Note) -> int | None:
    """The seat to which an event may sound different than to those who only watch: 0 if to any."""
    if isinstance(event, Note):
        seat = event.facts.get("seat")
        return seat if isinstance(seat, int) else None
    return 0 if event.secret or not event.in_hand else getattr(event, "seat", None)


class Audience:
    """All who see the table from one seat (0: the spectators) in one language: they get the same bytes."""

    def __init__(self, seat: int, scenery: Scenery, *, host: bool = False) -> None:
        self.seat = seat
        self.host = host
        """Whether they may rule."""
        self.scenery = scenery
        self._parts = _Parts()
        self._key: Key | None = None
        """What the hand and all that is asked were made from."""
        self._watching = _Watching(seat)
        self.renamed()

    def renamed(self) -> None:
        """The players have other names from now on."""
        self.speaker = Speaker(self.scenery.language, self.scenery.names, self.seat or None)
        self._key = None
        self._watching.renamed()

    def move(self, scenery: Scenery) -> None:
        """They are shown another scenery from now on: their seat has been given a name, or has none any more."""
        self.scenery = scenery
        self.renamed()

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
        held = hand and (  # the card shown, too: in a draw it may be for one's own eyes
            (hand.board.holding(seat) if seat else None, hand.ordering, hand.turn is None, hand.over, hand.stage),
            hand.announced.shown,
        )
        key = (held, view.awaits_deal and setting.dealable, view.over, view if asked else None)
        if key != self._key:
            self._key = key
            parts.take("shown", _raw(public.shown(view, setting, speaker)))
            parts.take("hand", _raw(own.own_hand(view, seat, setting, speaker)))
            parts.take("choices", _raw(own.choices(view, seat, setting, speaker)))
        return parts.changed()

    @property
    def shown(self) -> dict[str, Raw]:
        """Everything that these see, as it was shown last."""
        return self.scenery.shown | self._parts.made

    def hear(self, change: Change) -> tuple[str, ...]:
        """The lines of a change."""
        seat, told = self.seat, change.told[self.seat]
        said = (
            _sentence(self.speaker, told[index]) if who == 0 or who == seat else line
            for index, (who, line) in enumerate(self.scenery.lines(change))
        )
        return tuple(filter(None, said))

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
