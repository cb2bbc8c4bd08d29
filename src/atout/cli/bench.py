"""``atout bench``: the kernel's pace on this machine, and the number that says it computes what it should."""

from __future__ import annotations

import argparse

from atout.cli.console import FINE, Console, Parser, Unusable, json_line
from atout.kernel import active
from atout.kernel.figures import figure, signature, tables
from atout.say import Speaker


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""
    parser.add_argument("--json", action="store_true", help=speaker.text("bench.option.json"))
    parser.add_argument("--seconds", type=float, default=0.5, metavar="N", help=speaker.text("bench.option.seconds"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Measures every table, a line each as it is known; then the signature."""
    if not 0 < options.seconds <= 60:
        raise Unusable(console.text("bench.bad_seconds"))
    if not options.json:
        console.say(console.text("bench.kernel", kernel=active.partition("(")[2].rstrip(")") or active))
    for rules in tables():
        found = figure(rules, options.seconds)
        facts = {"name": found.name, "deals_per_s": found.deals_per_s, "cards_per_s": found.cards_per_s}
        if options.json:
            json_line(facts, flush=True)
        else:
            table = found.name.partition(" ")[2]
            console.say(console.text("bench.figure", table=table, deals=found.deals_per_s, cards=found.cards_per_s))
    number = signature()
    if options.json:
        json_line({"signature": number, "kernel": active}, flush=True)
    else:
        console.say(console.text("bench.signature", number=str(number)))
    return FINE
