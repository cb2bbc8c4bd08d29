"""What a thinking player says before the play: what becomes of the deal after each call, bid or answer.

Deals that fit what was heard are imagined; the others, and later the seat itself, go on by rules of thumb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from atout.actions import Action, Bid, DefendAlone, Discard, Drop, Moon, Name, Order, Pass, Stay
from atout.bots.equity import Equity
from atout.bots.euchre.belief import heard, of_calls
from atout.bots.euchre.bidders import Bidders
from atout.bots.euchre.contracts import REPEATS, Contract, Dealt, Played, Playing
from atout.bots.euchre.deals import imagined
from atout.bots.euchre.judge import Table
from atout.bots.outcomes import Outcome
from atout.bots.search import Effort, Thought, compared
from atout.cards import Suit, Trump
from atout.euchre.calls import names_by_right, opponents, speaking
from atout.euchre.hand import EuchreHand, Stage
from atout.euchre.rules import Form
from atout.match import Match
from atout.seats import partners_of

_CALLS: Final = (Pass, Order, Name, Discard, Bid, Moon, DefendAlone, Stay, Drop)
Foresee = Callable[[Action, Dealt], Played | None]
"""What is played in a deal after an action; ``None`` if all pass."""


def auction(
    view: Match, seat: int, effort: Effort, equity: Equity | None, seed: int, usual: Action, every: bool
) -> Thought | None:
    """What a seat may say (or discard), all compared; ``None`` for what else may be asked."""
    hand = view.hand
    assert isinstance(hand, EuchreHand)
    legal = hand.legal(seat)
    if hand.stage is Stage.EXCHANGING or not all(isinstance(action, _CALLS) for action in legal):
        return None
    bids = hand.rules.form is not Form.TURNED
    if hand.turned is None and not bids:
        return None
    table = Table(view, hand)
    foresee: Foresee
    if bids:
        bidders = Bidders(view, table)
        weigh, foresee = bidders.weigh(seat), _Bidding(table, seat, bidders).foresee
    else:
        weigh, foresee = of_calls(table, heard(hand), seat), _Calling(table, seat).foresee
    effort = effort.among(len(legal))
    deals, counted = imagined(table, seat, effort, seed, weigh)
    playing = Playing(view, hand, seat, effort, equity, seed)

    def meet(left: Sequence[Action], begun: int, until: int) -> Iterator[list[Outcome]]:
        for action in left:
            yield playing.of([foresee(action, deal) for deal in deals[begun:until]], begun)

    def different(count: int) -> int:
        return len(set(deals[:count]))

    return Thought(compared(legal, len(deals), usual, REPEATS, meet), {}, counted, different, usual=usual)


class _Calling:
    """How calls go on where the turned card's suit, or another, is made trump."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table, self._hand, self._seat = table, table.hand, seat

    def foresee(self, action: Action, deal: Dealt) -> Played | None:
        """See ``Foresee``."""
        hand, seat = self._hand, self._seat
        match action:
            case Discard(card):
                assert card is not None and hand.maker is not None and hand.trump is not None
                hands = (*deal[: seat - 1], deal[seat - 1] & ~card.bit, *deal[seat:])
                return Contract(hand.maker, hand.trump, True, card.bit), hands
            case Order(alone):
                return self._taken_up(seat, self._suit, deal, alone)
            case Name(trump) if names_by_right(hand):
                assert isinstance(trump, Suit)
                return self._taken_up(seat, trump, deal)
            case Name(trump, alone):
                return Contract(seat, trump, alone=alone), deal
        if hand.stage is Stage.DEFENDING:
            return self._defended(deal, alone=isinstance(action, DefendAlone))
        return self._passed(deal)

    @property
    def _suit(self) -> Suit:
        turned = self._hand.turned
        assert turned is not None and turned.suit is not None
        return turned.suit

    def _taken_up(self, maker: int, trump: Suit, deal: Dealt, alone: bool = False) -> Played:
        """The dealer takes the turned card, and lays one away by rules of thumb."""
        turned, dealer = self._hand.turned, self._hand.dealer
        assert turned is not None
        six = deal[dealer - 1] | turned.bit
        _, gone = self._table.judge.keeps(trump, six, self._table.may_lay_away(six))
        hands = (*deal[: dealer - 1], six & ~gone, *deal[dealer:])
        return Contract(maker, trump, True, gone, alone), hands

    def _passed(self, deal: Dealt) -> Played | None:
        """The others go on after a pass: whoever is good enough calls."""
        hand, table = self._hand, self._table
        order = speaking(hand)
        after = order[order.index(self._seat) + 1 :]
        if hand.stage is Stage.ORDERING:
            for other in after:
                if table.orders(other, deal[other - 1]) >= table.needs[other]:
                    return self._taken_up(other, self._suit, deal)
            after = order
        for other in after:
            tricks, trump = table.names(other, deal[other - 1])
            stuck = hand.rules.calling.stick and other == hand.dealer
            if tricks >= table.needs[other] or stuck:
                return Contract(other, trump), deal
        return None

    def _defended(self, deal: Dealt, *, alone: bool) -> Played:
        """Against a lone maker, alone or with the partner."""
        hand, seat = self._hand, self._seat
        assert hand.maker is not None and hand.trump is not None
        out = frozenset(partners_of(hand.rules.sides, seat)) if alone else frozenset[int]()
        if hand.trump is not self._suit:
            return Contract(hand.maker, hand.trump, alone=True, out=out), deal
        hands = deal if hand.dealer == seat else self._taken_up(hand.maker, hand.trump, deal)[1]
        return Contract(hand.maker, hand.trump, True, alone=True, out=out), hands


class _Bidding:
    """How a deal goes on where tricks are bid for."""

    def __init__(self, table: Table, seat: int, bidders: Bidders) -> None:
        self._hand, self._seat, self._bidders = table.hand, seat, bidders
        self._against = {maker: opponents(_made_by(table.hand, maker)) for maker in speaking(table.hand)}

    def foresee(self, action: Action, deal: Dealt) -> Played | None:
        """See ``Foresee``."""
        hand, seat = self._hand, self._seat
        match action:
            case Stay() | Drop():
                assert hand.trump is not None and hand.maker is not None
                return self._contract(hand.maker, self._said, hand.trump, deal, drops=isinstance(action, Drop))
            case Name(trump):
                return self._contract(seat, self._said, trump, deal)
            case Bid(tricks):
                return self._outbid(seat, tricks, deal)
            case Moon():
                return self._outbid(seat, hand.rules.cards_each + 1, deal)
        return self._outbid(hand.maker, self._said, deal)

    @property
    def _said(self) -> int:
        """The bid so far: one more than there are tricks for the moon."""
        return self._hand.rules.cards_each + 1 if self._hand.moon else self._hand.contract

    def _outbid(self, maker: int | None, bid: int, deal: Dealt) -> Played | None:
        """The others go on after a bid or a pass; the highest bidder names the best trump."""
        order = speaking(self._hand)
        for other in order[order.index(self._seat) + 1 :]:
            higher = self._bidders.answer(other, deal[other - 1], bid)
            if higher:
                maker, bid = other, higher
        if maker is None:
            return None
        return self._contract(maker, bid, self._bidders.read(deal[maker - 1]).trump, deal)

    def _contract(self, maker: int, bid: int, trump: Trump, deal: Dealt, *, drops: bool | None = None) -> Played:
        """A bid and its trump, once everybody has answered; ``drops`` is what the seat itself says, if it is asked."""
        hand, each = self._hand, self._hand.rules.cards_each
        out = set(hand.board.sitting_out)
        if hand.rules.calling.dropping:
            asked = self._against[maker]
            if drops is not None:
                asked = asked[asked.index(self._seat) + 1 :]
                out |= {self._seat} if drops else set()
            out |= {other for other in asked if not self._bidders.stays(deal[other - 1], trump)}
        return Contract(maker, trump, tricks=min(bid, each), moon=bid > each, out=frozenset(out)), deal


def _made_by(hand: EuchreHand, maker: int) -> EuchreHand:
    return hand if hand.maker == maker else replace(hand, maker=maker)
