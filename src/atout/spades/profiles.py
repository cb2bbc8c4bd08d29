"""The named Spades tables, each as what it changes."""

from __future__ import annotations

from typing import Final

from atout.cards import Card, Cards
from atout.options import Profile
from atout.spades.groups import Breaking, DoubleNil, Draw, DrawShown, Looking, MisdealClaim


def _cards(*tokens: str) -> Cards:
    return Cards.of(map(Card.from_token, tokens))


_LEFT_OUT: Final = {
    3: {"removed": _cards("2C")},
    5: {"removed": _cards("2C", "2D")},
    6: {"removed": _cards("2C", "2D", "2H", "2S")},
}
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
        **_LEFT_OUT,
        3: {**_LEFT_OUT[3], "exact": True},
        4: {"paired": True, "exact": True},
    },
)

SPADES: Final = Profile(name="spades", players=(4,), sets={"paired": True, "blind_nil": True}, by_players={})

SPADES_SOLO: Final = Profile(
    name="spades-solo",
    players=(3, 4, 5, 6),
    sets={"paired": False, "blind_nil": True},
    by_players=_LEFT_OUT,
)

PROFILES: Final = (PIQUES_A_TROIS, PIQUE, ATOUT_PIQUE, SPADES, SPADES_SOLO)
