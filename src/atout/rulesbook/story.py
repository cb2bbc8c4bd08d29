"""A deal told: a real one, dealt and played by the machine, chosen among several for what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from atout.bots import player
from atout.events import (
    CardDrawn,
    CardShown,
    DealScored,
    DealStarted,
    Dealt,
    DealVoid,
    Discarded,
    Event,
    HandSeen,
    MatchOver,
    Played,
    Revealed,
    TrickTaken,
)
from atout.game import Hand, Rules
from atout.match import Match
from atout.rulesbook.author import Author, Remarks
from atout.rulesbook.document import Block, Bullets, Paragraph
from atout.rulesbook.machine import hand_of
from atout.sentences import score_side, tell
from atout.table import Table

_LEVEL: Final = "casual"
_MOST_TRIED: Final = 12
_ENOUGH: Final = 5
"""A deal that shows so many things is told without looking further."""

Step = tuple[Match, Event]
"""Something that happened, and the match just before."""


class Deal(Struct, frozen=True):
    """A complete deal: its seed, what happened in it, and the name of each thing worth a remark."""

    seed: int
    steps: tuple[Step, ...]
    shows: frozenset[str]


def deals(rules: Rules, remarks: Remarks) -> Iterator[Deal]:
    """Deals of a table that count, for the first seeds."""
    for seed in range(1, _MOST_TRIED + 1):
        table = Table(rules, seed=seed, dealing=False)
        table.deal()
        bot = player(_LEVEL, seed)
        while table.turn is not None:
            table.act(bot.act(table.view(table.turn), table.turn))
        steps = tuple(_steps(table))
        if not any(isinstance(event, DealVoid) for _, event in steps):
            yield Deal(seed, steps, frozenset(_shown(steps, remarks)))


def told(rules: Rules, remarks: Remarks) -> Deal | None:
    """The first deal that shows enough, or the one that shows most."""
    best: Deal | None = None
    for deal in deals(rules, remarks):
        if best is None or len(deal.shows) > len(best.shows):
            best = deal
        if len(best.shows) >= _ENOUGH:
            break
    return best


def _shown(steps: tuple[Step, ...], remarks: Remarks) -> Iterator[str]:
    """The names of what a deal shows: remarks, and kinds of lines in its count."""
    for before, event in steps:
        yield from (name for name, _ in remarks(before, event))
        if isinstance(event, DealScored):
            yield from (line.code for side in event.sides for line in side.lines)


def _steps(table: Table) -> Iterator[Step]:
    match = table.start
    for event in table.events:
        yield match, event
        match = match.evolve(event)


def story(author: Author[Any], remarks: Remarks) -> tuple[Block, ...]:
    """A deal trick by trick, with its count; empty in the unlikely case that none counted."""
    deal = told(author.rules, remarks)
    return tuple(_Teller(author, remarks).blocks(deal)) if deal else ()


class _Teller:
    """Tells one deal; a remark is made the first time there is reason to."""

    def __init__(self, author: Author[Any], remarks: Remarks) -> None:
        self.author = author
        self.speaker = author.speaker
        self.remarks = remarks
        self.made: set[str] = set()
        self.hands: tuple[Block, ...] = ()
        self.calls: list[str] = []
        self.tricks: list[str] = []
        self.results: list[str] = []

    def blocks(self, deal: Deal) -> Iterator[Block]:
        plays: list[str] = []
        remarks: list[str] = []
        for before, event in deal.steps:
            remarks += self.remarked(before, event)
            match event:
                case Dealt() | CardShown() | CardDrawn() | HandSeen() | Revealed():
                    continue
                case DealStarted(dealer=dealer):
                    yield Paragraph(self.say("intro", dealer=dealer))
                case Played(seat, card):
                    plays.append(self.say("play", seat=seat, card=self.speaker.card(card, hand_of(before).ordering)))
                case TrickTaken(winner):
                    told = self.say("between").join(plays)
                    self.tricks.append(self.trick(told, winner, remarks))
                    plays, remarks = [], []
                case DealScored(sides=sides):
                    scored = zip(sides, self.author.rules.sides, strict=True)
                    self.results += (score_side(self.speaker, side, who) for side, who in scored)
                case MatchOver():
                    self.results.append(tell(self.speaker, event, before))
                case _ if not hand_of(before).playing:
                    self.hands = self.hands or tuple(self.shown(hand_of(before)))
                    self.calls.append(" ".join((self.called(before, event), *remarks)))
                    remarks = []
        yield from self.hands
        yield Paragraph(self.say("calls"))
        yield Bullets(tuple(self.calls))
        yield Paragraph(self.say("tricks"))
        yield Bullets(tuple(self.tricks), ordered=True)
        yield Paragraph(self.say("count"))
        yield Bullets(tuple(self.results))

    def say(self, name: str, **facts: object) -> str:
        return self.author.text(f"story.{name}", **facts)

    def shown(self, hand: Hand) -> Iterator[Block]:
        for seat, holding in enumerate(hand.board.holdings, 1):
            yield self.author.cards(self.say("hand", seat=seat), holding.sure)

    def trick(self, plays: str, winner: int, remarks: list[str]) -> str:
        return self.say("trick", plays=plays, winner=winner, remarks=" ".join(remarks), told=bool(remarks))

    def called(self, before: Match, event: Event) -> str:
        """What was said or done before the first card; everything is open here, discards too."""
        if isinstance(event, Discarded):
            return self.say("discarded", seat=event.seat, card=event.card)
        return tell(self.speaker, event, before)

    def remarked(self, before: Match, event: Event) -> Iterator[str]:
        for name, facts in self.remarks(before, event):
            if name not in self.made:
                self.made.add(name)
                yield self.author.text(f"remark.{name}", **facts)
