"""What a table has to show, and to whom: all who see and hear the same get the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from weakref import WeakValueDictionary

from msgspec import Raw

from atout.cards import Cards
from atout.events import Event
from atout.game import led_suit
from atout.match import Match
from atout.names import called
from atout.say import Speaker
from atout.sentences import tell
from atout.server.facts import Occupant
from atout.server.ledger import Change, Note, Step
from atout.server.scene import own, public
from atout.server.scene.said import Maker, Parts, Said, SaidBySeat, raw
from atout.server.scene.setting import Setting
from atout.server.wire import SeenEvent

MOST_KEPT: Final = 32
"""How many sayings of a part stay made that comes to say the same again."""

Key = tuple[object, ...]


def _doing(view: Match, setting: Setting) -> Key:
    """What the status is made from."""
    hand = view.hand
    led = stage = trump = None
    if hand is not None:
        stage, ordering = hand.stage, hand.ordering
        if ordering and hand.playing:
            led, trump = led_suit(hand.board, ordering), ordering.trump
    ended = view.standing if view.over else None
    return view.turn, stage, led, trump, view.claim, view.next_dealer, ended, setting.missing, setting.dealable


PUBLIC: Final[dict[str, tuple[Maker, Callable[[Match, Setting], Key]]]] = {
    "table": (
        public.table,
        lambda v, s: (v.number, v.winners, v.standing, s.pace, s.clock, s.undo, s.chat, s.verified),
    ),
    "seats": (public.seats, lambda v, s: (v.hand, v.claim, v.standing, s.presence, s.occupants)),
    "trick": (public.trick, lambda v, s: (v.hand and (v.hand.playing, v.hand.board.plays, v.hand.board.won),)),
    "last": (public.last, lambda v, s: (v.hand and v.hand.board.tricks[-1:],)),
    "badges": (
        public.badges,
        lambda v, s: (v.hand and (v.hand.announced, v.hand.turn is None, v.hand.playing, v.hand.board.sitting_out),),
    ),
    "sheet": (public.sheet, lambda v, s: (s.sheet, v.standing)),
    "history": (public.history, lambda v, s: (v.hand and v.hand.board.tricks,)),
    "claim": (public.claim, lambda v, s: (v.claim, v.claim and v.hand)),
    "clock": (public.clock, lambda v, s: (s.until, v.turn)),
}
"""Public parts: how each is made, and what it is made from (names and language apart)."""
BY_SEAT: Final = frozenset(("seats",))
"""Those of them that have a row a seat."""
ADDRESSED: Final[dict[str, tuple[Maker, Callable[[Match, Setting], Key]]]] = {
    "status": (public.status, _doing),
    "title": (public.title, lambda v, s: (v.turn,)),
}
"""Parts that say *you* to who has a name, too. Few are possible, so those that were made are kept."""


class Scenery:
    """The public parts and lines of a table in one language, with the names its players have now, and its pack.

    A player without a name is called *you*: only what names him is made for him apart.
    """

    def __init__(self, language: str, occupants: tuple[Occupant, ...], pack: Cards) -> None:
        self.language = language
        self.pack = pack
        self._outlooks: WeakValueDictionary[int | None, Outlook] = WeakValueDictionary()
        """By the seat that is called *you*, as long as somebody listens who is called so."""
        self._change: Change | None = None
        self._lines: tuple[tuple[int | None, str], ...] = ()
        self.renamed(occupants)

    def renamed(self, occupants: tuple[Occupant, ...]) -> None:
        """Who the players are from now on."""
        self.occupants = occupants
        self.names = called(self.language, [who.known_as for who in occupants])
        self.speaker = self.speaker_to(None)
        self._keys: dict[str, Key] = {}
        """What each part was made from."""
        self.said: dict[str, Said] = {}
        """The public parts as they are now."""
        self.addressed: dict[str, Said] = {}
        """The parts that speak to a seat, as they are now."""
        self._kept: dict[str, dict[Key, Said]] = {name: {} for name in ADDRESSED}
        for outlook in self._outlooks.values():
            outlook.renamed()

    def speaker_to(self, you: int | None) -> Speaker:
        """Who says things to a seat, or to nobody of the table."""
        return Speaker(self.language, self.names, you, self.pack)

    def outlook(self, seat: int) -> Outlook:
        """How the public parts are said to a seat (0: nobody's)."""
        you = seat if seat and not self.occupants[seat - 1].name else None
        outlook = self._outlooks.get(you)
        if outlook is None:
            outlook = self._outlooks[you] = Outlook(self, you)
        return outlook

    def show(self, view: Match, setting: Setting) -> None:
        """What there is to see from now on."""
        self.moment = view, setting
        keys = self._keys
        for name, (make, key_of) in PUBLIC.items():
            key = key_of(view, setting)
            if keys.get(name) != key:
                keys[name] = key
                self.said[name] = (SaidBySeat if name in BY_SEAT else Said)(make)
        for name, (make, key_of) in ADDRESSED.items():
            kept, key = self._kept[name], key_of(view, setting)
            said = kept.get(key)
            if said is None:
                if len(kept) >= MOST_KEPT:
                    kept.clear()
                said = kept[key] = Said(make)
            self.addressed[name] = said

    def lines(self, change: Change) -> tuple[tuple[int | None, str], ...]:
        """The sentences of a change as they sound to those who only watch, made once; each with the seats (a bit each)
        to whom it sounds different: ``None`` for any.
        """
        if change is not self._change:
            self._change = change
            self._lines = tuple(self._line(step) for step in change.told[0])
        return self._lines

    def _line(self, step: Step) -> tuple[int | None, str]:
        what = step[1]
        self.speaker.named = 0
        said = _sentence(self.speaker, step)
        return None if isinstance(what, Event) and what.secret else self.speaker.named, said


def _sentence(speaker: Speaker, step: Step) -> str:
    view, what = step
    return speaker.text(what.key, **what.facts) if isinstance(what, Note) else tell(speaker, what, view)


class Outlook:
    """The public parts as they are said to who is called alike: one for all who have a name, or only watch, and one for
    each who has none. What has changed is found once for all of them.
    """

    def __init__(self, scenery: Scenery, you: int | None) -> None:
        self.scenery = scenery
        self.you = you
        self._parts = Parts()
        self._said: dict[str, Said] = {}
        self._moment: object = None
        self.renamed()

    def renamed(self) -> None:
        """The players have other names from now on."""
        self._speaker = self.scenery.speaker_to(self.you)

    def changed(self) -> dict[str, Raw]:
        """The parts that differ from what was shown at the moment before."""
        scenery = self.scenery
        if self._moment is not scenery.moment:
            self._moment = scenery.moment
            for name, said in scenery.said.items():
                if self._said.get(name) is not said:
                    self._said[name] = said
                    self._parts.take(name, said.by(self._speaker, scenery.moment))
            self._changed = self._parts.changed()
        return self._changed

    @property
    def shown(self) -> dict[str, Raw]:
        """Every part, as it was shown last."""
        return self._parts.made


class Audience:
    """All who see the table from one seat (0: the spectators) in one language: they get the same bytes."""

    def __init__(self, seat: int, scenery: Scenery, *, host: bool = False) -> None:
        self.seat = seat
        self.host = host
        """Whether they may rule."""
        self.scenery = scenery
        self._parts = Parts()
        self._outlook: Outlook | None = None
        """Whose parts were shown last."""
        self.renamed()

    def renamed(self) -> None:
        """The players have other names from now on."""
        self.speaker = self.scenery.speaker_to(self.seat or None)
        self.outlook = self.scenery.outlook(self.seat)
        self._key: Key | None = None
        """What the hand and all that is asked were made from."""

    def changed(self, view: Match, setting: Setting) -> dict[str, Raw]:
        """The parts that differ from what was shown last; asked once the scenery shows what there is to see."""
        seat, speaker, parts, scenery = self.seat, self.speaker, self._parts, self.scenery
        news = self.outlook.changed()
        if self._outlook is not self.outlook:  # the seat has been given a name, or has none any more
            self._outlook, news = self.outlook, self.outlook.shown
        for name, said in scenery.addressed.items():
            parts.take(name, said.by(speaker, scenery.moment))
        asked = view.turn == seat and setting.occupants[seat - 1].bot is None
        hand = view.hand
        held = hand and (  # the card shown, too: in a draw it may be for one's own eyes
            (hand.board.holding(seat) if seat else None, hand.ordering, hand.turn is None, hand.over, hand.stage),
            hand.announced.shown,
        )
        key = (held, view.awaits_deal and setting.dealable, view.over, view if asked else None)
        if key != self._key:
            self._key = key
            parts.take("shown", raw(public.shown(view, setting, speaker)))
            parts.take("hand", raw(own.own_hand(view, seat, setting, speaker)))
            parts.take("choices", raw(own.choices(view, seat, setting, speaker)))
        return news | parts.changed()

    @property
    def shown(self) -> dict[str, Raw]:
        """Everything that these see, as it was shown last."""
        return self.outlook.shown | self._parts.made

    def hear(self, change: Change) -> tuple[str, ...]:
        """The lines of a change."""
        seat, told = self.seat, change.told[self.seat]
        said = (
            _sentence(self.speaker, told[index]) if named is None or named >> seat & 1 else line
            for index, (named, line) in enumerate(self.scenery.lines(change))
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
