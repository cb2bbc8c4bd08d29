"""The batch environment: flat arrays, steps, scores, and the fields that observations are made of."""

import struct

import pytest
from tests.kernel.tables import TABLES, sim_deal

from atout.kernel import BACKENDS, Backend, Batch, Game, deals
from atout.kernel.batch import FIELDS, Stage

EACH_BACKEND = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)


@EACH_BACKEND
@pytest.mark.parametrize("spec", TABLES)
def test_stepping_is_finishing(backend: Backend, spec: str) -> None:
    """Sampling and stepping to the end, finishing at once, and ``deals`` give the same results."""
    stepped, finished = Batch(spec, 10, backend=backend), Batch(spec, 10, backend=backend)
    stepped.reset(seed=4)
    while not stepped.over:
        stepped.sample()
        stepped.step()
    finished.reset(seed=4)
    finished.finish()
    assert finished.over
    for batch in (stepped, finished):
        batch.score()
    whole = deals(spec, 10, seed=4, backend=backend)
    assert bytes(stepped.points) == bytes(finished.points) == bytes(whole.points)
    assert bytes(stepped.stage) == bytes(finished.stage)


@EACH_BACKEND
def test_an_illegal_action_changes_nothing(backend: Backend) -> None:
    """One bad action in a batch refuses the step before any deal is touched."""
    batch = Batch("euchre-a-trois", 5, backend=backend)
    batch.sample()
    batch.actions[3] = 63
    before = [bytes(part) for part in (batch.legal, batch.turn, batch.stage)]
    with pytest.raises(ValueError, match="action 63 is not legal in deal 3"):
        batch.step()
    assert before == [bytes(part) for part in (batch.legal, batch.turn, batch.stage)]


@EACH_BACKEND
def test_facts_are_read_only(backend: Backend) -> None:
    """What the kernel says cannot be written to; what it is told can."""
    batch = Batch("pique", 2, backend=backend)
    for part in (batch.legal, batch.turn, batch.stage, batch.points):
        with pytest.raises(TypeError):
            part[0] = 1
    batch.actions[0] = 1
    batch.bags[0] = 1


def test_states_hold_the_fields() -> None:
    """The documented fields stand where they are said to, for observations without a copy."""
    spec = "euchre-a-trois"
    batch = Batch(spec, 4)
    if batch.states is None:
        pytest.skip("the twin has objects, not bytes")
    size = len(batch.states) // 4
    game = Game(spec)
    for _ in range(6):
        batch.sample()
        batch.step()
    twins = [sim_deal(game, 0, number) for number in range(4)]
    for number, twin in enumerate(twins):
        for _ in range(6):
            if twin.legal:
                twin.act(twin.random_action())
        facts = {
            "hand": twin.play.hand, "owed": twin.play.owed, "live": twin.play.live, "best": twin.play.best,
            "shut": twin.play.shut, "laid": twin.play.laid, "won": twin.play.won, "turned": twin.turned,
            "dealer": twin.dealer, "maker": twin.maker, "trump": twin.trump, "said": twin.said,
        }  # fmt: skip
        assert set(facts) == {name for name, *_ in FIELDS}
        for name, kind, count, offset in FIELDS:
            form = f"={count}{'Q' if kind == 'u8' else 'B'}"
            held = list(struct.unpack_from(form, batch.states, number * size + offset))
            fact = facts[name]
            expected = fact if isinstance(fact, list) else [fact]
            if name not in ("owed", "said") or (twin.stage is Stage.PLAYING and name != "said"):
                assert held[: len(expected)] == expected, name


def test_stages() -> None:
    """A deal says what it waits for, from its first call to its count."""
    batch = Batch("euchre-a-trois", 200)
    seen = set(batch.stage)
    while not batch.over:
        batch.sample()
        batch.step()
        seen |= set(batch.stage)
    assert seen == {
        Stage.ORDERING, Stage.DISCARDING, Stage.NAMING, Stage.PLAYING, Stage.COUNTED, Stage.PASSED_OUT,
    }  # fmt: skip
    assert set(Batch("pique", 2).stage) == {Stage.PROMISING}
