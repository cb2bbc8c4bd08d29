"""One deal of Euchre: what is said first (``calls``), the dealer's discard, tricks, count."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Action, Deal, Discard, Play, Refusal, SetUp
from atout.cards import ALL_CARDS, Card, Cards, Trump
from atout.euchre.calls import Stage, candidates, names_by_right, opponents, refuse, speaking
from atout.euchre.changes import after_call, dealt, discarded, placed, turned_up
from atout.euchre.deeds import decide
from atout.euchre.rules import DIRTY, EuchreRules, Form
from atout.euchre.score import Undertaking, is_alone, score
from atout.events import (
    Claimed,
    DealScored,
    Dealt,
    DealVoid,
    Discarded,
    Event,
    HandSeen,
    Placed,
    Played,
    Settled,
    TookUp,
    TrickTaken,
    TurnedDown,
    TurnedUp,
)
from atout.game import Announced, playable, plays_of, refuse_play
from atout.scoring import Standing
from atout.seats import Side, left_of
from atout.tricks import Board, Holding, Ordering, Position

__all__ = ["EuchreHand", "Stage", "start"]

_DISCARDS: Final = {card: Discard(card) for card in ALL_CARDS}
_SHOWN: Final = (Stage.EXCHANGING, Stage.ORDERING, Stage.NAMING, Stage.BIDDING)
"""While the turned card lies face up, or is remembered."""


def start(rules: EuchreRules, dealer: int, standing: Standing) -> EuchreHand:
    """A deal before its cards are out."""
    first = left_of(dealer, rules.players)
    board = Board((Holding(),) * rules.players, first, (0,) * rules.players)
    return EuchreHand(rules, dealer, standing, Stage.DEALING, board)


class EuchreHand(Struct, frozen=True, gc=False):
    """A deal in progress. ``turned`` is the card turned up, ``maker`` who made ``trump`` (or bids highest so far),
    ``contract`` the tricks bid, all of them alone if it is a ``moon``; ``under`` the cards face down under the turned
    one, in order, while they may be exchanged.

    Until the first card ``board.turn`` is the seat to speak.
    """

    rules: EuchreRules
    dealer: int
    standing: Standing
    stage: Stage
    board: Board
    turned: Card | None = None
    trump: Trump | None = None
    maker: int | None = None
    contract: int = 0
    moon: bool = False
    under: tuple[Card | None, ...] = ()

    @property
    def ordering(self) -> Ordering | None:
        """The order of the cards, bowers on top, once trump is known."""
        return self.rules.ordering(self.trump) if self.trump is not None else None

    @property
    def announced(self) -> Announced:
        """During the calls the turned card and who passed in this round; the high bid; then the maker and trump."""
        order = speaking(self)
        in_turn = self.stage in (Stage.EXCHANGING, Stage.ORDERING, Stage.NAMING) and not names_by_right(self)
        return Announced(
            passed=order[: order.index(self.board.turn)] if in_turn else (),
            shown=self.turned if self.stage in _SHOWN else None,
            maker=self.maker,
            trump=self.trump,
            contract=self.contract,
            moon=self.moon,
        )

    @property
    def camps(self) -> tuple[Side, ...]:
        """The maker's side against the others, who play together where the maker needs tricks; else the sides."""
        if self.maker is None or self.rules.form is Form.BUCK:
            return self.rules.sides
        others = opponents(self)
        mine = tuple(seat for seat in range(1, self.rules.players + 1) if seat not in others)
        return mine, tuple(sorted(others))

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
            case Stage.DEALING | Stage.OVER:
                return None
            case Stage.DISCARDING:
                return self.dealer
            case _:
                return self.board.turn

    @property
    def undertaking(self) -> Undertaking:
        """What the deal is played for."""
        return Undertaking(self.maker, self.contract, self.moon, self.board.sitting_out)

    # --- what happens -------------------------------------------------------------------------------------------

    def _refuse_house(self, seat: int, action: Action) -> Refusal | None:
        match action:
            case Deal() if self.stage is Stage.DEALING:
                return None
            case SetUp(position) if self.stage is Stage.DEALING:
                return self._refuse_position(seat, action, position)
        return Refusal("no-deal", seat, action)

    def _refuse_position(self, seat: int, action: Action, position: Position) -> Refusal | None:
        maker, most = position.maker, self.rules.players
        if position.trump is not None and position.trump not in self.rules.trumps:
            return Refusal("no-no-trump", seat, action)
        if maker is None:
            fixed = self.rules.calling.dirty_clubs and position.trump is DIRTY
            return None if fixed else Refusal("maker-missing", seat, action)
        if not 1 <= maker <= most:
            return Refusal("no-such-seat", seat, action, most=most)
        if maker in position.sitting_out:
            return Refusal("maker-sits-out", seat, action)
        return self._refuse_contract(seat, action, position, maker)

    def _refuse_contract(self, seat: int, action: Action, position: Position, maker: int) -> Refusal | None:
        """Tricks were bid where that is the game, a moon is played alone, and otherwise only partners sit out."""
        rules, out = self.rules, position.sitting_out
        bid = position.bids[maker - 1] if position.bids else 0
        if rules.form is Form.TURNED:
            if bid:
                return Refusal("no-tricks-bid", seat, action)
        elif not bid:
            return Refusal("contract-missing", seat, action)
        most = rules.cards_each + rules.calling.moon
        if bid and not (rules.calling.least_bid or 1) <= bid <= most:
            return Refusal("bid-out-of-range", seat, action, least=rules.calling.least_bid, most=rules.cards_each)
        alone = is_alone(rules, maker, out)
        if rules.form is Form.BID and alone != (bid > rules.cards_each):
            return Refusal("moon-is-alone", seat, action)
        if rules.layout.paired and out and not alone:
            return Refusal("nobody-rests", seat, action)
        return None

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
            case Discard(card) if self.stage is Stage.DISCARDING:
                return self._refuse_discard(seat, action, card)
        return refuse(self, seat, action)

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
        return tuple(action for action in candidates(self, seat) if self.refusal(seat, action) is None)

    def decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        """What an allowed action brings about."""
        return decide(self, seat, action)

    def count(self, won: tuple[int, ...]) -> DealScored:
        """The count of the deal with these tricks by seat."""
        return DealScored(won, score(self.rules, self.undertaking, won, self.standing))

    # --- what it changes ----------------------------------------------------------------------------------------

    def with_board(self, board: Board) -> EuchreHand:
        """The same deal with another board."""
        return EuchreHand(
            self.rules, self.dealer, self.standing, self.stage, board, self.turned, self.trump, self.maker,
            self.contract, self.moon, self.under,
        )  # fmt: skip

    def evolve(self, event: Event) -> EuchreHand:
        """The next state."""
        board = self.board
        match event:
            case Played(seat, card):
                return self.with_board(board.after_play(seat, card))
            case TrickTaken(seat):
                return self.with_board(board.after_trick(seat))
            case Dealt(holdings, stock):
                return dealt(self, holdings, stock)
            case TurnedUp(card):
                return turned_up(self, card)
            case HandSeen(seat, holding) if holding is not None:
                return self.with_board(replace(board, holdings=board.with_holding(seat, holding)))
            case TurnedDown(card):
                return self.with_board(replace(board, out=board.out.gain(card)))
            case TookUp(seat, card):
                held = board.holding(seat).gain(card)
                taken = self.with_board(replace(board, holdings=board.with_holding(seat, held)))
                return replace(taken, stage=Stage.DISCARDING)
            case Discarded(seat, card):
                return discarded(self, seat, card)
            case Placed(position):
                return placed(self, position)
            case Claimed(seat, holding):
                return self.with_board(replace(board, holdings=board.with_holding(seat, holding)))
            case Settled(won):
                return self.with_board(replace(board, won=won, plays=()))
            case DealScored() | DealVoid():
                return replace(self, stage=Stage.OVER)
        return after_call(self, event)
