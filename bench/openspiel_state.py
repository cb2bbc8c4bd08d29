"""A deal of euchre for four as a seat knows it, in our tokens, and as a state of OpenSpiel's game.

The hidden cards are guessed so that they agree with what is known. (OpenSpiel's own resampler would show a dealer's
discard to everybody: here that is a guess too.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pyspiel
from msgspec import Struct

from atout.cards import Card, Cards, Rank, Suit, pack_of
from atout.tricks import Ordering, bower_ordering

SEATS: Final = 4
PACK: Final = pack_of(Rank.NINE)
PASS, CALL, ALONE, TOGETHER = 24, 25, 29, 30
"""Their actions; a suit is called by 25 to 28, in the order of `SUITS`."""
SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_TRIES: Final = 1000


def theirs(card: Card) -> int:
    """Their number of a card."""
    assert card.rank is not None
    assert card.suit is not None
    return 4 * (card.rank - Rank.NINE) + SUITS.index(card.suit)


def ours(number: int) -> Card:
    """Our card of their number."""
    return Card.of(SUITS[number % 4], Rank(Rank.NINE + number // 4))


class Seen(Struct, frozen=True):
    """What a seat knows of a deal of euchre for four: seats from 1, tokens as everywhere, `-?` for a hidden discard.

    `hand` is what it was dealt (the turned card apart), `said` what everybody did, in order.
    """

    seat: int
    dealer: int
    hand: Cards
    turned: Card
    said: tuple[tuple[int, str], ...] = ()

    def after(self, seat: int, token: str) -> Seen:
        """What it knows once a seat has done something."""
        hidden = token.startswith("-") and seat != self.seat
        return Seen(self.seat, self.dealer, self.hand, self.turned, (*self.said, (seat, "-?" if hidden else token)))

    @property
    def trump(self) -> Suit | None:
        """Trump, once it is made."""
        for _, token in self.said:
            if token.startswith("order"):
                return self.turned.suit
            if token.partition("-")[0] in map(str, SUITS):
                return Suit.from_token(token[0])
        return None

    @property
    def played(self) -> tuple[tuple[int, Card], ...]:
        """The cards played, in order."""
        return tuple((seat, Card.from_token(token)) for seat, token in self.said if is_card(token))


def is_card(token: str) -> bool:
    """Whether a token plays a card."""
    return len(token) == 2 and token[0] in "9TJQKA"


def state_of(seen: Seen, chance: random.Random) -> Any:
    """Their state as a seat may imagine it; hidden hands are a guess that agrees with everything seen."""
    state = pyspiel.load_game("euchre").new_initial_state()
    state.apply_action(seen.dealer - 1)
    hands = {seat: list(map(theirs, cards)) for seat, cards in dealt(seen, chance).items()}
    for number in range(5 * SEATS):
        state.apply_action(hands[(seen.dealer - 1 + number) % SEATS + 1].pop())
    state.apply_action(theirs(seen.turned))
    alone: int | None = None
    for _, token in seen.said:
        for action in their_actions(seen, state, token):
            state.apply_action(action)
        if token.endswith("-alone"):
            alone = ALONE
        elif token.startswith("order") or token in map(str, SUITS):
            alone = TOGETHER
        if alone is not None and alone in state.legal_actions():
            state.apply_action(alone)
            alone = None
    return state


def their_actions(seen: Seen, state: Any, token: str) -> Iterator[int]:
    """What a token is in their game."""
    if token == "pass":
        yield PASS
    elif token.startswith("order"):
        assert seen.turned.suit is not None
        yield CALL + SUITS.index(seen.turned.suit)
    elif token.startswith("-"):
        yield theirs(Card.from_token(token[1:])) if token != "-?" else _guessed_discard(seen, state)
    elif is_card(token):
        yield theirs(Card.from_token(token))
    else:
        yield CALL + SUITS.index(Suit.from_token(token[0]))


def _guessed_discard(seen: Seen, state: Any) -> int:
    """A card of the imagined dealer that he never plays: the lowest that agrees with what he shows later."""
    kept = {theirs(card) for seat, card in seen.played if seat == seen.dealer}
    barred = _voids(seen).get(seen.dealer, frozenset())
    assert seen.trump is not None
    ordering = bower_ordering(PACK, seen.trump)
    free = [action for action in state.legal_actions() if action not in kept]
    # what he is shown to be without must have been laid away
    return int(min(free, key=lambda action: (ordering.suit(ours(action)) not in barred, action)))


def dealt(seen: Seen, chance: random.Random) -> dict[int, Cards]:
    """Five cards a seat as they may have been dealt, the turned card apart, by seat."""
    played: dict[int, set[Card]] = {seat: set() for seat in range(1, SEATS + 1)}
    for seat, card in seen.played:
        played[seat].add(card)
    played[seen.dealer].discard(seen.turned)
    others = [seat for seat in played if seat != seen.seat]
    hidden = [card for card in PACK - seen.hand if card != seen.turned and not any(card in p for p in played.values())]
    barred = _voids(seen)
    ordering = bower_ordering(PACK, seen.trump) if seen.trump is not None else None
    for _ in range(_TRIES):
        chance.shuffle(hidden)
        left, hands = list(hidden), {seen.seat: seen.hand}
        for seat in sorted(others, key=lambda seat: -len(barred.get(seat, ()))):
            spare = 1 if seat == seen.dealer else 0  # his discard may be of any suit
            hands[seat] = _filled(played[seat], left, barred.get(seat, frozenset()), ordering, spare)
        if all(len(hand) == 5 for hand in hands.values()):
            return hands
    raise ValueError("no deal agrees with what was seen")


def _filled(sure: set[Card], left: list[Card], barred: frozenset[Suit], ordering: Ordering | None, spare: int) -> Cards:
    """A hand of five: the cards it has shown and others it may hold, which are taken from those left."""
    hand = list(Cards.of(sure))
    for card in list(left):
        if len(hand) == 5:
            break
        fits = ordering is None or ordering.suit(card) not in barred
        if fits or spare:
            spare -= not fits
            hand.append(card)
            left.remove(card)
    return Cards.of(hand)


def _voids(seen: Seen) -> dict[int, frozenset[Suit]]:
    """The suits each seat has shown to be without."""
    if seen.trump is None:
        return {}
    ordering = bower_ordering(PACK, seen.trump)
    found: dict[int, set[Suit]] = {}
    led: Suit | None = None
    trick: list[tuple[int, Card]] = []
    size = SEATS - any(token.endswith("-alone") for _, token in seen.said)
    for seat, card in seen.played:
        led = ordering.suit(trick[0][1]) if trick else ordering.suit(card)
        if ordering.suit(card) is not led:
            found.setdefault(seat, set()).add(led)
        trick = [*trick, (seat, card)] if len(trick) < size - 1 else []
    return {seat: frozenset(suits) for seat, suits in found.items()}


def token_of(seen: Seen, action: int) -> str:
    """What one of their actions is in ours, for the seat whose turn it is; whether a maker is alone is asked later."""
    if action == PASS:
        return "pass"
    if action < PASS:
        discards = seen.said and seen.said[-1][1].startswith("order") and seen.seat == seen.dealer
        return f"-{ours(action)}" if discards else str(ours(action))
    suit = SUITS[action - CALL]
    return "order" if suit is seen.turned.suit else str(suit)
