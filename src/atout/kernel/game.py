"""A table to deal at, as the kernel needs it: the pack relabelled, the auction, and what tricks are worth."""

from __future__ import annotations

from typing import Final

from atout.cards import Card, Suit
from atout.families import family_of
from atout.families import parse as parse_spec
from atout.game import Rules
from atout.kernel.labels import Labels, labels_of, numbers
from atout.scoring import Standing
from atout.seats import side_of
from atout.simulation import Calls, Promises

NO_TRUMP: Final = 4
"""No trump; of a turned card: no suit, its dealer names one by right."""
TRUMPS: tuple[Suit | None, ...] = (*Suit, None)
"""The trumps by the kernel's number: 0 to 3, 4 for none."""


class Game:
    """Rules made ready for random deals where the sides stand so (``None``: at the start of a match); see ``game_t``
    for the meaning of each number. Raises ``RulesError`` for a bad spec.
    """

    def __init__(self, rules: Rules | str, standing: Standing | None = None) -> None:
        rules = parse_spec(rules) if isinstance(rules, str) else rules
        standing = standing or Standing.zero(len(rules.sides))
        simulation = family_of(rules.profile).simulation(rules, standing)
        self.rules = rules
        self.standing = standing
        self.auction = simulation.auction
        self.seats = rules.players
        self.sides = len(rules.sides)
        self.side_of = side_of(rules.sides)
        self.each = rules.cards_each
        self.labels: dict[Suit | None, Labels] = {
            trump: labels_of(ordering) for trump, ordering in simulation.orderings.items()
        }
        """The labels of the cards under each trump; ``None`` before one is named."""
        promises = self.auction if isinstance(self.auction, Promises) else None
        calls = self.auction if isinstance(self.auction, Calls) else None
        self.start = self.labels[promises.trump if promises else None]
        """The labels a deal starts with."""
        self.pack = self.start.pack
        self.opening = int(promises.opening) if promises else 0
        self.shut = self.start.trump & self.pack if promises and promises.shut else 0
        self.leads = self.start.bit(promises.leads) if promises and promises.leads else 0
        """The card that opens the play, or 0."""
        self.relabelled: dict[Suit | None, dict[int, int]] = {
            trump: {1 << number: after.bit(self.start.card(1 << number)) for number in numbers(self.pack)}
            for trump, after in self.labels.items()
        }
        """By trump: for each card in the labels a deal starts with, the card under that trump."""
        self.low = self.start.mask(calls.low) if calls else 0
        """Cards that may be exchanged, in the labels a deal starts with."""
        self.suits: dict[int, int] = {
            1 << number: self._turned(self.start.card(1 << number)) for number in numbers(self.pack)
        }
        """For each card in those labels the trump it makes when it is turned up, ``NO_TRUMP`` for one by right."""

    def _turned(self, card: Card) -> int:
        by_right = isinstance(self.auction, Calls) and card in self.auction.by_right
        return NO_TRUMP if by_right or card.suit is None else TRUMPS.index(card.suit)
