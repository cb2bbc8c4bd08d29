"""Signals that ask a program to stop, kept away from what must not be left half done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Self

_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


class Interrupted(KeyboardInterrupt):
    """The person (Ctrl-C) or the system asked to stop."""


class Interruptions:
    """While entered, turns signals to stop into ``Interrupted``; inside a ``shield`` they wait for its end."""

    def __init__(self) -> None:
        self._shields = 0
        self._waiting = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._stop) for number in _SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _stop(self, *_: object) -> None:
        if not self._shields:
            raise Interrupted
        self._waiting = True

    @contextmanager
    def shield(self) -> Iterator[None]:
        """What happens inside is done to its end before the program stops."""
        self._shields += 1
        try:
            yield
        finally:
            self._shields -= 1
            if self._waiting and not self._shields:
                self._waiting = False
                raise Interrupted


@contextmanager
def handed_to(stop: Callable[[], None]) -> Iterator[None]:
    """Inside, a signal to stop calls this and raises nothing: an event loop swallows what is raised in its midst."""
    before = {number: signal.signal(number, lambda *_: stop()) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
