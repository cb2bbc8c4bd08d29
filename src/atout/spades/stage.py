"""What a deal of Spades waits for."""

from __future__ import annotations

from enum import Enum, auto


class Stage(Enum):
    """What a deal is waiting for."""

    DEALING = auto()
    DRAWING = auto()
    BIDDING = auto()
    GIVING = auto()
    PLAYING = auto()
    OVER = auto()
