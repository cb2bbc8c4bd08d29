"""What the kernel has to be told of Euchre."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from atout.cards import Cards, Suit
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import DIRTY, EXCHANGED, LOW_RANKS, EuchreRules, Form, Lead, LoneLead
from atout.euchre.score import Undertaking, score
from atout.scoring import Standing
from atout.seats import partners_of
from atout.simulation import Calls, Footing, Goal, Kept, Leader, Simulation
from atout.tricks import bower_ordering

_LEADERS: Final = {
    Lead.DEALER: Leader.DEALERS_LEFT,
    Lead.MAKER: Leader.MAKERS_LEFT,
    Lead.BIDDER: Leader.MAKER,
}
_LONE_LEADERS: Final = {LoneLead.DEALER: Leader.DEALERS_LEFT, LoneLead.MAKER: Leader.MAKERS_LEFT}


def footing(hand: EuchreHand) -> Footing:
    """Each camp takes what it can; the turned card, once taken up, is with the dealer or was discarded."""
    board = hand.board
    goals = tuple(Goal(camp, None) for camp in hand.camps)
    turned, hidden = hand.turned, board.out.unseen
    seen = board.out.sure | board.holding(hand.dealer).sure | Cards.of(board.played())
    if turned is None or turned in seen or not hidden:
        return Footing(goals=goals, piles=(hidden,))
    return Footing(goals=goals, piles=(hidden - 1, 1), kept=(Kept(hand.dealer, turned),))


def simulation(rules: EuchreRules, standing: Standing) -> Simulation:
    """Random deals with random calls, bids, exchanges and defences; misdeals are not claimed."""
    calling, bids = rules.calling, rules.form is not Form.TURNED
    lead = _LEADERS[rules.leading.lead]
    calls = Calls(
        stick=calling.stick,
        discard_turned=calling.discard_turned,
        lead=lead,
        lone_lead=lead if rules.leading.lone_lead is None else _LONE_LEADERS[rules.leading.lone_lead],
        made=tuple(_made(rules)),
        own=tuple(_points(rules, Undertaking(1, 1), (0, tricks))[1] for tricks in _taken(rules)) if bids else (),
        least_bid=(calling.least_bid or 1) if bids else 0,
        moon=calling.moon,
        alone=calling.alone,
        partner_alone=calling.partner_must_go_alone,
        defend_alone=calling.defend_alone,
        no_trump=calling.no_trump,
        dropping=calling.dropping,
        fixed=DIRTY if calling.dirty_clubs else None,
        by_right=rules.benny,
        exchanged=EXCHANGED if calling.farmers_hand else 0,
        low=Cards.of(card for card in rules.pack if card.rank in LOW_RANKS),
    )
    first = Suit.SPADES if rules.benny else None  # a joker has no suit without trump; any order will do before one
    orderings = {
        trump: bower_ordering(rules.pack, first if trump is None else trump, rules.benny) for trump in (None, *Suit)
    }
    return Simulation(orderings, calls)


def _taken(rules: EuchreRules) -> range:
    return range(rules.cards_each + 1)


def _made(rules: EuchreRules) -> Iterator[tuple[tuple[int, int], ...]]:
    """What the maker's side and the others get by its tricks, undertaking by undertaking."""
    partners, defenders = partners_of(rules.sides, 1), partners_of(rules.sides, 2)
    alone, most = frozenset(partners), rules.cards_each
    undertakings = [Undertaking(1)]
    if rules.form is not Form.TURNED:
        undertakings += [Undertaking(1, bid) for bid in range(1, most + 1)]
        undertakings += [Undertaking(1, most, True, alone)] if rules.calling.moon else []
    elif rules.calling.alone:
        undertakings += [Undertaking(1, sitting_out=alone), Undertaking(1, sitting_out=alone | defenders)]
    for undertaking in undertakings:
        both = (_points(rules, undertaking, (tricks, 0)) for tricks in _taken(rules))
        yield tuple((mine, 0 if undertaking.contract else other) for mine, other in both)


def _points(rules: EuchreRules, undertaking: Undertaking, won: tuple[int, int]) -> tuple[int, int]:
    """What the sides of seats 1 and 2 get by the scorer for these tricks of theirs."""
    tricks = (*won, *(0,) * (rules.players - 2))
    mine, other, *_ = score(rules, undertaking, tricks, Standing.zero(len(rules.sides)))
    return mine.points, other.points
