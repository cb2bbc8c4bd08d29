"""Tables laid out from a few words, for tests that play through the public library."""

import pytest

from atout import Illegal, Table
from atout.actions import Refusal
from atout.events import DealScored
from atout.families import parse
from atout.game import Hand


def dealt(rules: str, hands: str, *, dealer: int, stock: str = "", body: str = "") -> Table:
    """A table where these hands (and stock) were dealt, and the tokens of a body done."""
    tags = f"[Deal 1] [Dealer {dealer}]\n" + (f'[Hands "{hands}"]\n' if hands else "")
    tags += f'[Stock "{stock}"]\n' if stock else ""
    return Table.from_record(f'[Rules "{rules}"]\n{tags}{body}\n')


def placed(rules: str, tags: str, body: str = "", *, dealer: int) -> Table:
    """A table where a deal starts in its middle, from position tags and the tokens of a body."""
    return Table.from_record(f'[Rules "{rules}"]\n[Deal 1] [Dealer {dealer}]\n{tags}\n{body}\n')


def hand_of(table: Table) -> Hand:
    """The deal in progress or the latest one, secrets included."""
    hand = table.match.hand
    assert hand is not None
    return hand


def legal(table: Table) -> set[str]:
    """What the seat to act may do, as tokens."""
    return set(map(str, table.legal))


def refused(table: Table, token: str, seat: int | None = None) -> Refusal:
    """Why a token is refused; the table must not change."""
    before = table.match, table.events
    with pytest.raises(Illegal) as caught:
        table.act(token, seat)
    assert (table.match, table.events) == before
    return caught.value.refusal


def counted(rules: str, *lines: str, before: str = "", bags: str = "") -> Table:
    """A table where deals of Spades were counted from lines such as ``5/7 6/6 4/4``, a bid and the tricks a seat."""
    made = parse(rules)
    text = [f'[Rules "{rules}"]']
    for number, line in enumerate(lines):
        pairs = [pair.split("/") for pair in line.split()]
        dealer = number % made.players + 1
        text.append(f"[Deal {number + 1}] [Dealer {dealer}]")
        if not number:
            text += [f'[Before "{before}"]'] if before else []
            text += [f'[BagsBefore "{bags}"]'] if bags else []
        draws = made.players == 2
        text.append("draws: " + "keep " * 26 if draws else f'[Hands "{" ".join("?" * made.players)}"]')
        speaking = [(dealer + step) % made.players for step in range(made.players)]
        text.append("bids: " + " ".join(pairs[seat][0] for seat in speaking))
        text.append("settled:" + ",".join(tricks for _, tricks in pairs))
    return Table.from_record("\n".join(text))


def played(table: Table, tokens: str) -> Table:
    """The table after some tokens."""
    for token in tokens.split():
        table.act(token)
    return table


def lines_of(table: Table, side: int) -> list[tuple[str, int]]:
    """The lines of the latest count of a side (from 1): codes and points."""
    scored = next(event for event in reversed(table.events) if isinstance(event, DealScored))
    return [(line.code, line.points) for line in scored.sides[side - 1].lines]
