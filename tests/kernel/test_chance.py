"""Random numbers and random sets of cards are what they are said to be."""

from collections import Counter
from itertools import combinations

import pytest
from tests.kernel.statistics import chi_square

from atout.kernel import Batch, Game
from atout.kernel.batch import FIELDS
from atout.kernel.twin.chance import FEW, random_cards
from atout.kernel.twin.core import Rng


def test_splitmix64() -> None:
    """The published stream from state 1234567."""
    rng = Rng(0, 0)
    rng.state = 1234567
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_streams_differ() -> None:
    """Every seed and index has a start of its own."""
    starts = {Rng(seed, index).state for seed in range(50) for index in range(50)}
    assert len(starts) == 2500
    assert Rng(2**64 - 1, 2**64 - 1).state < 2**64


@pytest.mark.parametrize("n", [1, 2, 3, 7, 13, 64, 1000])
def test_below_is_uniform(n: int) -> None:
    """Numbers below n are equally likely."""
    rng = Rng(5, n)
    assert chi_square(Counter(rng.below(n) for _ in range(20 * n + 100)), dict.fromkeys(range(n), 1.0)) < 4


def test_rejection() -> None:
    """The few products that would make some numbers likelier are drawn again."""
    rng = Rng(0, 0)
    n = 3 << 30  # a quarter of all half-words is rejected
    drawn = [rng.below(n) for _ in range(4000)]
    assert max(drawn) < n
    thirds = Counter(number // (1 << 30) for number in drawn)
    assert chi_square(thirds, dict.fromkeys(range(3), 1.0)) < 4
    large = [rng.below_64(3 << 40) for _ in range(3000)]
    assert chi_square(Counter(number >> 40 for number in large), dict.fromkeys(range(3), 1.0)) < 4


@pytest.mark.parametrize(("size", "k"), [(6, 3), (7, 1), (12, FEW + 1), (11, 10), (10, FEW + 1)])
def test_sets_are_uniform(size: int, k: int) -> None:
    """Every set of k cards is equally likely, drawn one by one or thinned out."""
    cards = [1 << 5 * card for card in range(size)]
    rng = Rng(7, size * k)
    every = {sum(some): 1.0 for some in combinations(cards, k)}
    assert chi_square(Counter(random_cards(rng, sum(cards), k) for _ in range(25 * len(every))), every) < 4


def test_all_and_none() -> None:
    """No cards, and all of them, need no luck."""
    assert random_cards(Rng(1, 1), 0b1011, 0) == 0
    assert random_cards(Rng(1, 1), 0b1011, 3) == 0b1011


@pytest.mark.parametrize("spec", ["atout-pique", "euchre-a-trois", "atout-pique players=5"])
def test_hands_are_uniform(spec: str) -> None:
    """Each card is as often in each seat's hand as its size says; so is each pair of cards in one hand."""
    batch = Batch(spec, 4000)
    if batch.states is None:
        pytest.skip("the twin's deals are compared with the extension's")
    game = Game(spec)
    size = len(batch.states) // batch.items
    words = memoryview(bytes(batch.states)).cast("Q")
    offset = next(offset for name, _, _, offset in FIELDS if name == "hand") // 8
    pack = [1 << bit for bit in range(64) if game.pack >> bit & 1]
    for seat in range(game.seats):
        hands = [words[item * size // 8 + offset + seat] for item in range(batch.items)]
        assert all(hand.bit_count() == game.each and not hand & ~game.pack for hand in hands)
        singles = Counter(card for hand in hands for card in pack if hand & card)
        pairs = Counter(bool(hand & pack[0]) + bool(hand & pack[-1]) for hand in hands)
        share = game.each / len(pack)
        assert chi_square(Counter(singles), dict.fromkeys(pack, 1.0)) < 4
        both = share * (game.each - 1) / (len(pack) - 1)
        assert chi_square(Counter(pairs), {0: 1 - 2 * share + both, 1: 2 * (share - both), 2: both}) < 4
