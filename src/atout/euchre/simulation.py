"""What the kernel has to be told of Euchre."""

from __future__ import annotations

from atout.cards import Cards, Suit
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import TRICKS, EuchreRules, Form, Lead
from atout.euchre.score import Undertaking, score
from atout.scoring import Standing
from atout.simulation import Calls, Footing, Goal, Kept, Simulation
from atout.tricks import bower_ordering


def footing(hand: EuchreHand) -> Footing:
    """Each camp takes what it can; the turned card, once taken up, is with the dealer or was discarded."""
    board = hand.board
    goals = tuple(Goal(camp, None) for camp in hand.camps)
    turned, hidden = hand.turned, board.out.unseen
    seen = board.out.sure | board.holding(hand.dealer).sure | Cards.of(board.played())
    if turned is None or turned in seen or not hidden:
        return Footing(goals=goals, piles=(hidden,))
    return Footing(goals=goals, piles=(hidden - 1, 1), kept=(Kept(hand.dealer, turned),))


def simulation(rules: EuchreRules) -> Simulation | None:
    """Random deals with random calls; ``None`` for calls the kernel does not know."""
    calling = rules.calling
    if rules.form is not Form.TURNED or calling.alone or calling.no_trump or calling.farmers_hand or rules.benny:
        return None
    if rules.leading.lead is Lead.BIDDER:
        return None

    def points(tricks: int) -> tuple[int, int]:
        won = (tricks, TRICKS - tricks, *(0,) * (rules.players - 2))
        maker, other, *_ = score(rules, Undertaking(1), won, Standing.zero(len(rules.sides)))
        return maker.points, other.points

    calls = Calls(
        stick=rules.calling.stick,
        discard_turned=rules.calling.discard_turned,
        maker_leads=rules.leading.lead is Lead.MAKER,
        made=tuple(map(points, range(TRICKS + 1))),
    )
    return Simulation({trump: bower_ordering(rules.pack, trump) for trump in (None, *Suit)}, calls)
