"""What a hand of Euchre is worth, in tricks: as the maker's, alone or not, and against a maker."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from atout.bots.sight import above
from atout.cards import NO_TRUMP, Card, Cards, Rank, Suit, Trump
from atout.euchre.rules import EuchreRules, Lead
from atout.tricks import Ordering

_TRUMPS: Final = (1.0, 0.9, 0.75, 0.55, 0.45, 0.4)
"""Tricks a trump is good for, the highest of the pack first; those below count as the last."""
_COMPANY: Final = 0.12
"""What each trump after the second adds by being many."""
_ACE: Final = 0.6
_KING: Final = 0.15
_VOID: Final = 0.15
"""Tricks of a plain ace, of a plain king with company, of a plain suit to ruff while holding trumps."""
_PLAIN: Final = (0.85, 0.6, 0.4, 0.2, 0.1, 0.05)
"""Tricks of a card by its place in its suit where nobody can ruff."""
LEADING: Final = 0.1
"""What having the first lead adds."""
GIFT: Final = 0.5
"""Tricks lost by ordering a trump into another hand; a bower counts double."""
BASE: Final = 0.25
"""Tricks that come to any hand beside those it can count; measured, like the figures above, on played deals."""


def sure_tricks(rules: EuchreRules, trump: Trump, cards: Cards) -> int:
    """The tricks nobody can take from a maker's hand: its trumps from the top; and, where the maker leads and they draw
    all the others, or there are none, what it holds from the top of every suit."""
    ordering, leads = rules.ordering(trump), rules.leading.lead is Lead.BIDDER
    tops = Cards.of(card for card in cards if not above(ordering, card) & ~cards.mask)
    if ordering.trump is None:
        return len(tops) if leads else 0
    trumps = ordering.of_suit(ordering.trump)
    own, drawn = len(cards & trumps), len(tops & trumps)
    return own + len(tops - trumps) if leads and drawn >= len(trumps) - own else drawn


def strength(ordering: Ordering, cards: Cards) -> float:
    """The tricks a hand may expect as the maker's, with nobody's help."""
    if ordering.trump is None:
        return BASE + sum(no_trump_strength(ordering, suit, cards & ordering.of_suit(suit)) for suit in Suit)
    trumps = cards & ordering.of_suit(ordering.trump)
    plain = (suit for suit in Suit if suit is not ordering.trump)
    return (
        BASE
        + trump_strength(ordering, trumps)
        + sum(plain_strength(cards & ordering.of_suit(suit), bool(trumps)) for suit in plain)
    )


def trump_strength(ordering: Ordering, trumps: Cards) -> float:
    """The tricks a hand's trumps are good for."""
    assert ordering.trump is not None
    ladder = sorted(ordering.of_suit(ordering.trump), key=lambda card: -ordering.power(card, ordering.suit(card)))
    own = sum(_TRUMPS[min(ladder.index(card), len(_TRUMPS) - 1)] for card in trumps)
    return own + _COMPANY * max(0, len(trumps) - 2)


def plain_strength(held: Cards, with_trumps: bool) -> float:
    """The tricks a plain suit's cards are good for, or its being void beside trumps."""
    ranks = {card.rank for card in held}
    if Rank.ACE in ranks:
        return _ACE
    if Rank.KING in ranks and len(held) > 1:
        return _KING
    return _VOID if not held and with_trumps else 0.0


def no_trump_strength(ordering: Ordering, suit: Suit, held: Cards) -> float:
    """The tricks a suit's cards are good for without trumps."""
    ladder = sorted(ordering.of_suit(suit), key=lambda card: -ordering.power(card, suit))
    return sum(_PLAIN[min(ladder.index(card), len(_PLAIN) - 1)] for card in held)


def keeps(ordering: Ordering, cards: Cards, allowed: Cards) -> tuple[float, Card]:
    """The best hand left after a discard, by its strength, and the discard."""

    def left(card: Card) -> tuple[float, float]:
        return strength(ordering, cards.without(card)), -ordering.power(card, ordering.suit(card))

    best = max(allowed, key=left)
    return left(best)[0], best


def tricks(rules: EuchreRules, worth: float, *, alone: bool = False, no_trump: bool = False) -> float:
    """The tricks of the maker's side, whose hand is worth so many by itself; measured on played deals."""
    if any(len(side) > 1 for side in rules.sides):
        base, slope = (-0.4, 1.2) if alone else (0.85, 0.82) if no_trump else (1.0, 0.9)
    else:
        base, slope = (1.2, 0.88) if rules.players == 2 else (0.0, 1.0)
    return base + slope * worth


def worth_of(rules: EuchreRules, trump: Trump, cards: Cards) -> float:
    """What a hand is worth under a trump."""
    return strength(rules.ordering(trump), cards)


def best_trump(rules: EuchreRules, cards: Cards, trumps: Iterable[Trump]) -> Trump:
    """The trump under which a hand may expect most tricks."""
    return max(trumps, key=lambda trump: tricks(rules, worth_of(rules, trump, cards), no_trump=trump is NO_TRUMP))
