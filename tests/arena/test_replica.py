"""The replica of AI Factory's player: it searches what it should, and plays cards well enough to be an opponent."""

import shutil

import pytest
from bench.ismcts import EXPLORATION, ITERATIONS, replica, visits

from atout import Table
from atout.arena import Contest, play_boards, report, to_play
from atout.bots import player
from atout.match import Match

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="it needs a C compiler")

BID = """[Rules "pique"]
[Deal 1] [Dealer 4]
[Hands "{hands}"] [Bids "{bids}"] [Won "{won}"] [Leader {leader}] [Open yes]
"""


def position(hands: str, bids: str, won: str, leader: int = 1) -> Match:
    """What the leader sees of a position."""
    return Table.from_record(BID.format(hands=hands, bids=bids, won=won, leader=leader)).view(leader)


def test_the_budget_of_the_paper() -> None:
    """2,500 iterations, exploration 0.7."""
    assert (ITERATIONS, EXPLORATION) == (2500, 0.7)


def test_every_iteration_visits_one_card() -> None:
    """Visits of the legal cards add up; the same seed finds the same; another world order does not change the best."""
    table = Table("pique", seed=5)
    while table.match.hand is None or not table.match.hand.playing:
        seat = table.turn or 0
        table.act(player("casual", 1).act(table.view(seat), seat))
    view = table.view(table.turn or 0)
    found = visits(view, 1)
    assert set(found) <= set(table.legal)
    assert sum(found.values()) == ITERATIONS
    assert visits(view, 1) == found
    assert visits(view, 2) != found


@pytest.mark.parametrize(
    ("hands", "bids", "won", "card"),
    [
        # one trick short of the contract: the ace takes it now, and would be ruffed later
        ("..A2. ?2 ?2 ?2", "6 3 1 3", "5 3 0 3", "AD"),
        # a nil that can still be lost: the low card
        ("..K2. ?2 ?2 ?2", "0 4 4 4", "0 4 3 4", "2D"),
    ],
)
def test_it_finds_what_is_plain(hands: str, bids: str, won: str, card: str) -> None:
    """Two tricks from the end, with the contract at stake."""
    found = visits(position(hands, bids, won), 3)
    assert str(max(found, key=lambda action: found[action])) == card


def test_it_beats_random_players() -> None:
    """On boards with the same bids it would show less: as a whole it wins nearly all deals."""
    contest = Contest(rules="pique", entrants=("python:bench.ismcts:replica", "random"), whole=False)
    (found,) = report(contest, play_boards(contest, to_play(contest, 1, 4, ()))).comparisons
    assert not found.forfeits
    assert found.wins[0].share.value > 0.8


def test_it_decides_alike_again() -> None:
    """From its seed and what its seat sees, nothing else."""
    table = Table("pique", seed=9)
    first, second = replica(4), replica(4)
    for _ in range(12):
        seat = table.turn or 0
        action = first.act(table.view(seat), seat)
        assert second.act(table.view(seat), seat) == action
        table.act(action)
