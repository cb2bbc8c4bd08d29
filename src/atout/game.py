"""The abstraction: a decider with a curtain.

``refusal(state, seat, action)`` is the single truth about legality, ``decide`` turns an action into events and may
read secrets, ``evolve`` folds an event into the next state and reads public facts only, ``event.seen_by`` is the
curtain. A family of games gives a ``Hand`` (one deal as such a decider) and a ``Family`` (how its deals begin).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Protocol, Self

from msgspec import Struct

from atout.actions import PLAYS, Action, Play, Refusal
from atout.cards import Card, Cards, Suit, Trump
from atout.events import DealScored, Event, TrickTaken
from atout.options import Option, Profile, Values
from atout.scoring import Ending, Standing
from atout.seats import Side
from atout.simulation import Footing, Simulation
from atout.tricks import Board, Ordering

Won = tuple[int, ...]
"""Tricks by seat."""


class Announced(Struct, frozen=True):
    """What a deal has announced and laid open, in words all games share; empty where a game has no such thing.

    ``bids`` are tricks announced by seat (``None``: not yet), ``blind`` the seats that bid nil before looking;
    ``passed`` the seats that passed in the current round of calls, in order; ``shown`` the card face up beside the
    tricks (the turned card, the card of the draw); ``maker`` made ``trump``, or has bid highest: ``contract`` tricks
    (0: none are bid), all of them alone if that is a ``moon``; ``opened`` says whether spades may be led.
    """

    bids: tuple[int | None, ...] = ()
    passed: tuple[int, ...] = ()
    shown: Card | None = None
    maker: int | None = None
    trump: Trump | None = None
    opened: bool | None = None
    blind: tuple[int, ...] = ()
    contract: int = 0
    moon: bool = False


class Rules(Protocol):
    """Frozen, validated rules of one table: values only, comparable, printable as a rules spec."""

    @property
    def profile(self) -> str:
        """The name of the profile these rules are a variant of."""
        ...

    @property
    def family(self) -> str:
        """The name of the family: ``spades`` or ``euchre``."""
        ...

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def sides(self) -> tuple[Side, ...]:
        """The seats that share a score, in order of their lowest seat."""
        ...

    @property
    def pack(self) -> Cards:
        """The cards used."""
        ...

    @property
    def cards_each(self) -> int:
        """Cards a seat plays in a deal, which is the number of its tricks."""
        ...

    @property
    def ending(self) -> Ending:
        """When the match is over."""
        ...

    @property
    def draws_dealer(self) -> bool:
        """Whether the dealer is drawn anew for every deal instead of passing to the left."""
        ...

    @property
    def counts_bags(self) -> bool:
        """Whether the sides carry bags."""
        ...

    @property
    def seats_rest(self) -> bool:
        """Whether a seat may sit a deal out."""
        ...


class Hand(Protocol):
    """One deal in progress: an immutable value."""

    @property
    def board(self) -> Board:
        """What lies on and around the table."""
        ...

    @property
    def turn(self) -> int | None:
        """The seat to act, or ``None`` before the cards are out and after the count."""
        ...

    @property
    def over(self) -> bool:
        """Whether the deal is counted or void."""
        ...

    @property
    def playing(self) -> bool:
        """Whether cards are being played to tricks."""
        ...

    @property
    def stage(self) -> Enum:
        """What the deal is waiting for: a member of the family's own enumeration."""
        ...

    @property
    def announced(self) -> Announced:
        """What has been announced and laid open so far."""
        ...

    @property
    def ordering(self) -> Ordering | None:
        """The order of the cards, once trump is known."""
        ...

    @property
    def camps(self) -> tuple[Side, ...]:
        """Who plays together in this deal: the sides, or the maker against the others."""
        ...

    def refusal(self, seat: int, action: Action) -> Refusal | None:
        """Why a seat may not do this now, or ``None`` if it may. The house (seat 0) deals or sets up."""
        ...

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything a seat may do now; empty when it is not its turn."""
        ...

    def decide(self, seat: int, action: Action) -> tuple[Event, ...]:
        """What an allowed action brings about."""
        ...

    def count(self, won: tuple[int, ...]) -> DealScored:
        """The count of the deal with these tricks by seat."""
        ...

    def evolve(self, event: Event) -> Self:
        """The next state. Total: an event that says nothing to this family changes nothing."""
        ...


class Family(Protocol):
    """A family of games, as the registry knows it."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> Mapping[str, Option]:
        """Its options by key, in the order specs print them."""
        ...

    @property
    def profiles(self) -> tuple[Profile, ...]: ...

    def build(self, profile: Profile, values: Values) -> Any:
        """Rules from a profile and what differs from it; raises ``RulesError``."""
        ...

    def start(self, rules: Any, dealer: int, standing: Standing) -> Hand:
        """A deal before its cards are out."""
        ...

    def recipients(self, rules: Any, dealer: int) -> tuple[int, ...]:
        """For each card of the pack, top first, the seat it is dealt to; 0 is the stock."""
        ...

    def footing(self, hand: Any) -> Footing:
        """What the play of a hand goes by, for the kernel."""
        ...

    def simulation(self, rules: Any, standing: Standing) -> Simulation:
        """How the kernel deals and bids at random where the sides stand so."""
        ...


def refuse_play(board: Board, ordering: Ordering, seat: int, card: Card, may_lead: Cards) -> Refusal | None:
    """Why a card may not be played now, as far as it is certain from what is known of the hands.

    ``may_lead`` holds the cards the rules allow to be led. A hand with unseen cards is given the benefit of the
    doubt, until a card contradicts an earlier failure to follow or forced lead: then both tricks are told.
    """
    action = PLAYS[card]
    holding = board.holdings[seat - 1]
    if card not in holding.sure:
        if not holding.unseen or card not in board.possible(seat, ordering.pack):
            return Refusal("not-held", seat, action, card=card, legal=playable(board, ordering, seat, may_lead))
        earlier = board.renounced(seat, ordering).get(ordering.suit(card))
        if earlier is not None:
            code = "false-lead" if board.leader_of(earlier) == seat else "revoke"
            suit, trick = ordering.suit(card), board.trick_number
            return Refusal(code, seat, action, suit, card=card, trick=trick, earlier=earlier)
    allowed = playable(board, ordering, seat, may_lead)
    if card in allowed:
        return None
    if board.plays:
        return Refusal("must-follow", seat, action, led_suit(board, ordering), allowed, card=card)
    return Refusal("may-not-lead", seat, action, ordering.suit(card), allowed, card=card)


def led_suit(board: Board, ordering: Ordering) -> Suit | None:
    """The suit to follow in the current trick, or ``None`` when the next card leads."""
    return ordering.suit(board.plays[0][1]) if board.plays else None


def may_hold(board: Board, ordering: Ordering, seat: int) -> Cards:
    """The cards a seat may hold, as far as is known: no suit it has shown to be without among its unseen ones."""
    holding = board.holdings[seat - 1]
    if not holding.unseen:
        return holding.sure
    unplaced = board.possible(seat, ordering.pack)
    for suit in board.renounced(seat, ordering):
        unplaced -= ordering.of_suit(suit)
    return unplaced | holding.sure


def playable(board: Board, ordering: Ordering, seat: int, may_lead: Cards) -> Cards:
    """The cards a seat may play: to follow suit if it surely can, else whatever it may hold."""
    holding = board.holdings[seat - 1]
    owed = ordering.suited_with(board.plays[0][1]) if board.plays else may_lead
    may = may_hold(board, ordering, seat) if holding.unseen else holding.sure
    return Cards(may.mask & owed.mask) if holding.sure.mask & owed.mask else may


def end_of_trick(board: Board, ordering: Ordering, seat: int, card: Card) -> tuple[TrickTaken | None, Won | None]:
    """What a play completes: the trick, if it is the last card of one, and the tricks by seat, if it ends the deal."""
    plays = board.plays
    if len(plays) < len(board.holdings) - len(board.sitting_out) - 1:
        return None, None
    winner, _ = ordering.winning((*plays, (seat, card)))
    taken = TrickTaken(winner, board.trick_number)
    return taken, board.after_trick(winner).won if len(board.holdings[seat - 1]) == 1 else None


class _PlaysOfSuit(dict[int, tuple[Play, ...]]):
    """The plays of each subset of one suit's cards, listed when first asked for: a few thousand at most."""

    def __init__(self, lane: int) -> None:
        self.lane = lane

    def __missing__(self, mask: int) -> tuple[Play, ...]:
        plays = self[mask] = tuple(PLAYS[card] for card in Cards(mask << self.lane))
        return plays


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = map(_PlaysOfSuit, (0, 16, 32, 48))


def plays_of(cards: Cards) -> tuple[Play, ...]:
    """The plays of some cards, in the order of the set."""
    mask = cards.mask
    return (
        _SPADES[mask & 0xFFFF]
        + _HEARTS[mask >> 16 & 0xFFFF]
        + _DIAMONDS[mask >> 32 & 0xFFFF]
        + _CLUBS[mask >> 48]  # jokers lie above the clubs
    )
