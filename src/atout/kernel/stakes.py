"""What the sides of a position play for: tables the exact solver reads."""

from __future__ import annotations

from collections.abc import Iterator

from atout.game import Hand
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


def point_stakes(position: Position, hand: Hand, sides: tuple[Side, ...]) -> tuple[Stakes, int]:
    """Every camp wants points, counted by the game's own scorer, bags and penalties included; and the nils (as bits)
    broken already.

    Two camps: the difference of their points; more: each its own. ``sides`` are those that score. A nil of a pair is
    asked after by its seat; one that breaks is counted as one trick of that seat, the rest as its partner's. Partners
    who owe a contract each are counted as if the first who bid took all: that is an estimate.
    """
    playing, side = _sides(position, hand.camps)
    bids, won = hand.announced.bids, hand.board.won
    paired = {seat for camp in playing if len(camp) > 1 for seat in camp}
    asked = [seat for seat in position.seats if bids and not bids[seat - 1] and seat in paired]
    nil = tuple(1 << asked.index(seat) if seat in asked else 0 for seat in position.seats)
    left = tricks_left(position)

    def taken_by(camp: Side, broken: int, tricks: int) -> dict[int, int]:
        """Tricks still to come of the seats of a camp, shared out as the nils allow."""
        active = [seat for seat in camp if seat in position.seats]
        shares = dict.fromkeys(active, 0)
        for seat in active:
            if seat in asked and broken >> asked.index(seat) & 1 and not won[seat - 1] and tricks:
                shares[seat] = 1
                tricks -= 1
        heir = next((seat for seat in active if seat not in asked), None)
        heir = heir or next((seat for seat in active if broken >> asked.index(seat) & 1), active[0])
        shares[heir] += tricks
        return shares

    def points(broken: int, tricks: int, index: int) -> tuple[int, ...]:
        """The points of every camp when this one takes so many tricks more, and the next one the others."""
        rival = playing[(index + 1) % len(playing)]
        shares = taken_by(playing[index], broken, tricks) | taken_by(rival, broken, left - tricks)
        end = tuple(now + shares.get(seat, 0) for seat, now in enumerate(won, 1))
        counted = hand.count(end).sides
        by_seat = {seat: result.points for seats, result in zip(sides, counted, strict=True) for seat in seats}
        return tuple(by_seat[camp[0]] for camp in playing)

    def table(index: int) -> Iterator[tuple[int, ...]]:
        for broken in range(1 << len(asked)):
            rows = (points(broken, tricks, index) for tricks in range(left + 1))
            yield tuple(row[0] - row[1] if len(playing) == 2 else row[index] for row in rows)

    two = len(playing) == 2
    worth = tuple(tuple(table(0 if two else index)) for index in range(len(playing)))
    broken = sum(1 << bit for bit, seat in enumerate(asked) if won[seat - 1])
    return Stakes(side, nil, worth), broken
