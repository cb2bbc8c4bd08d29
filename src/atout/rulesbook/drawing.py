"""Drawings for the HTML page: cards in a fan and seats round a table, as SVG made here from a few shapes.

Colours come from the page's tokens through classes, so a drawing follows the page into the dark and onto paper. What a
drawing says is always told in words too; suits are told apart by their shape, sides by their line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import cos, pi, sin
from typing import Final

from atout.cards import Card, Suit
from atout.rulesbook.document import CardRow, Seating

_SUIT_PATHS: Final = {
    Suit.SPADES: "M0-9C3-4 9-1 9 4A4 4 0 0 1 2 6L3.5 10H-3.5L-2 6A4 4 0 0 1-9 4C-9-1-3-4 0-9Z",
    Suit.HEARTS: "M0 9C-3 4-9 1-9-4A4.6 4.6 0 0 1 0-5.5A4.6 4.6 0 0 1 9-4C9 1 3 4 0 9Z",
    Suit.DIAMONDS: "M0-10Q3-4 7.5 0Q3 4 0 10Q-3 4-7.5 0Q-3-4 0-10Z",
    Suit.CLUBS: (
        "M0-9.5A4.4 4.4 0 0 1 3.6-2.6A4.4 4.4 0 1 1 1.6 4.6L3.2 10H-3.2L-1.6 4.6"
        "A4.4 4.4 0 1 1-3.6-2.6A4.4 4.4 0 0 1 0-9.5Z"
    ),
}
_CARD_WIDTH: Final = 50
_CARD_HEIGHT: Final = 70
_STRIP: Final = 31
"""What shows of a card under the next one."""
_MOST_IN_A_ROW: Final = 13


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _drawing(width: float, height: float, name: str, title: str, description: str, shapes: Iterator[str]) -> str:
    return (
        f'<svg class="drawing" viewBox="0 0 {_number(width)} {_number(height)}" width="{_number(width)}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>{"".join(shapes)}</svg>'
    )


def _card(card: Card, corner: str, x: float, y: float) -> str:
    colour = "red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"
    pip = "" if card.suit is None else f'<path class="pip" transform="translate(15 42)" d="{_SUIT_PATHS[card.suit]}"/>'
    return (
        f'<g class="card {colour}" transform="translate({_number(x)} {_number(y)})">'
        f'<rect class="face" x=".5" y=".5" width="{_CARD_WIDTH - 1}" height="{_CARD_HEIGHT - 1}" rx="5"/>'
        f'<text x="15" y="25" class="corner">{escape(corner)}</text>{pip}</g>'
    )


def _rows(cards: Sequence[tuple[Card, str]]) -> list[Sequence[tuple[Card, str]]]:
    """The cards in one row, or in as many equal ones as it takes."""
    count = -(-len(cards) // _MOST_IN_A_ROW)
    size = -(-len(cards) // count)
    return [cards[at : at + size] for at in range(0, len(cards), size)]


def cards(row: CardRow, name: str, title: str, description: str) -> str:
    """Cards overlapping as in a hand, the first one on the left."""
    rows = _rows(tuple(zip(row.cards, row.corners, strict=True)))
    width = _STRIP * (max(map(len, rows)) - 1) + _CARD_WIDTH
    height = (_CARD_HEIGHT + 6) * len(rows) - 6
    shapes = (
        _card(card, corner, _STRIP * column, (_CARD_HEIGHT + 6) * line)
        for line, cards in enumerate(rows)
        for column, (card, corner) in enumerate(cards)
    )
    return _drawing(width, height, name, title, description, shapes)


_WIDTH: Final = 400
_HEIGHT: Final = 236
_MIDDLE: Final = (160, 118)
_RADII: Final = (128, 92)
"""How far the seats lie from the middle, across and up. On the right there is room for the dealer's label."""
_SEAT: Final = 21


def _place(seat: float, players: int, reach: float = 1.0) -> tuple[float, float]:
    """Where a seat lies: the first one nearest, the next ones clockwise."""
    angle = pi / 2 + (seat - 1) * 2 * pi / players
    return _MIDDLE[0] + reach * _RADII[0] * cos(angle), _MIDDLE[1] + reach * _RADII[1] * sin(angle)


def seating(drawn: Seating, name: str, title: str, description: str) -> str:
    """The seats round the table with the direction of play; partners share the line of their circle."""
    return _drawing(_WIDTH, _HEIGHT, name, title, description, _table(drawn))


def _table(drawn: Seating) -> Iterator[str]:
    players = len(drawn.labels)
    yield f'<ellipse class="table" cx="{_MIDDLE[0]}" cy="{_MIDDLE[1]}" rx="{_RADII[0]}" ry="{_RADII[1]}"/>'
    yield from (_arrow(seat, players) for seat in range(1, players + 1))
    paired = len(drawn.sides) < players
    for seat, label in enumerate(drawn.labels, 1):
        x, y = _place(seat, players)
        side = next(index for index, members in enumerate(drawn.sides) if seat in members) if paired else 0
        yield f'<circle class="seat side-{side}" cx="{_number(x)}" cy="{_number(y)}" r="{_SEAT}"/>'
        yield _text(f"seat-number side-{side}", x, y + 6, label)
        if seat == drawn.dealer:
            yield _text("note", x + _SEAT + 8, y + 5, drawn.dealer_label)
    if drawn.turned:
        left, top = _MIDDLE[0] - _CARD_WIDTH - 3, _MIDDLE[1] - _CARD_HEIGHT / 2
        width, height = _CARD_WIDTH - 1, _CARD_HEIGHT - 1
        yield f'<rect class="back" x="{left}" y="{_number(top)}" width="{width}" height="{height}" rx="5"/>'
        yield _card(*drawn.turned, _MIDDLE[0] + 3, top)


def _text(classes: str, x: float, y: float, text: str) -> str:
    return f'<text class="{classes}" x="{_number(x)}" y="{_number(y)}">{escape(text)}</text>'


def _arrow(seat: int, players: int) -> str:
    """A short curve from one seat towards the next, inside the table."""
    start, middle, end = (_place(seat + part, players, 0.78) for part in (0.36, 0.5, 0.64))
    return f'<path class="arrow" d="M{_point(start)} Q{_point(_control(start, middle, end))} {_point(end)}"/>' + _head(
        middle, end
    )


def _control(start: tuple[float, float], middle: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The control point of a quadratic curve through ``middle``."""
    x, y = (2 * m - (s + e) / 2 for s, m, e in zip(start, middle, end, strict=True))
    return x, y


def _head(before: tuple[float, float], tip: tuple[float, float]) -> str:
    """The point of an arrow arriving at ``tip``."""
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    left = tip[0] - 9 * ux + 5 * uy, tip[1] - 9 * uy - 5 * ux
    right = tip[0] - 9 * ux - 5 * uy, tip[1] - 9 * uy + 5 * ux
    return f'<path class="arrow-head" d="M{_point(left)} L{_point(tip)} L{_point(right)}"/>'


def _point(point: tuple[float, float]) -> str:
    return f"{_number(point[0])} {_number(point[1])}"
