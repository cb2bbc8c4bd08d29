"""Faults planted in the labels and in the twin: the commuting square sees each of them."""

from collections.abc import Callable

import pytest
from tests.kernel import test_commuting

import atout.euchre.simulation
from atout.kernel.labels import seated
from atout.kernel.twin.core import Ground, State
from atout.tricks import plain_ordering

Plant = Callable[[pytest.MonkeyPatch], None]


def left_bower_ignored(patch: pytest.MonkeyPatch) -> None:
    """Jacks are ordinary cards in the kernel's labels."""
    patch.setattr(atout.euchre.simulation, "bower_ordering", lambda pack, trump, best: plain_ordering(pack, trump))


def opening_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Spades stay shut whatever is played."""
    play = State.play

    def forgetful(self: State, ground: Ground, card: int) -> None:
        shut = self.shut
        play(self, ground, card)
        self.shut = shut

    patch.setattr(State, "play", forgetful)


def forced_lead_opens(patch: pytest.MonkeyPatch) -> None:
    """Any spade opens, where only one on another suit should."""
    play = State.play

    def eager(self: State, ground: Ground, card: int) -> None:
        play(self, Ground(ground.trump, ground.seats, 1), card)

    patch.setattr(State, "play", eager)


def resting_seat_played(patch: pytest.MonkeyPatch) -> None:
    """A seat that sits out plays all the same."""
    patch.setattr("atout.kernel.positions.seated", lambda players, sitting_out: seated(players, frozenset()))


@pytest.mark.parametrize(
    ("plant", "proof"),
    [
        (left_bower_ignored, lambda: test_commuting.test_square("euchre-a-trois players=3")),
        (opening_forgotten, lambda: test_commuting.test_square("atout-pique")),
        (forced_lead_opens, lambda: test_commuting.test_forced_lead()),
        (resting_seat_played, lambda: test_commuting.test_square_with_a_seat_resting("pique")),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_fault_is_seen(plant: Plant, proof: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof that should see a fault fails once it is planted, and passes without it."""
    proof()
    plant(monkeypatch)
    with pytest.raises((AssertionError, ValueError, KeyError)):
        proof()
