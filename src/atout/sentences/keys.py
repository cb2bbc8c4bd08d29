"""Keys of messages, and the facts of a value, made from its class."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@cache
def name_of(kind: type) -> str:
    """The last part of the key of a class: ``TrickTaken`` is ``trick_taken``."""
    return _HUMP.sub("_", kind.__name__).lower()


def facts_of(value: Struct) -> dict[str, Any]:
    """The fields of a value, as the facts of its message."""
    return asdict(value)
