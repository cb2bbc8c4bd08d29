"""A dispute at a real table: did somebody fail to follow suit? Judged from what the table can show, without a record.

A trick is in question: the suit led, and what the suspect played. A card of that suit which the suspect still held
proves the revoke: one in the remaining hand, or one played to a later trick.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from atout.cards import NO_CARDS, Card, Cards, Suit, Trump
from atout.events import Named
from atout.families import family_of
from atout.game import Rules
from atout.scoring import Standing
from atout.tricks import Ordering


class Verdict(StrEnum):
    """What the table's answers come to."""

    FOLLOWED = "followed"
    """The card followed suit: there is nothing to dispute."""
    PROVED = "proved"
    """The suspect could have followed."""
    VOID = "void"
    """The whole hand is known, and had no card of the suit."""
    NOT_PROVED = "not-proved"
    """Not everything was shown, and what was proves nothing."""


class Impossible(ValueError):
    """An answer that cannot be true: ``code`` says why; ``card`` is the card at fault, ``most`` what is possible."""

    def __init__(self, code: str, card: Card | None = None, most: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.card = card
        self.most = most


def ordering_of(rules: Rules, trump: Trump | None = None) -> Ordering | None:
    """The order of the cards under some rules; ``None`` where it depends on a trump that is not told."""
    hand = family_of(rules.profile).start(rules, 1, Standing.zero(len(rules.sides)))
    if hand.ordering is None and trump is not None:
        hand = hand.evolve(Named(1, trump))
    return hand.ordering


class Dispute(Struct, frozen=True):
    """What is known: ``trick`` (its number) in which ``suit`` was led (perhaps with the card ``led``) and the suspect
    played ``card``; ``later`` are the suspect's cards in the following tricks, in order; ``hand`` what the suspect
    holds now, ``None`` if not shown. Construction raises ``Impossible``.
    """

    ordering: Ordering
    cards_each: int
    trick: int
    suit: Suit
    card: Card
    led: Card | None = None
    later: tuple[Card, ...] = ()
    hand: Cards | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.trick <= self.cards_each:
            raise Impossible("no-such-trick", most=self.cards_each)
        shown = (*filter(None, (self.led,)), self.card, *self.later, *(self.hand or ()))
        for card in shown:
            if card not in self.ordering.pack:
                raise Impossible("not-in-pack", card)
            if shown.count(card) > 1:
                raise Impossible("card-twice", card)
        if self._unknown < 0:
            raise Impossible("too-many-cards", most=self.cards_each - self.trick - len(self.later))

    @property
    def _unknown(self) -> int:
        """How many of the cards held at the trick in question have not been shown."""
        return self.cards_each - self.trick - len(self.later) - len(self.hand or ())

    @property
    def withheld(self) -> Cards:
        """The cards known to have been held that follow suit: those that might have been played instead."""
        held = Cards.of(self.later) | (self.hand or NO_CARDS)
        return held & self.ordering.of_suit(self.suit)

    @property
    def proof(self) -> int | None:
        """The number of the later trick that proves the revoke; ``None`` if none does."""
        return next(
            (number for number, card in enumerate(self.later, self.trick + 1) if self.ordering.suit(card) is self.suit),
            None,
        )

    @property
    def verdict(self) -> Verdict:
        """What the answers so far come to."""
        if self.ordering.suit(self.card) is self.suit:
            return Verdict.FOLLOWED
        if self.withheld:
            return Verdict.PROVED
        return Verdict.NOT_PROVED if self._unknown else Verdict.VOID

    @property
    def settled(self) -> bool:
        """Whether no further answer can change the verdict."""
        return self.verdict is not Verdict.NOT_PROVED

    @property
    def facts(self) -> dict[str, Any]:
        """The verdict and its reasons, as ``--json`` prints them."""
        return {
            "verdict": self.verdict.value,
            "trick": self.trick,
            "suit": str(self.suit),
            "card": str(self.card),
            "later": self.proof,
            "legal": list(map(str, self.withheld)),
        }
