"""The cases with known right values, through the commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.referee.conftest import Atout

CASES = Path(__file__).resolve().parents[1] / "cases"


def cases(kind: str) -> list[Any]:
    """The cases of one file, each named by its identity."""
    lines = (CASES / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    assert read
    return [pytest.param(case, id=case.get("id") or case["spec"]) for case in read]


@pytest.mark.parametrize("case", cases("score"))
def test_score(case: dict[str, Any], atout: Atout) -> None:
    """Points, bags and totals of every deal, and the winner."""
    said = atout("score", *case["rules"].split(), "--json", stdin="\n".join(case["lines"]) + "\n")
    assert (said.code, said.err) == (0, "")
    for deal, want in zip(said.json, case["expect"], strict=True):
        assert {key: [side[key] for side in deal["sides"]] for key in want} == want
    assert said.json[-1]["winner"] == case["winner"]


@pytest.mark.parametrize("case", cases("legal"))
def test_legal(case: dict[str, Any], atout: Atout, tmp_path: Path) -> None:
    """Who is to act after a record, and what that seat may do."""
    record = tmp_path / "case.atout"
    record.write_text(case["record"], encoding="utf-8")
    said = atout("check", "--json", record)
    assert (said.code, said.err) == (0, "")
    assert (said.json[-1]["seat"], set(said.json[-1]["legal"])) == (case["seat"], set(case["legal"]))


@pytest.mark.parametrize("case", cases("specs"))
def test_specs(case: dict[str, Any], atout: Atout) -> None:
    """Rules that can be played, and rules that are refused with the field and the reason."""
    said = atout("score", *case["spec"].split(), "--json")
    assert said.out == ""
    if case["valid"]:
        assert (said.code, said.err) == (0, "")
        return
    assert said.code == 2
    fields = [word.partition("=")[0].replace("-", "_") for word in case["spec"].split()]
    assert any(field in said.err.lower().replace("-", "_") for field in fields)
