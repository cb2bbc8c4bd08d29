"""What nobody at the table would forgive, at any level: told by a judge of its own, from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from tests.bots.deals import BUDGETS

from atout.actions import Action, Play
from atout.bots import CHARACTERS, LEVELS, player
from atout.cards import Card
from atout.events import DealScored, DealVoid
from atout.game import Hand
from atout.seats import side_of
from atout.spades.groups import Contract
from atout.spades.hand import SpadesHand
from atout.table import Table

PAIRS = (
    "atout-pique", "atout-pique suicide=yes", "atout-pique quicksand=yes no-hell=yes", "pique", "pique contract=each",
    "spades", "euchre", "euchre-britannique", "bid-euchre",
)  # fmt: skip
ALONE = (
    "piques-a-trois", "pique players=2", "pique players=3", "atout-pique players=5", "atout-pique players=6",
    "spades-solo players=4", "euchre-a-trois", "euchre-a-deux", "buck-euchre",
)  # fmt: skip
EVERYBODY = (*LEVELS[1:], *CHARACTERS)


def owed(hand: Hand, seat: int) -> tuple[int, frozenset[int]]:
    """The tricks that a seat's contract lacks, and whose tricks count for it."""
    camps, won, told = side_of(hand.camps), hand.board.won, hand.announced
    mates = [other for other, camp in enumerate(camps, 1) if camp == camps[seat - 1]]
    if isinstance(hand, SpadesHand):
        each = hand.rules.scoring.contract is Contract.EACH
        group = [other for other in mates if (told.bids[other - 1] if not each else other == seat)]
        if not told.bids[seat - 1]:
            return 0, frozenset((seat,))
        return max(0, sum((told.bids[other - 1] or 0) - won[other - 1] for other in group)), frozenset(group)
    all_tricks = sum(won) + hand.board.cards_left
    making = told.contract or all_tricks // 2 + 1
    goal = making if told.maker in mates else all_tricks - making + 1
    return max(0, goal - sum(won[other - 1] for other in mates)), frozenset(mates)


def sins(hand: Hand, seat: int, legal: Sequence[Card], card: Card) -> Iterator[str]:
    """What is wrong with a card, if anything is."""
    board, ordering = hand.board, hand.ordering
    if ordering is None or not board.plays or len(legal) < 2:
        return
    camps, bids = side_of(hand.camps), hand.announced.bids

    def nil(other: int) -> bool:
        return bool(bids) and bids[other - 1] == 0 and not board.won[other - 1]

    def takes(one: Card) -> bool:
        return ordering.winning((*board.plays, (seat, one)))[0] == seat

    holder, _ = ordering.winning(board.plays)
    last = len(board.plays) == board.players - len(board.sitting_out) - 1
    ally = camps[holder - 1] == camps[seat - 1]
    can_take, can_leave = any(map(takes, legal)), not all(map(takes, legal))
    lacks, counted = owed(hand, seat)
    ruffs = ordering.suit(card) is ordering.trump and ordering.suit(board.plays[0][1]) is not ordering.trump
    if ally and nil(holder) and not nil(seat) and can_take and not takes(card):
        yield "a partner's nil is left to break"
    if nil(seat) and takes(card) and can_leave and (last or ruffs) and not (ally and nil(holder)):
        yield "an own nil takes a trick it could leave"
    plain = any(ordering.suit(one) is not ordering.trump for one in legal)
    wasted = takes(card) or lacks
    if last and ally and not nil(holder) and ruffs and plain and wasted and (holder in counted or not lacks):
        yield "a partner's trick is ruffed"
    at_stake = lacks in (1, board.cards_left)  # the contract is worth about as much
    if last and not ally and nil(holder) and not nil(seat) and takes(card) and can_leave and not at_stake:
        yield "an opponent's nil is saved"
    helped = holder in counted or nil(holder) or (ally and owed(hand, holder)[0] > 0)
    if last and lacks == board.cards_left and not nil(seat) and not helped and can_take and not takes(card):
        yield "a trick is left that the contract needs"


def judged(rules: str, deals: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """Everything wrong in some deals, everybody at any level: what, by whom, and the record until then."""
    chance = Random(f"{rules} {seed}")
    for _ in range(deals):
        table = Table(rules, seed=chance.randrange(10**6))
        levels = [chance.choice(EVERYBODY) for _ in range(table.rules.players)]
        seats = [player(level, chance.randrange(1000), BUDGETS.get(level, 0.1)) for level in levels]
        done = False
        while not done:
            seat, hand = table.turn, table.match.hand
            assert seat is not None
            assert hand is not None
            action: Action = seats[seat - 1].act(table.view(seat), seat)
            if isinstance(action, Play):
                legal = [choice.card for choice in table.legal if isinstance(choice, Play)]
                for sin in sins(hand, seat, legal, action.card):
                    yield sin, levels[seat - 1], table.record()
            done = any(isinstance(event, DealScored | DealVoid) for event in table.act(action))


@pytest.mark.parametrize("rules", PAIRS + ALONE)
def test_nobody_does_what_is_not_forgiven(rules: str) -> None:
    """A deal of every table."""
    assert not list(judged(rules, 1, 1))


@pytest.mark.long
@pytest.mark.parametrize("rules", PAIRS + ALONE)
def test_nobody_ever_does(rules: str) -> None:
    """Three hundred deals of every table."""
    assert not list(judged(rules, 300, 2))


def test_the_judge_sees() -> None:
    """Aimless play is full of it: every fault is found, or it could not be missed."""
    found: set[str] = set()
    for seed in range(12):
        for rules in ("atout-pique suicide=yes", "spades", "euchre"):
            table = Table(rules, seed=seed)
            seats = [player("random", seed + place) for place in range(table.rules.players)]
            for _ in range(120):
                seat, hand = table.turn, table.match.hand
                assert seat is not None
                assert hand is not None
                action = seats[seat - 1].act(table.view(seat), seat)
                if isinstance(action, Play):
                    legal = [choice.card for choice in table.legal if isinstance(choice, Play)]
                    found.update(sins(hand, seat, legal, action.card))
                table.act(action)
    assert len(found) == 5
