"""Worlds against brute force: every deal that the machine finds lawful, each as likely as the next, and no other."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace
from tests.kernel.statistics import chi_square
from tests.kernel.tables import Course, dealt, played

from atout.actions import Action, Discard, Keep
from atout.cards import Card, Cards
from atout.events import DealStarted, TookUp, TurnedUp
from atout.kernel import BACKENDS, Cancel, Sample, Worlds
from atout.kernel.backends import ACTIVE
from atout.kernel.jobs import words
from atout.kernel.plans import NoDeal, Plan, Walk, plan
from atout.tricks import Holding

Hands = tuple[Cards, ...]


def shares(cards: tuple[Card, ...], sizes: list[int]) -> Iterator[list[tuple[Card, ...]]]:
    """Every way to give so many of some cards to each place in turn."""
    if not sizes:
        yield []
        return
    for given in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in given)
        for others in shares(rest, sizes[1:]):
            yield [given, *others]


def lawful(course: Course, seat: int) -> Counter[Hashable]:
    """By brute force, for every set of hands that agrees with what a seat has seen: in how many ways it does (which
    card was discarded). A deal agrees if the machine lets everything that was done be done again."""
    match = course.match
    assert match.hand is not None
    view = course.view(seat).hand
    assert view is not None
    sizes = [holding.unseen for holding in view.board.holdings]
    sure = [holding.sure for holding in view.board.holdings]
    seen = Cards.of(card for holding in sure for card in holding) | view.board.out.sure | Cards.of(view.board.played())
    hidden = tuple(match.rules.pack - seen)
    done = [(actor, action) for actor, action in course.done if actor]
    laid_away = any(isinstance(action, Discard) for actor, action in done if actor != seat)
    agreeing: Counter[Hashable] = Counter()
    for share in shares(hidden, [*sizes, int(laid_away)]):
        hands = tuple(known | Cards.of(given) for known, given in zip(sure, share, strict=False))
        agreeing[hands] += agrees(course, done, hands, share[-1][0] if laid_away else None)
    return +agreeing


def agrees(course: Course, done: list[tuple[int, Action]], hands: Hands, discard: Card | None) -> bool:
    """Whether everything done could have been done with these hands left at the end."""
    match = course.match
    assert match.hand is not None
    dealer = next(event.dealer for event in course.events if isinstance(event, DealStarted))
    turned = next((event.card for event in course.events if isinstance(event, TurnedUp)), None)
    took = any(isinstance(event, TookUp) for event in course.events)
    first: list[list[Card]] = []
    for seat, hand in enumerate(hands, 1):
        cards = set(hand)
        board = match.hand.board
        for plays in (*(trick.plays for trick in board.tricks), board.plays):
            cards |= {card for player, card in plays if player == seat}
        if seat == dealer and took:
            own = next(action.card for _, action in done if isinstance(action, Discard))
            cards |= {discard or own}  # type: ignore[arg-type]
            cards -= {turned}
        first.append(sorted(cards, key=str))
    stock = [card for card in match.rules.pack if not any(card in cards for cards in first)]
    if any(len(cards) != match.rules.cards_each for cards in first) or (turned and turned not in stock):
        return False
    again = dealt(course.start, first, stock, dealer, turned)
    for actor, action in done:
        if isinstance(action, Keep):
            continue  # the draw was done with the dealing
        told = Discard(discard) if isinstance(action, Discard) and discard else action
        if again.match.refusal(actor, told):
            return False
        again.act(actor, told)
    return True


def seen_hands(sample: Sample, seats: int) -> Counter[Hashable]:
    """How often each set of hands was sampled."""
    return Counter(sample.places(world)[:seats] for world in range(len(sample)))


CASES = [
    ("piques-a-trois", 40, 3), ("piques-a-trois", 41, 2), ("piques-a-trois breaking=played", 41, 1),
    ("pique players=2", 24, 2), ("atout-pique", 44, 1), ("atout-pique", 43, 4), ("atout-pique players=5", 42, 2),
    ("atout-pique players=6", 41, 5), ("euchre-a-trois pack=20", 9, 1), ("euchre-a-trois pack=20", 10, 2),
    ("euchre-a-trois discard_turned=no pack=20", 9, 2), ("euchre-a-trois pack=20 lead=maker", 10, 3),
]  # fmt: skip
MORE = [
    ("piques-a-trois", 37, 1),
    ("pique players=2", 21, 1),
    ("atout-pique players=5", 40, 4),
    ("euchre-a-trois", 10, 2),
]


def check(spec: str, cards: int, seat: int, seeds: range) -> None:
    """Sampled hands are those that agree with the view, in proportion to the ways in which they do."""
    for seed in seeds:
        course = played(spec, seed, cards)
        weights = lawful(course, seat)
        for most_options in (0, 50_000):
            worlds = Worlds(course.view(seat), most_options=most_options)
            sample = worlds.sample(40 * len(weights) + 100, seed=seed)
            assert chi_square(seen_hands(sample, course.match.rules.players), weights) < 4


@pytest.mark.parametrize(("spec", "cards", "seat"), CASES)
def test_every_lawful_deal_equally(spec: str, cards: int, seat: int) -> None:
    """Against the machine, late in a deal."""
    check(spec, cards, seat, range(2))


@pytest.mark.long
@pytest.mark.parametrize(("spec", "cards", "seat"), CASES + MORE)
def test_every_lawful_deal_equally_long(spec: str, cards: int, seat: int) -> None:
    """The same over more deals, and earlier in them."""
    check(spec, cards, seat, range(2, 8))


def problem(chance: random.Random) -> tuple[list[int], dict[int, int]]:
    """Small places and cards barred from some of them."""
    sizes = [chance.randint(0, 3) for _ in range(chance.randint(2, 4))]
    kinds = [chance.randint(1, (1 << len(sizes)) - 1) for _ in range(3)]
    cards = chance.sample(range(64), sum(sizes))
    return sizes, {1 << card: chance.choice(kinds) for card in cards}


def ways(sizes: list[int], may: dict[int, int]) -> set[tuple[int, ...]]:
    """Every way to fill the places, by trying each card in each."""
    rows = {(0,) * len(sizes)}
    for card, allowed in may.items():
        rows = {
            (*row[:place], row[place] | card, *row[place + 1 :])
            for row in rows
            for place, size in enumerate(sizes)
            if allowed >> place & 1 and row[place].bit_count() < size
        }
    return rows


@pytest.mark.parametrize("most_options", [0, 50_000])
def test_small_problems(most_options: int) -> None:
    """Places and barred cards of every shape: all ways, equally, or none at all."""
    chance, impossible, walked = random.Random(5), 0, 0
    for number in range(60 if ACTIVE.name != "twin" else 12):
        sizes, may = problem(chance)
        every = ways(sizes, may)
        fixed = [0] * len(sizes)
        if not every:
            impossible += 1
            with pytest.raises(NoDeal):
                plan(fixed, sizes, may, most_options)
            continue
        found = plan(fixed, sizes, may, most_options)
        walked += isinstance(found, Walk)
        count = min(2000, 30 * len(every) + 30)
        rows = words(count * len(sizes))
        assert ACTIVE.worlds(found, number, 0, rows, Cancel())
        seen = Counter(tuple(rows[at : at + len(sizes)]) for at in range(0, len(rows), len(sizes)))
        assert chi_square(seen, dict.fromkeys(every, 1.0)) < 4
    assert impossible
    assert walked or most_options


def test_a_walk_turns_rings() -> None:
    """Three cards that can only change places all at once: swaps of two would never leave the first deal."""
    may = {1: 0b011, 2: 0b110, 4: 0b101}
    found = plan([0] * 3, [1] * 3, may, 0)
    assert isinstance(found, Walk)
    rows = words(3 * 400)
    assert ACTIVE.worlds(found, 1, 0, rows, Cancel())
    seen = Counter(tuple(rows[at : at + 3]) for at in range(0, len(rows), 3))
    assert chi_square(seen, dict.fromkeys(ways([1] * 3, may), 1.0)) < 4


def test_counts_are_exact() -> None:
    """The numbers behind the choices are those of brute force, and so are the deals, each told once."""
    chance = random.Random(6)
    for _ in range(200):
        sizes, may = problem(chance)
        every = ways(sizes, may)
        if not every:
            continue
        found = plan([0] * len(sizes), sizes, may)
        assert isinstance(found, Plan)
        assert found.deals == len(every)
        assert sorted(found.every()) == sorted(every)


def test_few_worlds_are_all_taken() -> None:
    """Where no more deals fit than are asked for, each comes as often as its weight says, and so from the beginning."""
    few = next(worlds for worlds in late_worlds() if 4 <= len(worlds.every()) <= 12)
    every = few.every()
    heavy = every.rows[: every.width]
    count = 100 * (len(every) + 2)

    def triple(sample: Sample) -> list[float]:
        return [3.0 if sample.row(world) == heavy else 1.0 for world in range(len(sample))]

    sample, effective = few.weighted(count, triple, seed=4)
    assert effective == pytest.approx((len(every) + 2) ** 2 / (len(every) + 8))
    for part in (count, count // 4):
        seen = Counter(sample.row(world).tobytes() for world in range(part))
        shares = {row: 300 * part / count if row == heavy.tobytes() else 100 * part / count for row in seen}
        assert len(seen) == len(every)
        assert all(abs(times - shares[row]) <= 4 for row, times in seen.items())


def late_worlds() -> Iterator[Worlds]:
    """The worlds of views with few cards left."""
    for seed in range(20):
        course = played("piques-a-trois", seed, 45)
        yield Worlds(course.view(1))


def test_too_many_worlds_are_not_listed() -> None:
    """Millions of deals are sampled, never listed."""
    with pytest.raises(ValueError, match="worlds fit"):
        Worlds(played("piques-a-trois", 3, 3).view(1)).every()


def test_large_counts_fit_or_walk() -> None:
    """Choices beyond a word, or beyond patience, are walked."""
    many = {1 << card: 0b11111 - (1 << card % 5) for card in range(50)}
    found = plan([0] * 5, [10] * 5, many)
    assert isinstance(found, Walk)
    rows = words(5 * 4)
    for backend in BACKENDS:
        assert backend.worlds(found, 1, 0, rows, Cancel())
        assert all(not row >> card & 1 for card in range(50) for place, row in enumerate(rows[:5]) if place == card % 5)


def test_contradictions_are_refused() -> None:
    """A view that no deal agrees with: a hand of a suit its owner has failed to follow, or too few cards."""
    course = played("piques-a-trois", 3, 40)
    view = course.view(1)
    assert view.hand is not None
    board = view.hand.board
    short = replace(board, out=Holding(unseen=2))
    with pytest.raises(ValueError, match="hidden"):
        Worlds(replace(view, hand=replace(view.hand, board=short)))  # type: ignore[type-var]


def test_weighted() -> None:
    """Worlds come in proportion to their weights; bad weights are refused."""
    course = played("euchre-a-trois", 2, 6)
    worlds = Worlds(course.view(1))
    plain = worlds.sample(4000, seed=2)
    held = Counter(card for world in range(len(plain)) for card in plain.holding(world, 2))
    sometimes = next(card for card, count in held.items() if 500 < count < 3500)

    def prefers(sample: Sample) -> list[float]:
        return [3.0 if sometimes in sample.holding(world, 2) else 1.0 for world in range(len(sample))]

    share = sum(weight == 3 for weight in prefers(plain)) / 4000
    sample, effective = worlds.weighted(2000, prefers, pool=4, seed=2)
    expected = 3 * share / (3 * share + 1 - share)
    found = sum(weight == 3 for weight in prefers(sample)) / 2000
    assert abs(found - expected) < 0.03
    assert 2000 < effective < 8000
    again, _ = worlds.weighted(2000, prefers, pool=4, seed=2)
    assert again.rows == sample.rows
    drawn = [(worlds.weighted(1, prefers, pool=50, seed=n)[0], worlds.sample(50, seed=n)) for n in range(20)]
    assert sum(one.places(0) == pool.places(0) for one, pool in drawn) < 5  # a single pick is not the first of its pool
    for bad in ([1.0], [0.0] * 16, [-1.0] * 16, [float("nan")] * 16):
        with pytest.raises(ValueError, match="weights"):
            worlds.weighted(2, lambda _, bad=bad: bad)  # type: ignore[misc]
