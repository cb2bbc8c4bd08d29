"""The cases with known right values, through the library: tables, records, rules specs."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.core.play import counted

from atout import RulesError, Table
from atout.families import parse, spec

HERE = Path(__file__).parent


def cases(kind: str) -> list[Any]:
    """The cases of one file."""
    read = [json.loads(line) for line in (HERE / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert read
    return [pytest.param(case, id=case.get("id") or case["spec"]) for case in read]


def euchre(rules: str, lines: list[str]) -> Table:
    """Deals told as ``maker=2 tricks=4``, the other tricks to one defender; the maker names trump in round 2."""
    text = [f'[Rules "{rules}"]']
    for number, line in enumerate(lines):
        maker, tricks = (int(word.partition("=")[2]) for word in line.split())
        dealer = number % 3 + 1
        won = [0, 0, 0]
        won[maker - 1], won[maker % 3] = tricks, 5 - tricks
        calls = "pass " * (3 + (maker - dealer - 1) % 3) + "S"
        text.append(f'[Deal {number + 1}] [Dealer {dealer}] [Hands "? ? ?"]\ncalls: {calls}')
        text.append("settled:" + ",".join(map(str, won)))
    return Table.from_record("\n".join(text))


@pytest.mark.parametrize("case", cases("score"))
def test_score(case: dict[str, Any]) -> None:
    """Points, bags and totals after each deal; the winner after the last."""
    played = euchre if case["rules"].startswith("euchre") else lambda rules, lines: counted(rules, *lines)
    for deals, expected in enumerate(case["expect"], 1):
        table = played(case["rules"], case["lines"][:deals])
        got = {"points": table.points, "bags": table.bags, "total": table.total}
        assert {key: list(got[key]) for key in expected} == expected
        last = deals == len(case["expect"])
        assert table.winner == (case["winner"] if last else None)
        assert table.over == (last and case["winner"] is not None)


@pytest.mark.parametrize("case", cases("legal"))
def test_legal(case: dict[str, Any]) -> None:
    """Who is to act, and what that seat may do: the truth and the seat's own view."""
    table = Table.from_record(case["record"])
    assert table.turn == case["seat"]
    assert set(map(str, table.legal)) == set(case["legal"])
    assert set(map(str, table.view(case["seat"]).legal(case["seat"]))) == set(case["legal"])


@pytest.mark.parametrize("case", cases("specs"))
def test_specs(case: dict[str, Any]) -> None:
    """A valid spec is read and printed back; an invalid one names the field and the reason."""
    if case["valid"]:
        assert parse(spec(parse(case["spec"]))) == parse(case["spec"])
        return
    with pytest.raises(RulesError) as refused:
        parse(case["spec"])
    keys = {"profile", *(word.partition("=")[0].replace("-", "_") for word in case["spec"].split()[1:])}
    assert refused.value.field in keys
    assert refused.value.reason


@pytest.mark.parametrize("case", cases("advice"))
def test_advice_positions_can_be_read(case: dict[str, Any]) -> None:
    """What to do there is for the bots' tests; here: the position is one, and the right answers are legal."""
    table = Table.from_record(case["record"])
    assert table.turn == case["seat"]
    assert set(case["accept"]) <= set(map(str, table.legal))
