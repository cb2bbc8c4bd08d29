"""The command line as a whole. Each command's module is loaded only when it is the one called."""

from __future__ import annotations

import argparse
import io
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

from atout import __version__
from atout.cli.console import FINE, UNUSABLE, Console, Parser, Unusable, reason, silence
from atout.say import LANGUAGES, Speaker, language_of

COMMANDS: Final = (
    "serve", "play", "rules", "score", "check", "solve", "advise", "review", "convert", "arena", "verify", "bench",
)  # fmt: skip
"""The commands, in the order help lists them; each is ``atout.cli.NAME``."""
DEFAULT: Final = "serve"
"""What plain ``atout`` starts."""
PLAY: Final = "play"
"""What somebody wants who only names a game."""


def _language(arguments: Sequence[str]) -> str:
    """The language asked for by ``--lang``, before anything is parsed, so that errors speak it too."""
    for at, word in enumerate(arguments):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and at + 1 < len(arguments):
            value = arguments[at + 1]
        if value in LANGUAGES:
            return value
    return language_of()


def _top(console: Console) -> Parser:
    """What ``atout --help`` shows, and what complains of an unknown command."""
    text = console.text
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {text(f'cli.{name}.summary')}" for name in COMMANDS]
    listing = "\n".join([text("cli.help.commands") + text("cli.help.colon"), *lines])
    usage = f"atout [--lang LANG] [{text('cli.help.command')} ...]"
    parser = Parser("atout", console, about=f"{text('cli.about')}\n\n{listing}", epilog=text("cli.epilog"), usage=usage)
    parser.add_argument("--version", action="version", version=f"atout {__version__}", help=text("cli.help.version"))
    parser.add_argument("command", choices=COMMANDS, metavar=text("cli.help.command"), help=argparse.SUPPRESS)
    return parser


def _run(command: str, words: Sequence[str], console: Console) -> int:
    """Runs one command; its options may stand anywhere among its arguments."""
    module = import_module(f"atout.cli.{command}")
    parser = Parser(f"atout {command}", console, about=console.text(f"cli.{command}.summary"))
    module.arguments(parser, console.speaker)
    return int(module.run(parser.parse_intermixed_args(words), console))


def _open_streams() -> None:
    """Gives a program that was started without outputs something to print to."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), "utf-8"))


def _complain(words: Sequence[str], console: Console) -> NoReturn:
    """Helps or complains when no command is named, and exits; the name of a game is what a command is missing for."""
    from atout.families import PROFILES

    game = next((at for at, word in enumerate(words) if word in PROFILES), None)
    if game is not None:
        raise Unusable(console.text("play.fault.command", command=shlex.join(["atout", PLAY, *words[game:]])))
    _top(console).parse_args(words)
    raise AssertionError("words without a command are never parsed")


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code: 0 fine, 1 a fault found in the play, 2 unusable input."""
    _open_streams()
    words = list(sys.argv[1:] if arguments is None else arguments)
    console = Console(Speaker(_language(words)), plain=bool(os.environ.get("ATOUT_PLAIN")))
    command = next((word for word in words if word in COMMANDS), None)
    if command:
        words.remove(command)
    elif all(word.startswith("-") for word in words[:1]) and not {"-h", "--help", "--version"} & set(words):
        command = DEFAULT
    try:
        if command is None:
            _complain(words, console)
        return _run(command, words, console)
    except Unusable as error:
        console.complain(str(error))
        return error.code
    except BrokenPipeError:
        silence(sys.stdout)  # whoever read our output has gone
        return FINE
    except OSError as error:
        silence(sys.stdout)
        console.complain(console.text("cli.file.system", reason=reason(console, error)))
        return UNUSABLE
