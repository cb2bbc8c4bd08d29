"""How often somebody may ask: token buckets, one by one or by address; how many may be there at once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

Clock = Callable[[], float]
"""Seconds, never going back."""
SOCKETS_OF_AN_ADDRESS: Final = 1000
"""Sockets an address may have open, if nothing is said: a school's."""
SOCKETS_OF_A_TABLE: Final = 200
"""Sockets a table has before it takes no more of those who only watch, if nothing is said."""
_MOST_ADDRESSES: Final = 10_000
"""Addresses remembered; those seen longest ago are forgotten first."""


class Bucket:
    """``burst`` requests at once, then ``rate`` a second. Full at first."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, clock: Clock = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._at = clock()

    def take(self) -> bool:
        """Takes one request's worth, if there is."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until one more request is allowed; 0 if it is now."""
        return max(0.0, (1 - self._tokens) / self._rate)


class ByAddress:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: int, clock: Clock = monotonic, most: int = _MOST_ADDRESSES) -> None:
        self._made = rate, burst, clock
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> float:
        """Takes one request's worth for an address: 0, or the seconds to wait if there is none."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(*self._made)
        self._buckets.move_to_end(address)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return 0.0 if bucket.take() else bucket.wait


class Crowd:
    """How many are inside at once by address: at most ``most`` of each."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Lets one more in, if there is room; whoever was let in has to leave."""
        inside = self._inside.get(address, 0)
        if inside >= self._most:
            return False
        self._inside[address] = inside + 1
        return True

    def leave(self, address: str) -> None:
        """One is gone."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
