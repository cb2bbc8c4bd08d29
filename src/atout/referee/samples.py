"""The lines shown as examples: what could be written of a deal at this very table, by its seats and cards.

Catalogues put these numbers behind the words of their language.
"""

from __future__ import annotations

from typing import Final

from atout.game import Rules

_NAMES: Final = ("Ana", "Bob", "Cléo", "Dan", "Ève", "Fay")


def samples(rules: Rules) -> dict[str, str]:
    """The facts of the examples: ``bids`` and ``won`` by seat, ``both`` together; ``dropped``, the tricks by seat of a
    deal that one seat or more sat out and seat 2 won, and ``shared``, of one that all play; ``names`` of the players.
    """
    each, more = divmod(rules.cards_each, rules.players)
    won = [each + (seat <= more) for seat in range(1, rules.players + 1)]
    bids = [max(1, won[0] - 1), max(1, won[1] - 1), *won[2:]]
    return {
        "bids": " ".join(map(str, bids)),
        "won": " ".join(map(str, won)),
        "both": " ".join(f"{bid}/{tricks}" for bid, tricks in zip(bids, won, strict=True)),
        "dropped": "/".join(["1", str(rules.cards_each - 1), *("-" for _ in won[2:])]),
        "shared": "/".join(map(str, won)),
        "names": " ".join(_NAMES[: rules.players]),
    }
