"""What a server counts, as Prometheus reads it; ``docs/hosting.md`` explains the names.

No label holds anything of a game: routes are named by their handler, never by their path, which may be a secret.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from time import monotonic
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

REGISTRY: Final = CollectorRegistry()
"""Everything below, and nothing about the process, which the host watches by other means."""
_QUICK: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds, for what should take milliseconds."""

REQUESTS: Final = Counter(
    "atout_http_requests",
    "HTTP requests by handler, method and status",
    ("handler", "method", "status"),
    registry=REGISTRY,
)
REQUEST_SECONDS: Final = Histogram(
    "atout_http_seconds", "Time to answer an HTTP request", ("handler",), registry=REGISTRY, buckets=_QUICK
)
SOCKETS: Final = Gauge("atout_sockets", "Open sockets", registry=REGISTRY)
TABLES: Final = Gauge("atout_tables", "Tables in memory", registry=REGISTRY)
COMMAND_SECONDS: Final = Histogram(
    "atout_command_seconds", "From a command's arrival to its answer", registry=REGISTRY, buckets=_QUICK
)
COMMANDS: Final = Counter("atout_commands", "Commands by what became of them", ("outcome",), registry=REGISTRY)
DONE: Final = COMMANDS.labels("done")
NOT_DONE: Final = COMMANDS.labels("refused")
APPEND_SECONDS: Final = Histogram(
    "atout_append_seconds", "Time to make a batch of actions durable", registry=REGISTRY, buckets=_QUICK
)
APPEND_SIZE: Final = Histogram(
    "atout_append_size", "Actions made durable at once", registry=REGISTRY, buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500)
)
OVERFLOWS: Final = Counter("atout_outbox_overflows", "Connections closed for being too slow", registry=REGISTRY)
REFUSED: Final = Counter(
    "atout_refused", "Requests and sockets refused, by the code of the reason", ("reason",), registry=REGISTRY
)
_LOOKS_BACK: Final = 10.0
"""Seconds whose worst lag is told."""
LOOP_LAG: Final = Gauge(
    "atout_loop_lag_seconds", "How late the event loop was, at worst in the last ten seconds", registry=REGISTRY
)
DRAINING: Final = Gauge("atout_draining", "1 while the server is about to stop", registry=REGISTRY)


def exposition() -> tuple[bytes, str]:
    """The figures as they stand, and their content type."""
    return generate_latest(REGISTRY), CONTENT_TYPE_LATEST


@contextlib.asynccontextmanager
async def watching_loop(every: float = 0.25) -> AsyncIterator[None]:
    """Measures how late the event loop is, while inside: looks ``every`` so many seconds."""

    async def watch() -> None:
        worst: list[tuple[float, float]] = []
        while True:
            due = monotonic() + every
            await asyncio.sleep(every)
            now = monotonic()
            worst = [(at, lag) for at, lag in worst if at > now - _LOOKS_BACK] + [(now, max(0.0, now - due))]
            LOOP_LAG.set(max(lag for _, lag in worst))

    watcher = asyncio.get_running_loop().create_task(watch())
    try:
        yield
    finally:
        watcher.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watcher
