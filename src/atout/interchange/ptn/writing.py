"""PTN written from what happened in a match; what it has no place for is refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from atout.actions import Action, DefendAlone, Play
from atout.cards import Cards
from atout.events import Adjusted, DealStarted, Dealt, Event, Placed, Played, TrickTaken
from atout.families import spec
from atout.foreign import WHOLE, ForeignError, Note
from atout.interchange.ptn.options import DIALECTS, OPTIONS, options_text, refuse_game
from atout.interchange.ptn.text import NAMES, NOTHING, SEATS, card_text, hand_text
from atout.match import Match
from atout.scoring import Standing
from atout.seats import left_of, partners_of
from atout.tricks import Holding, Position

_MARKS: Final = str.maketrans({"\\": "\\\\", '"': '\\"'})


class _Deal:
    """A deal being written."""

    def __init__(self, started: DealStarted) -> None:
        self.number = started.number
        self.dealer = started.dealer
        self.holdings: tuple[Holding, ...] = ()
        self.auction: list[tuple[int, str]] = []
        self.placed = False
        self.leader: int | None = None
        self.tricks: list[dict[int, str]] = []
        self.fresh = True
        self.contract: tuple[int | None, str] | None = None


def _refused(deal: _Deal, code: str, **facts: object) -> ForeignError:
    return ForeignError(WHOLE, code, deal=deal.number, **facts)


def write(start: Match, names: Sequence[str], events: Iterable[Event]) -> tuple[str, tuple[Note, ...]]:
    """The file of what happened after ``start``, secrets included; raises ``ForeignError`` naming what stops it."""
    rules = start.rules
    refuse_game(rules)
    if start.overtime or start.standing != Standing.zero(len(rules.sides), rules.ending.start):
        raise ForeignError(WHOLE, "standing")
    deals: list[_Deal] = []
    match = start
    for event in events:
        if isinstance(event, Adjusted):
            raise ForeignError(WHOLE, "ruling")
        before, match = match, match.evolve(event)
        if isinstance(event, DealStarted):
            deals.append(_Deal(event))
        elif deals:
            _add(deals[-1], event, before, match)
    options = options_text(rules)
    lines = [line for deal in deals for line in _lines(deal, start, names, options)]
    return "\n".join(lines), ()


def _add(deal: _Deal, event: Event, before: Match, after: Match) -> None:
    dialect = DIALECTS[before.rules.family]
    match event:
        case Dealt(holdings, stock):
            if stock:
                raise _refused(deal, "no-place-for-stock")
            deal.holdings = holdings
        case Placed(position):
            _refuse_position(deal, position, before.rules.cards_each)
            deal.holdings, deal.placed = position.holdings, True
        case Played(seat, card):
            if deal.fresh:
                deal.tricks.append({})
            deal.tricks[-1][seat] = card_text(card)
            deal.fresh = False
        case TrickTaken():
            deal.fresh = True
        case _:
            action: Action | None = event.action
            if action is not None and not isinstance(action, Play):
                assert before.hand is not None
                word = dialect.word(action, before.hand.announced)
                if word is None:
                    raise _refused(deal, "not-written", event=str(action))
                deal.auction.append((before.turn or 0, word))
    hand = after.hand
    if hand is not None and hand.playing and not deal.tricks:
        deal.leader = hand.board.turn
        out, maker = hand.board.sitting_out, hand.announced.maker
        said = dialect.contract(hand.announced, bool(out))
        resting = partners_of(after.rules.sides, maker) if maker is not None and out else frozenset()
        if said is None or out != resting:  # a position with a lone defender too
            raise _refused(deal, "not-written", event=str(DefendAlone()))
        deal.contract = (maker, said)


def _refuse_position(deal: _Deal, position: Position, cards_each: int) -> None:
    """A deal may be told from its first card, not from later on, and not with cards known beside the hands."""
    begun = any(position.won) or position.gone or any(len(holding) != cards_each for holding in position.holdings)
    if begun or position.out.sure or position.maker is None:
        raise _refused(deal, "from-the-middle")


def _lines(deal: _Deal, start: Match, names: Sequence[str], options: str) -> Iterator[str]:
    sides = SEATS[start.rules.players]
    yield from _tag("Event", f"Deal {deal.number}")
    yield from _tag(OPTIONS, options)
    yield from _tag("Rules", spec(start.rules))
    yield from _tag("Board", str(deal.number))
    for seat, name in enumerate(names):
        if name:
            yield from _tag(NAMES[sides[seat]], name)
    yield from _tag("Dealer", sides[deal.dealer - 1])
    hands = (_hand(deal, holding) for holding in (*deal.holdings[deal.dealer - 1 :], *deal.holdings[: deal.dealer - 1]))
    yield from _tag("Deal", f"{sides[deal.dealer - 1]}:{' '.join(hands)}")
    if deal.contract is not None:
        maker, contract = deal.contract
        if maker is not None:
            yield from _tag("Declarer", sides[maker - 1])
        yield from _tag("Contract", contract)
    if not deal.placed:
        yield from _auction(deal, sides)
    if deal.leader is not None:
        yield from _tag("Play", sides[deal.leader - 1])
        yield from (_row(trick, deal.leader, len(sides)) for trick in deal.tricks)
    yield ""


def _hand(deal: _Deal, holding: Holding) -> str:
    if holding.sure and holding.unseen:
        raise _refused(deal, "half-known-hand")
    return NOTHING if holding.unseen else hand_text(Cards.of(holding.sure))


def _auction(deal: _Deal, sides: tuple[str, ...]) -> Iterator[str]:
    players = len(sides)
    first = left_of(deal.dealer, players)
    yield from _tag("Auction", sides[first - 1])
    words: list[str] = []
    for seat, word in deal.auction:
        while (first - 1 + len(words)) % players + 1 != seat:
            words.append(NOTHING)
        words.append(word)
    while len(words) % players and len(words) > players:
        words.append(NOTHING)
    for at in range(0, len(words), players):
        yield " ".join(words[at : at + players])


def _row(trick: dict[int, str], first: int, players: int) -> str:
    cards = (trick.get((first - 1 + at) % players + 1, NOTHING) for at in range(players))
    return " ".join(f"{card:2}" for card in cards).rstrip()


def _tag(name: str, value: str) -> Iterator[str]:
    yield f'[{name} "{value.translate(_MARKS)}"]'
