"""The same load on our server and on boardgame.io's, in turn: ``python -m bench.server.against [--rounds N] [--save]``.

boardgame.io is installed into ``build/boardgame`` by npm. Its server runs a trivial game of four seats (one number that
grows), in memory, on one core, as ours does with a game of cards that is durable before it is acknowledged. The players
are the same programs: each acts when it is its turn, as fast as it goes, and every act is sent to all four seats. What
is compared favours boardgame.io: it stores nothing on a disk, checks one rule, and sends a few numbers.

One JSON object a line goes to standard output; the last one holds the ratios of the medians. ``cpu_us_per_act`` counts
the server's own processor time and hangs little on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from bench.server.load import REPORTS, SEATS, Game, Heard, Load, Seat, prepare, report, save, serving, steady, wait_for
from tests.server.running import free_port

PEER = Path(__file__).with_name("boardgame")
BUILT = Path(__file__).parents[2] / "build" / "boardgame"
JOINED = "40/bench,"
EVENT = "42/bench,"
"""Engine.IO's and Socket.IO's marks: an event in the namespace of the game."""


class Turn(msgspec.Struct):
    """Whose turn it is, as the peer says it."""

    player: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    """The peer's state: its number and whose turn it is."""

    ctx: Turn
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """What the peer answers to somebody who joins."""

    state: State


_parts = msgspec.json.Decoder(list[msgspec.Raw])


class PeerSeat(Seat):
    """A player at the peer's server."""

    async def listen(self) -> None:
        """Shakes hands, then hears every frame until the connection ends."""
        async for frame in self.connection:
            text = frame if isinstance(frame, str) else frame.decode()
            if text == "2":
                await self.connection.send("3")  # ping, pong
            elif text.startswith("0"):
                await self.connection.send(JOINED)
            elif text.startswith(JOINED):
                await self.connection.send(f'{EVENT}["sync","{self.game.table}","{self.number - 1}",null,{SEATS}]')
            elif text.startswith(EVENT):
                await self._hear(_parts.decode(text[len(EVENT) :]))

    async def _hear(self, parts: list[msgspec.Raw]) -> None:
        match msgspec.json.decode(parts[0]):
            case "sync":
                state = msgspec.json.decode(parts[2], type=Synced).state
            case "update":
                state = msgspec.json.decode(parts[2], type=State)
            case _:
                return
        heard = Heard("update", state.number + 1)  # ours begins at 1
        self.n = max(self.n, heard.n)
        self.game.arrived(self, heard.n)
        if state.ctx.player == str(self.number - 1):
            await self.game.asked(self, msgspec.structs.replace(heard, legal=("act",)))


class PeerGame(Game):
    """A match at the peer's server."""

    def message(self, seat: Seat, n: int, token: str) -> str:
        """A move as the peer's clients send it."""
        player = seat.number - 1
        move = (
            f'{{"type":"MAKE_MOVE","payload":{{"type":"{token}","args":[],"playerID":"{player}","credentials":null}}}}'
        )
        return f'{EVENT}["update",{move},{n - 1},"{self.table}","{player}"]'


class PeerLoad(Load):
    """All matches at the peer's server."""

    seat = PeerSeat
    game = PeerGame

    def address(self, game: Game, link: str) -> tuple[str, dict[str, str]]:
        """One address for all: who one is follows."""
        return f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket", {}


def install() -> None:
    """The peer, by npm; nothing to do if it is there. Ends the program with a plain word if it is not to be had."""
    for command in ("node", "npm"):
        if shutil.which(command) is None:
            sys.exit(f"{command} is missing: on Debian, apt-get install nodejs npm")
    BUILT.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", ".npmrc", "server.cjs"):
        shutil.copy(PEER / name, BUILT / name)
    if (BUILT / "node_modules" / "boardgame.io").is_dir():
        return
    npm = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    if subprocess.run(npm, cwd=BUILT, check=False).returncode:
        sys.exit("npm could not install boardgame.io")


@contextmanager
def peer(core: int | None) -> Iterator[tuple[int, int]]:
    """The peer's server while inside: its port and process."""
    port = free_port()

    def keep_to_core() -> None:
        if core is not None:
            os.sched_setaffinity(0, {core})

    process = subprocess.Popen(
        ["node", "server.cjs", str(port)], cwd=BUILT, preexec_fn=keep_to_core, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def ours(tables: int, seconds: float, core: int | None) -> None:
    """One round of our server."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "load.sqlite"
        links = asyncio.run(prepare(path, tables, SEATS))
        with serving(path, "-" if core is None else str(core)) as (port, pid):
            asyncio.run(steady(Load(port, links, 0.0), pid, seconds, "atout"))


def theirs(tables: int, seconds: float, core: int | None) -> None:
    """One round of the peer's."""
    links = {f"load{number}": [""] * SEATS for number in range(tables)}
    with peer(core) as (port, pid):
        asyncio.run(steady(PeerLoad(port, links, 0.0), pid, seconds, "boardgame.io"))


def medians(name: str) -> dict[str, float]:
    """The medians of what was measured of a server."""
    rounds = [figures for figures in REPORTS if figures["name"] == name]
    return {
        key: statistics.median(float(str(figures[key])) for figures in rounds)
        for key in ("acts_per_s", "p50_ms", "p99_ms", "cpu_us_per_act", "resident_mb")
    }


def main() -> None:
    """Rounds of each in turn, and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--save", action="store_true", help="keep the figures in bench/results")
    options = parser.parse_args()
    install()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard != resource.RLIM_INFINITY else 65536, hard))
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    core = cores[0] if len(cores) > 1 else None
    for _ in range(options.rounds):
        for measure in (ours, theirs):
            if core is not None:
                os.sched_setaffinity(0, set(cores))
            measure(options.tables, options.seconds, core)
    us, them = medians("atout"), medians("boardgame.io")
    report("ratio atout / boardgame.io", **{key: round(us[key] / them[key], 3) for key in us})
    if options.save:
        save("boardgame")


if __name__ == "__main__":
    main()
