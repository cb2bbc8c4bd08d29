"""The line client at a real terminal: whole deals by keyboard, editing, leaving, and what the screen looks like."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tests.terminal.session import GAMES, Game, Terminal, plain

from atout.families import PROFILES
from atout.say import Speaker
from atout.sentences import question
from atout.table import Table

FIRST_BID = "Votre annonce (0 à 17) ?"


def play(terminal: Terminal, game: Game) -> int:
    """Types a whole deal, each line after its question; how many lines that were."""
    speaker, count = Speaker(game.language), 0
    for line in game.lines():
        ask = question(speaker, game.view, game.seat)
        terminal.until(lambda ask=ask: terminal.line.endswith(ask))  # type: ignore[misc]
        terminal.types(line)
        count += 1
    return count


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("spec", GAMES)
def test_whole_deal(tmp_path: Path, spec: str, language: str) -> None:
    """A deal of each game by keyboard alone, to the count, and into the next deal with Enter."""
    game = Game(spec, 12, language=language)
    with Terminal(tmp_path, ["play", spec, "--seed=12", "--lang", language, "--save=x.atout"]) as terminal:
        assert play(terminal, game) > 3
        terminal.sees("Fin de la donne 1." if language == "fr" else "End of deal 1.")
        between = "Entrée pour la donne suivante." if language == "fr" else "Enter for the next deal."
        terminal.until(lambda: terminal.line.endswith(between))
        assert Table.from_record((tmp_path / "x.atout").read_text(encoding="utf-8")).match.number == 1
        terminal.types("", question(Speaker(language), game.view, game.seat))
        assert terminal.leaves(key="\x04") == 0
    assert (tmp_path / "x.atout").read_text(encoding="utf-8") == game.table.record()


@pytest.mark.parametrize("extra", [["--plain"], []])
def test_ways_to_leave(tmp_path: Path, extra: list[str]) -> None:
    """Ctrl-C, Ctrl-D and signals save, say where, leave with 0, and give the terminal back as it was."""
    for key, number in (("\x03", None), ("\x04", None), ("", signal.SIGTERM), ("", signal.SIGHUP)):
        (tmp_path / "x.atout").unlink(missing_ok=True)
        with Terminal(tmp_path, ["play", "piques-a-trois", "--seed=1", "--save=x.atout", *extra]) as terminal:
            terminal.until(lambda t=terminal: t.line.endswith(FIRST_BID))  # type: ignore[misc]
            terminal.types("4", "?")
            assert terminal.leaves(key=key, signal_number=number) == 0
            assert "Pour la reprendre : atout play --resume x.atout" in plain(terminal.text).replace("\n  ", " ")
            assert "Traceback" not in terminal.text
        assert "bids: " in (tmp_path / "x.atout").read_text(encoding="utf-8")


def test_choice_of_a_game(tmp_path: Path) -> None:
    """Without rules the game is asked: by number, by name with options, or the usual one by Enter."""
    with Terminal(tmp_path, ["play", "--seed=1"]) as terminal:
        terminal.until(lambda: terminal.line.endswith(f"Votre choix (1 à {len(PROFILES)} ; Entrée : 1) ?"))
        terminal.types("99", "?")
        terminal.sees("Jeu inconnu : 99.")
        terminal.types("pique players=9", "?")
        terminal.types("3", "Combien de joueurs (3, 4, 5 ou 6 ; Entrée : 4) ?")
        terminal.types("2", "Combien de joueurs (3, 4, 5 ou 6 ; Entrée : 4) ?")
        terminal.types("6", "Votre annonce (0 à 8) ?")
        terminal.sees("contre Bob, Cléo, Dany, Élia et Fred")
        assert terminal.leaves(key="\x04") == 0
    with Terminal(tmp_path, ["play"]) as terminal:
        terminal.until(lambda: terminal.line.endswith(f"Votre choix (1 à {len(PROFILES) + 1} ; Entrée : 1) ?"))
        terminal.sees("1. Reprendre la partie en cours : Atout pique, donne 1")
        terminal.types("", "Votre annonce (0 à 8) ?")
        terminal.sees("Partie reprise : Atout pique, donne 1.")
        assert terminal.leaves(key="\x03") == 0
    with Terminal(tmp_path, ["play", "--lang=en"]) as terminal:
        terminal.until(lambda: terminal.line.endswith("?"))
        assert terminal.leaves(key="\x04") == 0
    assert len(list((tmp_path / ".local/share/atout").iterdir())) == 1


def test_rematch(tmp_path: Path) -> None:
    """At the end of a match another is offered; it is kept in a file of its own."""
    game = Game("euchre-a-trois target=deal", 5)
    arguments = ["play", "euchre-a-trois", "target=deal", "--seed=5", "--save=x.atout"]
    with Terminal(tmp_path, arguments) as terminal:
        play(terminal, game)
        terminal.until(lambda: terminal.line.endswith("Une revanche, oui ou non ?"))
        terminal.types("s", "Une revanche, oui ou non ?")
        terminal.types("5", "Une revanche, oui ou non ?")
        terminal.types("oui", "?")
        terminal.sees("Donne 1.")
        assert terminal.leaves(key="\x04") == 0
    first, second = (
        Table.from_record((tmp_path / name).read_text(encoding="utf-8")) for name in ("x.atout", "x-2.atout")
    )
    assert first.over
    assert not second.over
    assert second.record() != first.record()


def test_undo_of_the_last_card(tmp_path: Path) -> None:
    """Even a match that is over can be taken back."""
    game = Game("euchre-a-trois target=deal", 5)
    with Terminal(tmp_path, ["play", "euchre-a-trois", "target=deal", "--seed=5", "--save=x.atout"]) as terminal:
        play(terminal, game)
        terminal.until(lambda: terminal.line.endswith("Une revanche, oui ou non ?"))
        terminal.types("/annuler", "Votre carte ?")
        assert not Table.from_record((tmp_path / "x.atout").read_text(encoding="utf-8")).over
        terminal.types(f"={game.table.actions[-1][1]}", "Une revanche, oui ou non ?")
        terminal.types("non")
        assert terminal.leaves() == 0
    assert (tmp_path / "x.atout").read_text(encoding="utf-8") == game.table.record()


def test_history_and_completion(tmp_path: Path) -> None:
    """Arrow up brings a line back; Tab completes what may be played, said or commanded."""
    with Terminal(tmp_path, ["play", "piques-a-trois", "--seed=7"]) as terminal:
        terminal.until(lambda: terminal.line.endswith(FIRST_BID))
        terminal.types("h", FIRST_BID)
        terminal.child.send("\x1b[A")
        terminal.until(lambda: terminal.line.endswith("? h"))
        terminal.child.send("\x15/infos\t")
        terminal.until(lambda: terminal.line.endswith("? /infos"))
        terminal.types("\x15/inf\t", FIRST_BID)
        assert "Commande inconnue" not in terminal.text
        terminal.types("5", "?")
        terminal.child.send("roi d\t")
        terminal.until(lambda: terminal.line.endswith("? roi de cœur"))
        terminal.types("", "?")
        terminal.sees("Vous : roi de cœur.")


@pytest.mark.parametrize("columns", [40, 80])
def test_words_stay_whole(tmp_path: Path, columns: int) -> None:
    """On narrow screens too, lines are parted between words, and the question stands last."""
    with Terminal(tmp_path, ["play", "atout-pique", "--seed=3"], columns=columns) as terminal:
        terminal.until(lambda: terminal.line.endswith("?"))
        terminal.types("3", "?")
        terminal.types("?", "?")
        said = plain(terminal.text)
        whole = " ".join(line.strip() for line in said.splitlines())
        assert all(len(line) <= columns for line in said.splitlines())
        for words in ("en équipe avec Cléo", "reprendre le coup", "enregistrer et quitter", "Les figures"):
            assert words in whole
        assert terminal.screen.cursor.y == len(said.splitlines()) - 1
        assert terminal.screen.cursor.x <= columns - 8 + 1, "an answer fits beside its question"


def test_colour_is_optional(tmp_path: Path) -> None:
    """Red names for the red suits; none with ``NO_COLOR``, on a poor terminal or in plain lines (no editor there)."""
    red = b"\x1b[31m"
    for extra, environ, coloured in (
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"TERM": "dumb"}, False),
        (["--plain"], {}, False),
        ([], {"ATOUT_PLAIN": "1"}, False),
    ):
        with Terminal(tmp_path, ["play", "piques-a-trois", "--seed=7", *extra], environ=environ) as terminal:
            terminal.until(lambda t=terminal: t.line.endswith(FIRST_BID))  # type: ignore[misc]
            assert (red in terminal.raw) is coloured
            assert (b"\x1b" in terminal.raw) is (coloured or "NO_COLOR" in environ)
            assert "cœur : roi" in plain(terminal.text)
            assert b"\x1b[6n" not in terminal.raw  # nobody asks where the cursor is
            assert terminal.leaves(key="\x04") == 0


def test_typography(tmp_path: Path) -> None:
    """At a terminal French spaces and signs are the real ones; plain lines keep to ordinary ones."""
    for extra, space in (([], "\u202f"), (["--plain"], " ")):
        with Terminal(tmp_path, ["play", "piques-a-trois", "--seed=7", *extra]) as terminal:
            terminal.until(lambda t=terminal: t.line.endswith(FIRST_BID))  # type: ignore[misc]
            assert f"Votre annonce (0 à 17){space}?" in terminal.text
