"""A position of card play from a match: relabelled, checked, ready for playouts and search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Self

from atout.cards import Card, Cards
from atout.families import family_of
from atout.game import Hand
from atout.kernel.labels import Labels, labels_of, seated
from atout.kernel.twin.core import Ground, State
from atout.kernel.twin.script import NEED_ALL
from atout.match import Match
from atout.seats import following
from atout.simulation import Footing
from atout.tricks import Board, Ordering

MOST_SEATS: Final = 6


def in_play(match: Match) -> tuple[Hand, Ordering, Footing]:
    """The hand of a match in its play, the order of its cards and its footing.

    Raises ``ValueError`` if no cards are being played, trump is unknown, or the board contradicts itself.
    """
    hand = match.hand
    if hand is None or not hand.playing:
        raise ValueError("no cards are being played: the kernel starts where bidding has ended")
    ordering = hand.ordering
    if ordering is None:
        raise ValueError("trump is not known")
    _check(hand.board, ordering)
    return hand, ordering, family_of(match.rules.profile).footing(hand)


def _check(board: Board, ordering: Ordering) -> None:
    seats = seated(board.players, board.sitting_out)
    if not 2 <= len(seats) <= MOST_SEATS or board.turn not in seats:
        raise ValueError(f"the kernel plays 2 to {MOST_SEATS} seats, the seat to play among them, not {seats}")
    if len(board.plays) == len(seats):
        raise ValueError("the trick is full, and nobody has taken it")
    placed = [card for holding in (*board.holdings, board.out) for card in holding.sure]
    placed += board.played()
    twice = next((card for card in placed if placed.count(card) > 1), None)
    foreign = next((card for card in placed if card not in ordering.pack), None)
    if twice or foreign:
        raise ValueError(f"{twice} lies in two places" if twice else f"{foreign} is not in the pack")
    has_played = {seat for seat, _ in board.plays}
    order = [*(seat for seat, _ in board.plays), board.turn]
    if any(following(board.players, board.sitting_out)[seat - 1] != after for seat, after in pairwise(order)):
        raise ValueError(f"seats {order} do not play one after the other")
    sizes = {len(board.holding(seat)) + (seat in has_played) for seat in seats}
    if len(sizes) != 1:
        raise ValueError(f"hands do not match: {', '.join(str(len(holding)) for holding in board.holdings)} cards")
    for seat in seats:
        for suit in board.renounced(seat, ordering):
            if owed := board.holding(seat).sure & ordering.of_suit(suit):
                raise ValueError(f"seat {seat} holds {next(iter(owed))} of a suit it did not follow or lead")


class Position:
    """A position of card play in the kernel's labels: an immutable value.

    ``seats`` are the seats that play, as the kernel numbers them; ``state`` holds the cards (do not change it: play on
    a copy); ``group`` and ``need`` say what each seat tries for, ``camp`` who plays together. ``complete`` is false
    where some hands are unseen: then their rows come from ``Worlds``.
    """

    __slots__ = ("camp", "complete", "ground", "group", "labels", "need", "seats", "state")

    def __init__(
        self,
        labels: Labels,
        seats: tuple[int, ...],
        ground: Ground,
        state: State,
        group: list[int],
        need: list[int],
        camp: list[int],
        complete: bool,
    ) -> None:
        self.labels = labels
        self.seats = seats
        self.ground = ground
        self.state = state
        self.group = group
        self.need = need
        self.camp = camp
        self.complete = complete

    @classmethod
    def of(cls, match: Match) -> Self:
        """The position of a match, true or as a seat sees it, at any moment of the play.

        Raises ``ValueError`` if no cards are being played, trump is unknown, or the board contradicts itself.
        """
        hand, ordering, footing = in_play(match)
        board, labels = hand.board, labels_of(ordering)
        seats = seated(board.players, board.sitting_out)
        ground = Ground(labels.trump, len(seats), int(footing.opening))
        masks = [labels.mask(board.holding(seat).sure) for seat in seats]
        # The cards on the table are put back and played again: that sets everything a trick in progress needs.
        laid = [(seats.index(seat), labels.bit(card)) for seat, card in board.plays]
        leader = laid[0][0] if laid else seats.index(board.turn)
        state = State(masks, leader, labels.mask(footing.shut), [board.won[seat - 1] for seat in seats])
        if footing.due is not None:
            state.owed = labels.bit(footing.due)
        for number, card in laid:
            state.hand[number] |= card
            state.play(ground, card)
        group = [next(i for i, goal in enumerate(footing.goals) if seat in goal.seats) for seat in seats]
        needs = [footing.goals[index].tricks for index in group]
        need = [NEED_ALL if tricks is None else min(tricks, NEED_ALL) for tricks in needs]
        camp = [next(i for i, allies in enumerate(hand.camps) if seat in allies) for seat in seats]
        complete = not any(board.holding(seat).unseen for seat in seats)
        return cls(labels, seats, ground, state, group, need, camp, complete)

    @property
    def turn(self) -> int | None:
        """The seat to play, as the table numbers it; ``None`` when every card is played."""
        return None if self.over else self.seats[self.state.turn]

    @property
    def over(self) -> bool:
        """Whether no card is left."""
        return self.state.over

    @property
    def legal(self) -> Cards:
        """The cards the seat to play may play; its hand must be known."""
        return self.labels.cards(self.state.legal)

    @property
    def won(self) -> dict[int, int]:
        """Tricks taken since the deal began, by seat."""
        return dict(zip(self.seats, self.state.won, strict=True))

    def first(self, card: Card) -> int:
        """A card as a first card of playouts; raises ``ValueError`` if it may not be played now."""
        if card not in self.labels or not self.labels.bit(card) & self.state.legal:
            raise ValueError(f"{card} may not be played now")
        return self.labels.bit(card)

    def play(self, card: Card) -> Self:
        """The position after a card; raises ``ValueError`` if it may not be played."""
        bit, state = self.first(card), self.state.copy()
        state.play(self.ground, bit)
        return self.at(state)

    def opened_by(self, card: Card) -> Self:
        """The position before the first card, where whoever holds this one must lead it: in each world of a sample it
        is the seat that has it there."""
        state = self.state.copy()
        state.owed = self.labels.bit(card)
        state.lead_with(state.owed)
        return self.at(state)

    def at(self, state: State) -> Self:
        """The same deal at another state, all its hands known if they are here."""
        return type(self)(self.labels, self.seats, self.ground, state, self.group, self.need, self.camp, self.complete)

    def world(self, row: Sequence[int]) -> Self:
        """The position with the hands of one world: a row of a sample."""
        known = self.at(self.state.copy())
        known.state.hand[:] = row[: len(self.seats)]
        known.complete = True
        return known
