"""Files written whole or not at all, and where games are kept."""

from __future__ import annotations

import errno
import os
import stat
from datetime import datetime
from pathlib import Path

import pytest

from atout.console import Console
from atout.files import Kept, data_folder, write_whole
from atout.say import Speaker
from atout.table import Table
from atout.terminal import Keeper, default_path


def test_new_and_replaced(tmp_path: Path) -> None:
    """Folders are made; a new file is its owner's alone; a replaced one keeps its mode."""
    path = tmp_path / "a" / "b" / "x.atout"
    write_whole(path, "un\n")
    assert path.read_bytes() == b"un\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    write_whole(path, "cœur\n")
    assert path.read_bytes() == "cœur\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [each.name for each in path.parent.iterdir()] == ["x.atout"]


def test_links_and_devices(tmp_path: Path) -> None:
    """A link stays a link; a device is written to, and still there afterwards."""
    (tmp_path / "link").symlink_to(tmp_path / "x.atout")
    write_whole(tmp_path / "link", "un\n")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "x.atout").read_text() == "un\n"
    with pytest.raises(OSError, match="No space left"):
        write_whole(Path("/dev/full"), "un\n")
    assert not Path("/dev/full").is_file()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "un\n")


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """A disk that fills up half-way leaves the old file as it was, and nothing beside it."""
    path = tmp_path / "x.atout"
    write_whole(path, "old\n")

    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if call == "fsync":
        monkeypatch.setattr(os, "fsync", fails)
    else:
        monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, "new\n")
    assert path.read_text() == "old\n"
    assert [each.name for each in tmp_path.iterdir()] == ["x.atout"]


def test_data_folder() -> None:
    """The user's data folder, as the desktop's rules say; a relative one is no such folder."""
    home = {"HOME": "/h"}
    assert data_folder(home) == Path("/h/.local/share/atout")
    assert data_folder(home | {"XDG_DATA_HOME": "/d"}) == Path("/d/atout")
    assert data_folder(home | {"XDG_DATA_HOME": "d"}) == Path("/h/.local/share/atout")
    assert data_folder({}) == Path.home() / ".local/share/atout"


def test_names_of_games() -> None:
    """By seed where one was asked for, which names one game; else by the moment."""
    now = datetime(2026, 3, 4, 5, 6, 7)
    folder = {"XDG_DATA_HOME": "/d"}
    assert default_path("pique", 7, now, folder) == Path("/d/atout/pique-7.atout")
    assert default_path("pique", None, now, folder) == Path("/d/atout/pique-2026-03-04-050607.atout")


def test_keeper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Trouble is told once, and so is its end; a next match gets a file of its own."""
    console = Console(Speaker("fr"), plain=True)
    (tmp_path / "d").write_text("in the way")
    keeper, table = Keeper(Kept(tmp_path / "d" / "x.atout"), console), Table("pique", seed=1)
    for _ in range(3):
        keeper.save(table)
    assert keeper.where() == keeper.farewell(over=False) == "La partie n’est pas enregistrée."
    (tmp_path / "d").unlink()
    for _ in range(2):
        keeper.save(table)
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 2
    assert keeper.path.read_text(encoding="utf-8") == table.record()
    for name in ("x-2.atout", "x-2-2.atout"):
        keeper.turn_page()
        assert keeper.path == tmp_path / "d" / name
        keeper.save(table)


def test_two_terminals_on_one_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither writes over the other: who comes second goes on in a file beside, and is told so once."""
    console = Console(Speaker("en"), plain=True)
    one, other = (Keeper(Kept(tmp_path / "x.atout"), console) for _ in range(2))
    ours, theirs = Table("pique", seed=1), Table("pique", seed=2)
    one.save(ours)
    for _ in range(2):
        other.save(theirs)
    one.save(ours)
    assert [path.read_text(encoding="utf-8") for path in (one.path, other.path)] == [ours.record(), theirs.record()]
    assert other.farewell(over=False).endswith("x-2.atout")
    told = f"Another program has written to {one.path}. The game goes on here in {other.path}.\n"
    assert capsys.readouterr().err == told
    one.path.unlink()
    one.save(ours)
    assert one.path == tmp_path / "x.atout"
    assert capsys.readouterr().err == ""


def test_farewell_can_be_pasted(tmp_path: Path) -> None:
    """The command that takes a game up again is quoted for a shell."""
    keeper = Keeper(Kept(tmp_path / "my games" / "x.atout"), Console(Speaker("en"), plain=True))
    assert keeper.farewell(over=False).endswith(f"atout play --resume '{tmp_path}/my games/x.atout'")
    assert keeper.farewell(over=True) == f"The game is saved in {tmp_path}/my games/x.atout."
