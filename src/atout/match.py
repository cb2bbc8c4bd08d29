"""A match of deals: rotation, totals, misdeals, claims, rulings and the end, around a family's hand.

``Match`` is itself a decider with a curtain. The house (seat 0) deals, settles, adjusts; everything else is passed to
the hand. A seat's view of a match is this same value, folded over the events that seat has seen.
"""

from __future__ import annotations

from functools import reduce
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Accept, Action, Adjust, Claim, Deal, Play, Refusal, Reject, Settle, SetUp, Void
from atout.dealing import refuse_order, refuse_position
from atout.events import (
    Adjusted,
    ClaimAnswered,
    Claimed,
    DealScored,
    DealStarted,
    DealVoid,
    Event,
    MatchOver,
    MatchReopened,
    Revealed,
    Settled,
    VoidReason,
)
from atout.game import Family, Hand, Rules
from atout.scoring import Standing
from atout.seats import HOUSE, left_of, round_from
from atout.tricks import Holding


class PendingClaim(Struct, frozen=True):
    """A claim on the table: who made it, and who has yet to answer, in turn."""

    seat: int
    waiting: tuple[int, ...]


_MAY_END: Final = (DealScored, DealVoid, Adjusted)
"""Events after which something else may be over."""
Secrets = tuple[tuple[int, tuple[Event, ...]], ...]
"""Events with a curtain, by number of their deal, until the curtain is raised."""


class Match(Struct, frozen=True, gc=False):
    """A match in progress: an immutable value.

    ``standing`` holds totals and bags of the complete deals; ``number`` and ``hand`` belong to the current or latest
    deal; ``next_dealer`` is the dealer until the deal is over, ``None`` when he is to be drawn; ``overtime`` says that
    first place was level after an earlier deal that could have ended the match; ``winners`` are sides (indices),
    ``None`` while undecided.
    """

    family: Family
    rules: Rules
    standing: Standing
    number: int = 0
    next_dealer: int | None = None
    hand: Hand | None = None
    complete_deals: int = 0
    overtime: bool = False
    winners: tuple[int, ...] | None = None
    claim: PendingClaim | None = None
    secrets: Secrets = ()

    # --- what one may ask ---------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return self.winners is not None

    @property
    def awaits_deal(self) -> bool:
        """Whether the house has to deal."""
        return self.winners is None and (self.hand is None or self.hand.over)

    @property
    def turn(self) -> int | None:
        """The seat to act; ``None`` between deals and when the match is over."""
        if self.claim:
            return self.claim.waiting[0]
        return self.hand.turn if self.hand else None

    def legal(self, seat: int) -> tuple[Action, ...]:
        """The game actions a seat may do now (claims and their answers are never listed)."""
        return () if self.hand is None or self.claim else self.hand.legal(seat)

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why a seat, or the house, may not do this now; ``None`` if it may."""
        if action.by_house:
            return self._refuse_house(seat, action)
        if self.hand is None:
            return Refusal("no-deal", seat, action)
        if isinstance(action, Play) and not self.claim:
            return self.hand.refusal(seat, action)
        match action:
            case Accept() | Reject():
                if not self.claim:
                    return Refusal("no-claim", seat, action)
                turn = self.claim.waiting[0]
                return None if seat == turn else Refusal("not-your-turn", seat, action, expected=turn)
            case _ if self.claim:
                return Refusal("answer-the-claim", seat, action, expected=self.claim.waiting[0])
            case Claim():
                return self._refuse_claim(self.hand, seat, action)
        return self.hand.refusal(seat, action)

    def _refuse_house(self, seat: int, action: Action) -> Refusal | None:
        if seat != HOUSE:
            return Refusal("house-only", seat, action)
        match action:
            case Deal() | SetUp():
                return self._refuse_deal(seat, action)
            case Adjust():
                return self._refuse_adjust(seat, action)
            case Settle() | Void():
                return self._refuse_ruling(seat, action)
        raise ValueError(f"not an action of the house: {action}")

    def _refuse_deal(self, seat: int, action: Deal | SetUp) -> Refusal | None:
        if self.over:
            return Refusal("match-over", seat, action)
        if not self.awaits_deal:
            return Refusal("deal-in-progress", seat, action)
        dealer = action.dealer
        if dealer is None and self.next_dealer is None:
            return Refusal("dealer-unknown", seat, action)
        if dealer is not None and self.next_dealer is not None and dealer != self.next_dealer:
            return Refusal("wrong-dealer", seat, action, expected=self.next_dealer)
        if dealer is not None and not 1 <= dealer <= self.rules.players:
            return Refusal("no-such-seat", seat, action, most=self.rules.players)
        starting = self._starting(dealer or self.next_dealer or 1)
        if isinstance(action, SetUp) and action.position.sitting_out and not self.rules.seats_rest:
            return Refusal("nobody-rests", seat, action)
        if isinstance(action, Deal):
            return refuse_order(self.rules.pack, action) or starting.refusal(seat, action)
        return refuse_position(self.rules.pack, self.rules.cards_each, action) or starting.refusal(seat, action)

    def _starting(self, dealer: int) -> Hand:
        return self.family.start(self.rules, dealer, self.standing)

    def _refuse_adjust(self, seat: int, action: Adjust) -> Refusal | None:
        if self.hand is not None and not self.hand.over:
            return Refusal("deal-in-progress", seat, action)
        if not 0 <= action.side < len(self.rules.sides):
            return Refusal("no-such-side", seat, action, most=len(self.rules.sides))
        return None

    def _refuse_ruling(self, seat: int, action: Settle | Void) -> Refusal | None:
        if self.hand is None or self.hand.over:
            return Refusal("no-deal", seat, action)
        if isinstance(action, Void):
            return None
        if not self.hand.playing:
            return Refusal("bid-first", seat, action)
        board = self.hand.board
        if len(action.tricks) != self.rules.players:
            return Refusal("wrong-number-of-seats", seat, action, expected=self.rules.players)
        left = sum(board.won) + board.cards_left
        if sum(action.tricks) != left:
            return Refusal("tricks-do-not-add-up", seat, action, least=sum(action.tricks), expected=left)
        if any(now < before for now, before in zip(action.tricks, board.won, strict=True)):
            return Refusal("tricks-already-won", seat, action)
        resting = next((other for other in sorted(board.sitting_out) if action.tricks[other - 1]), None)
        if resting is not None:
            return Refusal("sits-out", seat, action, expected=resting)
        return None

    def _refuse_claim(self, hand: Hand, seat: int, action: Claim) -> Refusal | None:
        if hand.turn != seat:
            return Refusal("not-your-turn", seat, action, expected=hand.turn)
        if not hand.playing:
            return Refusal("no-claim-now", seat, action)
        if not action.cards:
            return None
        holding, possible = hand.board.holding(seat), hand.board.possible(seat, self.rules.pack)
        fits = holding.sure <= action.cards <= possible and len(action.cards) == len(holding)
        return None if fits else Refusal("not-held", seat, action, legal=possible)

    # --- what happens -------------------------------------------------------------------------------------------

    def decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        """What an allowed action brings about; whatever it ends (deal, secrecy, match) is part of it."""
        return self._with_end(self._decide(seat, action))

    def _decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        if isinstance(action, Play) and self.hand is not None:
            return self.hand.decide(seat, action)
        match action:
            case Deal(dealer=given) | SetUp(dealer=given):
                dealer = given or self.next_dealer
                assert dealer is not None
                return DealStarted(self.number + 1, dealer), *self._starting(dealer).decide(seat, action)
            case Adjust(side, points, reason):
                return (Adjusted(side, points, " ".join(reason.split())),)  # a tag is one line
        assert self.hand is not None
        match action:
            case Void():
                return (DealVoid(VoidReason.THROWN_IN),)
            case Settle(tricks):
                return Settled(tricks), self.hand.count(tricks)
            case Claim(cards):
                return (Claimed(seat, Holding(cards) if cards else self.hand.board.holding(seat)),)
            case Reject():
                return (ClaimAnswered(seat, False),)
            case Accept():
                assert self.claim is not None
                answered = ClaimAnswered(seat, True)
                if len(self.claim.waiting) > 1:
                    return (answered,)
                won = self._won_by_claim(self.hand, self.claim.seat)
                return answered, Settled(won, agreed=True), self.hand.count(won)
        return self.hand.decide(seat, action)

    @staticmethod
    def _won_by_claim(hand: Hand, seat: int) -> tuple[int, ...]:
        won = hand.board.won
        return (*won[: seat - 1], won[seat - 1] + hand.board.cards_left, *won[seat:])

    def _with_end(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Adds what the last event ends: the secrecy of the deal, then the match."""
        last = events[-1]
        if not isinstance(last, _MAY_END):
            return events
        after = reduce(Match.evolve, events, self)
        endings: list[Event] = []
        if isinstance(last, DealScored):
            endings += (Revealed(number, hidden) for number, hidden in after.secrets if number == after.number)
        if not isinstance(last, DealVoid):
            winners = after._decided()
            if winners is not None:
                if winners != self.winners:
                    endings.append(MatchOver(winners))
                endings += (Revealed(number, hidden) for number, hidden in after.secrets if number != after.number)
            elif self.winners is not None:
                endings.append(MatchReopened())
        return (*events, *endings)

    def _decided(self) -> tuple[int, ...] | None:
        """The winners by the totals as they stand, once a deal is complete."""
        return self.rules.ending.winners(self.standing.totals, self.overtime) if self.complete_deals else None

    # --- what it changes ----------------------------------------------------------------------------------------

    def evolve(self, event: Event) -> Match:
        """The next state. Total and pure: it reads the event and public facts only."""
        if event.in_hand:
            assert self.hand is not None
            return Match(
                self.family, self.rules, self.standing, self.number, self.next_dealer, self.hand.evolve(event),
                self.complete_deals, self.overtime, self.winners, self.claim, self.secrets,
            )  # fmt: skip
        match event:
            case DealStarted(number, dealer):
                return replace(
                    self,
                    number=number,
                    next_dealer=dealer,
                    hand=self._starting(dealer),
                    claim=None,
                    overtime=self.overtime or self.rules.ending.reached(self.standing.totals),
                )
            case ClaimAnswered(accepted=accepted):
                assert self.claim is not None
                waiting = self.claim.waiting[1:] if accepted else ()
                return replace(self, claim=PendingClaim(self.claim.seat, waiting) if waiting else None)
            case Revealed(number):
                return replace(self, secrets=tuple(entry for entry in self.secrets if entry[0] != number))
            case Adjusted(side, points):
                totals = tuple(total + points * (i == side) for i, total in enumerate(self.standing.totals))
                return replace(self, standing=Standing(totals, self.standing.bags))
            case MatchOver(winners):
                return replace(self, winners=winners)
            case MatchReopened():
                return replace(self, winners=None)
        assert self.hand is not None
        hand = self.hand.evolve(event)
        if event.secret:
            return replace(self, hand=hand, secrets=self._hide(event))
        match event:
            case DealScored(sides=sides):
                return self._scored(hand, Standing(tuple(s.total for s in sides), tuple(s.bags for s in sides)))
            case Claimed(seat):
                return replace(self, hand=hand, claim=PendingClaim(seat, self._others(hand, seat)))
            case DealVoid(reason):
                moves = reason is VoidReason.PASSED_OUT
                return replace(self, hand=hand, claim=None, next_dealer=self._rotated() if moves else self.next_dealer)
        return replace(self, hand=hand)

    def _others(self, hand: Hand, seat: int) -> tuple[int, ...]:
        """The seats that answer a claim, clockwise."""
        sitting_out = hand.board.sitting_out
        return tuple(other for other in round_from(seat, self.rules.players)[1:] if other not in sitting_out)

    def _rotated(self) -> int | None:
        if self.rules.draws_dealer or self.next_dealer is None:
            return None
        return left_of(self.next_dealer, self.rules.players)

    def _scored(self, hand: Hand, standing: Standing) -> Match:
        return replace(
            self,
            hand=hand,
            standing=standing,
            next_dealer=self._rotated(),
            complete_deals=self.complete_deals + 1,
            claim=None,
        )

    def _hide(self, event: Event) -> Secrets:
        if self.secrets and self.secrets[-1][0] == self.number:
            return (*self.secrets[:-1], (self.number, (*self.secrets[-1][1], event)))
        return (*self.secrets, (self.number, (event,)))
