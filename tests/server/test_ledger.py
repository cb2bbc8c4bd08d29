"""The ledger: a fold. Replayed, it is what it was; told again, it says what was said."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.ears import SPECS, opening

from atout.dealing import commitment
from atout.families import parse
from atout.server.facts import (
    Acted,
    AnyFact,
    Clocked,
    Dealt,
    Mixed,
    Occupant,
    Opening,
    Paced,
    Rematched,
    Sealed,
    Seated,
    Undone,
    decode,
    decode_opening,
    encode,
)
from atout.server.ledger import Ledger, Note, Step


def one_of_a_kind(ledger: Ledger, chance: random.Random) -> AnyFact:
    """Some fact that is allowed now."""
    match, players = ledger.match, ledger.rules.players
    seat, person = chance.randrange(players) + 1, chance.choice(ledger.people)
    others: list[AnyFact] = [
        Paced(seat, chance.choice([None, 0, 500])),
        Clocked(seat, chance.choice([None, 30])),
        Seated(person, Occupant("person", chance.choice("ABC"), chance.choice([None, "casual"])), "named"),
    ]
    if ledger.seal and match.awaits_deal:
        others += [Mixed(seat, "ab" * 32), Mixed(seat, "ab" * 32, "cd" * 32)]
    if any(map(ledger.undoes, ledger.people)):
        others.append(Undone(ledger.people[0]))
    if chance.random() < 0.1:
        return chance.choice(others)
    if match.over:
        return Rematched(seat)
    if match.awaits_deal:
        return Dealt() if ledger.seal else Sealed(chance.randbytes(32).hex())
    assert match.turn is not None
    return Acted(match.turn, str(chance.choice(match.legal(match.turn))))


def table_of(spec: str, *, alone: bool) -> Opening:
    """A table of people, or of one person among bots."""
    players = parse(spec).players
    if not alone:
        return opening(spec, players)
    return Opening(spec, (Occupant("person", "Ana"), *(Occupant("bot", "", "casual"),) * (players - 1)), "solo")


def state(ledger: Ledger) -> tuple[object, ...]:
    """All that a ledger holds."""
    whole = ledger.match, ledger.views, ledger.sheet, ledger.occupants, ledger.pace, ledger.clock, ledger.n
    return (*whole, ledger.matches, ledger.seal, ledger.commitment, ledger.mixed, ledger.told_from)


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=6)
@given(seed=st.integers(0, 1 << 30), length=st.integers(0, 180))
def test_a_replay_is_the_same_and_tells_the_same(spec: str, alone: bool, seed: int, length: int) -> None:
    chance = random.Random(seed)
    opened = table_of(f"{spec} target=20" if "euchre" not in spec else f"{spec} target=2", alone=alone)
    ledger, facts = Ledger("t", opened), []
    told: list[tuple[tuple[int, Step], ...]] = [()] * (ledger.rules.players + 1)
    for _ in range(length):
        fact = one_of_a_kind(ledger, chance)
        facts.append(fact)
        change = ledger.apply(fact)
        for seat, new in enumerate(change.told):
            told[seat] = told[seat] * (not change.fresh) + tuple((ledger.n, step) for step in new)
    stored = [decode(encode(fact)) for fact in facts]
    again = Ledger("t", decode_opening(encode(opened)), stored)
    assert state(again) == state(ledger)
    for seat in range(ledger.rules.players + 1):
        view = ledger.views[seat]
        assert again.steps_since(seat, -1) == ledger.steps_since(seat, -1)
        steps = ledger.steps_since(seat, ledger.told_from)
        kept = tuple(step for step in told[seat] if step[0] > ledger.told_from)
        assert steps[len(steps) - len(kept) :] == kept
        if steps:
            before, what = steps[-1][1]
            assert (before if isinstance(what, Note) else before.evolve(what)) == view


def test_the_seal_binds_before_the_deal_and_is_gone_after_it() -> None:
    ledger = Ledger("t", table_of("euchre-a-trois", alone=True))
    seed = "5a" * 32
    ledger.apply(Sealed(seed))
    assert ledger.commitment == commitment(bytes.fromhex(seed), "t", 1)
    ledger.apply(Dealt())
    assert ledger.commitment == commitment(bytes.fromhex(seed), "t", 1)
    chance = random.Random(3)
    while ledger.in_deal:
        turn = ledger.match.turn
        assert turn is not None
        ledger.apply(Acted(turn, str(chance.choice(ledger.match.legal(turn)))))
    assert ledger.commitment is None


def test_a_second_match_of_a_table_has_a_label_of_its_own() -> None:
    ledger = Ledger("t", table_of("euchre-a-trois", alone=True))
    assert ledger.label == "t"
    ledger.apply(Rematched(1))
    assert ledger.label == "t/2"
