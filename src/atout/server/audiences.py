"""Who listens to a table: connections, gathered into audiences that are shown and told the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

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
        self._sceneries: dict[tuple[str, int | None], Scenery] = {}

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
            scenery = self.scenery(listener.language, listener.seat)
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

    def scenery(self, language: str, seat: int) -> Scenery:
        """What is shown in a language to somebody who sits here (0: nowhere): the same to all who have a name."""
        occupants = self.ledger.occupants
        you = seat if seat and not occupants[seat - 1].name else None
        scenery = self._sceneries.get((language, you))
        if scenery is None:
            scenery = self._sceneries[language, you] = Scenery(language, occupants, you)
        return self._renamed(scenery)

    def _renamed(self, scenery: Scenery) -> Scenery:
        """A scenery with the names the players have now."""
        if scenery.occupants is not self.ledger.occupants:
            scenery.renamed(self.ledger.occupants)
            for audience, _ in self._gathered.values():
                if audience.scenery is scenery:
                    audience.renamed()
        return scenery

    def changed(self, setting: Setting) -> Iterator[tuple[Audience, list[Listener], dict[str, Any]]]:
        """Every audience with the parts that are no longer as it was shown them."""
        views = self.ledger.views
        public: dict[Scenery, dict[str, Any]] = {}
        for (seat, language, _), (audience, listeners) in self._gathered.items():
            scenery = self.scenery(language, seat)
            if scenery not in public:
                public[scenery] = scenery.changed(views[0], setting)
            parts = public[scenery]
            if audience.scenery is not scenery:
                audience.move(scenery)
                parts = scenery.shown
            yield audience, listeners, parts | audience.changed(views[seat], setting)
