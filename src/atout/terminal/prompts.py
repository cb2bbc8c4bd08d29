"""What is asked at a prompt, from what the seat may do: the question, the cards beside it, the words to complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from atout.actions import Action, Bid, Discard, Keep, Misdeal, Name, Pass, Play
from atout.cards import Card, Cards, Suit
from atout.commands import COMMANDS
from atout.game import led_suit
from atout.match import Match
from atout.say import Speaker, capital
from atout.sentences import action_text, hand
from atout.tricks import Ordering


def question(speaker: Speaker, view: Match, seat: int) -> str:
    """What the seat to act is asked to do."""
    legal = view.legal(seat)
    if view.claim:
        return speaker.text("play.ask.claim")
    match legal[0]:
        case Play():
            return _card_question(speaker, view, seat)
        case Bid():
            numbers = _ranges(speaker, [action.tricks for action in legal if isinstance(action, Bid)])
            return speaker.text("play.ask.bid", numbers=numbers, misdeal=Misdeal() in legal)
        case Keep():
            return speaker.text("play.ask.draw")
        case Discard():
            return speaker.text("play.ask.discard")
    suits = [speaker.suit(action.trump) for action in legal if isinstance(action, Name)]
    if suits:
        return speaker.text("play.ask.name", suits=", ".join(suits), passing=Pass() in legal)
    *others, last = (action_text(speaker, action, view, seat) for action in _passing_last(legal))
    return capital(speaker.text("play.ask.choice", others=", ".join(others), last=last))


def _passing_last(actions: Iterable[Action]) -> list[Action]:
    return sorted(actions, key=lambda action: isinstance(action, Pass))


def _ranges(speaker: Speaker, numbers: list[int]) -> str:
    """Numbers in ascending order, shortened: ``0, 4 à 13``."""
    gaps = [at for at, (one, other) in enumerate(pairwise(numbers), 1) if other != one + 1]
    runs = (numbers[first:end] for first, end in pairwise([0, *gaps, len(numbers)]))
    return ", ".join(
        speaker.text("play.ask.range", least=run[0], most=run[-1]) if len(run) > 2 else ", ".join(map(str, run))
        for run in runs
    )


def _card_question(speaker: Speaker, view: Match, seat: int) -> str:
    deal = view.hand
    assert deal is not None and deal.ordering is not None
    suit = led_suit(deal.board, deal.ordering)
    if suit is None:
        return speaker.text("play.ask.lead")
    void = not deal.board.holding(seat).sure & deal.ordering.of_suit(suit)
    return speaker.text("play.ask.follow", suit=capital(speaker.suit(suit)), of=speaker.suit(suit), void=void)


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
    """``pique A D 9 ; cœur R 7``: indices, highest first; the left bower stands with trump and keeps its letter."""
    groups = []
    for suit in Suit:
        own = cards & ordering.of_suit(suit) if ordering else cards.of_suit(suit)
        ranked = sorted(own, key=lambda card: -ordering.power(card, suit)) if ordering else own
        if own:
            ranks = " ".join(_index(speaker, card, suit) for card in ranked)
            groups.append(speaker.text("play.short", suit=suit, ranks=ranks))
    return speaker.text("word.between_suits").join(groups)


def _index(speaker: Speaker, card: Card, among: Suit) -> str:
    if card.rank is None:
        return speaker.card(card)
    index = speaker.text(f"word.index.{card.rank}")
    return index if card.suit is among else index + speaker.text(f"typed.letter.{card.suit}")


def completions(speaker: Speaker, view: Match, seat: int) -> Iterator[str]:
    """Lines that make sense now: the seat's actions by name, then every command."""
    for action in view.legal(seat):
        yield action_text(speaker, action, view, seat)
    for command in COMMANDS:
        if command.in_line:
            yield f"/{command.words(speaker.language)[0]}"
