"""What no opponent does, however weak: blunders a person would laugh at are struck from the list first."""

from __future__ import annotations

from collections.abc import Sequence

from atout.actions import Action, Play
from atout.bots.sight import Sight, lacking, look, shy_of, takers
from atout.bots.weigh import without_waste
from atout.cards import Card
from atout.families import family_of
from atout.game import Hand
from atout.match import Match
from atout.simulation import Goal


def shy_seats(view: Match) -> frozenset[int]:
    """The seats that try for no trick at all, and have taken none."""
    assert view.hand is not None
    return shy_of(view.hand, _goals(view, view.hand))


def _goals(view: Match, hand: Hand) -> tuple[Goal, ...]:
    return family_of(view.rules.profile).footing(hand).goals


def sane(view: Match, seat: int) -> tuple[Action, ...]:
    """What a seat may do without blundering; never empty while there is something it may do.

    Of cards: an ally's sure trick is not ruffed while there is another card; an ally's nil that is taking the trick is
    saved if that is possible; one's own takes no trick that it can leave; the last to play leaves a trick to an
    opponent whose nil it breaks, unless that very trick makes the contract; any other is taken without which the
    contract is lost, and then what cannot lose is led.
    """
    legal = view.legal(seat)
    hand = view.hand
    if hand is None or not hand.playing or len(legal) < 2:
        return legal
    sight = look(hand, seat, _goals(view, hand))
    cards = [action.card for action in legal if isinstance(action, Play)]
    owed = needed(view, hand, seat)
    rules = [without_waste, _saving, _ducking]
    if owed == hand.board.cards_left:
        rules.append(_taking)
    elif owed != 1:
        rules.append(_leaving)
    for rule in rules:
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


def _ducking(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards with which who tries for no trick takes none: the last to play can tell, and a ruff asks for it.

    Between two nils of one side anything goes.
    """
    if sight.best is None or sight.seat not in sight.shy:
        return cards
    if sight.best[0] in sight.shy and _allied(sight, sight.best[0]):
        return cards
    ruffs = 0 if sight.led is sight.ordering.trump else sight.trumps
    taking = [card for card in _winning(sight, cards) if not sight.later or card.bit & ruffs]
    return [card for card in cards if card not in taking]


def _leaving(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """For the last to play, the cards that leave the trick to an opponent who wants none."""
    if sight.best is None or sight.later or sight.best[0] not in sight.shy or _allied(sight, sight.best[0]):
        return cards
    winning = _winning(sight, cards)
    return [card for card in cards if card not in winning]


def _taking(sight: Sight, cards: Sequence[Card]) -> Sequence[Card]:
    """Once every trick left is needed, the cards that beat the trick so far, if no ally has it, or may still take it,
    whose trick counts, and no opponent who wants none; and the leads that nobody can beat, if no ally helps at all."""
    if sight.seat in sight.shy:
        return cards
    helpers = {other.seat for other in sight.strangers if _allied(sight, other.seat)} - sight.apart
    if sight.best is None:
        return cards if helpers else [card for card in cards if takers(sight, card) == {sight.seat: 1.0}]
    if sight.best[0] in helpers | sight.shy or any(other.seat in helpers for other in sight.later):
        return cards
    return _winning(sight, cards)


def needed(view: Match, hand: Hand, seat: int) -> int:
    """The tricks that a seat's contract still needs, or those that set the maker; 0 where it has none, or as many as it
    can get."""
    owed = sum(lacking(hand, goal) for goal in _goals(view, hand) if seat in goal.seats)
    told, camps = hand.announced, [set(camp) - hand.board.sitting_out for camp in hand.camps]
    if told.maker is None or len(list(filter(None, camps))) != 2:
        return owed
    camp = next(camp for camp in camps if seat in camp)
    tricks = sum(hand.board.won) + hand.board.cards_left
    making = told.contract or tricks // 2 + 1
    goal = making if told.maker in camp else tricks - making + 1
    return max(0, goal - sum(hand.board.won[other - 1] for other in camp))
