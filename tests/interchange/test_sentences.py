"""Every fault and note of interchange has its sentence, in each language, and shows nothing raw."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import atout
from atout.actions import Play, Refusal
from atout.cards import Card
from atout.foreign import WHOLE, ForeignError, Note, Spot
from atout.options import RulesError
from atout.say import LANGUAGES, Speaker, messages
from atout.sentences import foreign_fault, foreign_note

SRC = Path(atout.__file__).parent
FACTS = {
    "found": "x\x1b[2J", "expected": "int", "field": "std", "tag": "Deal", "deal": 2, "event": "claim", "most": 3,
    "option": "march", "profile": "euchre", "players": 4, "cards": 5, "card": Card.from_token("AS"), "games": 2,
    "known": ("S", "W"), "kind": "json", "longest": 9, "hands": 2, "fields": "title",
    "path": "deals[0]",
    "counted": (1, 2), "options": ("march", "tie"), "tags": ("Site",),
}  # fmt: skip


def codes(kind: str) -> set[str]:
    """The codes that the sources give to errors (by the names of what makes them) or to notes."""
    makers = {"ForeignError": 1, "_refused": 1, "refused": 0} if kind == "fault" else {"Note": 0}
    found = set()
    for path in (SRC / "foreign.py", *(SRC / "euchre").rglob("*.py"), *(SRC / "interchange").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in makers and len(node.args) > makers[name]:
                code = node.args[makers[name]]
                found |= {code.value} if isinstance(code, ast.Constant) and isinstance(code.value, str) else set()
    return found - {"refused", "rules"}


def _facts(code: str) -> dict[str, Any]:
    """The facts of a code: sizes are found as numbers."""
    return FACTS | ({"found": 3} if code.endswith("-size") else {})


def test_every_fault_and_note_is_said() -> None:
    """The codes in the sources and the keys of the catalogue are the same."""
    shapes = {"json-missing", "json-unknown", "json-type", "json-value"}
    for kind, more in (("fault", shapes), ("note", set())):
        keys = {key.rpartition(".")[2] for key in messages("interchange") if f".{kind}." in key}
        assert codes(kind) | more == keys


def test_sentences_are_whole() -> None:
    """No fact is left open, no control character gets through."""
    for language in LANGUAGES:
        speaker = Speaker(language)
        said = [foreign_fault(speaker, ForeignError(WHOLE, code, **_facts(code))) for code in codes("fault")]
        said += [foreign_note(speaker, Note(code, FACTS | {"spot": "metadata"})) for code in codes("note")]
        for sentence in said:
            assert sentence[-1] in ".]" or sentence.endswith(('value"]', 'valeur"]')), sentence
            assert not set("{}\x1b") & set(sentence), sentence


def test_places() -> None:
    """Line and column, a path, or the file as a whole."""
    speaker = Speaker("en")
    refusal = Refusal("not-held", 2, Play(Card.from_token("AS")), card=Card.from_token("AS"))
    error = ForeignError(Spot("", 3, 9), "refused", refusal=refusal)
    assert error.in_play
    assert foreign_fault(speaker, error).startswith("Line 3, column 9: Player 2, ace of spades: ")
    rules = ForeignError(Spot("metadata.ruleset"), "rules", error=RulesError("alone", "needs-pairs"))
    assert foreign_fault(speaker, rules).startswith("metadata.ruleset: ")
    assert foreign_fault(speaker, rules).endswith("for pairs only.")
    assert foreign_fault(speaker, ForeignError(WHOLE, "no-game")) == "There is no game in it."
