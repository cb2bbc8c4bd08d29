"""Two worlds one seat cannot tell apart: the same game with unseen cards exchanged."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Action, Deal, Discard, Give, Play
from atout.cards import Card, Cards
from atout.events import CardDrawn, CardShown, DealStarted, Dealt, Discarded, Event, HandSeen, Placed, Swapped
from atout.spades.events import CardsGiven
from atout.table import Table


def swapped(table: Table, seat: int, chance: Random) -> Table | None:
    """The same game with two cards exchanged that a seat may not know, played on while the same actions are allowed.

    It may be one of the current deal or of an earlier one still under its curtain; ``None`` if there is none such.
    """
    if not table.match.secrets:
        return None
    number, _ = chance.choice(table.match.secrets)
    unseen = list(table.rules.pack - _known_in_deal(table, seat, number))
    if len(unseen) < 2:
        return None
    one, other = chance.sample(unseen, 2)
    exchange = {one: other, other: one}
    deal = 0
    actions: list[tuple[int, Action]] = []
    for actor, action in table.actions:
        deal += isinstance(action, Deal)
        actions.append((actor, _with_exchange(action, exchange) if deal + table.start.number == number else action))
    return replayed(table, actions)


def _known_in_deal(table: Table, seat: int, number: int) -> Cards:
    """Every card of a deal that a seat may know, said without asking the curtain."""
    known: set[Card] = set()
    current = table.start.number
    for event in table.events:
        if isinstance(event, DealStarted):
            current = event.number
        if current == number:
            known.update(_cards_in(_part_of(event, seat) if event.secret else event))
    return Cards.of(known)


def _part_of(event: Event, seat: int) -> object:
    """What a seat may know of an event with a secret; of a kind that is not told here, nothing."""
    match event:
        case Dealt(holdings, closed=closed) if seat and seat not in closed:
            return holdings[seat - 1]
        case Swapped(owner, given, taken):
            return given, (taken if owner == seat else None)
        case Placed(position):
            return position.gone, position.holdings[seat - 1] if seat else None
        case HandSeen(owner, holding) if owner == seat:
            return holding
        case CardShown(owner, card, to_all) if to_all or owner == seat:
            return card
        case CardDrawn(owner, taken, tossed, kept_shown, to_all):
            shown, hidden = (taken, tossed) if kept_shown else (tossed, taken)
            return (shown if to_all or owner == seat else None), (hidden if owner == seat and not kept_shown else None)
        case Discarded(owner, card) if owner == seat:
            return card
        case CardsGiven(owner, receiver, cards) if seat in (owner, receiver):
            return cards
    return None


def _cards_in(value: Any) -> Iterable[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Cards | tuple):
        for item in value:
            yield from _cards_in(item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _cards_in(getattr(value, name))


def _with_exchange(action: Action, exchange: dict[Card, Card]) -> Action:
    match action:
        case Deal(order):
            return replace(action, order=tuple(exchange.get(card, card) if card else None for card in order))
        case Play(card) if card in exchange:
            return Play(exchange[card])
        case Discard(card) if card in exchange:
            return Discard(exchange[card])
        case Give(cards):
            return replace(action, cards=Cards.of(exchange.get(card, card) for card in cards))
    return action


def replayed(table: Table, actions: Iterable[tuple[int, Action]]) -> Table:
    """A table where the same was done, as long as it was allowed."""
    new = Table(table.rules, seed=table.seed, names=table.names, dealing=False, match=table.start)
    for seat, action in actions:
        if new.match.refusal(seat, action) is not None:
            break
        new.act(action, seat)
    return new
