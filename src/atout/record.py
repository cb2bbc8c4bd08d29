"""Records (``.atout``): a match written as text, to be read back by replaying it (``reading``).

Only what cannot be computed is stored; results are checked. A redacted record holds what one seat has seen: a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import Final

from atout.actions import BLIND_NIL, SETTLED, Action, Bid, Claim, Look
from atout.cards import Card
from atout.events import (
    Adjusted,
    CardDrawn,
    CardShown,
    Claimed,
    DealScored,
    DealStarted,
    Dealt,
    Event,
    HandSeen,
    LeadDue,
    Placed,
    Played,
    Revealed,
    Swapped,
    TrickTaken,
    TurnedUp,
)
from atout.families import spec
from atout.game import Rules
from atout.match import Match
from atout.notation import Place, RecordError, quoted, read
from atout.reading import Result, Step, begin, check_labels, refused_setting, results, steps
from atout.scoring import Standing
from atout.seats import partners_of
from atout.tricks import Holding, Position

__all__ = [
    "Place",
    "RecordError",
    "Result",
    "Step",
    "begin",
    "check_labels",
    "read",
    "refused_setting",
    "steps",
    "write",
]


_LOOK: Final = Look()
_STANDING: Final = (DealStarted, DealScored, Adjusted)
"""Events that a standing comes from."""


class _Deal:
    """The events of one deal, gathered for writing; ``before`` is the match as it began, but for what was played."""

    def __init__(self, started: DealStarted, before: Match) -> None:
        self.started = started
        self.before = before
        self.events: list[Event] = []
        self.rulings: list[Adjusted] = []

    def reveal(self, hidden: Iterable[Event]) -> None:
        """Puts what was hidden in its place."""
        full = iter(hidden)
        self.events = [next(full) if event.secret else event for event in self.events]


def write(start: Match, names: Sequence[str], events: Iterable[Event]) -> str:
    """The record of what happened after ``start``; with the events a seat has seen, its redacted record."""
    rulings: list[Adjusted] = []
    deals: list[_Deal] = []
    before = start
    for event in events:
        match event:
            case DealStarted():
                deals.append(_Deal(event, before))
            case Revealed(number, hidden):
                deals[number - 1 - start.number].reveal(hidden)
            case Adjusted():
                (deals[-1].rulings if deals else rulings).append(event)
            case _:
                deals[-1].events.append(event)
        if isinstance(event, _STANDING):
            before = before.evolve(event)
    lines = [f"[Rules {quoted(spec(start.rules))}]"]
    if any(names):
        lines.append(" ".join(f"[Seat {seat} {quoted(name)}]" for seat, name in enumerate(names, 1) if name))
    lines += map(_ruling_tag, rulings)
    for deal in deals:
        lines += ["", *_deal_lines(start, deal, first=deal is deals[0])]
    return "\n".join(lines) + "\n"


def _ruling_tag(event: Adjusted) -> str:
    return f"[Adjust {quoted(f'{event.side + 1} {event.points} {event.reason}'.strip())}]"


def _row(numbers: Iterable[object]) -> str:
    return quoted(" ".join(map(str, numbers)))


def _deal_lines(start: Match, deal: _Deal, *, first: bool) -> Iterator[str]:
    rules = start.rules
    yield f"[Deal {deal.started.number}] [Dealer {deal.started.dealer}]"
    if first and start.standing != Standing.zero(len(rules.sides), rules.ending.start):
        bags = f" [BagsBefore {_row(start.standing.bags)}]" if rules.counts_bags else ""
        yield f"[Before {_row(start.standing.totals)}]{bags}"
    if first and start.overtime:
        yield "[Overtime yes]"
    yield from _layout(rules, deal)
    yield from _body(deal)
    scored = next((event for event in deal.events if isinstance(event, DealScored)), None)
    if scored:
        counted = results(scored)
        if not rules.counts_bags:
            del counted["Bags"]
        yield " ".join(f"[{name} {_row(values)}]" for name, values in counted.items())
    yield from map(_ruling_tag, deal.rulings)


def _layout(rules: Rules, deal: _Deal) -> Iterator[str]:
    opening = deal.events[0]
    if isinstance(opening, Placed):
        yield from _position_lines(rules, opening.position)
        return
    assert isinstance(opening, Dealt)
    hands = list(opening.holdings)
    stock = [event.card for event in deal.events if isinstance(event, TurnedUp)] + list(opening.stock)
    couple = 0
    for event in deal.events:
        match event:
            case HandSeen(seat, holding) if holding is not None:
                hands[seat - 1] = holding
            case Swapped(taken=taken):
                stock[-len(taken) :] = [new or lay for new, lay in zip(taken, stock[-len(taken) :], strict=True)]
            case CardShown(card=card) if stock[couple] is None:
                stock[couple] = card
            case CardDrawn(taken=drawn, tossed=tossed, kept_shown=kept_shown):
                shown, hidden = (drawn, tossed) if kept_shown else (tossed, drawn)
                stock[couple : couple + 2] = [stock[couple] or shown, stock[couple + 1] or hidden]
                couple += 2
    if any(map(len, hands)):
        yield f"[Hands {_row(map(_hand_text, hands))}]"
    if stock:
        yield f"[Stock {_row(_stock_texts(stock))}]"


def _hand_text(hand: Holding) -> str:
    return str(hand.sure) if not hand.unseen else "?"


def _stock_texts(stock: Iterable[Card | None]) -> Iterator[str]:
    for known, run in groupby(stock, key=lambda card: card is not None):
        cards = list(run)
        if known:
            yield from map(str, cards)
        else:
            yield "?" if len(cards) == 1 else f"?{len(cards)}"


def _position_lines(rules: Rules, position: Position) -> Iterator[str]:
    hands = (str(hand.sure) if not hand.unseen else f"?{hand.unseen}" for hand in position.holdings)
    yield f"[Hands {_row(hands)}]"
    tags = [f"[Won {_row(position.won)}]", f"[Leader {position.leader}]"]
    if position.bids is not None:
        bids = (BLIND_NIL if seat in position.blind else bid for seat, bid in enumerate(position.bids, 1))
        tags.insert(0, f"[Bids {_row(bids)}]")
        tags += [] if position.opened is None and position.maker else [f"[Open {'yes' if position.opened else 'no'}]"]
    if position.maker is not None:
        tags.insert(0, f"[Maker {position.maker}]")
    if position.trump is not None:
        tags.insert(0, f"[Trump {position.trump}]")
    if position.sitting_out:
        alone = position.maker is not None and position.sitting_out == partners_of(rules.sides, position.maker)
        tags.append("[Alone yes]" if alone else f"[Resting {_row(sorted(position.sitting_out))}]")
    yield " ".join(tags)
    if position.gone:
        yield f"[Gone {_row(position.gone)}]"
    if position.out.sure:
        yield f"[Stock {_row((*position.out.sure, *([f'?{position.out.unseen}'] if position.out.unseen else [])))}]"


def _was_hidden(deal: _Deal, index: int, seat: int) -> bool:
    """Whether a seat's hand was not known in full before the event of that index."""
    hand = reduce(Match.evolve, (deal.started, *deal.events[:index]), deal.before).hand
    return hand is not None and hand.board.holding(seat).unseen > 0


def _look(deal: _Deal, index: int, seat: int) -> Look | None:
    """The action behind cards seen: a look, unless they are seen without asking, or a bid follows that implies it."""
    before = reduce(Match.evolve, (deal.started, *deal.events[:index]), deal.before)
    if before.refusal(seat, _LOOK):
        return None
    following = deal.events[index + 1].action if index + 1 < len(deal.events) else None
    implied = isinstance(following, Bid) and not before.refusal(seat, following)
    return None if implied else _LOOK


def _body(deal: _Deal) -> Iterator[str]:
    """The lines of actions: a section each, then a trick a line."""
    lines: list[_Line] = []
    trick, fresh = 0, True
    opening = deal.events[0]
    if isinstance(opening, Placed):
        trick = sum(opening.position.won)
    for index, event in enumerate(deal.events):
        action = event.action
        if isinstance(event, HandSeen):
            action = _look(deal, index, event.seat)
        if isinstance(event, Claimed) and not event.holding.unseen and _was_hidden(deal, index, event.seat):
            action = Claim(event.holding.sure)
        fresh = fresh or isinstance(event, TrickTaken)
        if action is None:
            continue
        if isinstance(event, Played) and fresh:
            trick, fresh = trick + 1, False
            lines.append(_Line((f"{trick}. {event.seat}:",)))
        elif SETTLED in action.sections:
            lines.append(_Line())
        elif action.sections and not (lines and lines[-1].takes(action)):
            lines.append(_Line(tuple(f"{section}:" for section in action.sections)))
        elif not lines:
            lines.append(_Line())
        lines[-1].tokens.append(str(action))
    due = deal.events[-1]
    if isinstance(due, LeadDue):  # a reader who does not see the hands has to be told
        lines.append(_Line((f"1. {due.seat}:",)))
    for line in lines:
        yield " ".join([*line.labels[:1], *line.tokens])


class _Line:
    """A line being written: the labels that fit every action on it, the first of which it gets, and the tokens."""

    def __init__(self, labels: tuple[str, ...] = ()) -> None:
        self.labels = labels
        self.tokens: list[str] = []

    def takes(self, action: Action) -> bool:
        """Whether the action of a section may follow; its sections leave fewer labels."""
        common = tuple(label for label in self.labels if label.removesuffix(":") in action.sections)
        self.labels = common or self.labels
        return bool(common)
