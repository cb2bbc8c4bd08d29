"""How likely worlds are by what others have said and played: never so sharp that few of them count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, fsum
from operator import sub
from typing import Final

from atout.kernel import Position, Sample, Worlds, surprisals
from atout.kernel.surprisals import NAT
from atout.kernel.twin.core import WORD, Rng
from atout.kernel.twin.script import NEED_ALL
from atout.match import Match

Likelihood = Callable[[Match, int, Sample], Sequence[float]]
"""For a view and its seat, how likely each world makes what the others did; not normed, none negative."""

EFFECTIVE: Final = 0.3
"""The part of the worlds that must count: weights are flattened until they do."""
DOUBT: Final = 0.5
"""The chance that a seat plays any card, not the script's: people and bots follow it more often than that."""
GREEDY: Final = 0.25
"""How likely an opponent among three and more is, before it plays, to want every trick and not what it bid alone."""
_TOLD: Final = 0.5
"""The power of what its cards tell of that."""
_FLATTER: Final = 0.7
_FLOOR: Final = 0.01
"""The least weight of a world, as a part of the greatest."""


def effective(weights: Sequence[float]) -> float:
    """How many equally likely worlds some weights are worth."""
    square = fsum(weight * weight for weight in weights)
    return fsum(weights) ** 2 / square if square else 0.0


def tempered(likelihoods: Sequence[float], trust: float) -> list[float]:
    """Weights from likelihoods: to a power (``trust``, below 1), with a floor, flattened until enough worlds count."""
    most = max(likelihoods, default=0.0)
    if most <= 0.0:
        return [1.0] * len(likelihoods)
    while True:
        weights = [max(_FLOOR, (likelihood / most) ** trust) for likelihood in likelihoods]
        if effective(weights) >= EFFECTIVE * len(weights):
            return weights
        trust *= _FLATTER


def imagined(
    view: Match, seat: int, worlds: Worlds, count: int, pool: int, trust: float, likelihood: Likelihood, seed: int
) -> tuple[Sample, float]:
    """Worlds as a seat believes them, and how many equally likely ones they are worth."""
    if not trust:
        return worlds.weighted(count, lambda sample: [1.0] * len(sample), pool=1, seed=seed)
    return worlds.weighted(count, lambda sample: tempered(likelihood(view, seat, sample), trust), pool=pool, seed=seed)


def with_plays(likelihood: Likelihood, position: Position, power: float) -> Likelihood:
    """A likelihood with that of the cards the others played as another factor, to a power (after Rebstock, Solinas,
    Buro and Sturtevant 2019): their seats are taken to play by the kernel's script, but for ``DOUBT``."""

    def weigh(view: Match, seat: int, sample: Sample) -> list[float]:
        size = len(position.seats)
        others = [other for other in position.seats if other != seat]
        spent = surprisals(view, position, sample, others, DOUBT)
        played = [sum(spent[at : at + size]) for at in range(0, len(spent), size)]
        least = min(played)
        heard = likelihood(view, seat, sample)
        return [chance * exp((least - cost) * power / NAT) for chance, cost in zip(heard, played, strict=True)]

    return weigh


def mixed_aims(view: Match, seat: int, position: Position, sample: Sample, seed: int) -> bytes:
    """What the seats try for in each world, as playouts take it: opponents of two kinds, those who try for what they
    bid and those who want every trick (after Sturtevant, Zinkevich and Bowling 2006); the cards each has played in the
    deal tell how likely it is one or the other."""
    size = len(position.seats)
    needs = [list(position.need) for _ in range(len(sample))]
    others = [other for other in position.seats if other != seat]
    plain = surprisals(view, position, sample, others, DOUBT)
    for place, other in enumerate(position.seats):
        if other == seat or position.need[place] in (0, NEED_ALL):
            continue
        greedy = [NEED_ALL if at == place else need for at, need in enumerate(position.need)]
        wild = surprisals(view, position, sample, (other,), DOUBT, need=greedy)
        for world, gain in enumerate(map(sub, plain[place::size], wild[place::size])):
            odds = GREEDY / (1 - GREEDY) * exp(gain * _TOLD / NAT)
            if Rng(seed + place & WORD, world).next() < odds / (1 + odds) * (WORD + 1):
                needs[world][place] = NEED_ALL
    return b"".join(bytes((*position.group, *need)) for need in needs)
