"""The exact solver is plain minimax and max^n on the readable machine, at every table and for every kind of stakes."""

from functools import reduce
from random import Random

import pytest
from msgspec.structs import replace
from tests.kernel.naive import Naive, Won, after
from tests.kernel.tables import TABLES

from atout import tricks
from atout.actions import SetUp
from atout.cards import NO_CARDS, Cards, Suit
from atout.families import new_match, parse
from atout.game import Hand
from atout.kernel import BACKENDS, Backend, Position
from atout.kernel.solving import solve
from atout.kernel.stakes import point_stakes, trick_stakes
from atout.kernel.twin.solve import Stakes
from atout.match import Match
from atout.seats import HOUSE, Side
from atout.table import Table
from atout.tricks import Holding

FASTEST = BACKENDS[0]
MOST = {2: 4, 3: 4, 4: 4, 5: 3, 6: 3}
"""Cards a hand where plain minimax ends in time, by seats."""


def ending(spec: str, seed: int, cards: int) -> Match:
    """A random deal where the seat to play holds so many cards, mostly in the middle of a trick."""
    table, chance = Table(spec, seed=seed, dealing=False), Random(seed)
    while True:
        if table.match.awaits_deal:
            table.deal()
        hand = table.match.hand
        assert hand is not None
        if hand.playing and hand.board.cards_left == cards and chance.random() < 0.4:
            return table.match
        table.act(chance.choice(table.legal))


def laid_out(spec: str, seed: int, cards: int) -> Match:
    """Hands of so many cards drawn at random, spades shut, any trump and maker: what play hardly leads to."""
    chance, rules = Random(seed), parse(spec)
    pack = list(rules.pack)
    chance.shuffle(pack)
    players, before = rules.players, rules.cards_each - cards
    won = [chance.randint(0, before // players) for _ in range(players)]
    stock = len(pack) - players * rules.cards_each
    euchre = rules.family == "euchre"
    holdings = tuple(Holding(Cards.of(pack[seat * cards : (seat + 1) * cards])) for seat in range(players))
    place = tricks.Position(
        holdings=holdings,
        won=tuple(won),
        leader=chance.randint(1, players),
        out=Holding(NO_CARDS, stock),
        bids=None if euchre else tuple(chance.randint(0, 5) for _ in range(players)),
        opened=None if euchre else False,
        maker=chance.randint(1, players) if euchre else None,
        trump=chance.choice(list(Suit)) if euchre else None,
    )
    match, action = new_match(rules), SetUp(place, 1)
    refusal = match.refusal(HOUSE, action)
    if refusal and refusal.code == "contract-missing":
        action = SetUp(replace(place, bids=(chance.randint(3, 5),) * players), 1)
    assert match.refusal(HOUSE, action) is None, match.refusal(HOUSE, action)
    return reduce(Match.evolve, match.decide(HOUSE, action), match)


def in_play(hand: Hand, camps: tuple[Side, ...]) -> tuple[Side, ...]:
    """Camps without the seats that sit out."""
    active = (tuple(seat for seat in camp if seat not in hand.board.sitting_out) for camp in camps)
    return tuple(camp for camp in active if camp)


def check(match: Match, camps: tuple[Side, ...], stakes: Stakes, broken: int, backend: Backend) -> None:
    """Compares every card's value with the naive one's."""
    hand = match.hand
    assert hand is not None
    position = Position.of(match)
    before = hand.board.won
    seat_of = dict(zip(position.seats, range(len(position.seats)), strict=True))

    def worth(camp: int, won: Won) -> float:
        gained = {seat: won[seat - 1] - before[seat - 1] for seat in position.seats}
        nils = broken
        for seat in position.seats:
            nils |= stakes.nil[seat_of[seat]] if gained[seat] else 0
        taken = sum(gained[seat] for seat in position.seats if stakes.side[seat_of[seat]] == camp)
        return stakes.worth[camp][nils][taken]

    naive = Naive(hand, camps, worth)
    found = solve(position, stakes, broken, backend=backend)
    assert found.complete
    assert list(found.values) == naive.cards(hand)
    for card, valued in found.values.items():
        end = naive.end(after(hand, card))
        if len(camps) == 2:
            assert valued.least == valued.most == worth(0, end), card
        else:
            assert valued.tricks == tuple(end[seat - 1] - before[seat - 1] for seat in position.seats), card


def random_camps(seats: tuple[int, ...], chance: Random) -> tuple[Side, ...]:
    """Seats put together at random: two camps or more."""
    count = chance.randint(2, len(seats))
    camp_of = [*range(count), *(chance.randrange(count) for _ in range(len(seats) - count))]
    chance.shuffle(camp_of)
    return tuple(tuple(seat for seat, camp in zip(seats, camp_of, strict=True) if camp == i) for i in range(count))


def random_stakes(position: Position, camps: tuple[Side, ...], chance: Random) -> tuple[Stakes, int]:
    """Worth drawn at random, with up to three nils asked after; few numbers, so that there are ties."""
    seats = position.seats
    side = tuple(next(i for i, camp in enumerate(camps) if seat in camp) for seat in seats)
    asked = chance.sample(range(len(seats)), chance.randint(0, min(3, len(seats))))
    nil = tuple(1 << asked.index(seat) if seat in asked else 0 for seat in range(len(seats)))
    row = position.state.hand[position.state.turn].bit_count() + 1
    own = [sum(bit for bit, of in zip(nil, side, strict=True) if of == camp) for camp in range(len(camps))]
    worth = []
    for camp in range(len(camps)):
        drawn = [tuple(chance.randint(-3, 3) for _ in range(row)) for _ in range(1 << len(asked))]
        mine = own[camp] if len(camps) > 2 else -1
        worth.append(tuple(drawn[broken & mine] for broken in range(1 << len(asked))))
    return Stakes(side, nil, tuple(worth)), chance.randrange(1 << len(asked))


def positions_agree(spec: str, seed: int, backend: Backend) -> None:
    """One position, for tricks, for the profile's points, and for something drawn."""
    chance = Random(seed)
    cards = chance.randint(1, MOST[parse(spec).players])
    match = laid_out(spec, seed, cards) if seed % 2 else ending(spec, seed, cards)
    hand = match.hand
    assert hand is not None
    position, camps = Position.of(match), in_play(hand, hand.camps)
    check(match, camps, trick_stakes(position, hand.camps), 0, backend)
    check(match, camps, *point_stakes(position, hand, match.rules), backend)
    others = random_camps(position.seats, chance)
    check(match, others, *random_stakes(position, others, chance), backend)


@pytest.mark.parametrize("spec", TABLES)
def test_plain_minimax(spec: str) -> None:
    """Four positions a table, each for three kinds of stakes."""
    for seed in range(4):
        positions_agree(spec, seed, FASTEST)


@pytest.mark.parametrize("spec", TABLES)
def test_twin_is_plain_minimax(spec: str) -> None:
    """The twin by itself, two positions a table."""
    for seed in range(100, 102):
        positions_agree(spec, seed, BACKENDS[-1])


@pytest.mark.long
@pytest.mark.parametrize("spec", TABLES)
def test_plain_minimax_long(spec: str) -> None:
    """Forty-five positions a table: more than a thousand in all, with the three kinds of stakes of each."""
    for seed in range(1000, 1045):
        positions_agree(spec, seed, FASTEST)


@pytest.mark.parametrize("spec", TABLES)
def test_points_are_the_scorers(spec: str) -> None:
    """What the stakes say of an end is what the scorer counts, wherever no nil is broken by more than one trick."""
    if "contract=each" in spec:
        pytest.skip("what two partners owe each by himself is no function of their tricks together")
    for seed in range(4):
        match = ending(spec, seed, 3)
        hand = match.hand
        assert hand is not None
        position, before = Position.of(match), hand.board.won
        stakes, nils = point_stakes(position, hand, match.rules)
        end = Naive(hand, in_play(hand, hand.camps), lambda camp, won: won[0]).end(hand)
        gained = [end[seat - 1] - before[seat - 1] for seat in position.seats]
        fresh = (bit & ~nils for bit in stakes.nil)  # a nil that breaks now may take one trick, another none
        if any(more > bool(new) for bit, new, more in zip(stakes.nil, fresh, gained, strict=True) if bit):
            continue
        for bit, more in zip(stakes.nil, gained, strict=True):
            nils |= bit if more else 0
        counted = zip(match.rules.sides, hand.count(end).sides, strict=True)
        points = {seat: match.rules.ending.forward(side.points) for seats, side in counted for seat in seats}
        camps = in_play(hand, hand.camps)
        for camp, seats in enumerate(camps if len(camps) > 2 else camps[:1]):
            taken = sum(gained[position.seats.index(seat)] for seat in seats)
            rival = points[camps[1][0]] if len(camps) == 2 else 0
            assert stakes.worth[camp][nils][taken] == points[seats[0]] - rival
