"""What is wrong with a rules spec or with a record, and where."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from atout.families import PROFILES
from atout.notation import RecordError
from atout.options import RulesError
from atout.say import Speaker
from atout.sentences.options import option_name, profile_name
from atout.sentences.refusals import refuse


def rules_fault(speaker: Speaker, error: RulesError) -> str:
    """Why rules are refused: the option by name and key, and the reason."""
    facts = {name: _listed(fact) for name, fact in error.facts.items()}
    if "known" in error.facts:
        facts |= _closest(error)
    else:
        facts["option"] = speaker.text("fault.option", name=option_name(speaker, error.field), key=error.field)
    if error.facts.get("profile") in PROFILES:
        facts["profile"] = profile_name(speaker, str(error.facts["profile"]))
    return speaker.text(f"fault.rules.{error.reason}", **facts)


def _listed(fact: Any) -> Any:
    return ", ".join(map(str, fact)) if isinstance(fact, tuple | list) else fact


def _closest(error: RulesError) -> dict[str, Any]:
    """What was perhaps meant by an unknown word."""
    known: Iterable[str] = error.facts["known"]  # type: ignore[assignment]
    near = get_close_matches(error.field if error.reason == "unknown-option" else str(error.facts.get("given")), known)
    return {"near": bool(near), "closest": near[0] if near else ""}


def record_fault(speaker: Speaker, error: RecordError) -> str:
    """Why a record cannot be read: line, column, what stands there and what was expected."""
    facts: dict[str, Any] = {}
    for name, fact in error.facts.items():
        facts[name] = " ".join(map(str, fact)) if isinstance(fact, tuple | list) else fact
    match error.code:
        case "bad-rules":
            facts = {"reason": rules_fault(speaker, facts["error"])}
        case "refused":
            facts = {"reason": refuse(speaker, facts["refusal"])}
        case "expected-tag":
            facts["found"] = facts["found"] or "none"
        case "wrong-label":
            facts["known"] = facts["expected"] != "–"
    reason = speaker.text(f"fault.record.{error.code}", **facts)
    return speaker.text("fault.record.at", line=error.line, column=error.column, reason=reason)
