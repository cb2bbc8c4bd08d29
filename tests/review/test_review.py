"""The review: what is judged, how it is graded, what it comes to."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest

from atout.actions import Play, parse
from atout.bots import Decision, Prospect, player
from atout.cards import Card
from atout.events import Played
from atout.families import PROFILES
from atout.review import Grade, Judge, Judged, confirmed, grade, hindsight, judge_all, judged, moments, page, summarise
from atout.review.course import course
from atout.review.summary import MOST_TURNS, Review
from atout.review.told import Teller
from atout.say import LANGUAGES, Speaker, typeset
from atout.sentences import tell
from atout.table import Table

QUICK = Judge("strong", seed=3, budget=0.01)


@cache
def played(spec: str, deals: int = 1, level: str = "casual", seed: int = 4) -> Table:
    """A table after some deals between bots."""
    table = Table(spec, seed=seed, names=["Ana", "Bob", "Cléo", "Dan", "Eve", "Flo"])
    seats = [player(level, seat) for seat in range(table.rules.players)]
    while table.match.complete_deals < deals and not table.over:
        seat = table.turn or 0
        table.act(seats[seat - 1].act(table.view(seat), seat))
    return table


@cache
def reviewed(spec: str = "piques-a-trois", deals: int = 2) -> Review:
    """A quick review of novices."""
    table = played(spec, deals, "novice")
    return summarise(table, judge_all(table, QUICK))


# --- what is judged ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_moments_are_the_real_choices(profile: str) -> None:
    """Every decision of a seat with a choice, in order, as that seat saw it."""
    table = Table.from_record(played(profile).record())
    found = list(moments(table))
    assert found
    assert [(one.deal, one.ply) for one in found] == sorted((one.deal, one.ply) for one in found)
    for one in found:
        assert one.action in one.view.legal(one.seat)
        assert len(one.view.legal(one.seat)) > 1
        assert one.view.turn == one.match.turn == one.seat
        assert one.view.hand is not None
        for other in range(1, table.rules.players + 1):
            if other != one.seat:  # nothing is known of a stranger but a card that was taken up
                assert len(one.view.hand.board.holding(other).sure) <= 1


def test_plies_count_every_deed() -> None:
    """As `atout check --json` counts them: forced ones too, from 1 in each deal."""
    table = played("piques-a-trois", 2)
    found = list(moments(table))
    assert max(one.ply for one in found if one.deal == 1) <= 54
    assert min(one.ply for one in found if one.deal == 2) == 1


def test_a_redacted_record_is_judged_for_its_seat() -> None:
    """What is known of one seat alone is enough to judge that seat, and nobody else."""
    table = Table("piques-a-trois", seed=11)
    seats = [player("casual", seat) for seat in range(3)]
    for _ in range(20):
        seat = table.turn or 0
        table.act(seats[seat - 1].act(table.view(seat), seat))
    again = Table.from_record(table.record(2))
    found = list(moments(again))
    assert {one.seat for one in found} == {2}
    assert [one.action for one in found] == [one.action for one in moments(table) if one.seat == 2]
    assert list(judge_all(again, QUICK))
    assert all(one is None or one.hindsight is None for one in judge_all(again, QUICK))


# --- grades -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "se", "found"),
    [
        (0.0, 0.0, Grade.FINE),
        (0.004, 0.0, Grade.FINE),
        (0.006, 0.002, Grade.INACCURACY),
        (0.006, 0.003, Grade.FINE),
        (0.02, 0.001, Grade.MISTAKE),
        (0.05, 0.001, Grade.BLUNDER),
        (0.05, 0.03, Grade.FINE),
    ],
)
def test_grades_by_hand(loss: float, se: float, found: Grade) -> None:
    """Bands of loss, and nothing within two standard errors."""
    assert grade(loss, se) is found


def prospect(equity: float, points: float, se: float = 0.001) -> Prospect:
    """What an action is thought to bring."""
    return Prospect(equity, points, se, None, None, None, 0.0, 0.0, 100, 100)


def test_a_decision_is_held_against_the_best() -> None:
    """Loss, points and the better action come from one record."""
    moment = next(one for one in moments(played("piques-a-trois")) if isinstance(one.action, Play))
    better = next(action for action in moment.view.legal(moment.seat) if action != moment.action)
    prospects = {moment.action: prospect(0.30, 2.0), better: prospect(0.33, 5.0, 0.0)}
    found = judged(moment, Decision(moment.seat, better, prospects), open_cards=False)
    assert found is not None
    assert (found.best, found.grade) == (better, Grade.MISTAKE)
    assert found.loss == pytest.approx(0.03)
    assert found.points == pytest.approx(3.0)
    level = {moment.action: prospect(0.33, 2.0), better: prospect(0.33, 5.0)}
    found = judged(moment, Decision(moment.seat, better, level), open_cards=False)
    assert found is not None
    assert (found.best, found.loss, found.points, found.flagged) == (moment.action, 0, 0, False)


def test_a_second_opinion_looks_at_the_same_two() -> None:
    """What the worlds of the first opinion favoured is asked again; a third action that leads there does not matter."""
    moment = next(one for one in moments(played("piques-a-trois")) if isinstance(one.action, Play))
    better, third = [action for action in moment.view.legal(moment.seat) if action != moment.action][:2]
    done = moment.action
    thought = {done: prospect(0.30, 2.0), better: prospect(0.33, 5.0, 0.0), third: prospect(0.29, 0.0)}
    first = judged(moment, Decision(moment.seat, better, thought), open_cards=False)
    assert first is not None
    again = {done: prospect(0.300, 2.0), better: prospect(0.303, 4.0), third: prospect(0.35, 9.0, 0.0)}
    found = confirmed(first, Decision(moment.seat, third, again))
    assert (found.best, found.grade) == (better, Grade.FINE)
    assert found.loss == pytest.approx(0.003)
    again[better] = prospect(0.32, 4.0)
    assert confirmed(first, Decision(moment.seat, third, again)).grade is Grade.MISTAKE
    assert confirmed(first, Decision(moment.seat, third, {third: prospect(0.35, 9.0)})) == first


def test_what_was_not_thought_about_is_not_judged() -> None:
    """An action the record does not hold."""
    moment = next(moments(played("piques-a-trois")))
    assert judged(moment, Decision(moment.seat, parse("AS"), {parse("AS"): prospect(0.5, 0)})) is None


def test_the_judge_agrees_with_itself() -> None:
    """Moves of the judge's own level, with its own seed and thought, are never held against it."""
    table = Table("euchre-a-trois", seed=21)
    judge = Judge("strong", seed=8, budget=0.02)
    seat_of = player("strong", 8, 0.02)
    while not table.match.complete_deals:
        seat = table.turn or 0
        table.act(seat_of.act(table.view(seat), seat))
    found = [one for one in judge_all(table, judge) if one is not None]
    assert found
    assert not [one for one in found if one.flagged]


# --- hindsight --------------------------------------------------------------------------------------------------------

OPEN = """[Rules "{rules}"]
[Deal 1] [Dealer 4]
[Hands "{hands}"] [Bids "{bids}"] [Won "{won}"] [Leader 1] [Open yes]
"""


def test_hindsight_by_hand() -> None:
    """The bare king: the ace drops it and the queen wins the trick that is needed; led first, the queen loses both."""
    text = OPEN.format(rules="pique", hands="..AQ. ..K.3 ..54. ..76.", bids="6 3 1 3", won="5 3 0 3")
    table = Table.from_record(text)
    ace, queen = parse("AD"), parse("QD")
    lost = hindsight(table.match, queen)
    assert lost is not None
    assert lost.best == Card.from_token("AD")
    assert lost.points > 0
    kept = hindsight(table.match, ace)
    assert kept is not None
    assert (kept.points, kept.best) == (0, Card.from_token("AD"))


def test_no_hindsight_of_nils() -> None:
    """Never where a nil was bid, whoever bid it."""
    for bids in ("0 3 6 3", "6 0 1 3"):
        table = Table.from_record(OPEN.format(rules="pique", hands="..AQ. ..K3. ..54. ..76.", bids=bids, won="5 3 0 3"))
        assert hindsight(table.match, parse("QD")) is None


def test_no_hindsight_of_what_is_unseen_or_too_large() -> None:
    """Hidden hands, whole deals, bids."""
    table = Table("pique", seed=1)
    assert hindsight(table.match, table.legal[0]) is None
    whole = played("pique")
    first = next(one for one in moments(whole) if isinstance(one.action, Play))
    assert hindsight(first.match, first.action) is None
    last = [one for one in moments(whole) if isinstance(one.action, Play)][-1]
    assert hindsight(last.view, last.action) is None


# --- what it comes to -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["piques-a-trois", "pique", "euchre-a-trois"])
def test_shares_add_up(spec: str) -> None:
    """Shares of the match are one before and after; start, play, the others' play and luck make the end."""
    review = reviewed(spec)
    assert sum(side.start for side in review.sides) == pytest.approx(1)
    assert sum(side.end for side in review.sides) == pytest.approx(1)
    for side in review.sides:
        assert side.start + side.play + side.others + side.luck == pytest.approx(side.end)
        assert side.play <= 0 <= side.others
    assert sum(side.luck for side in review.sides) == pytest.approx(0, abs=1e-9)
    assert sum(side.play + side.others for side in review.sides) == pytest.approx(0, abs=1e-9)


def test_seats_count_what_is_listed() -> None:
    """The table of seats sums the decisions told."""
    review = reviewed()
    for seat in review.seats:
        own = [one for one in review.decisions if one.moment.seat == seat.seat]
        assert seat.judged == len(own) == sum(seat.grades.values())
        assert seat.loss == pytest.approx(sum(one.loss for one in own if one.flagged))
    assert len(review.flagged) == sum(seat.judged - seat.grades[Grade.FINE] for seat in review.seats)


def test_scores_are_the_table_s() -> None:
    """One score a complete deal, the last one the totals."""
    table = played("piques-a-trois", 2, "novice")
    review = reviewed()
    assert [score.deal for score in review.scores] == [1, 2]
    assert review.scores[-1].totals == table.total
    assert review.start.totals == (0, 0, 0)


def test_turning_points_are_the_dearest() -> None:
    """At most a few, in the order they happened."""
    review = reviewed()
    assert len(review.turns) == min(MOST_TURNS, len(review.flagged))
    least = min(one.loss for one in review.turns)
    assert sum(one.loss > least for one in review.flagged) < len(review.turns)
    assert list(review.turns) == sorted(review.turns, key=lambda one: (one.moment.deal, one.moment.ply))


def test_one_seat_only() -> None:
    """A person may ask for its own decisions."""
    table = played("piques-a-trois", 1, "novice")
    found = [one for one in judge_all(table, QUICK, seat=2) if one is not None]
    assert {one.moment.seat for one in found} == {2}


# --- the page ---------------------------------------------------------------------------------------------------------


class _Reader(HTMLParser):
    """Balanced tags, ids, references."""

    VOID = ("meta", "line", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.references += [value for name, value in attrs if name == "aria-labelledby" and value]
        assert not any(name in found for name in ("src", "onclick"))
        if "href" in found:
            assert tag == "a"
            self.links.append(found["href"] or "")
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole(language: str) -> None:
    """Well formed, nothing from outside, every heading there, the curve described and told again in a table."""
    table = played("piques-a-trois", 2, "novice")
    text = page(Teller(Speaker(language, table.names), table), reviewed())
    reader = _Reader()
    reader.feed(text)
    assert not reader.open
    assert len(set(reader.ids)) == len(reader.ids)
    assert set(reader.references) <= set(reader.ids)
    assert [link.removeprefix("#") for link in reader.links][: len(reviewed().turns)] == [
        f"deal-{one.moment.deal}-{one.moment.trick}" if one.moment.trick else f"deal-{one.moment.deal}"
        for one in reviewed().turns
    ]
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids), "each leads to its trick"
    assert f'<html lang="{language}">' in text
    assert "http" not in text
    assert text.count("<polyline") == 3
    assert re.search(r'<svg [^>]*role="img" aria-label="[^"]+"', text)
    for total in table.total:
        assert f"<td>{typeset(str(total), language)}</td>" in text
    for one in reviewed().turns:
        assert one.moment.action != one.best


def test_names_are_harmless_on_the_page() -> None:
    """A player may be called anything."""
    table = Table("piques-a-trois", seed=1, names=["<b>A&B</b>", '"', "\u202eC"])
    seats = [player("casual", seat) for seat in range(3)]
    while not table.match.complete_deals:
        seat = table.turn or 0
        table.act(seats[seat - 1].act(table.view(seat), seat))
    found: list[Judged | None] = []
    text = page(Teller(Speaker("en", table.names), table), summarise(table, found))
    assert "<b>" not in text
    assert "&lt;b&gt;A&amp;B&lt;/b&gt;" in text
    assert "\u202e" not in text


def test_nothing_to_hold_against_anyone() -> None:
    """An empty list is said, not shown."""
    table = played("piques-a-trois", 1)
    text = page(Teller(Speaker("en", table.names), table), summarise(table, []))
    assert "Nothing is held against anyone." in text


@pytest.mark.parametrize("rules", ["piques-a-trois", "euchre"])
def test_the_match_is_told_again(rules: str) -> None:
    """Nothing is left out nor told twice, and a passage holds the cards of its trick and no others."""
    table, speaker = played(rules, 2), Speaker("en")
    passages = list(course(speaker, table))
    told, match = [], table.start
    tricks: dict[tuple[int, int], list[str]] = {}
    for event in table.events:
        text = tell(speaker, event, match)
        told += [text] if text else []
        if isinstance(event, Played):
            assert match.hand is not None
            tricks.setdefault((match.number, match.hand.board.trick_number), []).append(text)
        match = match.evolve(event)
    assert [sentence for passage in passages for sentence in passage.sentences] == told
    cards = {(one.deal, one.trick): list(one.sentences[: table.rules.players]) for one in passages if one.trick}
    assert {place: said[: len(tricks[place])] for place, said in cards.items() if place in tricks} == tricks
