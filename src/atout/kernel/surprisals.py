"""Surprisals: how unlikely the cards played so far are in each world, if seats mostly play by the script."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import chain
from math import log
from typing import Final

from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import Backend, Cancel, SurprisalsJob, done, numbers
from atout.kernel.positions import Position, in_play
from atout.kernel.twin.core import State
from atout.kernel.twin.script import SURPRISE_ROW, SURPRISE_ROWS, Policy
from atout.kernel.worlds import Sample
from atout.match import Match

NAT: Final = 1 << 16
"""Surprisals are whole parts of this, so that sums are the same on every machine; a nat is the logarithm of e."""


@cache
def costs(doubt: float) -> array[int]:
    """The surprisal of a card, by how many cards come to the same as the script's (0: it is none of these) and how many
    were legal. With chance ``doubt`` (above 0, at most 1) a seat plays any legal card, all equally likely; else one of
    those that come to the same as the script's, all equally likely."""
    found = array("i", bytes(4 * SURPRISE_ROWS * SURPRISE_ROW))
    for equal in range(SURPRISE_ROWS):
        for legal in range(max(2, equal), SURPRISE_ROW):
            usual = (1 - doubt) / equal if equal else 0.0
            found[equal * SURPRISE_ROW + legal] = round(-NAT * log(usual + doubt / legal))
    return found


def beginning(view: Match, position: Position) -> tuple[State, array[int]]:
    """The first position of a deal's play, each hand holding just the cards its seat has played since, and these cards
    in order; none where the deal starts in its middle, which does not tell how it began."""
    hand, _, footing = in_play(view)
    board, labels = hand.board, position.labels
    plays = [*chain.from_iterable(trick.plays for trick in board.tricks), *board.plays]
    if not plays or sum(board.won) != len(board.tricks):
        return State([0] * len(position.seats), 0), array("Q")
    laid = [0] * len(position.seats)
    for seat, card in plays:
        laid[position.seats.index(seat)] |= labels.bit(card)
    leader, first = plays[0]
    state = State(laid, position.seats.index(leader), labels.mask(footing.sealed))
    if first == footing.first:
        state.owed = labels.bit(first)
    return state, array("Q", (labels.bit(card) for _, card in plays))


def surprisals(
    view: Match,
    position: Position,
    sample: Sample,
    seats: Sequence[int],
    doubt: float,
    *,
    need: Sequence[int] | None = None,
    cancel: Cancel | None = None,
    backend: Backend = ACTIVE,
) -> array[int]:
    """World by world, a number for each seat in play: the surprisal (minus the logarithm of the likelihood, in parts of
    ``NAT``) of the cards it has played in the deal, if it is one of ``seats``, else 0. ``position`` is that of the
    view, ``doubt`` as in ``costs``; ``need`` what the seats are taken to try for, where not what ``position`` says.
    Raises ``Cancelled`` when cancelled."""
    state, plays = beginning(view, position)
    found = numbers(len(sample) * len(position.seats))
    if plays:
        policy = Policy(0, position.group, list(need or position.need), position.camp)
        told = sum(1 << position.seats.index(seat) for seat in seats)
        job = SurprisalsJob(position.ground, policy, state, sample.rows, len(sample), plays, told, costs(doubt))
        done(lambda flag: backend.surprisals(job, found, flag), cancel)
    return found
