"""What is told at a question: the hand once it is known, the turned card after undo, old messages, help."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal.session import Terminal, piped, plain


def said(home: Path, *arguments: str, typed: str) -> list[str]:
    """The lines of a plain game."""
    return plain(piped(home, *arguments, "--plain", typed=typed).stdout.decode()).splitlines()


def test_the_hand_before_the_bid(tmp_path: Path) -> None:
    """After the draw the hand is told once before the bid, and while drawing not at all."""
    lines = said(tmp_path, "pique", "players=2", "--seed=3", typed="refuser\njeter\n" + "garder\n" * 11 + "?\n4\n")
    bid = next(at for at, line in enumerate(lines) if line.startswith("Votre annonce"))
    assert lines[bid - 1].endswith("13 cartes.")
    assert sum(line.endswith("cartes.") for line in lines) == 1
    assert not any("Pas compris" in line for line in lines)
    again = said(tmp_path, "--resume", typed="")  # the bid is made
    assert not any(line.endswith("13 cartes.") for line in again)


def test_the_hand_of_a_resumed_game(tmp_path: Path) -> None:
    """Taken up again at the bid: the hand is told, once."""
    said(tmp_path, "--seed=3", typed="")
    lines = said(tmp_path, "--resume", typed="b\n")
    assert sum(line.endswith("17 cartes.") for line in lines) == 1


def test_undo_tells_the_turned_card(tmp_path: Path) -> None:
    """Back at the call, what the call is about."""
    lines = said(tmp_path, "euchre-a-trois", "--seed=4", typed="passe\nannuler\n")
    at = lines.index("Coup repris.")
    assert "as de trèfle" in lines[at + 1]
    assert "Cléo passe." in lines[at + 1]
    assert lines[at + 2].startswith("Commander ou passer ?")


def test_messages_before(tmp_path: Path) -> None:
    """G walks back through what was told, past one's own actions; what happens next starts it over."""
    lines = said(tmp_path, "euchre-a-trois", "--seed=4", typed="g\nG\n" + "g\n" * 3 + "g\npasse\ng\n")
    first, *later = (at for at, line in enumerate(lines) if line.startswith("Commander ou passer ?"))
    told = lines[3:first]
    answers = [lines[at + 1] for at in (first, *later)]
    assert answers[: len(told)] == told[::-1]
    assert answers[len(told)] == "Aucun message avant celui-là."
    last = max(at for at, line in enumerate(lines) if line.endswith("? g"))
    assert lines[last + 1] == "Cléo : dame de carreau."


def test_a_long_line(tmp_path: Path) -> None:
    """What is not understood is shown short."""
    for line in ("z" * 5000, "/" + "z" * 5000):
        answer = said(tmp_path, "--seed=3", typed=line + "\n")
        assert any("zzz…" in told and len(told) < 160 for told in answer)


@pytest.mark.parametrize("extra", [[], ["--plain"]])
def test_help_before_the_game(tmp_path: Path, extra: list[str]) -> None:
    """``?`` explains what may be answered; Ctrl-C leaves the shell a line of its own."""
    with Terminal(tmp_path, ["play", *extra]) as terminal:
        terminal.sees("Votre choix")
        terminal.types("?", then="Entrée : 1) ?")
        terminal.sees("le nom d’un jeu, ou un jeu et ses options")
        terminal.types("pique")
        terminal.sees("Combien de joueurs")
        terminal.types("?", then=") ?")
        terminal.sees("Tapez 2, 3 ou 4, ou Entrée pour")
        assert terminal.leaves(key="\x03") == 0
        assert terminal.line == ""
