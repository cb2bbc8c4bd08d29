"""Tables whose deals can be verified, played to the end of some deals."""

from __future__ import annotations

from random import Random

from atout import Table
from atout.actions import Deal
from atout.dealing import SeatSeed, commitment, drawn_dealer, shuffled, verified_seed
from atout.families import parse
from atout.proofs import DealProof, Proof, prove
from atout.seats import HOUSE

NAME = "k3Xq9"
"""The table's."""


def seed_of(number: int, seat: int = HOUSE) -> bytes:
    """A seed of 32 bytes."""
    return bytes([number * 8 + seat]) * 32


def parts_of(number: int) -> tuple[SeatSeed, ...]:
    """Seat 1 mixes in, seat 2 commits and keeps its seed to itself, seat 3 does nothing."""
    one, two = (commitment(seed_of(number, seat), NAME, number, seat) for seat in (1, 2))
    return SeatSeed(1, one, seed_of(number, 1)), SeatSeed(2, two)


def proved(spec: str, deals: int = 2) -> tuple[Proof, Table]:
    """The proof and the table, played at random."""
    rules, chance, proofs = parse(spec), Random(1), list[DealProof]()
    table = Table(rules, dealing=False)
    for number in range(1, deals + 1):
        key = verified_seed(seed_of(number), NAME, number, parts_of(number))
        known = table.match.next_dealer
        dealer = known or drawn_dealer(key, rules.players)
        table.act(Deal(shuffled(rules.pack, key), None if known else dealer), HOUSE)
        house = {"seed": seed_of(number), "seats": parts_of(number)}
        proofs.append(prove(NAME, number, rules, dealer=dealer, drawn=known is None, **house))  # type: ignore[arg-type]
        while not table.match.awaits_deal:
            table.act(chance.choice(list(table.legal)))
    return Proof(NAME, spec, tuple(proofs), table.record()), table
