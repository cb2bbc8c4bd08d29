"""The order of the cards, holdings, the board, and the seats around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout.cards import NO_CARDS, Card, Cards, Rank, Suit, pack_of
from atout.game import may_hold, playable, plays_of
from atout.seats import following, left_of, pairs, round_from, side_of, solo
from atout.tricks import Board, Holding, bower_ordering, deck, plain_ordering

PACK = pack_of()


def cards(text: str) -> Cards:
    """Some cards by token."""
    return Cards.of(map(Card.from_token, text.split()))


def plays(text: str) -> tuple[tuple[int, Card], ...]:
    """Cards played by seat 1, 2 …"""
    return tuple(enumerate(map(Card.from_token, text.split()), 1))


# --- the order of the cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("2H AH KH", 2), ("2H AD 3H", 3), ("2H 2S AH", 2), ("AS KS 2S", 1), ("2H 2S 3S", 3), ("9D AH AC", 1)],
)
def test_spades_win_else_the_suit_led(trick: str, winner: int) -> None:
    assert plain_ordering(PACK, Suit.SPADES).winning(plays(trick)) == plays(trick)[winner - 1]


def test_without_trump_only_the_suit_led_wins() -> None:
    for ordering in (plain_ordering(PACK, None), bower_ordering(PACK, None)):
        assert ordering.winning(plays("2H AS AD KH")) == (4, Card.from_token("KH"))
        assert ordering.suit(Card.from_token("JD")) is Suit.DIAMONDS
        assert ordering.power(Card.from_token("AS"), Suit.HEARTS) == 0


def test_bowers_belong_to_trump() -> None:
    ordering = bower_ordering(pack_of(Rank.NINE), Suit.HEARTS)
    assert ordering.of_suit(Suit.HEARTS) == cards("JH JD AH KH QH TH 9H")
    assert ordering.of_suit(Suit.DIAMONDS) == cards("AD KD QD TD 9D")
    assert ordering.suited_with(Card.from_token("JD")) == ordering.of_suit(Suit.HEARTS)
    assert ordering.winning(plays("AH JD JH")) == (3, Card.from_token("JH"))
    assert ordering.winning(plays("AD JD KD")) == (2, Card.from_token("JD"))


def test_the_deck_stands_in_one_order() -> None:
    assert [str(card) for card in deck(cards("AC 2S AS"))] == ["2S", "AS", "AC"]


# --- holdings ---------------------------------------------------------------------------------------------------------


def test_holdings_know_some_cards_and_count_the_others() -> None:
    holding = Holding.of([Card.from_token("AS"), None, None])
    assert (holding, len(holding)) == (Holding(cards("AS"), 2), 3)
    assert holding.gain(None) == Holding(cards("AS"), 3)
    assert holding.gain(Card.from_token("KS")) == Holding(cards("AS KS"), 2)
    assert holding.lose(Card.from_token("AS")) == Holding(NO_CARDS, 2)
    assert holding.lose(Card.from_token("KS")) == Holding(cards("AS"), 1)
    assert holding.hidden() == Holding(NO_CARDS, 3)
    with pytest.raises(ValueError, match="KS is not here"):
        Holding(cards("AS")).lose(Card.from_token("KS"))


def test_after_a_hidden_loss_only_what_was_kept_is_sure() -> None:
    holding = Holding(cards("AS KS"), 1)
    assert holding.lose_unseen() == Holding(NO_CARDS, 2)
    assert holding.lose_unseen(cards("KS QS")) == Holding(cards("KS"), 1)


# --- the board --------------------------------------------------------------------------------------------------------

BOARD = Board(
    holdings=(Holding(cards("AS KH")), Holding(unseen=2), Holding(unseen=2)),
    turn=2,
    won=(0, 0, 0),
    out=Holding(cards("9C"), 1),
)
PLAIN = plain_ordering(PACK, Suit.SPADES)


def test_what_a_seat_may_hold() -> None:
    assert BOARD.possible(1, PACK) == may_hold(BOARD, PLAIN, 1) == cards("AS KH")
    assert BOARD.possible(2, PACK) == PACK - cards("AS KH 9C")


def test_failing_to_follow_shows_a_void() -> None:
    board = BOARD
    for seat, card in ((2, "2D"), (3, "4D"), (1, "KH")):
        board = board.after_play(seat, Card.from_token(card))
    board = board.after_trick(3)
    assert board.renounced(1, PLAIN) == {Suit.DIAMONDS: 1}
    assert board.trick_number == 2
    assert board.tricks[0].leader == 2
    board = board.after_play(3, Card.from_token("5C")).after_play(1, Card.from_token("AS"))
    assert board.renounced(1, PLAIN) == {Suit.DIAMONDS: 1, Suit.CLUBS: 2}
    assert playable(board, PLAIN, 2, PACK) == board.possible(2, PACK)
    assert set(board.played()) == set(cards("2D 4D KH 5C AS"))


def test_cards_left_count_the_current_trick() -> None:
    assert BOARD.cards_left == 2
    assert BOARD.after_play(2, Card.from_token("2D")).cards_left == 2
    assert BOARD.players == 3


def test_a_seat_that_sits_out_is_passed_over() -> None:
    """For games to come: its cards count for nothing, the turn goes past it."""
    board = Board(BOARD.holdings, 1, (0, 0, 0), sitting_out=frozenset({2}))
    assert board.after_play(1, Card.from_token("AS")).turn == 3
    assert board.after_play(1, Card.from_token("AS")).cards_left == 2


@given(mask=st.integers(0, 2**54 - 1))
def test_plays_stand_in_the_order_of_the_set(mask: int) -> None:
    held = Cards.of(card for index, card in enumerate(deck(pack_of())) if mask >> index & 1)
    assert [play.card for play in plays_of(held)] == list(held)


# --- seats ------------------------------------------------------------------------------------------------------------


def test_seats_go_clockwise() -> None:
    assert round_from(3, 4) == (3, 4, 1, 2)
    assert [left_of(seat, 3) for seat in (1, 2, 3)] == [2, 3, 1]
    assert following(4) == (2, 3, 4, 1)
    assert following(4, frozenset({3})) == (2, 4, 4, 1)


def test_sides() -> None:
    assert pairs(4) == ((1, 3), (2, 4))
    assert solo(3) == ((1,), (2,), (3,))
    assert side_of(pairs(4)) == (0, 1, 0, 1)
