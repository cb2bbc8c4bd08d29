"""One deal of Spades: draw or deal, bids, tricks, count."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Action, Bid, Deal, Give, Keep, Look, Misdeal, Play, Refusal, SetUp, Toss
from atout.cards import Card, Cards, Suit
from atout.dealing import one_at_a_time, share_out
from atout.events import (
    BidMade,
    CardDrawn,
    CardShown,
    Claimed,
    DealScored,
    Dealt,
    DealVoid,
    Event,
    HandSeen,
    LeadDue,
    MisdealClaimed,
    Placed,
    Played,
    Settled,
    SpadesOpened,
    TrickTaken,
    VoidReason,
)
from atout.game import Announced, end_of_trick, playable, plays_of
from atout.scoring import Standing
from atout.seats import Side, left_of, round_from
from atout.spades.bidding import Bids, may_be_blind
from atout.spades.events import CardsGiven
from atout.spades.giving import exchanges
from atout.spades.groups import Breaking, Draw, DrawShown, Looking
from atout.spades.refusals import allowed, refuse
from atout.spades.rules import SpadesRules
from atout.spades.score import score
from atout.spades.stage import Stage
from atout.tricks import Board, Holding, Ordering, Position

_PLAYING: Final = Stage.PLAYING  # members of an enumeration are slow to look up, and these are asked on every play
_DRAWING: Final = Stage.DRAWING


def recipients(rules: SpadesRules, dealer: int) -> tuple[int, ...]:
    """One card at a time from the dealer's left; in the draw the whole pack is the stock."""
    if rules.dealing.draw:
        return (0,) * len(rules.pack)
    return one_at_a_time(rules.players, rules.cards_each, dealer)


def start(rules: SpadesRules, dealer: int, standing: Standing) -> SpadesHand:
    """A deal before its cards are out."""
    empty = (Holding(),) * rules.players
    return SpadesHand(
        rules=rules,
        dealer=dealer,
        standing=standing,
        stage=Stage.DEALING,
        board=Board(empty, left_of(dealer, rules.players), (0,) * rules.players),
        bids=(None,) * rules.players,
        opened=rules.leading.breaking is Breaking.ANY,
    )


class SpadesHand(Struct, frozen=True, gc=False):
    """A deal in progress. ``stock`` and ``shown`` matter in the two-player draw only.

    ``closed`` are the seats that have not looked at their cards, ``blind`` those that bid nil so; ``given`` counts the
    gifts made after the bids; ``leader`` is who will lead, where a record tells it and no card does.
    """

    rules: SpadesRules
    dealer: int
    standing: Standing
    stage: Stage
    board: Board
    bids: Bids
    opened: bool
    stock: tuple[Card | None, ...] = ()
    shown: Card | None = None
    closed: Side = ()
    blind: Side = ()
    given: int = 0
    leader: int | None = None

    @property
    def ordering(self) -> Ordering:
        """Spades are always trump."""
        return self.rules.ordering

    @property
    def announced(self) -> Announced:
        """The bids, the card of the draw, and whether spades may be led."""
        return Announced(bids=self.bids, blind=self.blind, shown=self.shown, trump=Suit.SPADES, opened=self.opened)

    @property
    def camps(self) -> tuple[Side, ...]:
        """The sides: they do not change with the contract."""
        return self.rules.sides

    @property
    def over(self) -> bool:
        """Whether the deal is counted or void."""
        return self.stage is Stage.OVER

    @property
    def playing(self) -> bool:
        """Whether cards are being played to tricks."""
        return self.stage is Stage.PLAYING

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have not bid yet, in speaking order."""
        if self.stage is not Stage.BIDDING:
            return ()
        first = left_of(self.dealer, self.rules.players)
        return tuple(seat for seat in round_from(first, self.rules.players) if self.bids[seat - 1] is None)

    @property
    def may_lead(self) -> Cards:
        """What the rules allow to be led."""
        due = self.due
        if due is not None:
            return Cards(due.bit)
        return self.rules.pack if self.opened else self.rules.side_suits

    @property
    def due(self) -> Card | None:
        """The card that opens the play, while its holder has to lead it."""
        card, board = self.rules.opening_card, self.board
        if card is None or board.plays or board.trick_number > 1 or card not in board.holding(board.turn).sure:
            return None
        return card

    @property
    def exchanges(self) -> tuple[tuple[int, int], ...]:
        """The gifts still due after the bids: each giver with the seat that receives."""
        return exchanges(self.rules, self.dealer, self.blind)[self.given :]

    def may_be_blind(self, seat: int) -> bool:
        """Whether a seat may bid nil before it looks: it has not, and its side is far enough behind."""
        return seat in self.closed and seat in may_be_blind(self.rules, self.standing)

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        if self.stage is _PLAYING:
            return self.board.turn
        match self.stage:
            case Stage.BIDDING:
                return self.waiting[0]
            case Stage.DRAWING:
                return self._chooser(len(self.stock))
            case Stage.GIVING:
                return self.exchanges[0][0]
            case _:
                return None

    def _chooser(self, stock: int) -> int:
        """Who chooses when so many cards are left in the stock (R5)."""
        done = (len(self.rules.pack) - stock) // 2
        first = left_of(self.dealer, 2)
        second_turn = done % 2 if self.rules.dealing.draw is Draw.ALTERNATE else done // self.rules.cards_each
        return left_of(first, 2) if second_turn else first

    # --- what happens -------------------------------------------------------------------------------------------

    def _deal(self, action: Deal) -> tuple[Event, ...]:
        rules = self.rules
        hands, stock = share_out(recipients(rules, self.dealer), action.order, rules.players)
        holdings = tuple(map(Holding.of, hands))
        at_turn = rules.dealing.look is Looking.TURN
        closed = round_from(1, rules.players) if at_turn else may_be_blind(rules, self.standing)
        hidden = rules.opening_card and any(holding.unseen for holding in holdings)
        dealt = Dealt(holdings, stock, closed, action.leader if hidden else None)
        if rules.dealing.draw:
            return dealt, self._show(stock)
        return dealt, *self.evolve(dealt)._look()

    def _look(self) -> tuple[Event, ...]:
        """What the seat to speak sees without asking: its cards, unless it may bid nil before it looks."""
        waiting = self.waiting
        if not waiting or waiting[0] not in self.closed or self.may_be_blind(waiting[0]):
            return ()
        return (HandSeen(waiting[0], self.board.holding(waiting[0])),)

    def _show(self, stock: tuple[Card | None, ...]) -> CardShown:
        return CardShown(self._chooser(len(stock)), stock[0], self.rules.dealing.draw_shown is DrawShown.ALL)

    def _place(self, position: Position) -> tuple[Event, ...]:
        if position.opened is None:
            opened = self.opened or bool(position.gone & self.rules.spades)
            position = replace(position, opened=opened)
        return (Placed(position),)

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why a seat may not do this now, or ``None`` if it may."""
        return refuse(self, seat, action)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything a seat may do now."""
        if self.stage is _PLAYING:
            board = self.board
            return plays_of(playable(board, self.rules.ordering, seat, self.may_lead)) if seat == board.turn else ()
        return allowed(self, seat) if seat == self.turn else ()

    def decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        """What an allowed action brings about."""
        match action:
            case Play(card):
                return self._decide_play(seat, card)
            case Bid():
                return self._decide_bid(seat, action)
            case Look():
                return (HandSeen(seat, self.board.holding(seat)),)
            case Give(cards, unseen):
                given = CardsGiven(seat, self.exchanges[0][1], (*cards, *(None,) * unseen))
                return given, *self.evolve(given)._lead()
            case Deal():
                return self._deal(action)
            case SetUp(position):
                return self._place(position)
            case Misdeal():
                return MisdealClaimed(seat), DealVoid(VoidReason.MISDEAL)
            case Keep() | Toss():
                return self._decide_draw(seat, isinstance(action, Keep))
        raise ValueError(f"not an action of a deal of Spades: {action}")

    def _decide_bid(self, seat: int, bid: Bid) -> tuple[Event, ...]:
        made = BidMade(seat, bid.tricks, bid.blind)
        seen = (HandSeen(seat, self.board.holding(seat)),) if seat in self.closed else ()
        events = (made, *seen) if bid.blind else (*seen, made)
        after = reduce(SpadesHand.evolve, events, self)
        return *events, *after._look(), *after._lead()

    def _lead(self) -> tuple[Event, ...]:
        """Who leads, once the play begins, where a card decides it. Of a hand that nobody sees a record has to tell."""
        card = self.rules.opening_card
        if card is None or self.stage is not _PLAYING:
            return ()
        holdings = self.board.holdings
        told = (seat for seat, holding in enumerate(holdings, 1) if holding.unseen and seat == self.leader)
        holders = (seat for seat, holding in enumerate(holdings, 1) if card in holding.sure)
        leader = next(chain(holders, told), None)
        return () if leader is None else (LeadDue(leader, card),)

    def _decide_draw(self, seat: int, keep: bool) -> tuple[Event, ...]:
        shown, hidden, *rest = self.stock
        taken, tossed = (shown, hidden) if keep else (hidden, shown)
        drawn = CardDrawn(seat, taken, tossed, keep, self.rules.dealing.draw_shown is DrawShown.ALL)
        return (drawn, self._show(tuple(rest))) if rest else (drawn,)

    def _decide_play(self, seat: int, card: Card) -> tuple[Event, ...]:
        board = self.board
        events: list[Event] = [Played(seat, card)]
        if not self.opened and card in self.rules.spades:
            on_other_suit = bool(board.plays) and board.plays[0][1] not in self.rules.spades
            if on_other_suit or self.rules.leading.breaking is Breaking.PLAYED:
                events.append(SpadesOpened(seat))
        taken, won = end_of_trick(board, self.rules.ordering, seat, card)
        if taken:
            events.append(taken)
        if won:
            events.append(self.count(won))
        return tuple(events)

    def count(self, won: tuple[int, ...]) -> DealScored:
        """The count of the deal with these tricks by seat."""
        bids = tuple(bid or 0 for bid in self.bids)
        return DealScored(won, score(self.rules, bids, won, self.standing, self.blind))

    # --- what it changes ----------------------------------------------------------------------------------------

    def _with_board(self, board: Board) -> SpadesHand:
        return SpadesHand(
            self.rules,
            self.dealer,
            self.standing,
            self.stage,
            board,
            self.bids,
            self.opened,
            self.stock,
            self.shown,
            self.closed,
            self.blind,
            self.given,
            self.leader,
        )

    def evolve(self, event: Event) -> SpadesHand:
        """The next state."""
        board = self.board
        match event:
            case Played(seat, card):
                after = board.after_play(seat, card)
                if not board.plays and card not in self.may_lead:
                    after = replace(after, forced=(*board.forced, board.trick_number))
                return self._with_board(after)
            case TrickTaken(seat):
                return self._with_board(board.after_trick(seat))
            case SpadesOpened():
                return replace(self, opened=True)
            case BidMade(seat, tricks, blind):
                bids = (*self.bids[: seat - 1], tricks, *self.bids[seat:])
                return _begun(replace(self, bids=bids, blind=(*self.blind, seat) if blind else self.blind))
            case HandSeen(seat, holding):
                closed = tuple(other for other in self.closed if other != seat)
                seen = self if holding is None else self._with_board(board.holding_now(seat, holding))
                return replace(seen, closed=closed)
            case CardsGiven(seat, to, cards):
                return _begun(replace(self, board=board.after_gift(seat, to, cards), given=self.given + 1))
            case LeadDue(seat, card):
                known = board.holding(seat).told(card)
                return self._with_board(replace(board.holding_now(seat, known), turn=seat))
            case Claimed(seat, holding):
                return self._with_board(board.holding_now(seat, holding))
            case Dealt(holdings, stock, closed, leader):
                stage = Stage.DRAWING if stock else Stage.BIDDING
                dealt = replace(board, holdings=holdings)
                return replace(self, stage=stage, board=dealt, stock=stock, closed=closed, leader=leader)
            case CardShown(card=card):
                return replace(self, shown=card)
            case CardDrawn(seat, taken, tossed):
                holdings = board.with_holding(seat, board.holding(seat).gain(taken))
                stock = self.stock[2:]
                return replace(
                    self,
                    stage=Stage.DRAWING if stock else Stage.BIDDING,
                    board=replace(board, holdings=holdings, out=board.out.gain(tossed)),
                    stock=stock,
                    shown=None,
                )
            case Placed(position):
                return replace(
                    self,
                    board=Board(position.holdings, position.leader, position.won, out=position.out, gone=position.gone),
                    stage=Stage.PLAYING,
                    bids=position.bids,
                    blind=position.blind,
                    opened=position.opened,
                )
            case Settled(won):
                return self._with_board(replace(board, won=won, plays=()))
            case DealScored() | DealVoid():
                return replace(self, stage=Stage.OVER)
        return self


def _begun(after: SpadesHand) -> SpadesHand:
    """A state after a bid or a gift: the next stage, once nobody has anything to say or to give."""
    if None in after.bids:
        return after
    return replace(after, stage=Stage.GIVING if after.exchanges else Stage.PLAYING)
