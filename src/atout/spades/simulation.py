"""What the kernel has to be told of Spades."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from atout.cards import NO_CARDS, Suit
from atout.scoring import Standing
from atout.seats import Side
from atout.simulation import Bag, Footing, Goal, Opening, Promises, Simulation, Told, Worth
from atout.spades.bidding import may_be_blind
from atout.spades.groups import LEAST_SUICIDE_BID, BagLimit, Breaking, Contract, DoubleNil
from atout.spades.hand import SpadesHand
from atout.spades.rules import SpadesRules
from atout.spades.score import score_side


def _opening(rules: SpadesRules) -> Opening:
    strict = rules.leading.breaking is Breaking.STRICT
    return Opening.ON_ANOTHER_SUIT if strict else Opening.WHENEVER_PLAYED


def footing(hand: SpadesHand) -> Footing:
    """Partners try for the sum of their bids (or each for his own), a nil for no trick; spades may be shut."""
    spades, rules = hand.ordering.of_suit(Suit.SPADES), hand.rules
    return Footing(
        goals=tuple(_goals(hand)),
        piles=(hand.board.out.unseen,),
        due=hand.due if hand.playing else None,
        shut=NO_CARDS if hand.opened else spades,
        sealed=NO_CARDS if rules.leading.breaking is Breaking.ANY else spades,
        first=rules.opening_card,
        opening=_opening(rules),
    )


def _goals(hand: SpadesHand) -> Iterator[Goal]:
    for side in hand.rules.sides:
        bidders = tuple(seat for seat in side if hand.bids[seat - 1])
        own = len(bidders) < 2 or hand.rules.scoring.contract is Contract.EACH
        together = () if own else (bidders,)
        alone = tuple((seat,) for seat in side if own or seat not in bidders)
        for group in together + alone:
            yield Goal(group, sum(hand.bids[seat - 1] or 0 for seat in group))


def simulation(rules: SpadesRules, standing: Standing) -> Simulation:
    """Random deals with random bids, blind nils for those far enough behind; a draw for two is dealt at once, which is
    the same to chance."""
    scoring, bidding = rules.scoring, rules.bidding
    if scoring.bags:  # the tables know no penalty: it is counted apart
        rules = replace(rules, scoring=replace(scoring, bags=BagLimit(1000, -1)))
    joint, helps = scoring.double_nil is DoubleNil.JOINT, scoring.nil_failed_helps
    nils = {blind: _nil_table(rules, 0 if helps else 1, blind) for blind in (False, True)}
    helping = {
        blind: tuple(Worth(nil.points) for nil in _nil_table(rules, 1, blind)) if helps else () for blind in nils
    }
    promises = Promises(
        trump=Suit.SPADES,
        shut=rules.leading.breaking is not Breaking.ANY,
        opening=_opening(rules),
        most=rules.highest_bid,
        least=LEAST_SUICIDE_BID if bidding.suicide else 0,
        forbidden=rules.cards_each if bidding.no_hell else None,
        each=scoring.contract is Contract.EACH,
        contract=_contract_table(rules),
        nil=nils[False],
        helping=helping[False],
        joint=tuple(_worth(rules, (0, 0), won).points for won in ((0, 0), (1, 0), (1, 1))) if joint else (),
        pair_least=bidding.min_pair_bid or 0,
        told=Told.TRUMPS if bidding.mirror else Told.TRUMPS_OR_NIL if bidding.whiz else Told.NOTHING,
        leads=rules.opening_card,
        blind=tuple(seat - 1 for seat in may_be_blind(rules, standing)),
        blind_nil=nils[True],
        blind_helping=helping[True],
        gift=bidding.nil_pass,
        bag=Bag(scoring.bags.size, scoring.bags.penalty, scoring.bags_carry) if scoring.bags else None,
    )
    return Simulation({Suit.SPADES: rules.ordering}, promises)


def _worth(rules: SpadesRules, bids: tuple[int, int], won: tuple[int, int], blind: Side = ()) -> Worth:
    """What the scorer gives for the bid of seat 1, with these tricks; the second numbers are a partner's, if any."""
    side = rules.sides[0]
    partner = side[-1]

    def by_seat(pair: tuple[int, int]) -> tuple[int, ...]:
        return (pair[0], *(pair[1] if seat == partner else 0 for seat in range(2, rules.players + 1)))

    counted = score_side(rules, side, 0, by_seat(bids), by_seat(won), Standing.zero(1), blind)
    return Worth(sum(line.points for line in counted.lines if 1 in line.seats), counted.bags)


def _contract_table(rules: SpadesRules) -> tuple[tuple[Worth, ...], ...]:
    """By tricks promised and taken; partners' sums go beyond what one of them may bid."""
    together = len(rules.sides[0]) > 1 and rules.scoring.contract is Contract.SUM
    most = rules.highest_bid * (2 if together else 1)
    taken = range(rules.cards_each + 1)
    promised = (tuple(_worth(rules, (bid, 0), (tricks, 0)) for tricks in taken) for bid in range(1, most + 1))
    return (tuple(Worth(0) for _ in taken), *promised)


def _nil_table(rules: SpadesRules, partner: int, blind: bool) -> tuple[Worth, ...]:
    """By tricks taken, next to a partner who bids and takes so many; bid before looking or not."""
    seats = (1,) if blind else ()
    return tuple(_worth(rules, (0, partner), (tricks, partner), seats) for tricks in range(rules.cards_each + 1))
