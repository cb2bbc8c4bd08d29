"""The named Euchre tables, each as what it changes."""

from __future__ import annotations

from typing import Final

from atout.options import Profile

EUCHRE_A_TROIS: Final = Profile(name="euchre-a-trois", players=(3,), sets={}, by_players={})

PROFILES: Final = (EUCHRE_A_TROIS,)
