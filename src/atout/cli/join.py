"""``atout play --join LINK``: a seat at a table that a server keeps, or a look at it."""

from __future__ import annotations

import argparse
from typing import Final

from atout import __version__
from atout.cli.console import FINE, Unusable
from atout.console import Console
from atout.say import Speaker
from atout.seats import partners_of
from atout.sentences import summary
from atout.terminal import Client, Interruptions, Lines, Quit, Screen, is_rich, lines_for
from atout.terminal.online import Online, Unjoinable, kept_name, resolve

_COMMANDS: Final = ("/", "?")
"""What a command begins with: no name that is typed does."""


def run(options: argparse.Namespace, console: Console) -> int:
    """Plays, or watches; returns the exit code. Raises ``Unusable`` for a table that cannot be joined, or is lost."""
    language = console.speaker.language
    screen = Screen(Speaker(language), rich=is_rich(plain=console.plain or options.plain))
    with Interruptions() as interruptions:
        try:
            seat = Online(resolve(options.join), screen)
        except Unjoinable as error:
            raise Unusable(_fault(console, error.code, **error.facts)) from None
        except KeyboardInterrupt:
            console.say("")
            return FINE
        lines = lines_for(screen, alone=False)
        seat.link.ring = lines.ring
        client = Client(seat, screen=screen, lines=lines, interruptions=interruptions)
        _greet(screen, seat)
        client.recall()
        try:
            _introduce(screen, seat, lines, client)
        except (EOFError, KeyboardInterrupt, Quit):
            screen.say(seat.leave())
            return FINE
        client.run()
    if seat.fault:
        raise Unusable(_fault(console, seat.fault, host=seat.address.host))
    return FINE


def _introduce(screen: Screen, seat: Online, lines: Lines, client: Client) -> None:
    """Gives whoever sits among other people without a name the one that is kept, or asks for one, again where it is
    refused; none is fine, too, and so is a command. Scripts are not asked.
    """
    if not (lines.interactive and seat.picture.nameless):
        return
    name = kept_name()
    while True:
        if not name:
            name = lines.ask(lambda: screen.text("join.ask_name"), tuple).strip()
            if name.startswith(_COMMANDS):
                client.understand(name)
                return
        if not name:
            return
        seat.call(name)
        if not client.catch_up() or not seat.unnamed:
            return
        name = ""


def _fault(console: Console, code: str, **facts: object) -> str:
    return console.text(f"join.fault.{code}", version=__version__, **facts)


def _greet(screen: Screen, seat: Online) -> None:
    """Which game this is, who sits where, what is waited for."""
    say, text, speaker = screen.say, screen.text, screen.speaker
    rules = seat.view.rules
    say(summary(speaker, rules))
    if seat.number:
        partners = sorted(partners_of(rules.sides, seat.number))
        others = (other for other in range(1, rules.players + 1) if other not in (seat.number, *partners))
        facts = {"paired": bool(partners), "partner": speaker.people(partners) if partners else ""}
        say(text("join.start.seated", number=seat.number, others=speaker.people(others), **facts))
    else:
        say(text("join.start.watching", others=speaker.people(range(1, rules.players + 1))))
    if seat.picture.host:
        say(text("join.start.host", word=seat.picture.word("rule")))
    say(text("join.start.hint"))
    say(seat.status)
