"""The call of a thinking player: what becomes of the deal if it orders, names, passes or lays a card away.

Deals that fit what was heard are imagined; after a pass the others, and later the seat itself, call by rules of thumb.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from atout.actions import Action, Discard, Name, Order, Pass
from atout.bots.belief import effective, tempered
from atout.bots.decision import Tally
from atout.bots.equity import Equity
from atout.bots.euchre.belief import heard, of_calls
from atout.bots.euchre.judge import Table
from atout.bots.outcomes import FINE, Flat, Outcome, Outcomes
from atout.bots.search import Effort, Thought, read
from atout.cards import Card, Cards, Suit, Trump
from atout.euchre.calls import names_by_right
from atout.euchre.hand import EuchreHand, Stage
from atout.euchre.rules import TRICKS, Form
from atout.events import Discarded, Event, Named, Ordered, Passed, SitsOut, TookUp
from atout.kernel import Position, Sample, playouts
from atout.kernel.twin.core import Rng
from atout.match import Match
from atout.seats import left_of, partners_of, round_from, side_of

_CALLS: Final = (Pass, Order, Name, Discard)
_REPEATS: Final = 4
"""Playouts of each deal and call: a deal of five cards is quickly played."""

Dealt = tuple[int, ...]
"""The cards of each seat, as masks."""


class Contract(Struct, frozen=True):
    """Who makes what trump, with the partner or alone; whether the dealer takes the turned card up, and what it then
    lays away, if that is known (a mask)."""

    maker: int
    trump: Trump
    taken_up: bool
    gone: int = 0
    alone: bool = False


def auction(view: Match, seat: int, effort: Effort, equity: Equity | None, seed: int, every: bool) -> Thought | None:
    """The calls (or discards) a seat may make, all compared; ``None`` for what else may be asked."""
    hand = view.hand
    assert isinstance(hand, EuchreHand)
    legal = hand.legal(seat)
    if hand.rules.form is not Form.TURNED or not all(isinstance(action, _CALLS) for action in legal):
        return None
    if hand.turned is None or names_by_right(hand):
        return None
    table = Table(view, hand)
    deals, counted = _deals(hand, seat, table, effort, seed)
    playing = _Playing(view, hand, seat, effort, equity, seed)
    tallies: dict[Action, Tally] = {}
    for action in legal:
        tally = tallies[action] = Tally(_REPEATS)
        outcomes = playing.of([_contract(table, seat, action, deal) for deal in deals])
        for found in outcomes:
            tally.add(found)
    return Thought(tallies, {}, counted)


def _deals(hand: EuchreHand, seat: int, table: Table, effort: Effort, seed: int) -> tuple[list[Dealt], float]:
    """Deals as the seat believes them, and how many equally likely ones they are worth."""
    mine, players = hand.board.holding(seat).sure, hand.rules.players
    assert hand.turned is not None
    unseen = tuple((hand.rules.pack - mine).without(hand.turned))
    pool = [_dealt(unseen, mine.mask, seat, players, Rng(seed, at)) for at in range(effort.bids * max(1, effort.pool))]
    if not effort.trust:
        return pool[: effort.bids], float(effort.bids)
    weigh = of_calls(table, heard(hand), seat)
    weights = tempered([weigh(deal) for deal in pool], effort.trust)
    total, chosen, reached, at = sum(weights), [], weights[0], 0
    for pick in range(effort.bids):
        while reached <= (pick + 0.5) * total / effort.bids and at < len(pool) - 1:
            at += 1
            reached += weights[at]
        chosen.append(pool[at])
    return chosen, effective(weights)


def _dealt(unseen: Sequence[Card], mine: int, seat: int, players: int, rng: Rng) -> Dealt:
    """Five unseen cards for every other seat; a dealer who has taken the turned card up was dealt five as well."""
    cards = list(unseen)
    hands = []
    for other in range(1, players + 1):
        if other == seat:
            hands.append(mine)
            continue
        held = 0
        for _ in range(TRICKS):
            held |= cards.pop(rng.below(len(cards))).bit
        hands.append(held)
    return tuple(hands)


def _contract(table: Table, seat: int, action: Action, deal: Dealt) -> tuple[Contract, Dealt] | None:
    """What a deal's contract is after an action, and the hands it is played with; ``None`` if all pass."""
    hand = table.hand
    match action:
        case Discard(card):
            assert card is not None and hand.maker is not None and hand.trump is not None
            made = Contract(hand.maker, hand.trump, True, card.bit)
            return made, _without(deal, seat, card.bit)
        case Order(alone):
            return _taken_up(table, seat, deal, alone)
        case Name(trump, alone):
            return Contract(seat, trump, False, alone=alone), deal
    return _passed(table, seat, deal)


def _taken_up(table: Table, maker: int, deal: Dealt, alone: bool = False) -> tuple[Contract, Dealt]:
    turned, dealer = table.hand.turned, table.hand.dealer
    assert turned is not None and turned.suit is not None
    six = deal[dealer - 1] | turned.bit
    _, gone = table.judge.keeps(turned.suit, six, table.may_lay_away(six))
    hands = (*deal[: dealer - 1], six & ~gone, *deal[dealer:])
    return Contract(maker, turned.suit, True, gone, alone), hands


def _without(deal: Dealt, seat: int, card: int) -> Dealt:
    return (*deal[: seat - 1], deal[seat - 1] & ~card, *deal[seat:])


def _passed(table: Table, seat: int, deal: Dealt) -> tuple[Contract, Dealt] | None:
    """The others go on after a pass: whoever is good enough calls."""
    hand = table.hand
    speaking = round_from(left_of(hand.dealer, hand.rules.players), hand.rules.players)
    after = speaking[speaking.index(seat) + 1 :]
    if hand.stage is Stage.ORDERING:
        for other in after:
            if table.orders(other, deal[other - 1]) >= table.needs[other]:
                return _taken_up(table, other, deal)
        after = speaking
    for other in after:
        tricks, trump = table.names(other, deal[other - 1])
        stuck = hand.rules.calling.stick and other == hand.dealer
        if tricks >= table.needs[other] or stuck:
            return Contract(other, trump, False), deal
    return None


class _Playing:
    """Plays deals out under their contracts; each contract's position is made once."""

    def __init__(
        self, view: Match, hand: EuchreHand, seat: int, effort: Effort, equity: Equity | None, seed: int
    ) -> None:
        self._view, self._hand, self._seat = view, hand, seat
        self._effort, self._equity, self._seed = effort, equity, seed
        self._known: dict[Contract, tuple[Position, Flat]] = {}
        self._void = self._passed_out()

    def _passed_out(self) -> Outcome:
        dealer = left_of(self._hand.dealer, self._hand.rules.players)
        worth = 0.5
        if self._equity is not None:
            side = side_of(self._hand.rules.sides)[self._seat - 1]
            worth = self._equity.worth(self._view.standing, dealer)[side]
        return Outcome(round(worth * FINE), 0.0, None, None, None, 0, 0)

    def of(self, contracts: Sequence[tuple[Contract, Dealt] | None]) -> Iterator[list[Outcome]]:
        """The outcomes of each deal, in order."""
        found: dict[int, list[Outcome]] = {}
        groups: dict[Contract, list[int]] = {}
        for at, made in enumerate(contracts):
            if made is None:
                found[at] = [self._void] * _REPEATS
            else:
                groups.setdefault(made[0], []).append(at)
        for contract, members in groups.items():
            position, flat = self._position(contract)
            labels = position.labels
            rows = array("Q")
            for at in members:
                made = contracts[at]
                assert made is not None
                rows.extend(labels.mask(Cards(made[1][playing - 1])) for playing in position.seats)
            sample = Sample(labels, position.seats, len(position.seats), rows)
            for number, at in enumerate(members):
                run = playouts(
                    position, sample.chosen((number,)), repeats=_REPEATS, share=self._effort.share, seed=self._seed,
                    first_world=at,
                )  # fmt: skip
                found[at] = read(run, flat)[0]
        return (found[at] for at in range(len(contracts)))

    def _position(self, contract: Contract) -> tuple[Position, Flat]:
        key = Contract(contract.maker, contract.trump, contract.taken_up, alone=contract.alone)
        known = self._known.get(key)
        if known is None:
            view = self._view
            for event in self._events(contract):
                view = view.evolve(event)
            while isinstance(view.hand, EuchreHand) and view.hand.stage is Stage.DEFENDING:
                view = view.evolve(Passed(view.hand.board.turn, 3))
            assert isinstance(view.hand, EuchreHand)
            position = Position.of(view)
            outcomes = Outcomes(self._view, view.hand.count, self._seat, self._equity)
            known = self._known[key] = position, Flat(outcomes, position.seats, view.rules.players)
        return known

    def _events(self, contract: Contract) -> Iterator[Event]:
        """What leads to the play of a contract."""
        hand = self._hand
        assert hand.turned is not None
        partners = partners_of(hand.rules.sides, contract.maker) if contract.alone else frozenset()
        if not contract.taken_up:
            yield Named(contract.maker, contract.trump, contract.alone)
            yield from map(SitsOut, partners)
            return
        if hand.stage is not Stage.DISCARDING:
            assert isinstance(contract.trump, Suit)
            yield Ordered(contract.maker, contract.trump, contract.alone)
            yield from map(SitsOut, partners)
            yield TookUp(hand.dealer, hand.turned)
        mine = hand.dealer == self._seat
        yield Discarded(hand.dealer, next(iter(Cards(contract.gone))) if mine else None)
