"""Who listens to a table: connections, gathered into audiences that are shown and told the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol
from weakref import WeakValueDictionary

from atout.server.ledger import Ledger
from atout.server.scene import Audience, Scenery, Setting


class Listener(Protocol):
    """A connection: where frames go, from which seat (0: a spectator) and in which language it listens; ``host``:
    whether it proved to have the host's place beside the seats.
    """

    seat: int
    host: bool
    language: str
    muted: set[int]

    def send(self, frame: bytes) -> None:
        """Takes a frame to send; never waits."""
        ...

    def close(self, code: int) -> None:
        """Ends the connection once what was sent before is out."""
        ...


class Audiences:
    """All audiences of a table: by seat, language and whether they may rule."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._gathered: dict[tuple[int, str, bool], tuple[Audience, list[Listener]]] = {}
        self._sceneries: WeakValueDictionary[str, Scenery] = WeakValueDictionary()
        """By language, as long as somebody listens in it."""

    def may_rule(self, listener: Listener) -> bool:
        """Whether somebody may rule: whoever opened the table may, from the seat he took, or without one."""
        return listener.host or listener.seat == self.ledger.host

    def _key(self, listener: Listener) -> tuple[int, str, bool]:
        return listener.seat, listener.language, self.may_rule(listener)

    def of(self, listener: Listener) -> Audience:
        """The audience somebody belongs to who listens."""
        return self._gathered[self._key(listener)][0]

    def join(self, listener: Listener) -> Audience:
        """Somebody listens from now on."""
        key = self._key(listener)
        if key not in self._gathered:
            scenery = self.scenery(listener.language)
            self._gathered[key] = Audience(listener.seat, scenery, host=self.may_rule(listener)), []
        audience, listeners = self._gathered[key]
        listeners.append(listener)
        return audience

    def part(self, listener: Listener) -> None:
        """Somebody listens no more."""
        key = self._key(listener)
        _, listeners = self._gathered[key]
        listeners.remove(listener)
        if not listeners:
            del self._gathered[key]

    def scenery(self, language: str) -> Scenery:
        """What is shown in a language, with the names the players have now."""
        occupants = self.ledger.occupants
        scenery = self._sceneries.get(language)
        if scenery is None:
            scenery = self._sceneries[language] = Scenery(language, occupants, self.ledger.rules.pack)
        elif scenery.occupants is not occupants:
            scenery.renamed(occupants)
            for audience, _ in self._gathered.values():
                if audience.scenery is scenery:
                    audience.renamed()
        return scenery

    def changed(self, setting: Setting) -> Iterator[tuple[Audience, list[Listener], dict[str, Any]]]:
        """Every audience with the parts that are no longer as it was shown them."""
        views = self.ledger.views
        for language in tuple(self._sceneries):
            self.scenery(language).show(views[0], setting)
        for audience, listeners in self._gathered.values():
            yield audience, listeners, audience.changed(views[audience.seat], setting)
