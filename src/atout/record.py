"""Records (``.atout``): a match written as text, and read back by replaying it.

Only what cannot be computed is stored; results are checked. A redacted record holds what one seat has seen: a view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from typing import Final

from msgspec import Struct

from atout import notation
from atout.actions import Action, Adjust, Claim, Deal, Play, Refusal, Settle, SetUp
from atout.cards import NO_CARDS, Card, Cards, Suit
from atout.dealing import gather
from atout.events import (
    Adjusted,
    CardDrawn,
    CardShown,
    ClaimAnswered,
    Claimed,
    DealScored,
    DealStarted,
    Dealt,
    Event,
    HandSeen,
    Placed,
    Played,
    Revealed,
    TrickTaken,
    TurnedUp,
)
from atout.families import family_of, new_match, spec
from atout.families import parse as parse_spec
from atout.game import Rules
from atout.match import Match
from atout.notation import Place, RecordError, Tag, Word, Written, WrittenDeal, quoted, read
from atout.options import RulesError
from atout.scoring import Standing
from atout.seats import HOUSE
from atout.tricks import Holding, Position

__all__ = ["Place", "RecordError", "Result", "Step", "begin", "read", "steps", "write"]

LINE: Final = 100
"""Characters after which a line of actions is folded."""


# --- reading ----------------------------------------------------------------------------------------------------


class Step(Struct, frozen=True):
    """One action of a record, where it stands; ``word`` holds the labels to check against the match."""

    place: Place
    action: Action
    word: Word | None = None

    def seat(self, match: Match) -> int:
        """Who does it, as the match stands."""
        return HOUSE if self.action.by_house or match.turn is None else match.turn


class Result(Struct, frozen=True):
    """The result tags written after a deal, to be compared with what was counted."""

    tags: dict[str, Tag]

    def differs(self, scored: DealScored | None) -> tuple[Tag, tuple[int, ...]] | None:
        """The first tag that does not say what was counted, with the right values."""
        for name, tag in self.tags.items():
            counted: tuple[int, ...] = () if scored is None else _results(scored)[name]
            if tuple(map(_whole, tag.values())) != counted:
                return tag, counted
        return None


def _results(scored: DealScored) -> dict[str, tuple[int, ...]]:
    return {
        "Tricks": scored.tricks,
        "Points": tuple(side.points for side in scored.sides),
        "Bags": tuple(side.bags for side in scored.sides),
        "Total": tuple(side.total for side in scored.sides),
    }


def _whole(text: str) -> int | None:
    digits = text.replace("−", "-")
    sign, number = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    return int(sign + number) if number.isascii() and number.isdecimal() and len(number) < 10 else None


def begin(written: Written) -> tuple[Match, tuple[str, ...]]:
    """The match a record starts from, and the players' names; raises ``RecordError``."""
    try:
        rules = parse_spec(written.rules.text)
    except RulesError as error:
        raise RecordError(written.rules.place, "bad-rules", error=error) from error
    for seat in written.names:
        if not 1 <= seat <= rules.players:
            raise RecordError(written.rules.place, "no-such-seat", found=seat, most=rules.players)
    names = tuple(written.names.get(seat, "") for seat in range(1, rules.players + 1)) if written.names else ()
    match = new_match(rules)
    if written.deals:
        first = written.deals[0]
        match = new_match(rules, _standing(rules, first), _number(first, "Deal", 1) - 1)
    return match, names


def _standing(rules: Rules, deal: WrittenDeal) -> Standing:
    sides = len(rules.sides)
    zero = (0,) * sides
    return Standing(_numbers(deal, "Before", sides) or zero, _numbers(deal, "BagsBefore", sides) or zero)


def steps(written: Written, match: Match) -> Iterator[Step | Result]:
    """The actions of a record in order, the house's included, each deal followed by its written result."""
    yield from (_ruling(tag) for tag in written.rulings)
    for count, deal in enumerate(written.deals):
        number = match.number + 1 + count
        if _number(deal, "Deal", number) != number:
            raise RecordError(deal.tags["Deal"].place, "wrong-number", found=deal.tags["Deal"].text, expected=number)
        yield Step(_first_place(deal), _opening(match, deal))
        yield from (Step(word.place, word.action, word) for word in deal.body)
        if deal.results:
            yield Result(deal.results)
        yield from (_ruling(tag) for tag in deal.rulings)


def _first_place(deal: WrittenDeal) -> Place:
    for name in ("Hands", "Stock", "Dealer", "Deal"):
        if name in deal.tags:
            return deal.tags[name].place
    return deal.place


def _ruling(tag: Tag) -> Step:
    side, points, *reason = tag.text.split(maxsplit=2)[:3] if len(tag.values()) > 1 else ("", "")
    number, amount = _whole(side), _whole(points)
    if number is None or amount is None:
        raise RecordError(tag.place, "bad-value", tag=tag.name, found=tag.text, example='[Adjust "2 -10 …"]')
    return Step(tag.place, Adjust(number - 1, amount, reason[0] if reason else ""))


def check_labels(match: Match, word: Word) -> RecordError | None:
    """A label that does not fit the match it stands in."""
    if word.section is not None and word.action.section != word.section:
        return RecordError(word.place, "wrong-label", found=f"{word.section}:", expected=word.action.section or "–")
    hand = match.hand
    if hand is None or not isinstance(word.action, Play) or not hand.playing:
        return None
    if word.trick is not None and word.trick != hand.board.trick_number:
        return RecordError(word.place, "wrong-label", found=f"{word.trick}.", expected=f"{hand.board.trick_number}.")
    leader = hand.board.plays[0][0] if hand.board.plays else hand.board.turn
    if word.leader is not None and word.leader != leader:
        return RecordError(word.place, "wrong-label", found=f"{word.leader}:", expected=f"{leader}:")
    return None


def refused_setting(step: Step, refusal: Refusal) -> RecordError:
    """The reading error for cards or rulings that the house could not lay on the table."""
    return RecordError(step.place, "refused", refusal=refusal)


def _number(deal: WrittenDeal, name: str, default: int) -> int:
    if name not in deal.tags:
        return default
    tag = deal.tags[name]
    number = _whole(tag.text)
    if number is None or not 1 <= number <= 999_999:
        raise RecordError(tag.place, "bad-value", tag=name, found=tag.text, example=f"[{name} 1]")
    return number


def _numbers(deal: WrittenDeal, name: str, count: int) -> tuple[int, ...] | None:
    if name not in deal.tags:
        return None
    tag = deal.tags[name]
    numbers = [number for number in map(_whole, tag.values()) if number is not None]
    if len(numbers) != len(tag.values()) or len(numbers) != count:
        example = " ".join(["0"] * count)
        raise RecordError(tag.place, "bad-value", tag=name, found=tag.text, example=f'[{name} "{example}"]')
    return tuple(numbers)


def _opening(match: Match, deal: WrittenDeal) -> Deal | SetUp:
    """The house's action that lays out a deal: the whole pack, or a position in the middle."""
    rules = match.rules
    dealer = _number(deal, "Dealer", 0) if "Dealer" in deal.tags else None
    if dealer is None:
        raise RecordError(_first_place(deal), "expected-tag", tag="Dealer", found="")
    if not 1 <= dealer <= rules.players:
        raise RecordError(deal.tags["Dealer"].place, "no-such-seat", found=dealer, most=rules.players)
    if any(name in deal.tags for name in notation.POSITION_TAGS):
        return SetUp(_position(rules, deal), dealer)
    recipients = family_of(rules.profile).recipients(rules, dealer)
    hands = [
        list(_dealt(hand)) for hand in _hands(rules, deal, [recipients.count(s + 1) for s in range(rules.players)])
    ]
    stock = _stock(deal, recipients.count(HOUSE))
    try:
        return Deal(gather(recipients, hands, stock), dealer)
    except ValueError:
        expected = [recipients.count(seat) for seat in range(1, rules.players + 1)]
        found = " ".join(str(len(hand)) for hand in (*hands, stock))
        raise RecordError(
            _first_place(deal),
            "wrong-sizes",
            found=found,
            expected=" ".join(map(str, (*expected, recipients.count(0)))),
        ) from None


def _dealt(hand: Holding) -> Iterator[Card | None]:
    yield from hand.sure
    yield from (None for _ in range(hand.unseen))


def _hands(rules: Rules, deal: WrittenDeal, sizes: Sequence[int]) -> list[Holding]:
    """The hands written, ``?`` taking the size due to it."""
    if "Hands" not in deal.tags:
        if any(sizes):
            raise RecordError(_first_place(deal), "expected-tag", tag="Hands", found="")
        return [Holding()] * rules.players
    tag = deal.tags["Hands"]
    if len(tag.values()) != rules.players:
        raise RecordError(tag.place, "wrong-number-of-hands", found=len(tag.values()), expected=rules.players)
    hands = []
    for text, size in zip(tag.values(), sizes, strict=True):
        try:
            hands.append(Holding(NO_CARDS, _unseen(text, size)) if text[0] == "?" else Holding(Cards.parse(text)))
        except ValueError as error:
            raise RecordError(tag.place, "bad-hand", found=text, reason=str(error)) from None
    return hands


def _unseen(text: str, size: int) -> int:
    number = _whole(text[1:]) if text != "?" else size
    if number is None or not 0 <= number <= 54:
        raise ValueError(text)
    return number


def _stock(deal: WrittenDeal, size: int) -> list[Card | None]:
    """The stock in order; without the tag every card of it is unseen."""
    if "Stock" not in deal.tags:
        return [None] * size
    tag = deal.tags["Stock"]
    cards: list[Card | None] = []
    for text in tag.values():
        try:
            cards += [None] * _unseen(text, 1) if text[0] == "?" else [Card.from_token(text)]
        except ValueError:
            raise RecordError(tag.place, "bad-card", tag="Stock", found=text) from None
    return cards


def _position(rules: Rules, deal: WrittenDeal) -> Position:
    players = rules.players
    won = _numbers(deal, "Won", players) or (0,) * players
    written = deal.tags["Hands"].values() if "Hands" in deal.tags else ()
    known = next((len(_hand_size(text)) for text in written if not text.startswith("?")), rules.cards_each - sum(won))
    holdings = _hands(rules, deal, [known] * players)
    trump = deal.tags.get("Trump")
    if trump and trump.text not in "SHDC":
        raise RecordError(trump.place, "bad-value", tag="Trump", found=trump.text, example="[Trump H]")
    opened = deal.tags.get("Open")
    if opened and opened.text not in ("yes", "no"):
        raise RecordError(opened.place, "bad-value", tag="Open", found=opened.text, example="[Open yes]")
    alone = deal.tags.get("Alone")
    if alone and alone.text != "no":
        raise RecordError(alone.place, "bad-value", tag="Alone", found=alone.text, example="[Alone no]")
    hidden = len(rules.pack) - players * rules.cards_each
    return Position(
        holdings=tuple(holdings),
        won=won,
        leader=_leader(deal, players),
        gone=Cards(card for card in _cards(deal, "Gone")),
        out=Holding.of(_stock(deal, hidden)),
        bids=_numbers(deal, "Bids", players),
        opened=opened.text == "yes" if opened else None,
        maker=_number(deal, "Maker", 1) if "Maker" in deal.tags else None,
        trump=Suit.from_token(trump.text) if trump else None,
    )


def _hand_size(text: str) -> str:
    return text.replace(".", "").split("+")[0]


def _leader(deal: WrittenDeal, players: int) -> int:
    """The leader's seat: its tag, the label before the first card, or the dealer's left."""
    if "Leader" in deal.tags:
        return _number(deal, "Leader", 1)
    label = deal.body[0].leader if deal.body else deal.leader
    return label if isinstance(label, int) else _number(deal, "Dealer", 1) % players + 1


def _cards(deal: WrittenDeal, name: str) -> list[Card]:
    if name not in deal.tags:
        return []
    tag = deal.tags[name]
    try:
        return [Card.from_token(text) for text in tag.values()]
    except ValueError as error:
        raise RecordError(tag.place, "bad-card", tag=name, found=str(error)) from None


# --- writing ----------------------------------------------------------------------------------------------------


class _Deal:
    """The events of one deal, gathered for writing."""

    def __init__(self, started: DealStarted) -> None:
        self.started = started
        self.events: list[Event] = []
        self.rulings: list[Adjusted] = []

    def reveal(self, hidden: Iterable[Event]) -> None:
        """Puts what was hidden in its place."""
        full = iter(hidden)
        self.events = [next(full) if event.secret else event for event in self.events]


def write(start: Match, names: Sequence[str], events: Iterable[Event]) -> str:
    """The record of what happened after ``start``; with the events a seat has seen, its redacted record."""
    rulings: list[Adjusted] = []
    deals: list[_Deal] = []
    for event in events:
        match event:
            case DealStarted():
                deals.append(_Deal(event))
            case Revealed(number, hidden):
                deals[number - 1 - start.number].reveal(hidden)
            case Adjusted():
                (deals[-1].rulings if deals else rulings).append(event)
            case _ if deals:
                deals[-1].events.append(event)
    lines = [f"[Rules {quoted(spec(start.rules))}]"]
    if any(names):
        lines.append(" ".join(f"[Seat {seat} {quoted(name)}]" for seat, name in enumerate(names, 1) if name))
    lines += map(_ruling_tag, rulings)
    for deal in deals:
        lines += ["", *_deal_lines(start, deal, first=deal is deals[0])]
    return "\n".join(lines) + "\n"


def _ruling_tag(event: Adjusted) -> str:
    return f"[Adjust {quoted(f'{event.side + 1} {event.points} {event.reason}'.strip())}]"


def _row(numbers: Iterable[object]) -> str:
    return quoted(" ".join(map(str, numbers)))


def _deal_lines(start: Match, deal: _Deal, *, first: bool) -> Iterator[str]:
    rules = start.rules
    yield f"[Deal {deal.started.number}] [Dealer {deal.started.dealer}]"
    if first and any((*start.standing.totals, *start.standing.bags)):
        bags = f" [BagsBefore {_row(start.standing.bags)}]" if rules.counts_bags else ""
        yield f"[Before {_row(start.standing.totals)}]{bags}"
    yield from _layout(rules, deal)
    yield from _body(start, deal)
    scored = next((event for event in deal.events if isinstance(event, DealScored)), None)
    if scored:
        results = _results(scored)
        if not rules.counts_bags:
            del results["Bags"]
        yield " ".join(f"[{name} {_row(values)}]" for name, values in results.items())
    yield from map(_ruling_tag, deal.rulings)


def _layout(rules: Rules, deal: _Deal) -> Iterator[str]:
    opening = deal.events[0]
    if isinstance(opening, Placed):
        yield from _position_lines(opening.position)
        return
    assert isinstance(opening, Dealt)
    hands = list(opening.holdings)
    stock = [event.card for event in deal.events if isinstance(event, TurnedUp)] + list(opening.stock)
    couple = 0
    for event in deal.events:
        match event:
            case HandSeen(seat, holding) if holding is not None:
                hands[seat - 1] = holding
            case CardShown(card=card) if stock[couple] is None:
                stock[couple] = card
            case CardDrawn(taken=taken, tossed=tossed, kept_shown=kept_shown):
                shown, hidden = (taken, tossed) if kept_shown else (tossed, taken)
                stock[couple : couple + 2] = [stock[couple] or shown, stock[couple + 1] or hidden]
                couple += 2
    if any(map(len, hands)):
        yield f"[Hands {_row(map(_hand_text, hands))}]"
    if stock:
        yield f"[Stock {_row(_stock_texts(stock))}]"


def _hand_text(hand: Holding) -> str:
    return str(hand.sure) if not hand.unseen else "?"


def _stock_texts(stock: Iterable[Card | None]) -> Iterator[str]:
    for known, run in groupby(stock, key=lambda card: card is not None):
        cards = list(run)
        if known:
            yield from map(str, cards)
        else:
            yield "?" if len(cards) == 1 else f"?{len(cards)}"


def _position_lines(position: Position) -> Iterator[str]:
    hands = (str(hand.sure) if not hand.unseen else f"?{hand.unseen}" for hand in position.holdings)
    yield f"[Hands {_row(hands)}]"
    tags = [f"[Won {_row(position.won)}]", f"[Leader {position.leader}]"]
    if position.bids is not None:
        tags.insert(0, f"[Bids {_row(position.bids)}]")
        tags.append(f"[Open {'yes' if position.opened else 'no'}]")
    if position.maker is not None:
        tags.insert(0, f"[Maker {position.maker}]")
    if position.trump is not None:
        tags.insert(0, f"[Trump {position.trump}]")
    yield " ".join(tags)
    if position.gone:
        yield f"[Gone {_row(position.gone)}]"
    if position.out.sure:
        yield f"[Stock {_row((*position.out.sure, *([f'?{position.out.unseen}'] if position.out.unseen else [])))}]"


def _was_hidden(start: Match, deal: _Deal, index: int, seat: int) -> bool:
    """Whether a seat's hand was not known in full before the event of that index."""
    hand = reduce(Match.evolve, (deal.started, *deal.events[:index]), start).hand
    return hand is not None and hand.board.holding(seat).unseen > 0


def _body(start: Match, deal: _Deal) -> Iterator[str]:
    """The lines of actions: a section each, then a trick a line."""
    lines: list[tuple[str, list[str]]] = []
    trick, fresh = 0, True
    opening = deal.events[0]
    if isinstance(opening, Placed):
        trick = sum(opening.position.won)
    answered = False
    for index, event in enumerate(deal.events):
        action = event.action
        if isinstance(event, Claimed) and _was_hidden(start, deal, index, event.seat):
            action = Claim(event.holding.sure)
        fresh = fresh or isinstance(event, TrickTaken)
        if action is None or (isinstance(action, Settle) and answered):
            continue
        if isinstance(event, Played) and fresh:
            trick, fresh = trick + 1, False
            lines.append((f"{trick}. {event.seat}:", []))
        elif action.section == "settled":
            lines.append(("", []))
        elif action.section and (not lines or lines[-1][0] != f"{action.section}:"):
            lines.append((f"{action.section}:", []))
        elif not lines:
            lines.append(("", []))
        lines[-1][1].append(str(action))
        answered = isinstance(event, ClaimAnswered)
    for label, tokens in lines:
        yield " ".join([label, *tokens] if label else tokens)
