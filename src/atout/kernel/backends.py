"""Which implementation runs: the extension where it was built, else its twin."""

from __future__ import annotations

import os

from atout.kernel.jobs import Backend
from atout.kernel.twin.jobs import Twin


def available() -> tuple[Backend, ...]:
    """Every implementation that works here, the fastest first. The environment variable ``ATOUT_KERNEL`` may ask for
    one (``pdep``, ``portable``, ``twin``) where it is there."""
    found: list[Backend] = []
    try:
        from atout.kernel.native import HAS_PDEP, Native

        found += (Native(pdep) for pdep in (True, False)[not HAS_PDEP :])
    except ImportError:
        pass  # no compiler when this was installed: the twin does the same, slowly
    found.append(Twin())
    wanted = os.environ.get("ATOUT_KERNEL", "")
    return tuple(sorted(found, key=lambda backend: wanted not in backend.name))


BACKENDS = available()
ACTIVE = BACKENDS[0]
