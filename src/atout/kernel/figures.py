"""Figures of this installation: how many random deals a second, and one number that says the kernel computes the same
as everywhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from statistics import median
from typing import Final

from msgspec import Struct

from atout.families import PROFILES, make, spec
from atout.game import Rules
from atout.kernel.backends import ACTIVE
from atout.kernel.deals import deals
from atout.kernel.game import Game
from atout.kernel.jobs import Backend, Cancel, PlayoutsJob, SolveJob, words
from atout.kernel.plans import MOST_OPTIONS, plan
from atout.kernel.solving import memory_for
from atout.kernel.twin.core import Rng
from atout.kernel.twin.deal import SimDeal, Stage
from atout.kernel.twin.script import NEED_ALL, SHARE_ALL, Policy
from atout.kernel.twin.solve import Stakes

ROUNDS: Final = 5
COUNTED_DEALS: Final = 40
SIGNED_DEALS: Final = 40
SIGNED_PLAYOUTS: Final = 8
SIGNED_TRICKS: Final = 3


class Figure(Struct, frozen=True):
    """Whole random deals at one table, dealing, auction, play and count included: medians of several rounds."""

    name: str
    deals_per_s: int
    cards_per_s: int


def tables() -> Iterator[Rules]:
    """The rules of every profile, for every number of players."""
    for profile in PROFILES.values():
        for players in profile.players:
            yield make(profile.name, {"players": players})


def figure(rules: Rules, seconds: float, *, clock: Callable[[], float] = time.perf_counter) -> Figure:
    """The pace of random deals at a table, measured for about so many seconds."""
    game = Game(rules)
    count, took, cards = 16, 0.0, _cards_of_a_deal(game)
    while took < seconds / (2 * ROUNDS):  # warms up, and finds how many deals a round takes
        count, began = 2 * count, clock()
        deals(game, count)
        took = clock() - began
    paces = []
    for number in range(ROUNDS):
        began = clock()
        deals(game, count, seed=number)
        paces.append(count / (clock() - began))
    pace = median(paces)
    return Figure(f"playout {spec(rules)}", round(pace), round(pace * cards))


def _cards_of_a_deal(game: Game) -> float:
    """How many cards are played in a deal on average: not all, where seats sit out or nobody may make trump."""
    played = 0
    for number in range(COUNTED_DEALS):
        deal = SimDeal(game, Rng(1, number), [0] * game.sides)
        deal.finish_randomly()
        played += 0 if any(deal.play.hand) else deal.ground.seats * sum(deal.play.won)
    return played / COUNTED_DEALS


def signature(backend: Backend = ACTIVE) -> int:
    """One number over all tables: deals, scripted playouts, solved endings, and sampled worlds. The same on every
    machine and with every implementation, as long as the rules are."""
    digest = sha256()
    for rules in tables():
        digest.update(spec(rules).encode())
        game = Game(rules)
        dealt = deals(game, SIGNED_DEALS, seed=1, backend=backend)
        digest.update(bytes(dealt.won))
        digest.update(",".join(map(str, memoryview(dealt.points).cast("B").cast("i"))).encode())
        digest.update(_playouts(game, backend))
        digest.update(_endings(game, backend))
    digest.update(_worlds(backend))
    return int.from_bytes(digest.digest()[:6], "big")


def _played(game: Game) -> SimDeal:
    """A deal at its first lead."""
    return next(deal for deal in (SimDeal(game, Rng(2, n), [0] * game.sides) for n in range(100)) if _to_play(deal))


def _playouts(game: Game, backend: Backend) -> bytes:
    """Half random, half scripted playouts from the first lead of a deal."""
    deal = _played(game)
    seats = deal.ground.seats
    needs = [(NEED_ALL, 0)[seat % 2] for seat in range(seats)]
    policy = Policy(SHARE_ALL // 2, list(range(seats)), needs, list(game.side_of[:seats]))
    job = PlayoutsJob(deal.ground, policy, deal.play, None, None, 1, words(1), SIGNED_PLAYOUTS, 3, 0)
    won = bytearray(SIGNED_PLAYOUTS * seats)
    backend.playouts(job, won, Cancel())
    return bytes(won)


def _endings(game: Game, backend: Backend) -> bytes:
    """The last three tricks of a deal, solved for two sides and for each seat by itself."""
    deal = _played(game)
    while deal.play.hand[deal.play.turn].bit_count() > SIGNED_TRICKS or deal.play.count:
        deal.act(deal.random_action())
    solved = ""
    seats, tricks = deal.ground.seats, (tuple(range(SIGNED_TRICKS + 1)),)
    for sides in sorted({2, seats}):
        stakes = Stakes(tuple(seat % sides for seat in range(seats)), (0,) * seats, (tricks,) * sides)
        job = SolveJob(deal.ground, deal.play, stakes, 0, memory_for(SIGNED_TRICKS, seats, sides), 0, 0.0)
        solved += f"{sorted(backend.solve(job, Cancel())[2].items())}"
    return solved.encode()


def _to_play(deal: SimDeal) -> bool:
    """Takes a deal through its auction; whether play begins."""
    while deal.stage < Stage.PLAYING:
        deal.act(deal.random_action())
    return deal.stage is Stage.PLAYING


def _worlds(backend: Backend) -> bytes:
    """Cards barred from places, by counting and by a walk."""
    sampled = b""
    may = {1 << 3 * card: 0b1111 & ~(1 << card % 3) for card in range(18)}
    for most_options in (MOST_OPTIONS, 0):
        way = plan([0] * 4, [5, 4, 6, 3], may, most_options)
        rows = words(4 * SIGNED_DEALS)
        backend.worlds(way, 4, 0, rows, Cancel())
        sampled += ",".join(map(str, rows)).encode()
    return sampled
