"""What a seat to act is asked, from what it may do."""

from __future__ import annotations

from collections.abc import Iterable

from atout.actions import BLIND_NIL, Action, Bid, Discard, Give, Keep, Look, Misdeal, Moon, Name, Pass, Play
from atout.game import led_suit
from atout.match import Match
from atout.say import Speaker, capital
from atout.seats import partners_of
from atout.sentences.actions import action_text


def question(speaker: Speaker, view: Match, seat: int) -> str:
    """What the seat to act is asked to do."""
    legal = view.legal(seat)
    if view.claim:
        return speaker.text("play.ask.claim")
    match legal[0]:
        case Play():
            return _card_question(speaker, view, seat)
        case _ if Look() in legal:
            return speaker.text("play.ask.blind" if BLIND_NIL in legal else "play.ask.look")
        case Give(cards):
            (receiver,) = partners_of(view.rules.sides, seat)
            return speaker.text("play.ask.give", count=len(cards), receiver=speaker.name(receiver))
        case Keep():
            return speaker.text("play.ask.draw")
        case Discard():
            return speaker.text("play.ask.discard")
    numbers = [action.tricks for action in legal if isinstance(action, Bid)]
    if numbers:
        return speaker.text(
            "play.ask.bid",
            numbers=", ".join(speaker.in_ranges(numbers)),
            misdeal=Misdeal() in legal,
            moon=Moon() in legal,
            passing=Pass() in legal,
        )
    names = [action for action in legal if isinstance(action, Name)]
    if names:
        suits = ", ".join(speaker.suit(action.trump) for action in names if not action.alone)
        alone = any(action.alone for action in names)
        return speaker.text("play.ask.name", suits=suits, alone=alone, passing=Pass() in legal)
    *others, last = (action_text(speaker, action, view, seat) for action in _passing_last(legal))
    if not others:
        return capital(speaker.text("play.ask.only", last=last))
    return capital(speaker.text("play.ask.choice", others=", ".join(others), last=last))


def _passing_last(actions: Iterable[Action]) -> list[Action]:
    return sorted(actions, key=lambda action: isinstance(action, Pass))


def _card_question(speaker: Speaker, view: Match, seat: int) -> str:
    deal = view.hand
    assert deal is not None and deal.ordering is not None
    suit = led_suit(deal.board, deal.ordering)
    if suit is None:
        return speaker.text("play.ask.lead")
    void = not deal.board.holding(seat).sure & deal.ordering.of_suit(suit)
    return speaker.text("play.ask.follow", suit=capital(speaker.suit(suit)), of=speaker.suit(suit), void=void)
