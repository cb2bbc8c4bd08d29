"""A deal known from paper: its bids or its maker, and its tricks, laid out as actions of the game.

The cards are unseen (``[Hands "? ? ?"]``). Bids are made seat by seat in speaking order, so the game itself refuses
what it does not allow. Where trump is made, the deal starts after the calls: a position with its maker. So does a
deal whose hands were drawn: what was kept and tossed is not told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from atout.actions import (
    BLIND_NIL,
    Bid,
    Deal,
    DefendAlone,
    Drop,
    Give,
    Illegal,
    Keep,
    Look,
    Pass,
    Settle,
    SetUp,
    Stay,
    Void,
)
from atout.cards import NO_TRUMP, Suit, Trump
from atout.events import BidMade, DealVoid, Event, Named, Placed, Settled, SitsOut, TrumpFixed, VoidReason
from atout.game import Hand, Rules
from atout.match import Match
from atout.scoring import Standing
from atout.seats import HOUSE, partners_of
from atout.table import Table
from atout.tricks import Holding, Position


class PaperDeal(Struct, frozen=True):
    """What a sheet knows of a deal: ``bids``, or ``maker`` (and perhaps ``trump``), the ``contract`` he bid (one more
    than all tricks for a moon; 0: none) and who is ``sitting_out``; then tricks ``won``, by seat.

    ``won`` is ``None`` while the tricks are to come; ``void`` says why a deal does not count.
    """

    bids: tuple[int, ...] | None = None
    maker: int | None = None
    trump: Trump | None = None
    won: tuple[int, ...] | None = None
    void: VoidReason | None = None
    blind: tuple[int, ...] = ()
    """The seats whose bid is a nil made before looking."""
    contract: int = 0
    sitting_out: frozenset[int] = frozenset()

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
        made = position.maker is not None or position.trump is not None
        contract = position.bids[position.maker - 1] if position.bids and position.maker is not None else 0
        return cls(
            bids=None if made else position.bids,
            maker=position.maker,
            trump=position.trump,
            won=won,
            void=void,
            blind=position.blind,
            contract=contract,
            sitting_out=position.sitting_out,
        )


_NOTHING: Final = PaperDeal()


class Asks(Struct, frozen=True):
    """What a game has to be told of a deal: the ``bids`` of all seats, else who made trump; then whether the maker's
    ``contract``, whether that may be a ``moon``, whether tricks ``by_seat`` (the others do not count together), whether
    he may play ``alone``, whether there may be ``no_trump``; the suit that may be trump without a maker."""

    bids: bool
    contract: bool = False
    moon: bool = False
    by_seat: bool = False
    alone: bool = False
    no_trump: bool = False
    makerless: Suit | None = None


def asks(match: Match) -> Asks:
    """What the game of a match has to be told, found by asking it."""

    def code(deal: PaperDeal) -> str:
        hand = match.family.start(match.rules, 1, Standing.zero(len(match.rules.sides)))
        refusal = hand.refusal(HOUSE, SetUp(_unseen(match, 2, deal), 1))
        return refusal.code if refusal else ""

    if code(_NOTHING) == "bids-missing":
        return Asks(bids=True)
    each, partners = match.rules.cards_each, partners_of(match.rules.sides, 1)
    contract = code(PaperDeal(maker=1)) == "contract-missing"
    return Asks(
        bids=False,
        contract=contract,
        moon=not code(PaperDeal(maker=1, contract=each + 1, sitting_out=partners)),
        by_seat=tricks_by_seat(match, PaperDeal(maker=1), 0) is None,
        alone=bool(partners) and not code(PaperDeal(maker=1, sitting_out=partners)),
        no_trump=not code(PaperDeal(maker=1, trump=NO_TRUMP, contract=each if contract else 0)),
        makerless=next((suit for suit in Suit if not code(PaperDeal(trump=suit))), None),
    )


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
        bids=_contract_by_seat(rules, deal) if deal.contract else deal.bids,
        blind=deal.blind,
        maker=deal.maker,
        trump=deal.trump,
        sitting_out=deal.sitting_out,
    )


def _contract_by_seat(rules: Rules, deal: PaperDeal) -> tuple[int, ...]:
    return tuple(deal.contract * (seat == deal.maker) for seat in range(1, rules.players + 1))


def lay_out(match: Match, deal: PaperDeal, dealer: int) -> Table:
    """A table that goes on from a match with this deal; raises ``Illegal`` for what the game does not allow."""
    table = Table(match.rules, seed=0, dealing=False, match=match)
    if deal.maker is not None or deal.trump is not None:
        table.act(SetUp(_unseen(match, _first_leader(match, deal, dealer), deal), dealer), HOUSE)
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


def may_pass_out(match: Match) -> bool:
    """Whether everybody may pass at this table: nobody is forced to bid or to name trump."""
    try:
        lay_out(match, PaperDeal(void=VoidReason.PASSED_OUT), 1)
    except Illegal:
        return False
    return True


def _begun(match: Match, deal: PaperDeal, dealer: int) -> Hand:
    """The play of a deal whose maker is told, as far as the calls matter to it; its trump may be any."""
    hand = match.family.start(match.rules, dealer, match.standing)
    trump = deal.trump or Suit.SPADES
    if deal.maker is None or not 1 <= deal.maker <= match.rules.players:
        return hand.evolve(TrumpFixed(trump)) if isinstance(trump, Suit) else hand
    hand = hand.evolve(Named(deal.maker, trump))
    for partner in sorted(deal.sitting_out & partners_of(match.rules.sides, deal.maker)):
        hand = hand.evolve(SitsOut(partner))
    while hand.turn is not None and not hand.playing:  # those who could still sit out, or stay
        wanted = (Drop(), DefendAlone()) if _sits_out_by_itself(match, deal, hand.turn) else (Stay(), Pass())
        action = next(action for action in hand.legal(hand.turn) if action in wanted)
        for event in hand.decide(hand.turn, action):
            hand = hand.evolve(event)
    return hand


def _sits_out_by_itself(match: Match, deal: PaperDeal, seat: int) -> bool:
    """Whether a seat dropped out, or plays while its partner does not."""
    return seat in deal.sitting_out or bool(partners_of(match.rules.sides, seat) & deal.sitting_out)


def _first_leader(match: Match, deal: PaperDeal, dealer: int) -> int:
    """Who leads when a seat has made trump, whichever suit it is."""
    hand = _begun(match, deal, dealer)
    return hand.turn or deal.maker or 1


def tricks_by_seat(match: Match, deal: PaperDeal, tricks: int) -> tuple[int, ...] | None:
    """Tricks by seat where only those of the maker's side are told: the maker's, the rest to the other side's first.
    ``None`` where the others do not count together."""
    camps = _begun(match, deal, 1).camps
    others = [seat for camp in camps if deal.maker not in camp for seat in camp if seat not in deal.sitting_out]
    if len(camps) > 2 or not others:
        return None
    won = {deal.maker: tricks, others[0]: max(0, match.rules.cards_each - tricks)}
    return tuple(won.get(seat, 0) for seat in range(1, match.rules.players + 1))
