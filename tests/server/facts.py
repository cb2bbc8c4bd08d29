"""Stored tables, played at random: the facts a server would have kept."""

from __future__ import annotations

from random import Random

from atout.dealing import commitment
from atout.server.facts import Acted, AnyFact, Dealt, Entry, Mixed, Occupant, Opening, Rematched, Sealed
from atout.server.ledger import Ledger
from atout.server.store import StoredTable

TABLE = "k3Xq9"
"""The table's name."""


def seed_of(number: int) -> bytes:
    """The house's seed of a deal."""
    return bytes([number]) * 32


def opening_of(rules: str, players: int) -> Opening:
    """A person and bots."""
    bots = (Occupant("bot", "", "casual"),) * (players - 1)
    return Opening(rules, (Occupant("person", "Ana"), *bots), visibility="public")


class Playing:
    """A table to which facts are added."""

    def __init__(self, rules: str, players: int) -> None:
        self.opening = opening_of(rules, players)
        self.ledger = Ledger(TABLE, self.opening)
        self.entries: list[Entry] = []
        self.chance = Random(1)
        self.seals = 0

    def add(self, fact: AnyFact) -> None:
        """The next fact."""
        self.ledger.apply(fact)
        self.entries.append(Entry(len(self.entries) + 1, fact))

    def deal(self) -> None:
        """Seals, lets seat 1 mix in, and deals."""
        self.seals += 1
        self.add(Sealed(seed_of(self.seals).hex()))
        mine, number = seed_of(self.seals + 100), self.ledger.match.number + 1
        bound = commitment(mine, self.ledger.label, number, 1)
        self.add(Mixed(1, bound))
        self.add(Mixed(1, bound, mine.hex()))
        self.add(Dealt())

    def act(self) -> None:
        """Whoever is to act does something."""
        match = self.ledger.match
        assert match.turn is not None
        self.add(Acted(match.turn, str(self.chance.choice(match.legal(match.turn)))))

    def play(self, deals: int = 1) -> None:
        """Some deals to their ends."""
        for _ in range(deals):
            self.deal()
            while self.ledger.in_deal:
                self.act()

    def rematch(self) -> None:
        """Another match."""
        self.add(Rematched(1))

    @property
    def stored(self) -> StoredTable:
        """The table as a store would hand it out."""
        return StoredTable(TABLE, self.opening, 1.0, tuple(self.entries))
