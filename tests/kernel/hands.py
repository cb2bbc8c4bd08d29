"""Random positions in the kernel's own labels: gaps, skew, every number of seats, in the middle of tricks."""

from random import Random

from atout.kernel.twin.core import TOP_LANE, Ground, State
from atout.kernel.twin.solve import Stakes

MOST = {2: 6, 3: 4, 4: 4, 5: 3, 6: 3}
"""Cards a hand that the twin solves in time."""


def singles(cards: int) -> list[int]:
    """The cards of a set, one by one."""
    return [1 << number for number in range(64) if cards >> number & 1]


def random_position(chance: Random) -> tuple[Ground, State]:
    """Any position: lanes of uneven size, with or without trump, shut or open, some cards played to the trick."""
    seats = chance.randint(2, 6)
    cards = chance.randint(1, MOST[seats])
    sizes = [chance.randint(2, 13) for _ in range(4)]
    if sum(sizes) < seats * cards:
        sizes = [13] * 4
    deck = [1 << (16 * lane + rank) for lane in range(4) for rank in range(sizes[lane])]
    chance.shuffle(deck)
    trump = TOP_LANE if chance.random() < 0.8 else 0
    hands = [sum(deck[seat * cards : (seat + 1) * cards]) for seat in range(seats)]
    ground = Ground(trump, seats, chance.randrange(2))
    state = State(hands, chance.randrange(seats), trump if chance.random() < 0.5 else 0)
    for _ in range(chance.randrange(seats)):
        state.play(ground, chance.choice(singles(state.legal)))
    return ground, state


def plain_stakes(ground: Ground, state: State, chance: Random) -> Stakes:
    """Tricks, for sides drawn at random."""
    sides = chance.randint(2, ground.seats)
    side = [*range(sides), *(chance.randrange(sides) for _ in range(ground.seats - sides))]
    chance.shuffle(side)
    tricks = (tuple(range(state.hand[state.turn].bit_count() + 1)),)
    return Stakes(tuple(side), (0,) * ground.seats, (tricks,) * sides)


def any_stakes(ground: Ground, state: State, chance: Random) -> Stakes:
    """Worth drawn at random, up to three nils asked after; with more than two sides each side's nils are its own."""
    plain = plain_stakes(ground, state, chance)
    asked = chance.sample(range(ground.seats), chance.randint(0, min(3, ground.seats)))
    nil = tuple(1 << asked.index(seat) if seat in asked else 0 for seat in range(ground.seats))
    worth = []
    for camp in range(plain.sides):
        drawn = [[chance.randint(-6, 6) for _ in plain.worth[0][0]] for _ in range(1 << len(asked))]
        own = sum(bit for bit, of in zip(nil, plain.side, strict=True) if of == camp) if plain.sides > 2 else -1
        worth.append(tuple(tuple(drawn[broken & own]) for broken in range(1 << len(asked))))
    return Stakes(plain.side, nil, tuple(worth))
