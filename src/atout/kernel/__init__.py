"""The kernel: positions of card play relabelled, and what can be computed of them at the hardware's pace.

>>> import atout.families, atout.kernel as kernel
>>> won = kernel.deals(atout.families.USUAL, 100, seed=1).won
>>> rules = atout.families.make(atout.families.USUAL)
>>> all(sum(won[deal, seat] for seat in range(rules.players)) == rules.cards_each for deal in range(100))
True

``active`` says which implementation runs: the C extension (with PDEP or portable) or its Python twin. Both draw the
same random numbers and give the same results, bit for bit.
"""

from atout.kernel.backends import ACTIVE, BACKENDS
from atout.kernel.batch import Batch
from atout.kernel.deals import Deals, deals
from atout.kernel.game import Game
from atout.kernel.jobs import Backend, Cancel, Cancelled
from atout.kernel.playouts import Playouts, playouts
from atout.kernel.positions import Position
from atout.kernel.surprisals import surprisals
from atout.kernel.worlds import Sample, Worlds

active: str = ACTIVE.name
"""The implementation that runs: ``extension (pdep)``, ``extension (portable)`` or ``twin``."""

__all__ = [
    "ACTIVE",
    "BACKENDS",
    "Backend",
    "Batch",
    "Cancel",
    "Cancelled",
    "Deals",
    "Game",
    "Playouts",
    "Position",
    "Sample",
    "Worlds",
    "active",
    "deals",
    "playouts",
    "surprisals",
]
