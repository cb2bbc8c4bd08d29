"""What a seat believes of the others' hands: by what they said and played, never over-sharp."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp

import pytest
from tests.bots import deals
from tests.bots.deals import play_deal

from atout.actions import Action, Play
from atout.bots import belief, decide
from atout.bots.belief import DOUBT, EFFECTIVE, GREEDY, effective, imagined, mixed_aims, tempered, with_plays
from atout.bots.brains import BRAINS
from atout.cards import Card
from atout.kernel import Position, Sample, Worlds
from atout.kernel.plans import Plan
from atout.kernel.surprisals import NAT, surprisals
from atout.kernel.twin.script import NEED_ALL
from atout.match import Match
from atout.table import Table

TABLES = ("atout-pique", "piques-a-trois", "spades-solo players=6", "euchre", "euchre-a-trois")


def nothing_said(view: Match, seat: int, sample: Sample) -> Sequence[float]:
    """Every world as likely."""
    return [1.0] * len(sample)


def views(rules: str, seed: int, cards: int, levels: Sequence[str] = ()) -> list[tuple[Match, int]]:
    """Views of seats about to play, with so many cards left."""
    found: list[tuple[Match, int]] = []

    def look(table: Table, seat: int, action: Action) -> None:
        view = table.view(seat)
        if isinstance(action, Play) and view.hand is not None and view.hand.board.cards_left == cards:
            found.append((view, seat))

    play_deal(rules, seed, levels or ["casual"] * Table(rules, dealing=False).rules.players, look)
    return found


@pytest.mark.parametrize("rules", TABLES)
def test_enough_worlds_count(rules: str) -> None:
    """However much the cards played tell, three tenths of the worlds are worth as many."""
    for view, seat in views(rules, 4, 3):
        position, worlds = Position.of(view), Worlds(view)
        likely = with_plays(BRAINS[view.rules.family].likelihood, position, 20.0)
        few = isinstance(worlds.plan, Plan) and worlds.plan.deals <= 50
        drawn = worlds.every() if few else worlds.sample(100, seed=1)
        sharp = likely(view, seat, drawn)
        _sample, worth = imagined(view, seat, worlds, 50, 2, 0.6, likely, seed=1)
        assert worth >= EFFECTIVE * len(drawn)
        assert effective(tempered(sharp, 0.6)) == pytest.approx(worth)


def test_worlds_are_drawn_as_they_are_believed() -> None:
    """Near the end of a deal of three, where the worlds can be told one by one: as often as the cards the two others
    played make them likely."""
    differ = 0
    for view, seat in views("piques-a-trois", 7, 3):
        position, worlds = Position.of(view), Worlds(view)
        others = [other for other in position.seats if other != seat]
        sample, _ = imagined(view, seat, worlds, 4000, 1, 1.0, with_plays(nothing_said, position, 0.3), seed=2)
        often = Counter(sample.row(world).tobytes() for world in range(len(sample)))
        each = {sample.row(world).tobytes(): world for world in range(len(sample))}
        chosen = sample.chosen(list(each.values()))
        spent = surprisals(view, position, chosen, others, DOUBT)
        likely = [exp(-0.3 * sum(spent[3 * world : 3 * world + 3]) / NAT) for world in range(len(chosen))]
        assert not any(spent[position.seats.index(seat) :: 3])  # what the seat itself played tells it nothing
        for row, chance in zip(each, likely, strict=True):
            assert often[row] / 4000 == pytest.approx(chance / sum(likely), abs=0.03)
        differ += max(likely) > 1.5 * min(likely)
    assert differ


def test_cards_played_sharpen_the_belief() -> None:
    """Over whole deals the true hands come out likelier than without."""
    better = []

    def compare(table: Table, seat: int, action: Action) -> None:
        if not isinstance(action, Play) or table.match.hand is None or table.match.hand.board.cards_left < 4:
            return
        view, truth = table.view(seat), Position.of(table.match)
        position, worlds = Position.of(view), Worlds(view)
        sample = worlds.sample(60, seed=3)
        sample.rows[: len(position.seats)] = type(sample.rows)("Q", truth.state.hand)  # the first is the true one
        weights = with_plays(nothing_said, position, 0.5)(view, seat, sample)
        better.append(weights[0] * len(weights) / sum(weights))

    for seed in range(3):
        play_deal("atout-pique", seed, ["casual"] * 4, compare)
    assert sum(better) / len(better) > 1.1


def greed(view: Match, seat: int, other: int, count: int = 60, world: Sample | None = None) -> float:
    """In which part of some worlds (or of one, repeated) another seat is taken to want every trick."""
    position = Position.of(view)
    place, size = position.seats.index(other), len(position.seats)
    sample = world.chosen([0] * count) if world else Worlds(view).sample(count, seed=5)
    aims = mixed_aims(view, seat, position, sample, 5)
    assert len(aims) == 2 * size * count
    assert list(aims[:size]) == position.group
    assert set(aims[size + position.seats.index(seat) :: 2 * size]) == {position.need[position.seats.index(seat)]}
    return aims[size + place :: 2 * size].count(NEED_ALL) / count


def test_opponents_are_of_two_kinds() -> None:
    """Among three, before a card is played one in four wants every trick; the cards of one who does tell of it, a
    little: until it has made its contract it plays like anybody else."""
    shares = {}
    for level in ("casual", "novice"):  # a novice wants every trick
        found: list[float] = []
        for seed in range(20):
            for view, seat in views("piques-a-trois", seed, 2, ("casual", level, "casual")):
                if seat == 1 and view.hand is not None and 0 not in view.hand.announced.bids:
                    found.append(greed(view, 1, 2))
        shares[level] = sum(found) / len(found)
    assert shares["novice"] > shares["casual"] + 0.02
    view, seat = views("piques-a-trois", 3, 17)[0]
    assert greed(view, seat, seat % 3 + 1, 2000) == pytest.approx(GREEDY, abs=0.03)
    record = (
        '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 1]\n[Bids "5 0 5"] [Won "5 0 5"] [Open yes] [Leader 3]\n'
        '[Hands "T92.AK.A.3 ?7 ?7"]\n3: 3S\n'
    )
    nil, seat = deals.position(record)
    assert greed(nil, seat, 3, 200) > 0 == greed(nil, seat, 2, 200)


@pytest.mark.parametrize(
    ("rules", "level", "matters"),
    [
        ("piques-a-trois", "strong", True),
        ("piques-a-trois", "club", False),
        ("atout-pique", "strong", False),
    ],
)
def test_the_kinds_matter_among_three(rules: str, level: str, matters: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """To those who weigh what they imagine: between two sides everybody tries for what was bid."""
    found = views(rules, 6, 9)[:3]
    plain = [decide(view, seat, level, 1, 0.05) for view, seat in found]
    monkeypatch.setattr(belief, "GREEDY", 0.999)
    greedy = [decide(view, seat, level, 1, 0.05) for view, seat in found]
    assert (plain != greedy) is matters


def test_the_kind_is_believed_as_often_as_it_is_likely() -> None:
    """In one world imagined 2,000 times."""
    told = 0
    for view, seat in [*views("piques-a-trois", 8, 2), *views("piques-a-trois", 9, 2)]:
        position, world = Position.of(view), Worlds(view).sample(1, seed=3)
        place = position.seats.index(seat % 3 + 1)
        greedy = [NEED_ALL if at == place else need for at, need in enumerate(position.need)]
        plain, wild = (
            exp(-surprisals(view, position, world, [seat % 3 + 1], DOUBT, need=need)[place] / NAT) ** 0.5
            for need in (None, greedy)
        )
        share = greed(view, seat, seat % 3 + 1, 2000, world)
        assert share == pytest.approx(GREEDY * wild / (GREEDY * wild + (1 - GREEDY) * plain), abs=0.03)
        told += plain != wild
    assert told


def test_a_nil_tells_of_its_hand_from_the_middle_too() -> None:
    """Where the first tricks are left out: who bid nil hardly holds the ace of spades; another bid tells nothing."""
    found = {}
    for bid in (0, 3):
        view, seat = deals.position(
            f'[Rules "atout-pique"]\n[Deal 1] [Dealer 4]\n[Bids "3 3 {bid} 3"] [Won "3 3 0 3"] [Open yes] [Leader 1]\n'
            '[Gone "KS QS JS TS"] [Hands ".A5.K7. ?4 ?4 ?4"]\n1:\n'
        )
        sample, _ = imagined(view, seat, Worlds(view), 800, 4, 1.0, BRAINS["spades"].likelihood, seed=1)
        held = [Card.from_token("AS") in sample.holding(world, 3) for world in range(len(sample))]
        found[bid] = sum(held) / len(held)
    assert found[3] == pytest.approx(4 / 44, abs=0.03)  # four of the forty-four cards unseen
    assert found[0] < found[3] / 4
