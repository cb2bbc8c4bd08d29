"""What is wrong with, and what is told of, a game in another program's format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from atout.actions import Play, Refusal
from atout.families import PROFILES
from atout.foreign import ForeignError, Note
from atout.options import RulesError
from atout.say import Speaker, capital, shown
from atout.sentences.faults import knowing_pack, rules_fault
from atout.sentences.options import option_name, profile_name
from atout.sentences.refusals import refuse


def foreign_fault(speaker: Speaker, error: ForeignError) -> str:
    """Why a game cannot be read or written: the place in the file, if there is one, and the reason."""
    speaker = knowing_pack(speaker, error)
    match error.facts:
        case {"error": RulesError() as fault}:
            reason = rules_fault(speaker, fault)
        case {"refusal": Refusal() as refusal}:
            reason = _refused(speaker, refusal)
        case facts:
            reason = speaker.text(f"interchange.fault.{error.code}", **_facts(speaker, facts))
    spot = error.spot
    if spot.line:
        return speaker.text("interchange.at.line", line=spot.line, column=spot.column, reason=reason)
    return speaker.text("interchange.at.path", path=shown(spot.path), reason=reason) if spot.path else capital(reason)


def _refused(speaker: Speaker, refusal: Refusal) -> str:
    """What the referee says: of something done at the table, who did it and what."""
    reason, action = refuse(speaker, refusal), refusal.action
    if action is None or action.by_house:
        return reason
    done = speaker.card(action.card) if isinstance(action, Play) else str(action)
    return speaker.text("interchange.refused", seat=refusal.seat, done=done, reason=reason)


def foreign_note(speaker: Speaker, note: Note) -> str:
    """Something to know about a game that was read or written."""
    return speaker.text(f"interchange.note.{note.code}", **_facts(speaker, note.facts))


def _facts(speaker: Speaker, facts: Mapping[str, object]) -> dict[str, Any]:
    """The facts of a message: options and games by name, lists as text."""
    told: dict[str, Any] = {}
    for name, fact in facts.items():
        match fact:
            case str() if name == "option":
                told[name] = _option(speaker, fact)
            case str() if name == "profile" and fact in PROFILES:
                told[name] = profile_name(speaker, fact)
            case tuple() if name == "options":
                told[name] = ", ".join(_option(speaker, str(option)) for option in fact)
            case tuple():
                told[name] = ", ".join(map(str, fact))
            case _:
                told[name] = fact
    return told


def _option(speaker: Speaker, key: str) -> str:
    name = option_name(speaker, key)
    return speaker.text("fault.option", name=name, key=key, same=name == key)
