"""The count of a Euchre deal: pure and itemised."""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import Struct

from atout.euchre.rules import TO_MAKE, Bucked, Euchred, EuchreRules, Form
from atout.scoring import ScoreLine, SideScore, Standing, tally
from atout.seats import Side, partners_of

MADE: Final = 1
EUCHRED: Final = 2
MOON: Final = 12
BUCKED: Final = 5


class Undertaking(Struct, frozen=True):
    """What a deal was played for: its ``maker``, the tricks bid (``contract``, 0: none), whether all of them alone (a
    ``moon``), and the seats ``sitting_out``."""

    maker: int | None
    contract: int = 0
    moon: bool = False
    sitting_out: frozenset[int] = frozenset()


def score(rules: EuchreRules, played: Undertaking, won: tuple[int, ...], before: Standing) -> tuple[SideScore, ...]:
    """Results by side from what was undertaken, tricks by seat and the standing before the deal."""
    match rules.form:
        case Form.TURNED:
            lines = _turned(rules, played, won)
        case Form.BID:
            lines = _bid(rules, played, won)
        case Form.BUCK:
            lines = _buck(rules, played, won)
        case _ as never:
            assert_never(never)
    return tuple([tally(lines.get(side, ()), 0, total) for side, total in zip(rules.sides, before.totals, strict=True)])


Lines = dict[Side, tuple[ScoreLine, ...]]
"""The lines of each side that has any."""


def _taken(side: Side, won: tuple[int, ...]) -> int:
    return sum([won[seat - 1] for seat in side])


def is_alone(rules: EuchreRules, seat: int, sitting_out: frozenset[int]) -> bool:
    """Whether a seat plays without its partners."""
    partners = partners_of(rules.sides, seat)
    return bool(partners) and partners <= sitting_out


def _turned(rules: EuchreRules, played: Undertaking, won: tuple[int, ...]) -> Lines:
    """Three tricks or four 1, all of them the march; fewer, and the others are paid."""
    maker, scoring = played.maker, rules.scoring
    assert maker is not None and scoring.march is not None
    mine = next(side for side in rules.sides if maker in side)
    tricks, alone = _taken(mine, won), is_alone(rules, maker, played.sitting_out)
    if tricks == rules.cards_each:
        if alone and scoring.lone_march is not None:
            return {mine: (ScoreLine("lone_march", scoring.lone_march, tricks, (maker,)),)}
        return {mine: (ScoreLine("march", scoring.march, tricks, (maker,)),)}
    if tricks >= TO_MAKE:
        return {mine: (ScoreLine("maker", MADE, tricks, (maker,)),)}
    paid = _euchred(rules, played, alone)
    if scoring.euchred is Euchred.MAKER_LOSES:
        return {mine: (ScoreLine("euchred", -paid, tricks, (maker,)),)}
    return {side: (ScoreLine("euchred", paid, tricks, (maker,)),) for side in rules.sides if side is not mine}


def _euchred(rules: EuchreRules, played: Undertaking, alone: bool) -> int:
    """What a maker who falls short is worth to the others."""
    scoring = rules.scoring
    if not alone or scoring.euchred_alone is None:
        return EUCHRED
    defended = any(
        is_alone(rules, seat, played.sitting_out)
        for side in rules.sides
        for seat in side
        if seat != played.maker and seat not in played.sitting_out
    )
    return scoring.lone_defence if defended and scoring.lone_defence is not None else scoring.euchred_alone


def _bid(rules: EuchreRules, played: Undertaking, won: tuple[int, ...]) -> Lines:
    """A point a trick; a side that misses its bid loses the bid instead; a moon is 12 either way."""
    maker = played.maker
    assert maker is not None
    lines: Lines = {}
    for side in rules.sides:
        tricks = _taken(side, won)
        if maker in side and tricks < played.contract:
            lost = MOON if played.moon else played.contract
            lines[side] = (ScoreLine("bid_set", -lost, tricks, (maker,)),)
        elif maker in side and played.moon:
            lines[side] = (ScoreLine("moon", MOON, tricks, (maker,)),)
        elif tricks:
            lines[side] = (ScoreLine("tricks", tricks, tricks, side),)
    return lines


def _buck(rules: EuchreRules, played: Undertaking, won: tuple[int, ...]) -> Lines:
    """Each trick takes one off; five more for a bid missed, and for a seat in play that takes no trick."""
    lines: Lines = {}
    for side in rules.sides:
        tricks, seat = _taken(side, won), side[0]
        missed = seat == played.maker and tricks < played.contract
        counts = tricks and (not missed or rules.scoring.bucked is Bucked.TRICKS)
        found = [ScoreLine("tricks", -tricks, tricks, side)] if counts else []
        if missed:
            found.append(ScoreLine("bid_set", BUCKED, tricks, side))
        elif not tricks and seat not in played.sitting_out:
            found.append(ScoreLine("no_trick", BUCKED, 0, side))
        lines[side] = tuple(found)
    return lines
