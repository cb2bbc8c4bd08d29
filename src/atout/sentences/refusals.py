"""Why an action is refused: the rule, and what may be done instead."""

from __future__ import annotations

from typing import Any, Final

from atout.actions import Action, Bid, Claim, Discard, Pass, Play, Refusal, Settle
from atout.cards import Card
from atout.game import Hand
from atout.match import Match
from atout.say import Speaker, capital
from atout.seats import HOUSE
from atout.sentences.keys import facts_of
from atout.tricks import Ordering

_TOLD_APART: Final = ("bids", "won", "turned")
"""Facts of which a message may ask first whether there are any."""
_AROUND: Final = frozenset(("may_pass", *_TOLD_APART, *(f"has_{name}" for name in _TOLD_APART)))
"""What a message may tell of the deal around a refusal."""


def refuse(speaker: Speaker, refusal: Refusal, match: Match | None = None) -> str:
    """One or two sentences; to the player at fault if that is the listener (``speaker.you``), else about him.

    ``match`` is where the action was refused (a view is enough): it tells trump, and what else may be done.
    """
    hand = match.hand if match else None
    ordering = hand.ordering if hand else None
    key = f"refusal.{refusal.code}"
    used = speaker.uses(key)
    facts = facts_of(refusal) | _deed(refusal.action) | _numbers(refusal)
    facts |= {"has_card": refusal.card is not None, "has_other": refusal.other is not None}
    facts |= {"turn": refusal.expected, "dealer": refusal.expected, "has_turn": refusal.expected is not None}
    if "legal" in used:
        facts["legal"] = _legal(speaker, refusal, ordering)
    facts["count"] = 0 if hand and _is_hidden(hand, refusal) else len(refusal.legal)
    facts |= {"by_dealer": match is not None and refusal.seat == match.next_dealer}
    if hand and not used.isdisjoint(_AROUND):
        facts |= _around(speaker, refusal, hand)
    facts |= {f"has_{name}": bool(facts.get(name)) for name in _TOLD_APART}
    said = [capital(speaker.text(key, **facts))]
    if refusal.code == "must-follow" and hand and ordering:
        said += _bowers(speaker, refusal, hand, ordering)
    return " ".join(said)


def _deed(action: Action | None) -> dict[str, Any]:
    """What was tried, where a sentence tells several deeds apart, and a bid's tricks."""
    match action:
        case Bid(tricks):
            return {"tricks": tricks}
        case Discard():
            return {"deed": "discard"}
        case Claim():
            return {"deed": "claim"}
    return {"deed": "play"}


def _numbers(refusal: Refusal) -> dict[str, Any]:
    """By how much a sum is wrong."""
    if refusal.least is None or refusal.expected is None:
        return {}
    return {"gap": abs(refusal.expected - refusal.least), "missing": refusal.least < refusal.expected}


def _legal(speaker: Speaker, refusal: Refusal, ordering: Ordering | None) -> str:
    """The cards allowed: without the suit's name where the sentence has it."""
    if refusal.code == "must-follow" and refusal.suit is not None:
        return speaker.ranks(refusal.legal, refusal.suit, ordering)
    return speaker.cards(refusal.legal, ordering)


def _is_hidden(hand: Hand, refusal: Refusal) -> bool:
    """Whether the hand is not known, so that the cards allowed are only those it may hold: too many to read out."""
    return refusal.seat != HOUSE and hand.board.holding(refusal.seat).unseen > 0


def _around(speaker: Speaker, refusal: Refusal, hand: Hand) -> dict[str, Any]:
    """What else the deal has to tell: the turned suit, the bids allowed, the tricks won."""
    shown, legal = hand.announced.shown, hand.legal(refusal.seat)
    bids = [action.tricks for action in legal if isinstance(action, Bid) and not action.blind]
    won = enumerate(hand.board.won, 1) if isinstance(refusal.action, Settle) else ()
    return {
        "turned": speaker.suit(shown.suit) if shown and shown.suit is not None else None,
        "may_pass": any(isinstance(action, Pass) for action in legal),
        "bids": _in_ranges(speaker, bids),
        "won": ", ".join(speaker.text("word.tricks_of", seat=seat, tricks=tricks) for seat, tricks in won),
    }


def _in_ranges(speaker: Speaker, bids: list[int]) -> str:
    """Bids in order, nil by itself: ``nil, 4 à 13``."""

    def word(tricks: int) -> str:
        return speaker.text("word.bid", tricks=tricks)

    nil, numbers = (word(tricks) for tricks in bids if not tricks), filter(None, bids)
    return ", ".join((*nil, *speaker.in_ranges(numbers, word)))


def _bowers(speaker: Speaker, refusal: Refusal, hand: Hand, ordering: Ordering) -> list[str]:
    """What the card led, and the card refused, count as where another suit is printed on them."""
    cards: list[Card] = [hand.board.plays[0][1]] if hand.board.plays else []
    match refusal.action:
        case Play(card):
            cards.append(card)
    return [
        capital(speaker.text("refusal.counts_as", card=card, rank=str(card.rank), suit=ordering.suit(card)))
        for card in cards
        if card in ordering.pack and card.suit is not ordering.suit(card)
    ]
