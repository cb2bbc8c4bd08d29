"""Whole deals step by step: the twin of ``deal.h``."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from atout.kernel.game import TRUMPS, Game
from atout.kernel.twin.chance import random_cards
from atout.kernel.twin.core import WORD, Ground, Rng, State, index_of
from atout.kernel.twin.game import UNSAID, Count, count_calls, count_promises, legal_promises
from atout.kernel.twin.script import play_randomly
from atout.simulation import Promises


class Stage(IntEnum):
    """What a deal waits for."""

    PROMISING = 0
    ORDERING = 1
    DISCARDING = 2
    NAMING = 3
    PLAYING = 4
    COUNTED = 5
    PASSED_OUT = 6


PASS_BIT: Final = 8
ORDER_BIT: Final = 9
"""Actions of an auction of calls; bits 0 to 3 name a suit."""


class SimDeal:
    """A deal in progress (``deal_t``)."""

    __slots__ = ("bags", "dealer", "game", "maker", "play", "rng", "said", "stage", "trump", "turned")

    def __init__(self, game: Game, rng: Rng, bags: list[int]) -> None:
        self.game = game
        self.rng = rng
        self.bags = bags
        self.stage = Stage.PROMISING if isinstance(game.auction, Promises) else Stage.ORDERING
        self.dealer = rng.below(game.seats)
        self.said = [UNSAID] * game.seats
        self.maker = 0
        self.trump = 4
        self.turned = 0
        hands, rest = [], game.pack
        for _ in range(game.seats):
            hands.append(random_cards(rng, rest, game.each))
            rest ^= hands[-1]
        self.play = State(hands, self._after(self.dealer), game.shut)
        if self.stage is Stage.ORDERING:
            self.turned = rng.card(rest)

    def _after(self, seat: int) -> int:
        return (seat + 1) % self.game.seats

    @property
    def ground(self) -> Ground:
        """What the tricks are played on."""
        game = self.game
        labels = game.start if isinstance(game.auction, Promises) else game.labels[TRUMPS[self.trump]]
        return Ground(labels.trump, game.seats, game.opening)

    def _suit_of_turned(self) -> int:
        return 3 - index_of(self.turned) // 16

    @property
    def legal(self) -> int:
        """What the seat to act may do: a bit an action, a card where the stage is DISCARDING or PLAYING."""
        auction = self.game.auction
        if self.stage is Stage.PLAYING:
            return self.play.legal
        if self.stage >= Stage.COUNTED:
            return 0
        if isinstance(auction, Promises):
            hand = self.play.hand[self.play.turn]
            return legal_promises(self.game, auction, self.said, self.play.turn, self.said.count(UNSAID), hand)
        match self.stage:
            case Stage.ORDERING:
                return 1 << PASS_BIT | 1 << ORDER_BIT
            case Stage.DISCARDING:
                turned = 0 if auction.discard_turned else self.game.relabelled[TRUMPS[self.trump]][self.turned]
                return self.play.hand[self.dealer] & ~turned
        names = 0xF & ~(1 << self._suit_of_turned())
        return names if auction.stick and self.play.turn == self.dealer else names | 1 << PASS_BIT

    def _begin_play(self, before: int) -> None:
        self.stage = Stage.PLAYING
        self.play.turn = self._after(before)
        self.play.owed = WORD & ~self.play.shut
        leads = self.game.leads
        holder = next((seat for seat, hand in enumerate(self.play.hand) if hand & leads), None)
        if holder is not None:
            self.play.turn, self.play.owed = holder, leads

    def _make_trump(self, trump: int) -> None:
        self.maker = self.play.turn
        self.trump = trump
        to = self.game.relabelled[TRUMPS[trump]]
        self.play.hand = [sum(card for bit, card in to.items() if bit & hand) for hand in self.play.hand]

    @property
    def _before_leader(self) -> int:
        auction = self.game.auction
        return self.maker if not isinstance(auction, Promises) and auction.maker_leads else self.dealer

    def _call(self, action: int) -> None:
        turn = self.play.turn
        if action == PASS_BIT:
            if turn == self.dealer:
                self.stage = Stage.NAMING if self.stage is Stage.ORDERING else Stage.PASSED_OUT
            self.play.turn = self._after(turn)
        elif action == ORDER_BIT:
            self._make_trump(self._suit_of_turned())
            self.play.hand[self.dealer] |= self.game.relabelled[TRUMPS[self.trump]][self.turned]
            self.stage = Stage.DISCARDING
            self.play.turn = self.dealer
        else:
            self._make_trump(action)
            self._begin_play(self._before_leader)

    def act(self, action: int) -> None:
        """One legal action, by the number of its bit."""
        match self.stage:
            case Stage.PROMISING:
                self.said[self.play.turn] = action
                self.play.turn = self._after(self.play.turn)
                if UNSAID not in self.said:
                    self._begin_play(self.dealer)
            case Stage.ORDERING | Stage.NAMING:
                self._call(action)
            case Stage.DISCARDING:
                self.play.hand[self.dealer] ^= 1 << action
                self._begin_play(self._before_leader)
            case Stage.PLAYING:
                self.play.play(self.ground, 1 << action)
                if self.play.over:
                    self.stage = Stage.COUNTED

    def random_action(self) -> int:
        """One random action, all legal ones equally likely."""
        return index_of(self.rng.card(self.legal))

    def finish_randomly(self) -> None:
        """To the end at random."""
        while self.stage < Stage.PLAYING:
            self.act(self.random_action())
        if self.stage is Stage.PLAYING:
            play_randomly(self.ground, self.play, self.rng)
            self.stage = Stage.COUNTED

    def count(self) -> Count:
        """Points and bags by side; nothing changes when the deal was passed out."""
        game, auction = self.game, self.game.auction
        if self.stage is not Stage.COUNTED:
            return [0] * game.sides, self.bags
        if isinstance(auction, Promises):
            return count_promises(game, auction, self.said, self.play.won, self.bags)
        return count_calls(game, auction, self.maker, self.play.won)
