"""The line client through a pipe: whole deals, refusals, undo, claims, saving and resuming, poor outputs, bad input."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from atout.actions import Bid
from atout.table import Table
from tests.terminal.session import COMMAND, GAMES, Game, environment, piped, plain


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
