"""``atout play --join``: whole deals at a table that a server keeps, cuts, spectators, and links that lead nowhere."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from tests.terminal.online import AGAIN, CUT, FIRST, Joined, Server, wait_for
from tests.terminal.session import plain
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from atout.__main__ import main
from atout.events import DealStarted
from atout.names import LONGEST
from atout.say import Speaker
from atout.sentences import tell
from atout.server.wire import schema
from atout.table import Table
from atout.terminal.online import Online, resolve
from atout.terminal.online.link import delay
from atout.terminal.online.messages import decode, number_of
from atout.terminal.online.seat import LONGEST_CHAT, LONGEST_LEVEL, LONGEST_REASON, MOST_HINTS
from atout.terminal.screen import Screen
from atout.terminal.seat import Asked

Join = Callable[..., Joined]
OVER = re.compile(r"Donne 2\.|Deal 2\.|Entrée pour la donne suivante|Enter for the next deal|revanche, oui|match, yes")
NO_CARD = (None, "n", "4", "=order")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests here."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop(signal.SIGTERM)


@pytest.fixture
def join(tmp_path: Path) -> Iterator[Join]:
    """Joins a table by a link, in a language, at some kind of terminal."""
    with ExitStack() as stack:
        yield lambda link, language="fr", kind="piped": stack.enter_context(
            Joined(tmp_path, link, language=language, kind=kind)
        )


def play(players: list[Joined], *, cards: int = 99) -> None:
    """Everybody plays until the deal is over, or until so many cards are typed."""
    typed = 0

    def over() -> bool:
        nonlocal typed
        typed += sum(player.plays() not in NO_CARD for player in players)
        return typed >= cards or all(OVER.search(player.read()) for player in players)

    wait_for(over, lambda: "\n=====\n".join(player.read() for player in players))


def test_what_is_sent_is_not_too_long() -> None:
    """What the client cuts is what the protocol takes, to the letter."""
    messages = schema()["$defs"]
    assert messages["Chat"]["properties"]["text"]["maxLength"] == LONGEST_CHAT
    assert messages["SeatBot"]["properties"]["level"]["maxLength"] == LONGEST_LEVEL
    assert messages["Rule"]["properties"]["reason"]["maxLength"] == LONGEST_REASON
    assert messages["Hint"]["properties"]["more"]["maximum"] == MOST_HINTS
    assert messages["Settings"]["properties"]["name"]["anyOf"][0]["maxLength"] == LONGEST


def sentences(record: str, seat: int, language: str, names: tuple[str, ...]) -> list[str]:
    """What a seat should have been told of the first deal."""
    speaker = Speaker(language, (*names, Speaker(language).text("word.name.3")), seat or None)
    table = Table.from_record(record)
    view = table.start
    said: list[str] = []
    for event in table.events_seen_by(seat):
        if isinstance(event, DealStarted) and event.number > 1:
            break
        said.append(tell(speaker, event, view))
        view = view.evolve(event)
    return [sentence for sentence in said if sentence]


def told_in_order(player: Joined, expected: list[str]) -> None:
    """Every sentence once, one after another."""
    lines = player.read().replace("\n  ", " ").splitlines()
    told = [line for line in lines if line in expected]
    assert told == expected, player.read()


# --- whole deals ------------------------------------------------------------------------------------------------------


def test_a_deal_through_pipes_while_the_server_is_killed(server: Server, join: Join) -> None:
    """Euchre, French and English, a bot between them: cut off in the middle, nothing is lost and nothing done twice."""
    table = server.table("euchre-a-trois", ["Ana", "Bob", "bot"], pace=300)
    ana = join(table[1])
    ana.until("On attend Bob.")
    bob = join(table[2], "en")
    play([ana, bob], cards=2)
    server.stop()
    for player in (ana, bob):
        player.until(CUT[player.language])
    ana.plays()
    server.start()
    for player in (ana, bob):
        player.until(AGAIN[player.language])
    play([ana, bob])
    record = server.record(str(table["name"]), str(table[1]))
    for seat, player in enumerate((ana, bob), 1):
        told_in_order(player, sentences(record, seat, player.language, ("Ana", "Bob")))
    assert "\x1b" not in ana.read()


def test_a_deal_at_two_keyboards_with_somebody_watching(server: Server, join: Join) -> None:
    """Piques à trois at a terminal that edits lines and at a plain one: talk, leave, a bot stands in, come back."""
    table = server.table("piques-a-trois", ["Ana", "Bob", "bot"], pace=0)
    ana = join(table[1], kind="rich")
    ana.until("On attend Bob.")
    bob, watching = join(table[2], "en", kind="plain"), join(table["table"], "en")
    ana.until("Bob prend place.", FIRST["fr"])
    bob.until(FIRST["en"])
    watching.until("You are watching the table: Ana, Bob")
    ana.types("")
    play([ana, bob], cards=3)

    ana.child.send("\x15roi de")
    wait_for(lambda: ana.read().endswith("roi de"), ana.read)
    bob.types("/say Well done, Ana…")
    ana.until("Bob dit : Well done, Ana…")
    bob.until("You say: Well done, Ana…")
    wait_for(lambda: ana.read().endswith("roi de"), ana.read)  # what is half typed stays
    ana.child.send("\x15")
    wait_for(lambda: not ana.read().endswith("roi de"), ana.read)
    ana.types("h")
    watching.types("s")
    watching.types("4")
    watching.until("Target", "You are watching: ")
    play([ana, bob])

    record = server.record(str(table["name"]), str(table[1]))
    for seat, player in enumerate((ana, bob), 1):
        told_in_order(player, sentences(record, seat, player.language, ("Ana", "Bob")))
    watching.until("Bob says: Well done, Ana…")
    assert watching.ends() == 0
    assert "To see it again: atout play --join http://" in watching.said
    told_in_order(watching, sentences(record, 0, "en", ("Ana", "Bob"))[-20:])

    ana.types("/quitter")
    assert ana.ends() == 0
    assert f"Pour y revenir : atout play --join {table[1]}" in ana.said.replace("\n  ", " ")
    bob.until("Ana is gone.", "A bot may play at seat 1 (Ana): /bot 1")
    bob.types("/bot 1 casual")
    bob.until("A bot plays in place of Ana.")
    ana = join(table[1])
    ana.until("Un robot joue à votre place. Pour la reprendre : /place")
    bob.child.send("\x04")
    assert bob.ends() == 0


def test_a_name_is_asked_for_and_kept(server: Server, join: Join) -> None:
    """Among other people and at a keyboard: the others see it at once, and the next table is not asked again."""
    table, following = (server.table("euchre-a-trois", ["Ana", "", "bot"], pace=0) for _ in range(2))
    ana = join(table[1], kind="plain")
    bob = join(table[2], kind="rich")
    bob.until("Votre nom à la table (Entrée : aucun) ?")
    bob.types("Bob")
    bob.until("Votre nom est Bob.")
    ana.until("Nouveau nom à la table : Bob.")
    bob.child.send("\x04")
    assert bob.ends() == 0
    bob = join(following[2], kind="plain")
    bob.until("Votre nom est Bob.")
    assert "Votre nom à la table" not in bob.read()


def test_a_name_that_is_refused_is_asked_for_again(server: Server, join: Join) -> None:
    """The one kept from the table before, or one just typed; kept is only what a table has taken."""
    table, following, last = (server.table("euchre-a-trois", ["Ana", "", "bot"], pace=0) for _ in range(3))
    asked, refused = "Votre nom à la table (Entrée : aucun) ?", "Ce nom est déjà pris à cette table : Ana."
    bob = join(table[2], kind="plain")
    bob.until(asked)
    bob.types("bot:casual")
    bob.until("Ce nom ne peut pas être pris", asked)
    bob.types("Ana")
    bob.until(refused, asked)
    bob.types("")
    bob.types("/nom Ana")
    bob.until(refused)
    bob.child.send("\x04")
    assert bob.ends() == 0
    bob = join(following[2], kind="plain")
    bob.until(asked)
    bob.types("Bob")
    bob.until("Votre nom est Bob.")
    assert refused not in bob.said
    bob.child.send("\x04")
    assert bob.ends() == 0
    other = server.table("euchre-a-trois", ["Bob", "", "bot"], pace=0)
    bob = join(other[2], kind="plain")
    bob.until("Ce nom est déjà pris à cette table : Bob.", asked)
    bob.types("Zoé")
    bob.until("Votre nom est Zoé.")
    bob.child.send("\x04")
    assert bob.ends() == 0
    bob = join(last[2], kind="plain")
    bob.until("Votre nom est Zoé.")


def test_a_command_is_no_name(server: Server, join: Join) -> None:
    """Where the name is asked for help is near, and so is the way out."""
    table = server.table("euchre-a-trois", ["Ana", "", "bot"], pace=0)
    ana = join(table[1], kind="plain")
    for line, answer in (("?", "/nom"), (" /quitter", "Vous avez quitté la table")):
        bob = join(table[2], kind="plain")
        bob.until("Votre nom à la table (Entrée : aucun) ?")
        bob.types(line)
        bob.until(answer)
        bob.child.send("\x04")
        assert bob.ends() == 0
    assert "Nouveau nom" not in ana.read()


def test_whoever_opened_the_table_rules(server: Server, join: Join) -> None:
    """From the host's link, without a seat: told how, points with a reason, a deal thrown in; players cannot."""
    table = server.table("piques-a-trois", ["Ana", "bot", "bot"], pace=None)
    host, ana = join(table["host"], kind="plain"), join(table[1], "en", kind="plain")
    host.until("Vous regardez la table", "Vous avez ouvert cette table", "/décision")
    ana.until(FIRST["en"])
    assert "/ruling" not in ana.read()
    for line, answer in (
        ("/décision", "/décision annuler"),
        ("/décision 2", "3 : "),
        ("/décision annuler", "Aucune donne n’est en cours."),
        ("/décision 1 −50 carte vue", "Décision de la table, Ana : -50 (carte vue)."),
        ("?", "/décision 2 -50 renonce"),
        ("4", "Vous regardez"),
    ):
        host.types(line)
        host.until(answer)
    ana.until("Ruling of the table, Ana: -50 (carte vue).")
    ana.types("/ruling 1 500")
    ana.until("Unknown command: /ruling 1 500")
    ana.types("")
    host.until("Donne 1.")
    host.types("/décision 1 10")
    host.until("Une donne est en cours.")
    host.types("/décision annuler")
    ana.until("The table throws the deal in.")
    host.child.send("\x04")
    assert host.ends() == 0
    assert f"atout play --join {table['host']}" in host.said.replace("\n  ", " ")


def test_alone_against_bots(server: Server, join: Join) -> None:
    """Advice, undo, one's name, a bot for oneself, help, readings asked back, the end and another match."""
    table = server.table("euchre-a-trois target=deal", ["Ana", "bot", "bot"], pace=0)
    ana = join(table[1], kind="plain")
    ana.until(FIRST["fr"])
    ana.types("")
    wait_for(lambda: ana.new.endswith("? "), ana.read)
    ana.types("p")  # the cards are anybody's: there may be nothing to choose
    wait_for(lambda: re.search("Redemandez pour en savoir plus|Un seul choix : ", ana.read()), ana.read)
    for line, answer in (
        ("?", "/dire Bien joué !"),
        ("/dire", "Dire quelque chose à la table"),
        ("/nom Zoé", "Votre nom est Zoé."),
        ("m", "Aucun temps ne court pour vous."),
        ("/robot 9", "Laisser un robot jouer à sa place"),
        ("/robot 2", "Cette place n’est pas libre"),
        ("/enregistrer", f"La table est gardée par le serveur : {table[1]}"),
        ("accepter", "Aucun jeu abattu n’attend de réponse."),
        ("/annuler", "Rien à reprendre dans cette donne."),
    ):
        ana.types(line)
        ana.until(answer)
    play([ana], cards=1)
    ana.types("/annuler")
    ana.until("Vous revenez à la décision précédente.")
    play([ana])
    ana.until("Une revanche, oui ou non ?")
    ana.types("oui")
    ana.until("Revanche : une nouvelle partie commence.")
    ana.types("/robot")
    ana.until("Un robot joue à votre place.")
    ana.types("/place")
    ana.until("Vous reprenez votre place.")
    ana.child.send("\x03")
    assert ana.ends() == 0
    assert "Pour y revenir : atout play --join" in ana.said
    assert "Traceback" not in ana.said


def test_cut_at_a_keyboard(server: Server, join: Join) -> None:
    """An orderly restart: one may read and act meanwhile; the act is done once when the table is back."""
    table = server.table("pique players=2", ["Ana", "bot"], pace=0)
    ana = join(table[1], kind="rich")
    ana.until(FIRST["fr"])
    ana.types("")
    ana.until("Garder ou refuser ?")
    server.stop(signal.SIGTERM)
    ana.until("Le serveur redémarre", CUT["fr"])
    ana.types("garder")
    ana.until("Ce sera fait dès que la liaison est rétablie.")
    ana.types("s")
    ana.until("garder", "Objectif 500.\nLiaison perdue")
    server.start()
    ana.until(AGAIN["fr"], "Vous gardez")
    wait_for(lambda: ana.read().endswith("Garder ou refuser ?"), ana.read)
    ana.child.kill(signal.SIGTERM)
    assert ana.ends() == 0
    assert ana.said.count("Vous gardez") == 1
    assert ana.said.rstrip().endswith(f"atout play --join {table[1]}")


# --- links that lead nowhere ------------------------------------------------------------------------------------------


@contextmanager
def site(
    status: int,
    headers: dict[str, str],
    frames: tuple[str, ...] | None = None,
    code: int | None = None,
    asked: list[str] | None = None,
) -> Iterator[str]:
    """Some other site: what it answers to everything, what it says on a socket, how it closes that; what is asked."""

    def answer(connection: ServerConnection, request: Request) -> Response | None:
        if asked is not None:
            asked.append(request.path)
        if frames is not None and request.path.startswith("/api/"):
            return None
        return Response(status, "", Headers(headers | {"content-length": "0"}), b"")

    sent = threading.Event()

    def talk(connection: ServerConnection) -> None:
        with suppress(ConnectionClosed):  # whoever has heard enough leaves
            for frame in frames or ():
                connection.send(frame)
            sent.set()
            if code is None:
                connection.recv()
            else:
                connection.close(code)

    with serve(talk, "127.0.0.1", 0, process_request=answer) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield f"127.0.0.1:{running.socket.getsockname()[1]}"
        if frames is not None:
            sent.wait(2)  # all is on its way before the site goes down
        running.shutdown()
        thread.join()


def fault(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence of a link that leads nowhere."""
    assert main(["--lang=fr", "play", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = plain(said.err).splitlines()
    return line


@pytest.mark.parametrize(
    "link", ["", "euchre", "ftp://x/seat/abc", "http://", "http://x:99999/seat/a", "http://x/seat/"]
)
def test_no_link(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert fault(capsys, f"--join={link}").startswith(f"Ce n’est pas un lien de table : {link}. Un lien ressemble à ")


def test_no_game_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    said = fault(capsys, "pique", "--seed=3", "--resume", "--join=http://x/seat/a")
    assert said == "Une table en ligne a déjà son jeu et ses places : pique --seed --resume est de trop avec --join."


def test_no_server(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{bound.getsockname()[1]}"
        assert fault(capsys, f"--join=http://{host}/seat/abc") == f"Aucun serveur ne répond : {host}."


def test_no_such_table_and_no_such_seat(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    host = server.host
    assert fault(capsys, f"--join=http://{host}/table/abc") == f"Cette table n’existe pas, ou n’existe plus : {host}."
    assert fault(capsys, f"--join={host}/seat/abc").startswith(f"Ce lien ne mène à aucune place : {host}. ")


def test_other_sites(capsys: pytest.CaptureFixture[str]) -> None:
    """A site of something else, one that only looks like ours, one that speaks otherwise."""
    leads = {"location": "/table/abc"}
    view = '{"type":"view","n":1,"seat":1,"lang":"fr","scene":{},"log":[],"legal":[]}'
    for kind, status, headers, frames, expected in (
        ("seat", 200, {}, None, "Ce n’est pas un serveur d’atout"),
        ("seat", 301, {"location": "https://example.org/"}, None, "Ce n’est pas un serveur d’atout"),
        ("seat", 404, {}, None, "Ce lien ne mène à aucune place"),
        ("table", 200, {}, None, "Ce n’est pas un serveur d’atout"),
        ("table", 503, {}, None, "Ce n’est pas un serveur d’atout"),
        ("seat", 303, leads, (view,), "Ce serveur ne parle pas comme cette version d’atout"),
        ("seat", 303, leads, ('{"type":"record","n":1,"text":"[Rules whist]"}', view), "Ce serveur ne parle pas"),
        ("seat", 303, leads, ("hello",), "Ce serveur ne parle pas comme cette version d’atout"),
        ("seat", 303, leads, ('{"type":"news"}', view.replace('"seat":1', '"seat":null')), "Ce lien ne mène à aucune"),
    ):
        with site(status, headers, frames) as host:
            assert fault(capsys, f"--join=http://{host}/{kind}/abc").startswith(expected)


SEATS = [
    {"seat": seat, "name": name, "kind": "person", "bot": None, "connected": True, "replaceable": False}
    for seat, name in enumerate(("Ana", "Bob", "Cléo"), 1)
]
FRAMES = (
    '{"type":"record","n":1,"text":"[Rules piques-a-trois]"}',
    json.dumps({"type": "view", "n": 1, "seat": 1, "scene": {"seats": SEATS, "status": "…"}, "log": []}),
)


@pytest.mark.parametrize(
    ("code", "frames", "fault_code", "said"),
    [
        (1000, (), "", "Votre place a été quittée depuis un autre écran."),
        (1000, ('{"type":"notice","text":"\\u001b[2J\\u202eHa"}',), "", "?[2J?Ha"),
        (1008, (), "no_table", ""),
        (4404, (), "no_table", ""),
        (4429, (), "crowded", ""),
        (1012, (), "unreachable", "Liaison perdue : elle se refait toute seule. Rien n’est perdu."),
        (None, ("oh",), "other_version", ""),
        (None, ('{"type":"record","n":2,"text":"[Rules whist]"}', FRAMES[1]), "other_version", ""),
    ],
)
def test_how_a_table_ends(
    code: int | None, frames: tuple[str, ...], fault_code: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left from elsewhere, taken away, out of reach for too long, a server that was changed."""
    monkeypatch.setattr("atout.terminal.online.link.GIVE_UP", 0.1)
    monkeypatch.setattr("atout.terminal.online.link.delay", lambda tries: 0.2)
    with site(303, {"location": "/table/abc"}, (*FRAMES, *frames), code) as host:
        seat = Online(resolve(f"http://{host}/seat/abc"), Screen(Speaker("fr"), rich=False))
    told = heard(seat)  # the site is down by now
    assert seat.fault == fault_code
    assert said in told
    assert "atout play --join http://" in seat.leave()


def heard(seat: Online) -> list[str]:
    """What is told until the table is gone."""
    told = [""]
    while not seat.gone:
        seat.wait()
        told += [line.text for line in seat.news()]
    return told


# --- by itself --------------------------------------------------------------------------------------------------------


def test_tries_are_spread() -> None:
    """Later tries wait longer, up to a bound; chance halves them at most."""
    longest = [delay(tries, lambda: 1.0) for tries in range(1200)]
    assert longest == sorted(longest)
    assert (longest[0], longest[-1]) == (0.5, 15.0)
    assert all(delay(tries, lambda: 0.0) == longest[tries] / 2 for tries in range(20))
    assert len({delay(3) for _ in range(20)}) > 1


def test_what_came_is_not_asked_for_again() -> None:
    """After a cut the server goes on where its last view or update stopped, even if nobody has read that yet."""
    asked: list[str] = []
    update = '{"type":"update","n":2,"scene":{},"log":["Bob : as de pique."]}'
    with site(303, {"location": "/table/abc"}, (*FRAMES, update), 1012, asked) as host:
        seat = Online(resolve(f"http://{host}/seat/abc"), Screen(Speaker("fr"), rich=False))
        wait_for(lambda: len(asked) > 2, lambda: str(asked))
        seat.link.close()
    assert [path.partition("since=")[2] for path in asked[:3]] == ["", "", "2"]
    assert number_of('{"type":"update","n":18,"scene":{}}') == 18
    assert number_of('{"type":"view","n":3,"scene":{}}') == 3
    for other in ('{"type":"record","n":19,"text":""}', '{"type":"answer","id":"a","ok":true,"n":19}', "oh", "[]"):
        assert number_of(other) is None


def test_a_deal_offered_without_a_word() -> None:
    """Who waits while nothing is asked goes on once something is, though there is nothing to tell: or nobody would
    ask for the first deal when the offer comes between a look at what is asked and the wait."""
    offer = '{"type":"update","n":1,"scene":{"choices":{"kind":"deal"}}}'
    with site(303, {"location": "/table/abc"}, (*FRAMES, offer)) as host:
        seat = Online(resolve(f"http://{host}/seat/abc"), Screen(Speaker("fr"), rich=False))
        before = seat.asked
        wait_for(seat.link.has_come, lambda: "no offer")
        waiting = threading.Thread(target=seat.wait, daemon=True)
        waiting.start()
        waiting.join(5)
        assert not waiting.is_alive()
        assert (before, seat.asked) == (Asked.NOTHING, Asked.DEAL)
        assert not list(seat.news())
        seat.leave()


@pytest.mark.parametrize(("named", "left"), [(True, 1), (False, 0)])
def test_what_the_table_could_not_read_is_waited_for_no_more(named: bool, left: int) -> None:
    """The command that the fault names, or all, if it could not be told which: a cut would send it again."""
    with site(303, {"location": "/table/abc"}, FRAMES) as host:
        seat = Online(resolve(f"http://{host}/seat/abc"), Screen(Speaker("fr"), rich=False))
        seat.undo()
        seat.call("Zoé")
        ids = list(seat._pending)
        fault = {"type": "fault", "code": "unreadable", "text": "Message incompris."} | (
            {"id": ids[1]} if named else {}
        )
        seat._take(json.dumps(fault))
        assert [told.text for told in seat._told] == ["Message incompris."]
        assert list(seat._pending) == ids[:left]
        assert not seat._naming
        seat.leave()


def test_what_is_new_is_let_pass() -> None:
    """Kinds of messages and fields that a later server may add."""
    assert decode('{"type":"fireworks","colour":"red"}') is None
    assert decode('{"type":"notice","code":"clock","text":"Vite","loud":true}') is not None


def test_nothing_is_loaded_unless_one_joins() -> None:
    """A game against bots, and help, load neither the sockets nor the server."""
    code = "import sys, atout.cli.entry, atout.cli.play; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "atout.terminal.solo" in loaded
    assert not [
        name for name in loaded if re.match(r"websockets|atout\.server|atout\.terminal\.online|urllib\.req", name)
    ]
