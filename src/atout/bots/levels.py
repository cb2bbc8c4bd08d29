"""The levels and characters as data. A weaker player has a person's limits: it forgets, imagines little, looks only
at the deal, judges its hand by the mood; it never plays at random."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.bots.search import Effort


class Style(Struct, frozen=True):
    """A taste, where it costs little: a share of the match given for a bid (or call) it likes.

    ``bold`` for bidding more than the hand is worth, by one trick and no more (negative: less), and for making trump;
    ``nil`` for a nil; ``bags`` for each bag that is not taken.
    """

    bold: float = 0.0
    nil: float = 0.0
    bags: float = 0.0


class Level(Struct, frozen=True):
    """How somebody plays.

    ``effort`` is how much is thought, ``None`` for rules of thumb alone. ``memory`` is the number of finished tricks
    remembered (``None``: all), by those who use rules of thumb; ``mood`` how many tricks more than is usual a hand is
    thought to be worth, ``swing`` how far that varies; who is ``greedy`` wants every trick, needed or not.
    ``for_match`` says whether the match is looked at, not the deal alone. Within ``band`` standard errors of the best,
    what rules of thumb say is done. ``aimless``: any legal action.
    """

    effort: Effort | None = None
    memory: int | None = None
    mood: float = 0.0
    swing: float = 0.0
    greedy: bool = False
    for_match: bool = True
    band: float = 1.0
    style: Style = Style()
    aimless: bool = False


_CLUB: Final = Effort(worlds=80, repeats=1, share=0.15, exact=(3, 2, 2, 2), searched=20, bids=60)
_STRONG: Final = Effort(
    worlds=400, repeats=2, share=0.15, pool=3, trust=0.6, exact=(6, 5, 4, 3, 3), searched=80, bids=160
)
_EXPERT: Final = Effort(
    worlds=1600, repeats=2, share=0.15, pool=3, trust=0.6, exact=(7, 5, 4, 3, 3), searched=160, bids=500
)
_AT_THE_CLUB: Final = Level(effort=_CLUB, for_match=False, band=2.0)

LEVEL: Final = {
    "random": Level(aimless=True),
    "novice": Level(memory=0, mood=0.4, swing=1.6, greedy=True),
    "casual": Level(),
    "club": _AT_THE_CLUB,
    "strong": Level(effort=_STRONG),
    "expert": Level(effort=_EXPERT),
    "timid": replace(_AT_THE_CLUB, style=Style(bold=-0.02, nil=-0.05)),
    "bold": replace(_AT_THE_CLUB, style=Style(bold=0.02)),
    "nil-lover": replace(_AT_THE_CLUB, style=Style(nil=0.06)),
    "bag-counter": replace(_AT_THE_CLUB, style=Style(bags=0.02)),
}
"""By name: the levels, the weakest first, then characters of club strength."""

LADDER: Final = ("random", "novice", "casual", "club", "strong", "expert")
USUAL_LEVEL: Final = "casual"
"""Who plays where nobody has said how well."""
CHARACTERS: Final = tuple(name for name in LEVEL if name not in LADDER)
