"""What stands beside the question at a prompt: the cards to choose from, the words to complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atout.actions import Discard, Keep, Play
from atout.cards import Card, Cards, Suit
from atout.commands import LINE, Command
from atout.match import Match
from atout.say import Speaker
from atout.sentences import action_text, hand
from atout.tricks import Ordering, by_suit


def cards_beside(speaker: Speaker, view: Match, seat: int, *, plain: bool, known: bool = False) -> str:
    """The cards to choose from: for eyes the whole hand in short; in plain words only what may be played.

    Where no card is to be chosen, plain words tell the whole hand once it is complete, unless it is ``known``.
    """
    assert view.hand is not None
    holding, ordering = view.hand.board.holding(seat), view.hand.ordering
    if view.claim or holding.unseen or not holding.sure:
        return ""
    if not plain:
        return speaker.text("play.hand", cards=_short(speaker, holding.sure, ordering))
    cards = [action.card for action in view.legal(seat) if isinstance(action, Play | Discard) and action.card]
    if cards:
        return speaker.text("play.playable", cards=speaker.cards(cards, ordering))
    return "" if known or Keep() in view.legal(seat) else hand(speaker, view, seat)


def _short(speaker: Speaker, cards: Cards, ordering: Ordering | None) -> str:
    """``cœur A D 9 ; trèfle R 7``: indices, highest first; the left bower stands with trump and keeps its letter."""
    groups: list[str] = []
    for suit, held in by_suit(cards, ordering):
        if suit is None:
            groups += map(speaker.card, held)
        else:
            ranks = " ".join(_index(speaker, card, suit) for card in held)
            groups.append(speaker.text("play.short", suit=suit, ranks=ranks))
    return speaker.text("word.between_suits").join(groups)


def _index(speaker: Speaker, card: Card, among: Suit) -> str:
    if card.rank is None:
        return speaker.card(card)
    index = speaker.text(f"word.index.{card.rank}")
    return index if card.suit is among else index + speaker.text(f"typed.letter.{card.suit}")


def completions(speaker: Speaker, view: Match, seat: int, commands: Iterable[Command] = LINE) -> Iterator[str]:
    """Lines that make sense now: the seat's actions by name, then the commands."""
    for action in view.legal(seat):
        yield action_text(speaker, action, view, seat)
    for command in commands:
        yield f"/{command.words(speaker.language)[0]}"
