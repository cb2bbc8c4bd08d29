"""What happened, told to one listener: a sentence a seen event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atout.cards import Cards
from atout.events import (
    Adjusted,
    BidMade,
    CardDrawn,
    CardShown,
    Claimed,
    DealScored,
    DealStarted,
    Dealt,
    DealVoid,
    Discarded,
    Event,
    HandSeen,
    MatchOver,
    Ordered,
    Placed,
    Played,
    Revealed,
    Settled,
    Swapped,
    TurnedDown,
)
from atout.match import Match
from atout.say import Speaker
from atout.sentences.count import score_side
from atout.sentences.keys import facts_of, name_of
from atout.spades.events import CardsGiven
from atout.tricks import Holding


def tell(speaker: Speaker, event: Event, before: Match) -> str:
    """The sentence of an event the listener has seen, given the match (or his view of it) just before.

    Empty for what has nothing to say: secrets revealed at the end of a deal, and what others see alone.
    """
    match event:
        case Revealed() | HandSeen(holding=None) | CardShown(card=None):
            return ""
        case DealStarted():
            return _said(speaker, event, drawn=before.next_dealer is None)
        case Dealt(holdings, stock, closed):
            return _dealt(speaker, holdings, bool(stock), speaker.you in closed)
        case Placed(position):
            return f"{speaker.text('event.placed')} {_own_hand(speaker, position.holdings)}".strip()
        case BidMade(seat, blind=True):
            return speaker.text("event.bid_blind", seat=seat)
        case CardsGiven(seat, to, given):
            known = Cards.of(card for card in given if card)
            receiver, key = speaker.name(to), "event.cards_given" if known else "event.cards_given_unseen"
            return speaker.text(key, seat=seat, receiver=receiver, cards=known, count=len(given))
        case HandSeen(seat, Holding(sure)):
            return speaker.text("event.hand_seen", cards=sure) if seat == speaker.you else ""
        case CardDrawn(seat, taken, tossed, kept_shown):
            key = "event.card_kept" if kept_shown else "event.card_tossed"
            return speaker.text(key, seat=seat, taken=taken, tossed=tossed)
        case TurnedDown(card):
            return speaker.text("event.turned_down", suit=card.suit)
        case Ordered(seat):
            return _said(speaker, event, by_dealer=seat == before.next_dealer)
        case Swapped(taken=taken):
            got = [card for card in taken if card is not None]
            said = _said(speaker, event)
            return (
                f"{said} {speaker.text('event.swapped_for', given=event.given, taken=Cards.of(got))}" if got else said
            )
        case Discarded(seat, None):
            return speaker.text("event.discarded_unseen", seat=seat)
        case Discarded(_, card) | Played(_, card) if card is not None:
            ordering = before.hand.ordering if before.hand else None
            return _said(speaker, event, card=speaker.card(card, ordering))
        case Claimed(seat, holding):
            hand = before.hand
            ordering = hand.ordering if hand else None
            left = hand.board.cards_left if hand else len(holding)
            cards = speaker.cards(holding.sure, ordering)
            return speaker.text("event.claimed", seat=seat, count=left, cards=cards).strip()
        case Settled(won):
            tricks = (speaker.text("word.tricks_of", seat=seat, tricks=count) for seat, count in enumerate(won, 1))
            return speaker.text("event.settled", tricks=", ".join(tricks))
        case DealScored(sides=sides):
            scored = zip(sides, before.rules.sides, strict=True)
            results = [score_side(speaker, side, who) for side, who in scored]
            return " ".join((*results, *_overtime(speaker, before, tuple(side.total for side in sides))))
        case DealVoid(reason):
            return speaker.text(f"event.deal_void.{reason}", seat=before.next_dealer)
        case Adjusted(side, points, reason):
            who = speaker.people(before.rules.sides[side])
            total = before.standing.totals[side] + points
            return _said(speaker, event, who=who, total=total, explained=bool(reason))
        case MatchOver(winners):
            return won_by(speaker, winners, before)
    return _said(speaker, event)


def _said(speaker: Speaker, event: Event, **more: Any) -> str:
    """The message named like the event's class, from the event's fields and some facts more."""
    return speaker.text(f"event.{name_of(type(event))}", **(facts_of(event) | more))


def _dealt(speaker: Speaker, holdings: tuple[Holding, ...], stocked: bool, is_closed: bool) -> str:
    own = _own_hand(speaker, holdings)
    if own:
        return own
    if not any(map(len, holdings)) and stocked:
        return speaker.text("event.dealt_stock")
    return speaker.text("event.dealt_closed" if is_closed else "event.dealt_unseen")


def _own_hand(speaker: Speaker, holdings: tuple[Holding, ...]) -> str:
    """The listener's cards, if they can all be seen."""
    own = holdings[speaker.you - 1] if speaker.you else Holding()
    return speaker.text("event.dealt", cards=own.sure) if own.sure and not own.unseen else ""


def _overtime(speaker: Speaker, before: Match, totals: tuple[int, ...]) -> Iterator[str]:
    """That the match could have ended with these totals, but does not."""
    ending = before.rules.ending
    if (before.overtime or ending.reached(totals)) and ending.winners(totals, before.overtime) is None:
        yield speaker.text("event.overtime", level=totals.count(ending.best(totals)) > 1)


def won_by(speaker: Speaker, winners: tuple[int, ...], match: Match) -> str:
    """Who has won the match, alone or shared, and with what total."""
    seats = tuple(seat for side in winners for seat in match.rules.sides[side])
    total = match.standing.totals[winners[0]]
    if len(winners) > 1:
        return speaker.text("event.match_shared", who=speaker.people(seats), total=total)
    you = speaker.you in seats
    return speaker.text("event.match_over", who=speaker.people(seats), count=len(seats), you=you, total=total)
