"""What the commands share: exit codes, a parser that speaks the user's language, and files read with care."""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from atout.console import Console, reason, silence
from atout.say import LANGUAGES, capital

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = [
    "FAULT",
    "FINE",
    "UNUSABLE",
    "Console",
    "Parser",
    "Unusable",
    "json_line",
    "read_file",
    "reason",
    "silence",
    "standard_input",
    "told_of_file",
]

FINE: Final = 0
FAULT: Final = 1
"""A fault found in the input's play."""
UNUSABLE: Final = 2
"""Wrong usage, or input that cannot be read."""


class Unusable(Exception):
    """Stops a command with one sentence on standard error and an exit code, usually 2."""

    def __init__(self, sentence: str, code: int = UNUSABLE) -> None:
        super().__init__(sentence)
        self.code = code


_USAGE_FAULTS: Final = (
    (re.compile(r"unrecognized arguments: (?P<what>.*)"), "cli.usage.unknown"),
    (re.compile(r"the following arguments are required: (?P<what>.*)"), "cli.usage.required"),
    (
        re.compile(r"argument (?P<name>[^:]+): invalid choice: (?P<what>.*?) \(choose from (?P<known>.*)\)"),
        "cli.usage.choice",
    ),
    (re.compile(r"argument (?P<name>[^:]+): expected .*argument.*"), "cli.usage.value"),
    (re.compile(r"argument (?P<name>[^:]+): invalid \w+ value: (?P<what>.*)"), "cli.usage.number"),
    (re.compile(r"ambiguous option: (?P<what>.*) could match (?P<known>.*)"), "cli.usage.ambiguous"),
)


class Parser(argparse.ArgumentParser):
    """An argument parser that speaks the user's language and exits with 2 on wrong usage."""

    def __init__(self, prog: str, console: Console, *, about: str, epilog: str = "", usage: str | None = None) -> None:
        self.console = console
        text = console.text
        formatter = partial(_Formatter, usage=text("cli.help.usage"))
        super().__init__(prog, usage, about, epilog, formatter_class=formatter, add_help=False)
        self._positionals.title = text("cli.help.positionals")
        self._optionals.title = text("cli.help.options")
        self.add_argument("-h", "--help", action="help", help=text("cli.help.help"))
        self.add_argument("--lang", choices=LANGUAGES, help=text("cli.help.lang"))

    def format_usage(self) -> str:
        prefix = f"{self.console.text('cli.help.usage')} "
        return super().format_usage()[len(prefix) - len("usage: ") :]  # argparse then cuts off as many as its own has

    def format_help(self) -> str:
        text = super().format_help()
        for group in self._action_groups:
            text = text.replace(f"\n{group.title}:\n", f"\n{group.title}{self.console.text('cli.help.colon')}\n")
        return self.console.shown(text, sys.stdout)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        sys.stdout.write(message)
        sys.stdout.flush()  # here, where what goes wrong is told, and not at the interpreter's end

    def error(self, message: str) -> NoReturn:
        for fault, key in _USAGE_FAULTS:
            match = fault.fullmatch(message)
            if match:
                message = self.console.text(key, **match.groupdict())
                break
        self.console.complain(message)
        self.console.complain(self.console.text("cli.usage.see_help", command=self.prog))
        sys.exit(UNUSABLE)


_HELP_WIDTH: Final = 100
"""Columns help takes where there is no terminal to fit, and at most."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str, usage: str) -> None:
        columns = shutil.get_terminal_size((_HELP_WIDTH, 0)).columns
        super().__init__(prog, max_help_position=28, width=min(columns, _HELP_WIDTH))
        self._usage_word = usage

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or f"{self._usage_word} ")


def standard_input(console: Console) -> TextIO:
    """The standard input; raises ``Unusable`` in a program that was started without one."""
    if sys.stdin is None:
        raise Unusable(console.text("cli.file.no_input"))
    return sys.stdin


def told_of_file(console: Console, key: str, path: str, **facts: object) -> str:
    """A message about a file by its path; ``-`` is called what it is."""
    if path == "-":
        return capital(console.text(key, path=console.text("cli.file.input"), **facts))
    return console.text(key, path=path, **facts)


def json_line(facts: Mapping[str, object], *, flush: bool = False) -> None:
    """A line of what ``--json`` prints, and nothing else is printed then: an object. ``flush``: at once."""
    print(json.dumps(facts, separators=(",", ":")), flush=flush)


def read_file(console: Console, path: str, most_bytes: int) -> str:
    """The text of a file (``-``: standard input); raises ``Unusable`` with the reason if it cannot be had."""
    try:
        if path == "-":
            data = standard_input(console).buffer.read(most_bytes + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(most_bytes + 1)
    except OSError as error:
        raise Unusable(told_of_file(console, "cli.file.unreadable", path, reason=reason(console, error))) from None
    if len(data) > most_bytes:
        raise Unusable(told_of_file(console, "cli.file.too_large", path, most=most_bytes // (1024 * 1024)))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable(told_of_file(console, "cli.file.not_text", path, byte=error.start)) from None
