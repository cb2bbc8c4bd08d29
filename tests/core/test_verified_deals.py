"""Deals that can be verified: commitments bind and tell nothing, everybody's seed counts, the recipe is fixed."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout.cards import Cards, pack_of
from atout.dealing import SeatSeed, commitment, drawn_dealer, shuffled, transcript, verified_seed

SEEDS = st.binary(min_size=32, max_size=32)


def test_the_recipe_is_fixed() -> None:
    """What the documentation says, said again with the standard library alone."""
    seed, mine = bytes(range(32)), bytes(32)
    assert commitment(seed, "k3", 5) == hashlib.sha256(seed + b"k3 5 0").hexdigest()
    assert commitment(mine, "k3", 5, 2) == hashlib.sha256(mine + b"k3 5 2").hexdigest()
    seats = (SeatSeed(3, "ff"), SeatSeed(2, commitment(mine, "k3", 5, 2), mine))
    said = f"k3 5\n2 {commitment(mine, 'k3', 5, 2)} {mine.hex()}\n3 ff -"
    assert transcript("k3", 5, seats) == said
    assert verified_seed(seed, "k3", 5, seats) == hmac.digest(seed, said.encode(), "sha256")
    assert " ".join(map(str, shuffled(pack_of(), verified_seed(seed, "k3", 5, seats))[:5])) == "KH 5S 9C JC 5H"


@given(seed=SEEDS, other=SEEDS)
def test_a_commitment_binds_seed_table_deal_and_seat(seed: bytes, other: bytes) -> None:
    about = {commitment(seed, table, number, seat) for table in ("a", "b") for number in (1, 11) for seat in (0, 1)}
    assert len(about) == 8
    assert (commitment(seed, "a", 1) == commitment(other, "a", 1)) == (seed == other)


@given(seed=SEEDS, mine=SEEDS)
def test_everything_in_the_transcript_counts(seed: bytes, mine: bytes) -> None:
    """Who mixes in, what, for which table and deal, and even that a seat kept its seed to itself."""
    bound = commitment(mine, "a", 1, 2)
    keys = [
        verified_seed(seed, "a", 1),
        verified_seed(seed, "b", 1),
        verified_seed(seed, "a", 2),
        verified_seed(seed, "a", 1, [SeatSeed(2, bound)]),
        verified_seed(seed, "a", 1, [SeatSeed(2, bound, mine)]),
        verified_seed(seed, "a", 1, [SeatSeed(3, bound, mine)]),
    ]
    assert len(set(keys)) == len(keys)
    assert all(len(key) == 32 and Cards.of(shuffled(pack_of(), key)) == pack_of() for key in keys)


@given(seed=SEEDS, mine=SEEDS)
def test_the_order_of_the_seats_is_theirs_not_their_arrival(seed: bytes, mine: bytes) -> None:
    seats = [SeatSeed(seat, commitment(mine, "a", 1, seat), mine) for seat in (1, 2, 3)]
    assert verified_seed(seed, "a", 1, seats) == verified_seed(seed, "a", 1, seats[::-1])


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_dealer_is_as_likely(players: int) -> None:
    drawn = Counter(drawn_dealer(verified_seed(bytes(32), "a", number), players) for number in range(1200))
    assert set(drawn) == set(range(1, players + 1))
    assert min(drawn.values()) > 0.8 * 1200 / players
