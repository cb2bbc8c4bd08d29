"""Positions from matches: read, played on, and refused when they contradict themselves."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.kernel.tables import played, resting

import atout
from atout.cards import Card, Cards
from atout.kernel import BACKENDS, Position, Worlds, playouts
from atout.kernel.labels import labels_of
from atout.match import Match
from atout.tricks import Board, Holding, bower_ordering, plain_ordering


def card(token: str) -> Card:
    """A card by its token."""
    return Card.from_token(token)


def test_labels_rise_by_power() -> None:
    """Bowers on top of trump, the lane of the same colour next, no gaps, trump in the top lane."""
    pack = atout.Table("euchre-a-trois", seed=1).rules.pack
    labels = labels_of(bower_ordering(pack, card("9H").suit))
    rising = [labels.bit(card(token)).bit_length() - 1 for token in ("9H", "TH", "QH", "KH", "AH", "JD", "JH")]
    assert rising == list(range(48, 55))
    assert [labels.bit(card(token)).bit_length() - 1 for token in ("9D", "TD", "QD", "KD", "AD")] == list(range(32, 37))
    assert labels.pack.bit_count() == 24
    assert labels.cards(labels.mask(pack)) == pack
    assert card("2H") not in labels
    assert labels_of(plain_ordering(pack, None)).trump == 0


def test_a_suit_too_long_is_refused() -> None:
    """Sixteen cards a suit, no more: said at once."""

    class Long:
        trump = None

        def of_suit(self, suit: object) -> list[int]:
            return list(range(17))

        def power(self, number: int, suit: object) -> int:
            return number

    with pytest.raises(ValueError, match="room for 16"):
        labels_of(Long())


def test_reading_and_playing() -> None:
    """A position speaks of cards and seats; playing gives another one."""
    course = played("piques-a-trois", 1, 4)
    position = Position.of(course.match)
    assert position.turn == course.match.turn
    assert {str(legal) for legal in position.legal} == {
        str(action) for action in course.match.legal(position.turn or 0)
    }
    first = next(iter(position.legal))
    after = position.play(first)
    assert first in position.legal
    assert after.turn != position.turn or after.won != position.won
    illegal = next(iter(Cards.of(course.match.rules.pack) - position.legal))
    with pytest.raises(ValueError, match="may not be played"):
        position.play(illegal)
    while not after.over:
        after = after.play(next(iter(after.legal)))
    assert after.turn is None
    assert sum(after.won.values()) == 17


def changed(match: Match, **board: Any) -> Match:
    """The match with another board."""
    assert match.hand is not None
    return replace(match, hand=replace(match.hand, board=replace(match.hand.board, **board)))  # type: ignore[type-var]


def top(board: Board) -> Card:
    """A card of the seat to play."""
    return next(iter(board.holding(board.turn).sure))


BROKEN: dict[str, tuple[str, Callable[[Match, Board], Match]]] = {
    "a card in two hands": (
        "two places",
        lambda match, board: changed(match, holdings=(board.holdings[1], *board.holdings[1:])),
    ),
    "a hand too many cards": (
        "do not match",
        lambda match, board: changed(match, holdings=board.with_holding(1, Holding(unseen=8))),
    ),
    "a full trick": (
        "full",
        lambda match, board: changed(match, plays=tuple(zip((1, 2, 3), board.tricks[0].plays, strict=True)), tricks=()),
    ),
    "a card that is not in the pack": (
        "not in the pack",
        lambda match, board: changed(match, out=Holding(Cards.of((card("2C"),)))),
    ),
    "a turn out of order": (
        "one after the other",
        lambda match, board: changed(
            match, plays=((board.turn, top(board)),), holdings=board.after_play(board.turn, top(board)).holdings
        ),
    ),
    "one seat left": ("2 to 6 seats", lambda match, board: changed(match, sitting_out=frozenset({1, 2}))),
    "the seat to play sits out": (
        "2 to 6 seats",
        lambda match, board: changed(match, sitting_out=frozenset({board.turn})),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_contradictions_are_refused(name: str) -> None:
    """A board that cannot be is refused with the reason, before anything is computed."""
    match = played("piques-a-trois", 2, 24).match
    assert match.hand is not None
    reason, broken = BROKEN[name]
    with pytest.raises(ValueError, match=reason):
        Position.of(broken(match, match.hand.board))
    with pytest.raises(ValueError, match=reason):
        Worlds(broken(match, match.hand.board))


def test_a_revoke_is_refused() -> None:
    """A hand that holds a suit its owner did not follow contradicts what was played."""
    match = played("piques-a-trois", 2, 30).match
    assert match.hand is not None
    board, ordering = match.hand.board, match.hand.ordering
    assert ordering is not None
    seat, suit, other = next(
        (seat, suit, other)
        for seat in (1, 2, 3)
        for suit in board.renounced(seat, ordering)
        for other in (1, 2, 3)
        if other != seat and board.holding(other).sure & ordering.of_suit(suit)
    )
    theirs = next(iter(board.holding(other).sure & ordering.of_suit(suit)))
    ours = next(iter(board.holding(seat).sure))
    swapped = board.with_holding(seat, Holding(board.holding(seat).sure.without(ours).with_card(theirs)))
    board = replace(board, holdings=swapped)
    swapped = board.with_holding(other, Holding(board.holding(other).sure.without(theirs).with_card(ours)))
    with pytest.raises(ValueError, match=f"seat {seat} holds {theirs}"):
        Position.of(changed(match, holdings=swapped))


def test_play_must_have_begun() -> None:
    """Before the first lead, and after the count, there is no position."""
    table = atout.Table("euchre-a-trois", seed=1)
    for match in (table.match, table.start):
        with pytest.raises(ValueError, match="no cards are being played"):
            Position.of(match)


def test_unseen_hands_need_worlds() -> None:
    """A view can be played out in worlds only, and in those of its own table."""
    course = played("piques-a-trois", 4, 6)
    position = Position.of(course.view(1))
    assert not position.complete
    with pytest.raises(ValueError, match="sample worlds first"):
        playouts(position)
    other = Worlds(played("pique", 4, 6).view(1)).sample(2)
    with pytest.raises(ValueError, match="another table"):
        playouts(position, other)
    worlds = Worlds(course.view(1)).sample(2, seed=1)
    assert playouts(position, worlds, repeats=3).won.shape == (2, 1, 3, 3)


def test_worlds_give_a_resting_seat_its_cards() -> None:
    """A seat that sits out holds cards that nobody plays: they come after those of the seats that play."""
    course = played("pique", 4, 0)
    view = resting(course.view(1), 2)
    position, worlds = Position.of(view), Worlds(view)
    assert worlds.seats == position.seats == (1, 3, 4)
    sample = worlds.sample(50, seed=1)
    assert sample.width == 4
    for world in range(50):
        places = sample.places(world)
        assert [len(cards) for cards in places] == [13] * 4
        assert places[0] == sample.holding(world, 1) == Position.of(course.match).labels.cards(position.state.hand[0])
    won = playouts(position, sample, seed=2).won
    assert all(sum(won[world, 0, 0, place] for place in range(3)) == 13 for world in range(50))


def test_goals() -> None:
    """Partners try for the sum of their bids, a nil for nothing, makers and defenders for all they can."""
    table = atout.Table("atout-pique", seed=3)
    for bid in ("3", "0", "4", "2"):
        table.act(bid)
    position = Position.of(table.match)
    bids = table.match.hand.bids if table.match.hand else ()  # type: ignore[attr-defined]
    for place, seat in enumerate(position.seats):
        own = bids[seat - 1]
        partner = bids[(seat + 1) % 4]
        assert position.need[place] == (own + partner if own else 0)
        together = position.group[place] == position.group[(place + 2) % 4]
        assert together == bool(own and partner)
    euchre = Position.of(played("euchre-a-trois", 1, 0).match)
    assert set(euchre.need) == {255}
    assert len(set(euchre.group)) == 2


def test_the_script_plays_sensibly() -> None:
    """All by the script, bidders take more tricks than those who bid nil."""
    taken: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(30):
        table = atout.Table("piques-a-trois", seed=seed)
        for bid in ("6", "0", "6"):
            table.act(bid)
        assert table.match.hand is not None
        position = Position.of(table.match)
        got = playouts(position, share=0)
        for place, seat in enumerate(position.seats):
            taken[position.need[place] == 0].append(got.tricks(seat))
    assert sum(taken[True]) / len(taken[True]) + 3 < sum(taken[False]) / len(taken[False])


def test_averages() -> None:
    """Averages are those of the bytes."""
    position = Position.of(played("atout-pique players=5", 3, 12).match)
    got = playouts(position, firsts=list(position.legal)[:2], repeats=50, seed=2)
    for number in range(got.firsts):
        for place, seat in enumerate(position.seats):
            column = [got.won[0, number, repeat, place] for repeat in range(50)]
            assert got.tricks(seat, number) == sum(column) / 50
            assert got.took(seat, number) == pytest.approx(sum(map(bool, column)) / 50)
            assert list(got.column(seat, number)) == column


def test_first_cards_meet_the_same_chances() -> None:
    """The stream of a playout does not depend on the first card: alone it gives what it gives in a list."""
    position = Position.of(played("pique", 3, 8).match)
    legal = list(position.legal)
    together = bytes(playouts(position, firsts=legal, repeats=4, seed=6).won)
    for number, first in enumerate(legal):
        alone = bytes(playouts(position, firsts=[first], repeats=4, seed=6).won)
        assert alone == together[number * 16 : (number + 1) * 16]


def test_uniform_playouts_reach_every_card() -> None:
    """A random playout of a two-card ending takes every branch about equally often."""
    match = played("piques-a-trois breaking=any", 5, 45).match
    position = Position.of(match)
    exact: list[tuple[float, dict[int, int]]] = []

    def expand(now: Position, weight: float) -> None:
        if now.over:
            exact.append((weight, now.won))
            return
        for legal in now.legal:
            expand(now.play(legal), weight / len(now.legal))

    expand(position, 1.0)
    got = playouts(position, repeats=20_000, seed=1)
    for seat in position.seats:
        mean = sum(weight * won[seat] for weight, won in exact)
        assert abs(got.tricks(seat) - mean) < 0.02


def test_who_holds_the_card_that_opens_leads_it() -> None:
    """Before anybody is known to lead, each world has its own leader: that of the deal it is (*first_lead*)."""
    table = atout.Table("spades first_lead=two-of-clubs", seed=2)
    while table.match.hand is None or not table.match.hand.playing:
        table.act(table.legal[1])
    match = table.match
    hand = match.hand
    assert hand is not None
    leader = hand.board.turn
    for seat in range(1, 5):
        asked = replace(match, hand=replace(hand, board=replace(hand.board, turn=seat)))  # type: ignore[type-var]
        position = Position.of(asked).opened_by(card("2C"))
        assert position.turn == leader
        position.state.turn = seat - 1  # as where the hands are not seen: each world tells
        worlds = Worlds(asked)
        for backend in BACKENDS:
            theirs = playouts(position, worlds.sample(3), repeats=9, share=0.5, seed=6, backend=backend)
            ours = playouts(Position.of(match), repeats=27, share=0.5, seed=6, backend=backend)
            assert bytes(theirs.won) == bytes(ours.won)
