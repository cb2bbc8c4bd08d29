"""One deal of Spades: draw or deal, bids, tricks, count."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Action, Bid, Deal, Keep, Misdeal, Play, Refusal, SetUp, Toss
from atout.cards import Card, Cards, Rank, Suit
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
    MisdealClaimed,
    Placed,
    Played,
    Settled,
    SpadesOpened,
    TrickTaken,
    VoidReason,
)
from atout.game import Announced, end_of_trick, playable, plays_of, refuse_play
from atout.scoring import Standing
from atout.seats import Side, left_of, round_from
from atout.spades.bidding import Bids, allowed_bids, refuse_bid
from atout.spades.rules import Breaking, Draw, DrawShown, Look, MisdealClaim, SpadesRules
from atout.spades.score import score
from atout.tricks import Board, Holding, Ordering, Position


class Stage(Enum):
    """What a deal is waiting for."""

    DEALING = auto()
    DRAWING = auto()
    BIDDING = auto()
    PLAYING = auto()
    OVER = auto()


_FACES: Final = Cards.of(Card.of(suit, rank) for suit in Suit for rank in (Rank.KING, Rank.QUEEN, Rank.JACK))
_NOT_NOW: Final = {
    Stage.DEALING: "no-deal",
    Stage.DRAWING: "draw-first",
    Stage.BIDDING: "bid-first",
    Stage.PLAYING: "play-a-card",
    Stage.OVER: "no-deal",
}


_PLAYING: Final = Stage.PLAYING  # members of an enumeration are slow to look up, and these are asked on every play
_DRAWING: Final = Stage.DRAWING
_MISDEAL: Final = Misdeal()
_SPADES: Final = Suit.SPADES


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
    """A deal in progress. ``stock`` and ``shown`` matter in the two-player draw only."""

    rules: SpadesRules
    dealer: int
    standing: Standing
    stage: Stage
    board: Board
    bids: Bids
    opened: bool
    stock: tuple[Card | None, ...] = ()
    shown: Card | None = None

    @property
    def ordering(self) -> Ordering:
        """Spades are always trump."""
        return self.rules.ordering

    @property
    def announced(self) -> Announced:
        """The bids, the card of the draw, and whether spades may be led."""
        return Announced(bids=self.bids, shown=self.shown, trump=Suit.SPADES, opened=self.opened)

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
    def _may_lead(self) -> Cards:
        """What the rules allow to be led."""
        return self.rules.pack if self.opened else self.rules.side_suits

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
            case _:
                return None

    def _chooser(self, stock: int) -> int:
        """Who chooses when so many cards are left in the stock (R5)."""
        done = (len(self.rules.pack) - stock) // 2
        first = left_of(self.dealer, 2)
        second_turn = done % 2 if self.rules.dealing.draw is Draw.ALTERNATE else done // self.rules.cards_each
        return left_of(first, 2) if second_turn else first

    # --- what happens -------------------------------------------------------------------------------------------

    def _deal(self, order: tuple[Card | None, ...]) -> tuple[Event, ...]:
        hands, stock = share_out(recipients(self.rules, self.dealer), order, self.rules.players)
        holdings = tuple(map(Holding.of, hands))
        at_turn = self.rules.dealing.look is Look.TURN
        dealt = Dealt(holdings, stock, not at_turn)
        if self.rules.dealing.draw:
            return dealt, self._show(stock)
        first = left_of(self.dealer, self.rules.players)
        return (dealt, HandSeen(first, holdings[first - 1])) if at_turn else (dealt,)

    def _show(self, stock: tuple[Card | None, ...]) -> CardShown:
        return CardShown(self._chooser(len(stock)), stock[0], self.rules.dealing.draw_shown is DrawShown.ALL)

    def _refuse_house(self, seat: int, action: Action) -> Refusal | None:
        match action:
            case SetUp(Position(bids=None)) if self.stage is Stage.DEALING:
                return Refusal("bids-missing", seat, action)
            case SetUp(Position(bids=bids)) if bids and not all(0 <= bid <= self.rules.highest_bid for bid in bids):
                return Refusal("bid-out-of-range", seat, action, least=0, most=self.rules.highest_bid)
            case Deal() | SetUp() if self.stage is Stage.DEALING:
                return None
        return Refusal("no-deal", seat, action)

    def _place(self, position: Position) -> tuple[Event, ...]:
        if position.opened is None:
            opened = self.opened or bool(position.gone.of_suit(Suit.SPADES))
            position = replace(position, opened=opened)
        return (Placed(position),)

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why a seat may not do this now, or ``None`` if it may."""
        turn = self.turn
        if turn is None:
            return self._refuse_house(seat, action)
        if seat != turn:
            return Refusal("not-your-turn", seat, action, expected=turn)
        match action:
            case Play(card) if self.stage is Stage.PLAYING:
                return refuse_play(self.board, self.rules.ordering, seat, card, self._may_lead)
            case Bid(tricks) if self.stage is Stage.BIDDING:
                return refuse_bid(self.rules, self.bids, self.waiting, tricks)
            case Misdeal() if self.stage is Stage.BIDDING:
                return self._refuse_misdeal(seat, action)
            case Keep() | Toss() if self.stage is Stage.DRAWING:
                return None
        return Refusal(_NOT_NOW[self.stage], seat, action)

    def _refuse_misdeal(self, seat: int, action: Action) -> Refusal | None:
        """R8; a hand with unseen cards is given the benefit of the doubt."""
        if self.rules.dealing.misdeal is MisdealClaim.NO:
            return Refusal("no-misdeals", seat, action)
        sure = self.board.holding(seat).sure
        if sure.of_suit(Suit.SPADES) and sure & _FACES:
            return Refusal("no-misdeal", seat, action)
        return None

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything a seat may do now."""
        if self.stage is _PLAYING:
            board = self.board
            return plays_of(playable(board, self.rules.ordering, seat, self._may_lead)) if seat == board.turn else ()
        if seat != self.turn:
            return ()
        if self.stage is _DRAWING:
            return Keep(), Toss()
        bids = allowed_bids(self.rules, self.bids, self.waiting)
        return bids if self._refuse_misdeal(seat, _MISDEAL) else (*bids, _MISDEAL)

    def decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        """What an allowed action brings about."""
        match action:
            case Play(card):
                return self._decide_play(seat, card)
            case Bid(tricks):
                following = self.waiting[1:] if self.rules.dealing.look is Look.TURN else ()
                if following:
                    return BidMade(seat, tricks), HandSeen(following[0], self.board.holding(following[0]))
                return (BidMade(seat, tricks),)
            case Deal(order):
                return self._deal(order)
            case SetUp(position):
                return self._place(position)
            case Misdeal():
                return MisdealClaimed(seat), DealVoid(VoidReason.MISDEAL)
            case Keep() | Toss():
                return self._decide_draw(seat, isinstance(action, Keep))
        raise ValueError(f"not an action of a deal of Spades: {action}")

    def _decide_draw(self, seat: int, keep: bool) -> tuple[Event, ...]:
        shown, hidden, *rest = self.stock
        taken, tossed = (shown, hidden) if keep else (hidden, shown)
        drawn = CardDrawn(seat, taken, tossed, keep, self.rules.dealing.draw_shown is DrawShown.ALL)
        return (drawn, self._show(tuple(rest))) if rest else (drawn,)

    def _decide_play(self, seat: int, card: Card) -> tuple[Event, ...]:
        board = self.board
        events: list[Event] = [Played(seat, card)]
        if not self.opened and card.suit is _SPADES:
            on_other_suit = bool(board.plays) and board.plays[0][1].suit is not _SPADES
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
        return DealScored(won, score(self.rules, bids, won, self.standing))

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
        )

    def evolve(self, event: Event) -> SpadesHand:
        """The next state."""
        board = self.board
        match event:
            case Played(seat, card):
                after = board.after_play(seat, card)
                if not board.plays and card not in self._may_lead:
                    after = replace(after, forced=(*board.forced, board.trick_number))
                return self._with_board(after)
            case TrickTaken(seat):
                return self._with_board(board.after_trick(seat))
            case SpadesOpened():
                return replace(self, opened=True)
            case BidMade(seat, tricks):
                bids = (*self.bids[: seat - 1], tricks, *self.bids[seat:])
                return replace(self, bids=bids, stage=Stage.BIDDING if None in bids else Stage.PLAYING)
            case HandSeen(seat, holding) | Claimed(seat, holding) if holding is not None:
                return self._with_board(replace(board, holdings=board.with_holding(seat, holding)))
            case Dealt(holdings, stock):
                stage = Stage.DRAWING if stock else Stage.BIDDING
                return replace(self, stage=stage, board=replace(board, holdings=holdings), stock=stock)
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
                    opened=position.opened,
                )
            case Settled(won):
                return self._with_board(replace(board, won=won, plays=()))
            case DealScored() | DealVoid():
                return replace(self, stage=Stage.OVER)
        return self
