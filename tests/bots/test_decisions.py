"""Decision records: honest, repeatable anywhere, the same as the move; their numbers hang together."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from math import isfinite
from random import Random

import pytest
from tests.bots.deals import play_deal, position, seated

from atout.actions import BIDS, Action, Bid
from atout.bots import CHARACTERS, LEVELS, Decision, decide, player
from atout.bots.belief import EFFECTIVE, effective, tempered
from atout.bots.outcomes import Outcome
from atout.bots.search import Effort, compared
from atout.cards import Card
from atout.kernel import Playouts, Position, Sample, playouts
from atout.match import Match
from atout.table import Table
from atout.testing import tables
from atout.testing.curtain import swapped

THINKING = ("club", "strong", "expert", *CHARACTERS)
BUDGET = {"club": 0.1, "strong": 0.02, "expert": 0.005}


def record(view: Match, seat: int, level: str, seed: int = 3) -> Decision:
    found = decide(view, seat, level, seed, BUDGET.get(level, 0.1))
    assert found is not None
    return found


def honest_pairs(rules: str, level: str, deals: int, share: float) -> int:
    """Compares the records of pairs of deals that look alike to the mover, bit for bit; how many there were."""
    chance, compared = Random(11), 0

    def compare(table: Table, seat: int, action: Action) -> None:
        nonlocal compared
        if len(table.legal) < 2 or chance.random() > share:
            return
        twin = swapped(table, seat, chance)
        if twin is None or len(twin.actions) < len(table.actions):
            return
        ours, theirs = (decide(at.view(seat), seat, level, 3, 0.01) for at in (table, twin))
        assert ours == theirs, table.record()
        compared += 1

    seats = Table(rules, dealing=False).rules.players
    for seed in range(deals):
        play_deal(rules, 70 + seed, ["casual"] * seats, compare)
    return compared


def test_the_fewer_cards_the_more_worlds_are_searched() -> None:
    """Twice as many for each card a hand fewer, up to all that are imagined: 24 of 120 with six cards left."""
    searched: dict[int, int] = {}

    def look(table: Table, seat: int, action: Action) -> None:
        hand = table.match.hand
        if hand is not None and hand.playing and 0 not in hand.announced.bids:
            found = decide(table.view(seat), seat, "strong", 1, 0.3)
            if found is not None and found.exact and len(found.actions) > 1:
                searched[hand.board.cards_left] = found.actions[found.best].worlds

    for seed in range(3):
        play_deal("atout-pique", seed, ["casual"] * 4, look)
    assert searched == {left: min(120, 24 << 6 - left) for left in searched}
    assert len(searched) > 2


def test_the_worse_half_is_dropped_on_the_way() -> None:
    """After three tenths and six tenths of the worlds; never the last two, nor what is usual, however bad."""

    def meet(left: Sequence[Action], begun: int, until: int) -> list[list[Outcome]]:
        return [[Outcome(BIDS.index(action), 0.0, None, None, None, 0, 0)] * (until - begun) for action in left]

    found = compared(BIDS[:6], 100, BIDS[0], 1, meet)
    assert [found[bid].worlds for bid in BIDS[:6]] == [100, 30, 30, 60, 100, 100]


def test_many_choices_meet_fewer_deals() -> None:
    """Up to four all of them; beyond, fewer for each, but at least half."""
    effort = Effort(worlds=80, bids=60)
    assert [effort.among(choices).bids for choices in (1, 4, 5, 6, 9)] == [60, 60, 48, 40, 30]


@pytest.mark.parametrize("rules", tables())
def test_records_are_blind(rules: str) -> None:
    """A few pairs at every table."""
    assert honest_pairs(rules, "strong", 1 if "euchre" not in rules else 5, 0.3) > 1


@pytest.mark.long
@pytest.mark.parametrize("rules", tables())
def test_a_thousand_records_are_blind(rules: str) -> None:
    """More than a thousand pairs over all tables."""
    euchre = "euchre" in rules
    assert sum(honest_pairs(rules, level, 120 if euchre else 12, 0.8) for level in ("strong", "expert")) >= 120


@pytest.mark.parametrize("level", THINKING)
def test_the_move_is_the_record_s_best(level: str) -> None:
    """The hint is what the player of that level, seed and budget does; asking again gives the same record."""

    def same(table: Table, seat: int, action: Action) -> None:
        view = table.view(seat)
        if len(table.legal) < 2 or len(table.actions) % 5:
            return
        budget = BUDGET.get(level, 0.1)
        found = decide(view, seat, level, 5, budget)
        assert found is not None
        assert found == decide(view, seat, level, 5, budget)
        assert player(level, 5, budget).act(view, seat) == found.best

    for rules in ("atout-pique", "piques-a-trois", "euchre-a-trois"):
        play_deal(rules, 6, ["casual"] * Table(rules, dealing=False).rules.players, same)


def test_numbers_hang_together() -> None:
    """Every legal action is told; shares lie between 0 and 1, the best has no error and is worth most but for noise."""

    def sound(table: Table, seat: int, action: Action) -> None:
        found = decide(table.view(seat), seat, "strong", 3, 0.02)
        if len(table.legal) < 2 or len(table.actions) % 2 or found is None:
            return
        assert set(found.actions) == {a for a in table.legal if a in found.actions}
        assert len(found.actions) == len(table.legal)
        best = found.actions[found.best]
        assert best.se == 0.0
        for prospect in found.actions.values():
            assert 0.0 <= prospect.equity <= 1.0
            assert isfinite(prospect.points)
            assert isfinite(prospect.se)
            assert prospect.worlds >= 4
            assert 0.0 <= prospect.tricks <= table.rules.cards_each
            for chance in (prospect.contract, prospect.nil, prospect.set):
                assert chance is None or 0.0 <= chance <= 1.0
            noise = 2.5 if prospect.worlds == best.worlds else 5.0  # what was dropped was seen in a handful of deals
            assert prospect.equity <= best.equity + noise * prospect.se + 1e-9

    for seed, rules in enumerate(tables()):
        play_deal(rules, seed, ["casual"] * Table(rules, dealing=False).rules.players, sound)


SCRIPT = """
from atout.bots import decide
from atout.table import Table
for rules, seed in (("atout-pique", 3), ("euchre-a-trois", 2)):
    table = Table(rules, seed=seed)
    for step in range(26):
        view, seat = table.view(table.turn), table.turn
        if step % 5 == 0:
            print(seat, decide(view, seat, "club", 4, 0.05))
        table.act(view.legal(seat)[step % len(view.legal(seat))])
"""


def test_every_implementation_decides_alike() -> None:
    """The extension and its twin give the same records, bit for bit."""

    def said(kernel: str) -> str:
        run = [sys.executable, "-c", SCRIPT]
        environment = {**os.environ, "ATOUT_KERNEL": kernel}
        return subprocess.run(run, env=environment, check=True, capture_output=True, text=True, timeout=300).stdout

    assert said("twin") == said("")


def test_levels_that_do_not_think_have_no_record() -> None:
    """Rules of thumb leave none; nor does a seat whose turn it is not."""
    table = Table("atout-pique", seed=1)
    seat = table.turn
    assert seat is not None
    for level in ("random", "novice", "casual"):
        assert decide(table.view(seat), seat, level) is None
    assert decide(table.view(seat % 4 + 1), seat % 4 + 1, "club") is None
    with pytest.raises(ValueError, match="genius"):
        decide(table.view(seat), seat, "genius")


def test_budgets_scale_the_thought() -> None:
    """A part of the worlds, never fewer than a few."""
    effort = Effort(worlds=100, searched=40, exact=(3,))
    assert (effort.scaled(0.5).worlds, effort.scaled(0.5).searched, effort.scaled(0.5).exact) == (50, 20, (3,))
    assert effort.scaled(0.001).worlds == 4
    assert (effort.scaled(0.1).searched, effort.scaled(0.1).exact) == (20, (2,))
    assert Effort(worlds=100).scaled(0.5).searched == 0


def test_beliefs_are_never_sharp() -> None:
    """However unequal the likelihoods, enough worlds count; equal ones stay equal."""
    assert tempered([1.0] * 5, 0.6) == [1.0] * 5
    assert tempered([0.0] * 5, 0.6) == [1.0] * 5
    weights = tempered([10.0**-n for n in range(50)], 0.6)
    assert effective(weights) >= EFFECTIVE * 50
    assert weights == sorted(weights, reverse=True)
    assert min(weights) > 0


def test_characters_have_their_ways() -> None:
    """Over some hands the bold bid more than the timid, and who loves nils bids more of them."""
    bids: dict[str, list[int]] = {"timid": [], "bold": [], "nil-lover": []}
    for seed in range(14):
        table = Table("atout-pique", seed=seed)
        seat = table.turn
        assert seat is not None
        for name, said in bids.items():
            action = seated(name, 1).act(table.view(seat), seat)
            assert isinstance(action, Bid)
            said.append(action.tricks)
    assert sum(bids["bold"]) > sum(bids["timid"])
    assert bids["nil-lover"].count(0) >= bids["timid"].count(0)


def test_one_choice_is_told_too() -> None:
    """A forced card has its numbers as well."""
    view, seat = position(
        '[Rules "atout-pique"]\n[Deal 1] [Dealer 1]\n[Bids "4 4 4 1"] [Won "3 3 3 0"] [Open yes] [Leader 2]\n'
        '[Hands ".3.A87. ?4 ?4 ?4"]\n2: 2H 4H 5H\n'
    )
    found = record(view, seat, "strong")
    assert list(map(str, found.actions)) == ["3H"]
    assert "twin" not in LEVELS


def test_the_card_that_opens_leads_in_every_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bid is thought about with the leader of each world: whoever holds the two of clubs there."""
    met: list[tuple[Position, Sample]] = []

    def spy(start: Position, sample: Sample, **more: object) -> Playouts:
        met.append((start, sample))
        return playouts(start, sample, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(sys.modules["atout.bots.spades.auction"], "playouts", spy)
    view, seat = position(
        '[Rules "spades first_lead=two-of-clubs"]\n[Deal 1] [Dealer 4]\n[Hands "A3.K54.A875.QJT9 ? ? ?"]\n'
    )
    assert decide(view, seat, "club")
    start, sample = met[0]
    due = start.labels.bit(Card.from_token("2C"))
    assert start.state.owed == due
    assert {next(at for at, cards in enumerate(sample.row(world)) if cards & due) for world in range(len(sample))} == {
        1, 2, 3,
    }  # fmt: skip
