"""One deal of Euchre: two rounds of calls, the dealer's discard, tricks, count."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Action, Deal, Discard, Name, Order, Pass, Play, Refusal, SetUp
from atout.cards import ALL_CARDS, NO_CARDS, Card, Cards, Suit
from atout.dealing import share_out
from atout.euchre.rules import TRICKS, EuchreRules, Lead
from atout.euchre.score import score
from atout.events import (
    Claimed,
    DealScored,
    Dealt,
    DealVoid,
    Discarded,
    Event,
    Named,
    Ordered,
    Passed,
    Placed,
    Played,
    Settled,
    TookUp,
    TrickTaken,
    TurnedDown,
    TurnedUp,
    VoidReason,
)
from atout.game import Announced, end_of_trick, playable, plays_of, refuse_play
from atout.scoring import Standing
from atout.seats import Side, left_of, round_from
from atout.tricks import Board, Holding, Ordering, Position, bower_ordering


class Stage(Enum):
    """What a deal is waiting for."""

    DEALING = auto()
    ORDERING = auto()
    DISCARDING = auto()
    NAMING = auto()
    PLAYING = auto()
    OVER = auto()


_NOT_NOW: Final = {
    Stage.DEALING: "no-deal",
    Stage.ORDERING: "order-or-pass",
    Stage.DISCARDING: "discard-first",
    Stage.NAMING: "name-or-pass",
    Stage.PLAYING: "play-a-card",
    Stage.OVER: "no-deal",
}
_DISCARDS: Final = {card: Discard(card) for card in ALL_CARDS}
_NAMES: Final = tuple(Name(suit) for suit in Suit)


def recipients(rules: EuchreRules, dealer: int) -> tuple[int, ...]:
    """Two cards each from the dealer's left, then three each, then the stock, its top card first."""
    seats = round_from(left_of(dealer, rules.players), rules.players)
    dealt = tuple(seat for packet in (2, 3) for seat in seats for _ in range(packet))
    return dealt + (0,) * (len(rules.pack) - len(dealt))


def start(rules: EuchreRules, dealer: int, standing: Standing) -> EuchreHand:
    """A deal before its cards are out."""
    first = left_of(dealer, rules.players)
    board = Board((Holding(),) * rules.players, first, (0,) * rules.players)
    return EuchreHand(rules, dealer, standing, Stage.DEALING, board)


class EuchreHand(Struct, frozen=True, gc=False):
    """A deal in progress. ``turned`` is the card turned up, ``maker`` who made ``trump``.

    During the calls ``board.turn`` is the seat to speak.
    """

    rules: EuchreRules
    dealer: int
    standing: Standing
    stage: Stage
    board: Board
    turned: Card | None = None
    trump: Suit | None = None
    maker: int | None = None

    @property
    def ordering(self) -> Ordering | None:
        """The order of the cards, bowers on top, once trump is known."""
        return bower_ordering(self.rules.pack, self.trump) if self.trump is not None else None

    @property
    def announced(self) -> Announced:
        """During the calls the turned card and who passed in this round; then the maker and trump."""
        if self.stage not in (Stage.ORDERING, Stage.NAMING):
            return Announced(maker=self.maker, trump=self.trump)
        speaking = round_from(left_of(self.dealer, self.rules.players), self.rules.players)
        return Announced(passed=speaking[: speaking.index(self.board.turn)], shown=self.turned)

    @property
    def camps(self) -> tuple[Side, ...]:
        """The maker against the others; everyone for himself until there is a maker."""
        if self.maker is None:
            return self.rules.sides
        others = tuple(seat for seat in range(1, self.rules.players + 1) if seat != self.maker)
        return (self.maker,), others

    @property
    def over(self) -> bool:
        """Whether the deal is counted or void."""
        return self.stage is Stage.OVER

    @property
    def playing(self) -> bool:
        """Whether cards are being played to tricks."""
        return self.stage is Stage.PLAYING

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        match self.stage:
            case Stage.ORDERING | Stage.NAMING | Stage.PLAYING:
                return self.board.turn
            case Stage.DISCARDING:
                return self.dealer
            case _:
                return None

    # --- what happens -------------------------------------------------------------------------------------------

    def _deal(self, order: tuple[Card | None, ...]) -> tuple[Event, ...]:
        hands, stock = share_out(recipients(self.rules, self.dealer), order, self.rules.players)
        holdings, turned = tuple(map(Holding.of, hands)), stock[0]
        if turned is None:  # a scorer's sheet: the table saw the card, the sheet was not told
            return (Dealt(holdings, stock),)
        return Dealt(holdings, stock[1:]), TurnedUp(turned)

    def _refuse_house(self, seat: int, action: Action) -> Refusal | None:
        match action:
            case Deal() if self.stage is Stage.DEALING:
                return None
            case SetUp(Position(maker=maker)) if self.stage is Stage.DEALING:
                if maker is None:
                    return Refusal("maker-missing", seat, action)
                most = self.rules.players
                return None if 1 <= maker <= most else Refusal("no-such-seat", seat, action, most=most)
        return Refusal("no-deal", seat, action)

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why a seat may not do this now, or ``None`` if it may."""
        turn = self.turn
        if turn is None:
            return self._refuse_house(seat, action)
        if seat != turn:
            return Refusal("not-your-turn", seat, action, expected=turn)
        match action:
            case Play(card) if self.stage is Stage.PLAYING:
                ordering = self.ordering
                if ordering is None:
                    return Refusal("trump-unknown", seat, action)
                return refuse_play(self.board, ordering, seat, card, self.rules.pack)
            case Order() if self.stage is Stage.ORDERING:
                return Refusal("turned-card-unknown", seat, action) if self.turned is None else None
            case Pass() if self.stage in (Stage.ORDERING, Stage.NAMING):
                if self.stage is Stage.NAMING and seat == self.dealer and self.rules.calling.stick:
                    return Refusal("dealer-must-name", seat, action)
                return None
            case Name(suit) if self.stage is Stage.NAMING:
                return Refusal("turned-down-suit", seat, action, suit) if suit is self._turned_suit else None
            case Discard(card) if self.stage is Stage.DISCARDING:
                return self._refuse_discard(seat, action, card)
        return Refusal(_NOT_NOW[self.stage], seat, action)

    @property
    def _turned_suit(self) -> Suit | None:
        return self.turned.suit if self.turned else None

    @property
    def _may_discard(self) -> Cards:
        """What the dealer may lay away, as far as is known."""
        cards = self.board.possible(self.dealer, self.rules.pack)
        return cards if self.rules.calling.discard_turned or self.turned is None else cards.without(self.turned)

    def _refuse_discard(self, seat: int, action: Action, card: Card | None) -> Refusal | None:
        allowed = self._may_discard
        if card is None:
            unseen = self.board.holding(seat).unseen > 0
            return None if unseen else Refusal("discard-unknown", seat, action, legal=allowed)
        if card in allowed:
            return None
        code = "discard-turned" if card is self.turned else "not-held"
        return Refusal(code, seat, action, card=card, legal=allowed)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything a seat may do now."""
        if seat != self.turn:
            return ()
        match self.stage:
            case Stage.PLAYING:
                ordering = self.ordering
                return plays_of(playable(self.board, ordering, seat, self.rules.pack)) if ordering else ()
            case Stage.DISCARDING:
                return tuple(_DISCARDS[card] for card in self._may_discard)
            case Stage.ORDERING:
                candidates: tuple[Action, ...] = (Pass(), Order())
            case _:
                candidates = (Pass(), *_NAMES)
        return tuple(action for action in candidates if self.refusal(seat, action) is None)

    def decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        """What an allowed action brings about."""
        match action:
            case Play(card):
                return self._decide_play(seat, card)
            case Deal(order):
                return self._deal(order)
            case SetUp(position):
                return (Placed(position),)
            case Pass():
                return self._decide_pass(seat)
            case Order():
                assert self.turned is not None and self.turned.suit is not None
                return Ordered(seat, self.turned.suit), TookUp(self.dealer, self.turned)
            case Name(suit):
                return (Named(seat, suit),)
            case Discard(card):
                return (Discarded(seat, card),)
        raise ValueError(f"not an action of a deal of Euchre: {action}")

    def _decide_pass(self, seat: int) -> tuple[Event, ...]:
        if self.stage is Stage.NAMING:
            passed = Passed(seat, 2)
            return (passed, DealVoid(VoidReason.PASSED_OUT)) if seat == self.dealer else (passed,)
        passed = Passed(seat, 1)
        if seat != self.dealer or self.turned is None:
            return (passed,)
        return passed, TurnedDown(self.turned)

    def _decide_play(self, seat: int, card: Card) -> tuple[Event, ...]:
        board, ordering = self.board, self.ordering
        assert ordering is not None
        events: list[Event] = [Played(seat, card)]
        taken, won = end_of_trick(board, ordering, seat, card)
        if taken:
            events.append(taken)
        if won:
            events.append(self.count(won))
        return tuple(events)

    def count(self, won: tuple[int, ...]) -> DealScored:
        """The count of the deal with these tricks by seat."""
        assert self.maker is not None
        return DealScored(won, score(self.rules, self.maker, won, self.standing))

    # --- what it changes ----------------------------------------------------------------------------------------

    def _with_board(self, board: Board) -> EuchreHand:
        return EuchreHand(
            self.rules, self.dealer, self.standing, self.stage, board, self.turned, self.trump, self.maker
        )

    def _first_leader(self, maker: int) -> int:
        before = self.dealer if self.rules.leading.lead is Lead.DEALER else maker
        return left_of(before, self.rules.players)

    def evolve(self, event: Event) -> EuchreHand:
        """The next state."""
        board = self.board
        match event:
            case Played(seat, card):
                return self._with_board(board.after_play(seat, card))
            case TrickTaken(seat):
                return self._with_board(board.after_trick(seat))
            case Dealt(holdings, stock):
                after = replace(board, holdings=holdings, out=Holding.of(stock))
                return replace(self, stage=Stage.ORDERING, board=after)
            case TurnedUp(card):
                return replace(self, turned=card)
            case Passed(seat):
                stage = Stage.NAMING if seat == self.dealer else self.stage
                return replace(self, stage=stage, board=replace(board, turn=left_of(seat, self.rules.players)))
            case TurnedDown(card):
                return self._with_board(replace(board, out=board.out.gain(card)))
            case Ordered(seat, trump):
                return replace(self, stage=Stage.DISCARDING, trump=trump, maker=seat)
            case TookUp(seat, card):
                held = board.holding(seat).gain(card)
                return self._with_board(replace(board, holdings=board.with_holding(seat, held)))
            case Discarded(seat, card):
                return self._discarded(seat, card)
            case Named(seat, trump):
                turned = replace(board, turn=self._first_leader(seat))
                return replace(self, stage=Stage.PLAYING, trump=trump, maker=seat, board=turned)
            case Placed(position):
                return replace(
                    self,
                    stage=Stage.PLAYING,
                    board=Board(position.holdings, position.leader, position.won, out=position.out, gone=position.gone),
                    trump=position.trump,
                    maker=position.maker,
                )
            case Claimed(seat, holding):
                return self._with_board(replace(board, holdings=board.with_holding(seat, holding)))
            case Settled(won):
                return self._with_board(replace(board, won=won, plays=()))
            case DealScored() | DealVoid():
                return replace(self, stage=Stage.OVER)
        return self

    def _discarded(self, seat: int, card: Card | None) -> EuchreHand:
        """After a hidden discard nothing is sure any more, except a turned card that could not be discarded."""
        board, held = self.board, self.board.holding(seat)
        if card is not None:
            left = held.lose(card)
        else:
            kept = NO_CARDS if self.rules.calling.discard_turned or self.turned is None else Cards.of((self.turned,))
            left = held.lose_unseen(kept)
        assert self.maker is not None and len(left) == TRICKS
        after = replace(
            board,
            holdings=board.with_holding(seat, left),
            out=board.out.gain(card),
            turn=self._first_leader(self.maker),
        )
        return replace(self, stage=Stage.PLAYING, board=after)
