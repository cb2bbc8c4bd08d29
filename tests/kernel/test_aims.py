"""What seats try for in a playout: nils, needs, allies; the same in every world, or each world's own."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from tests.kernel.hands import random_position

from atout.kernel import BACKENDS, Position, Worlds, playouts
from atout.kernel.jobs import Cancel, PlayoutsJob
from atout.kernel.twin.core import LANE, Ground, Rng, State
from atout.kernel.twin.script import NEED_ALL, SHARE_ALL, Policy, play_by_policy, scripted_card
from atout.table import Table

RECORD = (
    '[Rules "atout-pique"]\n[Deal 1] [Dealer 3]\n[Bids "4 4 0 4"] [Won "2 3 0 3"] [Open yes] [Leader 4]\n'
    '[Hands ".5.7.K43 ?5 ?5 ?5"]\n4: JC\n'
)


def any_policy(ground: Ground, chance: Random) -> Policy:
    """Groups, needs (many of them none) and camps drawn at random."""
    seats = range(ground.seats)
    group = [chance.choice(seats) for _ in seats]
    need = [chance.choice((0, 0, 1, 2, NEED_ALL)) for _ in seats]
    return Policy(chance.choice((0, 60)), group, need, [chance.choice((seat, 0)) for seat in seats])


def test_every_implementation_plays_alike() -> None:
    """Scripted playouts of random positions for random aims, with and without aims of each world."""
    chance = Random(8)
    for _ in range(300):
        ground, state = random_position(chance)
        policy, other = any_policy(ground, chance), any_policy(ground, chance)
        rows = array("Q", [*state.hand, *state.hand])
        for aims in (None, bytes(policy.group + policy.need + other.group + other.need)):
            job = PlayoutsJob(ground, policy, state, rows, aims, 2, array("Q", (0,)), 3, 5, 0)
            results = set()
            for backend in BACKENDS:
                won = bytearray(6 * ground.seats)
                backend.playouts(job, won, Cancel())
                results.add(bytes(won))
            assert len(results) == 1


def test_aims_of_each_world() -> None:
    """A world with its own aims is played out as if they were those of the position."""
    table = Table.from_record(RECORD)
    assert table.turn is not None
    view = table.view(table.turn)
    position, sample = Position.of(view), Worlds(view).sample(20, seed=3)
    plain = playouts(position, sample, share=0.2, seed=1)
    aims = bytes(position.group + position.need) * 20
    assert playouts(position, sample, aims=aims, share=0.2, seed=1).won == plain.won
    greedy = bytes(position.group + [NEED_ALL] * 4) * 10 + bytes(position.group + position.need) * 10
    mixed = playouts(position, sample, aims=greedy, share=0.2, seed=1)
    assert mixed.won.tolist()[10:] == plain.won.tolist()[10:]
    assert mixed.won.tolist()[:10] != plain.won.tolist()[:10]


def card(
    hands: list[int], trick: list[int], need: list[int], camp: list[int], trump: int = 0, won: list[int] | None = None
) -> int:
    """What the script plays after a trick's first cards, every seat counting for itself."""
    ground = Ground(trump, len(hands), 0)
    state = State(hands, 0, won=won)
    for bit in trick:
        state.play(ground, bit)
    return scripted_card(ground, state, Policy(0, list(range(len(hands))), need, camp))


def test_nils() -> None:
    """A nil ducks as high as it can; its ally covers it; its foes leave it the trick."""
    pairs = [0, 1, 0, 1]
    assert card([0b1, 0b10, 0b1000000, 0b10110000], [0b1, 0b10, 0b1000000], [3, 3, 3, 0], pairs) == 0b100000
    assert card([0b10000, 0b1, 0b1101000, 0b10], [0b10000, 0b1], [0, 3, 3, 3], pairs) == 0b1000000
    assert card([0b10000, 0b1, 0b10, 0b1101000], [0b10000, 0b1, 0b10], [0, 3, 3, 1], pairs) == 0b1000
    assert card([0b10000, 0b1, 0b10, 0b1101000], [0b10000, 0b1, 0b10], [3, 3, 3, 1], pairs) == 0b100000


def test_against_a_nil_low_cards_are_kept() -> None:
    """A nil is set by low cards: its foes lead the one that most others beat, throw high ones under a trick they cannot
    take, and ruff with high trumps; but who needs many tricks keeps what may take them."""
    pairs, trump = [0, 1, 0, 1], LANE << 48
    low_trump, high_trump = 1 << 48, 1 << 60
    lead = [0b100 | low_trump, 0b1 << 16, 0b11 << 52, 0b11 << 54]
    assert card(lead, [], [1, 1, 1, 0], pairs, trump) == low_trump
    beaten = [0b100000, 0b1011, 0b10000000, 0b100]
    assert card(beaten, [0b100000], [1, 2, 0, 1], pairs) == 0b1000
    assert card([0b111111 << 6, 0b111011, 1 << 12, 1 << 13], [1 << 6], [1, 3, 0, 1], pairs) == 0b1
    ruff = [0b100000 << 16, 0b1 | low_trump | high_trump, 0b1, 0b100]
    assert card(ruff, [0b100000 << 16], [1, 2, 0, 1], pairs, trump) == high_trump
    assert card(ruff, [0b100000 << 16], [1, 2, 1, 1], pairs, trump) == low_trump


def test_a_nil_slips_less_often() -> None:
    """Half the share of random cards for who tries a nil, and one in two of these the wrong."""
    ground = Ground(0, 2, 0)

    def taken(stream: int) -> int:
        state = State([0b1000100, 0b100001], 0)
        state.play(ground, 0b100)
        play_by_policy(ground, state, Policy(SHARE_ALL // 2, [0, 1], [1, 0], [0, 1]), Rng(1, stream))
        return state.won[1]

    assert sum(map(taken, range(2000))) / 2000 == pytest.approx(1 / 8, abs=0.02)


@pytest.mark.parametrize(
    ("need", "camp", "takes", "factor"),
    [([1, 1], [0, 1], 1, 1), ([0, 1], [0, 1], 0, 5 / 3), ([0, 1], [0, 0], 1, 5 / 3)],
)
def test_others_slip_more_around_a_nil(need: list[int], camp: list[int], takes: int, factor: float) -> None:
    """Against a nil that has the trick, or beside it, five thirds of the share of random cards; one in two is wrong."""
    ground = Ground(0, 2, 0)

    def slips(stream: int) -> bool:
        state = State([0b101, 0b1010], 0)
        state.play(ground, 0b100)
        play_by_policy(ground, state, Policy(SHARE_ALL // 4, [0, 1], need, camp), Rng(1, stream))
        return (state.won[0] == 0) != takes

    assert sum(map(slips, range(2000))) / 2000 == pytest.approx(factor / 8, abs=0.02)


def test_the_third_hand_plays_high_and_the_second_low() -> None:
    """An ally's trick that can still be lost is taken over; a winner that others beat waits."""
    pairs = [0, 1, 0, 1]
    assert card([0b100, 0b1, 0b1001000, 0b10000010], [0b100, 0b1], [3, 3, 3, 3], pairs) == 0b1000000
    assert card([0b100, 0b1, 0b1001000, 0b10], [0b100, 0b1], [3, 3, 3, 3], pairs) == 0b1000
    assert card([0b100, 0b1010000, 0b1000, 0b10000001], [0b100], [3, 3, 3, 3], pairs) == 0b10000


def test_an_ally_s_trick_may_be_no_help() -> None:
    """Who lacks tricks takes over from an ally who counts apart and lacks none, not from one who lacks some too."""
    hands, trick, allies = [0b100, 0b1, 0b10000, 0b100010], [0b100, 0b1, 0b10000], [0, 0, 1, 1]
    assert card(hands, trick, [3, 3, 3, 3], allies) == 0b10
    assert card(hands, trick, [3, 3, 1, 3], allies, won=[0, 0, 1, 0]) == 0b100000
    assert card(hands, trick, [3, 3, 0, 3], allies, won=[0, 0, 1, 0]) == 0b100000
    assert card(hands, trick, [3, 3, 1, 3], allies) == 0b10
