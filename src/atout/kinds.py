"""What a text looks like, by its first signs: whether it can be read is another question."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """The kinds of text that games are kept in, and what else somebody may hand in."""

    RECORD = "record"
    EGN = "egn"
    """Euchre Game Notation."""
    PTN = "ptn"
    """Trickster's dialect of PBN."""
    PROOF = "proof"
    """The proof of a table's deals."""
    JSON = "json"
    """JSON of no kind known here."""
    EMPTY = "empty"
    OTHER = "other"


BYTE_ORDER_MARK: Final = "\ufeff"
_TAG: Final = re.compile(r"\s*+(?:[;%][^\n]*+\s*+)*+\[\s*+[A-Za-z]")
"""The first tag, behind comments."""
_PTN: Final = re.compile(r'^[ \t]*+\[(?:Event|GameOptionsJson|Deal[ \t]++"[NESWnesw]{0,2}:)', re.MULTILINE)
_JSON_KINDS: Final = ((Kind.PROOF, '"atout-proof-'), (Kind.EGN, '"fileType"'))


def kind_of(text: str) -> Kind:
    """The kind of a text."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    begun = text.lstrip()[:1]
    if not begun:
        return Kind.EMPTY
    if begun == "{":
        return next((kind for kind, sign in _JSON_KINDS if sign in text), Kind.JSON)
    if _TAG.match(text) is None:
        return Kind.OTHER
    return Kind.PTN if _PTN.search(text) else Kind.RECORD
