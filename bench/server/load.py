"""Puts a table server under load: ``python -m bench.server.load [pace flat-out storm memory] [--save]``.

The server runs in a process of its own on one core; the players, real WebSocket clients, on others. Tables of four
are prepared in the file before it starts. Every figure is measured by the players, but for the server's own memory and
processor time. One JSON object a line goes to standard output; ``--save`` keeps them in ``bench/results``.

``pace``: everybody plays as people do. ``flat-out``: as fast as it goes. ``storm``: all connections are cut and come
back at once. ``memory``: what a connection costs at rest. ``loop_ms`` tells how fast the machine was meanwhile: the
milliseconds a fixed loop of Python takes.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import os
import platform
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from tests.server.running import free_port
from websockets.asyncio.client import ClientConnection, connect

from atout.server.facts import Occupant, Opening
from atout.server.seats import Place, Seats
from atout.server.store import StoredTable
from atout.server.store.sqlite import SqliteStore

RULES = "pique"
SEATS = 4


class Heard(msgspec.Struct):
    """What a player looks at in a frame."""

    type: str
    n: int = 0
    ok: bool = True
    id: str = ""
    code: str = ""
    legal: tuple[str, ...] = ()


_decoder = msgspec.json.Decoder(Heard)
REPORTS: list[dict[str, object]] = []
RESULTS = Path(__file__).parents[1] / "results"
KINDS = ("memory", "pace", "flat-out", "storm")


class Seat:
    """A player: acts when it is asked, at the pace of its table."""

    def __init__(self, game: Game, number: int, connection: ClientConnection) -> None:
        self.game = game
        self.number = number
        self.connection = connection
        self.n = 0

    async def listen(self) -> None:
        """Hears every frame until the connection ends."""
        game = self.game
        async for frame in self.connection:
            heard = _decoder.decode(frame)
            if heard.type == "update" or heard.type == "view":
                self.n = max(self.n, heard.n)
                game.arrived(self, heard.n)
                if heard.legal:
                    await game.asked(self, heard)
                elif b'"kind":"deal"' in (frame if isinstance(frame, bytes) else frame.encode()):
                    await game.deal(self)
            elif heard.type == "answer" and not heard.ok:
                game.load.refused[heard.code] += 1


class Game:
    """A table of the load: when each act was sent, and when it came to each seat."""

    def __init__(self, load: Load, table: str, links: Sequence[str]) -> None:
        self.load = load
        self.table = table
        self.links = links
        self.seats: list[Seat] = []
        self.sent: dict[int, float] = {}
        self.count = 0
        self._asked = -1

    def arrived(self, seat: Seat, n: int) -> None:
        """An update came to a seat."""
        sent = self.sent.get(n)
        if sent is not None:
            self.load.latencies.append(time.perf_counter() - sent)

    async def asked(self, seat: Seat, heard: Heard) -> None:
        """A seat may act."""
        if heard.n <= self._asked or self.load.over:
            return
        self._asked = heard.n
        token = random.choice([token for token in heard.legal if token != "misdeal"])
        asyncio.get_running_loop().create_task(self._act(seat, heard.n, token))

    async def _act(self, seat: Seat, n: int, token: str) -> None:
        if self.load.pace:
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.load.pace)
        if self.load.over:
            return
        self.count += 1
        self.load.acts += 1
        self.sent[n + 1] = time.perf_counter()
        self.sent.pop(n - 3, None)
        await seat.connection.send(self.message(seat, n, token))

    def message(self, seat: Seat, n: int, token: str) -> str:
        """An act as it is sent, upon update ``n``."""
        return f'{{"type":"act","id":"{seat.number}-{self.count}-{n}","expect":{n},"token":"{token}"}}'

    async def deal(self, seat: Seat) -> None:
        """The next deal: asked for by one of them."""
        if seat.number == 1 and not self.load.over:
            self.count += 1
            await seat.connection.send(f'{{"type":"next","id":"d{self.count}-{seat.n}"}}')


class Load:
    """All tables, and what was measured. Another server has seats and games of its own, at addresses of its own."""

    seat = Seat
    game = Game

    def __init__(self, port: int, tables: dict[str, list[str]], pace: float) -> None:
        self.port = port
        self.pace = pace
        self.over = False
        self.acts = 0
        self.latencies: list[float] = []
        self.refused: dict[str, int] = defaultdict(int)
        self.games = [self.game(self, table, links) for table, links in tables.items()]
        self.listening: list[asyncio.Task[None]] = []

    def address(self, game: Game, link: str) -> tuple[str, dict[str, str]]:
        """Where a seat joins, and the headers that say which it is."""
        path = f"/api/tables/{game.table}/socket?lang=en&since=0"
        return f"ws://127.0.0.1:{self.port}{path}", {"Authorization": f"Bearer {link}"}

    async def join(self, at_once: int = 100) -> float:
        """Everybody joins; returns the seconds it took until all had their view."""
        gate, begun = asyncio.Semaphore(at_once), time.perf_counter()

        async def one(game: Game, number: int, link: str) -> Seat:
            async with gate:
                address, headers = self.address(game, link)
                connection = await connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                    max_queue=None,
                    open_timeout=60,
                )
                return self.seat(game, number, connection)

        joined = await asyncio.gather(
            *(one(game, number, link) for game in self.games for number, link in enumerate(game.links, 1))
        )
        for seat in joined:
            seat.game.seats.append(seat)
            self.listening.append(asyncio.get_running_loop().create_task(seat.listen()))
        while any(seat.n == 0 for seat in joined):
            await asyncio.sleep(0.01)
        return time.perf_counter() - begun

    async def cut(self) -> None:
        """Every connection is cut, without a word."""
        for task in self.listening:
            task.cancel()
        await asyncio.gather(*self.listening, return_exceptions=True)
        for game in self.games:
            for seat in game.seats:
                seat.connection.transport.abort()
            game.seats.clear()
        self.listening.clear()
        await asyncio.sleep(0.5)


async def prepare(path: Path, tables: int, seats: int) -> dict[str, list[str]]:
    """Tables of people, and the secrets of their seats."""
    store = SqliteStore.open(path)
    keys = Seats(store)
    links: dict[str, list[str]] = {}
    players = tuple(Occupant("person", f"Player {seat}") for seat in range(1, seats + 1))
    for number in range(tables):
        table = f"load{number}"
        await store.create(StoredTable(table, Opening(RULES, players), time.time()))
        links[table] = list(await asyncio.gather(*(keys.new_link(Place(table, seat)) for seat in range(1, seats + 1))))
    await store.close()
    return links


@contextmanager
def serving(path: Path, core: str) -> Iterator[tuple[int, int]]:
    """The server while inside: its port and process."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.server.serving", str(path), str(port), core])
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int) -> None:
    """Waits until something listens there; raises ``TimeoutError`` after ten seconds."""
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def resident(pid: int) -> float:
    """Megabytes of memory a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def processor(pid: int) -> float:
    """Seconds of processor time a process has used, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share of all do not exceed, in milliseconds."""
    ranked = sorted(values)
    return round(1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))], 2) if ranked else 0.0


def report(name: str, **figures: object) -> None:
    """Prints one line of figures, and keeps it."""
    REPORTS.append({"name": name, **figures, "loop_ms": loop_ms(), "load": round(os.getloadavg()[0], 1)})
    print(json.dumps(REPORTS[-1]), flush=True)


def loop_ms() -> float:
    """How fast one core is now: milliseconds for a million steps of a loop, the best of five."""

    def once() -> float:
        begun = time.perf_counter()
        for _ in range(1_000_000):
            pass
        return 1000 * (time.perf_counter() - begun)

    return round(min(once() for _ in range(5)), 1)


async def steady(load: Load, pid: int, seconds: float, name: str) -> None:
    """Everybody plays for a while; the first seconds do not count."""
    await load.join()
    await asyncio.sleep(min(5.0, seconds / 3))
    load.latencies.clear()
    acts, used, begun = load.acts, processor(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - begun
    acts, used = load.acts - acts, processor(pid) - used
    latencies = load.latencies
    load.over = True
    report(
        name,
        tables=len(load.games),
        sockets=len(load.games) * SEATS,
        seconds=round(took, 1),
        acts_per_s=round(acts / took, 1),
        deliveries_per_s=round(len(latencies) / took),
        p50_ms=percentile(latencies, 0.5),
        p99_ms=percentile(latencies, 0.99),
        server_cpu=round(used / took, 3),
        cpu_us_per_act=round(1e6 * used / max(1, acts)),
        resident_mb=round(resident(pid), 1),
        refused=dict(load.refused),
    )


async def storm(load: Load, pid: int) -> None:
    """All connections are cut and come back at once."""
    await load.join()
    await asyncio.sleep(2)
    await load.cut()
    used = processor(pid)
    seconds = await load.join(at_once=2000)
    load.over = True
    sockets = len(load.games) * SEATS
    report("storm", sockets=sockets, seconds=round(seconds, 2), server_cpu_s=round(processor(pid) - used, 2))


async def memory(load: Load, pid: int) -> None:
    """What a connection costs, tables included, at rest."""
    load.over = True
    before = resident(pid)
    await load.join()
    await asyncio.sleep(2)
    sockets = len(load.games) * SEATS
    after = resident(pid)
    report(
        "memory",
        sockets=sockets,
        base_mb=round(before, 1),
        resident_mb=round(after, 1),
        kb_per_socket=round(1000 * (after - before) / sockets, 1),
    )


def run(kind: str, options: argparse.Namespace, cores: list[int]) -> None:
    """One kind of load, on a server and a file of its own."""
    several = len(cores) > 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "load.sqlite"
        tables = asyncio.run(prepare(path, options.tables, SEATS))
        with serving(path, str(cores[0]) if several else "-") as (port, pid):
            if several:
                os.sched_setaffinity(0, set(cores[1:]))
            load = Load(port, tables, options.pace if kind == "pace" else 0.0)
            match kind:
                case "storm":
                    asyncio.run(storm(load, pid))
                case "memory":
                    asyncio.run(memory(load, pid))
                case _:
                    asyncio.run(steady(load, pid, options.seconds, kind))


def main() -> None:
    """Runs kinds of load and prints their figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"{', '.join(KINDS)}; all of them if none is named")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds between two acts of a table")
    parser.add_argument("--save", action="store_true", help="keep the figures in bench/results")
    options = parser.parse_args()
    unknown = set(options.kinds) - set(KINDS)
    if unknown:
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else 65536, hard))
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    for kind in options.kinds or KINDS:
        run(kind, options, cores)
    if options.save:
        save("server")


def save(name: str) -> None:
    """Keeps what was reported in ``bench/results``, with the day and the machine."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    about = {
        "date": today,
        "python": platform.python_version(),
        "processor": processor_name(),
        "cores": os.cpu_count(),
    }
    path = RESULTS / f"{name}-{today}.json"
    path.write_text(json.dumps({**about, "figures": REPORTS}, indent=2) + "\n", encoding="utf-8")
    print(f"written: bench/results/{path.name}")


def processor_name() -> str:
    """What the machine calls its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


if __name__ == "__main__":
    main()
