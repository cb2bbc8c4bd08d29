"""Whole deals step by step: the twin of ``deal.h``."""

from __future__ import annotations

from atout.kernel.game import TRUMPS, Game
from atout.kernel.twin.auction import Auction, Stage
from atout.kernel.twin.chance import random_cards
from atout.kernel.twin.core import WORD, Rng, index_of
from atout.kernel.twin.game import Count, count_calls, count_promises
from atout.kernel.twin.script import play_randomly
from atout.simulation import Calls, Promises

__all__ = ["SimDeal", "Stage"]


class SimDeal(Auction):
    """A deal from its cards to its count."""

    __slots__ = ()

    def __init__(self, game: Game, rng: Rng, bags: list[int]) -> None:
        super().__init__(game, rng, bags)
        rest = game.pack
        for seat in range(game.seats):
            self.play.hand[seat] = random_cards(rng, rest, game.each)
            rest ^= self.play.hand[seat]
        if isinstance(game.auction, Promises):
            return
        if rest:
            self.turned = rng.card(rest)
        if game.auction.exchanged:
            self.under = random_cards(rng, rest ^ self.turned, game.auction.exchanged)
        self._begin_calls()

    @property
    def legal(self) -> int:
        """What the seat to act may do: a bit an action, a card where the stage asks for one."""
        match self.stage:
            case Stage.PROMISING:
                return self._legal_to_promise
            case Stage.GIVING:
                low = self.game.low if isinstance(self.game.auction, Calls) else WORD
                return self.play.hand[self.play.turn] & ~self.chosen & low
            case Stage.DISCARDING:
                kept = 0 if self._calls.discard_turned else self.game.relabelled[TRUMPS[self.trump]][self.turned]
                return self.play.hand[self.dealer] & ~kept
            case Stage.PLAYING:
                return self.play.legal
            case Stage.COUNTED | Stage.PASSED_OUT:
                return 0
        return self._legal_calls

    def _give(self, card: int) -> None:
        auction, giver = self.game.auction, self.play.turn
        self.chosen |= card
        if self.chosen.bit_count() < (auction.exchanged if isinstance(auction, Calls) else auction.gift):
            return
        given, self.chosen = self.chosen, 0
        self.play.hand[giver] ^= given
        if isinstance(auction, Calls):
            self.play.hand[giver] |= self.under
            self._ask(self._after(self.dealer), self._first_call)
        else:
            self.play.hand[self._gifts[self.gifts][1]] |= given
            self.gifts += 1
            self._after_promises()

    def act(self, action: int) -> None:
        """One legal action, by the number of its bit."""
        match self.stage:
            case Stage.PROMISING:
                self._act_promise(action)
            case Stage.GIVING:
                self._give(1 << action)
            case Stage.DISCARDING:
                self.play.hand[self.dealer] ^= 1 << action
                self._after_trump()
            case Stage.PLAYING:
                self.play.play(self.ground, 1 << action)
                if self.play.over:
                    self._end_play()
            case Stage.COUNTED | Stage.PASSED_OUT:
                pass
            case _:
                self._act_call(action)

    def random_action(self) -> int:
        """One random action, all legal ones equally likely."""
        return index_of(self.rng.card(self.legal))

    def finish_randomly(self) -> None:
        """To the end at random: the same actions as ``random_action`` and ``act`` one by one."""
        while self.stage < Stage.PLAYING:
            self.act(self.random_action())
        if self.stage is Stage.PLAYING:
            play_randomly(self.ground, self.play, self.rng)
            self._end_play()

    def count(self) -> Count:
        """Points and bags by side; nothing changes when the deal was passed out."""
        game, auction = self.game, self.game.auction
        if self.stage is not Stage.COUNTED:
            return [0] * game.sides, self.bags
        if isinstance(auction, Promises):
            return count_promises(game, auction, self.said, self.blind, self.play.won, self.bags)
        maker = None if self.maker > game.seats else self.maker
        undertaking = self.contract if auction.least_bid else self.lone
        return count_calls(game, auction, maker, undertaking, self.resting, self.play.won)
