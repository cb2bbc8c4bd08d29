"""``atout score``: the score-keeper of a game played with real cards."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from atout.actions import Illegal
from atout.cli.console import FAULT, FINE, UNUSABLE, Parser, Unusable, json_line, read_file, standard_input
from atout.cli.named import asked
from atout.cli.saved import Saved, write
from atout.console import Console
from atout.families import spec
from atout.game import Rules
from atout.notation import LARGEST_RECORD, RecordError
from atout.referee.facts import page_facts, turned_back_facts
from atout.referee.lines import LONGEST_LINE, Dealer, Help, Line, LineError, Quit, Redo, Show, Undo, read_line
from atout.referee.paper import may_pass_out
from atout.referee.printed import page_told, sheet_csv, sheet_table, sheet_told
from atout.referee.samples import samples
from atout.referee.sheet import Book, Misplaced, NotASheet, Sheet
from atout.say import Speaker, capital, fold
from atout.seats import HOUSE
from atout.sentences import record_fault, refuse, scores


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"sheet.option.{name}")

    parser.add_argument("rules", nargs="*", metavar=text("rules_name"), help=text("rules"))
    parser.add_argument("--from", dest="source", metavar=text("file_name"), help=text("from"))
    parser.add_argument("--save", type=Path, metavar=text("file_name"), help=text("save"))
    parser.add_argument("--csv", nargs="?", const="-", metavar=text("file_name"), help=text("csv"))
    parser.add_argument("--dealer", type=int, metavar=text("seat_name"), help=text("dealer"))
    parser.add_argument("--details", action="store_true", help=text("details"))
    parser.add_argument("--plain", action="store_true", help=text("plain"))
    parser.add_argument("--json", action="store_true", help=text("json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Keeps the score; returns the exit code: 1 at a line the game refuses, 2 at one that cannot be read."""
    console.plain = console.plain or options.plain
    if options.json and options.csv == "-":
        raise Unusable(console.text("sheet.error.json-or-csv"))
    if options.csv not in (None, "-") and not Path(options.csv).absolute().parent.is_dir():
        why = console.text("cli.file.no_folder")
        raise Unusable(console.text("cli.file.unwritable", path=options.csv, reason=why))
    saved = Saved(options.save) if options.save is not None else None
    keeper = _Keeper(options, console, _opened(options, console, saved), saved)
    if options.source is None and not options.json and standard_input(console).isatty():
        return keeper.prompted()
    return keeper.batch(_lines(options, console))


def _opened(options: argparse.Namespace, console: Console, saved: Saved | None) -> Sheet:
    """The sheet to go on with: the one that was saved, or a blank one."""
    kept = saved.path if saved is not None and saved.begun else None
    if kept is None:
        sheet = Sheet.blank(asked(options.rules, console))
    else:
        sheet = _read(kept, asked(options.rules, console) if options.rules else None, console)
    if options.dealer is None:
        return sheet
    try:
        return sheet.write(Dealer(options.dealer))
    except Illegal as illegal:
        raise Unusable(refuse(console.speaker, illegal.refusal)) from None


def _read(path: Path, rules: Rules | None, console: Console) -> Sheet:
    """A sheet that was saved, which must be of the rules asked for, if any."""
    try:
        sheet = Sheet.read(read_file(console, str(path), LARGEST_RECORD))
    except RecordError as error:
        fault = record_fault(console.speaker, error)
    except Illegal as illegal:
        fault = refuse(console.speaker, illegal.refusal)
    except NotASheet as error:
        fault = console.text("sheet.error.not-a-sheet", deal=error.deal)
    else:
        if rules in (None, sheet.rules):
            return sheet
        fault = console.text("sheet.error.other-rules", found=spec(sheet.rules))
    raise Unusable(console.text("sheet.error.in-file", path=str(path), reason=fault))


def _lines(options: argparse.Namespace, console: Console) -> Iterator[str | None]:
    """The lines to read, as they come; ``None`` for what is no text."""
    if options.source not in (None, "-"):
        yield from read_file(console, options.source, LARGEST_RECORD).splitlines()
        return
    given = standard_input(console)
    while raw := given.buffer.readline(4 * LONGEST_LINE):
        yield _decoded(raw, given.encoding)


def _decoded(raw: bytes, usual: str) -> str | None:
    for encoding in ("utf-8-sig", usual):
        with contextlib.suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return None


class _Keeper:
    """Writes lines into a sheet, saves it after each, and says what they come to."""

    def __init__(self, options: argparse.Namespace, console: Console, sheet: Sheet, saved: Saved | None) -> None:
        self.options = options
        self.console = console
        self.saved = saved
        self.book = Book(sheet)

    @property
    def sheet(self) -> Sheet:
        """The sheet as it is now."""
        return self.book.sheet

    @property
    def speaker(self) -> Speaker:
        """Someone who calls the players by the names they have now."""
        return Speaker(self.console.speaker.language, self.sheet.names)

    def _take(self, text: str | None) -> bool:
        """Does what a line says; whether there is more to come. Raises ``LineError``, ``Misplaced``, ``Illegal``."""
        if text is None:
            raise LineError("not-text")
        line = read_line(text)
        match line:
            case None:
                pass
            case Quit():
                return False
            case Help():
                self._help()
            case Show():
                self._show()
            case _:
                self._write(line)
        return True

    def _write(self, line: Line) -> None:
        first = self.book.write(line)
        if self.saved is not None:
            self.saved.write(self.console, self.sheet.record())
        if self.options.json:
            if isinstance(line, Undo | Redo):
                json_line({type(line).__name__.lower(): True} | turned_back_facts(self.sheet), flush=True)
            self._json_pages(first)

    def _fault(self, fault: LineError | Misplaced | Illegal) -> str:
        """Why a line was not written."""
        if isinstance(fault, Illegal):
            return refuse(self.speaker, fault.refusal, self.sheet.match)
        return self.speaker.text(f"sheet.error.{fault.code}", **fault.facts)

    # --- lines one after another --------------------------------------------------------------------------------

    def batch(self, lines: Iterable[str | None]) -> int:
        """Writes lines up to the first that is wrong; returns the exit code."""
        code, told = FINE, ""
        for number, text in enumerate(lines, 1):
            try:
                if not self._take(text):
                    break
            except (LineError, Misplaced, Illegal) as fault:
                code = UNUSABLE if isinstance(fault, LineError) else FAULT
                told = self.console.text("sheet.error.at", number=number, reason=self._fault(fault))
                break
        self._finish()
        if told:
            self.console.complain(told)
        return code

    def _finish(self) -> None:
        """The end of a batch: the table or the spreadsheet."""
        if self.options.csv is not None:
            self._csv(self.options.csv)
        if not self.options.json and self.options.csv != "-":
            self._show()

    # --- a prompt -----------------------------------------------------------------------------------------------

    def prompted(self) -> int:
        """Asks for lines until told to quit; a bad one changes nothing."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (line editing and history for ``input``)
        if self.sheet.pages:
            self._show()
        self._say("sheet.welcome")
        try:
            while self._answered(input(self.console.shown(self._question(), sys.stdout) + " ")):
                pass
        except (EOFError, KeyboardInterrupt):
            self.console.say("")  # the question stays on a line of its own
        if self.options.csv is not None:
            self._csv(self.options.csv)
        if self.saved is not None:
            self._say("sheet.unsaved" if self.saved.behind else "sheet.saved", path=str(self.saved.path))
        return FINE

    def _answered(self, text: str) -> bool:
        before = self.sheet
        try:
            more = self._take(text)
        except (LineError, Misplaced, Illegal) as fault:
            self.console.complain(capital(self._fault(fault)))
            return True
        except Unusable as error:
            self.console.complain(str(error))
            more = True
        self._changes(before)
        return more

    def _changes(self, before: Sheet) -> None:
        """Says what a line changed."""
        if self.sheet is before:
            return
        if len(self.sheet.pages) < len(before.pages):
            self._say("sheet.fewer", deals=self.sheet.match.number)
        for page in self.sheet.pages[self.sheet.first_change(before) :]:
            for said in page_told(self.speaker, page):
                self.console.say(said)

    def _question(self) -> str:
        """What is asked for next."""
        sheet, speaker = self.sheet, self.speaker
        if sheet.match.over:
            return speaker.text("sheet.ask.over")
        names = ", ".join(speaker.name(seat) for seat in range(1, sheet.rules.players + 1))
        if sheet.open_page:
            return speaker.text("sheet.ask.tricks", names=names, tricks=sheet.rules.cards_each)
        key = "sheet.ask.bids" if sheet.takes_bids else "sheet.ask.maker"
        return speaker.text(key, number=sheet.match.number + 1, dealer=sheet.next_dealer, names=names)

    # --- what is printed ----------------------------------------------------------------------------------------

    def _say(self, key: str, **facts: object) -> None:
        self.console.say(self.speaker.text(key, **facts))

    def _help(self) -> None:
        if not self.options.json:
            asks, shown = self.sheet.asks, samples(self.sheet.rules)
            for topic, told in (
                ("bids", asks.bids),
                ("maker", not asks.bids and not asks.contract),
                ("alone", asks.alone),
                ("bid", asks.contract and not asks.by_seat),
                ("by_seat", asks.by_seat),
                ("makerless", asks.makerless is not None),
                ("passed", not asks.bids and may_pass_out(self.sheet.start)),
            ):
                if told:
                    self._say(f"sheet.help.{topic}", **shown)
            self._say("sheet.help.all", **shown)

    def _show(self) -> None:
        """The whole sheet: a table where it fits, every line of the count where asked for or where it does not."""
        if self.options.json:
            self._json_pages(0)
            return
        if not self.sheet.pages:
            self._say("sheet.empty")
            return
        table = sheet_table(self.speaker, self.sheet)
        fits = not self.console.plain and len(table[1]) <= shutil.get_terminal_size().columns
        told = [] if fits and not self.options.details else list(sheet_told(self.speaker, self.sheet))
        for line in [*(table if fits else []), *([""] if fits and told else []), *told]:
            self.console.say(line)
        self.console.say(scores(self.speaker, self.sheet.match, HOUSE))

    def _json_pages(self, first: int) -> None:
        for page in self.sheet.pages[first:]:
            json_line(page_facts(page), flush=True)

    def _csv(self, path: str) -> None:
        text = sheet_csv(self.speaker, self.sheet)
        if path != "-":
            write(self.console, Path(path), text)
            return
        sys.stdout.write(fold(text, sys.stdout.encoding or "ascii"))
        sys.stdout.flush()
