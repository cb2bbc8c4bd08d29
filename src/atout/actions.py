"""Actions of a seat or of the house, their canonical tokens, and refusals.

``str(action)`` is the token of records, wire, terminal and arena protocol; ``parse`` reads it back.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

from msgspec import Struct

from atout.cards import ALL_CARDS, NO_CARDS, NO_TRUMP, Card, Cards, Suit, Trump, distinct
from atout.tricks import Position

SETTLED: Final = "settled"
"""The section of what the house rules about a deal: such a line has no label."""


class Action(Struct, frozen=True, gc=False):
    """Something a seat or the house does.

    ``sections`` are the labels its line may have in a record, the usual one first (none for card play); ``by_house``
    marks what only the house does.
    """

    sections: ClassVar[tuple[str, ...]] = ()
    by_house: ClassVar[bool] = False


class Keep(Action, frozen=True):
    """Two-player draw: keep the shown card, discard the other one unseen."""

    sections: ClassVar[tuple[str, ...]] = ("draws",)

    def __str__(self) -> str:
        return "keep"


class Toss(Action, frozen=True):
    """Two-player draw: discard the shown card and take the hidden one."""

    sections: ClassVar[tuple[str, ...]] = ("draws",)

    def __str__(self) -> str:
        return "toss"


class Misdeal(Action, frozen=True):
    """Claim a misdeal, before one's bid or call."""

    sections: ClassVar[tuple[str, ...]] = ("bids", "calls")

    def __str__(self) -> str:
        return "misdeal"


class Look(Action, frozen=True):
    """Look at one's cards, where a bid may be made without."""

    sections: ClassVar[tuple[str, ...]] = ("bids",)

    def __str__(self) -> str:
        return "look"


class Bid(Action, frozen=True):
    """Promise a number of tricks; 0 is nil. ``blind`` is a nil made before looking at one's cards."""

    sections: ClassVar[tuple[str, ...]] = ("bids",)

    tricks: int
    blind: bool = False

    def __str__(self) -> str:
        return "blind-nil" if self.blind else str(self.tricks)


class Give(Action, frozen=True):
    """Give cards of one's hand to the partner, after the bids. ``unseen`` counts those the onlooker does not see
    (token ``give:?2``)."""

    sections: ClassVar[tuple[str, ...]] = ("bids",)

    cards: Cards
    unseen: int = 0

    def __str__(self) -> str:
        hidden = (f"?{self.unseen}",) if self.unseen else ()
        return f"give:{','.join((*map(str, self.cards), *hidden))}"


class Moon(Action, frozen=True):
    """Bid Euchre: promise every trick, alone."""

    sections: ClassVar[tuple[str, ...]] = ("bids",)

    def __str__(self) -> str:
        return "moon"


class Pass(Action, frozen=True):
    """Euchre: leave the choice of trump to the others, or what else is offered."""

    sections: ClassVar[tuple[str, ...]] = ("calls", "bids")

    def __str__(self) -> str:
        return "pass"


class Order(Action, frozen=True):
    """Euchre, first round: make the turned card's suit trump; the dealer takes the card. ``alone``: the partner sits
    out."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

    alone: bool = False

    def __str__(self) -> str:
        return "order-alone" if self.alone else "order"


class Name(Action, frozen=True):
    """Euchre: name the trump suit, or no trump. ``alone``: the partner sits out."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

    trump: Trump
    alone: bool = False

    def __str__(self) -> str:
        return f"{self.trump}-alone" if self.alone else str(self.trump)


class DefendAlone(Action, frozen=True):
    """Euchre: defend alone against a maker who plays alone."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

    def __str__(self) -> str:
        return "defend-alone"


class Stay(Action, frozen=True):
    """Buck Euchre: play this deal against the maker."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

    def __str__(self) -> str:
        return "stay"


class Drop(Action, frozen=True):
    """Buck Euchre: sit this deal out."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

    def __str__(self) -> str:
        return "drop"


class Swap(Action, frozen=True):
    """Euchre: show some cards and exchange them for as many of the stock, before the calls."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

    cards: Cards

    def __str__(self) -> str:
        return "swap:" + ",".join(map(str, self.cards))


class Discard(Action, frozen=True):
    """Lay a card away face down; ``None`` when the onlooker may not see it (token ``-?``)."""

    sections: ClassVar[tuple[str, ...]] = ("calls",)

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

    sections: ClassVar[tuple[str, ...]] = (SETTLED,)
    by_house: ClassVar[bool] = True

    tricks: tuple[int, ...]

    def __str__(self) -> str:
        return "settled:" + ",".join(map(str, self.tricks))


class Void(Action, frozen=True):
    """The house throws a deal in (a dealing error at a real table); the same dealer deals again."""

    sections: ClassVar[tuple[str, ...]] = (SETTLED,)
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


def _cards(token: str) -> Cards:
    return distinct(map(Card.from_token, token.partition(":")[2].split(",")))


_WORDS: Final[dict[str, Action]] = {
    **{
        str(action): action
        for action in (
            Keep(),
            Toss(),
            Misdeal(),
            Look(),
            BLIND_NIL,
            Moon(),
            Pass(),
            Order(),
            Order(alone=True),
            DefendAlone(),
            Stay(),
            Drop(),
            Claim(),
            Accept(),
            Reject(),
            Void(),
            Discard(None),
        )
    },
    **{str(name): name for trump in (*Suit, NO_TRUMP) for name in (Name(trump), Name(trump, alone=True))},
    **{card.token: play for card, play in PLAYS.items()},
    **{f"-{card}": Discard(card) for card in ALL_CARDS},
    **{str(bid): bid for bid in BIDS},
    "nil": BIDS[0],
}
_PATTERNS: Final[tuple[tuple[re.Pattern[str], Callable[[str], Action]], ...]] = (
    (re.compile(r"settled:[0-9]{1,2}(,[0-9]{1,2})*"), _settle),
    (re.compile(r"claim:[A-Z0-9,]{2,99}"), lambda token: Claim(_cards(token))),
    (re.compile(r"give:([A-Z0-9]{2},){0,3}([A-Z0-9]{2}|\?[1-9])"), _give),
    (re.compile(r"swap:[A-Z0-9,]{2,99}"), lambda token: Swap(_cards(token))),
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
    """An action was refused; ``refusal`` says why, in words for cards of the table's ``pack``."""

    def __init__(self, refusal: Refusal, pack: Cards = NO_CARDS) -> None:
        super().__init__(f"{refusal.code}: seat {refusal.seat}, {refusal.action}")
        self.refusal = refusal
        self.pack = pack
