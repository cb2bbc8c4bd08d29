"""Sentences to the two outputs, in characters that they can show."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Final, TextIO

from atout.say import Speaker, fold, typeset


class Console:
    """Prints what a ``Speaker`` says. ``plain`` output keeps ordinary spaces, letters and words."""

    def __init__(self, speaker: Speaker, *, plain: bool = False) -> None:
        self.speaker = speaker
        self.plain = plain

    def shown(self, text: str, stream: TextIO) -> str:
        """What a stream is given of a text: its display form, in characters that it has."""
        laid = text if self.plain else self.laid(typeset(text, self.speaker.language))
        return fold(laid, stream.encoding or "ascii")

    def laid(self, text: str) -> str:
        """A text in lines, while its no-break spaces still say where none may part."""
        return text

    def _print(self, text: str, stream: TextIO) -> None:
        stream.write(self.shown(text, stream) + "\n")
        stream.flush()

    def say(self, text: str) -> None:
        """A line on standard output."""
        self._print(text, sys.stdout)

    def complain(self, text: str) -> None:
        """A line on standard error; where it takes none, the exit code has to say it."""
        try:
            self._print(text, sys.stderr)
        except OSError:
            silence(sys.stderr)

    def text(self, key: str, /, **facts: object) -> str:
        """A message of the catalogue."""
        return self.speaker.text(key, **facts)


def silence(stream: TextIO) -> None:
    """Nothing can be printed to a stream any more: lets the interpreter flush it into the void at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


_REASONS: Final = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.EISDIR: "folder",
    errno.EEXIST: "other",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "limit",
    errno.ENAMETOOLONG: "long",
}


def reason(console: Console, error: OSError) -> str:
    """Why the system would not read or write."""
    key = _REASONS.get(error.errno or 0)
    return console.text(f"cli.file.{key}") if key else str(error.strerror or error)
