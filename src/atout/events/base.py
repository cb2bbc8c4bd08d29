"""The kind of all events."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from atout.actions import Action


class Event(Struct, frozen=True, gc=False):
    """Something that happened.

    ``secret`` marks the kinds that hide a fact from somebody until the deal is over; ``in_hand`` those that concern
    nothing but the hand they happen in.
    """

    secret: ClassVar[bool] = False
    in_hand: ClassVar[bool] = False

    def seen_by(self, seat: int) -> Event:
        """What a seat may know of this event; public events are seen whole."""
        return self

    @property
    def action(self) -> Action | None:
        """The action this event records, or ``None`` if it only follows from others."""
        return None
