"""Is a sample what it should be? Pearson's chi-square, without tables."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def chi_square(seen: Counter[Key], weights: Mapping[Key, float]) -> float:
    """How many standard deviations the chi-square of a sample lies above what is usual (Wilson and Hilferty 1931).

    Below 4 in all but one of 30,000 fair samples. Anything seen that has no weight is infinitely unusual.
    """
    if set(seen) - set(weights):
        return float("inf")
    total, count = sum(weights.values()), sum(seen.values())
    freedom = len(weights) - 1
    if not freedom:
        return 0.0
    chi = sum((seen[key] - count * weight / total) ** 2 / (count * weight / total) for key, weight in weights.items())
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))
