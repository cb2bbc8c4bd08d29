"""Euchre Game Notation, a JSON format for four-hand Euchre: read into a match, and written from one.

Format: "Euchre Game Notation" (EGN), version 1.4; specification: README, ``docs/`` and ``schemas/`` of
github.com/NextSuit-Labs/euchre-game-notation. Written as 1.4; its family, 1.2 to 1.6, is read.
"""

from atout.euchre.egn.reading import read
from atout.euchre.egn.writing import write

__all__ = ["read", "write"]
