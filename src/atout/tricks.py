"""Tricks: the order of the cards, what each seat holds, and the board cards are played on.

Card order is data. An ``Ordering`` is a pack, a trump suit and the cards promoted to the top of it (bowers, the
Benny, jokers, high deuces); following suit, winning and voids all come from that one table, here and in the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from atout.cards import ALL_CARDS, NO_CARDS, Card, Cards, Rank, Suit, Trump, suits_in_hand
from atout.seats import following

Plays = tuple[tuple[int, Card], ...]
"""Cards in the order they were played, each with its seat."""


class Ordering:
    """Effective suit and power of every card of a pack, for one trump suit (or none).

    ``promoted`` lists the cards that belong to the trump suit above its ace, highest first, whatever is printed
    on them. Powers compare within a trick only: 0 for a card that cannot win.
    """

    __slots__ = ("_power_when_led", "_suit_of", "_suit_sets", "_suited_with", "pack", "promoted", "trump")

    def __init__(self, pack: Cards, trump: Suit | None, promoted: tuple[Card, ...] = ()) -> None:
        self.pack = pack
        self.trump = trump
        self.promoted = promoted
        self._suit_of: dict[Card, Suit] = {}
        ranks: dict[Card, int] = {}
        for card in pack:
            if card in promoted:
                assert trump is not None
                self._suit_of[card] = trump
                ranks[card] = 100 - promoted.index(card)
            else:
                assert card.suit is not None and card.rank is not None
                self._suit_of[card] = card.suit
                ranks[card] = card.rank
        self._suit_sets = tuple(Cards.of(card for card in pack if self._suit_of[card] is suit) for suit in Suit)
        self._suited_with = {card: self._suit_sets[suit] for card, suit in self._suit_of.items()}
        self._power_when_led: dict[Suit, dict[Card, int]] = {}
        for led in Suit:
            powers = dict.fromkeys(pack, 0)
            powers.update({card: ranks[card] for card in self._suit_sets[led]})
            if trump is not None:
                powers.update({card: 1000 + ranks[card] for card in self._suit_sets[trump]})
            self._power_when_led[led] = powers

    def suit(self, card: Card) -> Suit:
        """The suit a card belongs to in play: the left bower's is trump."""
        return self._suit_of[card]

    def of_suit(self, suit: Suit) -> Cards:
        """Every card of the pack that belongs to a suit in play."""
        return self._suit_sets[suit]

    def suited_with(self, card: Card) -> Cards:
        """Every card of the pack that follows a card when it is led."""
        return self._suited_with[card]

    def power(self, card: Card, led: Suit) -> int:
        """How high a card stands when ``led`` is the suit to follow: greater wins, 0 cannot win."""
        return self._power_when_led[led][card]

    def winning(self, plays: Plays) -> tuple[int, Card]:
        """The play that takes the trick so far; ``plays`` must not be empty."""
        powers = self._power_when_led[self._suit_of[plays[0][1]]]
        best = plays[0]
        highest = powers[best[1]]
        for play in plays:
            power = powers[play[1]]
            if power > highest:
                best, highest = play, power
        return best


@cache
def plain_ordering(pack: Cards, trump: Suit | None) -> Ordering:
    """Ace high in every suit, nothing promoted."""
    return Ordering(pack, trump)


@cache
def promoted_ordering(pack: Cards, trump: Suit, promoted: tuple[Card, ...]) -> Ordering:
    """Some cards of the pack above the ace of trump, highest first."""
    return Ordering(pack, trump, promoted)


@cache
def bower_ordering(pack: Cards, trump: Suit | None, best: tuple[Card, ...] = ()) -> Ordering:
    """Right and left bower on top of trump: the jack of trump, then the other jack of its colour; above them the
    ``best`` cards (the Benny)."""
    if trump is None:
        return Ordering(pack, None)
    return Ordering(pack, trump, (*best, Card.of(trump, Rank.JACK), Card.of(trump.same_colour, Rank.JACK)))


def by_suit(
    cards: Cards, ordering: Ordering | None, suits: Sequence[Suit] = ()
) -> Iterator[tuple[Suit | None, tuple[Card, ...]]]:
    """Cards as they are held: the suits from left to right, each with its cards, highest first; no suit without cards.

    With the order of the cards each stands with the suit it belongs to in play. What belongs to none (a joker while
    trump is not known) comes last, with ``None``. ``suits`` puts the suits in an order other than the usual one.
    """
    rest = cards
    for suit in suits or suits_in_hand(ordering.trump if ordering else None):
        held = cards & ordering.of_suit(suit) if ordering else cards.of_suit(suit)
        rest -= held
        if held:
            yield suit, tuple(sorted(held, key=lambda card: -ordering.power(card, suit)) if ordering else held)
    if rest:
        yield None, tuple(rest)


class Holding(Struct, frozen=True, gc=False):
    """Cards face down in one place, as far as an onlooker knows: some for sure, and a number unseen.

    The truth has ``unseen == 0``; a stranger sees nothing sure. After a hidden discard nothing is sure any more.
    """

    sure: Cards = NO_CARDS
    unseen: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card | None]) -> Holding:
        """The holding of some cards, ``None`` for each unseen one."""
        dealt = tuple(cards)
        return cls(Cards.of(card for card in dealt if card), dealt.count(None))

    def __len__(self) -> int:
        return self.sure.mask.bit_count() + self.unseen

    def gain(self, card: Card | None) -> Holding:
        """One more card; ``None`` is an unseen one."""
        return Holding(self.sure, self.unseen + 1) if card is None else Holding(self.sure.with_card(card), self.unseen)

    def lose(self, card: Card) -> Holding:
        """One card less, which everybody sees; raises ``ValueError`` if it cannot be here."""
        mask = self.sure.mask
        if mask & card.bit:
            return Holding(Cards(mask ^ card.bit), self.unseen)
        if not self.unseen:
            raise ValueError(f"{card} is not here")
        return Holding(self.sure, self.unseen - 1)

    def lose_unseen(self, kept: Cards = NO_CARDS) -> Holding:
        """One card less, unseen: only the cards that had to be ``kept`` stay sure."""
        still = self.sure & kept
        return Holding(still, len(self) - 1 - len(still))

    def told(self, card: Card) -> Holding:
        """The same cards, once it is known that a card is among them; raises ``ValueError`` if it cannot be."""
        return self if card in self.sure else self.lose(card).gain(card)

    def hidden(self) -> Holding:
        """What a stranger sees of it."""
        return Holding(NO_CARDS, len(self))


@cache
def _played(seat: int, card: Card) -> tuple[int, Card]:
    """A play, always the same value: the views of all seats keep it, at every table."""
    return seat, card


class Trick(Struct, frozen=True, gc=False):
    """A finished trick: its plays, the leader's first, and the seat that took it."""

    plays: Plays
    winner: int

    @property
    def leader(self) -> int:
        """The seat that led."""
        return self.plays[0][0]


class Board(Struct, frozen=True, gc=False):
    """What lies on and around the table during a deal. Tuples over seats have index ``seat - 1``.

    ``turn`` is the seat to play next; ``plays`` the cards of the current trick; ``out`` the cards that will not be
    played (stock, discards); ``gone`` cards played before a position that starts in the middle of a deal;
    ``forced`` the numbers of tricks led with a card that only a hand of nothing else may lead.
    """

    holdings: tuple[Holding, ...]
    turn: int
    won: tuple[int, ...]
    plays: Plays = ()
    tricks: tuple[Trick, ...] = ()
    out: Holding = Holding()
    gone: Cards = NO_CARDS
    sitting_out: frozenset[int] = frozenset()
    forced: tuple[int, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats, sitting out or not."""
        return len(self.holdings)

    @property
    def trick_number(self) -> int:
        """The number of the current trick, from 1."""
        return sum(self.won) + 1

    @property
    def leader(self) -> int:
        """The seat that led the current trick, or is to lead it."""
        return self.plays[0][0] if self.plays else self.turn

    def holding(self, seat: int) -> Holding:
        """What a seat holds."""
        return self.holdings[seat - 1]

    def with_holding(self, seat: int, holding: Holding) -> tuple[Holding, ...]:
        """The holdings, with one seat's replaced."""
        return (*self.holdings[: seat - 1], holding, *self.holdings[seat:])

    def holding_now(self, seat: int, holding: Holding) -> Board:
        """The board with one seat's hand replaced."""
        return replace(self, holdings=self.with_holding(seat, holding))

    def after_gift(self, seat: int, to: int, cards: tuple[Card | None, ...]) -> Board:
        """The board once a seat has given cards to another; ``None`` for each the onlooker does not see."""
        giver, receiver = self.holding(seat), self.holding(to)
        for card in cards:
            giver = giver.lose_unseen() if card is None else giver.lose(card)
            receiver = receiver.gain(card)
        return self.holding_now(seat, giver).holding_now(to, receiver)

    def after_play(self, seat: int, card: Card) -> Board:
        """The board once a seat has played a card; the turn passes clockwise."""
        holdings = self.holdings
        left = holdings[seat - 1].lose(card)
        return Board(
            (*holdings[: seat - 1], left, *holdings[seat:]),
            following(len(holdings), self.sitting_out)[seat - 1],
            self.won,
            (*self.plays, _played(seat, card)),
            self.tricks,
            self.out,
            self.gone,
            self.sitting_out,
            self.forced,
        )

    def after_trick(self, winner: int) -> Board:
        """The board once a seat has gathered the trick; the winner leads."""
        won = (*self.won[: winner - 1], self.won[winner - 1] + 1, *self.won[winner:])
        return Board(
            self.holdings,
            winner,
            won,
            (),
            (*self.tricks, Trick(self.plays, winner)),
            self.out,
            self.gone,
            self.sitting_out,
            self.forced,
        )

    @property
    def cards_left(self) -> int:
        """Tricks still to be completed, the current one included: the seat to play has a card for each."""
        return len(self.holding(self.turn))

    def played(self) -> Iterator[Card]:
        """Every card played in this deal that is known."""
        yield from self.gone
        for trick in self.tricks:
            for _, card in trick.plays:
                yield card
        for _, card in self.plays:
            yield card

    def possible(self, seat: int, pack: Cards) -> Cards:
        """Every card a seat may hold, as far as is known: its sure cards, and all unplaced ones if some are unseen."""
        holding = self.holdings[seat - 1]
        if not holding.unseen:
            return holding.sure
        placed = self.out.sure | Cards.of(self.played())
        for other in self.holdings:
            placed |= other.sure
        return holding.sure | (pack - placed)

    def renounced(self, seat: int, ordering: Ordering) -> dict[Suit, int]:
        """The suits a seat has shown that it is without, each with the number of the trick where it first did: it
        failed to follow, or made a forced lead of another suit."""
        first = self.trick_number - len(self.tricks)
        suits: dict[Suit, int] = {}
        history: Iterable[Plays] = (*(trick.plays for trick in self.tricks), self.plays)
        for number, plays in enumerate(history, first):
            for player, card in plays:
                led = ordering.suit(plays[0][1])
                if player == seat and ordering.suit(card) is not led:
                    suits.setdefault(led, number)
                elif player == seat == plays[0][0] and number in self.forced:
                    for suit in Suit:
                        if suit is not led:
                            suits.setdefault(suit, number)
        return suits

    def leader_of(self, number: int) -> int:
        """Who led a trick that is known, by its number in the deal."""
        return self.tricks[number - self.trick_number].leader


class Position(Struct, frozen=True):
    """A deal from its middle: the holdings before the cards that follow, and what led there.

    ``won`` counts tricks by seat. Where bids were made: ``bids`` by seat, ``blind`` those of them that were nils made
    before looking, and ``opened``; where trump was named: ``maker``, and ``trump`` (``None``: not known, which a
    scorer's sheet may leave so). Seats that are ``sitting_out`` hold all their cards.
    """

    holdings: tuple[Holding, ...]
    won: tuple[int, ...]
    leader: int
    gone: Cards = NO_CARDS
    out: Holding = Holding()
    bids: tuple[int, ...] | None = None
    opened: bool | None = None
    maker: int | None = None
    trump: Trump | None = None
    blind: tuple[int, ...] = ()
    sitting_out: frozenset[int] = frozenset()


def deck(pack: Cards) -> tuple[Card, ...]:
    """The cards of a pack in their standing order: where every shuffle starts."""
    return tuple(card for card in ALL_CARDS if card in pack)
