"""What an action is called where a player chooses it."""

from __future__ import annotations

from atout.actions import Action, Bid, Discard, Give, Play, Settle
from atout.match import Match
from atout.say import Speaker
from atout.sentences.keys import facts_of, name_of


def action_text(speaker: Speaker, action: Action, match: Match, seat: int) -> str:
    """The name of an action in prompts and on buttons: ``garder la carte montrée``, ``annoncer 5``, ``roi de cœur``."""
    ordering = match.hand.ordering if match.hand else None
    key = f"action.{name_of(type(action))}"
    match action:
        case Play(card):
            return speaker.text(key, card=speaker.card(card, ordering))
        case Discard(card) if card is not None:
            return speaker.text(key, card=speaker.discarded(card, ordering))
        case Discard():
            return speaker.text("action.discard_unseen")
        case Bid(blind=True):
            return speaker.text("action.blind_nil")
        case Give(cards, unseen) if unseen:
            return speaker.text("action.give_unseen", count=len(cards) + unseen)
        case Give(cards):
            return speaker.text(key, cards=speaker.cards(cards, ordering))
        case Settle(tricks):
            return speaker.text(key, tricks=", ".join(map(str, tricks)))
    return speaker.text(key, **facts_of(action), by_dealer=seat == match.next_dealer)
