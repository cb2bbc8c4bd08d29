"""Which bids are allowed: the range, what the hand says, and what the other bids leave, with a look ahead."""

from __future__ import annotations

from atout.actions import BIDS, Bid, Refusal
from atout.scoring import Standing
from atout.seats import side_of
from atout.spades.groups import LEAST_SUICIDE_BID
from atout.spades.rules import SpadesRules
from atout.tricks import Holding

Bids = tuple[int | None, ...]
"""Tricks announced by seat; ``None`` for a seat that has not spoken."""


def refuse_bid(
    rules: SpadesRules, bids: Bids, waiting: tuple[int, ...], bid: Bid, holding: Holding | None = None
) -> Refusal | None:
    """Why the first of the ``waiting`` seats (in speaking order) may not make a bid.

    ``holding`` is its hand, as far as it is known, where the hand may forbid the bid: unseen cards are given the
    benefit of the doubt.
    """
    seat, tricks = waiting[0], bid.tricks
    if not 0 <= tricks <= rules.highest_bid:
        return Refusal("bid-out-of-range", seat, Bid(tricks), least=0, most=rules.highest_bid)
    least, most = _told_by_hand(rules, holding)
    if not (least <= tricks <= most or (rules.bidding.whiz and not tricks)):
        told = "whiz-bid" if rules.bidding.whiz else "mirror-bid"
        return Refusal(told, seat, bid, expected=least, least=least, most=most)
    code = _fault(rules, bids, waiting, tricks)
    if code is None and not _can_finish(rules, _with(bids, seat, tricks), waiting[1:]):
        code = "no-hell-ahead" if rules.bidding.no_hell else "pair-bid-ahead"
    if code is None:
        return None
    bound = rules.bidding.min_pair_bid if code.startswith("pair-bid") else LEAST_SUICIDE_BID
    return Refusal(code, seat, bid, least=bound, expected=rules.cards_each)


def allowed_bids(
    rules: SpadesRules, bids: Bids, waiting: tuple[int, ...], holding: Holding | None = None
) -> tuple[Bid, ...]:
    """Every bid the first of the ``waiting`` seats may make, seeing its hand: all in range, unless a variant restricts
    them."""
    in_range = BIDS[: rules.highest_bid + 1]
    if not (rules.bidding.bound or rules.bidding.by_hand):
        return in_range
    return tuple(bid for bid in in_range if refuse_bid(rules, bids, waiting, bid, holding) is None)


def may_be_blind(rules: SpadesRules, standing: Standing) -> tuple[int, ...]:
    """The seats that may bid nil before looking: those of sides far enough behind the leading one."""
    if not rules.bidding.blind_nil:
        return ()
    least = max(standing.totals) - rules.bidding.blind_behind
    return tuple(seat for seat, side in enumerate(side_of(rules.sides), 1) if standing.totals[side] <= least)


def _told_by_hand(rules: SpadesRules, holding: Holding | None) -> tuple[int, int]:
    """The least and the most that the spades of a hand allow."""
    if holding is None or not rules.bidding.by_hand:
        return 0, rules.highest_bid
    spades = len(holding.sure & rules.spades)
    return spades, spades + holding.unseen


def _with(bids: Bids, seat: int, tricks: int) -> Bids:
    return (*bids[: seat - 1], tricks, *bids[seat:])


def _fault(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...], tricks: int) -> str | None:
    """What a bid breaks by itself (R10, R12)."""
    seat, bidding = waiting[0], rules.bidding
    partners = rules.sides[side_of(rules.sides)[seat - 1]]
    others = [bids[partner - 1] for partner in partners if partner != seat]
    if bidding.suicide:
        if tricks and any(others):
            return "suicide-nil-owed"
        if 0 < tricks < LEAST_SUICIDE_BID:
            return "suicide-too-low"
    if bidding.min_pair_bid is not None and None not in others:
        if tricks + sum(bid or 0 for bid in others) < bidding.min_pair_bid:
            return "pair-bid-too-low"
    if bidding.no_hell and len(waiting) == 1 and tricks + sum(bid or 0 for bid in bids) == rules.cards_each:
        return "no-hell"
    return None


def _can_finish(rules: SpadesRules, bids: Bids, waiting: tuple[int, ...]) -> bool:
    """Whether every later bidder can be left a legal bid."""
    bidding = rules.bidding
    if not waiting or not (bidding.no_hell or bidding.min_pair_bid is not None):
        return True
    return any(
        _fault(rules, bids, waiting, tricks) is None
        and _can_finish(rules, _with(bids, waiting[0], tricks), waiting[1:])
        for tricks in range(rules.highest_bid + 1)
    )
