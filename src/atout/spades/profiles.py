"""The named Spades tables, each as what it changes."""

from __future__ import annotations

from typing import Final

from atout.cards import Card, Cards
from atout.options import Profile
from atout.spades.groups import Breaking, DoubleNil, Draw, DrawShown, Looking, MisdealClaim


def _cards(*tokens: str) -> Cards:
    return Cards.of(map(Card.from_token, tokens))


_AT_TURN: Final = {"look": Looking.TURN, "misdeal": MisdealClaim.NO_SPADE_OR_FACE}

PIQUES_A_TROIS: Final = Profile(
    name="piques-a-trois",
    players=(3,),
    sets={
        "paired": False,
        "removed": _cards("2C"),
        "target": 200,
        "breaking": Breaking.STRICT,
        "nil_failed_point": 0,
    },
    by_players={},
)

PIQUE: Final = Profile(
    name="pique",
    players=(4, 2, 3),
    sets={"paired": False, "max_bid": 13},
    by_players={
        2: {"draw": Draw.BLOCK, "draw_shown": DrawShown.CHOOSER},
        3: {"removed": _cards("2C"), **_AT_TURN},
        4: {"paired": True, "double_nil": DoubleNil.JOINT, **_AT_TURN},
    },
)

ATOUT_PIQUE: Final = Profile(
    name="atout-pique",
    players=(4, 3, 5, 6),
    sets={"paired": False, "hard": True},
    by_players={
        3: {"removed": _cards("2C"), "exact": True},
        4: {"paired": True, "exact": True},
        5: {"removed": _cards("2C", "2D")},
        6: {"removed": _cards("2C", "2D", "2H", "2S")},
    },
)

SPADES: Final = Profile(name="spades", players=(4,), sets={"paired": True, "blind_nil": True}, by_players={})

PROFILES: Final = (PIQUES_A_TROIS, PIQUE, ATOUT_PIQUE, SPADES)
