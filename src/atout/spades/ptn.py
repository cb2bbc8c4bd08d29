"""The Spades family in Trickster's dialect of PBN: options, words of the auction, contracts.

No specification is published, and no file of Spades either. What is known comes from the sources of
github.com/TricksterCards/TricksterBots (``TestBots/PTN.cs``; ``TricksterBots/Bots/Spades/SpadesBid.cs`` and
``SpadesBot.cs``; ``TestBots/TestSpadesBot.cs``), read for its facts: a bid is a number or ``Nil``, made blind ``Blind
Nil``, which stands here without its space, as words of two do in its files of Euchre; the options named below. Its
``nilPass`` and ``minBid`` are not ours of a like name, and are not read as them.
"""

from __future__ import annotations

import re
from typing import Any, Final

from atout.actions import BIDS, BLIND_NIL, Action, Bid
from atout.cards import Suit
from atout.foreign import Dialect, Key, Undertaken
from atout.game import Announced
from atout.spades.groups import Breaking, Deck, FirstLead
from atout.spades.profiles import SPADES, SPADES_SOLO

_NUMBER: Final = re.compile(r"[0-9]{1,2}")
_NIL: Final = "Nil"
_BLIND: Final = "BlindNil"
_SPADES: Final = "♠"
_KEYS: Final = (
    Key("gameOverScore", "target"),
    Key("tenForTwoHundred", "ten_for_200", absent=False),
    Key("leadSpades", "breaking", {"Anytime": Breaking.ANY}),
)


def _call(word: str, _: Announced) -> Action | None:
    if word == _BLIND:
        return BLIND_NIL
    if word == _NIL:
        return BIDS[0]
    return Bid(int(word)) if _NUMBER.fullmatch(word) else None


def _word(action: Action, _: Announced) -> str | None:
    if not isinstance(action, Bid):
        return None
    if action.blind:
        return _BLIND
    return str(action.tricks) if action.tricks else _NIL


def _undertaken(contract: str) -> Undertaken | None:
    return Undertaken(Suit.SPADES, 0, False) if contract in (_SPADES, "S") else None


def _profile(_: Any, players: int) -> str:
    return (SPADES if players in SPADES.players else SPADES_SOLO).name


DIALECT: Final = Dialect(
    fits=lambda players, cards: players > 2,
    variations={
        None: {},
        0: {},
        "Suicide": {"suicide": True},
        "Whiz": {"whiz": True},
        "JokerJokerDeuceDeuce": {"pack": Deck.JOKERS},
    },
    profile=_profile,
    keys=lambda profile: _KEYS,
    inferred={"first_lead": (FirstLead.LEFT, FirstLead.TWO_OF_CLUBS)},
    call=_call,
    word=_word,
    undertaken=_undertaken,
    contract=lambda announced, alone: _SPADES,
)
"""The family in the dialect."""
