"""Cards exchanged between partners after a blind nil: who gives to whom, in which order, and what may be given."""

from __future__ import annotations

from atout.actions import Give, Refusal
from atout.cards import Cards
from atout.seats import Side, left_of, round_from, side_of
from atout.spades.rules import SpadesRules
from atout.tricks import Board


def exchanges(rules: SpadesRules, dealer: int, blind: Side) -> tuple[tuple[int, int], ...]:
    """Each giver with the seat that receives, in order: who bid nil blind gives first, then the partner gives back.

    Two partners who both bid nil blind exchange once.
    """
    if not rules.bidding.nil_pass:
        return ()
    sides, done, found = side_of(rules.sides), set[int](), list[tuple[int, int]]()
    for seat in round_from(left_of(dealer, rules.players), rules.players):
        side = sides[seat - 1]
        if seat in blind and side not in done:
            done.add(side)
            partner = next(other for other in rules.sides[side] if other != seat)
            found += (seat, partner), (partner, seat)
    return tuple(found)


def refuse_give(rules: SpadesRules, board: Board, seat: int, action: Give) -> Refusal | None:
    """Why some cards may not be given; a hand with unseen cards is given the benefit of the doubt."""
    holding, count = board.holding(seat), rules.bidding.nil_pass
    if len(action.cards) + action.unseen != count:
        return Refusal("give-count", seat, action, expected=count)
    if action.unseen > holding.unseen:
        return Refusal("give-unknown", seat, action, expected=count)
    possible = board.possible(seat, rules.pack)
    foreign = action.cards - possible
    if foreign or len(action.cards - holding.sure) + action.unseen > holding.unseen:
        card = next(iter(foreign or action.cards - holding.sure))
        return Refusal("not-held", seat, action, card=card, legal=holding.sure or Cards())
    return None
