"""The bid of a thinking player: what the hand makes when it aims at each bid, over worlds that fit what was heard."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import floor
from typing import Final

from msgspec.structs import replace

from atout.actions import BIDS, Action, Bid, Misdeal
from atout.bots.belief import imagined
from atout.bots.decision import Tally
from atout.bots.equity import Equity
from atout.bots.outcomes import FINE, Outcome, Outcomes
from atout.bots.search import Effort, Thought
from atout.bots.spades.belief import likelihood
from atout.bots.spades.estimate import sure_tricks
from atout.bots.spades.judge import Judge, judge_of
from atout.events import BidMade, DealScored
from atout.kernel import Position, Sample, Worlds, playouts
from atout.match import Match
from atout.scoring import SideScore
from atout.seats import side_of
from atout.spades.bidding import allowed_bids
from atout.spades.hand import SpadesHand
from atout.spades.rules import Contract
from atout.spades.score import score_side

_BELOW: Final = 1
_ABOVE: Final = 3
"""Bids weighed below and above what the hand may expect, rounded down."""
_MOST_OPTIONS: Final = 3000


def auction(view: Match, seat: int, effort: Effort, equity: Equity | None, seed: int, every: bool) -> Thought | None:
    """The bids a seat may make, compared; ``None`` while there is nothing to bid. ``every`` asks for those too that
    are not worth a thought: they are counted for the tricks of the nearest one that is."""
    hand = view.hand
    assert isinstance(hand, SpadesHand)
    legal = [action for action in hand.legal(seat) if isinstance(action, Bid)]
    if not legal:
        return None
    judge = judge_of(hand.rules)
    bids = _candidates(hand, seat, judge, [action.tricks for action in legal])
    others = [action.tricks for action in legal if action.tricks not in bids] if every else []
    spoken = _spoken(view, seat, bids[-1])
    assert isinstance(spoken.hand, SpadesHand)
    position, worlds = Position.of(spoken), Worlds(spoken, most_options=_MOST_OPTIONS)
    heard = replace(view, hand=replace(spoken.hand, bids=hand.bids))
    sample, effective = imagined(heard, seat, worlds, effort.bids, effort.pool, effort.trust, likelihood, seed)
    count = _Count(hand)
    foreseen_by = _Foreseen(hand, judge, sample)
    tallies: dict[Action, Tally] = {}
    also: dict[Action, Tally] = {}
    ledgers: dict[tuple[int, ...], Outcomes] = {}
    for bid in (*bids, *others):
        aim = bid if bid in bids else min(bids, key=lambda near: abs(near - bid))
        foreseen = foreseen_by.bids(seat, aim)
        run = playouts(
            position, sample, aims=_aims(hand, foreseen), repeats=effort.repeats, share=effort.share, seed=seed
        )
        flat, width = bytes(run.won.cast("B")), len(position.seats)
        tally = (tallies if bid in bids else also)[BIDS[bid]] = Tally(effort.repeats)
        for world, heard_so in enumerate(foreseen):
            said = (*heard_so[: seat - 1], bid, *heard_so[seat:])
            ledger = ledgers.get(said)
            if ledger is None:
                ledger = ledgers[said] = Outcomes(view, partial(count.of, said), seat, equity)
            for at in range(world * effort.repeats * width, (world + 1) * effort.repeats * width, width):
                tally.outcomes.append(ledger.of_flat(flat[at : at + width], position.seats))
    if Misdeal() in hand.legal(seat) and equity is not None:
        again = equity.worth(view.standing, hand.dealer)[side_of(hand.rules.sides)[seat - 1]]
        fresh = Outcome(
            round(again * FINE), 0.0, None, None, None, 0, round(hand.rules.cards_each / hand.rules.players)
        )
        tallies[Misdeal()] = Tally(effort.repeats)
        tallies[Misdeal()].outcomes = [fresh] * (len(sample) * effort.repeats)
    return Thought(tallies, {}, effective, also=also)


def _candidates(hand: SpadesHand, seat: int, judge: Judge, legal: list[int]) -> list[int]:
    """The bids worth a thought: around what the hand may expect, not below its sure tricks; and a nil, if none is."""
    cards = hand.board.holding(seat).sure
    tricks, _ = judge.look(judge.labels.mask(cards))
    sure, middle = sure_tricks(hand.rules, cards), floor(tricks)
    near = [bid for bid in legal if bid and max(sure, middle - _BELOW) <= bid <= max(sure, middle + _ABOVE)]
    near = near or [min((bid for bid in legal if bid), key=lambda bid: abs(bid - tricks), default=0)]
    nil = [0] if 0 in legal and not sure else []
    return sorted({*nil, *near})


def _spoken(view: Match, seat: int, bid: int) -> Match:
    """The view once everybody has bid something: the cards can be imagined then."""
    assert isinstance(view.hand, SpadesHand)
    for other in view.hand.waiting:
        view = view.evolve(BidMade(other, bid if other == seat else 1))
    return view


class _Count:
    """Counts a deal for any bids; a side's result is told once for its own bids and tricks."""

    def __init__(self, hand: SpadesHand) -> None:
        self._hand = hand
        self._known: dict[tuple[object, ...], SideScore] = {}

    def of(self, bids: tuple[int, ...], won: tuple[int, ...]) -> DealScored:
        """The count of tricks by seat for bids by seat."""
        return DealScored(won, tuple(self._side(index, bids, won) for index in range(len(self._hand.rules.sides))))

    def _side(self, index: int, bids: Sequence[int], won: Sequence[int]) -> SideScore:
        rules = self._hand.rules
        side = rules.sides[index]
        key = index, *(bids[seat - 1] for seat in side), *(won[seat - 1] for seat in side)
        known = self._known.get(key)
        if known is None:
            known = score_side(rules, side, index, tuple(bids), tuple(won), self._hand.standing)
            self._known[key] = known
        return known


class _Foreseen:
    """Everybody's bids in each world: those to come follow from the hands there."""

    def __init__(self, hand: SpadesHand, judge: Judge, sample: Sample) -> None:
        self._hand = hand
        self._waiting = hand.waiting[1:]
        places = [sample.seats.index(other) for other in self._waiting]
        rows = (sample.row(world) for world in range(len(sample)))
        self._natural = [tuple(judge.bid(row[place]) for place in places) for row in rows]
        self._bound = hand.rules.bidding.no_hell or hand.rules.bidding.suicide

    def bids(self, seat: int, bid: int) -> list[tuple[int, ...]]:
        """The bids of each world, if the seat makes this one."""
        known: dict[tuple[int, ...], tuple[int, ...]] = {}
        for natural in self._natural:
            if natural not in known:
                known[natural] = self._after(seat, bid, natural)
        return [known[natural] for natural in self._natural]

    def _after(self, seat: int, bid: int, natural: tuple[int, ...]) -> tuple[int, ...]:
        hand = self._hand
        bids = (*hand.bids[: seat - 1], bid, *hand.bids[seat:])
        for at, (other, tricks) in enumerate(zip(self._waiting, natural, strict=True)):
            if self._bound:
                allowed = [action.tricks for action in allowed_bids(hand.rules, bids, self._waiting[at:])]
                tricks = min(allowed, key=lambda one, natural=tricks: abs(one - natural), default=tricks)  # type: ignore[misc]
            bids = (*bids[: other - 1], tricks, *bids[other:])
        return tuple(said or 0 for said in bids)


def _aims(hand: SpadesHand, foreseen: list[tuple[int, ...]]) -> bytes:
    """What the seats try for in each world: a nil alone, partners together unless each owes his own contract."""
    rules = hand.rules
    own = rules.scoring.contract is Contract.EACH
    sides = side_of(rules.sides)
    known: dict[tuple[int, ...], bytes] = {}

    def aims(bids: tuple[int, ...]) -> bytes:
        groups = [
            side if bid and not own else len(rules.sides) + at
            for at, (bid, side) in enumerate(zip(bids, sides, strict=True))
        ]
        needs = [sum(bid for bid, group in zip(bids, groups, strict=True) if group == mine) for mine in groups]
        return bytes(groups + needs)

    for bids in set(foreseen):
        known[bids] = aims(bids)
    return b"".join(known[bids] for bids in foreseen)
