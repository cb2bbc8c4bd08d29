"""Small packs to the last card: the counts of ``tests/perft``, and every deal of six cards beside the machine."""

import subprocess
from collections.abc import Iterator
from functools import reduce
from itertools import combinations
from pathlib import Path

import pytest
from tests.kernel.tables import machine_tokens
from tests.kernel.test_core_alone import COMPILER, built
from tests.perft.generate import HERE
from tests.perft.test_perft import entries

from atout import Table
from atout.actions import Play, SetUp
from atout.cards import NO_CARDS, Card, Cards, Suit
from atout.families import PROFILES, new_match, parse
from atout.kernel import Position, words
from atout.kernel.twin.core import Ground, State, lowest_card
from atout.match import Match
from atout.tricks import Holding
from atout.tricks import Position as SetUpPosition


def trees() -> Iterator[tuple[str, Position, list[int]]]:
    """The counted positions in which cards are played and all hands are seen."""
    for path in sorted(HERE.glob("*.perft")):
        for number, (record, counts) in enumerate(entries(path), 1):
            match = Table.from_record(record).match
            if match.hand and match.hand.playing and (position := Position.of(match)).complete:
                yield f"{path.stem}-{number}", position, counts


TREES = list(trees())
EACH_TREE = pytest.mark.parametrize(
    ("position", "counts"), [tree[1:] for tree in TREES], ids=[tree[0] for tree in TREES]
)


def ways(ground: Ground, state: State, depth: int) -> int:
    """The number of ways to play so many cards."""
    if not depth or state.over:
        return int(not depth)
    total, legal = 0, state.legal
    while legal:
        card = lowest_card(legal)
        legal ^= card
        after = state.copy()
        after.play(ground, card)
        total += ways(ground, after, depth - 1)
    return total


def test_every_family_is_counted() -> None:
    """Positions of both families, with spades shut and open, with trumps of other suits."""
    assert len(TREES) >= 10
    assert {position.ground.opening for _, position, _ in TREES} == {0, 1}
    assert {name.split("-")[0] for name, _, _ in TREES} == {name.split("-")[0] for name in PROFILES}


@EACH_TREE
def test_the_twin_counts_the_same(position: Position, counts: list[int]) -> None:
    """Every depth."""
    assert [ways(position.ground, position.state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler here")
def test_the_core_counts_the_same(tmp_path: Path) -> None:
    """Every position at every depth, in C."""
    program, given = built(tmp_path, ("perft.c",), "-O1", "-Wall", "-Werror"), tmp_path / "given"
    for name, position, counts in TREES:
        given.write_bytes(words.table(position.ground) + words.position(position.state))
        run = [program, str(given), str(len(counts))]
        said = subprocess.run(run, check=True, capture_output=True, text=True, timeout=60).stdout
        assert list(map(int, said.split())) == counts, name


# --- every deal ---------------------------------------------------------------------------------------------------


def begun(spec: str, hands: tuple[Cards, ...], leader: int, opened: bool, trump: Suit | None) -> Match:
    """A match with these last cards in the hands."""
    rules = parse(spec)
    stock = len(rules.pack) - rules.players * rules.cards_each
    before = rules.cards_each - 2
    place = SetUpPosition(
        holdings=tuple(map(Holding, hands)),
        won=(before, 0, 0),
        leader=leader,
        out=Holding(NO_CARDS, stock),
        bids=(5, 6, 4) if trump is None else None,
        opened=opened if trump is None else None,
        maker=None if trump is None else 1,
        trump=trump,
    )
    match = new_match(rules)
    return reduce(Match.evolve, match.decide(0, SetUp(place, 3)), match)


def same_tree(match: Match, position: Position) -> int:
    """Walks both to the end by every line of play; the number of places compared."""
    assert match.hand is not None
    if position.over:
        assert match.hand.over
        return 1
    assert match.turn == position.turn
    assert machine_tokens(match) == {str(card) for card in position.legal}
    assert all(match.hand.board.won[seat - 1] == won for seat, won in position.won.items())
    total = 1
    for card in position.legal:
        assert match.turn is not None
        after = reduce(Match.evolve, match.decide(match.turn, Play(card)), match)
        total += same_tree(after, position.play(card))
    return total


def splits(pack: tuple[Card, ...]) -> Iterator[tuple[Cards, ...]]:
    """Every way to deal six cards to three seats."""
    for first in combinations(pack, 2):
        rest = [card for card in pack if card not in first]
        for second in combinations(rest, 2):
            yield Cards.of(first), Cards.of(second), Cards.of(card for card in rest if card not in second)


@pytest.mark.parametrize(
    ("spec", "cards", "trump"),
    [
        ("piques-a-trois", "AS 3S AH KH QD JD", None),
        ("atout-pique players=3", "AS KS 3S AH QD JD", None),
        ("euchre-a-trois", "JS JC AS 9C AH KH", Suit.SPADES),
        ("euchre-a-trois", "JH JD AD KD AC 9C", Suit.DIAMONDS),
    ],
)
def test_every_deal_of_six_cards(spec: str, cards: str, trump: Suit | None) -> None:
    """All ninety deals, leaders in turn, spades shut and open: every line of play is the machine's."""
    pack = tuple(map(Card.from_token, cards.split()))
    places = 0
    for number, hands in enumerate(splits(pack)):
        for opened in (False, True)[: 1 + (trump is None)]:
            match = begun(spec, hands, 1 + number % 3, opened, trump)
            places += same_tree(match, Position.of(match))
    assert places > 1000
