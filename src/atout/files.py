"""Files that survive: written whole or not at all, and the folder they live in when nobody says where."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where this user's games are kept: ``$XDG_DATA_HOME/atout``, by default ``~/.local/share/atout``."""
    given = environment.get("XDG_DATA_HOME", "")
    home = environment.get("HOME", "")
    base = Path(given) if given.startswith("/") else (Path(home) if home else Path.home()) / ".local" / "share"
    return base / "atout"


def write_whole(path: Path, text: str, *, private: bool = True) -> None:
    """Replaces a file by a text, in UTF-8, so that a reader or a crash at any moment finds the old or the new one.

    The folder is made if it is missing. A new file is for its owner alone if it is ``private``: a saved game holds
    everybody's cards. What is no ordinary file (a pipe, a device) is written to, not replaced. What a process that was
    killed in the middle left beside it is removed. Raises ``OSError``; the old file is then untouched and nothing is
    left beside it.
    """
    data = text.encode("utf-8")
    path = Path(os.path.realpath(path))  # a link stays a link
    mode = 0o600 if private else None
    try:
        status = path.stat()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    else:
        mode = stat.S_IMODE(status.st_mode)
        if not stat.S_ISREG(status.st_mode):
            with path.open("wb") as device:
                device.write(data)
            return
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            if mode is not None:
                beside.chmod(mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    _sweep(path)


def _sync_folder(folder: Path) -> None:
    """Makes a renaming last, where the system lets folders be synchronised."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keeps other processes that ask for the same out of a folder, where the system can lock one."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(ImportError, OSError):
            import fcntl  # not on every system

            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)  # which gives the lock back
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


class Changed(OSError):
    """Another program has written to a file, or taken it away, since it was last read or written here."""


class _Mark(NamedTuple):
    """What tells a version of a file from the next one; every writing makes a new file."""

    inode: int
    changed: int
    size: int


def _mark(path: Path) -> _Mark | None:
    """The mark of a file; ``None`` for one that is missing, and for a device or a pipe, which keeps nothing."""
    try:
        status = path.stat()
    except OSError:
        return None  # whatever it is, reading or writing will say it
    passing = stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode)
    return None if passing else _Mark(status.st_ino, status.st_mtime_ns, status.st_size)


class Kept:
    """A file as it was when it was last read or written here: begin one just before reading."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known = _mark(path)

    @property
    def begun(self) -> bool:
        """Whether there was something in it."""
        return self._known is not None and self._known.size > 0

    def write(self, text: str) -> None:
        """Replaces the text; raises ``Changed``, and overwrites nothing, if another program was here; ``OSError``."""
        with alone_in(self.path.parent):
            if _mark(self.path) != self._known:
                raise Changed
            write_whole(self.path, text)
            self._known = _mark(self.path)


def _sweep(path: Path) -> None:
    """Removes what dead processes left of this file, half written; where processes cannot be told apart, nothing."""
    if os.name != "posix":  # elsewhere signal 0 is one that is delivered
        return
    with contextlib.suppress(OSError):
        for left in path.parent.iterdir():
            writer = left.name.removeprefix(f".{path.name}.")
            if writer != left.name and writer.isdecimal() and _is_dead(int(writer)):
                left.unlink(missing_ok=True)


def _is_dead(process: int) -> bool:
    """Whether no process has this number; one that may not be signalled lives."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def reserved(path: Path) -> Path:
    """A new file for its owner alone, empty and taken by nobody else: this path, or this one with a number, from 2.

    Where none can be made the path is returned as it is: what is wrong will be told when the file is written.
    """
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            beside = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
            with contextlib.suppress(FileExistsError):
                os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                return beside
    return path
