"""The count of a Euchre deal: pure and itemised."""

from __future__ import annotations

from atout.euchre.rules import TO_MAKE, TRICKS, Euchred, EuchreRules
from atout.scoring import ScoreLine, SideScore, Standing, tally

MADE = 1
EUCHRED = 2


def score(rules: EuchreRules, maker: int, won: tuple[int, ...], before: Standing) -> tuple[SideScore, ...]:
    """Results by side from the maker's seat, tricks by seat and the standing before the deal."""
    tricks = won[maker - 1]
    lines: dict[int, ScoreLine] = {}
    if tricks == TRICKS:
        lines[maker] = ScoreLine("march", rules.scoring.march, tricks, (maker,))
    elif tricks >= TO_MAKE:
        lines[maker] = ScoreLine("maker", MADE, tricks, (maker,))
    elif rules.scoring.euchred is Euchred.MAKER_LOSES:
        lines[maker] = ScoreLine("euchred", -EUCHRED, tricks, (maker,))
    else:
        for seat in range(1, rules.players + 1):
            if seat != maker:
                lines[seat] = ScoreLine("euchred", EUCHRED, tricks, (maker,))
    return tuple(
        tally((lines[side[0]],) if side[0] in lines else (), 0, before.totals[index])
        for index, side in enumerate(rules.sides)
    )
