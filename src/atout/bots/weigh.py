"""The card to play: what the trick under way is worth, less what the card would still be good for.

One sum covers what players call by many names. Winning cheaply, ducking, covering a partner's nil, breaking an
opponent's, leaving the trick to an ally: they differ only in what a trick is worth to each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from atout.bots.sight import Sight, above, below, takers
from atout.cards import Card, Cards

_GUARDED: Final = (1.0, 0.6, 0.3)
_BARE: Final = (1.0, 0.2, 0.05)
"""The chance that a plain card wins later, by the higher cards that may be out, with and without cards to wait with."""
_DELAY: Final = 0.92
"""What is left of that chance for every trick that a winner is not cashed."""
_TOP_TRUMP: Final = 0.98
_STEP_GUARDED: Final = 0.14
_STEP_BARE: Final = 0.22
_LEAST_TRUMP: Final = 0.3
"""The chance that a trump wins: the highest; less for each that may beat it, with and without trumps to wait with; and
at least, by a ruff or by lasting."""
_ESCAPE: Final = 0.65
"""How much each lower card of the suit makes it less likely that a card has to win."""
_LAST_HOPE: Final = 0.15
"""The least chance that a suit is not ruffed, even when somebody should be void in it."""
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


def plain_aims(sight: Sight) -> Aims:
    """A trick is a trick: worth one to the mover's camp, nothing to others."""
    camp = sight.camp[sight.seat - 1]
    return Aims(tuple(float(other == camp) for other in sight.camp), 1.0)


Measure = Callable[[Sight, Card, int], float]
"""What a card is good or bad for among those held (a mask): a chance from 0 to 1."""


def promise(sight: Sight, card: Card, held: int) -> float:
    """The chance that a card takes a trick if its owner wants to, among the cards held with it."""
    higher = sight.higher(card)
    guards = (below(sight.ordering, card) & held).bit_count()
    if card.bit & sight.trumps:
        return max(_LEAST_TRUMP, _TOP_TRUMP - (_STEP_GUARDED if guards >= higher else _STEP_BARE) * higher)
    senior = (above(sight.ordering, card) & held).bit_count()
    if senior and senior >= higher:
        higher = min(higher, 1)
    if higher >= len(_GUARDED):
        return 0.0
    base = (_GUARDED if guards >= higher else _BARE)[higher]
    return base * _DELAY * _survives(sight, card, senior + higher)


def _survives(sight: Sight, card: Card, rounds: int) -> float:
    """The chance that no rival is void in a plain suit once it has been led some times, while trumps are out."""
    if not sight.unseen & sight.trumps:
        return 1.0
    left = max(0, (sight.suit_of(card) & sight.unseen).bit_count() - rounds * len(sight.strangers))
    chance = 1.0
    for stranger in sight.strangers:
        if sight.camp[stranger.seat - 1] != sight.camp[sight.seat - 1]:
            chance *= 1.0 - (1.0 - stranger.share) ** left
    return max(_LAST_HOPE, chance)


def danger(sight: Sight, card: Card, held: int) -> float:
    """The chance that a card takes a trick against its owner's will, among the cards held with it."""
    lower, higher = sight.lower(card), sight.higher(card)
    if not lower:
        return 0.0
    guards = (below(sight.ordering, card) & held).bit_count()
    return float((lower / (lower + higher)) ** 2 * _ESCAPE**guards)


def total(sight: Sight, held: int, measure: Measure) -> float:
    """The tricks some of the mover's cards (a mask) take between them."""
    return sum(measure(sight, card, held) for card in Cards(held))


def price(sight: Sight, card: Card, measure: Measure) -> float:
    """The tricks the mover's cards take less without one of them: its own, and those it guards."""
    suit = sight.cards.mask & sight.suit_of(card)
    return total(sight, suit, measure) - total(sight, suit & ~card.bit, measure)


def weight(sight: Sight, aims: Aims, card: Card) -> float:
    """What playing a card is worth, in points: the trick under way, less what the card was good for."""
    chances = takers(sight, card)
    now = sum(chance * aims.trick[seat - 1] for seat, chance in chances.items())
    mine = chances.get(sight.seat, 0.0)
    later = mine * aims.another + (1.0 - mine) * aims.trick[sight.seat - 1]
    nuance = _NUANCE * below(sight.ordering, card).bit_count()
    if later > 0:
        return now - later * price(sight, card, promise) - nuance
    return now - later * price(sight, card, danger) + nuance


def heaviest(sight: Sight, aims: Aims, cards: Sequence[Card], bonus: Callable[[Card], float]) -> Card:
    """The best of some cards; ``bonus`` adds what is known of a card beyond its trick."""
    return max(without_waste(sight, cards), key=lambda card: weight(sight, aims, card) + bonus(card))


def without_waste(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards less the ruffs of a plain trick that an ally is sure of: they gain nothing, and nobody understands.

    A trick that does not help the seat's own contract may be ruffed for it. Trumps that stay under an ally's ruff are
    kept back the same way, unless the seat wants no more tricks, and is glad to be rid of them.
    """
    if sight.best is None or sight.led is sight.ordering.trump:
        return cards
    holder, best = sight.best
    plain = [card for card in cards if not card.bit & sight.trumps]
    is_ally = sight.camp[holder - 1] == sight.camp[sight.seat - 1] and holder not in sight.shy | sight.apart
    if not plain or not is_ally or takers(sight, plain[0]).get(holder, 0.0) < _SURE:
        return cards
    if sight.wants or not best.bit & sight.trumps:
        return plain
    lower = below(sight.ordering, best)
    return [card for card in cards if not card.bit & sight.trumps or card.bit & lower]
