"""A job that is cancelled stops within 50 ms, whatever it is doing: it looks at its flag often enough."""

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
from tests.kernel.test_jobs import works
from tests.kernel.test_solve_twin import full_deal

from atout.kernel import BACKENDS, Backend, Cancel, Cancelled
from atout.kernel.jobs import SolveJob
from atout.kernel.tasks import in_thread
from atout.kernel.twin.solve import STEP, Stakes

EACH_BACKEND = pytest.mark.parametrize("backend", BACKENDS, ids=lambda backend: backend.name)
WITHIN = 0.05
TRIES = 6

Work = Callable[[Cancel], object]


def search(sides: int) -> SolveJob:
    """A search that takes minutes: two pairs, or four players each for himself."""
    ground, state, stakes = full_deal(2)
    if sides > 2:
        stakes = Stakes(tuple(range(sides)), stakes.nil, stakes.worth[:1] * sides)
    return SolveJob(ground, state, stakes, 0, 1 << 24, 0, 0.0)


def found(job: SolveJob, backend: Backend, cancel: Cancel) -> None:
    """The search as a job that says when it was cancelled."""
    backend.solve(job, cancel)
    if cancel.cancelled:
        raise Cancelled


def latency(work: Work) -> float:
    """Seconds from a cancel to the end of what runs: the best of some tries, since other work on the machine only
    delays."""
    best = float("inf")
    for number in range(TRIES):
        cancel = Cancel()
        stopped: list[float] = []

        def run(cancel: Cancel = cancel, stopped: list[float] = stopped) -> None:
            try:
                while True:
                    work(cancel)
            except Cancelled:
                stopped.append(time.perf_counter())

        thread = threading.Thread(target=run)
        thread.start()
        time.sleep(0.01 * (number + 1))
        asked = time.perf_counter()
        cancel.cancel()
        thread.join()
        best = min(best, stopped[0] - asked)
        if best < WITHIN:
            break
    return best


@EACH_BACKEND
@pytest.mark.parametrize("sides", [2, 4])
def test_a_search_looks_at_its_flag_every_step(backend: Backend, sides: int) -> None:
    """With its flag set from the start it stops at the first look, after so many nodes and not one more."""
    cancel = Cancel()
    cancel.cancel()
    _, nodes, values = backend.solve(search(sides), cancel)
    assert nodes == STEP
    assert not any(valued.solved for valued in values.values())


@EACH_BACKEND
@pytest.mark.parametrize("name", ["deals", "playouts", "worlds", "walks", "batch"])
def test_jobs_stop_in_time(backend: Backend, name: str) -> None:
    """From the flag to the end of the job."""
    assert latency(works(backend)[name]) < WITHIN


@EACH_BACKEND
@pytest.mark.parametrize("sides", [2, 4])
def test_searches_stop_in_time(backend: Backend, sides: int) -> None:
    """The same for a search."""
    assert latency(partial(found, search(sides), backend)) < WITHIN


def test_a_cancelled_task_stops_its_job() -> None:
    """The thread of a task that is cancelled is told, and the loop was free all the time."""
    ended = threading.Event()

    def work(cancel: Cancel) -> None:
        try:
            found(search(4), BACKENDS[0], cancel)
        finally:
            ended.set()

    async def cancelled() -> None:
        task = asyncio.create_task(in_thread(work))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(ended.wait, 10)

    asyncio.run(cancelled())


def test_a_task_tells_what_its_job_found() -> None:
    """Results and errors come through."""

    def fails(cancel: Cancel) -> None:
        raise ValueError("said")

    assert asyncio.run(in_thread(lambda cancel: 3 - cancel.cancelled)) == 3
    with pytest.raises(ValueError, match="said"):
        asyncio.run(in_thread(fails))
