"""Cards, sets of cards, and packs: the values everything else is made of.

Every value prints as it parses: ``str(card)`` is the token of the records (``AS``, ``TH``, ``BJ``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from typing import Final

from msgspec import Struct


class Suit(IntEnum):
    """The four suits, in the order records list them; ``str(suit)`` is the token ``S H D C``."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    def __str__(self) -> str:
        return "SHDC"[self]

    @property
    def same_colour(self) -> Suit:
        """The other suit of the same colour: where the left bower comes from."""
        return Suit(3 - self)

    @classmethod
    def from_token(cls, token: str) -> Suit:
        """The suit of a letter ``S H D C``; raises ``ValueError`` for anything else."""
        if len(token) != 1 or token not in "SHDC":
            raise ValueError(f"not a suit: {token!r}")
        return cls("SHDC".index(token))


_HELD: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def suits_in_hand(trump: Suit | None = None) -> tuple[Suit, ...]:
    """The suits from left to right as a hand is held: trump first, black and red by turns all the way round."""
    first = _HELD.index(trump) if trump is not None else 0
    return _HELD[first:] + _HELD[:first]


class NoTrump(Enum):
    """The choice to play without a trump suit, named in place of one; ``str`` is the token ``NT``."""

    NO_TRUMP = "NT"

    def __str__(self) -> str:
        return self.value


NO_TRUMP: Final = NoTrump.NO_TRUMP
Trump = Suit | NoTrump
"""What a maker may name."""


class Rank(IntEnum):
    """The ranks 2 to ace; ``str(rank)`` is the token ``A K Q J T 9 … 2``."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return "23456789TJQKA"[self - 2]


_LANE: Final = 16
"""Bits of a suit's lane in a ``Cards`` mask; the kernel uses the same layout."""
_JOKER_LANE: Final = 4 * _LANE


class Card:
    """One card of a pack. There is one object per card, so identity is equality.

    ``index`` is the bit of the card in a set: 16 bits a suit, the ace highest; jokers lie above.
    A joker has neither suit nor rank.
    """

    __slots__ = ("bit", "index", "rank", "suit", "token")

    index: int
    bit: int
    suit: Suit | None
    rank: Rank | None
    token: str

    def __init__(self, index: int, suit: Suit | None, rank: Rank | None, token: str) -> None:
        set_ = object.__setattr__
        set_(self, "index", index)
        set_(self, "bit", 1 << index)
        set_(self, "suit", suit)
        set_(self, "rank", rank)
        set_(self, "token", token)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card does not change: {name}")

    def __str__(self) -> str:
        return self.token

    def __repr__(self) -> str:
        return self.token

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.from_token, (self.token,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @staticmethod
    def of(suit: Suit, rank: Rank) -> Card:
        """The card of a suit and a rank."""
        return _BY_INDEX[suit * _LANE + rank - 2]

    @staticmethod
    def from_token(token: str) -> Card:
        """The card a canonical token names; raises ``ValueError`` for anything else."""
        try:
            return _BY_TOKEN[token]
        except KeyError:
            raise ValueError(f"not a card: {token!r}") from None


_BY_INDEX: dict[int, Card] = {}
for _suit in Suit:
    for _rank in Rank:
        _index = _suit * _LANE + _rank - 2
        _BY_INDEX[_index] = Card(_index, _suit, _rank, f"{_rank}{_suit}")
BIG_JOKER: Final = Card(_JOKER_LANE + 1, None, None, "BJ")
LITTLE_JOKER: Final = Card(_JOKER_LANE, None, None, "LJ")
_BY_INDEX[BIG_JOKER.index] = BIG_JOKER
_BY_INDEX[LITTLE_JOKER.index] = LITTLE_JOKER
_BY_TOKEN: Final = {card.token: card for card in _BY_INDEX.values()}
ALL_CARDS: Final = tuple(_BY_INDEX[index] for index in sorted(_BY_INDEX))
"""Every card there is, jokers last."""

_SUIT_MASKS: Final = tuple(0x1FFF << (suit * _LANE) for suit in Suit)


class Cards(Struct, frozen=True, gc=False):
    """An immutable set of cards over one integer (bit ``card.index`` of ``mask``).

    Iterates suit by suit (S H D C, then jokers), the highest card first: the order records list hands in.
    """

    mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Cards:
        """The set of some cards."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return cls(mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        for lane_mask in _SUIT_MASKS:
            rest = mask & lane_mask
            while rest:
                top = rest.bit_length() - 1
                yield _BY_INDEX[top]
                rest ^= 1 << top
        jokers = mask >> _JOKER_LANE
        while jokers:
            top = jokers.bit_length() - 1
            yield _BY_INDEX[top + _JOKER_LANE]
            jokers ^= 1 << top

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.mask | other.mask)

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.mask & other.mask)

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.mask & ~other.mask)

    def __xor__(self, other: Cards) -> Cards:
        return Cards(self.mask ^ other.mask)

    def __le__(self, other: Cards) -> bool:
        return not self.mask & ~other.mask

    def with_card(self, card: Card) -> Cards:
        """This set and one more card."""
        return Cards(self.mask | card.bit)

    def without(self, card: Card) -> Cards:
        """This set less one card (which need not be in it)."""
        return Cards(self.mask & ~card.bit)

    def of_suit(self, suit: Suit) -> Cards:
        """The cards printed with a suit (bowers count with the suit printed on them)."""
        return Cards(self.mask & _SUIT_MASKS[suit])

    def __str__(self) -> str:
        """``AK4.JT.….9``: spades, hearts, diamonds, clubs; jokers follow after a ``+``."""
        suits = ".".join("".join(str(card.rank) for card in self.of_suit(suit)) for suit in Suit)
        jokers = "".join(f"+{joker}" for joker in (BIG_JOKER, LITTLE_JOKER) if joker in self)
        return suits + jokers

    def __repr__(self) -> str:
        return f"Cards({' '.join(map(str, self))})"

    @classmethod
    def parse(cls, text: str) -> Cards:
        """Reads what ``str`` prints; raises ``ValueError`` for anything else, ``CardTwice`` for a repeated card."""
        body, *jokers = text.split("+")
        suits = body.split(".")
        if len(suits) != 4:
            raise ValueError(f"a hand has four suits between three dots, not {len(suits)}: {text!r}")
        cards: list[Card] = []
        for suit, ranks in zip(Suit, suits, strict=True):
            cards += (Card.from_token(f"{rank}{suit}") for rank in ranks)
        cards += (Card.from_token(joker) for joker in jokers)
        return distinct(cards)


NO_CARDS: Final = Cards()


class CardTwice(ValueError):
    """A card stands twice where it can be only once."""

    def __init__(self, card: Card) -> None:
        super().__init__(f"{card} stands twice")
        self.card = card


def distinct(cards: Iterable[Card]) -> Cards:
    """The set of some cards, which must differ; raises ``CardTwice`` naming the first that does not."""
    mask = 0
    for card in cards:
        if mask & card.bit:
            raise CardTwice(card)
        mask |= card.bit
    return Cards(mask)


def pack_of(lowest: Rank = Rank.TWO, removed: Iterable[Card] = (), jokers: Iterable[Card] = ()) -> Cards:
    """A pack: every card from ``lowest`` up, less the ``removed`` ones, with the ``jokers``."""
    ranks = (Card.of(suit, rank) for suit in Suit for rank in Rank if rank >= lowest)
    return (Cards.of(ranks) - Cards.of(removed)) | Cards.of(jokers)


def only_joker(pack: Cards) -> Card | None:
    """The joker of a pack that has no other; ``None`` for a pack of two or none."""
    jokers = [joker for joker in (BIG_JOKER, LITTLE_JOKER) if joker in pack]
    return jokers[0] if len(jokers) == 1 else None
