"""The extension's solver has its twin's values; its limits hold; faults planted in it would be seen."""

import threading
import time
from array import array
from random import Random

import pytest
from tests.kernel.hands import any_stakes, plain_stakes, random_position
from tests.kernel.test_solve import check, ending, laid_out

from atout.kernel import BACKENDS, Backend, Cancel, Cancelled, Position, positions
from atout.kernel.jobs import SolveJob
from atout.kernel.labels import Labels
from atout.kernel.solving import MOST_MEMORY, Limits, Unsolvable, memory_for, solve
from atout.kernel.stakes import trick_stakes
from atout.kernel.twin import solve as twin_solve
from atout.kernel.twin.core import WORD, Ground, State
from atout.kernel.twin.solve import Stakes, Valued
from atout.tricks import Ordering

TWIN = BACKENDS[-1]
EXTENSIONS = BACKENDS[:-1]
built = pytest.mark.skipif(not EXTENSIONS, reason="the extension was not built")


def values(
    backend: Backend, ground: Ground, state: State, stakes: Stakes, broken: int = 0, memory: int = 1 << 20
) -> dict[int, Valued]:
    """What an implementation finds, which must be all."""
    refused, _, found = backend.solve(SolveJob(ground, state, stakes, broken, memory, 0, 0.0), Cancel())
    assert not refused
    assert all(valued.solved for valued in found.values())
    return found


def agree(seed: int, backends: tuple[Backend, ...], memory: int = 1 << 20) -> None:
    """All of them find what the twin finds."""
    chance = Random(seed)
    ground, state = random_position(chance)
    stakes = (plain_stakes if seed % 3 == 0 else any_stakes)(ground, state, chance)
    broken = chance.randrange(len(stakes.worth[0]))
    expected = values(TWIN, ground, state, stakes, broken)
    for backend in backends:
        assert values(backend, ground, state, stakes, broken, memory) == expected, (seed, backend.name)


@built
@pytest.mark.parametrize("block", range(8))
def test_equal(block: int) -> None:
    """Random positions, any sides and stakes."""
    for seed in range(block * 60, block * 60 + 60):
        agree(seed, EXTENSIONS)


@built
@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_equal_long(block: int) -> None:
    """Many more of them."""
    for seed in range(10_000 + block * 1000, 10_000 + block * 1000 + 1000):
        agree(seed, EXTENSIONS[:1])


def full_deal(seed: int, cards: int = 13) -> tuple[Ground, State, Stakes]:
    """A random deal between two pairs, spades open."""
    deck = [1 << (16 * lane + rank) for lane in range(4) for rank in range(13)]
    Random(seed).shuffle(deck)
    hands = [sum(deck[seat * cards : (seat + 1) * cards]) for seat in range(4)]
    tricks = (tuple(range(cards + 1)),)
    return Ground(0xFFFF << 48, 4, 1), State(hands, 0), Stakes((0, 1, 0, 1), (0,) * 4, (tricks, tricks))


@built
def test_little_memory() -> None:
    """With room for a few positions the search forgets, looks at more, and finds the same."""
    for seed in range(3):
        ground, state, stakes = full_deal(seed, 7)
        plenty, little = (
            EXTENSIONS[0].solve(SolveJob(ground, state, stakes, 0, memory, 0, 0.0), Cancel())
            for memory in (1 << 22, 22_000)
        )
        assert little[2] == plenty[2]
        assert (little[1] > plenty[1]) == (seed > 0)  # the first is too easy to need more


@built
def test_too_little_memory() -> None:
    """Without room for its tables nothing is started."""
    job = SolveJob(*full_deal(1), 0, 1000, 0, 0.0)
    assert EXTENSIONS[0].solve(job, Cancel()) == ("no-memory", 0, {})


def test_memory_is_bounded() -> None:
    """More cards, more memory, up to the bound."""
    sizes = [memory_for(cards, 4, 2) for cards in range(18)]
    assert sizes == sorted(sizes)
    assert sizes[-1] <= MOST_MEMORY


@pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
def test_limits(backend: Backend) -> None:
    """A limit leaves bounds that hold, never a wrong value."""
    ground, state, stakes = full_deal(3, 6)
    right = values(BACKENDS[0], ground, state, stakes)
    seen = set()
    for nodes in (1, 2000, 5000, 1 << 40):
        job = SolveJob(ground, state, stakes, 0, 1 << 20, nodes, 0.0)
        refused, _, found = backend.solve(job, Cancel())
        assert not refused
        assert found.keys() == right.keys()
        seen |= {valued.solved for valued in found.values()}
        for card, valued in found.items():
            assert valued.least <= right[card].least <= valued.most
            assert not valued.solved or valued == right[card]
    assert True in seen


@built
def test_time_limit() -> None:
    """Seconds are kept, and said."""
    ground, state, stakes = full_deal(5)
    start = time.monotonic()
    job = SolveJob(ground, state, stakes, 0, 1 << 26, 0, 0.001)
    _, _, found = EXTENSIONS[-1].solve(job, Cancel())
    assert time.monotonic() - start < 2
    assert not all(valued.solved for valued in found.values())


@built
def test_cancelled_from_another_thread() -> None:
    """The interpreter is free while it searches, and a cancel is obeyed."""
    match = ending("atout-pique players=3", 1, 17)
    assert match.hand is not None
    position, cancel = Position.of(match), Cancel()
    timer = threading.Timer(0.05, cancel.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        solve(position, trick_stakes(position, match.hand.camps), cancel=cancel)
    timer.join()


def test_refused() -> None:
    """Unseen hands, finished deals and too large ones are refused before any work."""
    match = ending("atout-pique", 1, 4)
    hand = match.hand
    assert hand is not None
    position = Position.of(match)
    stakes = trick_stakes(position, hand.camps)
    unseen = Position.of(match)
    unseen.complete = False
    with pytest.raises(Unsolvable, match="unseen-cards"):
        solve(unseen, stakes)
    one_suit = Position.of(match)
    one_suit.state.hand[0] = 0xFFFF
    with pytest.raises(Unsolvable, match="too-large"):
        solve(one_suit, stakes)
    while not position.over:
        position = position.play(next(iter(position.legal)))
    with pytest.raises(Unsolvable, match="over"):
        solve(position, stakes)
    assert solve(Position.of(match), stakes, limits=Limits(nodes=1 << 30)).complete


@built
def test_contradictory_and_malformed() -> None:
    """The extension refuses what its arrays or its rules cannot hold."""
    ground, state, stakes = full_deal(1, 4)
    state.hand[1] = state.hand[0]
    job = SolveJob(ground, state, stakes, 0, 1 << 20, 0, 0.0)
    assert EXTENSIONS[0].solve(job, Cancel())[0] == "contradictory"
    wrong = Stakes((0, 7, 0, 1), (0,) * 4, stakes.worth)
    with pytest.raises(ValueError, match="malformed"):
        EXTENSIONS[0].solve(SolveJob(ground, state, wrong, 0, 1 << 20, 0, 0.0), Cancel())
    assert array("h").itemsize == 2


# --- planted faults -------------------------------------------------------------------------------------------------


def seen_by_minimax() -> bool:
    """Whether plain minimax finds the twin at fault somewhere, among hands of three cards laid out."""
    for seed in range(1, 40):
        for spec in ("piques-a-trois", "pique players=2", "euchre-a-trois"):
            match = laid_out(spec, seed, 3)
            assert match.hand is not None
            camps = match.hand.camps
            try:
                check(match, camps, trick_stakes(Position.of(match), camps), 0, TWIN)
            except (AssertionError, KeyError):
                return True
    return False


def test_no_fault() -> None:
    """As it is, nothing is found."""
    assert not seen_by_minimax()


def test_equal_cards_across_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards held elsewhere forgotten when equal cards are looked for."""
    choices = twin_solve.choices
    monkeypatch.setattr(twin_solve, "choices", lambda legal, others: choices(legal, 0))
    assert seen_by_minimax()


def test_opening_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that never open."""
    play = State.play

    def shut(self: State, ground: Ground, card: int) -> None:
        before = self.shut
        play(self, ground, card)
        self.shut = before
        if not self.count:
            self.owed = WORD & ~before

    monkeypatch.setattr(State, "play", shut)
    assert seen_by_minimax()


def test_left_bower_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other jack of trump's colour taken for what is printed on it."""

    def plain(ordering: Ordering) -> Labels:
        return Labels(Ordering(ordering.pack, ordering.trump, ordering.promoted[:1]))

    monkeypatch.setattr(positions, "labels_of", plain)
    assert seen_by_minimax()
