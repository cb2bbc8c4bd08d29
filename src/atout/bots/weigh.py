"""The card to play: what the trick under way is worth, less what the card would still be good for.

One sum covers what players call by many names. Winning cheaply, ducking, covering a partner's nil, breaking an
opponent's, leaving the trick to an ally: they differ only in what a trick is worth to each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from atout.bots.sight import Sight, above, below, takers
from atout.cards import Card

_GUARDED: Final = (1.0, 0.6, 0.3)
_BARE: Final = (1.0, 0.2, 0.05)
"""The chance that a plain card wins later, by the higher cards that may be out, with and without cards to wait with."""
_DELAY: Final = 0.92
"""What is left of that chance for every trick that a winner is not cashed."""
_LEAST_TRUMP: Final = 0.3
"""The chance that the lowest trump wins something, by a ruff or by lasting."""
_ESCAPE: Final = 0.65
"""How much each lower card of the suit makes it less likely that a card has to win."""
_SURE: Final = 0.999
"""A chance that is as good as certain."""
_NUANCE: Final = 1e-6
"""Settles what would be equal: the lower card is spent, or the higher one when tricks are unwelcome."""


class Aims(Struct, frozen=True):
    """What tricks are worth to the seat to play, in points.

    ``trick`` holds by seat (index ``seat - 1``) the worth of that seat's taking the trick under way; ``another`` the
    worth of a further trick to the mover once it has taken this one.
    """

    trick: tuple[float, ...]
    another: float


def promise(sight: Sight, card: Card) -> float:
    """The chance that a card of the mover takes a trick later, if it wants to: from 0 to 1."""
    mine = sight.cards.mask
    higher = sight.higher(card)
    guards = (below(sight.ordering, card) & mine).bit_count()
    if card.bit & sight.trumps:
        return max(_LEAST_TRUMP, 0.98 - (0.14 if guards >= higher else 0.22) * higher)
    senior = (above(sight.ordering, card) & mine).bit_count()
    if senior and senior >= higher:
        higher = min(higher, 1)
    if higher >= len(_GUARDED):
        return 0.0
    base = (_GUARDED if guards >= higher else _BARE)[higher]
    return base * _DELAY * _survives(sight, card, senior + higher)


def _survives(sight: Sight, card: Card, rounds: int) -> float:
    """The chance that nobody ruffs a plain suit once it has been led some times."""
    if not sight.unseen & sight.trumps:
        return 1.0
    left = (sight.suit_of(card) & sight.unseen).bit_count() - rounds * len(sight.strangers)
    if left <= 0:
        return 0.15
    return float((1.0 - (1.0 - 1.0 / (len(sight.strangers) or 1)) ** left) ** sight.rivals)


def danger(sight: Sight, card: Card) -> float:
    """The chance that a card of the mover takes a trick later against its will: from 0 to 1."""
    lower, higher = sight.lower(card), sight.higher(card)
    if not lower:
        return 0.0
    guards = (below(sight.ordering, card) & sight.cards.mask).bit_count()
    return float((lower / (lower + higher)) ** 2 * _ESCAPE**guards)


def weight(sight: Sight, aims: Aims, card: Card) -> float:
    """What playing a card is worth, in points: the trick under way, less what the card was good for."""
    chances = takers(sight, card)
    now = sum(chance * aims.trick[seat - 1] for seat, chance in chances.items())
    mine = chances.get(sight.seat, 0.0)
    later = mine * aims.another + (1.0 - mine) * aims.trick[sight.seat - 1]
    kept = promise(sight, card) if later > 0 else danger(sight, card)
    rank = below(sight.ordering, card).bit_count()
    return now - later * kept - _NUANCE * rank * (1 if later > 0 else -1)


def heaviest(sight: Sight, aims: Aims, cards: Sequence[Card], bonus: Callable[[Card], float]) -> Card:
    """The best of some cards; ``bonus`` adds what is known of a card beyond its trick."""
    return max(_without_waste(sight, cards), key=lambda card: weight(sight, aims, card) + bonus(card))


def _without_waste(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards less the ruffs of a plain trick that an ally is sure of: they gain nothing, and nobody understands."""
    if sight.best is None or sight.led is sight.ordering.trump:
        return cards
    holder, _ = sight.best
    plain = [card for card in cards if not card.bit & sight.trumps]
    is_ally = sight.camp[holder - 1] == sight.camp[sight.seat - 1] and holder not in sight.shy
    if not plain or not is_ally or takers(sight, plain[0]).get(holder, 0.0) < _SURE:
        return cards
    return plain
