"""A deal in progress, and what is said in it until the play begins: the twin of ``auction.h``."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from atout.kernel.game import NO_TRUMP, TRUMPS, Game
from atout.kernel.twin.core import WORD, Ground, Rng, State
from atout.kernel.twin.game import UNSAID, legal_promises, told_promises
from atout.simulation import Calls, Leader, Promises


class Stage(IntEnum):
    """What a deal waits for."""

    PROMISING = 0
    GIVING = 1
    EXCHANGING = 2
    ORDERING = 3
    BIDDING = 4
    NAMING = 5
    DISCARDING = 6
    DEFENDING = 7
    STAYING = 8
    PLAYING = 9
    COUNTED = 10
    PASSED_OUT = 11


PASS_BIT: Final = 8
ORDER_BIT: Final = 9
SWAP_BIT: Final = 10
DEFEND_BIT: Final = 11
STAY_BIT: Final = 12
DROP_BIT: Final = 13
ALONE: Final = 16
LOOK_BIT: Final = 40
BLIND_BIT: Final = 41
"""Actions of an auction, see ``auction.h``; bits 0 to 4 name a suit or no trump."""
NOBODY: Final = 255


class Auction:
    """A deal in progress (``deal_t``), as far as its auction goes; ``bags`` are those before the deal, by side."""

    __slots__ = (
        "bags", "blind", "chosen", "closed", "contract", "dealer", "game", "gifts", "lone", "maker", "play", "resting",
        "rng", "said", "stage", "trump", "turned", "under",
    )  # fmt: skip

    def __init__(self, game: Game, rng: Rng, bags: list[int]) -> None:
        self.game = game
        self.rng = rng
        self.bags = bags
        self.stage = Stage.PROMISING
        self.dealer = rng.below(game.seats)
        self.said = [UNSAID] * game.seats
        self.maker = NOBODY
        self.trump = NO_TRUMP
        self.turned = self.under = self.chosen = 0
        self.contract = self.lone = self.gifts = 0
        self.resting: set[int] = set()
        self.closed = set(game.auction.blind) if isinstance(game.auction, Promises) else set()
        self.blind: set[int] = set()
        self.play = State([0] * game.seats, self._after(self.dealer), game.shut)

    @property
    def seat(self) -> int:
        """The seat to act: the kernel numbers the seats in play by themselves."""
        return self._seated[self.play.turn] if self.stage is Stage.PLAYING else self.play.turn

    @property
    def _seated(self) -> list[int]:
        return [seat for seat in range(self.game.seats) if seat not in self.resting]

    @property
    def ground(self) -> Ground:
        """What the tricks are played on."""
        game = self.game
        labels = game.start if isinstance(game.auction, Promises) else game.labels[TRUMPS[self.trump]]
        return Ground(labels.trump, game.seats - len(self.resting), game.opening)

    def _after(self, seat: int) -> int:
        return (seat + 1) % self.game.seats

    def _ask(self, seat: int, stage: Stage) -> None:
        self.play.turn = seat
        self.stage = stage

    # --- play begins and ends ---------------------------------------------------------------------------------------

    @property
    def _first_to_lead(self) -> int:
        auction, lead = self.game.auction, Leader.DEALERS_LEFT
        if isinstance(auction, Calls) and self.maker != NOBODY:
            lead = auction.lone_lead if self.lone else auction.lead
        seat = self.maker
        if lead is not Leader.MAKER:
            seat = self._after(self.maker if lead is Leader.MAKERS_LEFT else self.dealer)
        while seat in self.resting:
            seat = self._after(seat)
        return seat

    def _begin_play(self) -> None:
        leader = self._first_to_lead
        self._ask(self._seated.index(leader), Stage.PLAYING)
        self.play.owed = WORD & ~self.play.shut
        self.play.lead_with(self.game.leads)
        self.play.hand = [self.play.hand[seat] for seat in self._seated]
        self.play.won = [0] * len(self.play.hand)

    def _end_play(self) -> None:
        won = dict(zip(self._seated, self.play.won, strict=True))
        self._ask(self.seat, Stage.COUNTED)
        self.play.won = [won.get(seat, 0) for seat in range(self.game.seats)]

    # --- calls ------------------------------------------------------------------------------------------------------

    @property
    def _calls(self) -> Calls:
        assert isinstance(self.game.auction, Calls)
        return self.game.auction

    @property
    def _suit_of_turned(self) -> int:
        return self.game.suits[self.turned]

    @property
    def _turned_best(self) -> bool:
        return bool(self.turned) and self._suit_of_turned == NO_TRUMP

    @property
    def _names_by_right(self) -> bool:
        """Whether trump is for one seat to name: the highest bidder, or the dealer who turned the best card up."""
        return self.maker != NOBODY or self._turned_best

    @property
    def _first_call(self) -> Stage:
        return Stage.BIDDING if self._calls.least_bid else Stage.ORDERING

    def _rest_partners(self, seat: int) -> None:
        sides = self.game.side_of
        self.resting |= {other for other, side in enumerate(sides) if other != seat and side == sides[seat]}

    def _ask_opponent(self, after: int, stage: Stage) -> None:
        """The next seat that is not on the maker's side is asked something; at the maker, the play begins."""
        sides, seat = self.game.side_of, self._after(after)
        while seat != self.maker and sides[seat] == sides[self.maker]:
            seat = self._after(seat)
        if seat == self.maker:
            self._begin_play()
        else:
            self._ask(seat, stage)

    def _relabel(self, trump: int) -> None:
        self.trump = trump
        to = self.game.relabelled[TRUMPS[trump]]
        self.play.hand = [sum(card for bit, card in to.items() if bit & hand) for hand in self.play.hand]

    def _make_trump(self, trump: int, alone: bool) -> None:
        self.maker = self.play.turn
        self.lone = int(alone)
        if alone or self.contract > self.game.each:
            self._rest_partners(self.maker)
        self._relabel(trump)

    def _take_up(self) -> None:
        self.play.hand[self.dealer] |= self.game.relabelled[TRUMPS[self.trump]][self.turned]
        self._ask(self.dealer, Stage.DISCARDING)

    def _after_trump(self) -> None:
        if self._calls.dropping:
            self._ask_opponent(self.maker, Stage.STAYING)
        elif self._calls.defend_alone and self.lone:
            self._ask_opponent(self.maker, Stage.DEFENDING)
        else:
            self._begin_play()

    def _begin_calls(self) -> None:
        if self._turned_best:
            self._ask(self.dealer, Stage.NAMING)
        elif self.turned and self._calls.fixed == self._suit_of_turned:
            self._relabel(self._suit_of_turned)
            self._begin_play()
        else:
            self.stage = Stage.EXCHANGING if self._calls.exchanged else self._first_call

    @property
    def _legal_calls(self) -> int:
        calls, game, seat = self._calls, self.game, self.play.turn
        match self.stage:
            case Stage.EXCHANGING:
                poor = (self.play.hand[seat] & game.low).bit_count() >= calls.exchanged
                return 1 << PASS_BIT | poor << SWAP_BIT
            case Stage.ORDERING:
                partner = seat != self.dealer and game.side_of[seat] == game.side_of[self.dealer]
                with_partner = not (partner and calls.partner_alone)
                return 1 << PASS_BIT | calls.alone << ALONE + ORDER_BIT | with_partner << ORDER_BIT
            case Stage.BIDDING:
                least = self.contract + 1 if self.contract else calls.least_bid
                bids = range(least, game.each + calls.moon + 1)
                stuck = calls.stick and seat == self.dealer and not self.contract
                return sum(1 << bid for bid in bids) | (not stuck)
            case Stage.NAMING:
                names = 0xF | calls.no_trump << NO_TRUMP
                if self._names_by_right:
                    return names
                names &= ~(1 << self._suit_of_turned)
                names |= names << ALONE if calls.alone else 0
                return names if calls.stick and seat == self.dealer else names | 1 << PASS_BIT
            case Stage.DEFENDING:
                return 1 << PASS_BIT | 1 << DEFEND_BIT
        return 1 << STAY_BIT | 1 << DROP_BIT

    def _pass_call(self) -> None:
        last, after = self.play.turn == self.dealer, self._after(self.play.turn)
        match self.stage:
            case Stage.EXCHANGING if last:
                self._ask(after, self._first_call)
            case Stage.ORDERING if last:
                self._ask(after, Stage.NAMING)
            case _:
                self._ask(after, Stage.PASSED_OUT if last else self.stage)

    def _act_bid(self, bid: int) -> None:
        seat = self.play.turn
        if bid:
            self.maker, self.contract = seat, bid
        if seat != self.dealer and bid != self.game.each + self._calls.moon:
            self.play.turn = self._after(seat)
        elif self.contract:
            self._ask(self.maker, Stage.NAMING)
        else:
            self._ask(self._after(seat), Stage.PASSED_OUT)

    def _act_stay(self, drops: bool) -> None:
        seat = self.play.turn
        self.resting |= {seat} if drops else set()
        if len(self.resting) + 1 < self.game.seats:
            self._ask_opponent(seat, Stage.STAYING)
            return
        self.play.won[self.maker] = self.game.each
        self._ask(self.maker, Stage.COUNTED)

    def _act_call(self, action: int) -> None:
        match self.stage:
            case Stage.BIDDING:
                self._act_bid(action)
            case Stage.STAYING:
                self._act_stay(action == DROP_BIT)
            case Stage.DEFENDING if action == PASS_BIT:
                self._ask_opponent(self.play.turn, Stage.DEFENDING)
            case Stage.DEFENDING:
                self.lone += 1
                self._rest_partners(self.play.turn)
                self._begin_play()
            case _ if action == PASS_BIT:
                self._pass_call()
            case _ if action == SWAP_BIT:
                self.stage = Stage.GIVING
            case Stage.ORDERING:
                self._make_trump(self._suit_of_turned, action >= ALONE)
                self._take_up()
            case _:
                self._make_trump(action % ALONE, action >= ALONE)
                if self._turned_best:
                    self._take_up()
                else:
                    self._after_trump()

    # --- promises ---------------------------------------------------------------------------------------------------

    @property
    def _legal_to_promise(self) -> int:
        game, auction, seat = self.game, self.game.auction, self.play.turn
        assert isinstance(auction, Promises)
        waiting, any_at_all = self.said.count(UNSAID), (2 << auction.most) - 1
        if seat not in self.closed:
            plain = told_promises(game, auction, self.play.hand[seat])
            return legal_promises(game, auction, self.said, seat, waiting, plain)
        legal = legal_promises(game, auction, self.said, seat, waiting, any_at_all)
        return 1 << LOOK_BIT | (legal & 1) << BLIND_BIT | (0 if auction.told else legal)

    @property
    def _gifts(self) -> list[tuple[int, int]]:
        """Who gives to whom: who bid nil before looking first, then the partner."""
        game, found, done = self.game, list[tuple[int, int]](), set[int]()
        assert isinstance(game.auction, Promises)
        for seat in ((self.dealer + step) % game.seats for step in range(1, game.seats + 1)):
            side = game.side_of[seat]
            if game.auction.gift and seat in self.blind and side not in done:
                done.add(side)
                partner = next(other for other, of in enumerate(game.side_of) if of == side and other != seat)
                found += (seat, partner), (partner, seat)
        return found

    def _after_promises(self) -> None:
        left = self._gifts[self.gifts :]
        if left:
            self._ask(left[0][0], Stage.GIVING)
        else:
            self._begin_play()

    def _act_promise(self, action: int) -> None:
        seat = self.play.turn
        self.closed.discard(seat)
        if action == LOOK_BIT:
            return
        if action == BLIND_BIT:
            self.blind.add(seat)
        self.said[seat] = 0 if action == BLIND_BIT else action
        self.play.turn = self._after(seat)
        if UNSAID not in self.said:
            self._after_promises()
