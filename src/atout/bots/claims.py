"""Claims: whether the seat that laid down its hand takes every trick left, wherever the unseen cards are."""

from __future__ import annotations

from atout.actions import PLAYS, Play
from atout.cards import Cards
from atout.events import TrickTaken
from atout.game import Hand, may_hold
from atout.tricks import Ordering


def takes_the_rest(hand: Hand, claimer: int) -> bool:
    """Whether the claimer, to play, can take every trick left against any lie of the cards the onlooker cannot see.

    Sound but not complete: ``True`` is certain, ``False`` may be caution. The claimer's partner is counted among those
    who could take a trick from him.
    """
    if hand.ordering is None or hand.board.holding(claimer).unseen or hand.board.turn != claimer:
        return False
    if not hand.board.plays:
        return _runs(hand, hand.ordering, claimer)
    return any(
        _holds(hand, hand.ordering, claimer, action) and _runs(_after(hand, claimer, action), hand.ordering, claimer)
        for action in hand.legal(claimer)
        if isinstance(action, Play)
    )


def _holds(hand: Hand, ordering: Ordering, claimer: int, play: Play) -> bool:
    """Whether a card surely takes the trick under way."""
    board = hand.board
    led = ordering.suit(board.plays[0][1])
    power = ordering.power(play.card, led)
    if any(ordering.power(card, led) >= power for _, card in board.plays):
        return False
    played = {seat for seat, _ in board.plays} | {claimer} | board.sitting_out
    later = (seat for seat in range(1, board.players + 1) if seat not in played)
    return all(ordering.power(card, led) < power for seat in later for card in may_hold(board, ordering, seat))


def _after(hand: Hand, claimer: int, play: Play) -> Hand:
    """The claimer on lead after a trick taken with a card; the others keep a card too many, which is only cautious."""
    for event in hand.decide(claimer, play):
        if not isinstance(event, TrickTaken) and event.in_hand:
            hand = hand.evolve(event)
    return hand.evolve(TrickTaken(claimer, hand.board.trick_number))


def _runs(hand: Hand, ordering: Ordering, claimer: int) -> bool:
    """Whether the claimer, on lead, takes every trick: trumps first if others may have some, then the other suits."""
    board = hand.board
    mine = board.holding(claimer).sure
    others = [
        may_hold(board, ordering, seat)
        for seat in range(1, board.players + 1)
        if seat != claimer and seat not in board.sitting_out
    ]
    suits = {ordering.suit(card) for card in mine}
    if not all(_is_solid(ordering, mine & ordering.of_suit(suit), others) for suit in suits):
        return False
    if ordering.trump is None:
        return True
    trumps = ordering.of_suit(ordering.trump)
    if mine <= trumps or not any(cards & trumps for cards in others):
        return True
    return bool(mine & trumps) and _draws(ordering, mine & trumps, others) and _may_lead(hand, claimer, mine & trumps)


def _may_lead(hand: Hand, claimer: int, cards: Cards) -> bool:
    return all(hand.refusal(claimer, PLAYS[card]) is None for card in cards)


def _masters(ordering: Ordering, mine: Cards, others: list[Cards]) -> int:
    """How many of some cards of one suit nobody can beat when they are led, ruffs apart."""
    led = ordering.suit(next(iter(mine)))
    suit = ordering.of_suit(led)
    highest = max((ordering.power(card, led) for cards in others for card in cards & suit), default=0)
    return sum(ordering.power(card, led) > highest for card in mine)


def _draws(ordering: Ordering, mine: Cards, others: list[Cards]) -> bool:
    """Whether leading the masters of a suit takes every card of it from the others."""
    suit = ordering.of_suit(ordering.suit(next(iter(mine))))
    return _masters(ordering, mine, others) >= max(len(cards & suit) for cards in others)


def _is_solid(ordering: Ordering, mine: Cards, others: list[Cards]) -> bool:
    """Whether every card of a suit takes a trick when the suit is led from the top, ruffs apart."""
    return _masters(ordering, mine, others) == len(mine) or _draws(ordering, mine, others)
