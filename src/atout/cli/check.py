"""``atout check``: the referee of records, and of disputes at a real table."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Any

from atout.cli.console import (
    FAULT,
    FINE,
    UNUSABLE,
    Parser,
    Unusable,
    json_line,
    read_file,
    standard_input,
    told_of_file,
)
from atout.cli.given import speaker_at
from atout.cli.named import asked
from atout.console import Console
from atout.foreign import ForeignError
from atout.interchange import load
from atout.kinds import Kind, kind_of
from atout.notation import LARGEST_RECORD, RecordError, read
from atout.record import begin
from atout.referee.check import review
from atout.referee.dispute import Verdict
from atout.referee.interview import Interview, Unanswered, conclusion
from atout.referee.told import Hearing
from atout.say import Speaker
from atout.sentences import foreign_fault, foreign_note, record_fault


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"check.option.{name}")

    parser.add_argument("files", nargs="*", metavar=text("file_name"), help=text("files"))
    parser.add_argument("--ask", action="store_true", help=text("ask"))
    parser.add_argument("--json", action="store_true", help=text("json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Referees records, or a dispute; returns the exit code: 1 for a fault of play, 2 for what cannot be read."""
    if options.ask:
        return _ask(options, console)
    if not options.files:
        raise Unusable(console.text("check.nothing"))
    return max(_Referee(options, console, path).referee() for path in options.files)


class _Referee:
    """Referees one file and prints what is found."""

    def __init__(self, options: argparse.Namespace, console: Console, path: str) -> None:
        self.console = console
        self.path = path
        self.json = options.json
        self.several = len(options.files) > 1
        self.speaker = console.speaker

    def referee(self) -> int:
        """The exit code of this file."""
        try:
            text = read_file(self.console, self.path, LARGEST_RECORD)
        except Unusable as error:
            self.console.complain(str(error))
            return UNUSABLE
        try:
            return self._referee(text) if kind_of(text) is Kind.RECORD else self._referee_foreign(text)
        except RecordError as error:
            return self._unreadable(record_fault(self.speaker, error))

    def _unreadable(self, said: str) -> int:
        self.console.complain(told_of_file(self.console, "check.file", self.path, said=said))
        return UNUSABLE

    def _referee_foreign(self, text: str) -> int:
        """A game in another program's format: as the record it makes, if it makes one."""
        try:
            imported = load(text)
        except ForeignError as error:
            said = foreign_fault(self.speaker, error)
            if not error.in_play:
                return self._unreadable(said)
            if self.json:
                json_line(({"file": self.path} if self.several else {}) | error.told)
            self._say(said)
            return FAULT
        for note in imported.notes:
            self._unreadable(foreign_note(self.speaker, note))
        return max(self._referee(imported.table.record()), FAULT if imported.differs else FINE)

    def _referee(self, text: str) -> int:
        written = read(text)
        match, names = begin(written)
        self.speaker = speaker_at(self.console, names, match.rules)
        hearing = Hearing(self.speaker)
        for finding in review(written, match):
            if self.json:
                json_line(({"file": self.path} if self.several else {}) | finding.facts)
            if said := tuple(hearing.hear(finding)):
                self._say(*said)
        return FAULT if hearing.faults else FINE

    def _say(self, *sentences: str) -> None:
        if self.json:
            return
        said = " ".join(sentences)
        self.console.say(told_of_file(self.console, "check.file", self.path, said=said) if self.several else said)


# --- a dispute ------------------------------------------------------------------------------------------------------


def _ask(options: argparse.Namespace, console: Console) -> int:
    rules = asked(options.files, console) if options.files else None
    complain = console.complain
    interview = Interview(_asker(options, console), complain, console.speaker.language, rules)
    try:
        dispute = interview.hold()
    except Unanswered as error:
        raise Unusable(console.text("dispute.unclear.unanswered", question=error.question)) from None
    if options.json:
        json_line(dispute.facts)
    else:
        for said in conclusion(interview.speaker, dispute):
            console.say(said)
    return FAULT if dispute.verdict is Verdict.PROVED else FINE


def _asker(options: argparse.Namespace, console: Console) -> Any:
    """Puts questions on standard output (with ``--json`` on standard error) and reads answers."""
    given, stream = standard_input(console), sys.stderr if options.json else sys.stdout

    def ask(question: str, about: str) -> str | None:
        stream.write(console.shown(question, stream) + (" " if given.isatty() else "\n"))
        stream.flush()
        with contextlib.suppress(UnicodeDecodeError):
            return given.readline() or None
        return ""

    return ask
