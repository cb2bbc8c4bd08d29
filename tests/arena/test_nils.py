"""The measure of nils: what counts as made, tenths with their intervals, runs that go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import nils
from bench.nils import Nil, Task, deciles, hopeless, kept, played, tenths

from atout.cards import Cards


@pytest.mark.parametrize(
    ("spades", "lost"), [("A2", True), ("KQ", True), ("JT9", False), ("QJT", True), ("K9876", False), ("", False)]
)
def test_hands_that_cannot_make_a_nil(spades: str, lost: bool) -> None:
    assert hopeless(Cards.parse(f"{spades}.AKQ.AKQ.A")) is lost


def test_tenths() -> None:
    """Nils are put together by what was predicted; few of them leave the verdict open, and none predicted none told."""
    group = [Nil(True, 0.62, True)] * 60 + [Nil(True, 0.68, False)] * 40
    low, high = tenths([*group, Nil(True, 1.0, True), Nil(False, None, False)])
    assert (low["from"], low["nils"], low["predicted"], low["made"], low["off"]) == (62.0, 100, 64.4, 60.0, -4.4)
    assert (low["verdict"], low["open"]) == ("ship", True)
    assert (high["from"], high["nils"], high["off"], high["verdict"]) == (100.0, 1, 0.0, "aim")
    (many,) = tenths(group * 400)
    assert (many["verdict"], many["open"]) == ("ship", False)


def test_deciles() -> None:
    """A tenth of the nils each, by what was predicted, however that is spread; of few nils, one each."""
    nils = [Nil(True, 0.5 + 0.004 * at, at % 4 > 0) for at in reversed(range(100))]
    found = deciles(nils)
    assert [row["nils"] for row in found] == [10] * 10
    assert [row["from"] for row in found] == pytest.approx([50 + 4 * at for at in range(10)])
    assert (found[0]["predicted"], found[0]["made"]) == (51.8, 70.0)
    assert [row["nils"] for row in deciles(nils[:3])] == [1, 1, 1]


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is not played again, a line cut short is, and the result is that of one run."""
    monkeypatch.setattr(nils, "KEPT", tmp_path)
    task = Task("piques-a-trois", "random", 1.0, 5)
    whole = played(task, 60, jobs=1)
    assert sum(one.hands for one in whole[:-1]) < 60 <= sum(one.hands for one in whole)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-20])
    assert list(kept(file)) == [one.seed for one in whole[:-1]]
    seeds = []
    real = nils.play_match

    def counted(one: Task) -> nils.Played:
        seeds.append(one.seed)
        return real(one)

    monkeypatch.setattr(nils, "play_match", counted)
    again = played(task, 60, jobs=1)
    assert seeds == [whole[-1].seed]
    assert [one.nils for one in again] == [one.nils for one in whole]
