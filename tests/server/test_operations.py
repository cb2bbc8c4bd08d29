"""Running a server: health, readiness, figures, draining, backups; and logs that hold no card of any game."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import structlog
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send
from tests.server.running import Player, running
from tests.server.visits import Browser, browser, open_app, opened
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from atout.actions import Action
from atout.bots import player
from atout.cards import ALL_CARDS
from atout.match import Match
from atout.server import metrics
from atout.server.backup import NotADatabase, back_up
from atout.server.facts import Sealed
from atout.server.frame import failed
from atout.server.guards import Guard
from atout.server.logs import configure, logger
from atout.server.operations import Watch, drain
from atout.server.store import Unsaved
from atout.server.store.memory import MemoryStore
from atout.server.store.probe import Probe

DOCS = [Path(__file__).resolve().parents[2] / "docs" / name for name in ("hosting.md", "heberger.md")]


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What is logged, instead of where it usually goes."""
    stream = io.StringIO()
    configure(stream)
    yield stream
    structlog.reset_defaults()
    for name in ("uvicorn", "uvicorn.error", "asyncio", "websockets"):
        logging.getLogger(name).handlers, logging.getLogger(name).propagate = [], True


def test_alive_and_ready() -> None:
    """A server that runs says so."""
    with running(app=open_app()) as host:
        assert browser(host).get("/healthz").json() == {"alive": True}
        ready = browser(host).get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"ready": True})


class FullStore(MemoryStore):
    """A disk that fills up."""

    full = False

    async def put(self, name: str, value: bytes) -> None:
        """Stores, as long as there is room."""
        if self.full:
            raise Unsaved("the disk is full")
        await super().put(name, value)


def test_not_ready_when_nothing_can_be_stored() -> None:
    """… but alive; ready again when it can; what was asked meanwhile is refused with a sentence."""
    store = FullStore()
    app = open_app(store)
    with running(app=app) as host:
        app.state.shared.probe.every = 0.0
        client = browser(host)
        store.full = True
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()) == (503, {"ready": False, "why": "store"})
        assert client.get("/healthz").status_code == 200
        wish = {"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        assert client.post("/api/tables", json=wish).json()["code"] == "not-saved"
        store.full = False
        assert client.get("/readyz").status_code == 200


def test_asking_whether_it_is_ready_writes_seldom() -> None:
    """Many who ask at once share one try; what came of it is good for a while, and then no longer."""

    class Counting(FullStore):
        tried = 0

        async def put(self, name: str, value: bytes) -> None:
            self.tried += 1
            await asyncio.sleep(0)
            await super().put(name, value)

    async def test() -> None:
        store, now = Counting(), [100.0]
        probe = Probe(store, every=5.0, clock=lambda: now[0])
        assert await asyncio.gather(*(probe.passes() for _ in range(20))) == [True] * 20
        store.full, now[0] = True, 104.9
        assert await probe.passes()
        assert store.tried == 1
        now[0] = 105.0
        assert await asyncio.gather(*(probe.passes() for _ in range(20))) == [False] * 20
        store.full = False
        assert not await probe.passes()
        now[0] = 110.0
        assert await probe.passes()
        assert store.tried == 3

    asyncio.run(test())


def test_draining() -> None:
    """First not ready, while all goes on; after the grace everybody is told, and the store is closed in order."""
    app, passed, waited = open_app(), Future[None](), list[float]()

    async def grace(seconds: float) -> None:
        waited.append(seconds)
        await asyncio.wrap_future(passed)

    async def play(host: str, table: dict[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        player = await Player.join(host, table["table"], table["links"]["1"])
        draining = asyncio.run_coroutine_threadsafe(drain(app.state.shared, 7.0, grace), loop)
        while not waited:
            await asyncio.sleep(0.01)
        ready = await asyncio.to_thread(browser(host).get, "/readyz")
        assert (ready.status_code, ready.json()["why"]) == (503, "draining")
        assert (await player.ask("read", command="scores"))["type"] == "said"
        passed.set_result(None)
        await player.until(lambda player: '"closing"' in player.frames[-1])
        await asyncio.wrap_future(draining)

    with running(app=_remembering_loop(app)) as host:
        table = opened(browser(host), "piques-a-trois", "mbb")
        asyncio.run(play(host, table, app.state.loop))
    assert waited == [7.0]


def _remembering_loop(app: Starlette) -> ASGIApp:
    """The application, which remembers the loop it runs on."""

    async def remembering(scope: Scope, receive: Receive, send: Send) -> None:
        app.state.loop = asyncio.get_running_loop()
        await app(scope, receive, send)

    return remembering


# --- figures ----------------------------------------------------------------------------------------------------------


def test_figures_are_for_this_machine() -> None:
    """… and not for whoever comes through a proxy."""
    with running(app=open_app()) as host:
        client = browser(host)
        assert client.get("/rules").status_code == 200
        told = client.get("/metrics")
        assert 'atout_http_requests_total{handler="rules",method="GET",status="200"}' in told.text
        assert client.get("/metrics", headers={"x-forwarded-for": "198.51.100.7"}).status_code == 404


def test_refusals_are_counted_by_their_reason() -> None:
    """What the house refuses, and what is stopped at the door before a route is sought."""

    def counts(client: Browser) -> dict[str, float]:
        told = re.findall(r'atout_refused_total{reason="([\w-]+)"} (\S+)', client.get("/metrics").text)
        return {reason: float(count) for reason, count in told}

    with running(app=open_app()) as host:
        client = browser(host)
        before = counts(client)
        assert client.get("/seat/nobody").status_code == 404
        assert client.post("/api/tables", headers={"origin": "http://evil.example"}).status_code == 403
        with pytest.raises(InvalidStatus):
            connect(f"ws://{host}/api/tables/nowhere/socket")
        after = counts(client)
    grown = {reason: count - before.get(reason, 0) for reason, count in after.items()}
    expected = {"no-seat-link": 1, "no-table": 1, "other-site": 1}
    assert {reason: count for reason, count in grown.items() if count} == expected


def test_figures_name_no_path() -> None:
    """A path may be a secret."""
    with running(app=open_app()) as host:
        client = browser(host)
        table = opened(client, "piques-a-trois", "mpb")
        for path in (table["links"]["2"], table["url"], "/seat/nobody", f"/api/tables/{table['table']}/record"):
            client.get(path)
        told = client.get("/metrics").text
    assert table["table"] not in told
    assert table["links"]["2"].removeprefix("/seat/") not in told


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.name)
def test_every_figure_is_documented(document: Path) -> None:
    """… by the name it has, and no other is."""
    known = {name for collected in metrics.REGISTRY.collect() for name in _names(collected)}
    told = set(re.findall(r"`(atout_\w+)", document.read_text(encoding="utf-8")))
    assert told == known


def _names(collected: Any) -> set[str]:
    return {f"{collected.name}_total" if collected.type == "counter" else collected.name}


def test_the_loops_lateness_is_measured() -> None:
    """Somebody who holds the loop is seen."""

    async def late() -> float:
        async with metrics.watching_loop(every=0.01):
            await asyncio.sleep(0.05)
            time.sleep(0.2)  # what nobody should do
            await asyncio.sleep(0.05)
            return float(metrics.LOOP_LAG._value.get())

    assert asyncio.run(late()) > 0.1


# --- logs -------------------------------------------------------------------------------------------------------------

CARD = re.compile("|".join(rf"(?<![A-Za-z0-9])-?{card}(?![A-Za-z0-9])" for card in ALL_CARDS))
"""A card's token as a word of its own."""


class Stumbling:
    """A bot whose every fifth thought is an error that names its cards."""

    thoughts = 0

    def __init__(self, level: str, seed: int) -> None:
        self._bot = player(level, seed)

    def act(self, view: Match, seat: int) -> Action:
        """An action, or an error."""
        Stumbling.thoughts += 1
        if Stumbling.thoughts % 5 == 0:
            raise KeyError(str(view.legal(seat)))
        return self._bot.act(view, seat)


async def play(host: str, table: dict[str, Any]) -> int:
    """Plays a table to its end, trying what is not allowed before each act; returns how often it acted."""
    me, acted = await Player.join(host, table["table"], table["links"]["1"]), 0
    while not me.scene["table"]["over"]:
        if me.legal:
            await me.ask("act", token="2C" if "AS" in me.legal else "AS")
            if me.legal:
                await me.ask("act", token=me.legal[acted % len(me.legal)])
                acted += 1
        elif me.scene["choices"]["kind"] == "deal":
            await me.ask("next")
        else:
            await me.hear(30)
    await me.close()
    return acted


@pytest.mark.parametrize(
    ("rules", "players"), [("pique target=deal", 4), ("pique players=2 target=deal", 2), ("euchre-a-trois target=1", 3)]
)
def test_logs_hold_no_card(logged: io.StringIO, rules: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole games, refused actions, a bot that raises with its cards in the error: JSON, and no card in any line."""
    monkeypatch.setattr("atout.server.house.player", Stumbling)
    monkeypatch.setattr("atout.server.sockets._RATE", 10_000.0)
    with running(app=open_app()) as host:
        table = opened(browser(host), rules, "m" + "b" * (players - 1))
        assert asyncio.run(play(host, table)) > 4
    lines = [json.loads(line) for line in logged.getvalue().splitlines()]
    assert any(line["event"] == "bot failed" and line["error"] == "KeyError" for line in lines)
    assert not [match for line in lines for match in CARD.findall(json.dumps(line))], logged.getvalue()
    assert table["links"]["1"].removeprefix("/seat/") not in logged.getvalue()


def test_what_breaks_is_told_without_its_text(logged: io.StringIO) -> None:
    """A handler that raises: a page, a line with type and place, and nothing of what the error said."""

    async def broken(request: Request) -> Response:
        raise ValueError("AS KH secret")

    app = Starlette(routes=[Route("/broken", broken)])
    app.add_middleware(Watch, failed=failed)
    app.add_middleware(Guard)
    with running(app=app) as host:
        answer = browser(host).get("/broken?lang=en")
    assert answer.status_code == 500
    assert "Something failed here" in answer.text
    assert "content-security-policy" in answer.headers
    (line,) = (json.loads(line) for line in logged.getvalue().splitlines() if "failed" in line)
    assert (line["handler"], line["error"]) == ("broken", "ValueError")
    assert line["where"].endswith(f"broken:{broken.__code__.co_firstlineno + 1}")
    assert "secret" not in logged.getvalue() + answer.text


def test_libraries_fill_nothing_in(logged: io.StringIO) -> None:
    """What they log keeps its form, not its facts."""
    try:
        raise ValueError("AS")
    except ValueError:
        logging.getLogger("asyncio").error("Task %s failed\nwith all this", "AS KH", exc_info=True)
    logger("atout.test").info("fine", seat=2)
    first, second = (json.loads(line) for line in logged.getvalue().splitlines())
    assert first["event"] == "Task %s failed"
    assert (first["error"], first["level"], first["logger"]) == ("ValueError", "error", "asyncio")
    assert second["seat"] == 2
    assert "AS" not in logged.getvalue()


def test_a_terminal_is_told_what_matters() -> None:
    """Requests are not; warnings are."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    configure(stream)
    logger("atout.test").info("request")
    logger("atout.test").warning("look")
    structlog.reset_defaults()
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["look"]


def test_a_log_that_takes_nothing_stops_nothing() -> None:
    """Its disk is full, or whoever read it has gone: what is logged is lost, and nothing else."""

    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "no space left")

    stream = Full()
    configure(stream)
    logger("atout.test").error("not saved")
    logging.getLogger("asyncio").error("nor this")
    stream.close()
    logger("atout.test").error("nor this")
    structlog.reset_defaults()


# --- copies -----------------------------------------------------------------------------------------------------------


def test_a_damaged_database_is_not_copied(tmp_path: Path) -> None:
    """Nothing is left of the attempt."""
    (tmp_path / "x").write_bytes(b"SQLite format 3\0" + b"\1" * 5000)
    with pytest.raises(NotADatabase):
        back_up(tmp_path / "x", tmp_path / "y")
    with pytest.raises(FileNotFoundError):
        back_up(tmp_path / "none", tmp_path / "y")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x"]


def test_secrets_do_not_print() -> None:
    """A seed that is logged by mistake would be a card of every hand: facts are never logged whole."""
    source = "".join(path.read_text(encoding="utf-8") for path in Path(metrics.__file__).parent.rglob("*.py"))
    calls = re.findall(r"_log\.\w+\((.*?)\)\n", source, re.DOTALL)
    assert calls
    assert not [call for call in calls if re.search(r"\b(token|fact|entry|action|seed|secret|text)=", call)]
    assert Sealed("00").seed == "00"
