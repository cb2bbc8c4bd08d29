"""The score sheet: an immutable value that is an ordinary record underneath, a page for each deal and ruling.

Writing a line gives the next sheet or raises, so a bad line changes nothing; to take one back is to have the sheet
before it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, pairwise

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import Adjust, Illegal
from atout.cards import NO_TRUMP, Trump
from atout.events import Adjusted, DealScored, DealStarted, Event, VoidReason
from atout.families import new_match
from atout.game import Rules
from atout.match import Match
from atout.record import write
from atout.referee.lines import (
    AllPassed,
    Correct,
    Dealer,
    Line,
    LineError,
    Made,
    Names,
    Numbers,
    Redo,
    Ruling,
    Scores,
    ThrownIn,
    Undo,
)
from atout.referee.paper import Asks, PaperDeal, asks, lay_out, tricks_by_seat, unseen_deal
from atout.referee.samples import samples
from atout.seats import HOUSE, left_of, partners_of
from atout.table import Table


class Misplaced(ValueError):
    """A line the sheet cannot take as it stands: ``code`` says why, ``facts`` what it is about."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class NotASheet(ValueError):
    """A record that holds more than a sheet does, such as cards played: ``deal`` is the first such deal."""

    def __init__(self, deal: int) -> None:
        super().__init__(f"deal {deal} is not a scorer's")
        self.deal = deal


class Page(Struct, frozen=True):
    """A deal or a ruling on the sheet: what was written, the events it stands for, and the match after it."""

    written: PaperDeal | Ruling
    before: Match
    after: Match
    events: tuple[Event, ...]

    @property
    def number(self) -> int:
        """The number of the deal, or of the latest one."""
        return self.after.number

    @property
    def dealer(self) -> int | None:
        """Who dealt; ``None`` for a ruling."""
        return next((event.dealer for event in self.events if isinstance(event, DealStarted)), None)

    @property
    def scored(self) -> DealScored | None:
        """The count of the deal, if it has one."""
        return next((event for event in self.events if isinstance(event, DealScored)), None)

    @property
    def open(self) -> bool:
        """Whether tricks are still to come."""
        return isinstance(self.written, PaperDeal) and not self.written.complete

    @property
    def makers_tricks(self) -> int | None:
        """The tricks of the maker's side, where one seat made trump and the deal is counted."""
        hand, written = self.after.hand, self.written
        if hand is None or isinstance(written, Ruling) or written.maker is None or written.won is None:
            return None
        camp = next(camp for camp in hand.camps if written.maker in camp)
        return sum(written.won[seat - 1] for seat in camp)


class Sheet(Struct, frozen=True, dict=True):
    """A match on paper. ``start`` is the match before the first page, ``names`` the players' by seat, ``dealer`` who
    deals next where rotation does not say."""

    start: Match
    names: tuple[str, ...] = ()
    pages: tuple[Page, ...] = ()
    dealer: int | None = None

    @classmethod
    def blank(cls, rules: Rules, dealer: int | None = None) -> Sheet:
        """A sheet with nothing on it."""
        return cls(new_match(rules), dealer=dealer)

    @classmethod
    def read(cls, text: str) -> Sheet:
        """The sheet a record holds. Raises ``RecordError``, ``Illegal``, or ``NotASheet`` where cards were played."""
        table = Table.from_record(text)
        sheet = cls(table.start, table.names)
        for events in _pages(table.events):
            match events[0]:
                case Adjusted(side, points, reason):
                    sheet = sheet._adjusted(Ruling(side + 1, points, reason))
                case DealStarted(number, dealer):
                    deal = PaperDeal.of(events)
                    if deal.bids is not None and len(deal.bids) != sheet.rules.players:
                        raise NotASheet(number)
                    try:
                        sheet = sheet._with_deal(deal, dealer)
                    except Illegal:
                        raise NotASheet(number) from None
            if sheet.pages[-1].events != events:
                raise NotASheet(sheet.match.number)
        return sheet

    # --- what it says -------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.pages[-1].after if self.pages else self.start

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.start.rules

    @cached_property
    def asks(self) -> Asks:
        """What the game has to be told of a deal."""
        return asks(self.start)

    @property
    def takes_bids(self) -> bool:
        """Whether seats announce tricks; else one of them makes trump."""
        return self.asks.bids

    @property
    def open_page(self) -> Page | None:
        """The deal whose bids are locked and whose tricks are to come."""
        return self.pages[-1] if self.pages and self.pages[-1].open else None

    @property
    def next_dealer(self) -> int:
        """Who deals next: by rotation, as told, or else the first seat, then to the left."""
        if self.match.next_dealer is not None:
            return self.match.next_dealer
        if self.dealer is not None:
            return self.dealer
        before = next((page.dealer for page in reversed(self.pages) if page.dealer), self.rules.players)
        return left_of(before, self.rules.players)

    def first_change(self, before: Sheet) -> int:
        """The index of the first page that is not as it was."""
        pairs = zip(before.pages, self.pages, strict=False)
        same = min(len(before.pages), len(self.pages))
        return next((index for index, (old, new) in enumerate(pairs) if old is not new), same)

    def record(self) -> str:
        """The sheet as a record."""
        return write(self.start, self.names, chain.from_iterable(page.events for page in self.pages))

    # --- what may be written ------------------------------------------------------------------------------------

    def write(self, line: Line) -> Sheet:
        """The sheet with one more line. Raises ``Illegal`` for what the game refuses, ``Misplaced`` for what the sheet
        cannot take, ``LineError`` for a line that is not of this game."""
        match line:
            case Names(names):
                return self._named(names)
            case Dealer(seat):
                return self._dealt_by(seat)
            case Ruling():
                return self._adjusted(line)
            case Correct(number, corrected):
                return self._corrected(number, corrected)
        open_page = self.open_page
        if open_page is None:
            return self._with_deal(self._deal(line, None), self.next_dealer)
        assert isinstance(open_page.written, PaperDeal) and open_page.dealer is not None
        deal = self._deal(line, open_page.written)
        return replace(self, pages=self.pages[:-1])._with_deal(deal, open_page.dealer)

    def _named(self, names: tuple[str, ...]) -> Sheet:
        if len(names) != self.rules.players:
            raise LineError("wrong-number-of-names", found=len(names), expected=self.rules.players)
        return replace(self, names=names)

    def _dealt_by(self, seat: int) -> Sheet:
        refusal = self.match.refusal(HOUSE, unseen_deal(self.rules, seat))
        if refusal is not None:
            raise Illegal(refusal)
        return replace(self, dealer=seat)

    def _deal(self, line: Line, known: PaperDeal | None) -> PaperDeal:
        """What a line tells of a deal, given what is ``known`` of it."""
        bids = known.bids if known else None
        match line:
            case AllPassed():
                if self.takes_bids:
                    raise Misplaced("nobody-passes")
                return PaperDeal(void=VoidReason.PASSED_OUT)
            case ThrownIn():
                return PaperDeal(bids=bids, void=VoidReason.THROWN_IN, blind=known.blind if known else ())
            case Made():
                if self.takes_bids:
                    raise LineError("bids-expected", **samples(self.rules))
                return self._made(line)
        if not self.takes_bids:
            asked = self.asks
            form = "by_seat" if asked.by_seat else "bid" if asked.contract else "plain"
            raise LineError("maker-expected", form=form, **samples(self.rules))
        match line:
            case Numbers(values, blind):
                if known is None or bids is None:
                    return PaperDeal(self._each(values), blind=blind)
                return replace(known, won=self._each(values), void=None)
            case Scores(told, won, blind):
                if known is not None and bids is not None and (told, blind) != (bids, known.blind):
                    raise Misplaced("bids-locked", bids=" ".join(map(str, bids)))
                return PaperDeal(self._each(told), won=self._each(won), blind=blind)
        raise LineError("not-a-deal")

    def _made(self, line: Made) -> PaperDeal:
        """A deal whose maker is told, and the tricks of the maker's side or of every seat."""
        rules, maker, tricks = self.rules, line.maker, line.tricks
        known = maker is not None and 1 <= maker <= rules.players
        partners = partners_of(rules.sides, maker) if maker is not None and known else frozenset()
        if line.alone and not (rules.seats_rest and partners):
            raise Misplaced("nobody-alone")
        contract = rules.cards_each + 1 if line.moon else line.bid or 0
        out = partners if line.alone or line.moon else frozenset()
        trump: Trump | None = NO_TRUMP if line.no_trump else line.trump
        deal = PaperDeal(maker=maker, trump=trump, contract=contract, sitting_out=out)
        if maker is not None and not known:
            return replace(deal, won=(0,) * rules.players)  # refused by the game
        if isinstance(tricks, int):
            won = tricks_by_seat(self.start, deal, tricks)
            if won is None:
                raise LineError("tricks-by-seat", expected=rules.players, **samples(rules))
            return replace(deal, won=won)
        if len(tricks) != rules.players:
            raise LineError("wrong-number-of-seats", found=len(tricks), expected=rules.players)
        out |= {seat for seat, taken in enumerate(tricks, 1) if taken is None}
        return replace(deal, won=tuple(taken or 0 for taken in tricks), sitting_out=out)

    def _each(self, values: tuple[int, ...]) -> tuple[int, ...]:
        if len(values) != self.rules.players:
            raise LineError("wrong-number-of-seats", found=len(values), expected=self.rules.players)
        return values

    def _with_deal(self, deal: PaperDeal, dealer: int) -> Sheet:
        table = lay_out(self.match, deal, dealer)
        return self._with_page(Page(deal, self.match, table.match, table.events))

    def _adjusted(self, ruling: Ruling) -> Sheet:
        table = Table(self.rules, seed=0, dealing=False, match=self.match)
        table.act(Adjust(ruling.side - 1, ruling.points, ruling.reason), HOUSE)
        return self._with_page(Page(ruling, self.match, table.match, table.events))

    def _with_page(self, page: Page) -> Sheet:
        return replace(self, pages=(*self.pages, page), dealer=None)

    def _corrected(self, number: int, line: Line) -> Sheet:
        """An earlier deal corrected, and everything after it counted again."""
        at = next((i for i, page in enumerate(self.pages) if page.number == number and page.dealer), None)
        if at is None:
            raise Misplaced("no-such-deal", deal=number, most=self.match.number)
        page = self.pages[at]
        assert isinstance(page.written, PaperDeal) and page.dealer is not None
        known = None if isinstance(line, Scores) or page.open else page.written
        deal = self._deal(line, known)
        sheet = replace(self, pages=self.pages[:at])._with_deal(deal, page.dealer)
        for later in self.pages[at + 1 :]:
            sheet = sheet._again(later)
        return replace(sheet, dealer=self.dealer)

    def _again(self, page: Page) -> Sheet:
        """A later page written again, after a correction."""
        if isinstance(page.written, Ruling):
            return self._adjusted(page.written)
        assert page.dealer is not None
        if self.match.over:
            raise Misplaced("over-earlier", deal=self.match.number)
        return self._with_deal(page.written, self.match.next_dealer or page.dealer)


def _pages(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """The events of a record, a page each."""
    starts = [i for i, event in enumerate(events) if isinstance(event, DealStarted | Adjusted)]
    for start, end in pairwise([*starts, len(events)]):
        yield events[start:end]


class Book:
    """A sheet with the lines that may be taken back and written again; of a sheet that was saved, whole pages."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._saved = len(sheet.pages)
        """Pages of the sheet that was saved which are still there, under all that may be taken back line by line."""
        self._past: list[Sheet] = []
        self._future: list[Sheet] = []

    def write(self, line: Line) -> int:
        """Writes a line, takes one back or writes it again; returns the index of the first page that changed.

        Raises as ``Sheet.write`` does, and ``Misplaced`` when there is nothing to take back; nothing changes then.
        """
        before = self.sheet
        match line:
            case Undo():
                if not self._past and self._saved:
                    self._saved -= 1
                    self._past.append(replace(before, pages=before.pages[: self._saved]))
                self._turn(self._past, self._future, "nothing-to-undo")
            case Redo():
                self._turn(self._future, self._past, "nothing-to-redo")
            case _:
                self.sheet = before.write(line)
                self._past.append(before)
                self._future.clear()
        return self.sheet.first_change(before)

    @property
    def may_undo(self) -> bool:
        """Whether there is a line to take back."""
        return bool(self._past or self._saved)

    @property
    def may_redo(self) -> bool:
        """Whether a line that was taken back can be written again."""
        return bool(self._future)

    def _turn(self, source: list[Sheet], target: list[Sheet], otherwise: str) -> None:
        if not source:
            raise Misplaced(otherwise)
        target.append(self.sheet)
        self.sheet = source.pop()
