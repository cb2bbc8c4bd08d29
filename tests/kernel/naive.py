"""Plain minimax and max^n on the readable machine: what the exact solver must come to, without any of its ideas."""

from collections.abc import Callable

from atout.actions import Play
from atout.cards import Card
from atout.events import DealScored
from atout.game import Hand
from atout.kernel.labels import labels_of
from atout.seats import Side

Won = tuple[int, ...]
"""Tricks of each seat of the table in the whole deal."""
Worth = Callable[[int, Won], float]
"""What the end of a deal is worth to a camp (by index)."""


class Naive:
    """Every line of play to its end, remembered between tricks. Between two camps the second wants the least of what
    the first gets; of equally good cards the lowest by label is played."""

    def __init__(self, hand: Hand, camps: tuple[Side, ...], worth: Worth) -> None:
        assert hand.ordering is not None
        self.bit = labels_of(hand.ordering).bit
        self.camp = {seat: index for index, camp in enumerate(camps) for seat in camp}
        self.two = len(camps) == 2
        self.worth = worth
        self.known: dict[object, Won] = {}

    def end(self, hand: Hand) -> Won:
        """The tricks of each seat when all play their best."""
        board = hand.board
        if not board.cards_left:
            return board.won
        key = None if board.plays else (board.holdings, board.turn, board.won, hand.announced.opened)
        if key in self.known:
            return self.known[key]
        ends = (self.end(after(hand, card)) for card in self.cards(hand))
        best = max(ends, key=lambda won: self.gain(board.turn, won))  # the first of equals
        if key:
            self.known[key] = best
        return best

    def cards(self, hand: Hand) -> list[Card]:
        """The cards that may be played, the lowest by label first."""
        plays = (action for action in hand.legal(hand.board.turn) if isinstance(action, Play))
        return sorted((play.card for play in plays), key=self.bit)

    def gain(self, seat: int, won: Won) -> float:
        """What the seat to play wants to be high."""
        camp = self.camp[seat]
        return -self.worth(0, won) if self.two and camp else self.worth(camp, won)


def after(hand: Hand, card: Card) -> Hand:
    """The hand once a card is played, not counted if it was the last."""
    for event in hand.decide(hand.board.turn, Play(card)):
        if not isinstance(event, DealScored):
            hand = hand.evolve(event)
    return hand
