"""``atout``: the way into the command line, which loads it so that Ctrl-C is polite from the first moment."""

from __future__ import annotations

import sys
from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code when stopped by Ctrl-C, as shells say it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code, see ``atout.cli.entry``."""
    try:
        from atout.cli.entry import run

        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
