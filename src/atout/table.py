"""``Table``: a convenient mutable handle over the immutable match, as python-chess' ``Board`` is."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import overload

from atout.actions import Action, Deal, Illegal, parse
from atout.cards import Card
from atout.dealing import deal_seed, shuffled, uniform
from atout.events import DealScored, DealStarted, Event
from atout.families import new_match
from atout.families import parse as parse_spec
from atout.game import Rules
from atout.match import Match
from atout.record import RecordError, Result, begin, check_labels, read, refused_setting, steps, write
from atout.seats import HOUSE


class Legal(Sequence[Action]):
    """The legal actions of a seat: a sequence that prints as tokens and in which tokens may be looked up."""

    __slots__ = ("_actions",)

    def __init__(self, actions: tuple[Action, ...]) -> None:
        self._actions = actions

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._actions[index]

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __contains__(self, action: object) -> bool:
        return any(str(known) == str(action) for known in self._actions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(map(str, self)) == list(map(str, other))

    def __hash__(self) -> int:
        return hash(self._actions)

    def __repr__(self) -> str:
        return " ".join(map(str, self._actions))


class Table:
    """A match being played, with its history.

    ``rules`` is a rules spec or rules; ``seed`` (a whole number) fixes the draw of the dealer and every deal, ``None``
    takes fresh randomness. A table deals by itself whenever the house has to; with ``dealing=False`` it waits for
    ``deal(order)``. ``names`` are the players', by seat.
    """

    def __init__(
        self,
        rules: str | Rules,
        *,
        seed: int | None = None,
        names: Sequence[str] = (),
        dealing: bool = True,
        match: Match | None = None,
    ) -> None:
        rules = parse_spec(rules) if isinstance(rules, str) else rules
        self.names = tuple(" ".join(name.split()) for name in names)[: rules.players]  # a tag is one line
        self.seed = secrets.randbits(128) if seed is None else seed
        self.dealing = dealing
        self._match = match or new_match(rules)
        self.start = self._match
        """The match before anything happened at this table."""
        self._events: list[Event] = []
        self._history: list[tuple[Match, int]] = []
        self.actions: list[tuple[int, Action]] = []
        """Everything done so far, with who did it; 0 is the house."""
        self._views: dict[int, tuple[int, Match]] = {}
        if dealing:
            self._deal_if_due()

    def __repr__(self) -> str:
        from atout.families import spec

        return f"<Table {spec(self.rules)}, deal {self._match.number}, turn {self.turn}>"

    # --- asking -------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match as it stands: an immutable value, secrets included."""
        return self._match

    @property
    def rules(self) -> Rules:
        """The rules of this table."""
        return self._match.rules

    @property
    def turn(self) -> int | None:
        """The seat to act; ``None`` when the match is over (or waits for the house to deal)."""
        return self._match.turn

    @property
    def legal(self) -> Legal:
        """What the seat to act may do."""
        return Legal(self._match.legal(self.turn) if self.turn is not None else ())

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, secrets included."""
        return tuple(self._events)

    def events_seen_by(self, seat: int, since: int = 0) -> tuple[Event, ...]:
        """What a seat (0: a spectator) has seen, from event number ``since`` on; as many as there are events."""
        return tuple(event.seen_by(seat) for event in self._events[since:])

    def view(self, seat: int) -> Match:
        """The match as a seat (0: a spectator) knows it: the same fold, over what that seat has seen."""
        folded, view = self._views.get(seat, (0, self.start))
        for event in self._events[folded:]:
            view = view.evolve(event.seen_by(seat))
        self._views[seat] = (len(self._events), view)
        return view

    @property
    def points(self) -> tuple[int, ...]:
        """Points of the latest complete deal, by side; empty before there is one."""
        for event in reversed(self._events):
            if isinstance(event, DealScored):
                return tuple(side.points for side in event.sides)
        return ()

    @property
    def bags(self) -> tuple[int, ...]:
        """Bags carried, by side."""
        return self._match.standing.bags

    @property
    def total(self) -> tuple[int, ...]:
        """Total points, by side."""
        return self._match.standing.totals

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self._match.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning sides, numbered from 1; empty while undecided, several when the win is shared."""
        return tuple(side + 1 for side in self._match.winners or ())

    @property
    def winner(self) -> int | None:
        """The winning side, numbered from 1; ``None`` while undecided or when shared."""
        return self.winners[0] if len(self.winners) == 1 else None

    # --- acting -------------------------------------------------------------------------------------------------

    def act(self, action: str | Action, seat: int | None = None) -> tuple[Event, ...]:
        """Does an action (or its token) for the seat to act, or for a given one; returns what happened.

        Raises ``Illegal`` with the refusal, and ``ValueError`` for what is not a token; nothing changes then.
        """
        if isinstance(action, str):
            action = parse(action)
        if seat is None:
            seat = self.turn if self.turn is not None else HOUSE
        match = self._match
        refusal = match.refusal(seat, action)
        if refusal is not None:
            raise Illegal(refusal, match.rules.pack)
        events = match.decide(seat, action)
        self._match = reduce(Match.evolve, events, match)
        before = len(self._events)
        self._history.append((match, before))
        self.actions.append((seat, action))
        self._events += events
        if self.dealing:
            self._deal_if_due()
        return tuple(self._events[before:])

    def deal(self, order: Sequence[Card | None] | None = None, dealer: int | None = None) -> tuple[Event, ...]:
        """The house deals: a given order of the pack, top card first, or the one the seed gives."""
        number = self._match.number + 1
        if dealer is None and self._match.next_dealer is None:
            draw = number if self.rules.draws_dealer else 0
            players = self.rules.players
            dealer = next(uniform(deal_seed(self.seed, -draw), (players,))) + 1
        if order is None:
            order = shuffled(self.rules.pack, deal_seed(self.seed, number))
        return self.act(Deal(tuple(order), dealer), HOUSE)

    def _deal_if_due(self) -> None:
        if self._match.awaits_deal:
            self.deal()

    # --- records ------------------------------------------------------------------------------------------------

    def record(self, seat: int | None = None) -> str:
        """The record of this table, whole, or as a seat (0: a spectator) has seen it."""
        events = self._events if seat is None else [event.seen_by(seat) for event in self._events]
        return write(self.start, self.names, events)

    @classmethod
    def from_record(cls, text: str, *, seed: int | None = None, dealing: bool = False) -> Table:
        """The table a record leaves; with ``dealing`` it goes on by itself.

        Raises ``RecordError`` for what cannot be read or laid out (line, column), ``Illegal`` for a fault in the play.
        """
        written = read(text)
        match, names = begin(written)
        table = cls(match.rules, seed=seed, names=names, dealing=False, match=match)
        for step in steps(written, match):
            if isinstance(step, Result):
                table._check(step)
                continue
            fault = check_labels(table.match, step.word) if step.word else None
            if fault:
                raise fault
            try:
                table.act(step.action, step.seat(table.match))
            except Illegal as illegal:
                if step.word:
                    raise
                raise refused_setting(step, illegal.refusal, illegal.pack) from None
        table.dealing = dealing
        if dealing:
            table._deal_if_due()
        return table

    def _check(self, result: Result) -> None:
        last = next((event for event in reversed(self._events) if isinstance(event, DealScored | DealStarted)), None)
        wrong = result.differs(last if isinstance(last, DealScored) else None)
        if wrong:
            tag, counted = wrong
            raise RecordError(tag.place, "result-differs", tag=tag.name, found=tag.text, expected=counted)

    def undo(self) -> None:
        """Takes back the latest action (a deal counts as one); raises ``IndexError`` if there is none."""
        self._match, length = self._history.pop()
        self.actions.pop()
        del self._events[length:]
        self._views.clear()
