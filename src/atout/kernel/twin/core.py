"""Cards as bits, random numbers, position, legal cards, play: the twin of ``core.h``, which explains the labels."""

from __future__ import annotations

from typing import Final

from atout.simulation import Opening

WORD: Final = (1 << 64) - 1
LANE: Final = 0xFFFF
LANE_BITS: Final = 16
TOP_LANE: Final = LANE << 48
GOLDEN_GAMMA: Final = 0x9E3779B97F4A7C15


def lowest_card(cards: int) -> int:
    """The lowest card of a set; it must not be empty."""
    return cards & -cards


def highest_card(cards: int) -> int:
    """The highest card of a set; it must not be empty."""
    return 1 << (cards.bit_length() - 1)


def index_of(card: int) -> int:
    """The number of a card's bit, 0 to 63."""
    return card.bit_length() - 1


def lane_of(card: int) -> int:
    """Every card of the lane in which a card lies."""
    return LANE << (index_of(card) & 0x30)


def nth_card(cards: int, k: int) -> int:
    """The card with exactly ``k`` cards of the set below it."""
    for _ in range(k):
        cards &= cards - 1
    return cards & -cards


def mix64(z: int) -> int:
    """The finaliser of splitmix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


class Rng:
    """The stream of one item: splitmix64 (Steele, Lea and Flood 2014), started by mixing seed and index."""

    __slots__ = ("state",)

    def __init__(self, seed: int, index: int) -> None:
        self.state = mix64(mix64((seed + GOLDEN_GAMMA) & WORD) ^ mix64(~index & WORD))

    def next(self) -> int:
        """The next word."""
        self.state = (self.state + GOLDEN_GAMMA) & WORD
        return mix64(self.state)

    def below(self, n: int) -> int:
        """A number below ``n`` (1 to 2^32 − 1), all exactly equally likely: Lemire's method on half a word."""
        product = (self.next() >> 32) * n
        if product & 0xFFFFFFFF < n:
            least = (1 << 32) % n
            while product & 0xFFFFFFFF < least:
                product = (self.next() >> 32) * n
        return product >> 32

    def below_64(self, n: int) -> int:
        """The same for any ``n`` up to 2^64 − 1."""
        if n >> 32 == 0:
            return self.below(n)
        mask = (1 << (n - 1).bit_length()) - 1
        while (number := self.next() & mask) >= n:
            pass
        return number

    def card(self, cards: int) -> int:
        """One of some cards, all equally likely; they must not be none."""
        return nth_card(cards, self.below(cards.bit_count()))


class Ground:
    """What stays the same while a deal is played (``table_t``): the trump lane or 0, how many seats play, and what
    opens the cards that may not be led."""

    __slots__ = ("opening", "seats", "trump")

    def __init__(self, trump: int, seats: int, opening: int) -> None:
        self.trump = trump
        self.seats = seats
        self.opening = opening


class State:
    """A position (``position_t``): any moment of the play, between tricks or within one."""

    __slots__ = ("best", "count", "hand", "laid", "live", "owed", "shut", "turn", "winner", "won")

    def __init__(self, hand: list[int], turn: int, shut: int = 0, won: list[int] | None = None) -> None:
        self.hand = hand
        self.turn = turn
        self.shut = shut
        self.won = won or [0] * len(hand)
        self.owed = WORD & ~shut
        self.live = self.best = self.laid = 0
        self.winner = self.count = 0

    def copy(self) -> State:
        """A position of its own."""
        new = object.__new__(State)
        new.hand, new.won = self.hand[:], self.won[:]
        new.owed, new.live, new.best, new.shut, new.laid = self.owed, self.live, self.best, self.shut, self.laid
        new.turn, new.winner, new.count = self.turn, self.winner, self.count
        return new

    @property
    def legal(self) -> int:
        """The cards the seat to play may play; none when the deal is over."""
        hand = self.hand[self.turn]
        return hand & self.owed or hand

    @property
    def over(self) -> bool:
        """Whether no card is left."""
        return not self.hand[self.turn]

    def lead_with(self, due: int) -> None:
        """Whoever holds a card that is due leads it to the first trick; nothing changes where nobody does."""
        for seat, hand in enumerate(self.hand):
            if hand & due:
                self.turn, self.owed = seat, due

    def play(self, ground: Ground, card: int) -> None:
        """Plays a legal card; the last of a trick gives it to its winner, whose turn it is then."""
        seat = self.turn
        self.hand[seat] ^= card
        if not self.count:
            self.owed = lane_of(card)
            self.live = self.owed | ground.trump
        if card & self.shut and (ground.opening == Opening.WHENEVER_PLAYED or not card & self.owed):
            self.shut = 0
        if card & self.live > self.best:
            self.best = card
            self.winner = seat
        self.laid |= card
        self.count += 1
        if self.count < ground.seats:
            self.turn = (seat + 1) % ground.seats
            return
        self.won[self.winner] += 1
        self.turn = self.winner
        self.count = self.laid = self.live = self.best = 0
        self.owed = WORD & ~self.shut
