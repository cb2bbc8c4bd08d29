"""Play, referee and teach the Spades and Euchre families.

>>> import atout
>>> from atout.families import USUAL
>>> table = atout.Table(USUAL, seed=7)
>>> table.turn in range(1, table.rules.players + 1)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from atout.actions import Illegal
    from atout.options import RulesError
    from atout.record import RecordError
    from atout.table import Table

__version__ = "0.1.0"
__all__ = ["Illegal", "RecordError", "RulesError", "Table", "__version__"]

_HOMES: Final = {"Illegal": "actions", "RecordError": "record", "RulesError": "options", "Table": "table"}
"""The module of each name, loaded when the name is first asked for: the command line starts without them."""


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
