"""Records read: the actions a written record stands for, and the match they start from.

Whether the actions are right is found by replaying them; labels and results are checked against that match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from atout import notation
from atout.actions import BLIND_NIL, Action, Adjust, Deal, Play, Refusal, SetUp
from atout.cards import NO_CARDS, NO_TRUMP, Card, Cards, CardTwice, Suit, distinct
from atout.dealing import gather, refuse_order
from atout.events import DealScored
from atout.families import family_of, new_match
from atout.families import parse as parse_spec
from atout.game import Rules
from atout.match import Match
from atout.notation import Place, RecordError, Tag, Word, Written, WrittenDeal
from atout.options import RulesError
from atout.scoring import Standing
from atout.seats import HOUSE, left_of, partners_of
from atout.tricks import Holding, Position


class Step(Struct, frozen=True, gc=False):
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
            counted: tuple[int, ...] = () if scored is None else results(scored)[name]
            if tuple(map(_whole, tag.values())) != counted:
                return tag, counted
        return None


def results(scored: DealScored) -> dict[str, tuple[int, ...]]:
    """A count by the names of its tags: tricks by seat, the others by side."""
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
    for seat, tag in written.names.items():
        if seat > rules.players:
            raise RecordError(tag.place, "no-such-seat", found=seat, most=rules.players)
    named = {seat: tag.words[1] for seat, tag in written.names.items()}
    names = tuple(named.get(seat, "") for seat in range(1, rules.players + 1)) if named else ()
    match = new_match(rules)
    if written.deals:
        first = written.deals[0]
        match = new_match(rules, _standing(rules, first), _number(first, "Deal", 1) - 1)
        match = replace(match, overtime=_one_of(first, "Overtime", ("yes", "no")) == "yes")
    return match, names


def _standing(rules: Rules, deal: WrittenDeal) -> Standing:
    sides = len(rules.sides)
    start = Standing.zero(sides, rules.ending.start)
    return Standing(_numbers(deal, "Before", sides) or start.totals, _numbers(deal, "BagsBefore", sides) or start.bags)


def steps(written: Written, match: Match) -> Iterator[Step | Result]:
    """The actions of a record in order, the house's included, each deal followed by its written result."""
    yield from (_ruling(tag) for tag in written.rulings)
    for count, deal in enumerate(written.deals):
        number = match.number + 1 + count
        if _number(deal, "Deal", number) != number:
            raise RecordError(deal.tags["Deal"].place, "wrong-number", found=deal.tags["Deal"].text, expected=number)
        for name in notation.START_TAGS:
            if count and name in deal.tags:
                raise RecordError(deal.tags[name].place, "first-deal-only", tag=name)
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
    if word.section is not None and word.section not in word.action.sections:
        expected = next(iter(word.action.sections), "–")
        return RecordError(word.place, "wrong-label", found=f"{word.section}:", expected=expected)
    hand = match.hand
    if hand is None or not isinstance(word.action, Play) or not hand.playing:
        return None
    if word.trick is not None and word.trick != hand.board.trick_number:
        return RecordError(word.place, "wrong-label", found=f"{word.trick}.", expected=f"{hand.board.trick_number}.")
    if word.leader is not None and word.leader != hand.board.leader:
        return RecordError(word.place, "wrong-label", found=f"{word.leader}:", expected=f"{hand.board.leader}:")
    return None


def refused_setting(step: Step, refusal: Refusal, pack: Cards) -> RecordError:
    """The reading error for cards or rulings that the house could not lay on the table."""
    return RecordError(step.place, "refused", refusal=refusal, pack=pack)


def _number(deal: WrittenDeal, name: str, default: int) -> int:
    if name not in deal.tags:
        return default
    tag = deal.tags[name]
    number = _whole(tag.text)
    if number is None or not 1 <= number <= 999_999:
        raise RecordError(tag.place, "bad-value", tag=name, found=tag.text, example=f"[{name} 1]")
    return number


def _numbers(deal: WrittenDeal, name: str, count: int, zeros: tuple[str, ...] = ()) -> tuple[int, ...] | None:
    """The numbers of a tag; ``zeros`` are words that stand for 0."""
    if name not in deal.tags:
        return None
    tag = deal.tags[name]
    values = (0 if word in zeros else _whole(word) for word in tag.values())
    numbers = [number for number in values if number is not None]
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
    sizes = [recipients.count(seat) for seat in range(1, rules.players + 1)]
    hands = [tuple(_dealt(hand)) for hand in _hands(rules, deal, sizes)]
    stock = _stock(deal, recipients.count(HOUSE))
    try:
        return Deal(gather(recipients, hands, stock), dealer, _first_leader(deal))
    except ValueError:
        laid_out = Deal((*chain(*hands), *stock), dealer)
        refusal = refuse_order(rules.pack, laid_out)
        if refusal and (refusal.card or refusal.other):
            raise refused_setting(Step(_first_place(deal), laid_out), refusal, rules.pack) from None
        found = " ".join(str(len(cards)) for cards in (*hands, stock))
        expected = " ".join(map(str, (*sizes, recipients.count(HOUSE))))
        raise RecordError(_first_place(deal), "wrong-sizes", found=found, expected=expected) from None


def _first_leader(deal: WrittenDeal) -> int | None:
    """Who leads the first trick, as its label tells."""
    return next((word.leader for word in deal.body if isinstance(word.action, Play)), deal.leader)


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
        except CardTwice as twice:
            raise RecordError(tag.place, "card-twice", tag="Hands", card=twice.card, pack=rules.pack) from None
        except ValueError:
            raise RecordError(tag.place, "bad-hand", found=text) from None
    return hands


def _unseen(text: str, size: int) -> int:
    number = _whole(text[1:]) if text != "?" else size
    if number is None or not 0 <= number <= 54:
        raise ValueError(text)
    return number


def _stock(deal: WrittenDeal, size: int) -> list[Card | None]:
    """The stock in order; without the tag every card of it is unseen."""
    return _cards(deal, "Stock") if "Stock" in deal.tags else [None] * size


def _position(rules: Rules, deal: WrittenDeal) -> Position:
    players = rules.players
    won = _numbers(deal, "Won", players) or (0,) * players
    maker = _number(deal, "Maker", 1) if "Maker" in deal.tags else None
    sitting_out = _sitting_out(rules, deal, maker)
    size = _size_left(rules, deal, won, sitting_out)
    sizes = [rules.cards_each if seat in sitting_out else size for seat in range(1, players + 1)]
    holdings = _hands(rules, deal, sizes)
    trump = _one_of(deal, "Trump", tuple(map(str, (*Suit, NO_TRUMP))))
    opened = _one_of(deal, "Open", ("yes", "no"))
    hidden = len(rules.pack) - players * rules.cards_each
    return Position(
        holdings=tuple(holdings),
        won=won,
        leader=_leader(deal, players),
        gone=_gone(rules, deal),
        out=Holding.of(_stock(deal, hidden)),
        bids=_numbers(deal, "Bids", players, (str(BLIND_NIL),)),
        blind=_blind(deal),
        opened=opened == "yes" if opened else None,
        maker=maker,
        trump=None if trump is None else NO_TRUMP if trump == str(NO_TRUMP) else Suit.from_token(trump),
        sitting_out=sitting_out,
    )


def _blind(deal: WrittenDeal) -> tuple[int, ...]:
    """The seats whose bid was a nil made blind."""
    words = deal.tags["Bids"].values() if "Bids" in deal.tags else ()
    return tuple(seat for seat, word in enumerate(words, 1) if word == str(BLIND_NIL))


def _sitting_out(rules: Rules, deal: WrittenDeal, maker: int | None) -> frozenset[int]:
    """The seats that do not play: a lone maker's partner, or those told."""
    told = _one_of(deal, "Alone", ("no", "yes"))
    if "Resting" in deal.tags:
        tag = deal.tags["Resting"]
        seats = [_whole(text) for text in tag.values()]
        found = frozenset(seat for seat in seats if seat is not None and 1 <= seat <= rules.players)
        if len(found) != len(seats):
            raise RecordError(tag.place, "bad-value", tag="Resting", found=tag.text, example='[Resting "3"]')
        return found
    if told != "yes":
        return frozenset()
    if maker is None or maker > rules.players or not partners_of(rules.sides, maker):
        raise RecordError(deal.tags["Alone"].place, "bad-value", tag="Alone", found="yes", example="[Alone no]")
    return partners_of(rules.sides, maker)


def _size_left(rules: Rules, deal: WrittenDeal, won: Sequence[int], sitting_out: frozenset[int]) -> int:
    """The number of cards of an unseen hand: as many as a hand that is told has, else what the tricks leave."""
    written = enumerate(deal.tags["Hands"].values() if "Hands" in deal.tags else (), 1)
    told = next((text for seat, text in written if text[0] != "?" and seat not in sitting_out), None)
    if told is None:
        return rules.cards_each - sum(won)
    suits, *jokers = told.split("+")
    return sum(text.isalnum() for text in suits) + len(jokers)


def _one_of(deal: WrittenDeal, name: str, words: tuple[str, ...]) -> str | None:
    """The word a tag holds, ``None`` without the tag."""
    if name not in deal.tags:
        return None
    tag = deal.tags[name]
    if tag.text not in words:
        raise RecordError(tag.place, "bad-value", tag=name, found=tag.text, example=f"[{name} {words[0]}]")
    return tag.text


def _leader(deal: WrittenDeal, players: int) -> int:
    """The leader's seat: its tag, the label before the first card, or the dealer's left."""
    if "Leader" in deal.tags:
        return _number(deal, "Leader", 1)
    label = deal.body[0].leader if deal.body else deal.leader
    return label or left_of(_number(deal, "Dealer", 1), players)


def _gone(rules: Rules, deal: WrittenDeal) -> Cards:
    """The cards played before a position."""
    cards = _cards(deal, "Gone")
    try:
        return distinct(card for card in cards if card)
    except CardTwice as twice:
        raise RecordError(deal.tags["Gone"].place, "card-twice", tag="Gone", card=twice.card, pack=rules.pack) from None


def _cards(deal: WrittenDeal, name: str) -> list[Card | None]:
    """The cards a tag lists in order, ``None`` for each unseen one."""
    if name not in deal.tags:
        return []
    tag = deal.tags[name]
    cards: list[Card | None] = []
    for text in tag.values():
        try:
            cards += [None] * _unseen(text, 1) if text[0] == "?" else [Card.from_token(text)]
        except ValueError:
            raise RecordError(tag.place, "bad-card", tag=name, found=text) from None
    return cards
