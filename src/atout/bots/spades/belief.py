"""What bids tell of the hands behind them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from atout.bots.spades.judge import judge_of
from atout.kernel import Sample
from atout.match import Match
from atout.spades.hand import SpadesHand

PLAYS: Final = 0.8
"""The power of the likelihood of cards played beside that of bids."""


def likelihood(view: Match, seat: int, sample: Sample) -> Sequence[float]:
    """How likely the bids heard are in each world: the others held what they hold there, and what they have played.

    A position from the middle does not tell what else they held: then nils alone tell something, of what is left.
    """
    hand = view.hand
    assert isinstance(hand, SpadesHand)
    judge, board = judge_of(hand.rules), hand.board
    played = dict.fromkeys(sample.seats, 0)
    for player, card in chain(board.plays, *(trick.plays for trick in board.tricks)):
        played[player] |= sample.labels.bit(card)
    known = sum(board.won) == len(board.tricks)
    speakers = [
        (sample.seats.index(other), played[other], bid)
        for other, bid in enumerate(hand.bids, 1)
        if bid is not None and (known or not bid)
        if other != seat and other not in hand.blind and board.holding(other).unseen
    ]
    weights = [1.0] * len(sample)
    for place, laid, bid in speakers:
        held = sample.rows[place :: sample.width]
        likely = judge.likelihoods([hand | laid for hand in held], bid)
        weights = [weight * chance for weight, chance in zip(weights, likely, strict=True)]
    return weights
