"""Runs the command line in this process, as a pipe would."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from atout.__main__ import main


class Said(Struct):
    """What a command did: exit code and outputs."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> list[dict[str, Any]]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Atout = Callable[..., Said]


@pytest.fixture
def atout(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Atout:
    """``atout("score", "pique", stdin="5/7 …")`` as the shell would run it, in French."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def run(*words: object, stdin: str | bytes | None = "") -> Said:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        given = None if raw is None else io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", given)
        try:
            code = main([str(word) for word in words])
        except SystemExit as left:
            code = int(left.code or 0)
        return Said(code, *capsys.readouterr())

    return run
