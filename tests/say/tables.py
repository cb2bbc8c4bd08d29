"""What the tests of sentences share: speakers, tables from records, and what is said at them."""

from __future__ import annotations

from functools import reduce

from atout import sentences
from atout.actions import parse
from atout.cards import NO_CARDS, Cards
from atout.match import Match
from atout.say import Speaker
from atout.seats import HOUSE
from atout.table import Table

NAMES = ("Ana", "Bob", "Cléo", "Dan")


def speaker(you: int | None = None, language: str = "fr", pack: Cards = NO_CARDS) -> Speaker:
    """Speaks to a seat."""
    return Speaker(language, NAMES, you, pack)


def table(record: str) -> Table:
    """A table as a record leaves it."""
    return Table.from_record(record)


def told(at: Table, you: int | None = None, language: str = "fr", last: int = 1) -> str:
    """What the last events were for a seat."""
    events = at.events_seen_by(you or 0)
    before = reduce(Match.evolve, events[:-last], at.start)
    said = []
    for event in events[-last:]:
        said.append(sentences.tell(speaker(you, language, at.rules.pack), event, before))
        before = before.evolve(event)
    return " ".join(filter(None, said))


def refused(at: Table, token: str, you: int | None, language: str = "fr") -> str:
    """Why the seat to act, or the house, may not do something."""
    action = parse(token)
    assert at.turn is not None
    seat = HOUSE if action.by_house else at.turn
    refusal = at.match.refusal(seat, action)
    assert refusal is not None
    return sentences.refuse(speaker(you, language, at.rules.pack), refusal, at.view(seat))


PIQUES = '[Rules "piques-a-trois"] [Dealer 3] [Hands "A4.K9.Q. .AQJ2.4. 32.T..64"] [Bids "2 1 0"] [Won "4 4 4"]\n'
EUCHRE = '[Rules "euchre-a-trois"] [Dealer 3] [Hands "A.A.9.9 .JK.J.T K.9.A.K"] [Trump H] [Maker 1] [Won "1 0 0"]\n'
