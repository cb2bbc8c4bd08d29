"""A table to deal at, as the kernel needs it: the pack relabelled, the auction, and what tricks are worth."""

from __future__ import annotations

from atout.cards import Suit
from atout.families import family_of
from atout.families import parse as parse_spec
from atout.game import Rules
from atout.kernel.labels import Labels, labels_of, numbers
from atout.seats import side_of
from atout.simulation import Promises

TRUMPS: tuple[Suit | None, ...] = (*Suit, None)
"""The trumps by the kernel's number: 0 to 3, 4 for none."""


class Game:
    """Rules made ready for random deals; see ``game_t`` for the meaning of each number.

    Raises ``ValueError`` for a table whose auction the kernel does not know, ``RulesError`` for a bad spec.
    """

    def __init__(self, rules: Rules | str) -> None:
        rules = parse_spec(rules) if isinstance(rules, str) else rules
        simulation = family_of(rules.profile).simulation(rules)
        if simulation is None:
            raise ValueError(f"the kernel does not know the auction of {rules.profile}")
        self.rules = rules
        self.auction = simulation.auction
        self.seats = rules.players
        self.sides = len(rules.sides)
        self.side_of = side_of(rules.sides)
        self.each = rules.cards_each
        self.labels: dict[Suit | None, Labels] = {
            trump: labels_of(ordering) for trump, ordering in simulation.orderings.items()
        }
        """The labels of the cards under each trump; ``None`` before one is named."""
        fixed = self.auction.trump if isinstance(self.auction, Promises) else None
        self.start = self.labels[fixed]
        """The labels a deal starts with."""
        self.pack = self.start.pack
        self.opening = int(self.auction.opening) if isinstance(self.auction, Promises) else 0
        shut = isinstance(self.auction, Promises) and self.auction.shut
        self.shut = self.start.trump & self.pack if shut else 0
        leads = self.auction.leads if isinstance(self.auction, Promises) else None
        self.leads = 0 if leads is None else self.start.bit(leads)
        """The card that opens the play, or 0."""
        self.relabelled: dict[Suit | None, dict[int, int]] = {
            trump: {1 << number: after.bit(self.start.card(1 << number)) for number in numbers(self.pack)}
            for trump, after in self.labels.items()
        }
        """By trump: for each card in the labels a deal starts with, the card under that trump."""
