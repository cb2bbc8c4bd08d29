"""A server of one's own, and Debian's Chromium: nothing is downloaded, and under CI nothing is skipped."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.running import free_port
from tests.web.browsing import Visitor

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-features=Translate",  # asks to translate French pages, and screen readers speak it
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def chromium() -> str:
    """Where Chromium is; skips the test without it, fails it under CI."""
    named = os.environ.get("CHROMIUM")
    for name in (named,) if named else NAMES:
        if found := shutil.which(name):
            return found
    missing = "Chromium is missing: scripts/browser installs it"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="module")  # while it lives this process has an event loop, which other tests want for themselves
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    path = chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server in a process of its own; gives its address."""
    folder: Path = tmp_path_factory.mktemp("served")
    port, log = free_port(), folder / "log.txt"
    serve = [sys.executable, "-m", "atout", "serve", "--port", str(port), "--host", "127.0.0.1", "--no-open"]
    with (
        log.open("w") as out,
        subprocess.Popen(
            [*serve, "--database", str(folder / "tables.sqlite3")], stdin=subprocess.DEVNULL, stdout=out, stderr=out
        ) as process,
    ):
        address = f"http://127.0.0.1:{port}"
        for _ in range(600):
            if process.poll() is not None:
                pytest.fail(f"the server did not start:\n{log.read_text()}")
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/healthz", timeout=5):
                break
            time.sleep(0.05)
        yield address
        process.terminate()


@pytest.fixture
def visit(browser: Browser, host: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; at the end of the test none of their pages may have complained, or asked another host."""
    visitors: list[Visitor] = []

    def new(**more: Any) -> Visitor:
        visitors.append(Visitor(browser, host, **more))
        return visitors[-1]

    yield new
    for visitor in visitors:
        visitor.context.close()
    assert not [fault for visitor in visitors for fault in visitor.faults]
    assert {name for visitor in visitors for name in visitor.hosts} <= {host.removeprefix("http://")}
