"""Euchre between casual opponents: calls on named hands, the dealer's discard, the maker and the allies."""

from __future__ import annotations

import pytest
from tests.bots.deals import decision, position

from atout.actions import Name, Order
from atout.bots.euchre.calls import expected
from atout.bots.euchre.hands import keeps, strength
from atout.cards import Cards, Suit
from atout.dealing import deal_seed, shuffled
from atout.euchre.hand import EuchreHand
from atout.families import parse
from atout.tricks import bower_ordering

PACK = parse("euchre-a-trois").pack


def calls(hand: str, turned: str, before: str = "", *, spec: str = "euchre-a-trois", score: str = "") -> set[str]:
    """What opponents of several seeds call with a hand, after the calls of the seats before; seat 1 speaks."""
    spoken = before.removesuffix(" order").split()
    dealer = (-len(spoken) - 1) % 3 + 1
    cards = f'[Hands "{hand} ? ?"] [Stock "{turned} ?8"]'
    record = f'[Rules "{spec}"]\n[Deal 1] [Dealer {dealer}]\n{score}{cards}\ncalls: {before}\n'
    return {decision(record, seed) for seed in range(6)}


DEALER = "pass pass"
SECOND_ROUND = "pass pass pass"


@pytest.mark.parametrize(
    ("hand", "turned", "before", "expected_calls"),
    [
        ("JA9.A..J", "TS", DEALER, {"order"}),
        ("JA9.A..J", "TS", "", {"order"}),
        ("A9.K9..9", "KS", DEALER, {"pass"}),
        ("9.T9.Q.K", "AS", DEALER, {"pass"}),
        ("AKQ.A.K.", "JS", DEALER, {"order"}),  # the dealer takes the right bower …
        ("AQ.A.KT.", "JS", "", {"pass"}),  # … which another seat does not give away
        ("9.AJ9.J.", "TS", SECOND_ROUND, {"H"}),
        ("9.9T.9T.", "TC", SECOND_ROUND, {"pass"}),
        ("J9...AKT", "9H", SECOND_ROUND, {"C"}),
    ],
)
def test_named_hands(hand: str, turned: str, before: str, expected_calls: set[str]) -> None:
    """Bowers, trumps and plain aces make a maker."""
    assert calls(hand, turned, before) == expected_calls


def test_a_dealer_who_must_names_the_best_suit() -> None:
    """With *stick* even a poor hand has a best suit."""
    hand = "9.AT9.Q."
    assert calls(hand, "KD", "pass pass pass pass pass") == {"pass"}
    assert calls(hand, "KD", "pass pass pass pass pass", spec="euchre-a-trois stick=yes") == {"H"}


def test_the_score_decides_a_close_call() -> None:
    """Nobody risks giving the match away; who needs one point takes a chance."""
    close = ("K9.AT.9.", "A9.KT.9.", "KT.A9.K.", "AT.K9.K.", "AT.A9.9.", "KT9.K.9.")
    careful = sum("order" in calls(hand, "QS", DEALER, score='[Before "0 8 8"] ') for hand in close)
    bold = sum("order" in calls(hand, "QS", DEALER, score='[Before "9 0 0"] ') for hand in close)
    assert careful < bold


def test_strength_counts_what_wins() -> None:
    """More and higher trumps, plain aces and voids are worth more; the left bower is the second trump."""
    hearts = bower_ordering(PACK, Suit.HEARTS)

    def worth(hand: str) -> float:
        return strength(hearts, Cards.parse(hand))

    assert worth(".JAK.J.") > worth(".JAK.A.") > worth(".JAK.9.") > worth(".AK9.9.")
    assert worth("9.JA9.9.") > worth("9.JA.9.9")


@pytest.mark.parametrize(
    ("hand", "turned", "thrown"),
    [
        ("JA9.A9..", "TS", "9H"),
        ("JA9.A..9", "TS", "9C"),  # rather than the ace: and the hand is void
        ("JA.KQ.9.", "TS", "9D"),  # the lone nine, not the guarded king
        ("JAKQ..A.", "TS", "AD"),  # five trumps are better than four and an ace
    ],
)
def test_the_dealer_makes_a_hand_short(hand: str, turned: str, thrown: str) -> None:
    """The discard that hurts least."""
    assert calls(hand, turned, "pass pass order") == {f"-{thrown}"}


def test_trumps_are_kept() -> None:
    """Of many hands none throws a trump while it holds two plain cards."""
    for number in range(300):
        turned, *rest = shuffled(PACK, deal_seed(3, number))
        assert turned.suit is not None
        ordering = bower_ordering(PACK, turned.suit)
        held = Cards.of((turned, *rest[:5]))
        plain = held - ordering.of_suit(turned.suit)
        if len(plain) > 1:
            assert keeps(ordering, held, held)[1] in plain


def test_the_turned_card_is_kept_where_it_must_be() -> None:
    """Under *discard_turned=no* the lowest trump stays if it is the card taken."""
    assert calls("JAKQT...", "9S", "pass pass order") == {"-9S"}
    assert calls("JAKQT...", "9S", "pass pass order", spec="euchre-a-trois discard_turned=no") == {"-TS"}


def test_calls_cost_what_they_give_away() -> None:
    """A trump ordered into another hand makes the maker's weaker; taken up by the dealer it makes it stronger."""

    def tricks(dealer: int, turned: str) -> float:
        record = f'[Rules "euchre-a-trois"]\n[Deal 1] [Dealer {dealer}]\n[Hands "AQ9.A9.. ? ?"] [Stock "{turned} ?8"]\n'
        passes = "pass " * ((1 - dealer - 1) % 3)
        view, seat = position(f"{record}calls: {passes}\n")
        assert isinstance(view.hand, EuchreHand)
        assert seat == 1
        return expected(view.hand, seat, Order())

    assert tricks(1, "KS") > tricks(2, "KS")
    assert tricks(1, "JS") > tricks(1, "TS")
    assert tricks(2, "TS") > tricks(2, "JS")
    assert tricks(3, "TS") > tricks(2, "TS")  # on lead


def test_naming_is_not_ordering() -> None:
    """A suit is worth what the hand holds of it."""
    view, seat = position('[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "AQ9.A9.. ? ?"] [Stock "KS ?8"]\n')
    assert isinstance(view.hand, EuchreHand)
    assert expected(view.hand, seat, Name(Suit.SPADES)) > expected(view.hand, seat, Name(Suit.CLUBS))


def card(hand: str, maker: int, won: str, trick: str = "", *, gone: str = "") -> str:
    """The card seat 1 plays in the middle of a deal with hearts trump, after the cards of the current trick."""
    leader = (3 - len(trick.split())) % 3 + 1
    size = len(hand) - 3
    return decision(
        f'[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Trump H] [Maker {maker}] [Won "{won}"] [Leader {leader}]\n'
        f'[Gone "{gone}"]\n[Hands "{hand} ?{size} ?{size}"]\n{leader}: {trick}\n'
    )


def test_the_maker_draws_trumps() -> None:
    """With the highest trump on lead; once they are out, the plain winners."""
    assert card(".JA9.A.9", 1, "0 0 0") == "JH"
    assert card(".A9.A.", 1, "1 1 0", gone="JH JD KH QH TH 9S") == "AD"


def test_a_defender_does_not_draw_the_ally_s_trumps() -> None:
    """It leads a plain suit."""
    assert card(".J9.A.K9", 2, "0 0 0") in {"AD", "KC"}


def test_the_ally_keeps_the_trick() -> None:
    """A defender throws its lowest card on the ally's winner, and takes the maker's trick if it can."""
    assert card("9.J.9.", 2, "0 1 1", "KC AC") in {"9S", "9D"}
    assert card("9.J.9.", 3, "0 1 1", "KC AC") == "JH"
    assert card("9.J9.9.", 3, "0 1 0", "KC AC") == "9H"  # and with the lowest trump that will do


def test_the_left_bower_follows_trump() -> None:
    """It must be played to a trump lead, and takes it."""
    assert card("..JA.", 2, "1 1 1", "9H KH") == "JD"
