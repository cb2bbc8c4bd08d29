"""Which bids are allowed: the range, no-hell and suicide, with a look ahead for later bidders."""

from __future__ import annotations

from atout.actions import BIDS, Bid, Refusal
from atout.seats import side_of
from atout.spades.rules import LEAST_SUICIDE_BID, SpadesRules

Bids = tuple[int | None, ...]
"""Tricks announced by seat; ``None`` for a seat that has not spoken."""


def refuse_bid(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...], tricks: int) -> Refusal | None:
    """Why the first of the ``waiting`` seats (in speaking order) may not bid a number of tricks."""
    seat = waiting[0]
    if not 0 <= tricks <= rules.highest_bid:
        return Refusal("bid-out-of-range", seat, Bid(tricks), least=0, most=rules.highest_bid)
    code = _fault(rules, bids, waiting, tricks)
    if code is None and not _can_finish(rules, _with(bids, seat, tricks), waiting[1:]):
        code = "no-hell-ahead"
    if code is None:
        return None
    return Refusal(code, seat, BIDS[tricks], least=LEAST_SUICIDE_BID, expected=rules.cards_each)


def allowed_bids(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...]) -> tuple[Bid, ...]:
    """Every bid the first of the ``waiting`` seats may make: all in range, unless a variant restricts them."""
    in_range = BIDS[: rules.highest_bid + 1]
    if not (rules.bidding.no_hell or rules.bidding.suicide):
        return in_range
    return tuple(bid for bid in in_range if refuse_bid(rules, bids, waiting, bid.tricks) is None)


def _with(bids: Bids, seat: int, tricks: int) -> Bids:
    return (*bids[: seat - 1], tricks, *bids[seat:])


def _fault(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...], tricks: int) -> str | None:
    """What a bid breaks by itself (R10, R12)."""
    seat = waiting[0]
    if rules.bidding.suicide:
        partners = rules.sides[side_of(rules.sides)[seat - 1]]
        others = [bids[partner - 1] for partner in partners if partner != seat]
        if tricks and any(others):
            return "suicide-nil-owed"
        if 0 < tricks < LEAST_SUICIDE_BID:
            return "suicide-too-low"
    if rules.bidding.no_hell and len(waiting) == 1 and tricks + sum(bid or 0 for bid in bids) == rules.cards_each:
        return "no-hell"
    return None


def _can_finish(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...]) -> bool:
    """Whether every later bidder can be left a legal bid."""
    if not waiting or not rules.bidding.no_hell:
        return True
    return any(
        _fault(rules, bids, waiting, tricks) is None
        and _can_finish(rules, _with(bids, waiting[0], tricks), waiting[1:])
        for tricks in range(rules.highest_bid + 1)
    )
