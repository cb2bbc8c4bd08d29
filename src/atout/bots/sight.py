"""What a seat sees when it has to play a card, and what it may expect of the hands it does not see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from atout.cards import Card, Cards, Suit
from atout.game import Hand, may_hold
from atout.seats import round_from, side_of
from atout.simulation import Goal
from atout.tricks import Board, Ordering


@cache
def above(ordering: Ordering, card: Card) -> int:
    """The cards of a card's own suit that beat it, as a mask."""
    suit = ordering.suit(card)
    power = ordering.power(card, suit)
    return Cards.of(other for other in ordering.of_suit(suit) if ordering.power(other, suit) > power).mask


@cache
def below(ordering: Ordering, card: Card) -> int:
    """The cards of a card's own suit that it beats, as a mask."""
    return ordering.of_suit(ordering.suit(card)).mask & ~above(ordering, card) & ~card.bit


class Stranger(Struct, frozen=True):
    """Another seat's hand as far as it is known: masks of the cards surely and possibly in it.

    ``share`` is the chance that one of the possible cards is there, from 0 to 1.
    """

    seat: int
    sure: int
    possible: int
    share: float

    def has_some(self, cards: int) -> float:
        """The chance that the hand holds at least one of some cards (a mask)."""
        if self.sure & cards:
            return 1.0
        return 1.0 - (1.0 - self.share) ** (self.possible & cards).bit_count()


class Sight(Struct, frozen=True):
    """A seat about to play: its cards, the strangers still to play after it, what may be held against it.

    ``unseen`` masks the cards that may be in another hand; ``camp`` gives each seat's camp (index ``seat - 1``);
    ``shy`` are the seats that want no trick at all, ``apart`` the allies whose tricks are no help: they count apart and
    need none, while the seat's contract lacks some; ``wants`` says whether the seat itself still tries for tricks.
    ``best`` is the play that takes the trick so far.
    """

    seat: int
    board: Board
    ordering: Ordering
    cards: Cards
    strangers: tuple[Stranger, ...]
    later: tuple[Stranger, ...]
    unseen: int
    camp: tuple[int, ...]
    shy: frozenset[int]
    apart: frozenset[int]
    wants: bool
    best: tuple[int, Card] | None

    @property
    def led(self) -> Suit | None:
        """The suit to follow, or ``None`` on lead."""
        return self.ordering.suit(self.board.plays[0][1]) if self.board.plays else None

    @property
    def trumps(self) -> int:
        """Every trump of the pack, as a mask."""
        return self.ordering.of_suit(self.ordering.trump).mask if self.ordering.trump is not None else 0

    def suit_of(self, card: Card) -> int:
        """Every card of the pack that follows suit to a card, as a mask."""
        return self.ordering.of_suit(self.ordering.suit(card)).mask

    def higher(self, card: Card) -> int:
        """How many cards of its suit that beat a card may be in another hand."""
        return (above(self.ordering, card) & self.unseen).bit_count()

    def lower(self, card: Card) -> int:
        """How many cards of its suit that a card beats may be in another hand."""
        return (below(self.ordering, card) & self.unseen).bit_count()


def lacking(hand: Hand, goal: Goal) -> int:
    """The tricks that a goal still lacks; 0 where it is to take as many as can be had."""
    return max(0, (goal.tricks or 0) - sum(hand.board.won[seat - 1] for seat in goal.seats))


def shy_of(hand: Hand, goals: Sequence[Goal]) -> frozenset[int]:
    """The seats that try for no trick at all, and have taken none."""
    return frozenset(seat for goal in goals if goal.tricks == 0 for seat in goal.seats if not hand.board.won[seat - 1])


def _apart(hand: Hand, seat: int, goals: Sequence[Goal]) -> frozenset[int]:
    """The allies whose tricks do not help a seat: see ``Sight``."""
    if not any(seat in goal.seats and lacking(hand, goal) for goal in goals):
        return frozenset()
    allies = next(camp for camp in hand.camps if seat in camp)
    content = (goal for goal in goals if seat not in goal.seats and not lacking(hand, goal))
    return frozenset(other for goal in content for other in goal.seats if other in allies)


def _wants(hand: Hand, seat: int, goals: Sequence[Goal]) -> bool:
    """Whether a seat tries for tricks: its contract lacks some, or it is to take as many as can be had."""
    own = [goal for goal in goals if seat in goal.seats]
    return not own or any(goal.tricks is None or lacking(hand, goal) for goal in own)


def look(hand: Hand, seat: int, goals: Sequence[Goal] = ()) -> Sight:
    """What a seat sees of a deal in play; ``goals`` are what the seats try for, where that is not every trick."""
    board, ordering = hand.board, hand.ordering
    assert ordering is not None
    around = tuple(other for other in round_from(seat, board.players)[1:] if other not in board.sitting_out)
    strangers = tuple(_stranger(board, ordering, other) for other in around)
    unseen = 0
    for stranger in strangers:
        unseen |= stranger.sure | stranger.possible
    played = {player for player, _ in board.plays}
    return Sight(
        seat,
        board,
        ordering,
        board.holding(seat).sure,
        strangers,
        tuple(stranger for stranger in strangers if stranger.seat not in played),
        unseen,
        side_of(hand.camps),
        shy_of(hand, goals),
        _apart(hand, seat, goals),
        _wants(hand, seat, goals),
        ordering.winning(board.plays) if board.plays else None,
    )


def _stranger(board: Board, ordering: Ordering, seat: int) -> Stranger:
    holding = board.holding(seat)
    sure = holding.sure.mask
    possible = may_hold(board, ordering, seat).mask & ~sure
    count = possible.bit_count()
    return Stranger(seat, sure, possible, min(1.0, holding.unseen / count) if count else 0.0)


def takers(sight: Sight, card: Card) -> dict[int, float]:
    """Who may take the trick if the seat plays a card, each with a chance; the chances add up to 1.

    Seats still to play are taken to beat the best card if they can, except that a shy seat does so only when it must,
    and that nobody but its own camp saves a shy seat from its trick.
    """
    ordering = sight.ordering
    led = sight.led if sight.led is not None else ordering.suit(card)
    holder, best = sight.seat, card
    if sight.best is not None and ordering.power(sight.best[1], led) >= ordering.power(card, led):
        holder, best = sight.best
    follows = ordering.of_suit(led).mask
    beating = above(ordering, best)
    ruffs = 0 if led is ordering.trump else beating if ordering.suit(best) is ordering.trump else sight.trumps
    holds, over, outside = 1.0, 0, 1.0
    beats: dict[int, float] = {}
    for stranger in sight.later:
        if _is_reluctant(sight, stranger.seat, holder):
            chance = stranger.has_some(beating & follows) * (1.0 - stranger.has_some(follows & ~beating))
            holds *= 1.0 - chance
        else:
            ruff = (1.0 - stranger.has_some(follows)) * stranger.has_some(ruffs)
            follow = stranger.has_some(beating & follows)
            chance = min(1.0, follow + ruff)
            holds *= 1.0 - ruff
            over |= (stranger.sure | stranger.possible) & beating & follows
            outside -= 1.0 if stranger.sure & beating & follows else stranger.share * (follow > 0.0)
        beats[stranger.seat] = chance
    # a card that beats the best lies in one hand only: the chances to hold it exclude each other
    holds *= max(0.0, outside) ** over.bit_count()
    total = sum(beats.values())
    if not total:
        return {holder: 1.0}
    return {holder: holds} | {seat: (1.0 - holds) * chance / total for seat, chance in beats.items()}


def _is_reluctant(sight: Sight, seat: int, holder: int) -> bool:
    return seat in sight.shy or (holder in sight.shy and sight.camp[seat - 1] != sight.camp[holder - 1])
