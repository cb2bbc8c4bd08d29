"""The score sheet as a value: what may be written, corrected, taken back, and read again from its record."""

from __future__ import annotations

import gc
from collections.abc import Iterable

import pytest

from atout.actions import Illegal
from atout.events import VoidReason
from atout.families import parse
from atout.referee.lines import LineError, Redo, Undo, read_line
from atout.referee.paper import PaperDeal
from atout.referee.sheet import Book, Misplaced, NotASheet, Sheet
from atout.say import Speaker
from atout.seats import HOUSE
from atout.table import Table


def written(spec: str, *lines: str, dealer: int | None = None) -> Sheet:
    """A sheet with lines on it."""
    return more(Sheet.blank(parse(spec), dealer), lines)


def more(sheet: Sheet, lines: Iterable[str]) -> Sheet:
    """The sheet with more lines on it."""
    for text in lines:
        line = read_line(text)
        assert line is not None
        sheet = sheet.write(line)
    return sheet


def totals(sheet: Sheet) -> list[tuple[int, ...]]:
    """Totals after each page."""
    return [page.after.standing.totals for page in sheet.pages]


def refused(sheet: Sheet, text: str) -> str:
    """The code of the refusal of a line by the game."""
    with pytest.raises(Illegal) as caught:
        more(sheet, [text])
    return caught.value.refusal.code


def misplaced(sheet: Sheet, text: str) -> str:
    """Why the sheet cannot take a line."""
    with pytest.raises(Misplaced) as caught:
        more(sheet, [text])
    return caught.value.code


def unread(sheet: Sheet, text: str) -> str:
    """Why a line is none of this game."""
    with pytest.raises(LineError) as caught:
        more(sheet, [text])
    return caught.value.code


# --- deals --------------------------------------------------------------------------------------------------------


def test_bids_then_tricks() -> None:
    """Bids may come first: they are locked, then the tricks are all that is due."""
    sheet = written("piques-a-trois", "5 6 4")
    assert sheet.open_page is not None
    assert misplaced(sheet, "5/7 7/6 4/4") == "bids-locked"
    assert refused(sheet, "7 6 3") == "tricks-do-not-add-up"
    assert refused(sheet, "adjust 1 5") == "deal-in-progress"
    assert refused(sheet, "dealer 2") == "deal-in-progress"
    assert misplaced(sheet, "pass") == "nobody-passes"
    at_once = written("piques-a-trois", "5/7 6/6 4/4")
    assert more(sheet, ["7 6 4"]) == at_once == more(sheet, ["5/7 6/6 4/4"])
    assert totals(at_once) == [(52, 60, 40)]


def test_a_deal_thrown_in_after_its_bids() -> None:
    """A misdeal keeps the bids it had on the record, and the dealer deals again."""
    sheet = written("piques-a-trois", "5 6 4", "misdeal", dealer=2)
    assert sheet.pages[-1].written == PaperDeal((5, 6, 4), void=VoidReason.THROWN_IN)
    assert (sheet.next_dealer, sheet.match.standing.totals) == (2, (0, 0, 0))
    assert Sheet.read(sheet.record()) == sheet


@pytest.mark.parametrize(
    ("spec", "line", "code"),
    [
        ("piques-a-trois", "18/5 6/6 6/6", "bid-out-of-range"),
        ("piques-a-trois", "99 6 6", "bid-out-of-range"),
        ("pique players=3", "14 0 0", "bid-out-of-range"),
        ("piques-a-trois", "5/7 6/6 4/5", "tricks-do-not-add-up"),
        ("atout-pique no-hell=yes", "3 4 3 3", "no-hell"),
        ("pique players=2 no-hell=yes", "7 6", "no-hell"),
        ("atout-pique suicide=yes", "5 4 4 0", "suicide-nil-owed"),
        ("atout-pique suicide=yes", "3 4 0 0", "suicide-too-low"),
        ("euchre-a-trois", "maker=4 tricks=3", "no-such-seat"),
        ("euchre-a-trois", "maker=0 tricks=3", "no-such-seat"),
        ("euchre-a-trois", "maker=1 tricks=6", "tricks-do-not-add-up"),
        ("euchre-a-trois stick=yes", "pass", "dealer-must-name"),
        ("piques-a-trois", "adjust 4 10", "no-such-side"),
        ("piques-a-trois", "adjust 0 10", "no-such-side"),
        ("piques-a-trois", "dealer 4", "no-such-seat"),
    ],
)
def test_what_the_game_refuses(spec: str, line: str, code: str) -> None:
    """The rules of the game are those of the table, told by the same refusals."""
    assert refused(written(spec), line) == code


@pytest.mark.parametrize(
    ("spec", "line", "code"),
    [
        ("piques-a-trois", "5/7 6/6", "wrong-number-of-seats"),
        ("piques-a-trois", "5 6 4 2", "wrong-number-of-seats"),
        ("piques-a-trois", "names Ana Bob", "wrong-number-of-names"),
        ("piques-a-trois", "maker=1 tricks=3", "bids-expected"),
        ("euchre-a-trois", "5/7 6/6 4/4", "maker-expected"),
        ("euchre-a-trois", "3 1 1", "maker-expected"),
    ],
)
def test_what_is_no_line_of_this_game(spec: str, line: str, code: str) -> None:
    """A line of another game, or for another number of seats, is not read."""
    assert unread(written(spec), line) == code


@pytest.mark.parametrize(
    ("spec", "example"),
    [
        ("euchre-a-trois", "preneur=2 plis=4"),
        ("bid-euchre", "preneur=2 annonce=4 plis=5"),
        ("buck-euchre", "preneur=2 annonce=3 plis=1/4/-"),
    ],
)
def test_the_example_is_a_line_of_this_game(spec: str, example: str) -> None:
    """Who writes bids where a maker is told is shown what could be written, bid and tricks by seat included."""
    sheet = written(spec)
    with pytest.raises(LineError) as caught:
        more(sheet, ["3 1 1"])
    said = Speaker("fr").text(f"sheet.error.{caught.value.code}", **caught.value.facts)
    assert said.endswith(f"par exemple {example}.")
    assert more(sheet, [example]).pages


def test_nobody_goes_alone_here() -> None:
    """The maker of three-handed Euchre is alone already."""
    assert misplaced(written("euchre-a-trois"), "maker=1 tricks=5 alone") == "nobody-alone"


def test_tricks_of_the_makers_side() -> None:
    """The record gives the other side's tricks to its first seat; the count does not depend on it."""
    sheet = written("euchre-a-trois", "maker=1 tricks=2 trump=H", "maker=2 tricks=2")
    assert [page.scored.tricks for page in sheet.pages if page.scored] == [(2, 3, 0), (3, 2, 0)]
    assert [page.makers_tricks for page in sheet.pages] == [2, 2]
    assert "[Trump H] [Maker 1]" in sheet.record()


def test_all_passed_moves_the_deal() -> None:
    """Nobody scores, the deal moves left; a misdeal does not move it."""
    sheet = written("euchre-a-trois", "pass")
    assert (sheet.next_dealer, totals(sheet)) == (2, [(0, 0, 0)])
    assert more(sheet, ["misdeal"]).next_dealer == 2
    assert "calls: pass pass pass pass pass pass" in sheet.record()


def test_the_first_dealer_may_be_told() -> None:
    """Seat 1 unless told, then to the left; told again, it must be right."""
    sheet = written("piques-a-trois")
    assert sheet.next_dealer == 1
    sheet = more(sheet, ["dealer 3"])
    assert sheet.next_dealer == 3
    sheet = more(sheet, ["5/7 6/6 4/4"])
    assert sheet.next_dealer == 1
    assert refused(sheet, "dealer 2") == "wrong-dealer"
    assert more(sheet, ["dealer 1"]).next_dealer == 1


def test_a_dealer_drawn_for_each_deal() -> None:
    """Where every dealer is drawn he may be told each time; untold, it is the next to the left."""
    sheet = written("pique leader=random", "dealer 3", "4/4 3/3 3/3 3/3")
    assert sheet.next_dealer == 4
    sheet = more(sheet, ["dealer 2", "4/4 3/3 3/3 3/3"])
    assert [page.dealer for page in sheet.pages] == [3, 2]
    assert more(sheet, ["dealer 4", "correct 1 misdeal"]).next_dealer == 4
    assert Sheet.read(sheet.record()) == sheet


def test_the_draw_is_not_told() -> None:
    """Two players draw their hands out of the sheet's sight: the record starts after the bids."""
    sheet = written("pique players=2", "7/7 6/6")
    assert '[Bids "7 6"]' in sheet.record()
    assert "keep" not in sheet.record()


def test_lead_of_the_makers_left() -> None:
    """The position says who leads first as the rules do."""
    assert "[Leader 1]" in written("euchre-a-trois lead=maker", "maker=3 tricks=3").record()
    assert "[Leader 2]" in written("euchre-a-trois", "maker=3 tricks=3").record()


# --- the end ------------------------------------------------------------------------------------------------------


def test_nothing_after_the_end() -> None:
    """A decided match takes no deal, but a ruling can open it again."""
    sheet = written("euchre-a-trois target=2", "maker=1 tricks=5")
    assert sheet.match.winners == (0,)
    assert refused(sheet, "maker=1 tricks=5") == "match-over"
    reopened = more(sheet, ["adjust 1 -1 revoke"])
    assert not reopened.match.over
    assert more(reopened, ["maker=2 tricks=5"]).match.winners == (1,)
    assert Sheet.read(reopened.record()) == reopened


# --- corrections --------------------------------------------------------------------------------------------------


def test_a_correction_counts_everything_again() -> None:
    """Bags and totals of later deals change with an earlier deal."""
    sheet = written("piques-a-trois", "5/14 2/2 1/1", "5/7 6/6 4/4", "adjust 2 -5", "misdeal")
    assert totals(sheet) == [(59, 20, 10), (11, 80, 50), (11, 75, 50), (11, 75, 50)]
    corrected = more(sheet, ["correct 1 5/12 2/3 1/2"])
    assert totals(corrected) == [(57, 21, 11), (109, 81, 51), (109, 76, 51), (109, 76, 51)]
    assert corrected.first_change(sheet) == 0
    assert corrected == written("piques-a-trois", "5/12 2/3 1/2", "5/7 6/6 4/4", "adjust 2 -5", "misdeal")


def test_corrections_in_part() -> None:
    """Numbers alone correct the tricks of a counted deal, and the bids of one in progress."""
    sheet = written("piques-a-trois", "5/7 6/6 4/4", "1 2 3")
    assert totals(more(sheet, ["correct 1 6 7 4"]))[0] == (51, 61, 40)
    assert more(sheet, ["correct 2 3 2 1"]).pages[-1].written == PaperDeal((3, 2, 1))


def test_a_correction_moves_the_deal() -> None:
    """A misdeal that was none moves the later dealers."""
    sheet = written("euchre-a-trois", "misdeal", "maker=1 tricks=3", dealer=2)
    assert [page.dealer for page in sheet.pages] == [2, 2]
    assert [page.dealer for page in more(sheet, ["correct 1 pass"]).pages] == [2, 3]


def test_a_correction_that_ends_the_match_early() -> None:
    """Later deals are not dropped in silence."""
    sheet = written("euchre-a-trois target=2", "maker=1 tricks=3", "maker=1 tricks=3")
    assert misplaced(sheet, "correct 1 maker=1 tricks=5") == "over-earlier"
    assert misplaced(sheet, "correct 3 pass") == "no-such-deal"
    assert misplaced(sheet, "correct 0 pass") == "no-such-deal"


def test_undo_and_redo() -> None:
    """Lines are taken back one at a time, and written again until another is written."""
    book = Book(written("piques-a-trois"))
    steps = [book.sheet]
    for text in ("names Ana Bob Cléo", "5 6 4", "7 6 4", "correct 1 6 7 4", "adjust 1 1"):
        line = read_line(text)
        assert line is not None
        book.write(line)
        steps.append(book.sheet)
    for sheet in reversed(steps[:-1]):
        book.write(Undo())
        assert book.sheet is sheet
    with pytest.raises(Misplaced):
        book.write(Undo())
    for sheet in steps[1:]:
        book.write(Redo())
        assert book.sheet is sheet
    book.write(Undo())
    book.write(read_line("adjust 1 2") or Undo())
    with pytest.raises(Misplaced):
        book.write(Redo())


def test_undo_reaches_into_a_saved_sheet() -> None:
    """A sheet that was read again can be undone page by page."""
    sheet = written("piques-a-trois", "names Ana Bob Cléo", "5/7 6/6 4/4", "adjust 1 1")
    book = Book(Sheet.read(sheet.record()))
    for pages in (1, 0):
        book.write(Undo())
        assert book.sheet.pages == sheet.pages[:pages]
    for pages in (1, 2):
        book.write(Redo())
        assert book.sheet.pages == sheet.pages[:pages]
    book.write(read_line("1 2 3") or Undo())
    for pages in (2, 1, 0):
        assert book.may_undo
        book.write(Undo())
        assert book.sheet.pages == sheet.pages[:pages]
    assert not book.may_undo


def test_a_saved_sheet_is_held_once() -> None:
    """… and not once for every page that may be taken back: a long one would fill the memory."""
    book = Book(written("piques-a-trois", "5/7 6/6 4/4", "adjust 1 1", "adjust 1 2", "adjust 1 3"))
    holding = [one for one in gc.get_referrers(book.sheet.pages[0]) if isinstance(one, tuple)]
    assert holding == [book.sheet.pages]


def test_a_bad_line_changes_nothing() -> None:
    """The book is as it was, future included."""
    book = Book(written("piques-a-trois", "5/7 6/6 4/4"))
    book.write(Undo())
    before = book.sheet
    with pytest.raises(Illegal):
        book.write(read_line("5/7 6/6 4/5") or Undo())
    assert book.sheet is before
    book.write(Redo())
    assert len(book.sheet.pages) == 1


# --- records ------------------------------------------------------------------------------------------------------

EVERYTHING = {
    "piques-a-trois": ("adjust 1 3 early", "5/7 6/6 4/4", "misdeal", 'adjust 2 -10 tard "venu"', "1 2 3"),
    "pique players=2 no-hell=yes": ("7/7 5/6", "misdeal", "adjust 1 1", "0 4"),
    "pique": ('names "Ana \\ B" Bob [Cléo] ;x', "4/4 3/3 3/3 3/3", "3 3 3 3"),
    "atout-pique players=6": ("1/2 1/2 1/1 1/1 1/1 1/1",),
    "euchre-a-trois": ("pass", "maker=2 tricks=5 trump=C", "misdeal", "maker=1 tricks=2"),
}


@pytest.mark.parametrize("spec", EVERYTHING)
def test_a_sheet_is_a_record(spec: str) -> None:
    """What is written reads back equal, as a sheet and as a table."""
    sheet = written(spec, *EVERYTHING[spec], dealer=2)
    text = sheet.record()
    again = Sheet.read(text)
    assert (again.pages, again.names, again.record()) == (sheet.pages, sheet.names, text)
    table = Table.from_record(text)
    assert (table.total, table.record()) == (sheet.match.standing.totals, text)


def test_cards_are_not_lost_on_a_sheet() -> None:
    """A record in which cards were played is no sheet: writing it again would lose them."""
    table = Table("piques-a-trois", seed=1)
    while table.match.number == 1:
        table.act(table.legal[0])
    with pytest.raises(NotASheet) as caught:
        Sheet.read(table.record())
    assert caught.value.deal == 1


def test_calls_are_lost_on_a_sheet() -> None:
    """A deal whose trump was called card by card is no sheet's, though its tricks were settled."""
    table = Table("euchre-a-trois", seed=1)
    while not (table.match.hand and table.match.hand.playing):
        table.act(table.legal[-1])
    table.act("settled:3,1,1", HOUSE)
    with pytest.raises(NotASheet):
        Sheet.read(table.record())


def test_commands_are_no_lines_of_a_sheet() -> None:
    """What the book or the command line does is not written."""
    with pytest.raises(LineError):
        written("pique", "show")


def test_bids_that_stop_half_way_are_no_sheet() -> None:
    """The sheet writes bids all at once."""
    half = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 1]\n[Hands "? ? ?"]\nbids: 5 6\n'
    with pytest.raises(NotASheet):
        Sheet.read(half)


def test_a_sheet_may_start_from_a_score() -> None:
    """``[Before]`` and ``[BagsBefore]`` are kept."""
    tags = '[Deal 4] [Dealer 1] [Before "100 90 80"] [BagsBefore "9 0 0"] [Hands "? ? ?"]'
    text = f'[Rules "piques-a-trois"]\n{tags}\nvoid\n'
    sheet = more(Sheet.read(text), ["5/7 6/6 4/4"])
    assert totals(sheet)[-1] == (52, 150, 120)
    assert sheet.match.number == 5


def test_no_trump_only_where_it_is_played() -> None:
    """A sheet refuses it elsewhere, as the table would, and says beforehand whether it may be told."""
    for spec, line, code in (
        ("bid-euchre", "maker=1 tricks=3 bid=4 trump=nt", ""),
        ("bid-euchre no_trump=no", "maker=1 tricks=3 bid=4 trump=nt", "no-no-trump"),
        ("euchre no_trump=yes", "maker=1 tricks=3 trump=nt", ""),
        ("euchre-a-trois", "maker=1 tricks=3 trump=nt", "no-no-trump"),
    ):
        sheet = written(spec)
        assert sheet.asks.no_trump == (not code)
        assert (refused(sheet, line) if code else totals(more(sheet, [line]))[0]) in (code, (-4, 3), (1, 0))
