"""One shuffle for all: drawn from a seed, without bias; shares that can be gathered again."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atout.cards import Cards, pack_of
from atout.dealing import deal_seed, gather, one_at_a_time, share_out, shuffled, uniform
from atout.families import family_of, parse
from atout.testing import tables

SEEDS = st.binary(min_size=32, max_size=32)


@given(seed=SEEDS)
def test_a_shuffle_is_a_permutation(seed: bytes) -> None:
    order = shuffled(pack_of(), seed)
    assert Cards.of(order) == pack_of()
    assert len(order) == 52
    assert shuffled(pack_of(), seed) == order


def test_a_shuffle_is_the_same_on_every_machine() -> None:
    """The stream is HMAC-SHA256 of a counter, four bytes a number; Fisher-Yates from the last card down."""
    assert deal_seed(7, 1).hex()[:16] == "13406dc9298a5243"
    assert " ".join(map(str, shuffled(pack_of(), bytes(32))[:6])) == "KH 7H 8D 6S 4H JS"


def test_seeds_differ_by_match_and_deal() -> None:
    assert len({deal_seed(seed, number) for seed in range(20) for number in range(-5, 20)}) == 500


@given(seed=SEEDS, bound=st.integers(1, 2**32))
@settings(max_examples=300)
def test_numbers_stay_below_their_bound(seed: bytes, bound: int) -> None:
    assert all(0 <= number < bound for number in uniform(seed, [bound] * 20))


def test_numbers_are_rejected_rather_than_biased() -> None:
    """With a bound just above half the range, half of the stream is thrown away; the rest is level."""
    bound = 2**31 + 1
    numbers = list(uniform(bytes(32), [bound] * 4000))
    assert 1800 < sum(number < bound // 2 for number in numbers) < 2200


def test_every_place_is_as_likely() -> None:
    pack = pack_of(removed=list(pack_of())[5:])
    counts = Counter(shuffled(pack, deal_seed(1, number)) for number in range(6000))
    assert len(counts) == 120
    assert max(counts.values()) < 90
    assert min(counts.values()) > 20


@pytest.mark.parametrize("table", tables())
@given(seed=SEEDS)
@settings(max_examples=20)
def test_a_deal_can_be_gathered_again(table: str, seed: bytes) -> None:
    rules = parse(table)
    for dealer in range(1, rules.players + 1):
        recipients = family_of(rules.profile).recipients(rules, dealer)
        order = shuffled(rules.pack, seed)
        hands, stock = share_out(recipients, order, rules.players)
        assert gather(recipients, hands, stock) == order


def test_gathering_needs_the_right_numbers() -> None:
    recipients = one_at_a_time(3, 2, 3)
    assert recipients == (1, 2, 3, 1, 2, 3)
    cards = list(pack_of())[:6]
    with pytest.raises(ValueError, match="too few"):
        gather(recipients, [cards[:2], cards[2:4], cards[4:5]], [])
    with pytest.raises(ValueError, match="too many"):
        gather(recipients, [cards[:2], cards[2:4], cards[4:6]], cards[:1])
