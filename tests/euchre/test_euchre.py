"""Euchre for four (RULES, section 3): every default and every option, with its figures."""

import pytest
from tests.core.play import dealt, hand_of, legal, lines_of, placed, played, refused

from atout import Table
from atout.events import HandSeen, SitsOut
from atout.families import parse
from atout.options import RulesError

RULES = "euchre"
FULL = "AK.9.A9. QJ.AQ.T. T9.KT.K. ..J.AKQJ"
STOCK = "JH QD TC 9C"
POOR = "T9.T9..T QJ.AQ.T. .K.9.AK9 AK..J.QJ"
POOR_STOCK = "JH AD KD QD"


def table(options: str = "", body: str = "", *, hands: str = FULL, stock: str = STOCK, dealer: int = 4) -> Table:
    """A deal of four-hand Euchre after some tokens."""
    return dealt(f"{RULES} {options}".strip(), hands, dealer=dealer, stock=stock, body=body)


def counted(options: str, calls: str, tricks: str) -> tuple[int, ...]:
    """Points of the sides 1+3 and 2+4 when these calls lead to these tricks by seat."""
    at = table(options, calls)
    at.act(f"settled:{tricks}", seat=0)
    return at.points


def refused_rules(spec: str) -> tuple[str, str]:
    """The field and the reason of rules that cannot be."""
    with pytest.raises(RulesError) as caught:
        parse(spec)
    return caught.value.field, caught.value.reason


# --- the table --------------------------------------------------------------------------------------------------------


def test_four_seats_in_two_pairs_24_cards_five_each_to_10() -> None:
    rules = parse(RULES)
    assert rules.sides == ((1, 3), (2, 4))
    assert (len(rules.pack), rules.cards_each, rules.ending.target) == (24, 5, 10)


def test_makers_side_against_the_other() -> None:
    assert hand_of(table(body="order -QC")).camps == ((1, 3), (2, 4))
    assert hand_of(table(body="pass order -QC")).camps == ((2, 4), (1, 3))


def test_the_dealer_takes_the_card_whoever_ordered_it() -> None:
    at = table(body="pass pass order")
    assert at.turn == 4
    assert legal(at) == {"-JH", "-JD", "-AC", "-KC", "-QC", "-JC"}


# --- the count --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tricks", "points"), [("2,1,1,1", (1, 0)), ("4,0,0,1", (1, 0)), ("1,2,1,1", (0, 2))])
def test_3_or_4_tricks_of_the_side_1_point_fewer_2_to_the_others(tricks: str, points: tuple[int, ...]) -> None:
    assert counted("", "order -QC", tricks) == points


def test_all_five_2_points() -> None:
    assert counted("", "order -QC", "3,0,2,0") == (2, 0)
    assert counted("march=3", "order -QC", "3,0,2,0") == (3, 0)


def test_alone_all_five_4_points() -> None:
    assert counted("", "order-alone -QC", "5,0,0,0") == (4, 0)
    assert counted("lone_march=5", "order-alone -QC", "5,0,0,0") == (5, 0)


def test_alone_3_or_4_tricks_1_point() -> None:
    assert counted("", "order-alone -QC", "3,1,0,1") == counted("", "order-alone -QC", "4,1,0,0") == (1, 0)


def test_alone_and_euchred_2_points_or_4() -> None:
    assert counted("", "order-alone -QC", "2,2,0,1") == (0, 2)
    assert counted("euchred_alone=4", "order-alone -QC", "2,2,0,1") == (0, 4)
    assert counted("euchred_alone=4", "order -QC", "1,2,1,1") == (0, 2)


def test_a_lone_defender_who_euchres_scores_4() -> None:
    calls = "order-alone -QC defend-alone"
    assert counted("defend_alone=yes", calls, "2,3,0,0") == (0, 4)
    assert counted("defend_alone=yes lone_defence=2", calls, "2,3,0,0") == (0, 2)
    assert counted("defend_alone=yes", "order-alone -QC pass pass", "2,2,0,1") == (0, 2)
    assert counted("defend_alone=yes", calls, "3,2,0,0") == (1, 0)


def test_option_the_maker_loses() -> None:
    assert counted("euchred=maker-loses", "order -QC", "1,2,1,1") == (-2, 0)


def test_the_lines_of_a_count() -> None:
    at = table("", "pass pass pass order-alone -QC")
    at.act("settled:0,0,0,5", seat=0)
    assert lines_of(at, 2) == [("lone_march", 4)]


# --- going alone ------------------------------------------------------------------------------------------------------


def test_alone_is_said_with_the_call() -> None:
    assert legal(table()) == {"pass", "order", "order-alone"}
    assert {"S-alone", "D-alone", "C-alone"} < legal(table(body="pass pass pass pass"))


def test_the_partner_sits_out_and_tricks_have_three_cards() -> None:
    at = table(body="order-alone -QC")
    assert hand_of(at).board.sitting_out == {3}
    assert [event.seat for event in at.events if isinstance(event, SitsOut)] == [3]
    at = played(at, "AS QS JC")
    assert hand_of(at).board.won == (0, 0, 0, 1) or hand_of(at).board.won == (1, 0, 0, 0)


def test_a_partner_who_deals_still_takes_the_card_and_discards() -> None:
    at = table(body="pass order-alone")
    assert at.turn == 4
    assert hand_of(played(at, "-QC")).board.sitting_out == {4}


@pytest.mark.parametrize(("calls", "leader"), [("order-alone -QC", 1), ("pass pass order-alone -QC", 2)])
def test_left_of_the_dealer_leads_or_the_next_seat(calls: str, leader: int) -> None:
    """In the second case seat 1, the dealer's left, is the lone maker's partner."""
    assert table(body=calls).turn == leader


def test_option_left_of_the_lone_maker_leads() -> None:
    assert table("lone_lead=maker", "order-alone -QC").turn == 2
    assert table("lone_lead=maker", "pass order-alone -QC").turn == 3
    assert table("lone_lead=maker", "order -QC").turn == 1


def test_option_defend_alone_asks_the_opponents_in_turn() -> None:
    at = table("defend_alone=yes", "order-alone -QC")
    assert (at.turn, legal(at)) == (2, {"pass", "defend-alone"})
    at = played(at, "pass")
    assert at.turn == 4
    assert hand_of(played(at, "defend-alone")).board.sitting_out == {2, 3}
    assert table("defend_alone=yes", "order -QC").turn == 1


def test_option_ordering_the_partner_is_going_alone() -> None:
    at = table("partner_must_go_alone=yes", "pass")
    assert legal(at) == {"pass", "order-alone"}
    assert refused(at, "order").code == "partner-alone"
    assert legal(table("partner_must_go_alone=yes")) == {"pass", "order", "order-alone"}


def test_option_nobody_alone() -> None:
    at = table("alone=no")
    assert legal(at) == {"pass", "order"}
    assert refused(at, "order-alone").code == "nobody-alone"


# --- calls ----------------------------------------------------------------------------------------------------------


def test_all_pass_the_deal_moves_on_unless_the_dealer_is_stuck() -> None:
    passes = "pass pass pass pass pass pass pass"
    at = played(table(body=passes), "pass")
    assert at.match.awaits_deal
    assert at.match.next_dealer == 1
    assert refused(table("stick=yes", passes), "pass").code == "dealer-must-name"


def test_option_no_trump_in_the_second_round() -> None:
    passes = "pass pass pass pass"
    assert {"NT", "NT-alone"} < legal(table("no_trump=yes", passes))
    assert refused(table("", passes), "NT").code == "no-no-trump"
    at = played(table("no_trump=yes", passes), "NT")
    ordering = hand_of(at).ordering
    assert ordering is not None
    assert ordering.trump is None
    assert legal(played(at, "9D")) == {"TD"}


def test_without_trump_the_jack_of_diamonds_is_a_diamond() -> None:
    tags = '[Trump NT] [Maker 1] [Won "1 1 1 1"] [Leader 1] [Hands "..A. ..J. .A.. ...A"]'
    assert placed(f"{RULES} no_trump=yes", tags, "1: AD", dealer=4).legal == ["JD"]


def test_option_misdeal_without_ace_king_queen_or_jack() -> None:
    at = table("misdeal=no-ace-no-face", hands=POOR, stock=POOR_STOCK)
    assert "misdeal" in legal(at)
    at = played(at, "misdeal")
    assert at.match.awaits_deal
    assert at.match.next_dealer == 4
    rich = table("misdeal=no-ace-no-face", "pass", hands=POOR, stock=POOR_STOCK)
    assert refused(rich, "misdeal").code == "no-misdeal-high"
    assert refused(table(), "misdeal").code == "no-misdeals"


def test_option_a_farmers_hand_changes_three_nines_or_tens_for_the_stock() -> None:
    at = table("farmers_hand=yes", hands=POOR, stock=POOR_STOCK)
    assert len(legal(at)) == 11
    at = played(at, "swap:TS,9S,TC")
    assert str(hand_of(at).board.holding(1).sure) == ".T9.AKQ."
    assert at.turn == 1
    assert legal(at) == {"pass", "order", "order-alone"}
    assert hand_of(played(at, "pass")).board.out.sure is not None


def test_a_farmers_hand_is_shown_and_what_it_takes_is_not() -> None:
    at = played(table("farmers_hand=yes", hands=POOR, stock=POOR_STOCK), "swap:TS,9S,TC")
    seen = at.view(2).hand
    assert seen is not None
    assert str(seen.board.out.sure) == "T9...T"
    assert not seen.board.holding(1).sure
    own = at.view(1).hand
    assert own is not None
    assert str(own.board.holding(1).sure) == ".T9.AKQ."


def test_of_a_larger_stock_the_three_undermost_cards_are_taken() -> None:
    hands, stock = "T9.T9..T QJ.AQ.T. .K.9.AK9", "JH AD KD QD JD AS KS QC JC"
    at = dealt("euchre-a-trois farmers_hand=yes", hands, dealer=3, stock=stock, body="swap:TS,9S,TC")
    assert str(hand_of(at).board.holding(1).sure) == "K.T9..QJ"


def test_a_farmers_hand_is_nothing_else() -> None:
    at = table("farmers_hand=yes", hands=POOR, stock=POOR_STOCK)
    assert refused(at, "swap:9S,TS").code == "not-a-farmers-hand"
    assert refused(at, "swap:9C,9S,TS").code == "not-held"
    assert refused(at, "order").code == "exchange-or-pass"
    assert legal(table("farmers_hand=yes")) == {"pass"}


# --- packs and conflicts ----------------------------------------------------------------------------------------------


def test_option_pack_of_32_leaves_12_in_the_stock() -> None:
    rules = parse(f"{RULES} pack=32")
    assert len(rules.pack) - 4 * rules.cards_each == 12


def test_option_discard_turned_no() -> None:
    at = table("discard_turned=no", "order")
    assert refused(at, "-JH").code == "discard-turned"


@pytest.mark.parametrize(
    ("options", "field", "reason"),
    [
        ("pack=20", "pack", "no-stock"),
        ("alone=no defend_alone=yes", "defend_alone", "needs-alone"),
        ("alone=no partner_must_go_alone=yes", "partner_must_go_alone", "needs-alone"),
        ("alone=no lone_lead=maker", "lone_lead", "needs-alone"),
        ("lone_defence=2", "lone_defence", "needs-lone-defence"),
        ("benny=joker no_trump=yes", "no_trump", "no-trump-with-benny"),
        ("moon=yes", "moon", "not-in-this-form"),
        ("dropping=yes", "dropping", "not-in-this-form"),
        ("least_bid=2", "least_bid", "not-in-this-form"),
        ("players=3", "players", "not-this-many"),
    ],
)
def test_what_cannot_be_is_refused_with_field_and_reason(options: str, field: str, reason: str) -> None:
    assert refused_rules(f"{RULES} {options}") == (field, reason)


# --- two-hand ---------------------------------------------------------------------------------------------------------

TWO = "AK.9.A9. QJ.AQ.T."
TWO_STOCK = "JH JD QD JC TC 9C QC KC AC TS 9S KH TH KD"


def test_two_players_five_cards_of_24_to_10() -> None:
    rules = parse("euchre-a-deux")
    assert rules.sides == ((1,), (2,))
    assert (len(rules.pack), rules.cards_each, rules.ending.target) == (24, 5, 10)


def test_two_the_non_dealer_speaks_and_leads_first() -> None:
    at = dealt("euchre-a-deux", TWO, dealer=2, stock=TWO_STOCK)
    assert at.turn == 1
    assert played(at, "pass order -TD").turn == 1


def test_two_no_lone_hands() -> None:
    at = dealt("euchre-a-deux", TWO, dealer=2, stock=TWO_STOCK)
    assert refused(at, "order-alone").code == "nobody-alone"
    assert refused_rules("euchre-a-deux alone=yes") == ("alone", "needs-pairs")


@pytest.mark.parametrize(("tricks", "points"), [("3,2", (1, 0)), ("5,0", (2, 0)), ("2,3", (0, 2))])
def test_two_the_count(tricks: str, points: tuple[int, ...]) -> None:
    at = dealt("euchre-a-deux", TWO, dealer=2, stock=TWO_STOCK, body="order -TD")
    at.act(f"settled:{tricks}", seat=0)
    assert at.points == points


# --- British ----------------------------------------------------------------------------------------------------------

BRITISH = "euchre-britannique"


def test_british_25_cards_to_11() -> None:
    rules = parse(BRITISH)
    assert len(rules.pack) == 25
    assert "BJ" in map(str, rules.pack)
    assert rules.ending.target == 11
    assert "2S" in map(str, parse(f"{BRITISH} benny=2s").pack)


@pytest.mark.parametrize("trump", "SHDC")
def test_the_benny_is_the_highest_trump_whatever_the_suit(trump: str) -> None:
    tags = f'[Trump {trump}] [Maker 1] [Won "1 1 1 1"] [Leader 1] [Hands "...9 J... .J.. ...+BJ"]'
    at = placed(BRITISH, tags, "1: 9C JS JH", dealer=4)
    assert legal(at) == {"BJ"}
    assert hand_of(played(at, "BJ")).board.won == (1, 1, 1, 2)


def test_the_benny_follows_trump_and_asks_for_it() -> None:
    tags = '[Trump H] [Maker 1] [Won "1 1 1 0"] [Leader 1] [Hands ".A.A. ...J+BJ K..Q. Q..J."]'
    assert legal(placed(BRITISH, tags, "1: AH", dealer=4)) == {"BJ"}
    tags = '[Trump H] [Maker 1] [Won "1 1 1 0"] [Leader 1] [Hands "...A+BJ K.9.. Q..A. 9..J."]'
    assert legal(placed(BRITISH, tags, "1: BJ", dealer=4)) == {"9H"}


def test_the_benny_turned_up_the_dealer_names_a_suit_before_looking() -> None:
    at = dealt(BRITISH, FULL, dealer=4, stock=f"BJ {STOCK}")
    assert at.turn == 4
    assert legal(at) == {"S", "H", "D", "C"}
    assert refused(at, "pass").code == "maker-must-name"
    assert refused(at, "S-alone").code == "not-alone-now"
    unseen = at.view(4).hand
    assert unseen is not None
    assert unseen.board.holding(4).unseen == 5
    other = at.view(1).hand
    assert other is not None
    assert not other.board.holding(1).unseen


def test_then_the_dealers_side_is_the_maker_and_he_takes_the_benny() -> None:
    at = played(dealt(BRITISH, FULL, dealer=4, stock=f"BJ {STOCK}"), "C")
    assert hand_of(at).camps == ((2, 4), (1, 3))
    assert [event.seat for event in at.events if isinstance(event, HandSeen)] == [4]
    assert at.turn == 4
    assert "-BJ" in legal(at)
    assert played(at, "-JD").turn == 1


def test_british_the_player_left_of_a_lone_maker_leads() -> None:
    assert dealt(BRITISH, FULL, dealer=4, stock=f"{STOCK} BJ", body="pass order-alone -QC").turn == 3
