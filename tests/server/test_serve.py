"""`atout serve` as people start it: what it says, how it ends, and one plain sentence for whatever is in the way."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from tests.server.running import Player, open_table
from tests.terminal.session import COMMAND, environment
from websockets.exceptions import ConnectionClosed

from atout.__main__ import main
from atout.cli import serve
from atout.server import network
from atout.server.store import Store
from atout.server.store.sqlite import SqliteStore

READY = re.compile(r"http://(127\.0\.0\.1:\d+)/")


@contextmanager
def serving(home: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and where it listens."""
    called = [*COMMAND, *words, "--port", "0", "--no-open"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
    process = subprocess.Popen(called, env=environment(home), cwd=home, text=True, **pipes)  # type: ignore[call-overload]
    try:
        assert process.stdout is not None
        found = READY.search(process.stdout.readline())
        assert found, process.communicate()
        yield process, found[1]
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def ended(*words: str) -> int:
    """The exit code of a call in this process."""
    try:
        return main(["serve", "--lang=en", *words])
    except SystemExit as stop:
        return int(stop.code or 0)


@pytest.mark.parametrize(("words", "how"), [([], signal.SIGINT), (["serve"], signal.SIGTERM)])
def test_a_server_starts_and_ends(tmp_path: Path, words: list[str], how: signal.Signals) -> None:
    """Plain `atout` is a server too: it says where, makes its file, answers, and ends in order with exit code 0."""
    with serving(tmp_path, *words) as (process, host):
        with urllib.request.urlopen(f"http://{host}/") as answer:
            assert answer.status == 200
        process.send_signal(how)
        told, logged = process.communicate(timeout=20)
    assert process.returncode == 0
    assert told.splitlines()[-1] == "Les tables sont fermées, tout est enregistré."
    assert (tmp_path / ".local/share/atout/atout.sqlite3").stat().st_mode & 0o777 == 0o600
    assert {json.loads(line)["event"] for line in logged.splitlines()} == {"request", "draining"}


def test_who_plays_is_told(tmp_path: Path) -> None:
    """At the end sockets are told that the server drains and closed with 1012; the table is there when it is back."""

    async def play(host: str, process: subprocess.Popen[str] | None) -> str:
        player = await Player.join(host, table, link)
        if process is None:
            await player.close()
            return json.dumps(player.scene["table"])
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            await player.until(lambda _: False, 20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        return player.frames[-1]

    with serving(tmp_path) as (process, host):
        opened = open_table(host, "piques-a-trois", "mbb")
        table, link = opened["table"], opened["links"]["1"]
        told = json.loads(asyncio.run(play(host, process)))
        assert (told["type"], told["code"]) == ("closing", "draining")
        process.communicate(timeout=20)
    with serving(tmp_path) as (_, host):
        assert table in asyncio.run(play(host, None))


def test_a_second_server_says_who_is_in_the_way(tmp_path: Path) -> None:
    """The same file is not served twice."""
    with serving(tmp_path):
        called = [*COMMAND, "serve", "--port=0", "--lang=en"]
        second = subprocess.run(
            called, env=environment(tmp_path), capture_output=True, text=True, check=False, timeout=60
        )
    assert second.returncode == 2
    assert second.stderr.startswith("Another atout has the tables of ")
    assert second.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port=70000"], "There is no port 70000: they go from 0 to 65535."),
        (["--grace=-1"], "The grace goes from 0 to 600 seconds."),
        (["--sockets-per-table=0"], "At least one connection has to be allowed."),
        (["--host=192.0.2.77", "--database=mine"], "Cannot listen on the address 192.0.2.77: "),
        (["--database=.", "--port=0"], "Cannot open .: it is a folder."),
        (["--database=postgresql://db/atout", "--port=0"], "postgresql:/db/atout: tables are kept in a file of this"),
        (["--database=text/x", "--port=0"], "Cannot open text/x: "),
        (["--database=text", "--port=0"], "text cannot be used as a database: "),
        (["--database=other", "--port=0"], "other cannot be used as a database: "),
        (["--backup=text", "--database=fine"], "text exists and is not replaced."),
        (["--backup=new", "--database=text"], "text is not a database, or is damaged. Nothing was copied."),
        (["--backup=new", "--database=missing"], "Cannot open missing: no such file."),
        (["--backup=nowhere/new", "--database=fine"], "Cannot open nowhere/new: no such file."),
    ],
)
def test_one_sentence_for_what_is_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    """… on standard error, exit code 2; what was there before is untouched."""
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("Dear diary, " * 1000, encoding="utf-8")
    with sqlite3.connect("other") as other:
        other.execute("create table recipes (name text)")
    other.close()
    asyncio.run(_made(Path("fine")))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name in ("text", "other", "fine")}
    assert ended(*words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(said)
    assert told.err.count("\n") == 1
    assert {name: Path(name).read_bytes() for name in before} == before
    assert not Path("new").exists()


async def _made(path: Path) -> None:
    store: Store = SqliteStore.open(path)
    await store.put("greeting", b"hello")
    await store.close()


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that was asked for is not replaced by another one."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert ended(f"--port={port}", f"--database={tmp_path / 'x'}") == 2
    assert capsys.readouterr().err.startswith(f"Port {port} is taken on 127.0.0.1. ")


def test_the_next_free_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """… is taken when nobody asked for one, and none when all are."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(network, "PORT", port)
        with network.listen("127.0.0.1", None) as bound:
            assert port < bound.getsockname()[1] < port + network.PORTS_TRIED
        monkeypatch.setattr(network, "PORTS_TRIED", 1)
        with pytest.raises(OSError, match="in use"):
            network.listen("127.0.0.1", None)


def test_a_copy_while_it_runs(tmp_path: Path) -> None:
    """The copy holds what was there, is one file for its owner alone, and can be served."""
    with serving(tmp_path) as (_, host):
        table = open_table(host, "euchre-a-trois", "mbb")["table"]
        called = [*COMMAND, "serve", "--backup", "copy.sqlite3"]
        done = subprocess.run(
            called, cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Copie faite\u00a0: copy.sqlite3 (")
        open_table(host, "euchre-a-trois", "mbb")

    async def tables() -> list[str]:
        store = SqliteStore.open(tmp_path / "copy.sqlite3")
        found = [stored.table for stored in await store.recent(10)]
        await store.close()
        return found

    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite3"]
    assert (tmp_path / "copy.sqlite3").stat().st_mode & 0o777 == 0o600
    assert asyncio.run(tables()) == [table]


def test_the_first_start_offers_the_network(tmp_path: Path) -> None:
    """On a terminal, once: no by default. The link is printed, and Ctrl-C is polite."""
    words = ["-m", "atout", "--port=0", "--no-open", "--lang=en"]
    for first in (True, False):
        child = pexpect.spawn(sys.executable, words, env=environment(tmp_path), cwd=str(tmp_path), timeout=30)
        if first:
            child.expect(r"Open to phones on the same network too\? \(y/N\) ")
            child.sendline("")
            child.expect("To open to others later: atout serve --lan")
        child.expect(r"The tables are open: http://127\.0\.0\.1:\d+/\r\n")
        assert first or "phones" not in str(child.before)
        child.expect("Ctrl-C to stop")
        child.sendintr()
        child.expect("The tables are closed, everything is saved.")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0


def test_nobody_need_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question nobody answers does not keep the tables closed."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as silent, os.fdopen(writing, "w") as typed:
        monkeypatch.setattr("sys.stdin", silent)
        assert serve._answer(0.05) is None
        typed.write("y\n")
        typed.flush()
        assert serve._answer(5.0) == "y\n"


def test_the_address_on_the_network() -> None:
    """It is nobody's own machine; links and QR codes are made for it."""
    address = network.lan_address()
    assert address is None or not address.startswith("127.")
    assert network.link("192.168.1.20", 8080) == "http://192.168.1.20:8080/"
    assert network.link("::1", 80) == "http://[::1]/"
    svg = network.qr_svg("http://192.168.1.20:8080/")
    assert svg.startswith("<svg")
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    rows = network.qr_text("http://192.168.1.20:8080/").splitlines()
    assert len({len(row) for row in rows}) == 1


def test_help_needs_no_server() -> None:
    """`atout --help` loads nothing of it."""
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules)); import atout.cli.entry as e; e.run(['-h'])"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert not {"starlette", "uvicorn", "atout.server", "sqlite3", "asyncio"} & set(said.stdout.split())
