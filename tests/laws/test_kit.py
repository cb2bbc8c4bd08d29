"""The laws can fail: each is broken on purpose and says so; and the kit needs Hypothesis only for its strategies."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from atout import Table
from atout.actions import Action, Refusal
from atout.events import CardDrawn, CardShown, Dealt, Discarded, Event, HandSeen, SpadesOpened
from atout.match import Match
from atout.testing import ALL_LAWS, Law, LawBroken, decision_law, playout, tables, values, variations
from atout.tricks import Board, Holding


def said(spec: str, laws: tuple[Law, ...] = ALL_LAWS) -> str:
    """What a law says when games are played at random."""
    for seed in range(25):
        try:
            playout(f"{spec} target=100000", seed, deals=1, laws=laws, checks=0.2)
        except LawBroken as broken:
            return str(broken)
    return "nothing"


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        (Dealt, "piques-a-trois"),
        (Dealt, "euchre-a-trois"),
        (Dealt, "pique players=2"),
        (Dealt, "pique"),
        (HandSeen, "pique"),
        (CardShown, "pique players=2"),
        (CardDrawn, "pique players=2"),
        (Discarded, "euchre-a-trois stick=yes"),
    ],
)
def test_a_hole_in_the_curtain_is_seen(kind: type[Event], spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of event with a secret, shown whole to everybody."""
    assert kind.secret
    monkeypatch.setattr(kind, "seen_by", lambda event, seat: event)
    assert said(spec).startswith(("the same", "a redacted record"))


def test_the_card_tossed_unseen_shown_to_its_chooser_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    original = CardDrawn.seen_by
    monkeypatch.setattr(
        CardDrawn, "seen_by", lambda event, seat: event if seat == event.seat else original(event, seat)
    )
    assert said("pique players=2").startswith("the same")


def test_a_choice_that_reads_another_hand_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth's legal list depends on what the view cannot know."""
    original = Match.legal

    def peeking(match: Match, seat: int) -> tuple[Action, ...]:
        legal = original(match, seat)
        hand = match.hand
        lucky = hand is not None and "AS" in map(str, hand.board.holding(1).sure)
        return legal[::-1] if lucky else legal

    monkeypatch.setattr(Match, "legal", peeking)
    assert said("piques-a-trois").startswith(("a view lists the same", "the same choices"))


# what is broken: a class, a method, what it does instead, how the law begins
FAULTS: list[tuple[type, str, Callable[[Any], Any], str]] = [
    (Match, "legal", lambda old: lambda match, seat: old(match, seat)[:-1] or old(match, seat), "exactly what"),
    (Match, "legal", lambda old: lambda match, seat: old(match, match.turn or 0), "only the seat"),
    (Match, "legal", lambda old: lambda match, seat: (), "somebody to act can act"),
    (Match, "refusal", lambda old: lambda match, seat, action: _kinder(old(match, seat, action)), "exactly what is"),
    (Match, "refusal", lambda old: lambda match, seat, action: _mute(old(match, seat, action)), "a refusal says why"),
    (Board, "after_play", lambda old: lambda board, seat, card: _kept(board, old(board, seat, card)), "no card in two"),
    (Holding, "gain", lambda old: lambda holding, card: holding, "every card somewhere"),
    (Board, "after_trick", lambda old: lambda board, winner: old(board, winner % 3 + 1), "the winner leads"),
    (Table, "undo", lambda old: lambda table: (old(table), table._events.append(SpadesOpened(1))), "undone is as if"),
    (Table, "record", lambda old: lambda table, seat=None: old(table, seat).rsplit(" ", 1)[0], "a record gives"),
]


LAWS: dict[str, tuple[Law, ...]] = {"only the seat": (decision_law,), "exactly what": (decision_law,)}
"""Where several laws would notice, the one to ask."""


def _kinder(refusal: Refusal | None) -> Refusal | None:
    return None if refusal and refusal.code == "must-follow" else refusal


def _mute(refusal: Refusal | None) -> Refusal | None:
    return Refusal("", refusal.seat) if refusal else None


def _kept(before: Board, after: Board) -> Board:
    from msgspec.structs import replace

    return replace(after, holdings=before.holdings)


@pytest.mark.parametrize(("kind", "method", "instead", "law"), FAULTS)
def test_a_fault_is_named(
    kind: type, method: str, instead: Callable[[Any], Any], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, method, instead(getattr(kind, method)))
    spec = "pique players=2" if kind is Holding else "piques-a-trois"
    told = said(spec, LAWS.get(law, ALL_LAWS))
    assert told.startswith(law)
    assert f'[Rules "{spec}' in told


def test_tables_are_those_of_the_registry() -> None:
    assert len(tables()) == len(set(tables())) >= 9
    assert "atout-pique bags=5/-50" in variations("atout-pique players=4")


def test_every_value_is_shown_once() -> None:
    """Whatever a table may change is among the values, at one table of its family."""
    every = {text.split()[-1] for table in tables() for text in variations(table)}
    assert every == {text.split()[-1] for text in values()}
    assert len(values()) == len(set(values()))


def _without_hypothesis() -> Iterator[str]:
    yield "import sys"
    yield "sys.modules['hypothesis'] = None"
    yield "import atout, atout.testing"
    yield "atout.testing.playout('euchre-a-trois', 1, laws=atout.testing.ALL_LAWS)"
    yield "print('played')"


def test_playing_needs_no_hypothesis() -> None:
    """It is a dependency of development only."""
    code = "\n".join(_without_hypothesis())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "played\n"
