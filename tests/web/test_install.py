"""On a phone's home screen: manifest, icons, the worker that keeps the shell and never what a table says."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect
from tests.web.browsing import Visitor

import atout.server

WEB = Path(atout.server.__file__).with_name("web")
Visit = Callable[..., Visitor]


def test_manifest() -> None:
    """Each icon is there, of the size it says; one of them may be cut to any shape."""
    manifest: dict[str, Any] = json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        drawn = (WEB / icon["src"].removeprefix("/web/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert drawn.startswith(b"<svg")


@pytest.mark.parametrize("address", ["/", "/sheet", "/review", "/rules", "/no-such-page"])
def test_every_page_can_be_installed(host: str, address: str) -> None:
    """It names the manifest and has colours for the bar above it."""
    page = requests.get(host + address, timeout=30).text
    assert 'rel="manifest"' in page
    assert page.count('name="theme-color"') == 2


def kept(page: Page) -> list[str]:
    """The paths the worker has kept."""
    found: list[str] = page.evaluate(
        """async () => {
          const names = await caches.keys();
          const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return all.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )
    return found


def test_without_a_network(visit: Visit) -> None:
    """Any page says what is the matter, in one's language, by itself; nothing but the shell was kept."""
    visitor = visit(lang="en")
    page = visitor.page
    page.goto("/")
    page.wait_for_selector("body[data-state=ready]")
    page.evaluate("navigator.serviceWorker.ready.then(({ active }) => active.state)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()
    page.wait_for_selector("body[data-state=ready]")
    page.wait_for_function("() => caches.match('/web/js/lobby.mjs').then(Boolean)")
    paths = kept(page)
    assert "/offline" in paths
    assert not [path for path in paths if not path.startswith(("/web/", "/offline"))]
    visitor.context.set_offline(True)
    page.goto("/sheet")
    expect(page.get_by_role("heading", level=1)).to_have_text("Offline")
    visitor.context.set_offline(False)
    page.get_by_role("link", name="lobby").last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Play cards")
    visitor.faults.clear()


def test_over_plain_http(visit: Visit) -> None:
    """Where the connection is not secure there is no worker, and all the rest works."""
    visitor = visit()
    visitor.context.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    page = visitor.page
    page.goto("/")
    page.wait_for_selector("body[data-state=ready]")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)") == 0
    page.get_by_role("button", name="Jouer").click()
    page.wait_for_selector("body[data-state=ready] #hand")
