"""The parts that are one's own, from one's own view: the hand, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, cast

from msgspec import Raw

from atout.actions import BIDS, PLAYS, Action, Bid, Claim, Discard, Give, Play, Refusal
from atout.cards import Card, Cards
from atout.game import Hand
from atout.match import Match
from atout.say import Speaker, capital
from atout.sentences import action_text, question, refuse
from atout.server.parts import Choice, ChoiceKind, Choices, HandCard, HandInfo
from atout.server.scene.setting import Setting, bid_label, card_name
from atout.server.wire import encode
from atout.tricks import Ordering, by_suit

_KINDS: Final[dict[str, ChoiceKind]] = {
    "draws": "draw",
    "bids": "bid",
    "calls": "call",
}
"""What is asked before the play, by the section of a record its actions belong to."""
NOTHING: Final = Choices("none", "", (), False)
"""What is asked of somebody who has to wait."""


def own_hand(view: Match, seat: int, setting: Setting, speaker: Speaker) -> HandInfo | None:
    """One's cards, sorted as they lie in the hand; ``None`` for a spectator."""
    deal = view.hand
    if seat == 0:
        return None
    if deal is None or deal.over:
        return HandInfo((), 0)
    holding, ordering = deal.board.holding(seat), deal.ordering
    faces, choosable = _faces(speaker.language, speaker.pack, ordering), _choosable(view, seat, setting)
    if choosable is None:
        return HandInfo(cast(Any, tuple([faces[card, None] for card in in_order(holding.sure, deal)])), holding.unseen)
    discarding = isinstance(next(iter(choosable.values())), Discard)
    excuses: dict[Card | None, str] = {}
    shown: list[HandCard | Raw] = []
    for card in in_order(holding.sure, deal):
        action = choosable.get(card)
        if action is not None:
            shown.append(faces[card, str(action)])
        else:
            refused = Discard(card) if discarding else PLAYS[card]
            refusal = _excuse(view, seat, refused, card, speaker, excuses)
            shown.append(_hand_card(speaker, card, ordering, False, None, refusal))
    return HandInfo(cast(Any, tuple(shown)), holding.unseen)


def _hand_card(
    speaker: Speaker, card: Card, ordering: Ordering | None, legal: bool | None, token: str | None, refusal: str | None
) -> HandCard:
    suit = ordering.suit(card) if ordering else card.suit
    return HandCard(
        card=card.token,
        name=card_name(speaker.language, speaker.pack, card, ordering),
        suit=str(suit) if suit is not None else None,
        legal=legal,
        token=token,
        refusal=refusal,
    )


class _Faces(dict[tuple[Card, str | None], Raw]):
    """Cards that may be chosen, by the token that chooses them, or of which nothing is asked, as bytes: the same at
    every table of a kind.
    """

    def __init__(self, language: str, pack: Cards, ordering: Ordering | None) -> None:
        super().__init__()
        self._told = Speaker(language, pack=pack), ordering

    def __missing__(self, key: tuple[Card, str | None]) -> Raw:
        speaker, ordering = self._told
        card, token = key
        face = self[key] = Raw(
            encode(_hand_card(speaker, card, ordering, None if token is None else True, token, None))
        )
        return face


_faces = lru_cache(maxsize=64)(_Faces)


def _choosable(view: Match, seat: int, setting: Setting) -> dict[Card, Action] | None:
    """The cards that may be chosen now, with their actions; ``None`` when no card is asked for."""
    if view.turn != seat or view.claim or setting.occupants[seat - 1].bot is not None:
        return None
    found: dict[Card, Action] = {
        action.card: action for action in view.legal(seat) if isinstance(action, Play | Discard) and action.card
    }
    return found or None


def in_order(cards: Cards, deal: Hand) -> tuple[Card, ...]:
    """By suit as a hand is held, each from the top; a bower stands with trump, jokers above the suit they belong to."""
    if deal.ordering is None:
        return tuple(card for _, held in by_suit(cards, None) for card in held)
    return tuple(sorted(cards, key=_places(deal.ordering).__getitem__))


@lru_cache(maxsize=64)
def _places(ordering: Ordering) -> dict[Card, int]:
    """Where every card of the pack stands, from the left."""
    return {
        card: place for place, card in enumerate(card for _, held in by_suit(ordering.pack, ordering) for card in held)
    }


def _excuse(view: Match, seat: int, action: Action, card: Card, speaker: Speaker, known: dict[Card | None, str]) -> str:
    """Why a card of one's hand may not be chosen: the same sentence for all that count as what is printed on them."""
    deal = view.hand
    assert deal is not None
    key = None if deal.ordering is None or deal.ordering.suit(card) is card.suit else card
    if key not in known:
        refusal = view.refusal(seat, action)
        known[key] = refuse(speaker, refusal, view) if refusal else ""
    return known[key]


def choices(view: Match, seat: int, setting: Setting, speaker: Speaker) -> Choices:
    """What is asked of this seat."""
    if seat == 0:
        return NOTHING
    if view.over:
        return _message("rematch", speaker)
    if view.awaits_deal:
        return _message("deal", speaker, first=not view.number) if setting.dealable else NOTHING
    if view.turn != seat or setting.occupants[seat - 1].bot is not None:
        return NOTHING
    prompt = question(speaker, view, seat)
    if view.claim:
        answers = tuple(
            Choice(word, capital(speaker.text(f"action.{word}")), True, None, False) for word in ("accept", "reject")
        )
        return Choices("claim", prompt, answers, False)
    legal = view.legal(seat)
    if isinstance(legal[0], Play | Discard):
        kind: ChoiceKind = "play" if isinstance(legal[0], Play) else "discard"
        return Choices(kind, prompt, (), claim=view.refusal(seat, Claim()) is None)
    if isinstance(legal[0], Give):
        label = capital(speaker.text("server.ask.give", count=len(legal[0].cards)))
        return Choices("give", prompt, (Choice("give:", label, True, None, False),), False)
    items = tuple(_choice(view, seat, action, refusal, speaker) for action, refusal in _offered(view, seat, legal))
    sections = next((action.sections for action in legal if isinstance(action, Bid)), legal[0].sections)
    return Choices(_KINDS[sections[0]], prompt, items, False)


def _message(kind: ChoiceKind, speaker: Speaker, *, first: bool = False) -> Choices:
    """A choice that is a message of its own."""
    token = "next" if kind == "deal" else "rematch"
    label = speaker.text(f"server.ask.{'first' if first else token}")
    return Choices(kind, label, (Choice(token, label, True, None, False),), False)


def _offered(view: Match, seat: int, legal: tuple[Action, ...]) -> Iterator[tuple[Action, Refusal | None]]:
    """The legal actions, and between bids those that are not allowed now: a row of numbers has no gaps."""
    if any(isinstance(action, Bid) for action in legal):
        for bid in BIDS[: view.rules.cards_each + 1]:
            refusal = view.refusal(seat, bid)
            if refusal is None or refusal.code not in ("bid-out-of-range", "look-first"):
                yield bid, refusal
    for action in legal:
        if not isinstance(action, Bid) or action.blind:
            yield action, None


def _choice(view: Match, seat: int, action: Action, refusal: Refusal | None, speaker: Speaker) -> Choice:
    label = bid_label(speaker.language, action) if isinstance(action, Bid) else action_text(speaker, action, view, seat)
    return Choice(
        token=str(action),
        label=capital(label),
        legal=refusal is None,
        refusal=refuse(speaker, refusal, view) if refusal else None,
        confirm=action == BIDS[0],
    )
