"""Play, referee and teach the Spades and Euchre families.

>>> import atout
>>> table = atout.Table("piques-a-trois", seed=7)
>>> table.turn in (1, 2, 3)
True
"""

from atout.actions import Illegal
from atout.options import RulesError
from atout.record import RecordError
from atout.table import Table

__version__ = "0.1.0"
__all__ = ["Illegal", "RecordError", "RulesError", "Table", "__version__"]
