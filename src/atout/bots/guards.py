"""What no opponent does, however weak: blunders a person would laugh at are struck from the list first."""

from __future__ import annotations

from collections.abc import Sequence

from atout.actions import Action, Play
from atout.bots.sight import Sight, look
from atout.bots.weigh import without_waste
from atout.cards import Card
from atout.families import family_of
from atout.game import Hand
from atout.match import Match


def shy_seats(view: Match) -> frozenset[int]:
    """The seats that try for no trick at all, and have taken none."""
    hand = view.hand
    assert hand is not None
    goals = family_of(view.rules.profile).footing(hand).goals
    return frozenset(seat for goal in goals if goal.tricks == 0 for seat in goal.seats if not hand.board.won[seat - 1])


def sane(view: Match, seat: int) -> tuple[Action, ...]:
    """What a seat may do without blundering; never empty while there is something it may do.

    Of cards: an ally's sure trick is not ruffed while there is another card; an ally's nil that is taking the trick is
    saved if that is possible; the last to play leaves a trick to an opponent whose nil it breaks, and takes one without
    which the contract is lost.
    """
    legal = view.legal(seat)
    hand = view.hand
    if hand is None or not hand.playing or len(legal) < 2:
        return legal
    sight = look(hand, seat, shy_seats(view))
    cards = [action.card for action in legal if isinstance(action, Play)]
    spare = hand.board.cards_left - needed(view, hand, seat)
    for rule in (without_waste, _saving, _leaving if spare > 0 else _taking):
        cards = list(rule(sight, cards)) or cards
    kept = set(cards)
    return tuple(action for action in legal if isinstance(action, Play) and action.card in kept)


def _winning(sight: Sight, cards: Sequence[Card]) -> list[Card]:
    """The cards that beat the trick so far."""
    assert sight.best is not None and sight.led is not None
    power = sight.ordering.power(sight.best[1], sight.led)
    return [card for card in cards if sight.ordering.power(card, sight.led) > power]


def same_effect(view: Match, seat: int, one: Action, other: Action) -> bool:
    """Whether two cards of one suit do the same to the trick that a seat closes: both take it, or neither does."""
    if not (isinstance(one, Play) and isinstance(other, Play)) or view.hand is None:
        return False
    sight = look(view.hand, seat)
    if sight.best is None or sight.later or sight.ordering.suit(one.card) is not sight.ordering.suit(other.card):
        return False
    return len(_winning(sight, (one.card, other.card))) != 1


def _allied(sight: Sight, seat: int) -> bool:
    return seat != sight.seat and sight.camp[seat - 1] == sight.camp[sight.seat - 1]


def _saving(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards that take over from an ally that wants no trick, unless the seat wants none itself."""
    if sight.best is None or sight.seat in sight.shy:
        return cards
    holder, _ = sight.best
    if holder not in sight.shy or not _allied(sight, holder):
        return cards
    return _winning(sight, cards)


def _leaving(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """For the last to play, the cards that leave the trick to an opponent who wants none."""
    if sight.best is None or sight.later or sight.best[0] not in sight.shy or _allied(sight, sight.best[0]):
        return cards
    winning = _winning(sight, cards)
    return [card for card in cards if card not in winning]


def _taking(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """For the last to play, the cards that take the trick, if no ally has it: every trick left is needed."""
    if sight.best is None or sight.later or sight.seat in sight.shy or _allied(sight, sight.best[0]):
        return cards
    return _winning(sight, cards)


def needed(view: Match, hand: Hand, seat: int) -> int:
    """The tricks that a seat's contract still needs; 0 where it has none, or as many as it can get."""
    for goal in family_of(view.rules.profile).footing(hand).goals:
        if seat in goal.seats and goal.tricks is not None:
            return max(0, goal.tricks - sum(hand.board.won[other - 1] for other in goal.seats))
    return 0
