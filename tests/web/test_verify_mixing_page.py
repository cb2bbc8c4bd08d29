"""Pages mix seeds into deals by themselves: both of two, also after a reload, and nobody waits long for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from tests.web.browsing import Visitor


def phases(visitor: Visitor) -> list[str]:
    """The phases of the deal's fairness, as the table told them."""
    told = [message["scene"]["table"]["verified"] for message in visitor.heard if "table" in message.get("scene", {})]
    return [shown["phase"] for shown in told if shown]


def answers(visitor: Visitor) -> list[dict[str, Any]]:
    """What the table answered to what a page sent: to a commitment, to a seed, to an act."""
    return [message for message in visitor.heard if message["type"] == "answer"]


def test_two_pages_mix_in(visit: Callable[..., Visitor]) -> None:
    """Each commits unasked, reveals when the deal is asked for, and shows who did."""
    one, two = visit(lang="fr"), visit(lang="en")
    opened = one.sit_down("euchre-a-trois target=1000", "mpb")
    two.go(opened["links"]["2"])
    for visitor in (one, two):
        expect(visitor.page.locator("#verified")).to_contain_text("1 2")
    one.page.reload()
    one.page.wait_for_selector("body[data-state=ready]")
    one.page.locator("#choices button").first.click()
    for visitor in (one, two):
        visitor.page.wait_for_selector("#hand button, #hand [role=button]")
    one.wait_to_read(lambda: [len(answers(visitor)) for visitor in (one, two)], [3, 2])  # and one asked for the deal
    assert [answer for visitor in (one, two) for answer in answers(visitor) if not answer["ok"]] == []
    assert phases(two)[-2:] == ["reveal", "dealt"]


def test_nothing_is_sent_that_is_not_wanted(visit: Callable[..., Visitor]) -> None:
    """Somebody who plays alone is dealt to at once and asked for no seed: the page sends none, nor after a reload."""
    visitor = visit()
    sent: list[str | bytes] = []
    visitor.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    visitor.sit_down("euchre-a-trois", "mbb")
    visitor.wait_for_me()
    visitor.page.reload()
    visitor.wait_for_me()
    assert set(phases(visitor)) <= {"dealing", "dealt"}
    assert sent == []
