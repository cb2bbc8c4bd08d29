"""What is wrong with a rules spec or with a record, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from atout.actions import Refusal
from atout.cards import Cards
from atout.families import PROFILES
from atout.notation import RecordError
from atout.options import Faulty, RulesError
from atout.say import Speaker, capital, shown
from atout.sentences.options import option_name, profile_name
from atout.sentences.refusals import refuse

_TYPED: Final = ("found", "given", "tag")
"""The facts that repeat what somebody typed."""


def rules_fault(speaker: Speaker, error: RulesError) -> str:
    """Why rules are refused: the option by name and key, and the reason; for an unknown word what is known."""
    facts = _facts(error.facts)
    match error.facts:
        case {"known": known}:
            facts |= _closest(error, tuple(known))  # type: ignore[arg-type]
        case _:
            name = option_name(speaker, error.field)
            facts["option"] = speaker.text("fault.option", name=name, key=error.field, same=name == error.field)
    match error.facts:
        case {"profile": str(profile), "allowed": tuple(allowed)} if profile in PROFILES:
            facts["profile"] = profile_name(speaker, profile)
            facts["allowed"] = speaker.listed(map(str, sorted(allowed)), "word.or")
    return capital(speaker.text(f"fault.rules.{error.reason}", **facts))


def record_fault(speaker: Speaker, error: RecordError) -> str:
    """Why a record cannot be read: line, column, what stands there and what was expected."""
    speaker, facts = knowing_pack(speaker, error), _facts(error.facts, between=" ")
    match error.facts:
        case {"error": RulesError() as fault}:
            reason = rules_fault(speaker, fault)
        case {"refusal": Refusal() as refusal}:
            reason = refuse(speaker, refusal)
        case _:
            given = {f"has_{name}": fact not in ("", "–", None) for name, fact in error.facts.items()}
            reason = speaker.text(f"fault.record.{error.code}", **(facts | given))
    return speaker.text("fault.record.at", line=error.line, column=error.column, reason=reason)


def knowing_pack(speaker: Speaker, error: Faulty) -> Speaker:
    """Who speaks of an error that names cards, where it tells the pack they belong to."""
    pack = error.facts.get("pack")
    return speaker.at(pack) if isinstance(pack, Cards) else speaker


def _facts(facts: Mapping[str, object], between: str = ", ") -> dict[str, Any]:
    """The facts of an error, lists as text, and what somebody typed made safe to show."""
    listed = {name: between.join(map(str, fact)) if isinstance(fact, tuple) else fact for name, fact in facts.items()}
    return {name: shown(fact) if name in _TYPED and isinstance(fact, str) else fact for name, fact in listed.items()}


def _closest(error: RulesError, known: tuple[str, ...]) -> dict[str, Any]:
    """What was perhaps meant by an unknown word."""
    from difflib import get_close_matches  # only somebody who mistypes needs it

    word = error.field if error.reason == "unknown-option" else str(error.facts.get("given", ""))
    near = get_close_matches(word, known, n=1)
    return {"near": bool(near), "closest": near[0] if near else None}
