"""What a deal may be played for, and how it then ends: each contract's position is made once, and played out."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.bots.equity import Equity
from atout.bots.outcomes import FINE, Flat, Outcome, Outcomes
from atout.bots.search import Effort
from atout.cards import NO_TRUMP, Cards, Suit, Trump
from atout.euchre.calls import opponents
from atout.euchre.hand import EuchreHand, Stage
from atout.events import (
    BidMade,
    Discarded,
    DroppedOut,
    Event,
    MoonBid,
    Named,
    Ordered,
    Passed,
    SitsOut,
    Stayed,
    TookUp,
)
from atout.kernel import Position, Sample, playouts
from atout.kernel.labels import Labels
from atout.match import Match
from atout.seats import left_of, partners_of, side_of

REPEATS: Final = 4
"""Playouts of each deal and call: a deal of few cards is quickly played."""

Dealt = tuple[int, ...]
"""The cards of each seat, as masks."""


class Contract(Struct, frozen=True, gc=False):
    """Who makes what trump, with the partner or alone; the tricks bid (0: none are), all of them alone if it is a
    ``moon``; whether the dealer takes the turned card up, and what it then lays away, if that is known (a mask); the
    seats ``out`` that drop, or rest for a lone defender."""

    maker: int
    trump: Trump
    taken_up: bool = False
    gone: int = 0
    alone: bool = False
    tricks: int = 0
    moon: bool = False
    out: frozenset[int] = frozenset()


Played = tuple[Contract, Dealt]
"""A contract, and the hands it is played with."""


class Playing:
    """Plays deals out under their contracts."""

    def __init__(
        self, view: Match, hand: EuchreHand, seat: int, effort: Effort, equity: Equity | None, seed: int
    ) -> None:
        self._view, self._hand, self._seat = view, hand, seat
        self._effort, self._equity, self._seed = effort, equity, seed
        self._known: dict[Contract, tuple[Position | None, Flat]] = {}
        self._won: dict[Position, dict[tuple[int, Dealt], tuple[bytes, ...]]] = {}
        self._masks: dict[tuple[Labels, int], int] = {}
        self._counted: dict[Contract, Flat] = {}
        self._made: dict[Contract, Match] = {}
        self._begun: dict[Contract, tuple[EuchreHand, Position | None]] = {}
        self._void = self._passed_out()

    def _passed_out(self) -> Outcome:
        dealer = left_of(self._hand.dealer, self._hand.rules.players)
        worth = 0.5
        if self._equity is not None:
            side = side_of(self._hand.rules.sides)[self._seat - 1]
            worth = self._equity.worth(self._view.standing, dealer)[side]
        return Outcome(round(worth * FINE), 0.0, None, None, None, 0, 0)

    def of(self, contracts: Sequence[Played | None], first: int) -> list[Outcome]:
        """The outcomes of deals numbered from ``first`` on, in order; ``None`` is a deal that all passed."""
        found: dict[int, list[Outcome]] = {}
        groups: dict[Contract, dict[int, Dealt]] = {}
        for at, made in enumerate(contracts, first):
            if made is None:
                found[at] = [self._void] * REPEATS
            else:
                contract = replace(made[0], gone=0) if made[0].gone else made[0]
                groups.setdefault(contract, {})[at] = made[1]
        for contract, deals in groups.items():
            position, flat = self._position(contract, contracts)
            if position is None:
                found.update((at, [flat[b""]] * REPEATS) for at in deals)
            else:
                found.update(self._played_out(position, flat, deals))
        return [outcome for at in range(first, first + len(contracts)) for outcome in found[at]]

    def _played_out(
        self, position: Position, flat: Flat, deals: Mapping[int, Dealt]
    ) -> Iterator[tuple[int, list[Outcome]]]:
        """The outcomes of deals by number: each meets the chances of its number, whatever the contract, so that one
        that differs by the tricks bid alone need not be played again."""
        known, width = self._won.setdefault(position, {}), len(position.seats)
        fresh = [at for at, dealt in deals.items() if (at, dealt) not in known]
        for _, run in groupby(enumerate(fresh), lambda item: item[1] - item[0]):
            members = [at for _, at in run]
            hands = (deals[at][playing - 1] for at in members for playing in position.seats)
            rows = array("Q", (self._masked(position, hand) for hand in hands))
            sample = Sample(position.labels, position.seats, width, rows)
            done = playouts(
                position, sample, repeats=REPEATS, share=self._effort.share, seed=self._seed, first_world=members[0]
            )
            won = bytes(done.won.cast("B"))
            for number, at in enumerate(members):
                place = number * REPEATS * width
                known[at, deals[at]] = tuple(won[place + n * width : place + (n + 1) * width] for n in range(REPEATS))
        for at, dealt in deals.items():
            yield at, [flat[tricks] for tricks in known[at, dealt]]

    def _masked(self, position: Position, hand: int) -> int:
        """A hand in the labels of a position."""
        key = position.labels, hand
        if key not in self._masks:
            self._masks[key] = position.labels.mask(Cards(hand))
        return self._masks[key]

    def _position(self, contract: Contract, contracts: Sequence[Played | None]) -> tuple[Position | None, Flat]:
        """The position in which a contract is first played, and how its tricks count; no position where nobody is left
        against the maker."""
        known = self._known.get(contract)
        if known is None:
            gone = next(made[0].gone for made in contracts if made and replace(made[0], gone=0) == contract)
            hand, position = self._begin(replace(contract, gone=gone))
            known = self._known[contract] = position, self._count(contract, hand, position)
        return known

    def _count(self, contract: Contract, hand: EuchreHand, position: Position | None) -> Flat:
        """How the tricks of a contract count: the same whatever is trump."""
        key = replace(contract, trump=NO_TRUMP, taken_up=False)
        if key not in self._counted:
            outcomes = Outcomes(self._view, hand.count, self._seat, self._equity, hand.announced)
            players = hand.rules.players
            flat = self._counted[key] = Flat(outcomes, position.seats if position else (), players)
            if position is None:
                won = tuple(hand.rules.cards_each * (other == contract.maker) for other in range(1, players + 1))
                flat[b""] = outcomes.of(won)
        return self._counted[key]

    def _begin(self, contract: Contract) -> tuple[EuchreHand, Position | None]:
        """The deal when its play begins, and its position: the same whatever number of tricks was bid."""
        key = replace(contract, gone=0, tricks=0)
        if key not in self._begun:
            made = replace(key, out=frozenset())
            if made not in self._made:
                self._made[made] = _after(self._view, self._events(contract))
            view = _after(self._made[made], self._answers(contract))
            while isinstance(view.hand, EuchreHand) and view.hand.stage is Stage.DEFENDING:
                view = view.evolve(Passed(view.hand.board.turn, 3))
            assert isinstance(view.hand, EuchreHand)
            left = len(view.hand.board.sitting_out) < view.rules.players - 1
            self._begun[key] = view.hand, Position.of(view) if left else None
        hand, position = self._begun[key]
        return replace(hand, contract=contract.tricks), position

    def _events(self, contract: Contract) -> Iterator[Event]:
        """What leads from where the deal stands to a contract."""
        hand = self._hand
        resting = partners_of(hand.rules.sides, contract.maker) if contract.alone or contract.moon else frozenset()
        if hand.stage is Stage.BIDDING:
            yield MoonBid(contract.maker) if contract.moon else BidMade(contract.maker, contract.tricks)
        if hand.stage in (Stage.ORDERING, Stage.NAMING, Stage.BIDDING):
            if hand.stage is Stage.ORDERING and contract.taken_up:
                assert isinstance(contract.trump, Suit)
                yield Ordered(contract.maker, contract.trump, contract.alone)
            else:
                yield Named(contract.maker, contract.trump, contract.alone)
            yield from map(SitsOut, resting)
            if contract.taken_up:
                assert hand.turned is not None
                yield TookUp(hand.dealer, hand.turned)
        if contract.taken_up and hand.stage is not Stage.DEFENDING:
            known = hand.dealer == self._seat and not hand.board.holding(self._seat).unseen
            yield Discarded(hand.dealer, next(iter(Cards(contract.gone))) if known else None)

    def _answers(self, contract: Contract) -> Iterator[Event]:
        """Who rests for a lone defender; who stays against the maker, and who drops."""
        hand = self._hand
        if hand.stage is Stage.DEFENDING:
            yield from map(SitsOut, contract.out)
        elif hand.rules.calling.dropping:
            asked = opponents(hand if hand.maker == contract.maker else replace(hand, maker=contract.maker))
            if hand.stage is Stage.STAYING:
                asked = asked[asked.index(hand.board.turn) :]
            for other in asked:
                yield DroppedOut(other) if other in contract.out else Stayed(other)


def _after(view: Match, events: Iterable[Event]) -> Match:
    """The view once some events have happened."""
    for event in events:
        view = view.evolve(event)
    return view
