"""Jobs: cut short, interrupted, split among threads, given nonsense."""

import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.kernel.tables import played
from tests.processes import started

from atout.kernel import (
    BACKENDS,
    Backend,
    Batch,
    Cancel,
    Cancelled,
    Game,
    Position,
    Worlds,
    deals,
    playouts,
    surprisals,
)

EACH_BACKEND = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)


def works(backend: Backend) -> dict[str, Callable[[Cancel], object]]:
    """Jobs of every kind."""
    game = Game("atout-pique")
    position = Position.of(played("piques-a-trois", 1, 3).match)
    view = played("atout-pique players=5", 1, 23).view(1)
    worlds, walks = Worlds(view), Worlds(view, most_options=0)
    at, sample = Position.of(view), worlds.sample(20_000)
    batch = Batch("pique", 2_000, backend=backend)
    batch.sample()
    return {
        "deals": lambda cancel: deals(game, 1 << 20, cancel=cancel, backend=backend),
        "playouts": lambda cancel: playouts(position, repeats=1 << 20, cancel=cancel, backend=backend),
        "worlds": lambda cancel: worlds.sample(1 << 18, cancel=cancel, backend=backend),
        "walks": lambda cancel: walks.sample(1 << 18, cancel=cancel, backend=backend),
        "surprisals": lambda cancel: surprisals(view, at, sample, (2, 3), 0.5, cancel=cancel, backend=backend),
        "batch": lambda cancel: batch.reset(cancel=cancel),
    }


def for_ever(work: Callable[[Cancel], object], cancel: Cancel) -> None:
    """One job after the other, until cancelled."""
    while True:
        work(cancel)


@EACH_BACKEND
@pytest.mark.parametrize("name", ["deals", "playouts", "worlds", "walks", "surprisals", "batch"])
def test_cancelled_from_another_thread(backend: Backend, name: str) -> None:
    """A running job stops when its flag is set, and one that starts with it set does nothing."""
    work, cancel = works(backend)[name], Cancel()
    timer = threading.Timer(0.05, cancel.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        for_ever(work, cancel)
    timer.join()
    assert cancel.cancelled
    with pytest.raises(Cancelled):
        work(cancel)


@EACH_BACKEND
def test_interrupted_by_the_keyboard(backend: Backend) -> None:
    """Ctrl-C stops a running job."""
    code = (
        "from atout.kernel import BACKENDS, deals\n"
        f"backend = next(one for one in BACKENDS if one.name == {backend.name!r})\n"
        "print('ready', flush=True)\n"
        "try:\n    while True:\n        deals('atout-pique', 1 << 20, backend=backend)\n"
        "except KeyboardInterrupt:\n    print('interrupted')\n"
    )
    with started([sys.executable, "-c", code]) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"


@EACH_BACKEND
def test_threads_share_the_work(backend: Backend) -> None:
    """Parts done by threads at the same time are the whole done by one."""
    position = Position.of(played("piques-a-trois", 2, 9).match)
    sample = Worlds(played("piques-a-trois", 2, 9).view(1)).sample(40, seed=3)
    whole = bytes(playouts(position, sample, repeats=3, seed=5, backend=backend).won)

    def part(first: int) -> bytes:
        some = sample.chosen(range(first, first + 10))
        return bytes(playouts(position, some, repeats=3, seed=5, first_world=first, backend=backend).won)

    with ThreadPoolExecutor(4) as pool:
        assert b"".join(pool.map(part, range(0, 40, 10))) == whole


def test_the_interpreter_is_free_meanwhile() -> None:
    """Another thread runs while the extension works."""
    if BACKENDS[0].name == "twin":
        pytest.skip("the twin holds the interpreter")
    cancel = Cancel()
    counted: list[int] = []

    def count() -> None:
        while not cancel.cancelled and len(counted) < 1000:
            counted.append(1)
        cancel.cancel()

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(Cancelled):
        for_ever(lambda flag: deals("atout-pique", 1 << 20, cancel=flag), cancel)
    thread.join()
    assert len(counted) == 1000


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (lambda: deals("atout-pique", 0), "count must be from 1"),
        (lambda: deals("atout-pique", 1 << 40), "count must be from 1"),
        (lambda: deals("atout-pique", 1, seed=-1), "seed must be"),
        (lambda: deals("atout-pique", 1, seed=1 << 64), "seed must be"),
        (lambda: deals("no such table", 1), "unknown-profile"),
        (lambda: Batch("atout-pique", 0), "items must be"),
        (lambda: playouts(Position.of(played("pique", 1, 0).match), repeats=0), "repeats must be"),
        (lambda: playouts(Position.of(played("pique", 1, 0).match), repeats=1 << 40), "number of playouts"),
        (lambda: playouts(Position.of(played("pique", 1, 0).match), share=1.5), "share must be"),
        (lambda: Worlds(played("pique", 1, 0).view(1)).sample(-1), "count must be"),
    ],
)
def test_nonsense_is_refused(work: Callable[[], object], reason: str) -> None:
    """Numbers out of range are refused with their name, before anything is done."""
    with pytest.raises(ValueError, match=reason):
        work()


def test_malformed_buffers_are_refused() -> None:
    """The extension checks by itself what could make it leave its buffers."""
    native = pytest.importorskip("atout.kernel._native", reason="the extension was not built")
    from atout.kernel import words

    game, flag = words.game(Game("atout-pique")), bytearray(1)
    with pytest.raises(ValueError, match="bytes where"):
        native.deals(True, game[:-1], 1, 0, 0, bytearray(8), bytearray(4), flag)
    with pytest.raises(ValueError, match="bytes where"):
        native.deals(True, game, 2, 0, 0, bytearray(8), bytearray(4), flag)
    with pytest.raises(ValueError, match="malformed"):
        native.deals(True, bytes(len(game)), 1, 0, 0, bytearray(8), bytearray(4), flag)
    with pytest.raises((BufferError, TypeError)):
        native.deals(True, game, 1, 0, 0, bytes(8), bytes(4), flag)
    with pytest.raises(TypeError):
        native.deals(True, game, 1, 0, 0, 8, 4, flag)
