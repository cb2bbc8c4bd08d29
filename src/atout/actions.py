"""Actions of a seat or of the house, their canonical tokens, and refusals.

``str(action)`` is the token of records, wire, terminal and arena protocol; ``parse`` reads it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

from msgspec import Struct

from atout.cards import ALL_CARDS, NO_CARDS, Card, Cards, Suit, distinct
from atout.tricks import Position


class Action(Struct, frozen=True, gc=False):
    """Something a seat or the house does.

    ``section`` is the label of its line in a record ('' for card play); ``by_house`` marks what only the house does.
    """

    section: ClassVar[str] = ""
    by_house: ClassVar[bool] = False


class Keep(Action, frozen=True):
    """Two-player draw: keep the shown card, discard the other one unseen."""

    section: ClassVar[str] = "draws"

    def __str__(self) -> str:
        return "keep"


class Toss(Action, frozen=True):
    """Two-player draw: discard the shown card and take the hidden one."""

    section: ClassVar[str] = "draws"

    def __str__(self) -> str:
        return "toss"


class Misdeal(Action, frozen=True):
    """Claim a misdeal, before one's bid."""

    section: ClassVar[str] = "bids"

    def __str__(self) -> str:
        return "misdeal"


class Look(Action, frozen=True):
    """Look at one's cards, where a bid may be made without."""

    section: ClassVar[str] = "bids"

    def __str__(self) -> str:
        return "look"


class Bid(Action, frozen=True):
    """Promise a number of tricks; 0 is nil. ``blind`` is a nil made before looking at one's cards."""

    section: ClassVar[str] = "bids"

    tricks: int
    blind: bool = False

    def __str__(self) -> str:
        return "blind-nil" if self.blind else str(self.tricks)


class Give(Action, frozen=True):
    """Give cards of one's hand to the partner, after the bids. ``unseen`` counts those the onlooker does not see
    (token ``give:?2``)."""

    section: ClassVar[str] = "bids"

    cards: Cards
    unseen: int = 0

    def __str__(self) -> str:
        hidden = (f"?{self.unseen}",) if self.unseen else ()
        return f"give:{','.join((*map(str, self.cards), *hidden))}"


class Pass(Action, frozen=True):
    """Euchre: leave the choice of trump to the others."""

    section: ClassVar[str] = "calls"

    def __str__(self) -> str:
        return "pass"


class Order(Action, frozen=True):
    """Euchre, first round: make the turned card's suit trump; the dealer takes the card."""

    section: ClassVar[str] = "calls"

    def __str__(self) -> str:
        return "order"


class Name(Action, frozen=True):
    """Euchre, second round: name the trump suit."""

    section: ClassVar[str] = "calls"

    trump: Suit

    def __str__(self) -> str:
        return str(self.trump)


class Discard(Action, frozen=True):
    """Lay a card away face down; ``None`` when the onlooker may not see it (token ``-?``)."""

    section: ClassVar[str] = "calls"

    card: Card | None

    def __str__(self) -> str:
        return f"-{self.card or '?'}"


class Play(Action, frozen=True):
    """Play a card to the trick."""

    card: Card

    def __str__(self) -> str:
        return self.card.token


class Claim(Action, frozen=True):
    """Lay down one's hand and claim every trick left; the others accept or one of them rejects.

    ``cards`` is the hand laid down where nothing before tells it: in redacted records (``claim:AS,KS``).
    """

    cards: Cards = NO_CARDS

    def __str__(self) -> str:
        return f"claim:{','.join(map(str, self.cards))}" if self.cards else "claim"


class Accept(Action, frozen=True):
    """Agree to a claim."""

    def __str__(self) -> str:
        return "accept"


class Reject(Action, frozen=True):
    """Refuse a claim: play goes on."""

    def __str__(self) -> str:
        return "reject"


class Settle(Action, frozen=True):
    """The house ends a deal played with real cards: tricks won, one number a seat."""

    section: ClassVar[str] = "settled"
    by_house: ClassVar[bool] = True

    tricks: tuple[int, ...]

    def __str__(self) -> str:
        return "settled:" + ",".join(map(str, self.tricks))


class Void(Action, frozen=True):
    """The house throws a deal in (a dealing error at a real table); the same dealer deals again."""

    section: ClassVar[str] = "settled"
    by_house: ClassVar[bool] = True

    def __str__(self) -> str:
        return "void"


class Deal(Action, frozen=True):
    """The house deals: the shuffled pack, top card first; ``None`` stands for a card nobody knows.

    ``dealer`` is given for the first deal (the draw) and whenever rotation does not decide it; ``leader`` where a card
    nobody knows decides who leads.
    """

    by_house: ClassVar[bool] = True

    order: tuple[Card | None, ...]
    dealer: int | None = None
    leader: int | None = None


class SetUp(Action, frozen=True):
    """The house starts a deal in its middle."""

    by_house: ClassVar[bool] = True

    position: Position
    dealer: int | None = None


class Adjust(Action, frozen=True):
    """A ruling of the host between deals: points for a side (an index), with the reason."""

    by_house: ClassVar[bool] = True

    side: int
    points: int
    reason: str = ""


PLAYS: Final = {card: Play(card) for card in ALL_CARDS}
"""One shared ``Play`` a card."""
BIDS: Final = tuple(Bid(tricks) for tricks in range(53))
"""One shared ``Bid`` a number."""
BLIND_NIL: Final = Bid(0, blind=True)


def _settle(token: str) -> Settle:
    return Settle(tuple(int(number) for number in token.removeprefix("settled:").split(",")))


def _give(token: str) -> Give:
    words = token.removeprefix("give:").split(",")
    unseen = int(words.pop()[1:]) if words[-1].startswith("?") else 0
    return Give(distinct(map(Card.from_token, words)), unseen)


def _claim(token: str) -> Claim:
    return Claim(Cards.of(map(Card.from_token, token.removeprefix("claim:").split(","))))


_WORDS: Final[dict[str, Action]] = {
    **{
        str(action): action
        for action in (
            Keep(),
            Toss(),
            Misdeal(),
            Look(),
            BLIND_NIL,
            Pass(),
            Order(),
            Claim(),
            Accept(),
            Reject(),
            Void(),
            Discard(None),
        )
    },
    **{str(Name(suit)): Name(suit) for suit in Suit},
    **{card.token: play for card, play in PLAYS.items()},
    **{f"-{card}": Discard(card) for card in ALL_CARDS},
    **{str(bid): bid for bid in BIDS},
    "nil": BIDS[0],
}
_PATTERNS: Final[tuple[tuple[re.Pattern[str], Callable[[str], Action]], ...]] = (
    (re.compile(r"settled:[0-9]{1,2}(,[0-9]{1,2})*"), _settle),
    (re.compile(r"claim:[A-Z0-9,]{2,99}"), _claim),
    (re.compile(r"give:([A-Z0-9]{2},){0,3}([A-Z0-9]{2}|\?[1-9])"), _give),
)


def parse(token: str) -> Action:
    """The action of a canonical token; raises ``ValueError`` for anything else."""
    action = _WORDS.get(token)
    if action is not None:
        return action
    for pattern, build in _PATTERNS:
        if pattern.fullmatch(token):
            return build(token)
    raise ValueError(f"not an action: {token!r}")


class Refusal(Struct, frozen=True):
    """Why an action is not allowed: a code and its facts; ``say`` makes the sentence.

    ``legal`` holds the cards that may be played (or discarded) instead; ``suit`` the suit to follow, or that may not
    be led or named; ``least`` and ``most`` bound a number; ``expected`` is the seat, side or total that was due;
    ``card`` and ``other`` are cards at fault; ``trick`` and ``earlier`` the numbers of the tricks of a revoke.
    """

    code: str
    seat: int
    action: Action | None = None
    suit: Suit | None = None
    legal: Cards = NO_CARDS
    least: int | None = None
    most: int | None = None
    expected: int | None = None
    card: Card | None = None
    other: Card | None = None
    trick: int | None = None
    earlier: int | None = None

    def __str__(self) -> str:
        return f"{self.code}, seat {self.seat}"


class Illegal(ValueError):
    """An action was refused; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code}: seat {refusal.seat}, {refusal.action}")
        self.refusal = refusal
