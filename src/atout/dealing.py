"""Dealing: one shuffle for the whole product, who gets which card, and what the house may not lay on the table."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from atout.actions import Deal, Refusal, SetUp
from atout.cards import Card, Cards
from atout.seats import HOUSE, left_of
from atout.tricks import deck


def deal_seed(seed: int, number: int) -> bytes:
    """The 32-byte seed of a deal (its number from 1) in a match seeded with a whole number; others are for draws."""
    return hashlib.sha256(f"atout {seed} {number}".encode()).digest()


def _hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256."""
    import hmac  # only a dealer needs it

    return hmac.digest(key, message, "sha256")


def uniform(seed: bytes, bounds: Iterable[int]) -> Iterator[int]:
    """For each bound a number below it, all equally likely: rejection sampling over HMAC-SHA256 in counter mode.

    The stream is the key's alone, so the same seed gives the same numbers on every machine.
    """
    block, counter, at = b"", 0, 0
    for bound in bounds:
        limit = (1 << 32) - (1 << 32) % bound
        while True:
            if at == len(block):
                block, at = _hmac(seed, counter.to_bytes(8, "big")), 0
                counter += 1
            number = int.from_bytes(block[at : at + 4], "big")
            at += 4
            if number < limit:
                yield number % bound
                break


def shuffled(pack: Cards, seed: bytes) -> tuple[Card, ...]:
    """The pack in an order drawn from a 32-byte seed: Fisher-Yates, top card first."""
    cards = list(deck(pack))
    last = len(cards) - 1
    for i, j in zip(range(last, 0, -1), uniform(seed, range(last + 1, 1, -1)), strict=True):
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


# --- deals that can be verified ---------------------------------------------------------------------------------------


class SeatSeed(Struct, frozen=True):
    """What a seat mixes into a deal: the commitment it published first, then its 32-byte seed.

    ``seed`` is ``None`` for a seat that committed and did not reveal in time: nothing of it is mixed in but the fact,
    which everybody sees.
    """

    seat: int
    commitment: str
    seed: bytes | None = None


def commitment(seed: bytes, table: str, number: int, seat: int = HOUSE) -> str:
    """What binds the house, or a seat, to its 32-byte seed for one deal of one table, and tells nothing of it.

    SHA-256, in hexadecimal, of the seed followed by the text ``TABLE NUMBER SEAT``.
    """
    return hashlib.sha256(seed + f"{table} {number} {seat}".encode()).hexdigest()


def transcript(table: str, number: int, seats: Iterable[SeatSeed] = ()) -> str:
    """What the house's seed is mixed with: a line for the deal, then one for each seat that committed, in order."""
    mixed_in = (
        f"{mixed.seat} {mixed.commitment} {'-' if mixed.seed is None else mixed.seed.hex()}"
        for mixed in sorted(seats, key=lambda mixed: mixed.seat)
    )
    return "\n".join((f"{table} {number}", *mixed_in))


def verified_seed(seed: bytes, table: str, number: int, seats: Iterable[SeatSeed] = ()) -> bytes:
    """The seed that shuffles a deal which can be verified: HMAC-SHA256 of the transcript under the house's seed.

    Each seat committed before any was revealed, and the house before them all: whoever reveals last cannot choose.
    """
    return _hmac(seed, transcript(table, number, seats).encode())


def drawn_dealer(seed: bytes, players: int) -> int:
    """The dealer that the seed of a verified deal draws, where the rules leave it to chance."""
    return next(uniform(_hmac(seed, b"dealer"), (players,))) + 1


# --- laying out a deal ------------------------------------------------------------------------------------------------


def one_at_a_time(players: int, cards_each: int, dealer: int) -> tuple[int, ...]:
    """The usual deal: single cards clockwise from the dealer's left."""
    first = left_of(dealer, players)
    return tuple((first - 1 + card) % players + 1 for card in range(players * cards_each))


def share_out(
    recipients: tuple[int, ...], order: Iterable[Card | None], players: int
) -> tuple[tuple[list[Card | None], ...], tuple[Card | None, ...]]:
    """The cards each seat gets, and the stock in order, when a pack is dealt."""
    hands: tuple[list[Card | None], ...] = tuple([] for _ in range(players + 1))
    for seat, card in zip(recipients, order, strict=True):
        hands[seat].append(card)
    return hands[1:], tuple(hands[0])


def gather(
    recipients: tuple[int, ...], hands: Iterable[Iterable[Card | None]], stock: Iterable[Card | None]
) -> tuple[Card | None, ...]:
    """An order of the pack that deals these hands and this stock: the inverse of ``share_out``.

    Raises ``ValueError`` if a hand or the stock does not have the number of cards dealt to it.
    """
    piles: list[Iterator[Card | None]] = [iter(stock), *(iter(hand) for hand in hands)]
    try:
        order = tuple([next(piles[seat]) for seat in recipients])  # a generator would hide the StopIteration
    except StopIteration:
        raise ValueError("too few cards") from None
    for pile in piles:
        if next(pile, order) is not order:
            raise ValueError("too many cards")
    return order


def refuse_order(pack: Cards, action: Deal) -> Refusal | None:
    """Why a pack cannot be dealt: each card must be there once. One card of each fault is named."""
    known = [card for card in action.order if card]
    return _refuse_cards(pack, action, known, complete=None not in action.order) or (
        Refusal("wrong-count", HOUSE, action, least=len(action.order), expected=len(pack))
        if len(action.order) != len(pack)
        else None
    )


def _refuse_cards(pack: Cards, action: Deal | SetUp, cards: Iterable[Card], *, complete: bool) -> Refusal | None:
    counts = Counter(cards)
    foreign = next((card for card in counts if card not in pack), None)
    if foreign:
        return Refusal("not-in-pack", HOUSE, action, card=foreign)
    twice = next((card for card, count in counts.items() if count > 1), None)
    missing = next((card for card in deck(pack) if card not in counts), None) if complete else None
    if twice or missing:
        return Refusal("wrong-pack", HOUSE, action, card=twice, other=missing)
    return None


def refuse_position(pack: Cards, cards_each: int, action: SetUp) -> Refusal | None:
    """Why a deal cannot start here: hands of one size, no card in two places, as many tricks as a deal can have.

    A seat that sits out has all its cards still."""
    position = action.position
    resting = [position.holdings[seat - 1] for seat in sorted(position.sitting_out) if seat <= len(position.holdings)]
    sizes = {len(holding) for seat, holding in enumerate(position.holdings, 1) if seat not in position.sitting_out}
    if position.leader in position.sitting_out:
        return Refusal("leader-rests", HOUSE, action)
    if any(len(holding) != cards_each for holding in resting):
        return Refusal("resting-hand", HOUSE, action, expected=cards_each)
    if len(sizes) != 1:
        return Refusal("uneven-hands", HOUSE, action, least=min(sizes), most=max(sizes))
    cards = [card for holding in (*position.holdings, position.out) for card in holding.sure]
    refusal = _refuse_cards(pack, action, (*cards, *position.gone), complete=False)
    if refusal:
        return refusal
    size, won = sizes.pop(), sum(position.won)
    if not size:
        return Refusal("no-cards-left", HOUSE, action)
    if size + won > cards_each:
        return Refusal("too-many-tricks", HOUSE, action, least=size + won, expected=cards_each)
    if min(position.won) < 0:
        return Refusal("negative-tricks", HOUSE, action, least=min(position.won))
    stock = len(pack) - len(position.holdings) * cards_each
    if len(position.out) != stock:
        return Refusal("wrong-stock", HOUSE, action, least=len(position.out), expected=stock)
    unseen = position.out.unseen + sum(holding.unseen for holding in position.holdings)
    unplaced = len(pack) - len(cards) - len(position.gone)
    if unseen > unplaced:
        return Refusal("too-few-cards", HOUSE, action, least=unplaced, expected=unseen)
    if not 1 <= position.leader <= len(position.holdings):
        return Refusal("no-such-seat", HOUSE, action, most=len(position.holdings))
    return None
