"""The Euchre family in Trickster's dialect of PBN: options, words of the auction, contracts.

No specification is published. What is known comes from the tests of github.com/TricksterCards/TricksterBots
(``TestBots/PTN.cs``, ``TestBots/Euchre/TestEuchrePTNs.cs``, ``TestBots/Euchre/BidEuchre/*.ptn``), read for its
facts: the game of bids is ``variation`` 1; a bid is a number, ``Alone`` or ``Pass``; the high bidder then names
trump in the next round, his number in front (``3♣``, ``4NT``, ``♥Alone``). The turned card of the other forms has
no place in a file, so that of those only the play is told, under a contract.
"""

from __future__ import annotations

import re
from typing import Any, Final

from atout.actions import Action, Bid, Moon, Name, Pass
from atout.cards import NO_TRUMP, Suit, Trump
from atout.euchre.profiles import BID_EUCHRE, EUCHRE
from atout.euchre.rules import Benny, Lead, PackSize
from atout.foreign import Dialect, Key, Undertaken
from atout.game import Announced

_BIDS: Final = 1
"""The value of ``variation`` for the game of bids."""
_SYMBOLS: Final = "♠♥♦♣"
_CONTRACT: Final = re.compile(r"(?P<level>[1-9])?(?P<strain>[♠♥♦♣SHDC]|NT?)(?P<alone> ?[Aa]lone)?")
_NUMBER: Final = re.compile(r"[1-9]")
_MOST_CARDS: Final = 8
_SHARED_KEYS: Final = (
    Key("gameOverScore", "target"),
    Key("allowNotrump", "no_trump", absent=False),
    Key("deckSize", "pack", {int(size): size for size in PackSize}),
)
_BID_KEYS: Final = (
    *_SHARED_KEYS,
    Key("minBid", "least_bid", {**{bid: bid for bid in range(1, 7)}, 0: 1}, absent=1),
    Key("noAlone", "moon", {False: True, True: False}, absent=True),
)
_TURNED_KEYS: Final = (
    *_SHARED_KEYS,
    Key("defendAlone", "defend_alone", absent=False),
    Key("withJoker", "benny", {False: Benny.NONE, True: Benny.JOKER}, absent=Benny.NONE),
)


def _strain(text: str) -> Trump:
    if text.startswith("N"):
        return NO_TRUMP
    return Suit(_SYMBOLS.index(text)) if text in _SYMBOLS else Suit.from_token(text)


def _written(trump: Trump) -> str:
    return _SYMBOLS[trump] if isinstance(trump, Suit) else str(trump)


def _call(word: str, so_far: Announced) -> Action | None:
    if word == "Pass":
        return Pass()
    if word == "Alone":
        return Moon()
    if _NUMBER.fullmatch(word):
        return Bid(int(word))
    match = _CONTRACT.fullmatch(word)
    if match is None or bool(match["alone"]) != so_far.moon:
        return None
    if match["level"] and (so_far.moon or int(match["level"]) != so_far.contract):
        return None
    return Name(_strain(match["strain"]))


def _word(action: Action, so_far: Announced) -> str | None:
    match action:
        case Pass():
            return "Pass"
        case Moon():
            return "Alone"
        case Bid(tricks):
            return str(tricks)
        case Name(trump):
            return f"{_written(trump)}Alone" if so_far.moon else f"{so_far.contract}{_written(trump)}"
    return None


def _undertaken(contract: str) -> Undertaken | None:
    match = _CONTRACT.fullmatch(contract)
    if match is None:
        return None
    return Undertaken(_strain(match["strain"]), int(match["level"] or 0), bool(match["alone"]))


def _contract(announced: Announced, alone: bool) -> str | None:
    if announced.trump is None:
        return None
    if announced.contract and not announced.moon:
        return f"{announced.contract}{_written(announced.trump)}"
    return f"{_written(announced.trump)}{'Alone' if alone or announced.moon else ''}"


def _profile(variation: Any, players: int) -> str:
    return (BID_EUCHRE if variation in (_BIDS, "BidEuchre") else EUCHRE).name


DIALECT: Final = Dialect(
    fits=lambda players, cards: players <= 4 and cards <= _MOST_CARDS,
    variations={None: {}, 0: {}, _BIDS: {}, "BidEuchre": {}},
    profile=_profile,
    keys=lambda profile: _BID_KEYS if profile == BID_EUCHRE.name else _TURNED_KEYS,
    inferred={"lead": (Lead.DEALER, Lead.BIDDER, Lead.MAKER)},
    call=_call,
    word=_word,
    undertaken=_undertaken,
    contract=_contract,
)
"""The family in the dialect."""
