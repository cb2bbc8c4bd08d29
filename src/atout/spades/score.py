"""The count of a Spades deal: pure and itemised, one list of lines a side."""

from __future__ import annotations

from collections.abc import Iterator

from atout.scoring import ScoreLine, SideScore, Standing, tally
from atout.seats import Side
from atout.spades.groups import HARD_BEYOND, TEN, Contract, DoubleNil
from atout.spades.rules import SpadesRules

POINTS_A_TRICK = 10
JOINT_DOUBLE_NIL = 500
TEN_POINTS = 200
"""What a contract of ten tricks is worth with ten-for-200."""
BLIND = 2
"""How many times a nil a blind one is worth."""


def score(
    rules: SpadesRules, bids: tuple[int, ...], won: tuple[int, ...], before: Standing, blind: Side = ()
) -> tuple[SideScore, ...]:
    """Results by side from bids and tricks by seat and the standing before the deal; ``blind`` are the seats whose nil
    was bid before they looked."""
    return tuple(score_side(rules, side, index, bids, won, before, blind) for index, side in enumerate(rules.sides))


def score_side(
    rules: SpadesRules,
    side: Side,
    index: int,
    bids: tuple[int, ...],
    won: tuple[int, ...],
    before: Standing,
    blind: Side = (),
) -> SideScore:
    """The result of one side (and its index), which depends on its own bids and tricks only."""
    lines = list(_contracts(rules, side, bids, won)) + list(_nils(rules, side, bids, won, blind))
    limit = rules.scoring.bags
    bags = 0
    if limit is not None:
        collected = before.bags[index] + _new_bags(rules, side, bids, won)
        penalties, bags = divmod(collected, limit.size)
        if penalties:
            lines.append(ScoreLine("bag_penalty", penalties * limit.penalty, penalties * limit.size, side))
            bags = bags if rules.scoring.bags_carry else 0
    return tally(tuple(lines), bags, before.totals[index])


def _owed(
    rules: SpadesRules, side: Side, bids: tuple[int, ...], won: tuple[int, ...]
) -> Iterator[tuple[Side, int, int]]:
    """The contracts of a side: who owes it, the tricks bid, and the tricks that count towards it (R9)."""
    bidders = tuple(seat for seat in side if bids[seat - 1] > 0)
    if not bidders:
        return
    helped = sum(won[seat - 1] for seat in side if bids[seat - 1] == 0) if rules.scoring.nil_failed_helps else 0
    groups = [(seat,) for seat in bidders] if rules.scoring.contract is Contract.EACH else [bidders]
    for group in groups:
        yield group, sum(bids[seat - 1] for seat in group), sum(won[seat - 1] for seat in group) + helped


def _contracts(rules: SpadesRules, side: Side, bids: tuple[int, ...], won: tuple[int, ...]) -> Iterator[ScoreLine]:
    scoring = rules.scoring
    for group, bid, taken in _owed(rules, side, bids, won):
        extra = taken - bid
        worth = TEN_POINTS if scoring.ten_for_200 and bid == TEN else POINTS_A_TRICK * bid
        if extra < 0:
            lost = -extra if scoring.quicksand else bid
            yield ScoreLine("set", -POINTS_A_TRICK * lost if scoring.quicksand else -worth, lost, group)
            continue
        yield ScoreLine("contract", worth, bid, group)
        if extra:
            yield ScoreLine("overtricks", extra * (-POINTS_A_TRICK if scoring.quicksand else 1), extra, group)
        if scoring.exact and not extra and bid in (1, 2):
            yield ScoreLine("exact", 20, bid, group)
        beyond = bid - HARD_BEYOND[rules.players]
        if scoring.hard and beyond > 0:
            yield ScoreLine("hard", POINTS_A_TRICK * beyond, beyond, group)


def _failed_nils(side: Side, bids: tuple[int, ...], won: tuple[int, ...]) -> Side:
    return tuple(seat for seat in side if bids[seat - 1] == 0 and won[seat - 1] > 0)


def _is_joint(rules: SpadesRules, side: Side, bids: tuple[int, ...]) -> bool:
    return rules.scoring.double_nil is DoubleNil.JOINT and not any(bids[seat - 1] for seat in side)


def _nils(
    rules: SpadesRules, side: Side, bids: tuple[int, ...], won: tuple[int, ...], blind: Side
) -> Iterator[ScoreLine]:
    scoring = rules.scoring
    failed = _failed_nils(side, bids, won)
    if _is_joint(rules, side, bids):
        yield ScoreLine("double_nil", JOINT_DOUBLE_NIL * (1 - len(failed)), len(failed), side)
        return
    for seat in side:
        is_blind = seat in blind
        worth = BLIND * scoring.nil if is_blind else scoring.nil
        if bids[seat - 1] == 0 and seat not in failed:
            yield ScoreLine("blind_nil" if is_blind else "nil", worth, 0, (seat,))
        elif bids[seat - 1] == 0:
            tricks = won[seat - 1]
            yield ScoreLine("blind_nil_failed" if is_blind else "nil_failed", -worth, tricks, (seat,))
            if scoring.nil_failed_point and not scoring.quicksand and not _helps(rules, side, bids):
                yield ScoreLine("nil_bags", tricks * scoring.nil_failed_point, tricks, (seat,))


def _helps(rules: SpadesRules, side: Side, bids: tuple[int, ...]) -> bool:
    """Whether the tricks of a failed nil count with the partner's contract instead of on their own."""
    return rules.scoring.nil_failed_helps and any(bids[seat - 1] for seat in side)


def _new_bags(rules: SpadesRules, side: Side, bids: tuple[int, ...], won: tuple[int, ...]) -> int:
    """Extra tricks of made contracts, and the tricks of failed nils unless they helped a contract."""
    extra = sum(max(0, taken - bid) for _, bid, taken in _owed(rules, side, bids, won))
    if _helps(rules, side, bids):
        return extra
    return extra + sum(won[seat - 1] for seat in _failed_nils(side, bids, won))
