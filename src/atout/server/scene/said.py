"""What is said to several listeners: made once for all who hear the same, and sent only when it changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Raw

from atout.match import Match
from atout.say import Speaker
from atout.server.scene.setting import Setting
from atout.server.wire import encode

Moment = tuple[Match, Setting]
"""What there is to see: the spectators' view and the facts around it."""
Maker = Callable[..., Any]
"""Makes a part from the view, the setting and a speaker; of a part with a row a seat, the rows of some seats."""


class Parts:
    """Parts by name, as bytes, as they are now; and which of them nobody has been shown yet."""

    __slots__ = ("_unshown", "made")

    def __init__(self) -> None:
        self.made: dict[str, Raw] = {}
        self._unshown: dict[str, Raw] = {}

    def take(self, name: str, part: Raw) -> None:
        """Takes a part, which may be what it was before."""
        before = self.made.get(name)
        if before is not part and before != part:
            self.made[name] = self._unshown[name] = part

    def changed(self) -> dict[str, Raw]:
        """The parts that have changed since this was asked last."""
        changed, self._unshown = self._unshown, {}
        return changed


def raw(part: object) -> Raw:
    """A part as bytes."""
    return Raw(encode(part))


class Said:
    """A part as it is said to many: made once for all of whom it says nothing, and apart for each it names."""

    __slots__ = ("_apart", "_common", "_make", "_named")

    def __init__(self, make: Maker) -> None:
        self._make = make
        self._common: Raw | None = None
        """As it is said to all who are not named, as bytes."""
        self._apart: dict[int, Raw] = {}
        """As it is said to seats that are named."""
        self._named = 0
        """These seats, a bit each."""

    def by(self, speaker: Speaker, moment: Moment) -> Raw:
        """How it sounds from a speaker: to his listener's seat, or to nobody at the table."""
        you = speaker.you or 0
        said = self._apart.get(you) if self._named >> you & 1 else self._common
        if said is None:
            said = raw(self._said(speaker, moment))
            if self._named >> you & 1:
                self._apart[you] = said
            else:
                self._common = said
        return said

    def _said(self, speaker: Speaker, moment: Moment) -> Any:
        """Made for a listener; from now on it is known whom it names."""
        speaker.named = 0
        part = self._make(*moment, speaker)
        self._named = speaker.named
        return part


class SaidBySeat(Said):
    """A part with a row a seat, each naming that seat alone: only his own sounds different to a listener."""

    __slots__ = ("_rows",)

    def __init__(self, make: Maker) -> None:
        super().__init__(make)
        self._rows: dict[int, Any] = {}
        """As they sound to others."""
        self._named = ~1  # all

    def _said(self, speaker: Speaker, moment: Moment) -> Any:
        """All rows: made are those that nobody was told before, and the listener's own."""
        seats = range(1, len(moment[1].occupants) + 1)
        missing = [seat for seat in seats if seat == speaker.you or seat not in self._rows]
        rows = self._rows | dict(zip(missing, self._make(*moment, speaker, missing), strict=True))
        self._rows = {seat: row for seat, row in rows.items() if seat != speaker.you}
        return [rows[seat] for seat in seats]
