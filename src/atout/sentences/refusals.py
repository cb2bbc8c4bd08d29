"""Why an action is refused: the rule, and what may be done instead."""

from __future__ import annotations

from typing import Any

from atout.actions import Action, Bid, Discard, Play, Refusal
from atout.match import Match
from atout.say import Speaker
from atout.seats import HOUSE
from atout.sentences.keys import name_of
from atout.tricks import Ordering


def refuse(speaker: Speaker, refusal: Refusal, match: Match | None = None) -> str:
    """One or two sentences; to the player at fault if that is the listener (``speaker.you``), else about him.

    ``match`` is where the action was refused (a view is enough): it tells trump, and what else may be done.
    """
    ordering = match.hand.ordering if match and match.hand else None
    facts: dict[str, Any] = {
        name: getattr(refusal, name) for name in ("suit", "least", "most", "expected", "earlier", "trick", "card")
    }
    facts |= {
        "turn": refusal.expected if refusal.code in ("not-your-turn", "answer-the-claim") else "",
        "dealer": refusal.expected if refusal.code == "wrong-dealer" else "",
        "known": refusal.expected is not None,
        "named": refusal.card is not None,
        "deed": name_of(type(refusal.action)) if refusal.action else "",
        "twice": refusal.card is not None,
        "lacks": refusal.other is not None,
        "other": refusal.other,
        "legal": _legal(speaker, refusal, ordering),
    }
    if refusal.seat != HOUSE:
        facts["seat"] = refusal.seat
    if isinstance(refusal.action, Bid):
        facts["tricks"] = refusal.action.tricks
    if refusal.least is not None and refusal.expected is not None:
        facts |= {"gap": abs(refusal.expected - refusal.least), "missing": refusal.least < refusal.expected}
    if match:
        facts |= _around(speaker, refusal, match)
    said = speaker.text(f"refusal.{refusal.code}", **facts)
    because = _because(speaker, refusal, ordering)
    return f"{said} {because}" if because else said


def _legal(speaker: Speaker, refusal: Refusal, ordering: Ordering | None) -> str:
    """The cards allowed: without the suit's name where the sentence has it."""
    if refusal.code == "must-follow" and refusal.suit is not None:
        return speaker.ranks(refusal.legal, refusal.suit, ordering)
    return speaker.cards(refusal.legal, ordering)


def _around(speaker: Speaker, refusal: Refusal, match: Match) -> dict[str, Any]:
    """What else the sentence may need from the match."""
    hand = match.hand
    facts: dict[str, Any] = {"by_dealer": refusal.seat == match.next_dealer}
    if hand is None:
        return facts
    shown = hand.announced.shown
    bids = [action for action in hand.legal(refusal.seat) if isinstance(action, Bid)]
    facts["turned"] = shown.suit if shown else ""
    facts["bids"] = ", ".join(speaker.text("view.bids.number", tricks=bid.tricks) for bid in bids)
    facts["won"] = ", ".join(
        speaker.text("event.tricks_of", seat=seat, tricks=won) for seat, won in enumerate(hand.board.won, 1)
    )
    return facts


def _because(speaker: Speaker, refusal: Refusal, ordering: Ordering | None) -> str:
    """What a card counts as, where a card played or led belongs to another suit than the one printed on it."""
    action: Action | None = refusal.action
    if refusal.code != "must-follow" or ordering is None or not isinstance(action, Play | Discard):
        return ""
    card = action.card
    if card is None or card not in ordering.pack or card.suit is ordering.suit(card):
        return ""
    return speaker.text("refusal.counts_as", card=card, suit=ordering.suit(card))
