"""``atout verify``: recomputes deals from their seeds, and holds them against what was committed to."""

from __future__ import annotations

import argparse

from atout.cli.console import FAULT, FINE, Parser, Unusable, json_line, read_file, told_of_file
from atout.console import Console
from atout.notation import LARGEST_RECORD
from atout.proofs import LARGEST_PROOF, Proof, ProofError, Verdict, check, read
from atout.say import Speaker
from atout.sentences import proof_end, proof_fault, verdict_text


def arguments(parser: Parser, speaker: Speaker) -> None:
    """The command's arguments."""

    def text(name: str) -> str:
        return speaker.text(f"verify.option.{name}")

    parser.add_argument("files", nargs="+", metavar=text("file_name"), help=text("files"))
    parser.add_argument("--record", metavar=text("file_name"), help=text("record"))
    parser.add_argument("--commitment", action="append", default=[], metavar=text("hash"), help=text("commitment"))
    parser.add_argument("--json", action="store_true", help=text("json"))


def run(options: argparse.Namespace, console: Console) -> int:
    """Verifies; returns the exit code: 1 if anything differs, 2 (as ``Unusable``) for what cannot be read."""
    record = read_file(console, options.record, LARGEST_RECORD) if options.record else None
    missing = {word.strip().lower() for word in options.commitment}
    code = FINE
    for path in options.files:
        try:
            proof = read(read_file(console, path, LARGEST_PROOF))
            verdicts = tuple(check(proof, record))
        except ProofError as error:
            fault = proof_fault(console.speaker, error)
            raise Unusable(told_of_file(console, "verify.unreadable", path, reason=fault)) from None
        if not all(verdict.verified for verdict in verdicts):
            code = FAULT
        missing -= {verdict.commitment for verdict in verdicts}
        (_print_json if options.json else _print)(console, path, proof, verdicts)
    for word in sorted(missing):
        code = FAULT
        console.complain(console.text("verify.not_there", commitment=word))
    return code


def _print(console: Console, path: str, proof: Proof, verdicts: tuple[Verdict, ...]) -> None:
    for verdict in verdicts:
        console.say(verdict_text(console.speaker, verdict))
    console.say(proof_end(console.speaker, proof, verdicts))


def _print_json(_console: Console, path: str, proof: Proof, verdicts: tuple[Verdict, ...]) -> None:
    for verdict in verdicts:
        faults = [{"fault": code} | ({"seat": seat} if seat else {}) for code, seat in verdict.faults]
        facts = {"file": path, "deal": verdict.number, "commitment": verdict.commitment}
        json_line(facts | {"verified": verdict.verified, "faults": faults})
    verified = all(verdict.verified for verdict in verdicts)
    json_line({"file": path, "table": proof.table, "end": True, "verified": verified})
