"""The input of the line client: lines from a pipe or a plain terminal, or edited ones with history and completion.

Where the table goes on while a person types, somebody else's thread calls ``ring``; what there is to tell is then told
in this one, and the prompt stands last again.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Final, Protocol

from atout.terminal.interruptions import Interrupted, handed_to
from atout.terminal.screen import Screen

if TYPE_CHECKING:
    import asyncio

    from prompt_toolkit.output import Output

Words = Callable[[], Iterable[str]]
"""The texts that may be completed at a prompt, made only when somebody asks."""

Prompt = Callable[[], str]
"""What is asked: it may change while the person types."""

LONGEST: Final = 4096
"""Bytes of a line that are kept."""


class News(Protocol):
    """What may happen while a person types."""

    def has_news(self) -> bool:
        """Whether there is something to tell."""
        ...

    def catch_up(self) -> bool:
        """Tells it; false if there is nothing more to type for."""
        ...


class Lines(Protocol):
    """Where typed lines come from. ``interactive``: a person types them at a terminal."""

    @property
    def interactive(self) -> bool: ...

    def ask(self, prompt: Prompt, words: Words, news: News | None = None) -> str:
        """A line, after a prompt; raises ``EOFError`` when there are no more."""
        ...

    def ring(self) -> None:
        """There may be news: called from any thread."""
        ...


class PlainLines:
    """Lines as they come; those of a pipe are echoed, so that what is printed reads like a game at a keyboard."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.interactive = sys.stdin is not None and sys.stdin.isatty()

    def ask(self, prompt: Prompt, words: Words, news: News | None = None) -> str:
        """A line, after a prompt."""
        self._begin(prompt)
        data = self._next(prompt, news)
        if not data:
            self._screen.say("")
            raise EOFError
        text = _decoded(data)
        if not self.interactive:
            self._screen.say(text)
        return text

    def _begin(self, prompt: Prompt) -> None:
        self._asked = prompt()
        if self._asked:
            self._screen.begin(self._asked)

    def _next(self, prompt: Prompt, news: News | None) -> bytes:
        """The next line, empty at the end."""
        return _line()

    def ring(self) -> None:
        """Nothing happens while one of these is typed."""


class HeardLines(PlainLines):
    """Plain lines at a table that goes on meanwhile: what happens is told as it comes, and the prompt again."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen)
        self._came: SimpleQueue[bytes | None] = SimpleQueue()
        """Lines, and ``None`` for each ring."""
        self._reader = Thread(target=self._read, daemon=True)

    def ring(self) -> None:
        """There may be news."""
        self._came.put(None)

    def ask(self, prompt: Prompt, words: Words, news: News | None = None) -> str:
        """A line, after a prompt."""
        if not self._reader.ident:
            self._reader.start()
        return super().ask(prompt, words, news)

    def _next(self, prompt: Prompt, news: News | None) -> bytes:
        while (data := self._came.get()) is None:
            if news is None or not (news.has_news() or prompt() != self._asked):
                continue
            if self._asked:
                self._screen.say("")  # what is told begins a line of its own
            if not news.catch_up():
                return b""
            self._begin(prompt)
        return data

    def _read(self) -> None:
        """Puts lines where they can be waited for; unbuffered, so that the interpreter's end waits for nothing."""
        rest = b""
        while more := _some():
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                self._came.put(line[:LONGEST] + b"\n")
            rest = rest[:LONGEST]
        if rest:
            self._came.put(rest)
        self._came.put(b"")


def _some() -> bytes:
    """What has come in on standard input; empty at its end."""
    try:
        return os.read(0, LONGEST)
    except OSError:
        return b""


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

        self._news: News | None = None
        self._prompt: Prompt = str
        self._telling: asyncio.Future[None] | None = None
        self._stopped = False
        """Whether a signal to stop has come while this was asked."""
        self._asked = self._last = ""
        """What is asked, and the last line of it as it is shown: the one that is edited on."""

    def ask(self, prompt: Prompt, words: Words, news: News | None = None) -> str:
        """A line, after a prompt."""
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.formatted_text import ANSI

        _echo_no_more()
        self._prompt, self._news, self._telling, self._stopped = prompt, news, None, False
        completer = WordCompleter(lambda: list(words()), ignore_case=True, sentence=True)
        with handed_to(self._stop):
            self._begin()
            typed = self._session.prompt(
                lambda: ANSI(self._last),
                completer=completer,
                pre_run=self._listen,
                handle_sigint=False,  # its own handler forgets a signal that comes as the line is done
            )
        if self._stopped:  # as the line was done
            raise Interrupted
        return typed

    def _begin(self) -> None:
        """Prints all but the last line of the prompt."""
        self._asked = self._prompt()
        *above, self._last = self._screen.asked(self._asked).split("\n")
        for line in above:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()

    def ring(self) -> None:
        """There may be news."""
        loop = self._session.app.loop
        if loop is not None and self._session.app.is_running:
            with contextlib.suppress(RuntimeError):  # the line is done: news are told before the next one
                loop.call_soon_threadsafe(self._listen)

    def _listen(self) -> None:
        """Has told what there is to tell, one thing after the other; stops if that was asked for before it could."""
        import asyncio

        if self._stopped:
            self._leave(Interrupted())
        news = self._news
        if news is not None and not self._telling and (news.has_news() or self._prompt() != self._asked):
            self._telling = asyncio.ensure_future(self._tell(news))

    async def _tell(self, news: News) -> None:
        """Tells it above the prompt, on the prompt's own loop."""
        from prompt_toolkit.application import in_terminal

        fault: BaseException | None = None
        try:
            async with in_terminal():
                if not news.catch_up():
                    fault = EOFError()
                self._begin()
        except (Exception, KeyboardInterrupt) as error:  # what asks for the line is told, not the loop
            fault = error
        self._telling = None
        if fault is None:
            self._listen()  # what has come meanwhile
        else:
            self._leave(fault)

    def _stop(self) -> None:
        """A signal to stop has come: the loop hears of it where it listens."""
        self._stopped = True
        self.ring()

    def _leave(self, fault: BaseException) -> None:
        """Asks no longer: what asked for the line is told why."""
        if not self._session.app.is_done:
            self._session.app.exit(exception=fault)


def _echo_no_more() -> None:
    """What is typed while nothing is asked waits unseen for the next prompt, until the program ends.

    Else the terminal would show it in the midst of what is told, and the prompt a second time. A shell that the program
    was stopped for (Ctrl-Z) has a terminal that echoes again.
    """
    try:
        import termios
    except ImportError:  # there are no such terminals on this system
        return
    with contextlib.suppress(termios.error):
        before = termios.tcgetattr(0)
        if before[3] & termios.ECHO:
            atexit.register(termios.tcsetattr, 0, termios.TCSADRAIN, before)
            quiet = [*before]
            quiet[3] &= ~termios.ECHO
            termios.tcsetattr(0, termios.TCSANOW, quiet)


def _output() -> Output:
    """A terminal that is not asked where its cursor is: nothing is drawn that would need to know."""
    from prompt_toolkit.output import create_output
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output


def lines_for(screen: Screen, *, alone: bool = True) -> Lines:
    """Edited lines where a person looks at a terminal that can, else plain ones. ``alone``: nobody acts meanwhile."""
    if not screen.plain:
        return EditedLines(screen)
    return PlainLines(screen) if alone else HeardLines(screen)


def is_rich(*, plain: bool) -> bool:
    """Whether a person sits at a terminal that can more than print, and has not asked for less."""
    terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return terminal and not plain and os.environ.get("TERM", "dumb") != "dumb"
