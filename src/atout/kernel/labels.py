"""Labels: the cards and seats of one deal renumbered, so that following suit is one mask and winning one comparison.

Cards are numbered by (suit in play, power) into 16-bit lanes, lowest first, without gaps: the trump suit in the top
lane, below it the suit of the same colour, then the other two. Bowers, jokers and missing cards vanish. Seats are
numbered from 0, only those that play: a seat that sits out vanishes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from atout.cards import Card, Cards, Suit
from atout.seats import round_from
from atout.tricks import Ordering


def lanes(trump: Suit | None) -> tuple[Suit, ...]:
    """The suits from the top lane down."""
    if trump is None:
        return tuple(Suit)
    first = (trump, trump.same_colour)
    return first + tuple(suit for suit in Suit if suit not in first)


class Labels:
    """The labels of one ordering: a card's bit, and the card of a bit."""

    __slots__ = ("_bits", "_cards", "lane", "pack", "trump")

    def __init__(self, ordering: Ordering) -> None:
        self._bits: dict[Card, int] = {}
        self.lane: dict[Suit, int] = {}
        """Every card of a suit's lane, in the pack or not."""
        for place, suit in enumerate(lanes(ordering.trump)):
            lowest = 16 * (3 - place)
            self.lane[suit] = 0xFFFF << lowest
            rising = sorted(ordering.of_suit(suit), key=lambda card, suit=suit: ordering.power(card, suit))  # type: ignore[misc]
            if len(rising) > 16:
                raise ValueError(f"a suit of {len(rising)} cards: the kernel has room for 16")
            self._bits.update((card, 1 << number) for number, card in enumerate(rising, lowest))
        self._cards = {bit: card for card, bit in self._bits.items()}
        self.pack = sum(self._bits.values())
        """Every card of the pack."""
        self.trump = 0 if ordering.trump is None else self.lane[ordering.trump]
        """The trump lane, or 0."""

    def __contains__(self, card: object) -> bool:
        return card in self._bits

    def bit(self, card: Card) -> int:
        """A card of the pack as a set of one; raises ``KeyError`` for any other."""
        return self._bits[card]

    def card(self, bit: int) -> Card:
        """The card of a set of one."""
        return self._cards[bit]

    def mask(self, cards: Iterable[Card]) -> int:
        """A set of cards, which must be of the pack."""
        return sum(self._bits[card] for card in cards)

    def cards(self, mask: int) -> Cards:
        """The cards of a set."""
        return Cards.of(self._cards[1 << number] for number in numbers(mask))


@cache
def labels_of(ordering: Ordering) -> Labels:
    """The labels of an ordering, made once."""
    return Labels(ordering)


def numbers(mask: int) -> Iterator[int]:
    """The numbers of the bits of a mask, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def seated(players: int, sitting_out: frozenset[int]) -> tuple[int, ...]:
    """The seats that play, clockwise from 1; the kernel knows them by their places in this tuple."""
    return tuple(seat for seat in round_from(1, players) if seat not in sitting_out)
