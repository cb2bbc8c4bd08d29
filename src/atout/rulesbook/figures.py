"""What every family draws or reckons: the seats round the table, a shorter game."""

from __future__ import annotations

from typing import Any

from atout.cards import Card
from atout.game import Rules
from atout.rulesbook.author import Author
from atout.rulesbook.document import Seating


def seating(author: Author[Any], turned: Card | None = None) -> Seating:
    """The seats with the last one dealing, told in words too; ``turned`` is a card face up in the middle."""
    rules, say = author.rules, author.text
    numbers = [str(seat) for seat in range(1, rules.players + 1)]
    details = [
        say("seats.round", seats=author.listed(numbers)),
        say("seats.first", dealer_seat=numbers[-1]),
    ]
    if turned:
        details.append(say("seats.stock", card=turned))
    return Seating(
        say("seats.caption"),
        tuple(numbers),
        rules.sides,
        rules.players,
        say("seats.dealer"),
        tuple(details),
        (turned, author.corner(turned)) if turned else None,
    )


def shorter(rules: Rules, target: int) -> dict[str, object]:
    """Whether the game is longer than one to a target, and that target."""
    return {"long": (rules.ending.target or 0) > target, "shorter": target}
