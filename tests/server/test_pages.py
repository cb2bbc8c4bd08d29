"""The written pages: found, refused and told in both languages, without a script, and safe with what people paste."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import pytest
from tests.server.facts import Playing
from tests.server.proved import NAME, proved
from tests.server.running import running
from tests.server.visits import browser, open_app, opened, refused

from atout.families import PROFILES
from atout.interchange import Format, export, load
from atout.proofs import check, read, write
from atout.referee.interview import Interview, conclusion
from atout.say import Speaker
from atout.sentences import foreign_note
from atout.server import pages
from atout.server.store.memory import MemoryStore

EXAMPLES = Path(__file__).parents[2] / "examples"
PATHS = ("/rules", "/check", "/verify", "/fairness", "/rules/pique", "/nothing", "/rules/tarot")
THERE: set[str] = set()
"""Files of pages that were found to be there."""
SOUND = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 3]\n[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1]\n'
HANDS = '[Hands ".A9.5. 2..K.3 Q.K.4."]\n'


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """A server for all tests of this file."""
    with running(app=open_app()) as listening:
        yield listening


def holding(playing: Playing) -> MemoryStore:
    """A store with one table."""
    store = MemoryStore()
    asyncio.run(store.create(playing.stored))
    return store


class Outline(HTMLParser):
    """What a page is made of: its tags, language, headings and links; unclosed tags are an error."""

    VOID = ("meta", "link", "input", "br", "hr", "img")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every such tag."""
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.mark.parametrize("language", ["fr", "en", "fr-CA"])
@pytest.mark.parametrize(
    "path", ["/rules", "/check", "/verify", "/fairness", "/rules/pique", "/nothing", "/rules/tarot"]
)
def test_every_page_has_its_landmarks(host: str, path: str, language: str) -> None:
    """Its language, one heading, main, links to the others, everything from here; sound as a tree."""
    answer = browser(host).get(f"{path}?lang={language}")
    outline = Outline(answer.text)
    assert answer.status_code == {"/nothing": 404, "/rules/tarot": 422}.get(path, 200)
    assert outline.all("html") == [{"lang": language}]
    assert [len(outline.all(tag)) for tag in ("h1", "main", "header", "footer")] == [1, 1, 1, 1]
    assert all(nav["aria-label"] for nav in outline.all("nav") if nav.get("class") != "contents")
    addresses = [link["href"] or "" for link in (*outline.all("a"), *outline.all("link"))]
    addresses += [script["src"] or "" for script in outline.all("script")]
    assert all(re.match(r"[/#](?!/)", address) for address in addresses)
    files = {address for address in addresses if address.startswith("/web") or address.endswith(".css")} - THERE
    for address in files:
        assert browser(host).get(address).status_code == 200, address
    THERE.update(files)


def test_links_lead_somewhere(host: str) -> None:
    """From the list of tables to each one's rules, in the same language."""
    outline = Outline(browser(host).get("/rules?lang=en").text)
    rules = [link["href"] or "" for link in outline.all("a") if (link["href"] or "").startswith("/rules/")]
    assert len(rules) == len(PROFILES)
    for address in rules:
        answer = browser(host).get(address)
        assert answer.status_code == 200
        assert 'lang="en"' in answer.text


def test_rules_of_any_table(host: str) -> None:
    """A whole rules spec may stand in the address."""
    answer = browser(host).get("/rules/atout-pique players=5 target=300?lang=en")
    assert answer.status_code == 200
    assert "target=300" in answer.text


def test_however_many_pages_are_asked_for_one_is_written_at_a_time(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables have their share of the machine."""
    writing, most = 0, 0

    def article(rules_spec: str, language: str) -> tuple[str, str]:
        nonlocal writing, most
        writing += 1
        most = max(most, writing)
        time.sleep(0.02)
        writing -= 1
        return f"<p>{rules_spec}</p>", language

    monkeypatch.setattr(pages, "_rules_article", article)
    client = browser(host)
    with ThreadPoolExecutor(6) as readers:
        answers = readers.map(client.get, [f"/rules/pique target={target}" for target in range(300, 900, 100)])
        assert [answer.status_code for answer in answers] == [200] * 6
    assert most == 1


@pytest.mark.parametrize("path", ["/rules/pique", "/rules.css", "/api/texts", "/web/js/dom.mjs"])
def test_nothing_is_sent_twice(host: str, path: str) -> None:
    """Who has a page already is told that it has not changed; in another language it has."""
    client = browser(host)
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    if path in ("/rules/pique", "/api/texts"):
        other = client.get(f"{path}?lang=en", headers={"if-none-match": first.headers["etag"]})
        assert other.status_code == 200


# --- what people paste ------------------------------------------------------------------------------------------------


def paragraphs(page: str) -> list[str]:
    """The sentences of a page's result."""
    found = re.search(r'<h2 id="result">.*?</section>', page, re.DOTALL)
    assert found, page
    return [unescape(re.sub("<[^>]+>", "", said)) for said in re.findall(r"<p>(.*?)</p>", found[0], re.DOTALL)]


def test_a_record_is_refereed(host: str) -> None:
    """A fault is told with its correction; a sound game is told to be; both keep what was pasted."""
    bad = SOUND + HANDS + "1: AH 2S QS\n"
    answer = browser(host).post("/check?lang=en", data={"check": bad})
    assert answer.status_code == 200
    assert paragraphs(answer.text)[0].startswith("Fault, deal 1, trick 15 (line 5, column 10).")
    assert "AH 2S QS" in unescape(answer.text)
    fine = browser(host).post("/check?lang=en", data={"check": SOUND + HANDS + "1: AH 2S KH\n"})
    assert paragraphs(fine.text)[0].startswith("All is in order")


def test_british_a_fault_with_the_benny_is_told_by_its_own_name(host: str) -> None:
    tags = '[Deal 1] [Dealer 4] [Trump H] [Maker 1] [Alone no] [Won "1 1 1 0"] [Leader 1]'
    bad = f'[Rules "euchre-britannique"]\n{tags}\n[Hands ".A.A. ...J+BJ K..Q. Q..J."]\n1: AH JC\n'
    answer = browser(host).post("/check?lang=en", data={"check": bad})
    assert "must follow suit in hearts: Benny." in " ".join(paragraphs(answer.text))


def test_games_of_other_programs_are_refereed(host: str) -> None:
    """The page knows their formats; what is to be told of them comes first, a fault with its place in the file."""
    egn = (EXAMPLES / "euchre.egn").read_text(encoding="utf-8")
    for text, status, told in (
        (egn, 200, "Not kept: title."),
        (egn.replace('"Qc", "Jc", "Ac"', '"Qc", "Ad", "Ac"'), 200, "deals[0].phases[1].tricks[0][1]: Player 4, ace of"),
        (egn.replace('"upCard": "Qh"', '"upCard": "Q"'), 422, "deals[0].initialState.upCard: unknown card: Q."),
        ("Dear Ana,", 422, "This is no game. Expected: a recorded game (.atout), Euchre Game Notation (.egn) or PTN"),
    ):
        answer = browser(host).post("/check?lang=en", data={"check": text})
        assert answer.status_code == status
        assert paragraphs(answer.text)[0].startswith(told)


HELD = re.compile(r'<input type="hidden" name="answer-(.*?)" value="(.*?)">')
"""The answers a form holds, by what they are about."""


def asked(page: str) -> tuple[str, dict[str, str]]:
    """The question a dispute has come to, and the answers the form beside it holds, by what they are about."""
    form = page[page.rindex("<form") :]
    label = re.search(r'<label for="answer">(.*?)</label>', form, re.DOTALL)
    assert label, page
    return unescape(re.sub("<[^>]+>", "", label[1])), {about: unescape(given) for about, given in HELD.findall(form)}


def answered(answers: dict[str, str], **more: str) -> dict[str, str]:
    """The fields of a form with these answers."""
    return {f"answer-{about}": given for about, given in answers.items()} | more


def taken(page: str) -> list[str]:
    """The answers a dispute shows, in order."""
    listed = re.findall(r'<b dir="auto">(.*?)</b>', page[page.index('id="dispute"') :], re.DOTALL)
    return [unescape(re.sub("<[^>]+>", "", given)) for given in listed]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_dispute_is_settled_by_questions(host: str, language: str) -> None:
    """Those of ``atout check --ask``, one at a time, in its words; so is what the referee concludes."""
    wanted = ["euchre-a-trois", "<b>Zoé</b>", "=H", "2", "=D", "=AS", "", "=AC", "=KD"]
    put: dict[str, str] = {}
    answers = iter(wanted)

    def answer(question: str, about: str) -> str:
        put[about] = question
        return next(answers)

    interview = Interview(answer, list[str]().append, language)
    dispute = interview.hold()
    concluded = list(conclusion(interview.speaker, dispute))
    visitor, page = browser(host), browser(host).get(f"/check?lang={language}").text
    kept: dict[str, str] = {}
    for (about, question), given in zip(put.items(), wanted, strict=True):
        assert asked(page) == (question, kept)
        kept |= {about: given}
        page = visitor.post(f"/check?lang={language}", data=answered(kept)).text
    verdict = page[page.index('id="verdict"') :]
    told = [unescape(re.sub("<[^>]+>", "", said)) for said in re.findall(r"<p>(.*?)</p>", verdict, re.DOTALL)]
    assert told[: len(concluded)] == concluded
    assert "<b>Zoé" not in page


def test_an_answer_that_cannot_be_taken_is_asked_for_again(host: str) -> None:
    """… with the reason; the others stay, and each may be changed."""
    visitor, given = browser(host), {"rules": "piques-a-trois", "suspect": "", "trick": "3"}
    page = visitor.post("/check?lang=en", data=answered(given | {"led": "seven of bananas"})).text
    assert asked(page)[1] == given
    assert "seven of bananas is not a card." in unescape(page)
    for nothing in ("", "99"):
        page = visitor.post("/check?lang=en", data=answered(given | {"trick": nothing})).text
        first = {about: given[about] for about in ("rules", "suspect")}
        assert asked(page) == ("Number of the trick in question (1 to 17)?", first)
    page = visitor.post("/check?lang=en", data=answered(given, back="rules")).text
    assert asked(page)[1] == {about: given[about] for about in ("suspect", "trick")}
    assert 'value="piques-a-trois"' in page


def test_a_changed_answer_leaves_the_others(host: str) -> None:
    """All that can still be so stay; asked are only what cannot any more, and what is new: here trump, and a trick."""
    visitor, given = browser(host), {"rules": "piques-a-trois", "suspect": "Ana", "trick": "3", "led": "hearts",
                                     "card": "=2S", "hand": "", "later-4": "=AD", "later-5": "=KH"}  # fmt: skip
    assert "Revoke proved." in (page := visitor.post("/check?lang=en", data=answered(given)).text)
    for back, change, said in (
        ("suspect", "Zoé", "Trick 3: Zoé plays"),  # later questions have another name in them
        ("led", "=QH", "Trick 3: Zoé plays the two of spades on hearts."),
        ("card", "=3C", "plays the three of clubs on hearts."),
    ):
        page = visitor.post("/check?lang=en", data=answered(given, back=back)).text
        assert asked(page)[1] == {about: known for about, known in given.items() if about != back}
        given |= {back: change}
        page = visitor.post("/check?lang=en", data=answered(given)).text
        assert said in unescape(re.sub("<[^>]+>", "", page))
        assert taken(page) == [known or "nothing" for known in given.values()]
        assert dict(HELD.findall(page)) == given
    page = visitor.post(
        "/check?lang=en", data=answered(given | {"trick": "4"})
    ).text  # what was played in trick 5 stays
    assert "Trick 5: Zoé plays the king of hearts." in page
    page = visitor.post("/check?lang=en", data=answered(given | {"card": "=KH"})).text
    assert "No revoke: the king of hearts follows in hearts." in page
    page = visitor.post("/check?lang=en", data=answered(given | {"card": "=3C", "later-4": "=3C"})).text
    assert "The same card twice: three of clubs." in page
    question, kept = asked(page)
    assert question == "Trick 4: which card (Zoé)? An empty line if there is no more."
    assert kept == {about: known for about, known in given.items() if about != "later-4"}
    question, kept = asked(visitor.post("/check?lang=en", data=answered(given | {"rules": "euchre-a-trois"})).text)
    assert (question, kept["led"]) == ("What is trump?", "=QH")


@pytest.mark.parametrize("back", ["3", "led", "²", "9" * 5000])
def test_an_answer_nobody_gave_cannot_be_changed(host: str, back: str) -> None:
    """A page that goes back to one is as it was."""
    given = {"rules": "piques-a-trois", "suspect": "", "trick": "3"}
    answer = browser(host).post("/check?lang=en", data=answered(given, back=back))
    assert answer.status_code == 200
    assert asked(answer.text)[1] == given


def test_a_word_without_end_is_shown_at_once(host: str) -> None:
    """It is read once, not once for each of its letters: that takes longer than a page waits."""
    name = "b" * 80_000
    bad = SOUND.replace("[Deal", f'[Seat 3 "{name}"]\n[Deal', 1) + HANDS + "1: AH 2S QS\n"
    for data in (answered({"rules": "piques-a-trois", "suspect": name}), {"check": bad}):
        answer = browser(host).post("/check?lang=en", data=data)
        assert answer.status_code == 200
        assert f"{name}</b>" in answer.text or f"<p>{name}" in answer.text


def test_a_proof_is_computed_again(host: str) -> None:
    """What agrees, and what does not."""
    proof, _ = proved("piques-a-trois")
    text = write(proof)
    answer = browser(host).post("/verify?lang=en", data={"verify": text})
    assert paragraphs(answer.text)[0] == f"Table {NAME}: 2 deals agree with their commitments."
    assert len(paragraphs(answer.text)) == 3
    other = text.replace(proof.deals[0].seed, "0" * 64)
    told = paragraphs(browser(host).post("/verify?lang=fr", data={"verify": other}).text)
    assert told[0] == f"Table {NAME} : 1 sur 2 donnes : non conforme."
    assert "La graine de la maison n’est pas celle de l’empreinte." in told[1]


@pytest.mark.parametrize("name", ["check", "verify"])
@pytest.mark.parametrize(
    "text", ["", "</textarea><script>alert(1)</script>", '[Rules "<b>"]', "\x00", "{}", "é" * 9999]
)
def test_what_cannot_be_read_is_told(host: str, name: str, text: str) -> None:
    """… in a sentence, and shown back as text, never as a part of the page."""
    answer = browser(host).post(f"/{name}?lang=en", data={name: text})
    assert answer.status_code == 422
    assert paragraphs(answer.text)
    outline = Outline(answer.text)
    assert all("src" in script for script in outline.all("script"))
    assert not outline.all("b")


def test_a_form_without_its_field_is_empty(host: str) -> None:
    """… and a body that is no form is no reason to fail."""
    for content in (b"", b"x=1", b"\xff\xfe", b"&" * 50, b"a=1&" * 50):
        answer = browser(host).post("/check", data=content)
        assert answer.status_code in (400, 422), content


def test_what_is_pasted_is_read_beside_the_tables(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two megabytes of a form in digits take most of a second: the loop that serves the tables goes on meanwhile."""
    threads = []

    def watched(body: bytes, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return parse_qs(body, **more)

    monkeypatch.setattr(pages, "parse_qs", watched)
    for name in ("check", "verify"):
        browser(host).post(f"/{name}", data={name: "x"})
    assert [name[:11] for name in threads] == ["atout-pages"] * 2


# --- what one takes home ----------------------------------------------------------------------------------------------


def test_records_and_proofs_are_downloaded() -> None:
    """Everybody gets what he may see: a proof of what is over, a record without the others' cards."""
    playing = Playing("piques-a-trois", 3)
    playing.play()
    playing.deal()
    with running(app=open_app(holding(playing))) as host:
        table = playing.stored.table
        record = browser(host).get(f"/api/tables/{table}/record")
        proof = browser(host).get(f"/api/tables/{table}/proof")
        page = browser(host).get(f"/verify?table={table}&lang=en")
        nothing = browser(host).get("/verify?table=none&lang=en")
    assert record.headers["content-disposition"] == f'attachment; filename="{table}.atout"'
    assert record.text.count("[Deal ") == 2
    assert '[Hands "? ? ?"]' in record.text, "the running deal's are hidden"
    assert all(verdict.verified for verdict in check(read(proof.text), record.text))
    assert len(read(proof.text).deals) == 1
    assert paragraphs(page.text)[0] == f"Table {table}: 1 deal agrees with its commitment."
    assert unescape(proof.text) in unescape(page.text)
    assert nothing.status_code == 404


def test_another_match_is_asked_for_by_number(host: str) -> None:
    """… and one that was not played is not there."""
    client = browser(host)
    table = opened(client, "piques-a-trois", "mbb")["table"]
    assert client.get(f"/api/tables/{table}/record?match=1").status_code == 200
    for match in ("0", "2", "x", "-1", "9" * 99, "0" * 8 + "12", "0" * 8 + "1" * 5000):
        assert client.get(f"/api/tables/{table}/record?match={match}").status_code == 404, match


def test_the_referee_counts_as_the_command_does() -> None:
    """Cards are counted, not calls; bots are called as at a table."""
    record = (EXAMPLES / "spades.ptn").read_text(encoding="utf-8").replace('[West "Bob"]', '[West "bot:casual"]')
    with running() as host:
        told = unescape(browser(host).post("/check?lang=fr", data={"check": record}).text)
    assert "1 donne, 52 cartes" in told
    assert "Bob et Dan 72" in told


# --- fairness ---------------------------------------------------------------------------------------------------------


def test_the_shuffles_of_this_server() -> None:
    """Deals that are over, by table, with what chance would do beside; the running one is not counted."""
    playing = Playing("euchre-a-trois target=100000", 3)
    playing.play(3)
    playing.deal()
    with running(app=open_app(holding(playing))) as host:
        told = browser(host).get("/fairness?lang=en").text
        french = browser(host).get("/fairness?lang=fr").text
    assert "3 deals counted" in told
    assert "Euchre for three (Euchre à trois), 3 players: 3 deals" in unescape(told)
    outline = Outline(told)
    assert len(outline.all("tr")) == 1 + 6
    assert [head["scope"] for head in outline.all("th")] == ["col"] * 7 + ["row"] * 6
    assert told.count("too early to tell") == 6
    assert "it takes 24" in told
    assert re.search(r"<td class=\"figures\">\d+,\d\d</td>", french)
    assert re.search(r"<td class=\"figures\">\d+\.\d\d</td>", told)


def test_shuffles_are_judged_once_there_are_enough() -> None:
    """With five cards expected of each card at each place, and not before: of few deals the sum tells nothing."""
    playing = Playing("euchre-a-trois target=100000", 3)
    playing.play(24)
    with running(app=open_app(holding(playing))) as host:
        told = browser(host).get("/fairness?lang=en").text
    assert "too early to tell" not in told
    assert re.search(r"chi-square \d+\.\d for 69 degrees of freedom", told)


def test_a_match_is_downloaded_in_other_formats() -> None:
    """Read back it is the same game; what the format loses is told; what it cannot hold is refused in a sentence."""
    for rules, held, refused_in, reason in (
        ("euchre target=deal", "egn", "ptn", "Deal 1: this format has no place for the stock and its turned card."),
        ("bid-euchre", "ptn", "egn", "This format does not hold the game Bid Euchre."),
    ):
        playing = Playing(rules, 4)
        playing.play()
        with running(app=open_app(holding(playing))) as host:
            path = f"/api/tables/{playing.stored.table}/record?lang=en"
            own = load(browser(host).get(path).text).table
            answer = browser(host).get(f"{path}&format={held}")
            refusal = browser(host).get(f"{path}&format={refused_in}")
            unknown = browser(host).get(f"{path}&format=pgn")
        assert answer.headers["content-disposition"].endswith(f'.{held}"')
        found = load(answer.text).table
        assert (found.over, found.total, found.names) == (own.over, own.total, own.names)
        assert [str(event.action) for event in found.events if event.action and not event.action.by_house] == [
            str(event.action) for event in own.events if event.action and not event.action.by_house
        ]
        notes = [foreign_note(Speaker("en"), note) for note in export(own, Format(held))[1]]
        assert unquote(answer.headers.get("atout-notes", "")) == " ".join(notes)
        assert refused(refusal, 409, "format") == reason
        assert unknown.status_code == 400
