"""Score sheets over HTTP: written on in turn, kept whatever happens, shown to who has the link."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.server.running import running
from tests.server.test_serve import serving

from atout.families import parse
from atout.referee.lines import Dealer, Made, Names, Numbers, Ruling, Scores, Undo
from atout.referee.sheet import Misplaced, Sheet
from atout.server.sheets import kept, routes
from atout.server.sheets.kept import Changed, Full, Sheets
from atout.server.store import Unsaved
from atout.server.store.memory import MemoryStore
from atout.server.store.sqlite import SqliteStore

LINES = [
    Names(("Ana", "Bob", "Cléo")),
    Dealer(2),
    Numbers((5, 6, 4)),
    Numbers((7, 6, 4)),
    Ruling(2, -10, "carte montrée"),
    Undo(),
    Scores((3, 5, 8), (3, 5, 9)),
]

Ask = Callable[..., tuple[int, Any]]


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """A server."""
    with running() as address:
        yield address


@pytest.fixture
def ask(host: str) -> Ask:
    """Asks the server of the module."""
    return lambda path, wish=None, **more: asked(host, path, wish, **more)


def asked(
    host: str, path: str, wish: Any = None, *, lang: str = "en", raw: bool = False, **headers: str
) -> tuple[int, Any]:
    """The status and the answer of a request."""
    data = None if wish is None else json.dumps(wish).encode()
    request = urllib.request.Request(
        f"http://{host}{path}?lang={lang}", data, {"content-type": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            return answer.status, body.decode() if raw else json.loads(body)
    except urllib.error.HTTPError as error:
        body = error.read()
        return error.code, json.loads(body) if body else error.headers["etag"]


def begun(ask: Ask, rules: str = "piques-a-trois", **more: Any) -> str:
    """A new sheet; the path of its API."""
    status, answer = ask("/api/sheets", {"rules": rules, "names": ["Ana", "Bob", "Cléo"], **more})
    assert status == 201
    return f"/api{answer['url'].replace('/sheet/', '/sheets/')}"


def wrote(ask: Ask, sheet: str, *lines: dict[str, Any]) -> dict[str, Any]:
    """The sheet after some lines."""
    _, shown = ask(sheet)
    for line in lines:
        status, answer = ask(f"{sheet}/lines", {"version": shown["version"], "line": line})
        assert status == 200, answer
        shown = answer["sheet"]
    return dict(shown)


# --- a sheet from its first line to its last --------------------------------------------------------------------------


def test_a_deal(ask: Ask) -> None:
    """Bids are locked before the tricks; the count has its lines; what was said comes back in words."""
    sheet = begun(ask, dealer=2)
    shown = wrote(ask, sheet, {"type": "numbers", "values": [5, 6, 4]})
    assert shown["asked"]["kind"] == "tricks"
    assert shown["asked"]["text"] == "Deal 1, dealer: Bob. Tricks"
    assert [row["kind"] for row in shown["rows"]] == ["open"]
    status, answer = ask(
        f"{sheet}/lines", {"version": shown["version"], "line": {"type": "numbers", "values": [5, 6, 4]}}
    )
    assert (status, answer["text"]) == (422, "2 tricks are missing: 15 instead of 17.")
    status, answer = ask(
        f"{sheet}/lines", {"version": shown["version"], "line": {"type": "numbers", "values": [7, 6, 4]}}
    )
    assert answer["told"].startswith("Deal 1. Dealer: Bob.")
    row = answer["sheet"]["rows"][0]
    assert [cell["points"] for cell in row["cells"]] == [52, 60, 40]
    assert [line["code"] for line in row["cells"][0]["lines"]] == ["contract", "overtricks"]
    assert row["written"]["won"] == [7, 6, 4]
    assert answer["sheet"]["totals"] == [52, 60, 40]


def test_a_deal_put_right_undone_and_redone(ask: Ask) -> None:
    """An earlier deal is corrected and all counted again; the line is taken back, and written again."""
    sheet = begun(ask)
    first = {"type": "scores", "bids": [5, 6, 4], "won": [7, 6, 4]}
    before = wrote(ask, sheet, first, first)
    right = {"type": "correct", "deal": 1, "line": {"type": "scores", "bids": [5, 6, 4], "won": [4, 9, 4]}}
    after = wrote(ask, sheet, right)
    assert before["totals"][0] - after["totals"][0] == 102
    assert wrote(ask, sheet, {"type": "undo"})["totals"] == before["totals"]
    again = wrote(ask, sheet, {"type": "redo"})
    assert (again["totals"], again["undo"], again["redo"]) == (after["totals"], True, False)


def test_trump_is_made(ask: Ask) -> None:
    """A maker with his trump, everybody passing, a deal thrown in, a ruling: each a row of its kind."""
    sheet = begun(ask, "euchre-a-trois")
    shown = wrote(
        ask,
        sheet,
        {"type": "made", "maker": 2, "tricks": 5, "trump": 1},
        {"type": "all-passed"},
        {"type": "thrown-in"},
        {"type": "ruling", "side": 1, "points": -1, "reason": "#1 \n late"},
    )
    assert [row["kind"] for row in shown["rows"]] == ["counted", "void", "void", "ruling"]
    written = {"bids": None, "won": [0, 5, 0], "maker": 2, "tricks": 5, "trump": "H"}
    written |= {"bid": None, "out": [], "blind": [], "may_be_blind": []}
    assert shown["rows"][0]["written"] == written
    assert shown["rows"][-1]["remark"] == "ruling: #1 late"
    assert shown["totals"] == [-1, 2, 0]


def test_what_other_games_tell_of_a_deal(ask: Ask) -> None:
    """A lone maker, a bid, tricks by seat with somebody out, a suit without a maker; what is asked says which."""
    sheet = begun(ask, "euchre", names=[])
    shown = wrote(ask, sheet, {"type": "made", "maker": 2, "tricks": 5, "alone": True})
    assert shown["asks"] == {
        "bids": False, "contract": False, "moon": False, "by_seat": False, "alone": True, "no_trump": False,
        "makerless": None,
    }  # fmt: skip
    assert shown["rows"][0]["written"]["out"] == [4]
    assert shown["totals"] == [0, 4]
    shown = wrote(ask, begun(ask, "bid-euchre", names=[]), {"type": "made", "maker": 1, "tricks": 6, "moon": True})
    assert (shown["asks"]["contract"], shown["asks"]["moon"], shown["totals"]) == (True, True, [12, 0])
    assert shown["asks"]["no_trump"]
    made = {"type": "made", "maker": 1, "tricks": 3, "bid": 4, "no_trump": True}
    shown = wrote(ask, begun(ask, "bid-euchre", names=[]), made)
    assert (shown["rows"][0]["written"]["trump"], shown["totals"]) == ("NT", [-4, 3])
    sheet = begun(ask, "buck-euchre")
    deals = (
        {"type": "made", "maker": 2, "tricks": [1, 4, None], "bid": 3},
        {"type": "made", "maker": None, "tricks": [2, 3, 0], "trump": 3},
    )
    shown = wrote(ask, sheet, *deals)
    assert (shown["asks"]["by_seat"], shown["asks"]["makerless"]) == (True, 3)
    assert shown["totals"] == [12, 8, 20]


def test_taken_home(ask: Ask) -> None:
    """The record is one that the core reads, and a new sheet goes on with it; the spreadsheet names no secret."""
    sheet = begun(ask)
    shown = wrote(ask, sheet, {"type": "scores", "bids": [5, 6, 4], "won": [7, 6, 4]})
    _, record = ask(f"{sheet}/record", raw=True)
    assert Sheet.read(record).match.standing.totals == tuple(shown["totals"])
    _, answer = ask("/api/sheets", {"record": record})
    _, again = ask(f"/api/sheets/{answer['sheet']}")
    assert (again["totals"], again["players"]) == (shown["totals"], shown["players"])
    _, csv = ask(f"{sheet}/csv", raw=True)
    assert csv.startswith("\ufeffdeal,dealer,side")
    assert "Cléo" in csv


# --- several phones ---------------------------------------------------------------------------------------------------


def test_the_same_line_is_written_once(ask: Ask) -> None:
    """An answer that was lost on the way: the line sent again is known."""
    sheet = begun(ask)
    line = {"version": 0, "line": {"type": "numbers", "values": [5, 6, 4]}}
    for _ in range(2):
        status, answer = ask(f"{sheet}/lines", line)
        assert (status, answer["sheet"]["version"], len(answer["sheet"]["rows"])) == (200, 1, 1)


def test_of_many_phones_one_writes(ask: Ask) -> None:
    """Lines made on the same version: one is taken, the others hear that the sheet has changed."""
    sheet = begun(ask)

    def write(bid: int) -> tuple[int, Any]:
        return ask(f"{sheet}/lines", {"version": 0, "line": {"type": "numbers", "values": [bid, 6, 4]}})

    with ThreadPoolExecutor(8) as phones:
        answers = list(phones.map(write, range(1, 9)))
    assert sorted(status for status, _ in answers) == [200] + [409] * 7
    refused = next(answer for status, answer in answers if status == 409)
    assert refused == {
        "code": "sheet-changed",
        "text": "The sheet has changed meanwhile: nothing was written. Here is how it stands now.",
    }
    assert ask(sheet)[1]["version"] == 1


def test_a_link_to_look_only(ask: Ask) -> None:
    """It shows the sheet and does not lead to the one that writes."""
    sheet = begun(ask)
    _, links = ask(f"{sheet}/links")
    assert links["write"]["qr"].startswith("<svg")
    watch = "/api/sheets/" + links["watch"]["url"].rsplit("/", 1)[1]
    _, shown = ask(watch)
    assert (shown["writes"], shown["undo"]) == (False, False)
    status, answer = ask(f"{watch}/lines", {"version": 0, "line": {"type": "thrown-in"}})
    assert (status, answer["code"]) == (403, "sheet-to-read")
    assert set(ask(f"{watch}/links")[1]) == {"watch"}


def test_nothing_new(host: str, ask: Ask) -> None:
    """Who has the newest version is sent nothing, in each language."""
    sheet = begun(ask)
    with urllib.request.urlopen(f"http://{host}{sheet}?lang=en") as answer:
        tag = answer.headers["etag"]
    assert ask(sheet, **{"if-none-match": tag}) == (304, tag)
    assert ask(sheet, lang="fr", **{"if-none-match": tag})[0] == 200
    wrote(ask, sheet, {"type": "thrown-in"})
    assert ask(sheet, **{"if-none-match": tag})[0] == 200


@pytest.mark.parametrize(
    ("path", "wish", "status", "code"),
    [
        ("/api/sheets", {"rules": "tarot"}, 422, "rules"),
        ("/api/sheets", {"rules": "pique", "names": ["Ana"]}, 422, "sheet"),
        ("/api/sheets", {"rules": "pique", "dealer": 7}, 422, "sheet"),
        ("/api/sheets", {"record": "nothing"}, 422, "sheet"),
        ("/api/sheets", {"record": 5}, 400, "malformed"),
        ("/api/sheets", {"colour": "red"}, 400, "malformed"),
        ("/api/sheets/nobody", None, 404, "no-sheet"),
        ("/api/sheets/nobody/lines", {"version": 0, "line": {"type": "undo"}}, 404, "no-sheet"),
    ],
)
def test_refused_at_the_door(ask: Ask, path: str, wish: Any, status: int, code: str) -> None:
    """Each with a sentence."""
    answered, answer = ask(path, wish)
    assert (answered, answer["code"]) == (status, code)
    assert answer["text"]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ({"type": "quit"}, 400),
        ({"type": "numbers", "values": ["5"]}, 400),
        ({"type": "numbers", "values": [5, 6, 4], "more": 1}, 400),
        ({"type": "ruling", "side": 1, "points": 10**9, "reason": ""}, 400),
        ({"type": "correct", "deal": 1, "line": {"type": "undo"}}, 400),
        ({"type": "numbers", "values": [5, 6]}, 422),
        ({"type": "numbers", "values": [5, 6, 99]}, 422),
        ({"type": "undo"}, 422),
        ({"type": "made", "maker": 1, "tricks": 3}, 422),
        ({"type": "correct", "deal": 4, "line": {"type": "thrown-in"}}, 422),
    ],
)
def test_a_bad_line_changes_nothing(ask: Ask, line: dict[str, Any], status: int) -> None:
    """It is refused with a sentence, and the version stays."""
    sheet = begun(ask)
    answered, answer = ask(f"{sheet}/lines", {"version": 0, "line": line})
    assert (answered, bool(answer["text"])) == (status, True)
    assert ask(sheet)[1]["version"] == 0


# --- nothing is lost --------------------------------------------------------------------------------------------------


async def written(sheets: Sheets, *lines: Any) -> str:
    """The secret of a sheet with some lines on it."""
    secret, opened = await sheets.begin(Sheet.blank(parse("piques-a-trois")))
    for version, line in enumerate(lines):
        await sheets.write(opened, version, line)
    return secret


def test_kept_in_the_store(tmp_path: Path) -> None:
    """After a restart the sheet is the same, and so is what may be taken back."""

    async def go() -> None:
        store = SqliteStore.open(tmp_path / "sheets.sqlite3")
        secret = await written(Sheets(store), *LINES)
        record = (await Sheets(store).find(secret))[0].sheet.record()  # type: ignore[index]
        await store.close()
        store = SqliteStore.open(tmp_path / "sheets.sqlite3")
        sheets = Sheets(store)
        found = await sheets.find(secret)
        assert found is not None
        opened, writes = found
        assert writes
        assert (opened.sheet.record(), opened.version) == (record, len(LINES))
        await sheets.write(opened, len(LINES), Undo())
        await sheets.write(opened, len(LINES) + 1, Undo())
        page = opened.sheet.open_page
        assert page is not None
        assert (page.number, opened.book.may_redo) == (1, True)
        await store.close()

    asyncio.run(go())


def test_killed(tmp_path: Path) -> None:
    """kill -9 right after a line was acknowledged: it is there."""
    with serving(tmp_path, "serve") as (process, host):
        status, answer = asked(host, "/api/sheets", {"rules": "piques-a-trois"})
        assert status == 201
        sheet = f"/api/sheets/{answer['sheet']}"
        status, answer = asked(host, f"{sheet}/lines", {"version": 0, "line": {"type": "numbers", "values": [5, 6, 4]}})
        assert status == 200
        process.send_signal(signal.SIGKILL)
        process.wait()
    with serving(tmp_path, "serve") as (_, host):
        assert asked(host, sheet)[1]["rows"] == answer["sheet"]["rows"]


class FullDisk(MemoryStore):
    """A store that cannot write for a while."""

    full = False

    async def put(self, name: str, value: bytes) -> None:
        """Stores, unless the disk is full."""
        if self.full:
            raise Unsaved("no room")
        await super().put(name, value)


def test_a_full_disk() -> None:
    """A line that cannot be stored is not on the sheet; later it can be written."""

    async def go() -> None:
        store = FullDisk()
        sheets = Sheets(store)
        secret, opened = await sheets.begin(Sheet.blank(parse("euchre-a-trois")))
        store.full = True
        with pytest.raises(Unsaved):
            await sheets.write(opened, 0, Made(1, 3))
        assert (opened.version, opened.sheet.pages, opened.book.may_undo) == (0, (), False)
        store.full = False
        await sheets.write(opened, 0, Made(1, 3))
        assert (await Sheets(store).find(secret))[0].version == 1  # type: ignore[index]

    asyncio.run(go())


def test_versions_and_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line on another version, or on a full sheet, is refused; so is one that has no place."""

    async def go() -> None:
        sheets = Sheets(MemoryStore())
        _, opened = await sheets.begin(Sheet.blank(parse("piques-a-trois")))
        await sheets.write(opened, 0, Numbers((5, 6, 4)))
        for version in (0, 2, 99):
            with pytest.raises(Changed):
                await sheets.write(opened, version, Numbers((7, 6, 4)))
        with pytest.raises(Misplaced):
            await sheets.write(opened, 1, Scores((1, 1, 1), (7, 6, 4)))
        monkeypatch.setattr(kept, "MOST_LINES", 1)
        with pytest.raises(Full):
            await sheets.write(opened, 1, Numbers((7, 6, 4)))
        two = Sheet.blank(parse("piques-a-trois")).write(Ruling(1, 5)).write(Ruling(2, 5))
        with pytest.raises(Full):
            await sheets.begin(two)

    asyncio.run(go())


def test_a_long_sheet_does_not_stop_the_tables(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sheets are read, counted and shown beside the loop that serves the tables; one that is too long is refused."""
    threads: list[str] = []

    def watched(what: Callable[..., Any]) -> Callable[..., Any]:
        def beside(*given: Any, **more: Any) -> Any:
            threads.append(threading.current_thread().name)
            return what(*given, **more)

        return beside

    monkeypatch.setattr(Sheet, "read", watched(Sheet.read))
    for name in ("show", "told_since", "sheet_csv"):
        monkeypatch.setattr(routes, name, watched(getattr(routes, name)))
    record = Sheet.blank(parse("piques-a-trois")).write(Scores((5, 6, 4), (7, 6, 4))).record()
    status, begun = ask("/api/sheets", {"record": record})
    assert status == 201
    path = f"/api/sheets/{begun['sheet']}"
    assert ask(path)[0] == ask(f"{path}/csv", raw=True)[0] == 200
    assert ask(f"{path}/lines", {"version": 0, "line": {"type": "numbers", "values": [5, 6, 4]}})[0] == 200
    assert len(threads) >= 6
    assert all(name.startswith("atout-pages") for name in threads)
    monkeypatch.setattr(kept, "MOST_LINES", 0)
    status, refused = ask("/api/sheets", {"record": record})
    assert (status, refused["code"]) == (422, "sheet-full")
    status, refused = ask("/api/sheets", {"record": " " * routes.MOST_SHEET})
    assert (status, refused["code"]) == (413, "too-large")


def test_one_value_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody shares it while somebody has it, also when others have pushed it out of those kept at hand."""

    async def go() -> None:
        monkeypatch.setattr(kept, "_MOST_OPEN", 2)
        sheets = Sheets(MemoryStore())
        secret, opened = await sheets.begin(Sheet.blank(parse("piques-a-trois")))
        for _ in range(4):
            await sheets.begin(Sheet.blank(parse("piques-a-trois")))
        both = await asyncio.gather(sheets.find(secret), sheets.find(secret))
        assert all(found is not None and found[0] is opened for found in both)

    asyncio.run(go())
