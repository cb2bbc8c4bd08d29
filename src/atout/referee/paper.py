"""A deal known from paper: its bids or its maker, and its tricks, laid out as actions of the game.

The cards are unseen (``[Hands "? ? ?"]``). Bids are made seat by seat in speaking order, so the game itself refuses
what it does not allow. Where trump is made, the deal starts after the calls: a position with its maker. So does a
deal whose hands were drawn: what was kept and tossed is not told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from atout.actions import BLIND_NIL, Bid, Deal, Give, Keep, Look, Pass, Settle, SetUp, Void
from atout.cards import Suit
from atout.events import BidMade, DealVoid, Event, Named, Placed, Settled, VoidReason
from atout.game import Rules
from atout.match import Match
from atout.scoring import Standing
from atout.seats import HOUSE
from atout.table import Table
from atout.tricks import Holding, Position


class PaperDeal(Struct, frozen=True):
    """What a sheet knows of a deal: ``bids`` or ``maker`` (and perhaps ``trump``), then tricks ``won``, by seat.

    ``won`` is ``None`` while the tricks are to come; ``void`` says why a deal does not count.
    """

    bids: tuple[int, ...] | None = None
    maker: int | None = None
    trump: Suit | None = None
    won: tuple[int, ...] | None = None
    void: VoidReason | None = None
    blind: tuple[int, ...] = ()
    """The seats whose bid is a nil made before looking."""

    @property
    def complete(self) -> bool:
        """Whether nothing is to come."""
        return self.won is not None or self.void is not None

    @classmethod
    def of(cls, events: Iterable[Event]) -> PaperDeal:
        """What the events of a deal tell a sheet."""
        bids: dict[int, int] = {}
        blind: list[int] = []
        position: Position | None = None
        won: tuple[int, ...] | None = None
        void: VoidReason | None = None
        for event in events:
            match event:
                case BidMade(seat, tricks, is_blind):
                    bids[seat] = tricks
                    blind += [seat] if is_blind else []
                case Placed(placed):
                    position = placed
                case Settled(settled):
                    won = settled
                case DealVoid(reason):
                    void = reason
        announced = tuple(bids[seat] for seat in sorted(bids)) or None
        if position is None:
            return cls(bids=announced, won=won, void=void, blind=tuple(sorted(blind)))
        return cls(position.bids, position.maker, position.trump, won, void, position.blind)


_NOTHING: Final = PaperDeal()


def takes_bids(match: Match) -> bool:
    """Whether seats announce tricks in this game; in others one of them makes trump."""
    hand = match.family.start(match.rules, 1, Standing.zero(len(match.rules.sides)))
    refusal = hand.refusal(HOUSE, SetUp(_unseen(match, 1), 1))
    return refusal is not None and refusal.code == "bids-missing"


def unseen_deal(rules: Rules, dealer: int) -> Deal:
    """The deal of a pack that nobody has told."""
    return Deal((None,) * len(rules.pack), dealer)


def _unseen(match: Match, leader: int, deal: PaperDeal = _NOTHING) -> Position:
    """A position in which no card is seen."""
    rules = match.rules
    hidden = len(rules.pack) - rules.players * rules.cards_each
    return Position(
        holdings=(Holding(unseen=rules.cards_each),) * rules.players,
        won=(0,) * rules.players,
        leader=leader,
        out=Holding(unseen=hidden),
        bids=deal.bids,
        blind=deal.blind,
        maker=deal.maker,
        trump=deal.trump,
    )


def lay_out(match: Match, deal: PaperDeal, dealer: int) -> Table:
    """A table that goes on from a match with this deal; raises ``Illegal`` for what the game does not allow."""
    table = Table(match.rules, seed=0, dealing=False, match=match)
    if deal.maker is not None:
        table.act(SetUp(_unseen(match, _first_leader(match, deal.maker, dealer), deal), dealer), HOUSE)
    else:
        table.act(unseen_deal(match.rules, dealer), HOUSE)
        if deal.bids is not None:
            _announce(table, deal, dealer)
    if deal.void is VoidReason.PASSED_OUT:
        while table.turn is not None:
            table.act(Pass())
    elif deal.void is not None:
        table.act(Void(), HOUSE)
    elif deal.won is not None:
        table.act(Settle(deal.won), HOUSE)
    return table


def _announce(table: Table, deal: PaperDeal, dealer: int) -> None:
    """The bids, in speaking order, after a draw that nobody tells."""
    assert deal.bids is not None
    while table.legal and isinstance(table.legal[0], Keep):
        table.act(Keep())
    drawn = len(table.actions) > 1
    for _ in deal.bids:
        assert table.turn is not None
        is_blind = table.turn in deal.blind
        if Look() in table.legal and not is_blind:
            table.act(Look())
        table.act(Bid(deal.bids[table.turn - 1], blind=is_blind))
    while table.legal and isinstance(table.legal[0], Give):
        table.act(table.legal[0])
    if drawn:
        leader = table.turn
        while table.actions:
            table.undo()
        assert leader is not None
        table.act(SetUp(_unseen(table.match, leader, deal), dealer), HOUSE)


def may_be_blind(match: Match, dealer: int) -> tuple[int, ...]:
    """The seats that may bid nil before looking in the next deal; none where nobody ever may."""
    table = Table(match.rules, seed=0, dealing=False, match=match)
    table.act(unseen_deal(match.rules, dealer), HOUSE)
    found: list[int] = []
    while table.legal and isinstance(table.legal[0], Bid):
        assert table.turn is not None
        found += [table.turn] if BLIND_NIL in table.legal else []
        if Look() in table.legal:
            table.act(Look())
        table.act(table.legal[0])
    return tuple(sorted(found))


def _first_leader(match: Match, maker: int, dealer: int) -> int:
    """Who leads when a seat has made trump, whichever suit it is."""
    hand = match.family.start(match.rules, dealer, match.standing).evolve(Named(maker, Suit.SPADES))
    assert hand.turn is not None
    return hand.turn


def tricks_by_seat(match: Match, maker: int, tricks: int) -> tuple[int, ...]:
    """Tricks by seat where only those of the maker's side are told: the maker's, the rest to the other side's first."""
    hand = match.family.start(match.rules, 1, match.standing).evolve(Named(maker, Suit.SPADES))
    other = next(camp[0] for camp in hand.camps if maker not in camp)
    won = {maker: tricks, other: max(0, match.rules.cards_each - tricks)}
    return tuple(won.get(seat, 0) for seat in range(1, match.rules.players + 1))
