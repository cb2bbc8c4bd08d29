"""Cards of Euchre Game Notation: rank and suit (``Ts``, ``9c``, also ``Nc``), bowers ``R`` and ``L``, the joker ``B``;
an unknown part is ``X`` or ``x``, and ``t n g h`` may stand for suits of no particular name."""

from __future__ import annotations

import re
from typing import Final

from atout.cards import BIG_JOKER, Card, Rank, Suit, Trump
from atout.foreign import ForeignError, Spot

_PATTERN: Final = re.compile(r"(?P<rank>[78N9TJQKAX])(?P<suit>[SsHhCcDdxtng])|[LRB]")
_BOWERS: Final = "RL"


def card_of(text: str, trump: Trump | None, spot: Spot) -> Card | None:
    """The card of a text, ``None`` if nobody knows it in full; ``trump`` tells which jacks the bowers are.

    Raises ``ForeignError`` for what is no card, or none in particular.
    """
    match = _PATTERN.fullmatch(text)
    if match is None:
        raise ForeignError(spot, "bad-card", found=text)
    if text == "B":
        return BIG_JOKER
    if text in _BOWERS:
        if not isinstance(trump, Suit):
            raise ForeignError(spot, "bower-without-trump", found=text)
        return Card.of(trump if text == "R" else trump.same_colour, Rank.JACK)
    rank, suit = match["rank"].replace("N", "9"), match["suit"].upper()
    if match["suit"] in "tng":
        raise ForeignError(spot, "suit-of-no-name", found=text)
    return None if rank == "X" or suit == "X" else Card.from_token(rank + suit)


def text_of(card: Card | None) -> str:
    """A card as it is written, ``Xx`` for an unknown one."""
    if card is None:
        return "Xx"
    return "B" if card.suit is None else f"{card.rank}{str(card.suit).lower()}"
