"""The named Euchre tables, each as what it changes."""

from __future__ import annotations

from typing import Final

from atout.euchre.rules import Benny, Form, Lead, LoneLead
from atout.options import Profile

EUCHRE_A_TROIS: Final = Profile(name="euchre-a-trois", players=(3,), sets={}, by_players={})

EUCHRE: Final = Profile(name="euchre", players=(4,), sets={"paired": True, "alone": True}, by_players={})

EUCHRE_A_DEUX: Final = Profile(name="euchre-a-deux", players=(2,), sets={}, by_players={})

EUCHRE_BRITANNIQUE: Final = Profile(
    name="euchre-britannique",
    players=(4,),
    sets={"paired": True, "alone": True, "benny": Benny.JOKER, "lone_lead": LoneLead.MAKER, "target": 11},
    by_players={},
)

BUCK_EUCHRE: Final = Profile(
    name="buck-euchre",
    players=(3, 4),
    sets={"form": Form.BUCK, "target": 15, "dirty_clubs": True, "dropping": True},
    by_players={},
)

BID_EUCHRE: Final = Profile(
    name="bid-euchre",
    players=(4,),
    sets={
        "form": Form.BID,
        "paired": True,
        "target": 32,
        "stick": True,
        "least_bid": 3,
        "moon": True,
        "no_trump": True,
        "lead": Lead.BIDDER,
    },
    by_players={},
)

PROFILES: Final = (EUCHRE_A_TROIS, EUCHRE, EUCHRE_A_DEUX, EUCHRE_BRITANNIQUE, BUCK_EUCHRE, BID_EUCHRE)
