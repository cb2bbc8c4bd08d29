"""What the sides of a position play for: tables the exact solver reads."""

from __future__ import annotations

from atout.game import Hand, Rules
from atout.kernel.positions import Position
from atout.kernel.twin.solve import Stakes
from atout.seats import Side


def _sides(position: Position, camps: tuple[Side, ...]) -> tuple[tuple[Side, ...], tuple[int, ...]]:
    """The camps with a seat in play, and for each seat in play (as the kernel numbers them) the index of its camp."""
    playing = tuple(camp for camp in camps if any(seat in camp for seat in position.seats))
    return playing, tuple(next(i for i, camp in enumerate(playing) if seat in camp) for seat in position.seats)


def trick_stakes(position: Position, camps: tuple[Side, ...]) -> Stakes:
    """Every camp wants as many tricks as it can get."""
    playing, side = _sides(position, camps)
    tricks = (tuple(range(tricks_left(position) + 1)),)
    return Stakes(side, (0,) * len(side), (tricks,) * len(playing))


def tricks_left(position: Position) -> int:
    """Tricks still to be completed, the current one included."""
    return position.state.hand[position.state.turn].bit_count()


class Ends:
    """How a position may end, told by the tricks one camp takes and the nils broken: tricks by seat in the whole deal.

    A nil of a pair is asked after by its seat (``nil`` holds its bit); one that breaks is counted as one trick of that
    seat, the rest as its partner's. Partners who owe a contract each are counted as if the first who bid took all: that
    is an estimate. ``broken`` are the nils (bits) broken already.
    """

    def __init__(self, position: Position, hand: Hand) -> None:
        self.playing, self.side = _sides(position, hand.camps)
        bids = hand.announced.bids
        self._before = hand.board.won
        paired = {seat for camp in self.playing if len(camp) > 1 for seat in camp}
        self._seats = position.seats
        self._asked = [seat for seat in position.seats if bids and not bids[seat - 1] and seat in paired]
        self.nil = tuple(1 << self._asked.index(seat) if seat in self._asked else 0 for seat in position.seats)
        self.left = tricks_left(position)
        self.broken = sum(1 << bit for bit, seat in enumerate(self._asked) if self._before[seat - 1])

    @property
    def breakages(self) -> range:
        """Every set of nils that may be broken in the end, as bits."""
        return range(1 << len(self._asked))

    def _taken_by(self, camp: Side, broken: int, tricks: int) -> dict[int, int]:
        """Tricks still to come of the seats of a camp, shared out as the nils allow."""
        asked = self._asked
        active = [seat for seat in camp if seat in self._seats]
        shares = dict.fromkeys(active, 0)
        for seat in active:
            if seat in asked and broken >> asked.index(seat) & 1 and not self._before[seat - 1] and tricks:
                shares[seat] = 1
                tricks -= 1
        heir = next((seat for seat in active if seat not in asked), None)
        heir = heir or next((seat for seat in active if broken >> asked.index(seat) & 1), active[0])
        shares[heir] += tricks
        return shares

    def won(self, index: int, broken: int, tricks: int) -> tuple[int, ...]:
        """Tricks by seat when a camp (its index) takes so many more, and the next one the others."""
        rival = self.playing[(index + 1) % len(self.playing)]
        shares = self._taken_by(self.playing[index], broken, tricks)
        shares |= self._taken_by(rival, broken, self.left - tricks)
        return tuple(now + shares.get(seat, 0) for seat, now in enumerate(self._before, 1))


def point_stakes(position: Position, hand: Hand, rules: Rules) -> tuple[Stakes, int]:
    """Every camp wants points, counted by the game's own scorer, bags and penalties included; and the nils (as bits)
    broken already. See ``Ends`` for what is counted.

    Two camps: the difference of their points; more: each its own. Where totals count down, so do these.
    """
    ends = Ends(position, hand)
    two = len(ends.playing) == 2

    def points(broken: int, tricks: int, index: int) -> int:
        counted = hand.count(ends.won(index, broken, tricks)).sides
        scored = zip(rules.sides, counted, strict=True)
        by_seat = {seat: int(rules.ending.forward(result.points)) for side, result in scored for seat in side}
        row = [by_seat[camp[0]] for camp in ends.playing]
        return row[0] - row[1] if two else row[index]

    worth = tuple(
        tuple(tuple(points(broken, tricks, index) for tricks in range(ends.left + 1)) for broken in ends.breakages)
        for index in range(1 if two else len(ends.playing))
    )
    return Stakes(ends.side, ends.nil, worth * 2 if two else worth), ends.broken
