"""The lobby over HTTP: tables opened, listed and joined; whose seat is whose; house rules kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.server.running import Player, running
from tests.server.visits import Browser, browser, open_app, opened, refused
from websockets.asyncio.client import connect

from atout.families import PROFILES, family_of
from atout.names import called, named
from atout.server.facts import Occupant
from atout.server.lobby import MOST_OPTIONS
from atout.server.seats import MOST_SAVED, Guests, HouseRules
from atout.server.store.memory import MemoryStore


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """A server for all tests of this file."""
    with running(app=open_app()) as listening:
        yield listening


async def view_of(host: str, client: Browser, table: str) -> dict[str, Any]:
    """What a browser's socket is told first, by its cookies."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"Cookie": cookies} if cookies else {}
    socket = await connect(
        f"ws://{host}/api/tables/{table}/socket",
        additional_headers=headers,
        origin=f"http://{host}",  # type: ignore[arg-type]
        compression=None,
    )
    player = Player(socket)
    await player.hear()
    await player.close()
    view: dict[str, Any] = json.loads(player.frames[0])
    return view


def held(host: str, client: Browser, table: str) -> int | None:
    """The seat a browser's cookies hold."""
    seat: int | None = asyncio.run(view_of(host, client, table))["seat"]
    return seat


# --- what there is to choose from -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en", "fr-CA"])
def test_the_first_page_has_everything(host: str, language: str) -> None:
    """Games with names and summaries, levels; nothing of anybody yet."""
    offer = browser(host).get(f"/api/lobby?lang={language}").json()
    assert [info["profile"] for info in offer["profiles"]] == list(PROFILES)
    assert offer["lang"] == language
    assert offer["mine"] == offer["saved"] == []
    assert offer["reachable"] is False
    assert offer["address"] is None


def test_the_browsers_language(host: str) -> None:
    """… is spoken when none is asked for; French to all who speak neither."""
    for accepted, language in (("en-GB,en", "en"), ("fr-CA", "fr-CA"), ("fr-FR,en", "fr"), ("de,it", "fr"), ("", "fr")):
        assert browser(host).get("/api/lobby", headers={"accept-language": accepted}).json()["lang"] == language


def test_rules_as_one_chooses(host: str) -> None:
    """A spec, a summary, a form; conflicts by field."""
    chosen = browser(host).post("/api/rules?lang=en", json={"profile": "pique", "options": {"target": "300"}}).json()
    assert (chosen["ok"], chosen["rules"], chosen["players"]) == (True, "pique target=300", 4)
    options = {"players": "3", "suicide": "yes"}
    chosen = browser(host).post("/api/rules?lang=en", json={"profile": "pique", "options": options}).json()
    assert chosen["conflicts"] == {"suicide": "Suicide: for pairs only."}
    assert max(len(family_of(profile).options) for profile in PROFILES) < MOST_OPTIONS
    options = {f"option{number}": "1" for number in range(MOST_OPTIONS + 1)}
    refused(browser(host).post("/api/rules", json={"profile": "pique", "options": options}), 400, "malformed")
    told = refused(browser(host).post("/api/rules?lang=en", json={"profile": "tarot"}), 422, "rules")
    assert told.startswith("Unknown game: tarot.")


def test_house_rules_wait_for_the_browser_that_saved_them(host: str) -> None:
    """… under their names, in a new form each time; others do not see them; a name can be given up."""
    mine, other = browser(host), browser(host)
    for rules in ("pique target=300", "pique target=400"):
        assert mine.post("/api/house-rules", json={"name": " Chez  nous ", "rules": rules}).status_code == 200
    (kept,) = mine.get("/api/lobby?lang=fr").json()["saved"]
    assert (kept["name"], kept["rules"]) == ("Chez nous", "pique target=400")
    assert kept["summary"].endswith("Objectif : 400 points.")
    assert other.get("/api/lobby").json()["saved"] == []
    refused(mine.post("/api/house-rules", json={"name": "x", "rules": "pique target=x"}), 422, "rules")
    assert mine.post("/api/house-rules", json={"name": "Chez nous"}).json() == []
    refused(mine.post("/api/house-rules", json={"name": "\u200b \u3164", "rules": "pique"}), 400, "malformed")


def test_not_without_end() -> None:
    """Of too many house rules the oldest go."""

    async def save() -> list[str]:
        house = HouseRules(MemoryStore())
        for number in range(MOST_SAVED + 3):
            await house.save("g", f"n{number}", "pique")
        return [saved.name for saved in await house.all("g")]

    names = asyncio.run(save())
    assert len(names) == MOST_SAVED
    assert names[0] == "n3"


# --- whose seat is whose ----------------------------------------------------------------------------------------------


def test_who_opens_a_table_sits_there(host: str) -> None:
    """… and nobody else does: others watch."""
    mine, other = browser(host), browser(host)
    table = opened(mine, "piques-a-trois", "mbb", name="Zoé")
    assert (table["seat"], set(table["links"])) == (1, {"1"})
    assert held(host, mine, table["table"]) == 1
    assert held(host, other, table["table"]) is None
    (listed,) = mine.get("/api/lobby").json()["mine"]
    assert (listed["table"], listed["mine"], listed["names"]) == (table["table"], 1, ["Zoé"])
    assert all(listed["table"] != table["table"] for listed in other.get("/api/tables").json()), "not public"


def test_a_link_gives_the_seat(host: str) -> None:
    """… to the browser that comes by it; the seat is taken from then on."""
    mine, friend = browser(host), browser(host)
    table = opened(mine, "piques-a-trois", "mpb")
    assert table["invitations"]["2"]["url"] == f"http://{host}{table['links']['2']}"
    assert table["invitations"]["2"]["qr"].startswith("<svg")
    came = friend.get(table["links"]["2"])
    assert (came.status_code, came.headers["location"]) == (303, table["url"])
    assert held(host, friend, table["table"]) == 2
    assert held(host, mine, table["table"]) == 1
    refused(mine.post(f"/api/tables/{table['table']}/links", json={"seat": 2}), 409, "seat-taken")


def test_cookies_cleared_but_link_kept(host: str) -> None:
    """The link gives the seat again, as often as it is used."""
    mine = browser(host)
    table = opened(mine, "euchre-a-trois", "mbb")
    mine.cookies.clear()
    assert held(host, mine, table["table"]) is None
    mine.get(table["links"]["1"])
    assert held(host, mine, table["table"]) == 1


def test_a_look_at_a_link_takes_no_seat(host: str) -> None:
    """What messengers fetch to show a preview leaves the seat free for whom it is meant."""
    mine, preview = browser(host), browser(host)
    table = opened(mine, "piques-a-trois", "mpb", visibility="public")
    preview.get(table["links"]["2"])
    (listed,) = (found for found in mine.get("/api/tables").json() if found["table"] == table["table"])
    assert listed["free"] == [2]
    assert held(host, preview, table["table"]) == 2
    (listed,) = (found for found in mine.get("/api/tables").json() if found["table"] == table["table"])
    assert listed["free"] == []


def test_a_strangers_name_gives_nothing(host: str) -> None:
    """Somebody who calls himself like a player gets no seat, and not the name either."""
    mine, stranger = browser(host), browser(host)
    table = opened(mine, "piques-a-trois", "mpb", name="Ana", visibility="public")["table"]
    refused(stranger.post(f"/api/tables/{table}/seats", json={"name": "ANA"}), 409, "name-taken")
    refused(stranger.post(f"/api/tables/{table}/seats", json={"name": "Ana", "seat": 1}), 409, "seat-taken")
    assert held(host, stranger, table) is None
    taken = stranger.post(f"/api/tables/{table}/seats", json={"name": "Léa"}).json()
    assert taken["seat"] == 2
    assert held(host, stranger, table) == 2
    refused(stranger.post(f"/api/tables/{table}/seats", json={}), 409, "seated-already")
    refused(browser(host).post(f"/api/tables/{table}/seats", json={}), 409, "seat-taken")


def test_a_table_by_link_is_not_open_to_all(host: str) -> None:
    """… and only who sits there may invite."""
    table = opened(browser(host), "piques-a-trois", "mpb", visibility="link")["table"]
    refused(browser(host).post(f"/api/tables/{table}/seats", json={}), 403, "not-public")
    refused(browser(host).post(f"/api/tables/{table}/links", json={"seat": 2}), 403, "seat-needed")


def test_who_opens_a_table_for_others_keeps_the_right_to_rule(host: str) -> None:
    """… by cookie, by the host's link, beside a seat he takes later; he invites, and finds the table again."""

    def shown(client: Browser) -> tuple[int | None, bool]:
        view = asyncio.run(view_of(host, client, table["table"]))
        return view["seat"], view["host"]

    mine, other, friend = browser(host), browser(host), browser(host)
    table = opened(mine, "piques-a-trois", "ppb")
    assert table["seat"] is None
    assert shown(mine) == (None, True)
    assert shown(friend) == (None, False)
    other.get(table["host"])
    assert shown(other) == (None, True)
    assert [listed["mine"] for listed in mine.get("/api/lobby").json()["mine"]] == [None]
    friend.get(mine.post(f"/api/tables/{table['table']}/links", json={"seat": 2}).json()["link"])
    assert shown(friend) == (2, False)
    mine.get(table["links"]["1"])
    assert shown(mine) == (1, True)
    assert len(mine.get("/api/lobby").json()["mine"]) == 1

    async def rules(link: str) -> tuple[bool, str | None]:
        player = await Player.join(host, table["table"], link)
        answer = await player.ask("rule", side=2, points=-10, reason="")
        await player.close()
        return answer["ok"], answer.get("code")

    assert asyncio.run(rules(table["links"]["2"])) == (False, "host-only")
    assert asyncio.run(rules(table["host"])) == (True, None)
    assert opened(browser(host), "piques-a-trois", "mpb")["host"] is None


def test_a_lost_link_is_replaced(host: str) -> None:
    """Whoever sits at the table makes another; both lead there."""
    mine, friend = browser(host), browser(host)
    table = opened(mine, "piques-a-trois", "mpb")
    again = mine.post(f"/api/tables/{table['table']}/links", json={"seat": 2}).json()
    assert again["link"] != table["links"]["2"]
    friend.get(again["link"])
    assert held(host, friend, table["table"]) == 2


def test_two_at_once_for_one_seat(host: str) -> None:
    """One of them gets it."""
    table = opened(browser(host), "piques-a-trois", "mpb", visibility="public")["table"]

    def ask(client: Browser) -> int:
        return client.post(f"/api/tables/{table}/seats", json={"seat": 2}).status_code

    with ThreadPoolExecutor() as people:
        assert sorted(people.map(ask, [browser(host) for _ in range(6)])) == [200, 409, 409, 409, 409, 409]


def test_a_cookie_that_is_not_ours_is_nobody(host: str) -> None:
    """Forged, cut, of another server: nobody's."""
    mine = browser(host)
    table = opened(mine, "piques-a-trois", "mbb")["table"]
    ((name, value),) = mine.cookies.items()
    assert value
    other = Guests(b"another key" * 3)
    for forged in (value[:-1], value + "x", "", "\\", other.sign("me"), value.replace(".", "")):
        assert held(host, browser(host, **{name: forged}), table) is None, forged
    assert held(host, browser(host, **{name: value}), table) == 1


def test_what_is_stored_opens_nothing() -> None:
    """The store holds no link and no cookie: hashes of the ones, a key for the others."""
    store = MemoryStore()
    with running(app=open_app(store)) as host:
        client = browser(host)
        table = opened(client, "piques-a-trois", "mpb")
        names, values = list(store._named), b"".join(store._named.values())
        for link in table["links"].values():
            assert link.removeprefix("/seat/") not in repr(names) + repr(values)
        assert client.cookies
        assert not any(str(cookie.value) in repr(names) for cookie in client.cookies)


# --- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"rules": "pique", "seats": [], "x": 1}, 400, "malformed"),
        ({"rules": "pique", "seats": [{"kind": "me"}]}, 422, "seats"),
        ({"rules": "tarot", "seats": []}, 422, "rules"),
        ({"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "me"}]}, 422, "one-me"),
        ({"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "bot", "level": "zen"}]}, 422, "no-level"),
        (
            {"rules": "pique players=2", "seats": [{"kind": "me"}, {"kind": "person"}], "visibility": "solo"},
            422,
            "solo",
        ),
        (
            {"rules": "pique players=2", "name": "bob", "seats": [{"kind": "me"}, {"kind": "bot", "name": "Bob"}]},
            422,
            "same-names",
        ),
        (
            {"rules": "pique players=2", "name": "Player 2", "seats": [{"kind": "me"}, {"kind": "person"}]},
            422,
            "same-names",
        ),
        ({"rules": "pique players=2", "name": "x" * 41, "seats": [{"kind": "me"}, {"kind": "bot"}]}, 400, "malformed"),
    ],
)
def test_tables_that_cannot_be(host: str, wish: dict[str, object], status: int, code: str) -> None:
    """… are refused with a code and a sentence."""
    refused(browser(host).post("/api/tables", json=wish), status, code)


def test_names_are_one_harmless_line(host: str) -> None:
    """A name steers no display."""
    mine = browser(host)
    opened(mine, "pique players=2", "mb", name="Z\n\u202eoé  ")
    assert mine.get("/api/lobby").json()["mine"][0]["names"] == ["Z ?oé"]


@pytest.mark.parametrize("path", ["/api/tables/none/record", "/api/tables/none/proof"])
def test_a_table_that_is_not(host: str, path: str) -> None:
    """There is nothing to take home from it, nor a seat."""
    refused(browser(host).get(path), 404, "no-table")
    refused(browser(host).post("/api/tables/none/seats", json={}), 404, "no-table")


def test_invitations_lead_where_others_can_come() -> None:
    """A friend cannot use an address that means one's own machine; where the network knows us, that is given."""
    with running(app=open_app(address="http://192.168.7.7:8080/")) as host:
        client = browser(host)
        url = opened(client, "piques-a-trois", "mpb")["invitations"]["2"]["url"]
        assert url.startswith("http://192.168.7.7:8080/seat/")
        offer = client.get("/api/lobby").json()
        assert offer["address"]["url"] == "http://192.168.7.7:8080/"
        assert offer["reachable"] is True
        named = browser(host)
        named.headers.update({"host": "cards.example", "origin": "https://cards.example"})
        assert opened(named, "piques-a-trois", "mpb")["invitations"]["2"]["url"].startswith(
            "http://cards.example/seat/"
        )


def test_a_bot_makes_room_for_a_name() -> None:
    """Whoever is called as the bot of some seat keeps that name; each bot has one of its own."""
    bob, bot, deep = Occupant("person", "bob"), Occupant("bot", "", "casual"), Occupant("bot", "Deep", "strong")

    def names(language: str, *occupants: Occupant) -> tuple[str, ...]:
        return called(language, [who.known_as for who in occupants])

    assert names("fr", bob, bot, bot) == ("bob", "Ana", "Cléo")
    assert names("en", Occupant("person", "Ana"), bot, Occupant("open")) == ("Ana", "Bob", "")
    assert names("fr", bot, deep, bot) == ("Ana", "Deep", "Cléo")
    assert len(set(names("fr", bob, bot, bot, bot, bot, bot))) == 6
    for like in (" bot:strong ", "Bot:strong", "bot: strong", "b\u200bot:strong", "ｂｏｔ：strong"):
        assert named(like) == ""
