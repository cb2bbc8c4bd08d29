"""Promises and the count: the twin of ``game.h``."""

from __future__ import annotations

from atout.kernel.game import Game
from atout.simulation import Calls, Promises, Told, Worth

UNSAID = 255


def _may_promise(game: Game, auction: Promises, said: list[int], seat: int, waiting: int, tricks: int) -> bool:
    """Whether a promise may be made by itself: beside those its partners made, and by the total of the last to
    speak."""
    total = together = tricks
    silent = False
    for other, promise in enumerate(said):
        partner = other != seat and game.side_of[other] == game.side_of[seat]
        if promise == UNSAID:
            silent |= partner
            continue
        total += promise
        together += promise if partner else 0
        if auction.least and tricks and promise and partner:
            return False
    if not silent and together < auction.pair_least:
        return False
    return (not tricks or tricks >= auction.least) and (waiting > 1 or total != auction.forbidden)


def _can_finish(game: Game, auction: Promises, said: list[int], seat: int, waiting: int) -> bool:
    """Whether so many seats from one on can all be left a promise."""
    return not waiting or any(
        _may_promise(game, auction, said, seat, waiting, tricks)
        and _can_finish(game, auction, _after(said, seat, tricks), (seat + 1) % game.seats, waiting - 1)
        for tricks in range(auction.most + 1)
    )


def _after(said: list[int], seat: int, tricks: int) -> list[int]:
    return [*said[:seat], tricks, *said[seat + 1 :]]


def told_promises(game: Game, auction: Promises, hand: int) -> int:
    """The promises (bit n: n tricks) that the hand of a seat leaves it."""
    told = 1 << (hand & game.start.trump).bit_count() | (auction.told is Told.TRUMPS_OR_NIL)
    return (2 << auction.most) - 1 & (told if auction.told else -1)


def legal_promises(game: Game, auction: Promises, said: list[int], seat: int, waiting: int, plain: int) -> int:
    """Those of some promises that a seat may make when so many have yet to speak, itself the first."""
    if not auction.least and not auction.pair_least and (waiting > 1 or auction.forbidden is None):
        return plain
    following = (seat + 1) % game.seats
    return sum(
        1 << tricks
        for tricks in range(auction.most + 1)
        if plain >> tricks & 1
        and _may_promise(game, auction, said, seat, waiting, tricks)
        and (
            (auction.forbidden is None and not auction.pair_least)
            or _can_finish(game, auction, _after(said, seat, tricks), following, waiting - 1)
        )
    )


Count = tuple[list[int], list[int]]
"""Points and bags by side."""


def count_promises(
    game: Game, auction: Promises, said: list[int], blind: set[int], won: list[int], before: list[int]
) -> Count:
    """The result of a deal of promises, those of ``blind`` seats nils before looking; ``before`` are the bags by
    side."""
    points, bags = [0] * game.sides, before[:]
    promised, taken, nil_tricks, failed = ([0] * game.sides for _ in range(4))
    for side, promise, tricks in zip(game.side_of, said, won, strict=True):
        promised[side] += promise
        (taken if promise else nil_tricks)[side] += tricks
        failed[side] += not promise and tricks > 0

    def add(side: int, worth: Worth, *, counts: bool = True) -> None:
        points[side] += worth.points if counts else 0
        bags[side] += worth.bags

    tables = ((auction.nil, auction.helping), (auction.blind_nil, auction.blind_helping))
    for seat, (side, promise, tricks) in enumerate(zip(game.side_of, said, won, strict=True)):
        helping = bool(auction.helping) and promised[side] > 0
        if promise and auction.each:
            add(side, auction.contract[promise][tricks + (nil_tricks[side] if helping else 0)])
        elif not promise:
            nil = tables[seat in blind][helping][tricks]
            add(side, nil, counts=promised[side] > 0 or not auction.joint)
    for side in range(game.sides):
        if promised[side] and not auction.each:
            add(side, auction.contract[promised[side]][taken[side] + (nil_tricks[side] if auction.helping else 0)])
        if not promised[side] and auction.joint:
            points[side] += auction.joint[failed[side]]
        if auction.bag is None:
            bags[side] = 0
            continue
        penalties, left = divmod(bags[side], auction.bag.size)
        points[side] += penalties * auction.bag.penalty
        bags[side] = left if auction.bag.carry or not penalties else 0
    return points, bags


def count_calls(
    game: Game, auction: Calls, maker: int | None, undertaking: int, resting: set[int], won: list[int]
) -> Count:
    """The result of a deal of calls; without a maker every side gets what its own tricks are worth."""
    points = [0] * game.sides
    mine = None if maker is None else game.side_of[maker]
    taken = [sum(won[seat] for seat in range(game.seats) if game.side_of[seat] == side) for side in range(game.sides)]
    for side, tricks in enumerate(taken):
        if mine is not None:
            points[side] = auction.made[undertaking][taken[mine]][side != mine]
        in_play = any(of == side and seat not in resting for seat, of in enumerate(game.side_of))
        if side != mine and in_play and auction.own:
            points[side] += auction.own[tricks]
    return points, [0] * game.sides
