"""The bid of a thinking player: what the hand makes when it aims at each bid, over worlds that fit what was heard."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from struct import iter_unpack
from typing import Final

from msgspec.structs import replace

from atout.actions import BIDS, BLIND_NIL, Action, Bid, Look, Misdeal
from atout.bots.belief import imagined
from atout.bots.decision import Tally, leading
from atout.bots.equity import Equity
from atout.bots.outcomes import FINE, Flat, Outcome, Outcomes
from atout.bots.search import Effort, Thought
from atout.bots.spades.belief import likelihood
from atout.bots.spades.estimate import sure_tricks
from atout.bots.spades.judge import Judge, judge_of
from atout.bots.spades.ledger import count_of, counting
from atout.events import BidMade
from atout.kernel import Position, Sample, Worlds, playouts
from atout.match import Match
from atout.seats import side_of
from atout.spades.bidding import Bids, refuse_bid
from atout.spades.groups import Contract
from atout.spades.hand import SpadesHand
from atout.spades.rules import SpadesRules
from atout.spades.stage import Stage

_NEAR: Final = 1
"""Bids weighed at first below and above what the hand may expect; as long as the best lies at the edge, one more is."""
_MOST_OPTIONS: Final = 3000


def auction(
    view: Match, seat: int, effort: Effort, equity: Equity | None, seed: int, usual: Action, every: bool
) -> Thought | None:
    """The bids a seat may make, compared; ``None`` while there is nothing to bid. ``every`` asks for those too that
    are not worth a thought: they are counted for the tricks of the nearest one that is."""
    hand = view.hand
    assert isinstance(hand, SpadesHand)
    legal = [action.tricks for action in hand.legal(seat) if isinstance(action, Bid) and not action.blind]
    if hand.waiting and hand.may_be_blind(seat):
        return _unseen(_Trial(view, hand, seat, effort, equity, seed), legal if every else [])
    if not legal:
        return None
    trial = _Trial(view, hand, seat, effort, equity, seed)
    worthy, nearest = _worthy(hand, seat, trial.judge, legal)
    tallies: dict[Action, Tally] = {}
    fresh = [bid for bid in worthy if not bid or abs(bid - nearest) <= _NEAR]
    while fresh:
        tallies.update((BIDS[bid], trial.tally(bid, bid)) for bid in fresh)
        fresh = _beyond(worthy, tallies)
    also: dict[Action, Tally] = {}
    weighed = [action.tricks for action in tallies if isinstance(action, Bid)]
    for bid in legal if every else ():
        if bid not in weighed:
            also[BIDS[bid]] = trial.tally(bid, min(weighed, key=lambda near: abs(near - bid)))
    if Misdeal() in hand.legal(seat):
        tallies[Misdeal()] = trial.misdeal()
    return Thought(tallies, {}, trial.effective, trial.different, also=also)


def _unseen(trial: _Trial, also: list[int]) -> Thought:
    """Before looking: a blind nil beside a look and the bid that follows from it; and plain bids, if they are asked
    for."""
    tallies: dict[Action, Tally] = {Look(): trial.looked()}
    if BLIND_NIL in trial.legal:
        tallies[BLIND_NIL] = trial.tally(0, 0, blind=True)
    plain: dict[Action, Tally] = {BIDS[bid]: trial.tally(bid, bid) for bid in also}
    return Thought(tallies, {}, trial.effective, trial.different, also=plain)


def _worthy(hand: SpadesHand, seat: int, judge: Judge, legal: list[int]) -> tuple[list[int], int]:
    """The bids worth a thought: none below the hand's sure tricks, and a nil only if it is not lost; and the one
    nearest to what the hand may expect."""
    cards = hand.board.holding(seat).sure
    tricks, safety = judge.look(judge.labels.mask(cards))
    bids = [bid for bid in legal if bid and bid >= sure_tricks(hand.rules, cards)]
    bids = bids or [bid for bid in legal if bid][-1:]
    nil = [0] if 0 in legal and (safety > 0 or not bids) else []
    return [*nil, *bids], min(bids, key=lambda bid: abs(bid - tricks), default=0)


def _beyond(worthy: list[int], tallies: Mapping[Action, Tally]) -> list[int]:
    """The next bid on the side where the best one lies at the edge of those weighed."""
    best = next((action for action in leading(tallies) if isinstance(action, Bid) and action.tricks), None)
    if best is None:
        return []
    at = worthy.index(best.tricks)
    return [bid for bid in worthy[max(0, at - 1) : at + 2] if bid and BIDS[bid] not in tallies]


class _Trial:
    """Worlds in which a seat's bids are tried out, once each: other deals tell more than the same one again."""

    def __init__(
        self, view: Match, hand: SpadesHand, seat: int, effort: Effort, equity: Equity | None, seed: int
    ) -> None:
        self._view, self._hand, self._seat = view, hand, seat
        self._effort, self._equity, self._seed = effort, equity, seed
        self.judge = judge_of(hand.rules)
        spoken = _spoken(view, seat)
        assert isinstance(spoken.hand, SpadesHand)
        position, worlds = Position.of(spoken), Worlds(spoken, most_options=_MOST_OPTIONS)
        opener = hand.rules.opening_card
        self._position = position if opener is None else position.opened_by(opener)
        heard = replace(view, hand=replace(spoken.hand, bids=hand.bids))
        self._sample, self.effective = imagined(
            heard, seat, worlds, effort.bids * effort.repeats, effort.pool, effort.trust, likelihood, seed
        )
        self.different = self._sample.different
        self.legal = hand.legal(seat)
        self._foreseen = _Foreseen(hand, self.judge, self._sample)
        self._results = Outcomes(view, count_of(hand), seat, equity)
        self._outcomes: dict[tuple[bool, tuple[int, ...]], Flat] = {}

    def tally(self, bid: int, aim: int, *, blind: bool = False) -> Tally:
        """What a bid comes to when the seat plays as if it had bid ``aim``."""
        seat = self._seat
        foreseen = self._foreseen.bids(seat, aim)
        return self._tally(foreseen, [(*heard[: seat - 1], bid, *heard[seat:]) for heard in foreseen], blind)

    def looked(self) -> Tally:
        """What a look comes to, and the bid to be expected of the hand then seen."""
        foreseen = self._foreseen.after_a_look(self._seat)
        return self._tally(foreseen, foreseen, blind=False)

    def _tally(self, foreseen: list[tuple[int, ...]], told: list[tuple[int, ...]], blind: bool) -> Tally:
        """What the bids ``told`` come to in each world when the seats aim at those ``foreseen``."""
        run = playouts(
            self._position, self._sample, aims=_aims(self._hand, foreseen), share=self._effort.share, seed=self._seed
        )
        tally, found = Tally(1), iter_unpack(f"{len(run.seats)}s", run.won.cast("B"))
        tally.add([self._known(bids, blind)[won] for bids, (won,) in zip(told, found, strict=True)])
        return tally

    def _known(self, bids: tuple[int, ...], blind: bool) -> Flat:
        """The outcomes of playouts when these are the bids, this seat's a nil made before looking or not."""
        known = self._outcomes.get((blind, bids))
        if known is None:
            hand = self._hand
            count = counting(hand.rules, hand.standing, (*hand.blind, self._seat) if blind else hand.blind).of
            outcomes = self._results.counted_by(partial(count, bids))
            known = self._outcomes[blind, bids] = Flat(outcomes, self._position.seats, hand.rules.players)
        return known

    def misdeal(self) -> Tally:
        """What throwing the hand in comes to: another deal."""
        rules, again = self._hand.rules, 0.5
        if self._equity is not None:
            again = self._equity.worth(self._view.standing, self._hand.dealer)[side_of(rules.sides)[self._seat - 1]]
        fresh = Outcome(round(again * FINE), 0.0, None, None, None, 0, round(rules.cards_each / rules.players))
        tally = Tally(1)
        tally.add([fresh] * len(self._sample))
        return tally


def _spoken(view: Match, seat: int) -> Match:
    """The view once everybody has bid something, before any card is given: the cards can be imagined then."""
    assert isinstance(view.hand, SpadesHand)
    for other in view.hand.waiting:
        view = view.evolve(BidMade(other, 1))
    assert isinstance(view.hand, SpadesHand)
    return replace(view, hand=replace(view.hand, stage=Stage.PLAYING))


class _Foreseen:
    """Everybody's bids in each world: those to come follow from the hands there."""

    def __init__(self, hand: SpadesHand, judge: Judge, sample: Sample) -> None:
        self._hand = hand
        self._waiting = hand.waiting[1:]
        places = [sample.seats.index(other) for other in self._waiting]
        self._rows = [sample.row(world) for world in range(len(sample))]
        self._judge, self._sample = judge, sample
        self._natural = [tuple(judge.bid(row[place]) for place in places) for row in self._rows]
        self._bound = hand.rules.bidding.bound

    def after_a_look(self, seat: int) -> list[tuple[int, ...]]:
        """The bids of each world, if the seat bids what its hand there is worth."""
        place = self._sample.seats.index(seat)
        own = (self._judge.bid(row[place]) for row in self._rows)
        return [self._after(seat, bid, natural) for bid, natural in zip(own, self._natural, strict=True)]

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
                tricks = nearest(hand.rules, bids, self._waiting[at:], tricks)
            bids = (*bids[: other - 1], tricks, *bids[other:])
        return tuple(said or 0 for said in bids)


def nearest(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...], natural: int) -> int:
    """The bid nearest to the natural one that the others leave the first of the ``waiting`` seats, the lower of two."""
    by_distance = sorted(range(rules.highest_bid + 1), key=lambda tricks: abs(tricks - natural))
    return next((bid for bid in by_distance if refuse_bid(rules, bids, waiting, BIDS[bid]) is None), natural)


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
