"""How unlikely the cards played are in each world: proper likelihoods, the same in every implementation."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import combinations
from math import exp
from random import Random

import pytest
from tests.kernel.hands import random_position, singles
from tests.kernel.tables import EVERY, VARIANTS, played
from tests.kernel.test_aims import any_policy

from atout.kernel import BACKENDS, Cancel, Position, Worlds, surprisals
from atout.kernel.jobs import SurprisalsJob
from atout.kernel.surprisals import NAT, beginning, costs
from atout.kernel.twin.core import TOP_LANE, Ground, State
from atout.kernel.twin.script import NEED_ALL, SURPRISE_ROW, SURPRISE_ROWS, Policy, scripted_card
from atout.table import Table

WIDTHS = 7, 9


def found(job: SurprisalsJob) -> list[int]:
    """What every implementation finds."""
    results = []
    for backend in BACKENDS:
        spent = array("i", (-1,)) * (job.worlds * job.ground.seats)
        assert backend.surprisals(job, spent, Cancel())
        results.append(spent.tolist())
    assert all(result == results[0] for result in results)
    return results[0]


def test_every_implementation_is_as_surprised() -> None:
    """Random positions played on at random, for random aims and costs, told of some seats only."""
    chance = Random(4)
    for _ in range(300):
        ground, state = random_position(chance)
        while state.count:
            state.play(ground, chance.choice(singles(state.legal)))
        final, plays = state.copy(), array("Q")
        for _ in range(chance.randint(0, 8)):
            if not final.over:
                plays.append(chance.choice(singles(final.legal)))
                final.play(ground, plays[-1])
        start = state.copy()
        start.hand = [before & ~after for before, after in zip(state.hand, final.hand, strict=True)]
        width = ground.seats + chance.choice((0, 2))
        rows = array("Q", [*final.hand, *[0] * (width - ground.seats)] * 2)
        table = array("i", (chance.randrange(-999, 999) for _ in range(SURPRISE_ROWS * SURPRISE_ROW)))
        told = chance.randrange(1 << ground.seats)
        spent = found(SurprisalsJob(ground, any_policy(ground, chance), start, rows, 2, plays, told, table))
        assert spent[: ground.seats] == spent[ground.seats :]
        assert not any(cost for seat, cost in enumerate(spent[: ground.seats]) if not told >> seat & 1)


def test_likelihoods_add_up() -> None:
    """Of all the cards a seat might have played, one was: their likelihoods add up to one, and the script's is 0.5 or
    more of it in all with its equals."""
    chance, table = Random(6), costs(0.5)
    for _ in range(200):
        ground, state = random_position(chance)
        legal = singles(state.legal)
        if len(legal) < 2 or state.count:
            continue
        policy = any_policy(ground, chance)
        likely = {}
        for card in legal:
            start, rest = state.copy(), state.copy()
            rest.play(ground, card)
            start.hand = [before & ~after for before, after in zip(state.hand, rest.hand, strict=True)]
            job = SurprisalsJob(ground, policy, start, array("Q", rest.hand), 1, array("Q", (card,)), -1 % 64, table)
            likely[card] = exp(-found(job)[state.turn] / NAT)
        assert sum(likely.values()) == pytest.approx(1, abs=1e-4)
        usual = likely[scripted_card(ground, state, policy)]
        assert usual == max(likely.values())
        assert sum(share for share in likely.values() if share == usual) >= 0.5


def alike(state: State, one: int, other: int) -> bool:
    """Whether two cards of the seat to play are neighbours, but for cards of its own and cards that are gone."""
    low, high = sorted((one.bit_length(), other.bit_length()))
    foreign = state.best | sum(hand for seat, hand in enumerate(state.hand) if seat != state.turn)
    return (low - 1) // 16 == (high - 1) // 16 and not any(foreign >> number & 1 for number in range(low, high - 1))


def courses(
    ground: Ground, state: State, policy: Policy, doubt: float, cards: int
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way the next cards may be played, and how likely: seat 0 plays what it likes, with likelihood 1."""
    if not cards or state.over:
        yield (), 1.0
        return
    legal = singles(state.legal)
    script = scripted_card(ground, state, policy)
    usual = [card for card in legal if alike(state, script, card)]
    for card in legal:
        likely = (card in usual) * (1 - doubt) / len(usual) + doubt / len(legal) if state.turn else 1.0
        after = state.copy()
        after.play(ground, card)
        for course, rest in courses(ground, after, policy, doubt, cards - 1):
            yield (card, *course), likely * rest


def test_known_posterior() -> None:
    """Nine cards for three in a mini pack: for everything that may be seen of the first five cards, how likely each of
    the twenty deals is, by enumeration."""
    ground, doubt, policy = Ground(TOP_LANE, 3, 0), 0.4, Policy(0, [0, 1, 2], [1, NEED_ALL, 1], [0, 1, 2])
    trump = 0b111 << 48
    mine = 0b010010 | 0b010 << 48
    unseen = singles(0b111111 ^ 0b010010 | trump & ~mine)
    seen: dict[tuple[int, ...], dict[tuple[int, ...], float]] = {}
    for held in combinations(unseen, 3):
        hands = [mine, sum(held), sum(unseen) - sum(held)]
        for course, likely in courses(ground, State(hands[:], 0, trump), policy, doubt, 5):
            seen.setdefault(course, {})[tuple(hands)] = likely
    assert len(seen) > 100
    told = 0
    for plays, believed in seen.items():
        laid = [sum(card for card in plays if card & hand) for hand in next(iter(believed))]
        rows = array("Q", (hand & ~gone for world in believed for hand, gone in zip(world, laid, strict=True)))
        start = State(laid, 0, trump)
        job = SurprisalsJob(ground, policy, start, rows, len(believed), array("Q", plays), 0b110, costs(doubt))
        spent = found(job)
        weights = [exp(-sum(spent[3 * world : 3 * world + 3]) / NAT) for world in range(len(believed))]
        assert weights == pytest.approx(list(believed.values()), rel=1e-3)
        told += max(weights) > 1.2 * min(weights)
    assert told > 20


@pytest.mark.parametrize("spec", [*EVERY, *VARIANTS])
def test_the_play_is_replayed_from_its_beginning(spec: str) -> None:
    """Through everything that was shut, broken and due, to the position it led to; every card was legal."""
    for cards in WIDTHS:
        course = played(spec, 5, cards)
        hand = course.match.hand
        if hand is None or not hand.playing:
            continue
        position = Position.of(course.match)
        state, plays = beginning(course.match, position)
        state.hand = [laid | left for laid, left in zip(state.hand, position.state.hand, strict=True)]
        for card in plays:
            assert card & state.legal
            state.play(position.ground, card)
        for fact in set(State.__slots__) - (set() if state.count else {"winner"}):
            assert getattr(state, fact) == getattr(position.state, fact), fact


def test_a_card_that_was_due_tells_nothing() -> None:
    """Whoever holds the two of clubs leads it: no choice."""
    view = played("spades first_lead=two-of-clubs", 5, 6).match
    position = Position.of(view)
    state, plays = beginning(view, position)
    state.hand[state.turn] |= position.labels.pack & ~plays[0]
    assert state.legal == plays[0]


def test_a_deal_that_starts_in_its_middle_tells_nothing() -> None:
    """Nor do the seats that are not asked about."""
    record = (
        '[Rules "atout-pique"]\n[Deal 1] [Dealer 3]\n[Bids "4 4 3 4"] [Won "2 3 0 3"] [Open yes] [Leader 4]\n'
        '[Hands ".5.7.K43 ?5 ?5 ?5"]\n4: JC\n'
    )
    view = Table.from_record(record).view(1)
    assert not any(surprisals(view, Position.of(view), Worlds(view).sample(20), (2, 3, 4), 0.5))
    view = played("atout-pique", 3, 30).view(2)
    position, sample = Position.of(view), Worlds(view).sample(20)
    spent = surprisals(view, position, sample, (1, 4), 0.5)
    assert [any(spent[place::4]) for place in range(4)] == [True, False, False, True]
