"""Bid Euchre and Buck Euchre (RULES, section 3): every default and every option, with its figures."""

import pytest
from tests.core.play import dealt, hand_of, legal, lines_of, played, refused
from tests.euchre.test_euchre import FULL, STOCK, refused_rules

from atout import Table
from atout.families import parse

BID = "bid-euchre"
BUCK = "buck-euchre players=4"
SIX = "AK.9.A9.T QJ.AQ.T.9 T9.KT.K.A .J.QJ.KQJ"
CLUBS = "TC QD JH 9C"


def bid(options: str = "", body: str = "") -> Table:
    """A deal of Bid Euchre after some tokens; seat 4 deals."""
    return dealt(f"{BID} {options}".strip(), SIX, dealer=4, body=body)


def buck(options: str = "", body: str = "", stock: str = STOCK) -> Table:
    """A deal of Buck Euchre for four after some tokens; seat 4 deals."""
    return dealt(f"{BUCK} {options}".strip(), FULL, dealer=4, stock=stock, body=body)


def settled(at: Table, tricks: str) -> Table:
    """The deal counted with these tricks by seat."""
    at.act(f"settled:{tricks}", seat=0)
    return at


# --- bids -------------------------------------------------------------------------------------------------------------


def test_24_cards_six_each_all_dealt_to_32() -> None:
    rules = parse(BID)
    assert rules.sides == ((1, 3), (2, 4))
    assert (len(rules.pack), rules.cards_each, rules.ending.target) == (24, 6, 32)


def test_one_round_from_the_dealers_left_each_bid_higher_than_before() -> None:
    at = bid()
    assert (at.turn, legal(at)) == (1, {"pass", "3", "4", "5", "6", "moon"})
    at = played(at, "4")
    assert (at.turn, legal(at)) == (2, {"pass", "5", "6", "moon"})
    assert refused(at, "4").code == "bid-too-low"
    assert refused(at, "2").code == "bid-out-of-range"


def test_moon_stands_above_six_and_ends_the_bidding() -> None:
    assert legal(bid(body="6")) == {"pass", "moon"}
    assert bid(body="6 moon").turn == 2
    assert refused(bid("moon=no"), "moon").code == "no-moon"
    assert bid("moon=no", "6").turn == 1


def test_all_pass_the_dealer_must_bid_3() -> None:
    at = bid(body="pass pass pass")
    assert refused(at, "pass").code == "dealer-must-bid"
    assert legal(at) == {"3", "4", "5", "6", "moon"}
    at = played(bid("stick=no", "pass pass pass"), "pass")
    assert at.match.awaits_deal
    assert at.match.next_dealer == 1


def test_option_least_bid() -> None:
    assert legal(bid("least_bid=5")) == {"pass", "5", "6", "moon"}
    assert refused_rules(f"{BID} least_bid=6 pack=20") == ("least_bid", "more-than-cards")


def test_the_high_bidder_names_a_suit_or_no_trump_and_leads() -> None:
    at = bid(body="pass 3 4 pass")
    assert (at.turn, legal(at)) == (3, {"S", "H", "D", "C", "NT"})
    assert refused(at, "pass").code == "maker-must-name"
    assert played(at, "NT").turn == 3
    assert refused(bid("no_trump=no", "3 pass pass pass"), "NT").code == "no-no-trump"


def test_option_lead_of_the_dealers_left() -> None:
    assert bid("lead=dealer", "pass 3 4 pass S").turn == 1
    assert bid("lead=maker", "pass 3 4 pass S").turn == 4


def test_a_moon_is_played_alone() -> None:
    at = bid(body="pass moon S")
    assert hand_of(at).board.sitting_out == {4}
    assert at.turn == 2


@pytest.mark.parametrize(
    ("calls", "tricks", "points"),
    [
        ("4 pass pass pass S", "3,1,1,1", (4, 2)),
        ("4 pass pass pass S", "4,0,2,0", (6, 0)),
        ("4 pass pass pass S", "3,2,0,1", (-4, 3)),
        ("moon S", "6,0,0,0", (12, 0)),
        ("moon S", "5,1,0,0", (-12, 1)),
        ("pass pass pass 3 S", "3,1,2,0", (5, -3)),
    ],
)
def test_a_point_a_trick_minus_the_bid_if_it_fails_12_for_a_moon(
    calls: str, tricks: str, points: tuple[int, ...]
) -> None:
    assert settled(bid(body=calls), tricks).points == points


def test_the_codes_of_the_count() -> None:
    assert lines_of(settled(bid(body="4 pass pass pass S"), "3,2,0,1"), 1) == [("bid_set", -4)]
    assert lines_of(settled(bid(body="moon S"), "6,0,0,0"), 1) == [("moon", 12)]


def test_option_misdeal_is_claimed_before_the_bid() -> None:
    at = dealt(f"{BID} misdeal=no-ace-no-face", "T9.T9.T9. QJ.AQ.A.9 .KJ.KQ.AK AK..J.QJT", dealer=4)
    assert "misdeal" in legal(at)
    assert played(at, "misdeal").match.next_dealer == 4


def test_what_bid_euchre_has_not() -> None:
    assert refused_rules(f"{BID} march=3") == ("march", "not-in-this-form")
    assert refused_rules(f"{BID} alone=yes") == ("alone", "not-in-this-form")
    assert parse(f"{BID} pack=32").cards_each == 8


# --- buck -------------------------------------------------------------------------------------------------------------


def test_everyone_starts_at_15_and_counts_down() -> None:
    at = buck()
    assert at.total == (15, 15, 15, 15)
    assert buck("target=21").total == (21,) * 4
    assert parse("buck-euchre").players == 3


def test_clubs_turned_up_are_trump_without_bids_and_nobody_drops() -> None:
    hands = FULL.replace("AKQJ", "AKQJ")
    at = dealt(BUCK, hands, dealer=4, stock=CLUBS)
    hand = hand_of(at)
    assert hand.playing
    assert at.turn == 1
    assert str(hand.announced.trump) == "C"
    assert hand.announced.maker is None
    assert settled(at, "3,1,0,1").points == (-3, -1, 5, -1)


def test_option_clubs_are_bid_for_like_others() -> None:
    at = buck("dirty_clubs=no", stock=CLUBS)
    assert legal(at) == {"pass", "1", "2", "3", "4", "5"}


def test_one_round_of_bids_1_to_5_higher_or_pass() -> None:
    at = played(buck(), "2")
    assert legal(at) == {"pass", "3", "4", "5"}
    assert buck(body="5").turn == 1
    passed = buck(body="pass pass pass pass")
    assert passed.match.awaits_deal
    assert passed.match.next_dealer == 1
    assert refused(buck("stick=yes", "pass pass pass"), "pass").code == "dealer-must-bid"


def test_the_high_bidder_names_trump_then_each_other_seat_stays_or_drops() -> None:
    at = buck(body="1 3 pass pass H")
    assert (at.turn, legal(at)) == (3, {"stay", "drop"})
    at = played(at, "drop stay stay")
    assert hand_of(at).board.sitting_out == {3}
    assert at.turn == 1


def test_when_all_drop_every_trick_is_the_makers() -> None:
    at = played(buck(body="pass 3 pass pass H"), "drop drop drop")
    assert at.points == (0, -5, 0, 0)


def test_option_nobody_drops() -> None:
    assert hand_of(buck("dropping=no", "pass 3 pass pass H")).playing


@pytest.mark.parametrize(
    ("tricks", "points"),
    [("1,3,1,0", (-1, -3, -1, 5)), ("2,2,1,0", (-2, 5, -1, 5)), ("0,5,0,0", (5, -5, 5, 5)), ("5,0,0,0", (-5, 5, 5, 5))],
)
def test_a_trick_one_off_a_missed_bid_or_no_trick_five_on(tricks: str, points: tuple[int, ...]) -> None:
    assert settled(buck(body="pass 3 pass pass H stay stay stay"), tricks).points == points


def test_option_tricks_of_a_missed_bid_count() -> None:
    at = settled(buck("bucked=tricks", "pass 3 pass pass H stay stay stay"), "2,2,1,0")
    assert at.points == (-2, 3, -1, 5)
    assert lines_of(at, 2) == [("tricks", -2), ("bid_set", 5)]


def test_who_dropped_counts_nothing() -> None:
    assert settled(buck(body="pass 3 pass pass H drop stay stay"), "1,3,0,1").points == (-1, -3, 0, -1)


def test_the_first_at_or_below_0_wins() -> None:
    text = f'[Rules "{BUCK}"]\n[Deal 1] [Dealer 4]\n[Before "4 9 9 9"]\n[Hands "{FULL}"] [Stock "{STOCK}"]\n'
    at = Table.from_record(text + "4 pass pass pass S stay stay stay")
    assert settled(at, "4,0,1,0").winner == 1


def test_level_below_0_they_play_on() -> None:
    text = f'[Rules "{BUCK}"]\n[Deal 1] [Dealer 4]\n[Before "2 2 9 9"]\n[Hands "{FULL}"] [Stock "{STOCK}"]\n'
    at = Table.from_record(text + "2 pass pass pass S stay stay stay")
    at = settled(at, "2,2,1,0")
    assert not at.over
    assert at.total == (0, 0, 8, 14)
    shared = Table.from_record(text.replace(BUCK, f"{BUCK} tie=shared") + "2 pass pass pass S stay stay stay")
    assert settled(shared, "2,2,1,0").winners == (1, 2)


def test_the_lowest_total_wins_when_several_pass_0() -> None:
    text = f'[Rules "{BUCK}"]\n[Deal 1] [Dealer 4]\n[Before "2 2 9 9"]\n[Hands "{FULL}"] [Stock "{STOCK}"]\n'
    at = Table.from_record(text + "2 pass pass pass S stay stay stay")
    assert settled(at, "3,2,0,0").winner == 1


def test_the_high_bidder_may_not_be_told_to_sit_out() -> None:
    tags = '[Trump H] [Maker 1] [Bids "3 0 0 0"] [Resting 1] [Leader 2] [Hands "? ? ? ?"]'
    with pytest.raises(ValueError, match="maker-sits-out"):
        Table.from_record(f'[Rules "{BUCK}"]\n[Deal 1] [Dealer 4]\n{tags}\n')
