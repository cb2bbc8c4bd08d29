"""The casual opponent's bid: the legal one that is worth most on average, by the count of the table's own rules."""

from __future__ import annotations

from math import exp
from typing import Final

from msgspec import Struct

from atout.actions import BLIND_NIL, Action, Bid, Look, Misdeal
from atout.bots.chance import Chance
from atout.bots.spades.estimate import JUDGEMENTS, nil_safety, sure_tricks, tricks
from atout.bots.spades.ledger import ledger
from atout.seats import side_of
from atout.spades.bidding import Bids, allowed_bids
from atout.spades.groups import Contract
from atout.spades.hand import SpadesHand

_MOOD: Final = 0.2
"""Tricks by which two opponents may judge one hand differently."""
_YIELD: Final = 0.3
"""How much of a contradiction with the other bids is given way to."""
_NEAREST: Final = 5
"""Bids weighed beside the lowest, which may be a nil: those nearest to what is expected."""
_HELP: Final = 0.4
"""Tricks that a partner adds to a common contract beyond the bid, on average."""
_CAUTION: Final = 10.0
"""Points by which a nil must be the better bid."""
_LEFT_NIL: Final = 0.25
"""The chance of a nil that is not chosen, but all that is left to the partner."""
_BEHIND: Final = 100
"""Points behind the leader from which a nil needs no such margin."""
_POOR: Final = 0.6
_NIL_IN_SIGHT: Final = 0.5
"""A hand may be thrown in below this part of a fair share of the tricks, unless a nil has this chance."""
_DESPERATE: Final = 200
"""Points behind from which a blind nil is tried, where the leader is about to win."""
_A_DEAL: Final = 7.0
"""Points that a trick brings a side on average."""
_NEGLIGIBLE: Final = 1e-3
"""A chance too small to be looked into."""


class Outlook(Struct, frozen=True):
    """What a bidder expects of its hand: tricks, those that are sure, and the chance of a nil (0 to 1)."""

    tricks: float
    sure: int
    nil: float


def outlook(hand: SpadesHand, seat: int, mood: float) -> Outlook:
    """What a seat expects, its own judgement tempered by the bids it has heard."""
    cards = hand.board.holding(seat).sure
    own = tricks(hand.rules, cards) + mood
    fair = _fair(hand)
    left = hand.rules.cards_each - sum(fair if bid is None else bid for bid in hand.bids) + fair
    heard = sum(bid is not None for bid in hand.bids) / (hand.rules.players - 1)
    return Outlook(
        max(0.0, own + _YIELD * heard * (left - own)), sure_tricks(hand.rules, cards), nil_safety(hand.rules, cards)
    )


def bid(hand: SpadesHand, seat: int, chance: Chance, mood: float = 0.0) -> Action:
    """The bid of a seat, or its claim of a misdeal if the hand is good for nothing."""
    legal = hand.legal(seat)
    expected = outlook(hand, seat, mood + chance.between(-_MOOD, _MOOD))
    if Misdeal() in legal and expected.tricks < _POOR * _fair(hand) and expected.nil < _NIL_IN_SIGHT:
        return Misdeal()
    bids = [action for action in legal if isinstance(action, Bid) and not action.blind]
    near = sorted(bids, key=lambda action: abs(action.tricks - expected.tricks))[:_NEAREST]
    return max((bids[0], *near), key=lambda action: worth(hand, seat, expected, action.tricks))


def unseen(hand: SpadesHand, seat: int) -> Action:
    """Before looking: a blind nil if nothing else may help any more, else a look."""
    rules, totals = hand.rules, hand.standing.totals
    mine, best, target = totals[side_of(rules.sides)[seat - 1]], max(totals), rules.ending.target
    a_deal = _A_DEAL * rules.cards_each / len(rules.sides)
    lost = target is not None and best + a_deal >= target and best - mine >= _DESPERATE
    return BLIND_NIL if lost and BLIND_NIL in hand.legal(seat) else Look()


def worth(hand: SpadesHand, seat: int, expected: Outlook, tricks: int) -> float:
    """The points a bid is worth to the seat's side on average, if the partner takes what was or will be bid."""
    rules = hand.rules
    side = side_of(rules.sides)[seat - 1]
    bids = (*hand.bids[: seat - 1], tricks, *hand.bids[seat:])
    unspoken = [other for other in rules.sides[side] if bids[other - 1] is None]
    foreseen = tuple(
        _foreseen(hand, bids, other) if other in unspoken else bid or 0 for other, bid in enumerate(bids, 1)
    )
    book = ledger(rules, foreseen, hand.standing, hand.blind)
    left_nil = any(not foreseen[other - 1] for other in unspoken)

    def points(taken: int) -> float:
        kept = book.points(side, (*foreseen[: seat - 1], taken, *foreseen[seat:]))
        if not left_nil:
            return kept
        broken = tuple(bid or 1 for bid in foreseen)
        return _LEFT_NIL * kept + (1.0 - _LEFT_NIL) * book.points(side, (*broken[: seat - 1], taken, *broken[seat:]))

    if not tricks:
        made = expected.nil * points(0) + (1.0 - expected.nil) * points(1)
        return made - (0.0 if _is_behind(hand, side) else _CAUTION)
    spread = JUDGEMENTS[rules.players].spread
    mean = expected.tricks + (_HELP if _is_helped(hand, side) else 0.0)
    chances = {taken: _likely((taken - mean) / spread) for taken in range(expected.sure, rules.cards_each + 1)}
    total = sum(chances.values())
    return sum(chance * points(taken) for taken, chance in chances.items() if chance > _NEGLIGIBLE) / total


def _foreseen(hand: SpadesHand, bids: Bids, seat: int) -> int:
    """The bid to be expected of a seat that has not spoken: the one it may make that is nearest to a fair share."""
    waiting = hand.waiting[hand.waiting.index(seat) :]
    allowed = allowed_bids(hand.rules, bids, waiting)
    return min((bid.tricks for bid in allowed), key=lambda tricks: abs(tricks - _fair(hand)), default=0)


def _fair(hand: SpadesHand) -> float:
    """The tricks of a deal that fall to a seat on average."""
    return hand.rules.cards_each / hand.rules.players


def _likely(deviation: float) -> float:
    """How likely so large a deviation is, in spreads; not normed."""
    return exp(-(deviation**2) / 2)


def _is_helped(hand: SpadesHand, side: int) -> bool:
    """Whether a partner who has not bid nil owes the contract too."""
    others = sum(hand.bids[seat - 1] != 0 for seat in hand.rules.sides[side])
    return others > 1 and hand.rules.scoring.contract is Contract.SUM


def _is_behind(hand: SpadesHand, side: int) -> bool:
    return max(hand.standing.totals) - hand.standing.totals[side] >= _BEHIND
