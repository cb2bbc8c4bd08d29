"""Cards, sets of cards, packs: values that print as they parse."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atout.cards import (
    ALL_CARDS,
    BIG_JOKER,
    LITTLE_JOKER,
    NO_CARDS,
    Card,
    Cards,
    CardTwice,
    Rank,
    Suit,
    distinct,
    pack_of,
)

SETS = st.sets(st.sampled_from(ALL_CARDS))


def test_fifty_two_cards_and_two_jokers() -> None:
    assert len(ALL_CARDS) == len({card.index for card in ALL_CARDS}) == 54
    assert ALL_CARDS[-2:] == (LITTLE_JOKER, BIG_JOKER)
    assert (BIG_JOKER.suit, BIG_JOKER.rank) == (None, None)


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_card_prints_as_it_parses_and_is_one_object(card: Card) -> None:
    assert Card.from_token(str(card)) is card
    assert repr(card) == card.token == str(card)
    assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    if card.suit is not None and card.rank is not None:
        assert Card.of(card.suit, card.rank) is card
        assert str(card) == f"{card.rank}{card.suit}"


@pytest.mark.parametrize("token", ["", "A", "AX", "1S", "as", "10H", "SA", "A♠", "AS ", "JJ"])
def test_what_is_not_a_card(token: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card.from_token(token)


@pytest.mark.parametrize("token", ["", "X", "s", "SH", "♠"])
def test_what_is_not_a_suit(token: str) -> None:
    with pytest.raises(ValueError, match="not a suit"):
        Suit.from_token(token)


def test_suits() -> None:
    assert [str(suit) for suit in Suit] == list("SHDC")
    assert [Suit.from_token(letter) for letter in "SHDC"] == list(Suit)
    assert [suit.same_colour for suit in Suit] == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]


def test_values_do_not_change() -> None:
    with pytest.raises(AttributeError, match="does not change"):
        ALL_CARDS[0].token = "XX"
    with pytest.raises(AttributeError, match="immutable"):
        NO_CARDS.mask = 1  # type: ignore[misc]


@given(one=SETS, other=SETS)
def test_sets_of_cards_are_sets(one: set[Card], other: set[Card]) -> None:
    a, b = Cards.of(one), Cards.of(other)
    assert set(a) == one
    assert (len(a), bool(a)) == (len(one), bool(one))
    assert set(a | b) == one | other
    assert set(a & b) == one & other
    assert set(a - b) == one - other
    assert set(a ^ b) == one ^ other
    assert (a <= b) == (one <= other)
    assert (a == b) == (one == other)
    assert a != object()
    for card in ALL_CARDS:
        assert (card in a) == (card in one)
        assert set(a.with_card(card)) == one | {card}
        assert set(a.without(card)) == one - {card}
    assert "AS" not in a
    assert hash(a) == hash(Cards.of(one))
    assert pickle.loads(pickle.dumps(a)) == a
    for suit in Suit:
        assert set(a.of_suit(suit)) == {card for card in one if card.suit is suit}


@given(cards=SETS)
def test_sets_print_as_they_parse(cards: set[Card]) -> None:
    hand = Cards.of(cards)
    assert Cards.parse(str(hand)) == hand
    assert str(Cards.parse(str(hand))) == str(hand)
    assert repr(hand) == f"Cards({' '.join(map(str, hand))})"


def test_sets_are_printed_by_suit_the_highest_first() -> None:
    hand = Cards.of(map(Card.from_token, ["LJ", "2C", "TH", "AS", "KS", "BJ", "JH"]))
    assert str(hand) == "AK.JT..2+BJ+LJ"
    assert [str(card) for card in hand] == ["AS", "KS", "JH", "TH", "2C", "BJ", "LJ"]


@pytest.mark.parametrize("text", ["", "AK", "A.K.Q", "A.K.Q.J.T", "A.1..", "a...", "A...+XJ", "A...+", "+BJ"])
def test_what_is_not_a_hand(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        Cards.parse(text)


@pytest.mark.parametrize(("text", "twice"), [("AKA...", "AS"), ("...99", "9C"), ("...+BJ+BJ", "BJ")])
def test_a_repeated_card_is_named(text: str, twice: str) -> None:
    with pytest.raises(CardTwice, match=f"{twice} stands twice") as caught:
        Cards.parse(text)
    assert str(caught.value.card) == twice
    assert distinct([]) == NO_CARDS


def test_packs() -> None:
    assert len(pack_of()) == 52
    assert len(pack_of(Rank.NINE)) == 24
    assert len(pack_of(removed=[Card.from_token("2C")])) == 51
    assert pack_of(Rank.NINE, jokers=[BIG_JOKER]) - pack_of(Rank.NINE) == Cards.of([BIG_JOKER])
