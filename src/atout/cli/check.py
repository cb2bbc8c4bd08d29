"""``atout check``: the referee of records, and of disputes at a real table."""

from __future__ import annotations

import argparse
import json
import sys

from atout.cli.console import FAULT, FINE, Console, Parser, Unusable, read_file
from atout.notation import LARGEST_RECORD, RecordError, read
from atout.record import begin
from atout.referee.check import review
from atout.say import Speaker


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""
    parser.add_argument(
        "files", nargs="*", metavar=speaker.text("check.help.file"), help=speaker.text("check.help.files")
    )
    parser.add_argument("--json", action="store_true", help=speaker.text("check.help.json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Referees records; returns the exit code."""
    code = FINE
    for path in options.files:
        text = read_file(console, path, LARGEST_RECORD)
        try:
            written = read(text)
            match, names = begin(written)
            for finding in review(written, match):
                if options.json:
                    sys.stdout.write(json.dumps(finding.facts, separators=(",", ":")) + "\n")
                if finding.is_fault:
                    code = FAULT
        except RecordError as error:
            raise Unusable(str(error)) from None
    return code
