"""The commuting square: a step of the kernel and a step of the readable machine lead to the same place."""

import random
from functools import reduce

import pytest
from msgspec.structs import replace
from tests.kernel.tables import TABLES, act_both, course_of, machine_tokens, played, resting, sim_deal, tokens

from atout.actions import Play, SetUp
from atout.cards import Card, Cards
from atout.events import DealScored
from atout.families import new_match, parse
from atout.kernel import Game, Position
from atout.kernel.twin.deal import SimDeal, Stage
from atout.match import Match
from atout.scoring import Standing
from atout.simulation import Promises
from atout.tricks import Holding
from atout.tricks import Position as SetUpPosition

NORMAL, LONG = 20, 800  # deals a table


def same_position(match: Match, deal: SimDeal) -> None:
    """The position made of the match is the one the kernel reached by itself."""
    theirs, ours = Position.of(match).state, deal.play
    for fact in theirs.__slots__:
        if fact != "winner" or ours.count:  # between tricks nobody wins yet
            assert getattr(theirs, fact) == getattr(ours, fact), fact


def square(game: Game, number: int) -> None:
    """One random deal, both ways, compared at every ply and at the count."""
    rng = random.Random(f"{game.rules.profile} {number}")
    most = game.auction.bag.size - 1 if isinstance(game.auction, Promises) and game.auction.bag else 0
    deal = sim_deal(game, 7, number, [rng.randint(0, most) for _ in range(game.sides)])
    course = course_of(game, deal)
    scored: list[DealScored] = []
    while deal.stage < Stage.COUNTED:
        assert course.match.turn == deal.seat + 1
        assert machine_tokens(course.match) == tokens(deal)
        if deal.stage is Stage.PLAYING:
            same_position(course.match, deal)
        scored += (event for event in act_both(course, deal) if isinstance(event, DealScored))
    assert course.match.hand is not None
    assert course.match.hand.over
    if deal.stage is Stage.PASSED_OUT:
        assert not scored
        return
    points, bags = deal.count()
    (event,) = scored
    assert list(event.tricks) == deal.play.won
    assert [side.points for side in event.sides] == points
    assert [side.bags for side in event.sides] == bags


@pytest.mark.parametrize("spec", TABLES)
def test_square(spec: str) -> None:
    """Legal actions, next seat, winner, position and count are equal at every ply."""
    game = Game(spec)
    for number in range(NORMAL):
        square(game, number)


@pytest.mark.long
@pytest.mark.parametrize("spec", TABLES)
def test_square_long(spec: str) -> None:
    """The same over more than 20,000 deals."""
    game = Game(spec)
    for number in range(NORMAL, NORMAL + LONG):
        square(game, number)


@pytest.mark.parametrize("totals", [(0, 150), (99, 0), (500, 400)])
def test_square_of_blind_nils(totals: tuple[int, int]) -> None:
    """Who is far enough behind may bid nil before looking, and exchanges cards with the partner."""
    for spec in ("spades nil_pass=1 min_pair_bid=4", "spades whiz=yes"):
        game = Game(spec, Standing(totals, (0, 0)))
        for number in range(NORMAL):
            square(game, number)


@pytest.mark.parametrize("spec", ["atout-pique", "pique", "atout-pique players=6", "euchre-a-trois"])
def test_square_with_a_seat_resting(spec: str) -> None:
    """A seat that sits out is never asked, and its cards win nothing."""
    for seed in range(8):
        match = resting(played(spec, seed, 0).match, 2)
        rng = random.Random(seed)
        assert match.hand is not None
        if match.turn == 2:
            match = replace(match, hand=replace(match.hand, board=replace(match.hand.board, turn=3)))  # type: ignore[type-var]
        position = Position.of(match)
        while position.turn is not None:
            assert match.turn == position.turn != 2
            assert match.hand is not None
            assert machine_tokens(match) == {str(card) for card in position.legal}
            assert all(match.hand.board.won[seat - 1] == won for seat, won in position.won.items())
            card = rng.choice(list(position.legal))
            match = reduce(Match.evolve, match.decide(position.turn, Play(card)), match)
            position = position.play(card)
        assert match.hand is not None
        assert match.hand.over


def test_forced_lead() -> None:
    """A hand of spades alone may lead them while they are shut; under `strict` that does not open them (R1)."""
    hands = ("QS TS 3S", "KS 2S 5H", "4S 7D 8D")
    holdings = tuple(Holding(Cards.of(map(Card.from_token, hand.split()))) for hand in hands)
    for spec in ("piques-a-trois", "piques-a-trois breaking=played"):
        match = new_match(parse(spec))
        setup = SetUp(SetUpPosition(holdings, (5, 5, 4), 1, bids=(3, 3, 3), opened=False), 3)
        match = reduce(Match.evolve, match.decide(0, setup), match)
        position = Position.of(match)
        for token in ("QS", "KS", "4S", "5H", "7D", "3S"):
            assert match.turn is not None
            assert machine_tokens(match) == {str(card) for card in position.legal}
            match = reduce(Match.evolve, match.decide(match.turn, Play(Card.from_token(token))), match)
            position = position.play(Card.from_token(token))
            same = Position.of(match).state
            assert (position.state.shut, position.state.owed) == (same.shut, same.owed)
