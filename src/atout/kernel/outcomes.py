"""What each card of a match leads to, in tricks by seat: the exact solver for people who have a table before them."""

from __future__ import annotations

from msgspec import Struct

from atout.cards import Card
from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import Backend, Cancel
from atout.kernel.positions import Position
from atout.kernel.solving import UNLIMITED, Limits, Unsolvable, solve
from atout.kernel.stakes import trick_stakes, tricks_left
from atout.kernel.twin.solve import Valued
from atout.match import Match
from atout.seats import Side


class Outcomes(Struct, frozen=True):
    """Tricks still to be won from a decision on, the current trick included, after each card ``seat`` may play.

    ``values`` hold a number for each seat of the table. Between two sides only a side's sum is defined: it is given to
    its lowest seat in play, the others have 0. With more sides every side takes as many tricks as it can, and of
    equally good cards the lowest is played (side suits before trump, low ranks before high). ``bounds`` hold, for cards
    that a limit left unsolved, the least and the most tricks of the side to play.
    """

    seat: int
    sides: tuple[Side, ...]
    tricks: int
    values: dict[Card, tuple[int, ...]]
    bounds: dict[Card, tuple[int, int]]

    def of_side(self, card: Card, side: Side) -> int:
        """The tricks of a side after a card that is solved."""
        return sum(self.values[card][seat - 1] for seat in side)

    @property
    def side(self) -> Side:
        """The side to play."""
        return next(side for side in self.sides if self.seat in side)


def outcomes(
    match: Match, *, limits: Limits = UNLIMITED, cancel: Cancel | None = None, backend: Backend = ACTIVE
) -> Outcomes:
    """Solves the play of a match in tricks. Raises ``Unsolvable`` before any work, ``Cancelled`` when cancelled."""
    if match.hand is None or not match.hand.playing:
        raise Unsolvable("not-playing")
    try:
        position = Position.of(match)
    except ValueError:
        raise Unsolvable("contradictory") from None
    stakes = trick_stakes(position, match.hand.camps)
    solution = solve(position, stakes, limits=limits, cancel=cancel, backend=backend)
    sides = tuple(
        tuple(seat for seat, side in zip(position.seats, stakes.side, strict=True) if side == index)
        for index in range(stakes.sides)
    )
    left, players = tricks_left(position), match.rules.players
    leads = stakes.side[position.state.turn] == 0

    def by_seat(valued: Valued) -> tuple[int, ...]:
        if valued.tricks:
            tricks = dict(zip(position.seats, valued.tricks, strict=True))
        else:
            tricks = {sides[0][0]: valued.least, sides[1][0]: left - valued.least}
        return tuple(tricks.get(seat, 0) for seat in range(1, players + 1))

    def bounds(valued: Valued) -> tuple[int, int]:
        if stakes.sides > 2:
            return 0, left
        return (valued.least, valued.most) if leads else (left - valued.most, left - valued.least)

    return Outcomes(
        position.seats[position.state.turn],
        sides,
        left,
        {card: by_seat(valued) for card, valued in solution.values.items() if valued.solved},
        {card: bounds(valued) for card, valued in solution.values.items() if not valued.solved},
    )
