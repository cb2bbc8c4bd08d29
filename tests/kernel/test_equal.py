"""The extension is its twin bit for bit, on every path."""

from collections.abc import Callable

import pytest
from tests.kernel.tables import TABLES, played

from atout.kernel import BACKENDS, Backend, Batch, Game, Position, Worlds, deals, playouts

TWIN = next(backend for backend in BACKENDS if backend.name == "twin")
OTHERS = [backend for backend in BACKENDS if backend is not TWIN]

pytestmark = pytest.mark.skipif(not OTHERS, reason="the extension was not built")


def same(work: Callable[[Backend], object]) -> None:
    """All implementations do the same work to the same result."""
    expected = work(TWIN)
    for backend in OTHERS:
        assert work(backend) == expected, backend.name


@pytest.mark.parametrize("spec", TABLES)
def test_deals(spec: str) -> None:
    """Whole random deals: points and tricks."""
    game = Game(spec)

    def work(backend: Backend) -> object:
        dealt = deals(game, 60, seed=2**64 - 5, first=2**40, backend=backend)
        return dealt.points.tolist(), dealt.won.tolist()

    same(work)


@pytest.mark.parametrize("spec", TABLES)
def test_batch(spec: str) -> None:
    """A batch stepped at random: every array after every step, then the count with bags before."""

    def work(backend: Backend) -> object:
        batch = Batch(spec, 12, backend=backend)
        for place in range(len(batch.bags)):
            batch.bags[place] = place % 5
        batch.reset(seed=3)
        seen = []
        for step in range(200):
            if batch.over:
                break
            batch.sample()
            seen.append([list(part) for part in (batch.legal, batch.turn, batch.stage, batch.actions)])
            batch.step()
            if step == 20:
                batch.score()
                seen.append([list(batch.points), list(batch.bags)])
        batch.score()
        return seen, list(batch.points), list(batch.bags)

    same(work)


@pytest.mark.parametrize("spec", TABLES)
@pytest.mark.parametrize("share", [0, 0.25, 1])
def test_playouts(spec: str, share: float) -> None:
    """Playouts from the middle of a trick, at random and by the script, after every legal card."""
    for cards in (0, 5, 8):
        position = Position.of(played(spec, 11, cards).match)

        def work(backend: Backend, position: Position = position) -> object:
            got = playouts(position, firsts=position.legal, repeats=5, share=share, seed=9, backend=backend)
            return got.won.tolist()

        same(work)


@pytest.mark.parametrize("spec", TABLES)
@pytest.mark.parametrize("most_options", [0, 50_000])
def test_worlds(spec: str, most_options: int) -> None:
    """Worlds of every seat's view, by counting and by a walk; then playouts in them."""
    course = played(spec, 12, 8)
    for seat in range(1, course.match.rules.players + 1):
        view = course.view(seat)
        worlds = Worlds(view, most_options=most_options)
        rows = [worlds.sample(6, seed=4, backend=backend).rows for backend in BACKENDS]
        assert all(row == rows[0] for row in rows)
    sample = worlds.sample(6, seed=4)

    def work(backend: Backend) -> object:
        return playouts(Position.of(view), sample, repeats=2, share=0.5, seed=5, backend=backend).won.tolist()

    same(work)


def test_items_are_their_own() -> None:
    """A job cut in pieces gives the same results: item i has its stream, wherever it is worked on."""
    game = Game("atout-pique")
    whole = deals(game, 3000, seed=8)
    parts = [bytes(deals(game, 1000, seed=8, first=first).won) for first in (0, 1000, 2000)]
    assert bytes(whole.won) == b"".join(parts)
    batch = Batch(game, 40)
    batch.reset(seed=8, first=1000)
    batch.finish()
    batch.score()
    assert bytes(batch.points) == bytes(whole.points)[1000 * 8 : 1040 * 8]
