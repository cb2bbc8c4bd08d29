"""The garbage collector of a server: what a table is made of lives long and is seldom part of a cycle."""

from __future__ import annotations

import gc
from typing import Final

_YOUNG: Final = 50_000
"""Objects made, less those let go, before the young ones are looked at: tens of acts rather than one."""
_OLD: Final = 100
"""Looks at the middle generation before all tables are looked at, which takes a while when there are many."""


def settle() -> None:
    """Once everything is loaded: it is never looked at again, and what comes later seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 20, _OLD)
