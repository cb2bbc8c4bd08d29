"""The machine that plays, at the book's service: what a page says of a trick or a deal has been played."""

from __future__ import annotations

from functools import reduce

from atout.actions import PLAYS, Action, Play, SetUp
from atout.cards import Card, Cards
from atout.families import new_match
from atout.game import Hand, Rules
from atout.match import Match
from atout.seats import HOUSE
from atout.tricks import Holding, Position


def last_tricks(rules: Rules, hands: tuple[Cards, ...], **told: object) -> Match:
    """A deal near its end: everyone's last cards, seat 1 to lead; ``told`` are further fields of the ``Position``."""
    players = rules.players
    played = (rules.cards_each - len(hands[0]),) + (0,) * (players - 1)
    out = Holding(unseen=len(rules.pack) - players * rules.cards_each)
    position = Position(tuple(map(Holding, hands)), played, 1, out=out, **told)  # type: ignore[arg-type]
    return after(new_match(rules), HOUSE, SetUp(position, dealer=players))


def after(match: Match, seat: int, action: Action) -> Match:
    """The match once an action is done; raises ``AssertionError`` if it is not allowed."""
    refusal = match.refusal(seat, action)
    assert refusal is None, refusal
    return reduce(Match.evolve, match.decide(seat, action), match)


def after_cards(match: Match, *cards: Card) -> Match:
    """The match once the seats in turn have played these cards."""
    for card in cards:
        assert match.turn is not None
        match = after(match, match.turn, PLAYS[card])
    return match


def playable(match: Match) -> Cards:
    """The cards the seat to act may play."""
    assert match.turn is not None
    return Cards.of(action.card for action in match.legal(match.turn) if isinstance(action, Play))


def hand_of(match: Match) -> Hand:
    """The deal in progress."""
    assert match.hand is not None
    return match.hand
