"""Proofs of deals: what agrees is said to, whatever is changed is found, and `atout verify` tells it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.proved import NAME, parts_of, proved, seed_of

from atout.__main__ import main
from atout.dealing import commitment
from atout.proofs import DealProof, Proof, ProofError, check, read, write
from atout.testing import tables


@pytest.mark.parametrize("spec", [*tables(), "atout-pique leader=random", "piques-a-trois leader=random"])
def test_what_was_dealt_is_verified(spec: str) -> None:
    """Whole records and what each seat saw agree with the proof; a record of other deals does not."""
    proof, table = proved(spec)
    assert read(write(proof)) == proof
    for record in (None, *map(table.record, range(table.rules.players + 1))):
        assert [verdict.faults for verdict in check(proof, record)] == [(), ()]
    other = proved(spec, 1)[1].record().replace("[Deal 1]", "[Deal 2]")
    assert [verdict.faults for verdict in check(proof, other)] == [(), (("record", None),)]


def swapped(order: str) -> str:
    """Another order of the same cards: the top and the bottom card change hands."""
    first, *middle, last = order.split()
    return " ".join((last, *middle, first))


def first(proof: Proof, change: Callable[[DealProof], DealProof]) -> Proof:
    """The proof with its first deal changed."""
    return replace(proof, deals=(change(proof.deals[0]), *proof.deals[1:]))


ONES = "1" * 64
CHANGES: dict[str, Callable[[DealProof], DealProof]] = {
    "seed": lambda deal: replace(deal, seed=seed_of(7).hex()),
    "commitment": lambda deal: replace(deal, commitment="0" * 64),
    "number": lambda deal: replace(deal, number=9),
    "order": lambda deal: replace(deal, order=swapped(deal.order)),
    "dealer": lambda deal: replace(deal, dealer=deal.dealer % 3 + 1),
    "a seat's seed": lambda deal: replace(deal, seats=(replace(deal.seats[0], seed="00" * 32), deal.seats[1])),
    "a seat's commitment": lambda deal: replace(deal, seats=(deal.seats[0], replace(deal.seats[1], commitment=ONES))),
    "a seat left out": lambda deal: replace(deal, seats=deal.seats[:1]),
    "a seed withheld": lambda deal: replace(deal, seats=(replace(deal.seats[0], seed=None), deal.seats[1])),
    "a seat twice": lambda deal: replace(deal, seats=(deal.seats[0], deal.seats[0])),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_every_change_is_found(change: Callable[[DealProof], DealProof]) -> None:
    """Nothing in a proof can be changed without the deal failing; the other deal still agrees."""
    proof, _ = proved("piques-a-trois")
    one, two = check(first(proof, change))
    assert one.faults
    assert two.verified


def test_faults_are_named() -> None:
    """A seed of the house that was exchanged is told apart from cards that were."""
    proof, _ = proved("piques-a-trois")
    found = {name: [code for code, _ in next(check(first(proof, change))).faults] for name, change in CHANGES.items()}
    assert found["seed"] == ["commitment", "order"] or found["seed"] == ["commitment", "dealer", "order"]
    assert found["order"] == ["order", "record"]
    assert found["dealer"] == ["dealer", "record"]
    assert "seat_commitment" in found["a seat's seed"]
    assert "seat_twice" in found["a seat twice"]
    again = replace(proof, deals=(proof.deals[0], proof.deals[0]))
    assert [verdict.faults for verdict in check(again)] == [(), (("deal_twice", None),)]


def test_a_seat_may_not_take_over_the_part_of_another() -> None:
    """Seat 2 that repeats what seat 1 published has committed to nothing."""
    part = parts_of(1)[0]
    assert part.seed is not None
    assert commitment(part.seed, NAME, 1, 2) != part.commitment


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "form"),
        ("{}", "form"),
        ("[]", "form"),
        ("\ufeff\x00", "form"),
        ('{"format":"atout-proof-1","table":"k","rules":"tennis","deals":[]}', "rules"),
        ('{"format":"atout-proof-1","table":"k","rules":"pique","deals":[],"record":"x"}', "record"),
        ('{"format":"atout-proof-1","table":"a b","rules":"pique","deals":[]}', "form"),
        ('{"format":"atout-proof-1","table":"k\\n","rules":"pique","deals":[]}', "form"),
        ('{"format":"atout-proof-2","table":"k","rules":"pique","deals":[]}', "form"),
        ('{"format":"atout-proof-1","table":"k","rules":"pique","deals":[],"more":1}', "form"),
    ],
)
def test_what_is_no_proof(text: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """… is refused, with one sentence and exit code 2."""
    with pytest.raises(ProofError) as caught:
        list(check(read(text)))
    assert caught.value.code == code
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    assert main(["verify", "--lang=en", str(tmp_path / "x.json")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "is not a proof of deals: " in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Dear Ana,", "what is needed is the .json file of the proofs, downloaded from the table."),
        ('[Rules "pique"]', "it is a recorded game. What is needed is the .json file of the proofs"),
        ('{"fileType": "Euchre Game Notation"}', "it is a game. What is needed is the .json file of the proofs"),
        ('[Event "x"]', "it is a game. What is needed is the .json file of the proofs"),
        (" ", "there is nothing in it."),
        ('{"format": "atout-proof-1"}', "the file is damaged ("),
    ],
)
def test_a_wrong_kind_of_file(text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """… is called what it is, and the file that is wanted is told; nobody hears of JSON."""
    (tmp_path / "x").write_text(text, encoding="utf-8")
    assert main(["verify", "--lang=en", str(tmp_path / "x")]) == 2
    said = capsys.readouterr().err
    assert f"is not a proof of deals: {told}" in said
    assert "damaged" in told or "JSON" not in said


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A sound proof, one whose first deal was changed, and a person's own record of the table."""
    proof, table = proved("euchre-a-trois")
    sound, bad, record = tmp_path / "sound.json", tmp_path / "bad.json", tmp_path / "mine.atout"
    sound.write_text(write(proof), encoding="utf-8")
    bad.write_text(write(first(proof, CHANGES["order"])), encoding="utf-8")
    record.write_text(table.record(1), encoding="utf-8")
    return sound, bad, record


def test_verified(files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """A line a deal with its commitment, then the whole; exit code 0."""
    sound, _, record = files
    committed = commitment(seed_of(2), NAME, 2)
    assert main(["verify", "--lang=fr", str(sound), "--record", str(record), "--commitment", committed.upper()]) == 0
    lines = capsys.readouterr().out.replace("\u00a0", " ").splitlines()
    assert lines[1] == f"Donne 2 : conforme. Empreinte {committed}."
    assert lines[2:] == [f"Table {NAME} : 2 donnes conformes à leurs empreintes."]


def test_not_verified(files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """What differs is said; exit code 1, also for a commitment that is not there."""
    sound, bad, _ = files
    assert main(["verify", "--lang=fr", str(bad)]) == 1
    lines = capsys.readouterr().out.replace("\u00a0", " ").splitlines()
    assert lines[0].startswith("Donne 1 : non conforme. Les graines donnent d’autres cartes.")
    assert lines[2:] == [f"Table {NAME} : 1 sur 2 donnes : non conforme."]
    assert main(["verify", "--lang=en", str(sound), "--commitment=ab"]) == 1
    assert capsys.readouterr().err == "No deal has the commitment ab.\n"


def test_json(files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """One object a deal, and one for the file."""
    sound, bad, _ = files
    assert main(["verify", "--json", str(sound), str(bad)]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["verified"] for line in lines] == [True, True, True, False, True, False]
    assert lines[3]["faults"] == [{"fault": "order"}, {"fault": "record"}]
    assert lines[5] == {"file": str(bad), "table": NAME, "end": True, "verified": False}


def test_a_record_that_cannot_be_read(files: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, and the place of the fault."""
    sound, _, record = files
    record.write_text("[Rules", encoding="utf-8")
    assert main(["verify", "--lang=en", str(sound), "--record", str(record)]) == 2
    assert "Line 1" in capsys.readouterr().err


def test_proofs_have_a_schema() -> None:
    """Other programs can be told what a proof holds."""
    schema = msgspec.json.schema(Proof)
    assert set(schema["$defs"]) == {"Proof", "DealProof", "SeatPart"}
