"""``atout play``: a game in the terminal against bots, or at a table that a server keeps."""

from __future__ import annotations

import argparse
import os
import shlex
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import Struct

from atout.actions import Illegal
from atout.bots import LEVELS, USUAL_LEVEL, player
from atout.cli.console import FINE, Parser, Unusable, read_file
from atout.cli.named import asked, understood
from atout.commands import BY_NAME
from atout.console import Console
from atout.events import Dealt, Event, Settled
from atout.families import PROFILES, USUAL, parse, spec
from atout.files import Kept, data_folder, reserved
from atout.game import Rules
from atout.names import bot_level, bot_name
from atout.notation import LARGEST_RECORD, RecordError
from atout.options import RulesError
from atout.say import Speaker
from atout.seats import partners_of
from atout.sentences import profile_name, record_fault, refuse, rules_fault, summary
from atout.table import Table
from atout.terminal import Client, Interruptions, Keeper, Lines, Screen, Solo, default_path, is_rich, lines_for

_OF_A_GAME: Final = ("seat", "level", "seed", "resume", "save")
"""Options of a game of one's own."""


class Start(Struct, frozen=True):
    """A game about to be played: its table, the person's seat, the levels of the others by seat, its file."""

    table: Table
    seat: int
    levels: dict[int, str]
    kept: Kept
    resumed: bool = False


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"play.option.{name}")

    parser.add_argument("rules", nargs="*", metavar=text("rules_name"), help=text("rules"))
    parser.add_argument("--seat", type=int, metavar=text("seat_name"), help=text("seat"))
    parser.add_argument("--level", choices=LEVELS, help=text("level"))
    parser.add_argument("--seed", type=int, metavar=text("seed_name"), help=text("seed"))
    parser.add_argument("--join", metavar=text("link_name"), help=text("join"))
    parser.add_argument("--plain", action="store_true", help=text("plain"))
    parser.add_argument("--resume", nargs="?", const="", metavar=text("file_name"), help=text("resume"))
    parser.add_argument("--save", type=Path, metavar=text("file_name"), help=text("save"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Plays; returns the exit code."""
    if options.join is not None:
        return _join(options, console)
    rich = is_rich(plain=console.plain or options.plain)
    with Interruptions() as interruptions:
        try:
            start = _start(options, Screen(console.speaker, rich=rich))
        except EOFError:
            return FINE  # nothing was begun
        except KeyboardInterrupt:
            console.say("")
            return FINE
        names = (_called(console, seat, start) for seat in range(1, start.table.rules.players + 1))
        speaker = Speaker(console.speaker.language, tuple(names), start.seat, start.table.rules.pack)
        screen = Screen(speaker, rich=rich)
        seed = start.table.seed
        solo = Solo(
            start.table,
            start.seat,
            {seat: player(level, seed) for seat, level in start.levels.items()},
            screen=screen,
            keeper=Keeper(start.kept, screen),
            interruptions=interruptions,
        )
        client = Client(solo, screen=screen, lines=lines_for(screen), interruptions=interruptions)
        _greet(screen, start)
        if start.resumed:
            client.remind()
        client.run()
    return FINE


def _join(options: argparse.Namespace, console: Console) -> int:
    """Plays at a table elsewhere; what only that needs is loaded here."""
    given = [*options.rules, *(f"--{name}" for name in _OF_A_GAME if getattr(options, name) is not None)]
    if given:
        raise Unusable(console.text("join.fault.alone", given=" ".join(given)))
    from atout.cli import join

    return join.run(options, console)


def _called(console: Console, seat: int, start: Start) -> str:
    """What a player is called: bots by their seat, the person by name, if there is one."""
    given = start.table.names[seat - 1] if start.table.names else ""
    if given and bot_level(given) is None:
        return given
    return console.text(f"word.name.{seat}") if seat in start.levels else ""


def _greet(screen: Screen, start: Start) -> None:
    rules = start.table.rules
    screen.say(summary(screen.speaker, rules))
    levels = ", ".join(screen.text("play.level", level=level) for level in dict.fromkeys(start.levels.values()))
    partners = sorted(partners_of(rules.sides, start.seat))
    screen.say(
        screen.text(
            "play.start.against",
            number=start.seat,
            paired=bool(partners),
            partner=screen.speaker.people(partners) if partners else "",
            others=screen.speaker.people(seat for seat in start.levels if seat not in partners),
            count=len(start.levels),
            level=levels,
        )
    )
    screen.say(screen.text("play.start.hint", path=str(start.kept.path)))


# --- a new game, or one that was saved ----------------------------------------------------------------------------


def _start(options: argparse.Namespace, screen: Screen) -> Start:
    if options.resume is not None:
        if options.rules:
            raise Unusable(screen.text("play.fault.rules", given=" ".join(options.rules)))
        return _resume(options, screen, Path(options.resume) if options.resume else _latest(screen))
    if options.rules:
        return _new(options, screen, asked(options.rules, screen))
    lines = lines_for(screen)
    return _choose(options, screen, lines) if lines.interactive else _new(options, screen, parse(USUAL))


def _new(options: argparse.Namespace, screen: Screen, rules: Rules) -> Start:
    seat = _seat(screen, 1 if options.seat is None else options.seat, rules)
    levels = {other: options.level or USUAL_LEVEL for other in range(1, rules.players + 1) if other != seat}
    names = [bot_name(levels[other]) if other in levels else "" for other in range(1, rules.players + 1)]
    table = Table(rules, seed=options.seed, names=names, dealing=False)
    place = _place(options, screen)
    usual = default_path(rules.profile, options.seed, datetime.now(), os.environ)
    return Start(table, seat, levels, Kept(place or reserved(usual)))


def _place(options: argparse.Namespace, screen: Screen, resumed: Path | None = None) -> Path | None:
    """Where the person wants the game saved; raises ``Unusable`` rather than replace anything but what is resumed."""
    path: Path | None = options.save
    if path is None or not _is_filled(path) or (resumed and resumed.exists() and path.samefile(resumed)):
        return path
    try:
        table = Table.from_record(read_file(screen, str(path), LARGEST_RECORD), seed=0)
    except (RecordError, Illegal):
        raise Unusable(screen.text("play.fault.other_file", path=str(path))) from None
    key = "play.fault.sheet" if _is_sheet(table) else "play.fault.exists"
    raise Unusable(screen.text(key, path=str(path), quoted=shlex.quote(str(path))))


def _is_filled(path: Path) -> bool:
    """Whether something would be lost with this file."""
    try:
        return path.is_file() and path.stat().st_size > 0
    except OSError:  # will be told when the game cannot be saved
        return False


def _is_sheet(table: Table) -> bool:
    """Whether real cards are scored here: hands that nobody typed, counts without play."""
    return any(map(_is_on_paper, table.events))


def _is_on_paper(event: Event) -> bool:
    match event:
        case Settled():
            return not event.agreed
        case Dealt():
            return any(holding.unseen for holding in event.holdings)
    return False


def _seat(screen: Screen, seat: int, rules: Rules) -> int:
    if not 1 <= seat <= rules.players:
        raise Unusable(screen.text("play.fault.seat", number=seat, most=rules.players))
    return seat


def _resume(options: argparse.Namespace, screen: Screen, path: Path) -> Start:
    kept = Kept(path)
    table = _read(screen, path, options.seed)
    names = table.names or ("",) * table.rules.players
    people = [seat for seat, name in enumerate(names, 1) if bot_level(name) is None]
    seat = _seat(screen, options.seat if options.seat is not None else next(iter(people), 1), table.rules)
    written = {other: bot_level(name) for other, name in enumerate(names, 1) if other != seat}
    levels = {other: options.level or (level if level in LEVELS else USUAL_LEVEL) for other, level in written.items()}
    place = _place(options, screen, path)
    return Start(table, seat, levels, kept if place is None else Kept(place), resumed=True)


def _read(screen: Screen, path: Path, seed: int | None) -> Table:
    """A saved game; raises ``Unusable`` for a file that is none."""
    text = read_file(screen, str(path), LARGEST_RECORD)
    try:
        table = Table.from_record(text, seed=seed)
    except RecordError as error:
        fault = record_fault(screen.speaker, error)
    except Illegal as illegal:
        fault = refuse(screen.speaker.at(illegal.pack), illegal.refusal)
    else:
        if _is_sheet(table):
            raise Unusable(screen.text("play.fault.sheet", path=str(path), quoted=shlex.quote(str(path))))
        hand = table.match.hand
        if hand is None or hand.over or not any(holding.unseen for holding in hand.board.holdings):
            return table
        fault = screen.text("play.fault.unseen")
    raise Unusable(screen.text("play.fault.unreadable", path=str(path), reason=fault))


def _saved() -> Path | None:
    """The game saved last in the usual folder."""
    files = filter(_is_filled, data_folder().glob("*.atout"))
    return max(files, key=lambda file: file.stat().st_mtime, default=None)


def _latest(screen: Screen) -> Path:
    saved = _saved()
    if saved is None:
        raise Unusable(screen.text("play.fault.nothing_to_resume", path=str(data_folder())))
    return saved


# --- the choice of a game -----------------------------------------------------------------------------------------


def _choose(options: argparse.Namespace, screen: Screen, lines: Lines) -> Start:
    """Asks which game: the one that was left, a profile by its number, or a rules spec."""
    say, text = screen.say, screen.text
    left = _left(options, screen)
    offers: list[Path | str] = [*([left[0]] if left else []), *PROFILES]
    numbered = {str(number): offer for number, offer in enumerate(offers, 1)}
    say(text("play.start.games"))
    for number, offer in enumerate(offers, 1):
        if isinstance(offer, str):
            name = profile_name(screen.speaker, offer)
            say(text("play.start.game", number=number, name=name, players=_either(screen, offer)))
        elif left:
            name = profile_name(screen.speaker, left[1].rules.profile)
            say(text("play.start.go_on", number=number, name=name, deal=left[1].match.number))
    while True:
        answer = lines.ask(lambda: text("play.ask.which", most=len(offers)), lambda: PROFILES).strip() or "1"
        if answer in BY_NAME["help"].keys:
            say(text("play.help.which", most=len(offers)))
            continue
        try:
            chosen = numbered.get(answer, answer)
            if isinstance(chosen, Path):
                return _resume(options, screen, chosen)
            rules = understood(chosen.split(), screen)
            return _new(options, screen, _sized(screen, lines, rules) if chosen in PROFILES else rules)
        except RulesError as error:
            say(rules_fault(screen.speaker, error))


def _either(screen: Screen, profile: str) -> str:
    """How many may play a profile: ``2, 3 ou 4``."""
    return screen.speaker.listed(map(str, sorted(PROFILES[profile].players)), "word.or")


def _left(options: argparse.Namespace, screen: Screen) -> tuple[Path, Table] | None:
    """The game saved last, if it is not finished."""
    path = _saved()
    if path is None:
        return None
    try:
        table = _read(screen, path, options.seed)
    except Unusable:
        return None
    return None if table.over else (path, table)


def _sized(screen: Screen, lines: Lines, rules: Rules) -> Rules:
    """Rules for as many players as the person wants, where there is a choice."""
    players = tuple(map(str, PROFILES[rules.profile].players))
    facts = {"numbers": _either(screen, rules.profile), "usual": players[0]}
    while len(players) > 1:
        number = (
            lines.ask(lambda: screen.text("play.ask.which_players", **facts), lambda: players).strip() or players[0]
        )
        if number in players:
            return parse(f"{spec(rules)} players={number}")
        screen.say(screen.text("play.help.players", **facts))
    return rules
