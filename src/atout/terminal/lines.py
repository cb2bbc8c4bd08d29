"""The input of the line client: lines from a pipe or a plain terminal, or edited ones with history and completion."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, Protocol

from atout.terminal.screen import Screen

if TYPE_CHECKING:
    from prompt_toolkit.output import Output

Words = Callable[[], Iterable[str]]
"""The texts that may be completed at a prompt, made only when somebody asks."""

LONGEST: Final = 4096
"""Bytes of a line that are kept."""


class Lines(Protocol):
    """Where typed lines come from. ``interactive``: a person types them at a terminal."""

    @property
    def interactive(self) -> bool: ...

    def ask(self, prompt: str, words: Words) -> str:
        """A line, after a prompt; raises ``EOFError`` when there are no more."""
        ...


class PlainLines:
    """Lines as they come; those of a pipe are echoed, so that what is printed reads like a game at a keyboard."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.interactive = sys.stdin is not None and sys.stdin.isatty()

    def ask(self, prompt: str, words: Words) -> str:
        """A line, after a prompt."""
        self._screen.begin(prompt)
        data = _line()
        if not data:
            self._screen.say("")
            raise EOFError
        text = _decoded(data)
        if not self.interactive:
            self._screen.say(text)
        return text


def _line() -> bytes:
    """One line of standard input, shortened; empty at its end."""
    if sys.stdin is None:
        return b""
    data = kept = sys.stdin.buffer.readline(LONGEST)
    while data and not data.endswith(b"\n"):
        data = sys.stdin.buffer.readline(LONGEST)
    return kept


def _decoded(data: bytes) -> str:
    """The text of a line: UTF-8, else the encoding the terminal claims; nothing in it can steer a terminal."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode(sys.stdin.encoding or "ascii", "replace")
    return "".join(character if character.isprintable() else " " for character in text.rstrip("\r\n"))


class EditedLines:
    """Lines edited at a terminal, with history (arrow up) and completion (Tab)."""

    interactive = True

    def __init__(self, screen: Screen) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.shortcuts import CompleteStyle

        self._screen = screen
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            output=_output(),
        )

    def ask(self, prompt: str, words: Words) -> str:
        """A line, after a prompt."""
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import ANSI

        *above, last = self._screen.asked(prompt).split("\n")
        for line in above:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
        completer = WordCompleter(lambda: list(words()), ignore_case=True, sentence=True)
        return self._session.prompt(ANSI(last), completer=completer)


def _output() -> Output:
    """A terminal that is not asked where its cursor is: nothing is drawn that would need to know."""
    from prompt_toolkit.output import create_output
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output


def lines_for(screen: Screen) -> Lines:
    """Edited lines where a person looks at a terminal that can, else plain ones."""
    return PlainLines(screen) if screen.plain else EditedLines(screen)


def is_rich(*, plain: bool) -> bool:
    """Whether a person sits at a terminal that can more than print, and has not asked for less."""
    terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return terminal and not plain and os.environ.get("TERM", "dumb") != "dumb"
