"""``atout``: the command line. Each command's module is loaded only when it is the one called."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from atout.cli.console import FINE, UNUSABLE, Console, Parser, Unusable
from atout.say import LANGUAGES, Speaker, language_of

COMMANDS: Final = ("play", "rules", "score", "check")
"""The commands, in the order help lists them; each is ``atout.cli.NAME``."""
DEFAULT: Final = "play"
"""What plain ``atout`` starts."""


def _language(arguments: Sequence[str]) -> str:
    """The language asked for by ``--lang``, before anything is parsed, so that errors speak it too."""
    for at, word in enumerate(arguments):
        value = word.partition("=")[2] if word.startswith("--lang=") else ""
        if word == "--lang" and at + 1 < len(arguments):
            value = arguments[at + 1]
        if value in LANGUAGES:
            return value
    return language_of()


def _parser(console: Console, command: str | None) -> Parser:
    text = console.text
    parser = Parser(prog="atout", description=text("cli.about"), epilog=text("cli.epilog"), console=console)
    parser.add_argument("--version", action="store_true", help=text("cli.help.version"))
    _add_common(parser, console)
    commands = parser.add_subparsers(
        dest="command", metavar=text("cli.help.command"), title=text("cli.help.commands"), prog="atout"
    )
    for name in COMMANDS:
        summary = text(f"cli.{name}.summary")
        sub = commands.add_parser(name, help=summary, description=summary, console=console)
        _add_common(sub, console, default=argparse.SUPPRESS)
        if name == command:
            import_module(f"atout.cli.{name}").arguments(sub, console.speaker)
    return parser


def _add_common(parser: Parser, console: Console, default: object = None) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=console.text("cli.help.lang"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its exit code: 0 fine, 1 a fault found in the play, 2 unusable input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    console = Console(Speaker(_language(words)))
    command = next((word for word in words if word in COMMANDS), None)
    try:
        if command is None and not {"-h", "--help", "--version"} & set(words) and all(w.startswith("-") for w in words):
            words, command = [DEFAULT, *words], DEFAULT
        options = _parser(console, command).parse_args(words)
        if getattr(options, "version", False):
            from atout import __version__

            console.say(f"atout {__version__}")
            return FINE
        return int(import_module(f"atout.cli.{command or DEFAULT}").run(options, console))
    except Unusable as error:
        console.complain(str(error))
        return UNUSABLE
    except BrokenPipeError:
        # whoever read our output has gone: nothing more to say, and nothing to flush at exit
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


if __name__ == "__main__":
    sys.exit(main())
