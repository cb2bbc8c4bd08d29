"""Jobs of the kernel in asynchronous programs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from atout.kernel.jobs import Cancel

T = TypeVar("T")


async def in_thread(work: Callable[[Cancel], T]) -> T:
    """Runs a job in a thread of its own, so that the event loop goes on meanwhile. ``work`` must hand the flag it is
    given to the jobs it runs: when the task that waits is cancelled, they stop within 50 ms. Raises what ``work``
    raises."""
    cancel = Cancel()
    try:
        return await asyncio.to_thread(work, cancel)
    finally:
        cancel.cancel()
