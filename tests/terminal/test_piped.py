"""The line client through a pipe: whole deals, refusals, undo, claims, saving and resuming, poor outputs, bad input."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.say.jokers import misnames
from tests.terminal.session import COMMAND, GAMES, LEVEL, Game, environment, piped, plain

from atout.commands import COMMANDS
from atout.families import parse
from atout.table import Table

CERTAIN = """[Rules "piques-a-trois"]
[Seat 2 "bot:casual"] [Seat 3 "bot:random"]
[Deal 1] [Dealer 3]
[Bids "5 6 4"] [Won "5 5 5"] [Open yes] [Leader 1]
[Hands "AK... ..QJ. ..T9."]
"""
"""Seat 1 takes the two tricks left whatever happens; with a small spade it does not."""
NAMING = """[Rules "euchre-a-trois"]
[Seat 2 "bot:casual"] [Seat 3 "bot:casual"]
[Deal 1] [Dealer 1]
[Hands "A.KQ.K.K 9.JT.A.A K.A9.Q.Q"]
[Stock "9D JD TD JC TC 9C QS JS TS"]
calls: pass pass pass pass pass
"""
"""Seat 1, the dealer, may name a suit other than diamonds, or pass."""

TURNED = """[Rules "euchre-britannique"]
[Seat 2 "bot:casual"] [Seat 3 "bot:casual"] [Seat 4 "bot:casual"]
[Deal 1] [Dealer 1]
[Hands "A.KQ.K.K 9.JT.A.A K.A9.Q.Q J..J9.J9"]
[Stock "BJ TD QS TS TC"]
"""
"""Seat 1, the dealer, has turned the Benny up."""


@pytest.mark.parametrize("language", ["fr", "en", "fr-CA"])
@pytest.mark.parametrize("spec", [*GAMES, "pique players=2", "pique players=3", "atout-pique players=6 no-hell=yes"])
def test_whole_deal(tmp_path: Path, spec: str, language: str) -> None:
    """Every line of a deal is understood: the saved game is the game that was meant."""
    game = Game(spec, 11, language=language)
    typed = "".join(f"{line}\n" for line in game.lines())
    ended = piped(tmp_path, *spec.split(), "--seed=11", "--lang", language, "--save", "x.atout", typed=typed)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "x.atout").read_text(encoding="utf-8") == game.table.record()
    said = ended.stdout.decode()
    assert ("End of deal 1." if language == "en" else "Fin de la donne 1.") in said
    assert said == plain(said), "only ordinary spaces where nobody looks"
    assert said.rstrip("\n").endswith("atout play --resume x.atout")


def test_british_the_benny_by_its_own_name(tmp_path: Path) -> None:
    """Turned up, in the hand, laid away: called so from the first line to the last, and understood."""
    file = tmp_path / "x.atout"
    file.write_text(TURNED, encoding="utf-8")
    ended = piped(tmp_path, "--resume", "x.atout", typed="pique\nBenny\n")
    said = ended.stdout.decode()
    assert "calls: S -BJ" in file.read_text(encoding="utf-8")
    assert said.count("Benny") > 3
    assert not misnames(said, "fr", parse("euchre-britannique").pack), said


def test_same_seed_same_output(tmp_path: Path) -> None:
    """What is printed depends on the seed and on what is typed, on nothing else."""
    typed = "5\nn\n" * 20
    first, second = (piped(tmp_path, "--seed", "3", typed=typed) for _ in range(2))
    assert first.stdout == second.stdout.replace(b"3-2.atout", b"3.atout")
    assert first.stdout != piped(tmp_path, "--seed", "4", typed=typed).stdout
    assert b"piques-a-trois-3.atout" in first.stdout
    saved = tmp_path / ".local/share/atout/piques-a-trois-3.atout"
    assert saved.read_text(encoding="utf-8").startswith('[Rules "piques-a-trois"]')


def test_whole_match(tmp_path: Path) -> None:
    """A match ends by itself, and a finished one that is resumed says so."""
    game = Game("pique target=deal", 2)
    typed = "".join(f"{line}\n" for line in game.lines())
    ended = piped(tmp_path, "pique", "target=deal", "--seed=2", "--save=x.atout", typed=typed)
    assert ended.returncode == 0
    assert ended.stdout.decode().rstrip().endswith("La partie est enregistrée dans x.atout.")
    again = piped(tmp_path, "--resume", "x.atout")
    assert again.returncode == 0
    assert "Cette partie est finie." in again.stdout.decode()


def test_end_of_input_at_once(tmp_path: Path) -> None:
    """An empty input saves the game and leaves with one sentence."""
    ended = piped(tmp_path, "--seed", "1", "--save", "x.atout")
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert Table.from_record((tmp_path / "x.atout").read_text(encoding="utf-8")).match.number == 1
    assert ended.stdout.decode().endswith(
        "\nLa partie est enregistrée. Pour la reprendre : atout play --resume x.atout\n"
    )


def answers(tmp_path: Path, record: str, typed: str, *arguments: str) -> list[str]:
    """The first line of the answer to each line typed in a game taken up from a record."""
    (tmp_path / "r.atout").write_text(record, encoding="utf-8")
    ended = piped(tmp_path, "--resume", "r.atout", *arguments, typed=typed)
    assert (ended.returncode, ended.stderr) == (0, b"")
    said, first = ended.stdout.decode(), []
    for line in typed.splitlines():
        _, found, said = said.partition(f" {line}\n")
        assert found, f"{line!r} was not echoed"
        first.append(said.partition("\n")[0])
    return first


def test_refusals(tmp_path: Path) -> None:
    """A refused line says the rule, and what may be played; the game does not change."""
    led = CERTAIN.replace("[Leader 1]", "[Leader 3]").replace("AK... ..QJ. ..T9.", "A..K. ..QJ. ..T9.") + "3: TD\n"
    said = answers(tmp_path, led, "AP\n5\npasse\n=9H\nsettled\n=void\n=settled:7,5,5\n/oups\nAP AP\n-AP\n")
    assert said == [
        "Fournissez à carreau : roi.",
        "Il faut jouer une carte.",
        "Il faut jouer une carte.",
        "Vous n’avez pas le neuf de cœur. Cartes jouables, carreau : roi.",
        "Pas compris : settled. Une carte s’écrit RK ou « roi de carreau ». Aide : ?",
        "Cela revient à la table, pas à une place.",
        "Cela revient à la table, pas à une place.",
        "Commande inconnue : /oups. Aide : ?",
        "Pas compris : AP AP. Une carte s’écrit RK ou « roi de carreau ». Aide : ?",
        "Il faut jouer une carte.",
    ]
    english = answers(tmp_path, led, "AS\n5\n", "--lang=en")
    assert english == ["Follow suit in diamonds: king.", "A card must be played."]


def test_asked_back(tmp_path: Path) -> None:
    """What has two readings is asked back with ways to say each, and nothing happens."""
    record = CERTAIN.replace("AK... ..QJ. ..T9.", "..KQ. 32... ..T9.")
    assert answers(tmp_path, record, "KD\nroi\n") == [
        "« KD » peut se lire « roi de carreau » (=KD) ou « dame de carreau » (=QD). Précisez.",
        "Vous : roi de carreau.",
    ]
    assert answers(tmp_path, record, "DK\nKD\n", "--lang=en") == [
        "“DK” may mean “queen of diamonds” (=QD) or “king of diamonds” (=KD). Which one?",
        "You: king of diamonds.",
    ]


def test_a_bare_letter_is_a_suit_while_trump_is_named(tmp_path: Path) -> None:
    """Then a slash makes it a command; afterwards it is one again."""
    said = answers(tmp_path, NAMING, "S\n/c\nK\nC\n/undo\npique\nc\n")
    assert said[0].startswith("Vous 0")
    assert said[1] == "Retourne refusée : neuf de carreau."
    assert said[2] == "La retourne refusée était à carreau : une autre couleur."
    assert said[3] == "Vous nommez l’atout : cœur."
    assert said[4] == "Coup repris."
    assert said[5] == "Vous nommez l’atout : pique."
    assert "Pour l’instant, pli à" in said[6]


def test_claims(tmp_path: Path) -> None:
    """Bots accept a claim that is certain, and no other; an accepted one ends the deal."""
    assert answers(tmp_path, CERTAIN, "abattre\n") == ["Vous abattez votre jeu et demandez les 2 derniers plis."]
    ended = (tmp_path / "r.atout").read_text(encoding="utf-8")
    assert "claim accept accept\n" in ended
    doubtful = CERTAIN.replace("AK... ..QJ. ..T9.", "A2... K..Q. ..T9.")
    answers(tmp_path, doubtful, "claim\n", "--lang=en")
    assert (tmp_path / "r.atout").read_text(encoding="utf-8").endswith("claim reject\n")


def test_undo(tmp_path: Path) -> None:
    """Undo goes back to one's previous decision, past the bots, past a deal, and says when there is none."""
    game = Game("euchre-a-trois", 4)
    lines = list(game.lines())
    before = Game("euchre-a-trois", 4).table.record()
    back = "".join(f"{line}\n" for line in lines) + "/undo\n" * len(lines)
    ended = piped(tmp_path, "euchre-a-trois", "--seed=4", "--save=x.atout", typed=back)
    assert ended.stdout.decode().count("Coup repris.") == len(lines)
    assert (tmp_path / "x.atout").read_text(encoding="utf-8") == before
    ended = piped(tmp_path, "euchre-a-trois", "--seed=4", typed="annuler\n")
    assert "Rien à reprendre : vous n’avez encore rien joué." in ended.stdout.decode()
    again = back + "".join(f"{line}\n" for line in lines)
    piped(tmp_path, "euchre-a-trois", "--seed=4", "--save=y.atout", typed=again)
    assert (tmp_path / "y.atout").read_text(encoding="utf-8") == game.table.record()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("spec", GAMES)
def test_every_command_at_every_stage(tmp_path: Path, spec: str, language: str) -> None:
    """Each key answers something at every decision of a deal, and changes nothing."""
    game = Game(spec, 6, language=language)
    keys = [f"/{key}" for command in COMMANDS if command.in_line for key in (*command.keys, *command.words(language))]
    keys = [
        key for key in keys if key not in ("/quitter", "/quit", "/exit", "/annuler", "/reprendre", "/undo", "/back")
    ]
    keys = [key for key in keys if key not in ("/abattre", "/abats", "/claim")]
    typed = "".join("".join(f"{key}\n" for key in keys) + f"{line}\n" for line in list(game.lines())[:6])
    ended = piped(tmp_path, spec, "--seed=6", "--lang", language, "--save=x.atout", typed=typed)
    assert (ended.returncode, ended.stderr) == (0, b"")
    said = ended.stdout.decode()
    for key in keys:
        for answer in re.findall(rf" {re.escape(key)}\n(.*)", said):
            assert answer.strip(), key
            assert not answer.startswith(("Pas compris", "Not understood", "Commande inconnue", "Unknown command"))
    saved = (tmp_path / "x.atout").read_text(encoding="utf-8")
    assert game.table.record().startswith(saved.rstrip("\n").rsplit("\n", 1)[0])


def test_help(tmp_path: Path) -> None:
    """Help lists every command of the line client once, and explains one by its key or word."""
    said = piped(tmp_path, "--seed=1", "--lang=en", typed="?\n").stdout.decode()
    for command in COMMANDS:
        listed = ", ".join((*command.keys, command.words("en")[0]))
        assert (f"\n  {listed}: " in said) is command.in_line, listed
    said = piped(tmp_path, "--seed=1", typed="? b\naide annuler\n").stdout.decode()
    assert "  B, annonces : lire les annonces" in said
    assert "  annuler : reprendre le coup" in said


def test_next_and_repeat(tmp_path: Path) -> None:
    """N walks through what may be played; R repeats what was said since one's own last action."""
    record = CERTAIN.replace("AK... ..QJ. ..T9.", "AK... 32... ..T9.")
    said = answers(tmp_path, record, "n\nN\nn\nr\nRP\nr\nsuivante\n")
    assert said[:4] == [
        "As de pique, 1 sur 2.",
        "Roi de pique, 2 sur 2.",
        "As de pique, 1 sur 2.",
        "Rien depuis votre dernière action.",
    ]
    assert said[4] == said[5] == "Vous : roi de pique."
    assert said[6] == "As de pique, 1 sur 1."
    said = answers(tmp_path, record, "RP\nAP\nr\n")
    assert said[2] == "Vous : as de pique."


def test_cards_are_told_once_a_decision(tmp_path: Path) -> None:
    """The cards to choose from are not read again after every answer, but are when something has happened."""
    record = CERTAIN.replace("AK... ..QJ. ..T9.", "AK... 32... ..T9.")
    (tmp_path / "r.atout").write_text(record, encoding="utf-8")
    said = piped(tmp_path, "--resume", "r.atout", typed="s\nv\noups\nRP\ns\n").stdout.decode()
    assert said.count("Jouable, pique : as, roi.\n") == 1
    assert said.count("Jouable, pique : as.\n") == 1


# --- saving -----------------------------------------------------------------------------------------------------------


def begin(home: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """A game whose input stays open."""
    process = subprocess.Popen(
        [*COMMAND, "play", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        cwd=home,
    )
    question(process)
    return process


def question(process: subprocess.Popen[bytes]) -> bytes:
    """Reads up to the next question."""
    assert process.stdout
    said = b""
    while not said.endswith(b"? "):
        one = process.stdout.read(1)
        assert one, said
        said += one
    return said


def type_in(process: subprocess.Popen[bytes], lines: list[str]) -> None:
    """Types lines, each after the question before it."""
    assert process.stdin
    for line in lines:
        process.stdin.write(f"{line}\n".encode())
        process.stdin.flush()
        question(process)


@pytest.mark.parametrize("spec", ["piques-a-trois", "euchre-a-trois"])
def test_killed(tmp_path: Path, spec: str) -> None:
    """After ``kill -9`` nothing is lost: the game taken up again is the same, and goes on as it would have."""
    game = Game(spec, 21)
    lines = list(game.lines())
    half = len(lines) // 2
    process = begin(tmp_path, spec, "--seed=21", "--save=x.atout")
    type_in(process, lines[:half])
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert [path.name for path in tmp_path.iterdir()] == ["x.atout"]
    rest = "".join(f"{line}\n" for line in lines[half:])
    ended = piped(tmp_path, "--resume", "x.atout", "--seed=21", typed=rest)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "x.atout").read_text(encoding="utf-8") == game.table.record()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals(tmp_path: Path, number: signal.Signals) -> None:
    """Asked to stop, it saves, says where, and leaves with 0."""
    process = begin(tmp_path, "--seed=21", "--save=x.atout")
    type_in(process, ["5"])
    process.send_signal(number)
    said, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, b"")
    assert said.decode().endswith("La partie est enregistrée. Pour la reprendre : atout play --resume x.atout\n")
    assert "bids: " in (tmp_path / "x.atout").read_text(encoding="utf-8")


def test_resumed_seat_and_levels(tmp_path: Path) -> None:
    """The seat, the names and the levels come from the file, and may be changed."""
    typed = piped(tmp_path, "pique", "--seat=3", "--level=random", "--seed=9", "--save=x.atout", typed="4\n")
    assert "Vous êtes à la place 3, en équipe avec Ana, contre Bob et Dany." in typed.stdout.decode()
    saved = (tmp_path / "x.atout").read_text(encoding="utf-8")
    assert '[Seat 1 "bot:random"] [Seat 2 "bot:random"] [Seat 4 "bot:random"]\n' in saved
    (tmp_path / "x.atout").write_text(saved.replace("[Seat 1", '[Seat 3 "Zoé"] [Seat 1'), encoding="utf-8")
    said = piped(tmp_path, "--resume=x.atout", typed="s\n").stdout.decode()
    assert "Vous êtes à la place 3" in said
    assert "niveau hasard" in said
    assert "Zoé" in said
    said = piped(tmp_path, "--resume=x.atout", "--seat=2", f"--level={LEVEL}").stdout.decode()
    assert "Vous êtes à la place 2" in said
    assert "niveau amateur" in said


def test_resume_latest(tmp_path: Path) -> None:
    """``--resume`` alone takes up the game saved last, here or in the folder of ``XDG_DATA_HOME``."""
    xdg = {"XDG_DATA_HOME": str(tmp_path / "data")}
    none = piped(tmp_path, "--resume", environ=xdg)
    assert (none.returncode, none.stdout) == (2, b"")
    piped(tmp_path, "--seed=9", typed="4\n", environ=xdg)
    said = piped(tmp_path, "--resume", environ=xdg).stdout.decode()
    assert "Partie reprise : Piques à trois, donne 1." in said
    assert [path.name for path in (tmp_path / "data/atout").iterdir()] == ["piques-a-trois-9.atout"]
    piped(tmp_path, "euchre-a-trois", environ=xdg)
    names = [path.name for path in (tmp_path / "data/atout").iterdir()]
    assert any(re.fullmatch(r"euchre-a-trois-\d{4}-\d\d-\d\d-\d{6}\.atout", name) for name in names)


@pytest.mark.parametrize(
    ("path", "why"),
    [("/dev/full", "le disque est plein"), ("file/x.atout", "fichier introuvable"), (".", "c’est un dossier")],
)
def test_cannot_save(tmp_path: Path, path: str, why: str) -> None:
    """A full disk or a bad place is told once, in a sentence; the game goes on, and nothing is left behind."""
    (tmp_path / "file").write_text("[Rules]", encoding="utf-8")
    ended = piped(tmp_path, "--seed=1", "--save", path, typed="4\nn\n")
    assert ended.returncode == 0
    complaint = f"Impossible d’enregistrer la partie dans {path} : {why}. Le jeu continue, sans être enregistré.\n"
    assert ended.stderr.decode() == complaint
    assert "Vous annoncez 4." in ended.stdout.decode()
    assert ended.stdout.decode().endswith("\nLa partie n’est pas enregistrée.\n")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


# --- poor outputs -----------------------------------------------------------------------------------------------------


def test_c_locale(tmp_path: Path) -> None:
    """Under the C locale the interface is French; a terminal that knows only ASCII gets plain letters."""
    poor = {"LANG": "", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    ended = piped(tmp_path, "--seed=1", typed="4\nneuf de cœur\nh\n", environ=poor)
    assert (ended.returncode, ended.stderr) == (0, b"")
    said = ended.stdout.decode("ascii")
    assert "Votre annonce (0 a 17) ? 4\n" in said
    assert "? neuf de coeur\n" in said
    assert "Pas compris" not in said
    ended = piped(tmp_path, "--seed=1", typed="4\nh\n", environ={"LANG": "", "LC_ALL": "C"})
    assert "Votre annonce (0 à 17) ? 4\n" in ended.stdout.decode()


def test_cp1252(tmp_path: Path) -> None:
    """A Windows code page reads and writes its own letters; bytes it does not have break nothing."""
    page = {"PYTHONIOENCODING": "cp1252"}
    typed = b"4\n" + "neuf de cœur\n".encode("cp1252") + b"\x81\x8d\xff\x00\nN\n"
    ended = piped(tmp_path, "--seed=1", typed=typed, environ=page)
    assert (ended.returncode, ended.stderr) == (0, b"")
    said = ended.stdout.decode("cp1252")
    assert "? neuf de cœur\n" in said
    assert said.count("Pas compris") == 1


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"ATOUT_PLAIN": "1"}, {}])
def test_no_escape_in_a_pipe(tmp_path: Path, extra: dict[str, str]) -> None:
    """No colour and no cursor control ever reach a pipe, not even what was typed."""
    ended = piped(tmp_path, "--seed=1", "--plain", typed="4\n\x1b[31mrouge\x07\n", environ=extra)
    assert b"\x1b" not in ended.stdout
    assert b"\x07" not in ended.stdout


def test_prompt_toolkit_stays_out_of_pipes(tmp_path: Path) -> None:
    """The line editor is loaded only for a person at a terminal."""
    code = (
        "import sys; from atout.__main__ import main; code = main(['play', '--seed=1', '--save=x.atout']);"
        "sys.exit(code or 'prompt_toolkit' in sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input=b"4\n", cwd=tmp_path, env=environment(tmp_path), check=False
    )
    assert ended.returncode == 0


def test_very_long_line(tmp_path: Path) -> None:
    """A line of a megabyte is one line, not understood."""
    ended = piped(tmp_path, "--seed=1", typed=b"x" * 1_000_000 + b"\n4\n")
    assert ended.returncode == 0
    assert ended.stdout.decode().count("Pas compris") == 1
    assert "Vous annoncez 4." in ended.stdout.decode()


def test_reader_gone(tmp_path: Path) -> None:
    """When whoever reads the output leaves, the game is still saved and nothing is complained of."""
    line = (
        "{ yes N; } 2>&1 | "
        + f"'{sys.executable}' -m atout play --seed=1 --save=x.atout | head -n 6; exit ${{PIPESTATUS[1]}}"
    )
    ended = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment(tmp_path), capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "x.atout").exists()


# --- bad input --------------------------------------------------------------------------------------------------------


def seen(record: str) -> str:
    """A record with a hand nobody knows."""
    return record.replace(" ..T9.", " ?2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["piques"], "Jeu inconnu : piques."),
        (["pique", "players=9"], "players"),
        (["pique", "nope=1"], "Option inconnue"),
        (["pique", "suicide=yes", "players=3"], "Suicide : seulement en équipes."),
        (["--seat=0"], "La place 0 n’existe pas : cette table a 3 places, de 1 à 3."),
        (["--seat", "4"], "La place 4 n’existe pas"),
        (["--seat", "x"], "--seat"),
        (["--level", "zen"], "zen"),
        (["--seed", "x"], "--seed"),
        (["--nope"], "--nope"),
        (["--resume", "missing.atout"], "missing.atout : fichier introuvable"),
        (["--resume", "."], "c’est un dossier"),
        (["--resume", "junk.atout"], "junk.atout n’est pas du texte UTF-8"),
        (["--resume", "text.atout"], "Ligne 1, colonne 1"),
        (["--resume", "cut.atout"], "cut.atout ne peut pas être repris"),
        (["--resume", "unseen.atout"], "Des cartes sont inconnues dans ce fichier."),
        (["--resume", "illegal.atout"], "doit fournir à pique : deux."),
        (["--resume", "huge.atout"], "huge.atout est trop grand"),
        (["--resume", "good.atout", "pique"], "Une partie reprise garde ses règles"),
        (["--resume", "good.atout", "--seat=9"], "La place 9"),
        (["--save", "text.atout"], "text.atout existe déjà et n’est pas une partie"),
    ],
)
def test_bad_input(tmp_path: Path, arguments: list[str], words: str) -> None:
    """One or two sentences on standard error, exit code 2, and no traceback; no file is touched."""
    files = {
        "junk.atout": bytes(range(256)) * 8,
        "text.atout": "Chère Ana,\n".encode(),
        "cut.atout": CERTAIN[: CERTAIN.index("..QJ")].encode(),
        "unseen.atout": seen(CERTAIN).encode(),
        "illegal.atout": CERTAIN.replace("AK... ..QJ.", "AK... 2..J.").encode() + b"16. 1: AS JD\n",
        "good.atout": CERTAIN.encode(),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with (tmp_path / "huge.atout").open("wb") as huge:
        huge.truncate(100 * 1024 * 1024)
    ended = piped(tmp_path, *arguments, typed="4\n")
    complaints = plain(ended.stderr.decode())
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert words in complaints
    assert "Traceback" not in complaints
    assert 1 <= len(complaints.splitlines()) <= 2
    assert {name: (tmp_path / name).read_bytes() for name in files} == files


def test_errors_speak_english(tmp_path: Path) -> None:
    """Errors are in the interface's language, wherever ``--lang`` stands."""
    for arguments in (["--seat=9", "--lang=en"], ["--lang", "en", "--seat=9"]):
        assert piped(tmp_path, *arguments).stderr == b"There is no seat 9: this table has 3 seats, from 1 to 3.\n"
