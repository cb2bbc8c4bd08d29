"""Euchre Game Notation written, version 1.4, from what happened in a match; what it cannot say is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from atout.cards import Card, Cards, Suit
from atout.euchre.egn.cards import text_of
from atout.euchre.egn.deal import DealRead
from atout.euchre.egn.rules import ruleset
from atout.euchre.egn.schema import FILE_TYPE, MOST_DEALS, VERSION, DealTold
from atout.euchre.rules import EuchreRules
from atout.events import (
    Adjusted,
    DealScored,
    DealStarted,
    Dealt,
    DealVoid,
    DefendedAlone,
    Discarded,
    Event,
    MatchOver,
    Named,
    Ordered,
    Passed,
    Placed,
    Played,
    Revealed,
    SitsOut,
    Swapped,
    TookUp,
    TrickTaken,
    TurnedDown,
    TurnedUp,
    VoidReason,
)
from atout.foreign import WHOLE, ForeignError, Note
from atout.match import Match
from atout.tricks import Holding

_SILENT: Final = (TookUp, TurnedDown, SitsOut, DealScored, Revealed)
"""What follows from the rest."""
_EXCHANGING, _CALLING, _DEFENDING = 0, (1, 2), 3
"""Rounds of passes: before the calls, the calls, and after them."""
_BETWEEN: Final = re.compile(r",\n *")
_FLAT: Final = re.compile(r'\[\n *((?:"[^"\n]*"|-?[0-9]+)(?:,\n *(?:"[^"\n]*"|-?[0-9]+))*)\n *\]')
"""A list of plain values, one a line: texts hold no line ends, so none is mistaken for another."""


class _Deal:
    """A deal being written."""

    def __init__(self, started: DealStarted, rules: EuchreRules) -> None:
        self.rules = rules
        self.number = started.number
        self.dealer = started.dealer
        self.holdings: tuple[Holding, ...] = ()
        self.turned: Card | None = None
        self.stock: tuple[Card | None, ...] = ()
        self.swap: Swapped | None = None
        self.calls: list[str] = []
        self.alone = False
        self.defender: int | None = None
        self.asked = [0, 0]
        """How many passed the farmer's hand, and the lone defence, by."""
        self.discard: Card | None = None
        self.tricks: list[list[str]] = []
        self.fresh = True
        self.playing = False
        """Whether the play has begun, with or without a card."""

    def refused(self, code: str, **facts: object) -> ForeignError:
        """The error for what the format has no place for in this deal."""
        return ForeignError(WHOLE, code, deal=self.number, **facts)

    def add(self, event: Event) -> None:
        """One more event of the deal."""
        match event:
            case Dealt(holdings, stock):
                self.holdings, self.stock = holdings, stock
            case Placed():
                raise self.refused("from-the-middle")
            case TurnedUp(card) if card in self.rules.benny:
                raise self.refused("joker-turned-out")
            case TurnedUp(card):
                self.turned = card
            case Swapped():
                self.swap = event
            case Passed(_, turn) if turn in _CALLING:
                self.calls.append("Pass")
            case Passed(_, turn):
                self.asked[turn == _DEFENDING] += 1
            case Ordered(alone=alone):
                self.calls.append("Order")
                self.alone = alone
            case Named(_, trump, alone):
                self.calls.append(str(trump).lower() if isinstance(trump, Suit) else "n")
                self.alone = alone
            case Discarded(_, card):
                self.discard = card
            case DefendedAlone(seat):
                self.defender = seat
            case Played(_, card):
                if self.fresh:
                    self.tricks.append([])
                self.tricks[-1].append(text_of(card))
                self.fresh = False
            case TrickTaken():
                self.fresh = True
            case DealVoid(VoidReason.PASSED_OUT):
                pass
            case _ if not isinstance(event, _SILENT):
                raise self.refused("not-written", event=_told(event))

    def told(self) -> dict[str, Any]:
        """The deal as JSON."""
        if self.turned is None:
            raise self.refused("no-turned-card")
        state: dict[str, Any] = {"dealer": self.dealer - 1, "upCard": text_of(self.turned)}
        if any(holding.sure for holding in self.holdings):
            state["playerCards"] = [self._hand(holding) for holding in self.holdings]
        phases: list[dict[str, Any]] = []
        spoken = self.calls or self.swap or self.asked[0]
        if spoken:
            phases.append({"phaseNumber": 0, "type": "EUCHRE_BIDDING", **self._bidding()})
        if self.playing:
            phases.append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": self.tricks})
        told = {"dealNumber": self.number - 1, "initialState": state, "phases": phases}
        if self.swap is not None and not self._follows(told, self.swap):
            raise self.refused("exchange-open")
        return told

    def _follows(self, told: dict[str, Any], swap: Swapped) -> bool:
        """Whether a reader finds out which cards a farmer's hand gave: only those it took are told."""
        try:
            return DealRead(self.rules, msgspec.convert(told, DealTold), "").given == swap.given
        except ForeignError:
            return False

    def _hand(self, holding: Holding) -> list[str]:
        if holding.sure and holding.unseen:
            raise self.refused("half-known-hand")
        return [*map(text_of, holding.sure), *["Xx"] * holding.unseen]

    def _bidding(self) -> dict[str, Any]:
        if self.swap is None and 0 < self.asked[0] < self.rules.players:
            raise self.refused("half-asked")
        said: dict[str, Any] = {"calls": self.calls, "isAlone": self.alone}
        if self.alone and self.rules.calling.defend_alone and self._defence_answered():
            said["aloneDefender"] = -1 if self.defender is None else self.defender - 1
        if self.discard is not None:
            said["discard"] = text_of(self.discard)
        if self.swap is not None:
            cards = list(map(text_of, self.swap.taken))
            said["cardExchanges"] = [{"receiver": self.swap.seat - 1, "cards": cards}]
        return said

    def _defence_answered(self) -> bool:
        if self.asked[1] and not self.playing:
            raise self.refused("half-asked")
        return self.playing


def _told(event: Event) -> str:
    """An event in a word: the token of what was done, or what it is."""
    return str(event.action) if event.action is not None else type(event).__name__


def write(start: Match, names: Sequence[str], events: Iterable[Event]) -> tuple[str, tuple[Note, ...]]:
    """The file of what happened after ``start``, secrets included, and what is lost; raises ``ForeignError``."""
    rules = start.rules
    if not isinstance(rules, EuchreRules):
        raise ForeignError(WHOLE, "other-game", profile=rules.profile)
    if start.overtime:
        raise ForeignError(WHOLE, "overtime")
    table = ruleset(rules)
    deals: list[_Deal] = []
    match = start
    for event in events:
        match = match.evolve(event)
        if isinstance(event, Adjusted):
            raise ForeignError(WHOLE, "ruling")
        if isinstance(event, DealStarted):
            deals.append(_Deal(event, rules))
        elif not isinstance(event, MatchOver):
            deals[-1].add(event)
        if deals and match.hand is not None:  # in the middle of an act that says more than one thing it may seem so
            deals[-1].playing = bool(deals[-1].tricks) or match.hand.playing
    if len(deals) > MOST_DEALS:
        raise ForeignError(WHOLE, "too-many-deals", most=MOST_DEALS)
    metadata: dict[str, Any] = {
        "players": [*names, *[""] * (rules.players - len(names))],
        "initialScore": list(start.standing.totals),
        "ruleset": table,
    }
    if match.over:
        metadata["finalScore"] = list(match.standing.totals)
    told = [deal.told() for deal in deals]
    file = {"fileType": FILE_TYPE, "version": VERSION, "metadata": metadata, "deals": told}
    order_lost = any(_unordered(deal.stock, deal.swap) for deal in deals)
    return _laid_out(file), (Note("order-of-stock"),) if order_lost else ()


def _laid_out(file: dict[str, Any]) -> str:
    """The text, a list of plain values a line: a trick, a hand."""
    text = json.dumps(file, ensure_ascii=False, indent=2)
    return _FLAT.sub(lambda found: f"[{_BETWEEN.sub(', ', found[1])}]", text) + "\n"


def _unordered(stock: tuple[Card | None, ...], swap: Swapped | None) -> bool:
    """Whether the cards under the turned one lie in an order that a reader could not know."""
    rest = stock[: len(stock) - len(swap.taken)] if swap else stock
    known = [card for card in rest if card is not None]
    return known != list(Cards.of(known))
