"""The state of a table: a pure fold over its facts, with the view of every seat beside the truth."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from atout.actions import Action, Deal, parse
from atout.dealing import SeatSeed, commitment, drawn_dealer, shuffled, verified_seed
from atout.events import Adjusted, DealScored, DealStarted, Event, Revealed
from atout.families import new_match
from atout.families import parse as parse_rules
from atout.game import Rules
from atout.match import Match
from atout.record import write
from atout.scoring import Standing
from atout.seats import HOUSE
from atout.server.facts import (
    Acted,
    AnyFact,
    Clocked,
    Dealt,
    Mixed,
    Occupant,
    Opening,
    Paced,
    Rematched,
    Ruled,
    Sealed,
    Seated,
    Undone,
)


class Note(Struct, frozen=True):
    """Something told that is no event of the match: a message of the catalogue and its facts."""

    key: str
    facts: dict[str, object]


class Row(Struct, frozen=True):
    """A row of the score sheet: the deal it belongs to, what was counted or ruled, where the scores stand after it."""

    deal: int
    event: DealScored | Adjusted
    after: Standing


Step = tuple[Match, Event | Note]
"""An event as somebody has seen it, or a note, with his view just before it."""


class Change(Struct, frozen=True):
    """What a fact changed. ``told`` are the steps by seat, the spectators' first; ``fresh``: everything is new;
    ``secret``: not everybody has seen the same.
    """

    told: tuple[tuple[Step, ...], ...]
    fresh: bool = False
    secret: bool = False


class _Stretch(Struct, frozen=True):
    """A deal as it can still be told: the number of facts and the views before it, then what happened, by fact."""

    before: int
    views: tuple[Match, ...]
    happened: list[tuple[int, Event | Note]]


class _Moment(Struct, frozen=True):
    """What an undo goes back to."""

    seat: int
    match: Match
    views: tuple[Match, ...]
    happened: int


_TOLD_DEALS: Final = 2
"""How many deals, the running one included, can still be told to somebody who comes back."""


class Ledger:
    """A table as its facts leave it. ``n`` counts them; views and told steps have index 0 for the spectators."""

    def __init__(self, table: str, opening: Opening, entries: Iterable[AnyFact] = ()) -> None:
        self.table = table
        self.opening = opening
        self.rules: Rules = parse_rules(opening.rules)
        self._seat(opening.seats)
        self.pace: int | None = opening.pace
        self.clock: int | None = None
        self.n = 0
        self.matches = 0
        self._stretches: deque[_Stretch] = deque(maxlen=_TOLD_DEALS)
        self._begin()
        for fact in entries:
            self.apply(fact)

    def _begin(self) -> None:
        """A match before its first deal."""
        self.matches += 1
        self.match = new_match(self.rules)
        self.views = (self.match,) * (self.rules.players + 1)
        self.sheet: tuple[Row, ...] = ()
        """The deals that counted, and the rulings between them."""
        self.seal: str | None = None
        self.commitment: str | None = None
        """What binds the house to the deal to come or under way."""
        self.mixed: dict[int, SeatSeed] = {}
        self._moments: list[_Moment] = []
        self._stretches.clear()
        self._begin_stretch()

    def _seat(self, occupants: tuple[Occupant, ...]) -> None:
        self.occupants = occupants
        self.people = tuple(seat for seat, who in enumerate(occupants, 1) if who.kind != "bot")
        """The seats that belong to people, open ones included."""
        self.missing = tuple(seat for seat, who in enumerate(occupants, 1) if who.kind == "open" and who.bot is None)
        """The seats nobody has taken and no bot holds."""

    def _begin_stretch(self) -> None:
        self._stretches.append(_Stretch(self.n, self.views, []))

    # --- asking -------------------------------------------------------------------------------------------------

    @property
    def label(self) -> str:
        """What commitments are made for: the table, and which of its matches."""
        return self.table if self.matches == 1 else f"{self.table}/{self.matches}"

    def bot_at(self, seat: int) -> str | None:
        """The level of the bot that acts for a seat now."""
        return self.occupants[seat - 1].bot

    @property
    def host(self) -> int | None:
        """The seat of whoever opened the table, which may rule; ``None`` if it was opened for others."""
        return next((seat for seat, who in enumerate(self.opening.seats, 1) if who.kind == "person"), None)

    @property
    def deals_itself(self) -> bool:
        """Whether the house deals unasked: the first deal of somebody who plays alone against bots."""
        return self.match.number == 0 and self.opening.visibility == "solo" and not self.missing

    @property
    def in_deal(self) -> bool:
        """Whether a deal is under way."""
        return self.match.hand is not None and not self.match.hand.over

    def undoes(self, seat: int) -> bool:
        """Whether a seat has a decision of this deal to go back to, and only bots against it."""
        return any(moment.seat == seat for moment in self._moments)

    @property
    def told_from(self) -> int:
        """The number of facts after which everything can still be told."""
        return self._stretches[0].before

    def steps_since(self, seat: int, since: int) -> tuple[tuple[int, Step], ...]:
        """What a seat (0: a spectator) has seen after fact number ``since``, each with the number of its fact."""
        steps: list[tuple[int, Step]] = []
        if since >= self.n:
            return ()
        for stretch in self._stretches:
            view = stretch.views[seat]
            for n, what in stretch.happened:
                seen = what if isinstance(what, Note) else what.seen_by(seat)
                if n > since:
                    steps.append((n, (view, seen)))
                if not isinstance(seen, Note):
                    view = view.evolve(seen)
        return tuple(steps)

    def record(self, seat: int) -> str:
        """The running deal, or the latest one, as a seat (0: a spectator) has seen it: a record that stands alone."""
        stretch = self._stretches[-1]
        start = stretch.views[seat]
        seen = (what.seen_by(seat) for _, what in stretch.happened if not isinstance(what, Note))
        return write(start, (), (event for event in seen if not _of_earlier(event, start)))

    # --- folding ------------------------------------------------------------------------------------------------

    def apply(self, fact: AnyFact) -> Change:
        """Folds the next fact in, which must be allowed; returns what it changed."""
        self.n += 1
        match fact:
            case Acted(seat, token):
                return self._act(seat, parse(token))
            case Dealt():
                return self._deal()
            case Sealed(seed):
                self.seal, self.mixed = seed, {}
                self.commitment = commitment(bytes.fromhex(seed), self.label, self.match.number + 1)
            case Mixed(seat, bound, revealed):
                self.mixed[seat] = SeatSeed(seat, bound, bytes.fromhex(revealed) if revealed else None)
            case Undone(seat):
                self._undo(seat)
                return self._note("undone", fresh=True, seat=seat)
            case Seated(seat, who, why):
                self._seat((*self.occupants[: seat - 1], who, *self.occupants[seat:]))
                return self._note(f"seat.{why}", seat=seat, name=who.name)
            case Paced(_, pace):
                self.pace = pace
            case Clocked(seat, clock):
                self.clock = clock
                return self._note("clock.set", seat=seat, seconds=clock or 0)
            case Ruled():
                return self._act(HOUSE, fact.action)
            case Rematched(seat):
                self._begin()
                return self._note("rematch", fresh=True, seat=seat)
        return Change(((),) * len(self.views))

    def _note(self, key: str, *, fresh: bool = False, **facts: object) -> Change:
        note = Note(f"server.{key}", facts)
        self._stretches[-1].happened.append((self.n, note))
        return Change(tuple(((view, note),) for view in self.views), fresh)

    def _deal(self) -> Change:
        assert self.seal is not None
        seed = verified_seed(bytes.fromhex(self.seal), self.label, self.match.number + 1, self.mixed.values())
        dealer = drawn_dealer(seed, self.rules.players) if self.match.next_dealer is None else None
        self._begin_stretch()
        return self._act(HOUSE, Deal(shuffled(self.rules.pack, seed), dealer))

    def _act(self, seat: int, action: Action) -> Change:
        happened, dealt = self._stretches[-1].happened, self.in_deal
        if len(self.people) == 1:  # only against bots is anything taken back
            self._moments.append(_Moment(seat, self.match, self.views, len(happened)))
        told: list[list[Step]] = [[] for _ in self.views]
        views, secret = list(self.views), False
        for event in self.match.decide(seat, action):
            secret = secret or event.secret
            self.match = self.match.evolve(event)
            happened.append((self.n, event))
            for viewer, view in enumerate(views):
                seen = event.seen_by(viewer) if event.secret else event
                told[viewer].append((view, seen))
                views[viewer] = view.evolve(seen)
            if isinstance(event, DealScored | Adjusted):
                self.sheet = (*self.sheet, Row(self.match.number, event, self.match.standing))
            elif isinstance(event, DealStarted):
                self._moments.clear()
        self.views = tuple(views)
        if dealt and not self.in_deal:
            self._moments.clear()  # what was hidden is known now
            self.seal = self.commitment = None
        return Change(tuple(map(tuple, told)), secret=secret)

    def _undo(self, seat: int) -> None:
        while True:
            moment = self._moments.pop()
            if moment.seat == seat:
                break
        self.match, self.views = moment.match, moment.views
        del self._stretches[-1].happened[moment.happened :]


def _of_earlier(event: Event, start: Match) -> bool:
    """Whether an event tells what was hidden in a deal that was over at the start."""
    return isinstance(event, Revealed) and event.number <= start.number
