"""What a kernel has to be told of a deal, in values: a family says it, the kernel needs no rules of its own.

``Footing`` goes with a hand in play: what may be led, what each seat tries for, where hidden cards may lie.
``Simulation`` goes with the rules of a table: how its auction runs and what tricks are worth, as tables of the family's
own scorer.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from msgspec import Struct

from atout.cards import NO_CARDS, Card, Cards, Suit
from atout.seats import Side
from atout.tricks import Ordering


class Opening(IntEnum):
    """What opens cards that may not be led yet."""

    ON_ANOTHER_SUIT = 0
    """One of them played where another suit was led."""
    WHENEVER_PLAYED = 1
    """Any of them on the table, a forced lead included."""


class Goal(Struct, frozen=True):
    """Seats that count their tricks together, and how many they try for: ``None`` for as many as they can."""

    seats: Side
    tricks: int | None


class Kept(Struct, frozen=True):
    """A card that a seat holds, unless it laid it away on the last of the face-down piles."""

    seat: int
    card: Card


class Footing(Struct, frozen=True, kw_only=True):
    """What the play of a hand goes by, besides the order of the cards.

    ``shut`` are cards that may not be led by a seat that holds any other; empty once they are open. ``due`` is the card
    that must be led now, where there is one. ``sealed`` is what was shut when the play began, ``first`` the card that
    had to be led then by whoever held it. ``piles`` are the sizes of the face-down piles: together all unseen cards out
    of play.
    """

    goals: tuple[Goal, ...]
    piles: tuple[int, ...]
    shut: Cards = NO_CARDS
    due: Card | None = None
    sealed: Cards = NO_CARDS
    first: Card | None = None
    opening: Opening = Opening.WHENEVER_PLAYED
    kept: tuple[Kept, ...] = ()


class Worth(Struct, frozen=True):
    """What one item of a count is worth: points, and bags."""

    points: int
    bags: int = 0


class Bag(Struct, frozen=True):
    """A penalty (negative points) for every ``size`` bags; whether the remainder is carried on."""

    size: int
    penalty: int
    carry: bool


class Told(IntEnum):
    """What the hand says of the promise."""

    NOTHING = 0
    TRUMPS = 1
    """The promise is the number of its trumps."""
    TRUMPS_OR_NIL = 2


class Promises(Struct, frozen=True, kw_only=True):
    """An auction where each seat in turn promises from 0 to ``most`` tricks, under a fixed trump, and its count.
    ``trump`` is that suit; where it is ``shut`` it may not be led until it is open (``opening``).

    ``least`` is what the first of two partners must promise if anything, whose partner then may not (0: no such rule);
    ``forbidden`` the total that all promises may not reach (``None``: any may); ``pair_least`` the least that two
    partners must promise together; ``told`` what the hand says. A promise of 0 is a nil. Whoever holds ``leads`` leads
    it to the first trick (``None``: the dealer's left leads).

    ``contract[promised][taken]`` is what a contract is worth, each seat's own where ``each`` is true, else a side's;
    ``nil[tricks]`` a nil, ``helping[tricks]`` one whose tricks count towards the partner's contract (empty: they never
    do); ``joint[failed]`` replaces the points of the nils of a side where all bid nil (empty: never).

    The seats of ``blind`` (from 0) may bid nil before they look; the worth is then that of ``blind_nil`` and
    ``blind_helping``, and ``gift`` cards are exchanged with the partner, that seat giving first.
    """

    trump: Suit
    shut: bool
    opening: Opening
    most: int
    least: int
    forbidden: int | None
    each: bool
    contract: tuple[tuple[Worth, ...], ...]
    nil: tuple[Worth, ...]
    helping: tuple[Worth, ...]
    joint: tuple[int, ...]
    bag: Bag | None
    pair_least: int = 0
    told: Told = Told.NOTHING
    leads: Card | None = None
    blind: tuple[int, ...] = ()
    blind_nil: tuple[Worth, ...] = ()
    blind_helping: tuple[Worth, ...] = ()
    gift: int = 0


class Leader(IntEnum):
    """Who leads to the first trick; a seat that sits out leaves it to the next."""

    DEALERS_LEFT = 0
    MAKERS_LEFT = 1
    MAKER = 2


class Calls(Struct, frozen=True, kw_only=True):
    """An auction that finds a maker, who names trump; and its count.

    Cards that are not dealt are a stock, its top card turned up. Without bids a maker takes that suit (round 1), the
    dealer the card, or names another (round 2). With ``least_bid`` (0: no bids) each seat in turn bids tricks, from so
    many up, higher than before, and the highest bidder names any trump; ``moon`` is a bid of one more than there are:
    all of them, alone.

    ``stick``: the dealer may not pass where all others have; ``discard_turned``: the dealer may lay the turned card
    away; ``alone``: the maker may play without partners, ``partner_alone``: must, to order the partner's card;
    ``defend_alone``: so may an opponent of a lone maker; ``no_trump`` may be named; ``dropping``: each opponent may sit
    out; ``fixed`` is trump without a word when it is turned up; a turned card of ``by_right`` lets the dealer name.
    Before all that the first seat that has them may exchange ``exchanged`` cards of ``low`` for cards of the stock (0:
    nobody may). ``lead``: who leads, ``lone_lead``: when the maker plays alone.

    ``made[undertaking][tricks]`` are the points of the maker's side and of each other side by the maker's tricks; the
    undertaking is the bid, or without bids 0 with partners, 1 alone, 2 alone against a lone defender. Each other side
    in play gets ``own[tricks]`` besides, by its own tricks; so does every side where nobody is the maker.
    """

    stick: bool
    discard_turned: bool
    lead: Leader
    lone_lead: Leader
    made: tuple[tuple[tuple[int, int], ...], ...]
    own: tuple[int, ...] = ()
    least_bid: int = 0
    moon: bool = False
    alone: bool = False
    partner_alone: bool = False
    defend_alone: bool = False
    no_trump: bool = False
    dropping: bool = False
    fixed: Suit | None = None
    by_right: tuple[Card, ...] = ()
    exchanged: int = 0
    low: Cards = NO_CARDS


class Simulation(Struct, frozen=True):
    """Random deals of a table: the order of the cards by trump (``None``: without, or before it is made), and the
    auction."""

    orderings: Mapping[Suit | None, Ordering]
    auction: Promises | Calls
