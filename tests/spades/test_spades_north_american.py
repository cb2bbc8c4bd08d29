"""The common North American table and its options (RULES, section 3), clause by clause."""

import pytest
from tests.core.play import counted, dealt, hand_of, legal, lines_of, placed, played, refused

from atout import Table
from atout.cards import Card, Cards, Suit
from atout.events import HandSeen
from atout.families import parse
from atout.options import RulesError
from atout.seats import HOUSE
from atout.spades.rules import SpadesRules

HANDS = "AK2.AK2.AK2.AK93 QJT.QJT.QJT.QJT6 9876.9876.9876.8 543.543.543.7542"


def behind(rules: str, total: str, body: str = "", hands: str = HANDS) -> Table:
    """A deal of dealer 4 that starts from these totals."""
    return Table.from_record(f'[Rules "{rules}"]\n[Deal 7] [Dealer 4]\n[Before "{total}"]\n[Hands "{hands}"]\n{body}\n')


# --- the table itself -------------------------------------------------------------------------------------------------


def test_four_players_in_two_pairs_to_500() -> None:
    rules = parse("spades")
    assert (rules.players, rules.sides, rules.ending.target) == (4, ((1, 3), (2, 4)), 500)
    assert (len(rules.pack), rules.cards_each) == (52, 13)
    assert counted("spades", "5/5 5/5 3/3 0/0", before="419 0").winner is None
    assert counted("spades", "5/5 5/5 3/3 0/0", before="420 0").winner == 1


def test_nil_100() -> None:
    assert lines_of(counted("spades", "nil/0 4/4 5/5 4/4"), 1) == [("contract", 50), ("nil", 100)]
    assert lines_of(counted("spades", "nil/2 4/4 5/5 2/2"), 1) == [
        ("contract", 50), ("nil_failed", -100), ("nil_bags", 2),
    ]  # fmt: skip


def test_failed_nil_tricks_are_bags_and_do_not_help_the_partner() -> None:
    table = counted("spades", "nil/2 4/4 5/4 3/3")
    assert lines_of(table, 1) == [("set", -50), ("nil_failed", -100), ("nil_bags", 2)]
    assert table.bags == (2, 0)


def test_failed_nil_tricks_may_help_the_partner() -> None:
    table = counted("spades nil_failed_helps=yes", "nil/2 4/4 5/4 3/3")
    assert lines_of(table, 1) == [("contract", 50), ("overtricks", 1), ("nil_failed", -100)]


def test_double_nil_separate() -> None:
    assert lines_of(counted("spades", "0/0 6/6 0/1 6/6"), 1) == [("nil", 100), ("nil_failed", -100), ("nil_bags", 1)]


def test_ten_bags_cost_100() -> None:
    assert counted("spades", "3/5 4/4 3/4 0/0", bags="8 0").points[0] == 60 + 3 - 100


def test_floor_of_minus_200() -> None:
    assert not counted("spades", "7/0 5/5 6/0 8/8", before="-200 0").over
    table = counted("spades floor=-200", "7/0 5/5 6/0 8/8", before="-70 0")
    assert (table.total[0], table.winner) == (-200, 2)
    assert not counted("spades floor=-200", "7/0 5/5 6/0 8/8", before="-69 0").over


# --- blind nil --------------------------------------------------------------------------------------------------------


def test_blind_nil_200() -> None:
    assert lines_of(counted("spades", "blind-nil/0 4/4 5/5 4/4", before="0 100"), 1) == [
        ("contract", 50), ("blind_nil", 200),
    ]  # fmt: skip
    table = counted("spades", "blind-nil/1 4/4 5/5 3/3", before="0 100")
    assert lines_of(table, 1) == [("contract", 50), ("blind_nil_failed", -200), ("nil_bags", 1)]
    assert table.points[0] == 50 - 200 + 1


def test_blind_nil_is_twice_a_nil() -> None:
    assert lines_of(counted("spades nil=50", "blind-nil/0 4/4 5/5 4/4", before="0 100"), 1)[1] == ("blind_nil", 100)


@pytest.mark.parametrize(("total", "allowed"), [("0 100", True), ("1 100", False), ("-100 0", True), ("100 0", False)])
def test_allowed_to_a_side_100_or_more_behind(total: str, allowed: bool) -> None:
    table = behind("spades", total)
    assert ("blind-nil" in legal(table)) is allowed
    assert ("look" in legal(table)) is allowed


def test_blind_nil_no_turns_it_off() -> None:
    table = behind("spades blind_nil=no", "-300 300")
    assert "blind-nil" not in legal(table)
    assert refused(table, "blind-nil").code == "no-blind-nil"


def test_any_other_distance_is_an_option() -> None:
    assert "blind-nil" in legal(behind("spades blind_behind=0", "0 0"))
    assert "blind-nil" not in legal(behind("spades blind_behind=200", "0 199"))


def test_before_looking_nobody_knows_his_cards() -> None:
    table = behind("spades", "0 100")
    for seat in (HOUSE, 1, 3):
        assert hand_of_view(table, seat, 1) == (0, 13)
        assert hand_of_view(table, seat, 3) == (0, 13)
    assert hand_of_view(table, 2, 2) == (13, 0)  # the side in front sees its cards at once
    table.act("look")
    assert hand_of_view(table, 1, 1) == (13, 0)
    assert hand_of_view(table, 3, 1) == (0, 13)
    assert refused(table, "blind-nil").code == "no-blind-nil"
    assert "look" not in legal(table)


def hand_of_view(table: Table, viewer: int, seat: int) -> tuple[int, int]:
    """Cards of a seat that a viewer is sure of, and those unseen."""
    view = table.view(viewer).hand
    assert view is not None
    holding = view.board.holding(seat)
    return len(holding.sure), holding.unseen


def test_a_plain_bid_implies_having_looked() -> None:
    """… and no look is recorded."""
    looked, unlooked = behind("spades", "0 100", "bids: look 4"), behind("spades", "0 100", "bids: 4")
    assert looked.events == unlooked.events
    assert "look" not in looked.record()
    assert hand_of_view(unlooked, 1, 1) == (13, 0)


def test_a_look_without_a_bid_is_recorded() -> None:
    """An unfinished game does not forget that somebody has looked."""
    table = behind("spades", "0 100", "bids: look")
    assert "bids: look" in table.record()
    assert refused(Table.from_record(table.record()), "blind-nil").code == "no-blind-nil"


def test_a_blind_nil_sees_its_cards_at_once() -> None:
    table = behind("spades", "0 100", "bids: blind-nil")
    assert any(isinstance(event, HandSeen) and event.seat == 1 for event in table.events)
    assert hand_of_view(table, 1, 1) == (13, 0)
    assert hand_of_view(table, 2, 1) == (0, 13)


def test_misdeal_only_after_a_look() -> None:
    table = behind("spades misdeal=no-spade-or-face", "0 100", hands=HANDS)
    assert refused(table, "misdeal").code == "look-first"


def test_a_position_tells_a_blind_nil() -> None:
    tags = '[Bids "blind-nil 4 4 4"] [Won "0 4 4 4"] [Open yes] [Leader 2] [Hands "2... A... K... Q..."]'
    table = played(placed("spades", tags, dealer=4), "AS KS QS 2S")
    assert lines_of(table, 1) == [("contract", 40), ("blind_nil", 200)]
    assert '[Bids "blind-nil 4 4 4"]' in table.record()


# --- cards passed between partners ------------------------------------------------------------------------------------


def exchange(body: str = "bids: blind-nil 4 4 4") -> Table:
    """A deal where seat 1 bid nil blind and two cards are exchanged."""
    return behind("spades nil_pass=2", "0 100", body)


def test_nil_pass_exchanges_cards_with_the_partner() -> None:
    table = exchange()
    assert table.turn == 1
    assert refused(table, "AS").code == "give-first"
    table.act("give:AS,KS")
    assert table.turn == 3
    table.act("give:6H,6D")
    hand = hand_of(table)
    assert hand.board.holding(1).sure == Cards.parse("2.AK26.AK26.AK93")
    assert hand.board.holding(3).sure == Cards.parse("AK9876.987.987.8")
    assert (table.turn, hand.playing) == (1, True)


def test_nothing_is_passed_after_a_nil_seen() -> None:
    table = behind("spades nil_pass=2", "0 100", "bids: nil 4 4 4")
    assert hand_of(table).playing


def test_passed_cards_are_known_to_two_seats_only() -> None:
    table = played(exchange(), "give:AS,KS")
    for seat, sure in ((1, 2), (3, 15), (2, 0), (4, 0), (HOUSE, 0)):
        assert hand_of_view(table, seat, 3)[0] == sure, seat
    assert "give:?2" in table.record(2)
    assert "give:AS,KS" in table.record(1)
    assert "give:AS,KS" in table.record(3)


def test_what_was_given_may_come_back() -> None:
    table = played(exchange(), "give:AS,KS give:AS,8C")
    assert Card.from_token("AS") in hand_of(table).board.holding(1).sure


def test_as_many_as_the_rules_say() -> None:
    table = exchange()
    assert refused(table, "give:AS").code == "give-count"
    assert refused(table, "give:AS,9S").code == "not-held"
    assert refused(table, "give:?2").code == "give-unknown"
    assert len(table.legal) == 13 * 12 // 2


def test_both_partners_blind_exchange_once() -> None:
    table = behind("spades nil_pass=1", "0 100", "bids: blind-nil 4 blind-nil 4 give:AS give:8C")
    assert hand_of(table).playing


# --- bids that are not free -------------------------------------------------------------------------------------------


def test_mirror_bids_the_number_of_spades() -> None:
    table = dealt("spades mirror=yes", HANDS, dealer=4)
    assert legal(table) == {"3"}
    assert refused(table, "4").code == "mirror-bid"
    assert legal(played(table, "3 3")) == {"4"}


def test_mirror_without_a_spade_bids_nil() -> None:
    hands = ".AK32.AK32.AK432 AKQJ.QJT.QJT.QJT T9876.987.98.987 5432.654.7654.65"
    assert legal(dealt("spades mirror=yes", hands, dealer=4)) == {"0"}


def test_whiz_bids_the_number_of_spades_or_nil() -> None:
    table = dealt("spades whiz=yes", HANDS, dealer=4)
    assert legal(table) == {"0", "3"}
    assert refused(table, "4").code == "whiz-bid"


def test_whiz_asks_for_a_look_before_a_plain_bid() -> None:
    """What may be bid depends on the hand: so a record has to tell the look."""
    table = behind("spades whiz=yes", "0 100")
    assert legal(table) == {"blind-nil", "look"}
    assert refused(table, "3").code == "look-first"
    assert "bids: look 3" in played(table, "look 3").record()


def test_suicide_as_at_the_other_tables() -> None:
    table = dealt("spades suicide=yes", HANDS, dealer=4, body="bids: 5 4")
    assert legal(table) == {"0"}


def test_a_blind_nil_is_the_nil_that_suicide_asks_for() -> None:
    table = behind("spades suicide=yes", "0 100", "bids: 5 4")
    assert legal(table) == {"0", "blind-nil", "look"}


def test_least_bid_of_a_pair() -> None:
    """A nil counts 0: its partner makes up the whole number."""
    table = dealt("spades min_pair_bid=4", HANDS, dealer=4, body="bids: 1 0")
    assert refused(table, "2").code == "pair-bid-too-low"
    assert min(map(int, legal(table))) == 3
    assert min(map(int, legal(played(table, "3")))) == 4


def test_least_bid_of_a_pair_with_suicide_looks_ahead() -> None:
    """The partner will have to bid nil: the first bid is the pair's."""
    table = dealt("spades min_pair_bid=6 suicide=yes", HANDS, dealer=4)
    assert refused(table, "5").code == "pair-bid-ahead"
    assert legal(table) == {"0", *map(str, range(6, 14))}


# --- count ------------------------------------------------------------------------------------------------------------


def test_ten_for_200() -> None:
    spec = "spades ten_for_200=yes"
    assert lines_of(counted(spec, "6/6 1/1 4/5 1/1"), 1) == [("contract", 200), ("overtricks", 1)]
    assert lines_of(counted(spec, "6/6 1/2 4/3 1/2"), 1) == [("set", -200)]
    assert lines_of(counted(spec, "6/6 1/1 5/5 1/1"), 1) == [("contract", 110)]
    assert lines_of(counted("spades", "6/6 1/1 4/5 1/1"), 1) == [("contract", 100), ("overtricks", 1)]


# --- jokers -----------------------------------------------------------------------------------------------------------


def test_jokers_replace_two_twos() -> None:
    rules = parse("spades pack=jokers")
    tokens = set(map(str, rules.pack))
    assert len(tokens) == 52
    assert {"BJ", "LJ", "2D", "2S"} <= tokens
    assert tokens.isdisjoint({"2H", "2C"})


def test_jokers_and_deuces_stand_above_the_ace_in_order() -> None:
    rules = parse("spades pack=jokers")
    assert isinstance(rules, SpadesRules)
    order = rules.ordering
    spades = sorted(order.of_suit(Suit.SPADES), key=lambda card: -order.power(card, Suit.SPADES))
    assert [str(card) for card in spades[:6]] == ["BJ", "LJ", "2D", "2S", "AS", "KS"]
    assert len(spades) == 16


def test_jokers_follow_suit_to_spades() -> None:
    tags = '[Bids "3 3 3 3"] [Won "3 3 3 2"] [Open yes] [Leader 1] [Hands "A..K. .A.2. .KQ.. .3..+BJ"]'
    table = placed("spades pack=jokers", tags, "1: AS", dealer=4)
    assert legal(table) == {"2D"}  # the two of diamonds is a spade
    assert legal(played(table, "2D KH")) == {"BJ"}
    assert played(table, "BJ").turn == 4


def test_a_joker_opens_the_spades() -> None:
    tags = '[Bids "3 3 3 3"] [Won "3 3 3 2"] [Open no] [Leader 1] [Hands "4..K. .A.3. .KQ.. .3..+LJ"]'
    table = placed("spades pack=jokers", tags, "1: KD 3D KH", dealer=4)
    assert legal(table) == {"3H", "LJ"}
    assert hand_of(played(table, "LJ")).announced.opened


# --- the first lead ---------------------------------------------------------------------------------------------------


def test_two_of_clubs_leads() -> None:
    """Whoever holds it leads it; bids begin left of the dealer all the same."""
    table = dealt("spades first_lead=two-of-clubs", HANDS, dealer=1, body="bids: 3 3 3 3")
    assert (table.turn, legal(table)) == (4, {"2C"})
    assert refused(table, "7C").code == "must-open"
    assert played(table, "2C").turn == 1


def test_the_left_of_the_dealer_leads_otherwise() -> None:
    assert dealt("spades", HANDS, dealer=1, body="bids: 3 3 3 3").turn == 2


def test_two_of_clubs_that_was_passed_is_led_by_its_new_owner() -> None:
    rules = "spades first_lead=two-of-clubs nil_pass=1"
    table = Table.from_record(
        f'[Rules "{rules}"]\n[Deal 7] [Dealer 3]\n[Before "100 0"]\n[Hands "{HANDS}"]\nbids: blind-nil 3 3 3\n'
    )
    assert table.turn == 4
    played(table, "give:2C give:QS")
    assert (table.turn, legal(table)) == (2, {"2C"})
    for seat in range(5):
        again = Table.from_record(table.record(seat))
        assert (again.turn, again.view(seat)) == (2, table.view(seat))


# --- conflicts (R14) --------------------------------------------------------------------------------------------------

CONFLICTS = [
    ("spades mirror=yes no_hell=yes", "mirror", "mirror-with-no-hell"),
    ("spades whiz=yes no_hell=yes", "whiz", "mirror-with-no-hell"),
    ("spades mirror=yes whiz=yes", "whiz", "whiz-with-mirror"),
    ("spades mirror=yes blind_nil=yes", "blind_nil", "blind-with-mirror"),
    ("spades mirror=yes suicide=yes", "mirror", "bids-not-free"),
    ("spades whiz=yes min_pair_bid=4", "whiz", "bids-not-free"),
    ("spades mirror=yes max_bid=6", "max_bid", "less-than-spades"),
    ("spades blind_nil=no nil_pass=2", "nil_pass", "only-with-blind"),
    ("spades blind_nil=no blind_behind=50", "blind_behind", "only-with-blind"),
    ("spades pack=jokers first_lead=two-of-clubs", "first_lead", "not-in-pack"),
    ("spades quicksand=yes ten_for_200=yes", "ten_for_200", "ten-with-quicksand"),
    ("spades min_pair_bid=13 no_hell=yes", "min_pair_bid", "more-than-bids"),
    ("atout-pique players=6 ten_for_200=yes", "ten_for_200", "less-than-ten"),
    ("atout-pique players=3 min_pair_bid=4", "min_pair_bid", "needs-pairs"),
    ("atout-pique players=3 nil_pass=1 blind_nil=yes", "nil_pass", "needs-pairs"),
    ("pique players=2 blind_nil=yes", "blind_nil", "blind-with-draw"),
    ("pique players=2 first_lead=two-of-clubs", "first_lead", "lead-with-draw"),
    ("piques-a-trois first_lead=two-of-clubs", "first_lead", "not-in-pack"),
]


@pytest.mark.parametrize(("spec", "field", "reason"), CONFLICTS)
def test_conflicts_are_refused_with_field_and_reason(spec: str, field: str, reason: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse(spec)
    assert (caught.value.field, caught.value.reason) == (field, reason)


def test_mirror_alone_turns_the_blind_nil_off() -> None:
    assert parse("spades mirror=yes") == parse("spades mirror=yes blind_nil=no")
    assert parse("piques-a-trois mirror=yes no_hell=yes").cards_each == 17  # 13 spades never make 17


# --- the same without partners ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_solo_from_three_to_six(players: int, cards: int) -> None:
    rules = parse(f"spades-solo players={players}")
    assert (rules.cards_each, len(rules.sides), rules.ending.target) == (cards, players, 500)


def test_solo_is_for_three_unless_it_says_so() -> None:
    assert parse("spades-solo").players == 3


def test_solo_nil_50_and_bags_of_five() -> None:
    table = counted("spades-solo nil=50 bags=5/-50", "nil/0 9/9 6/8", bags="0 0 4")
    assert table.points == (50, 90, 60 + 2 - 50)
    assert table.bags == (0, 0, 1)


def test_solo_blind_nil_for_whoever_is_behind_the_first() -> None:
    hands = "KQJT98.KQJT98.KQJ.43 765432.765432.T98.65 A.A.A765432.AKQJT987"
    table = Table.from_record(
        f'[Rules "spades-solo"]\n[Deal 7] [Dealer 3]\n[Before "0 50 100"]\n[Hands "{hands}"]\nbids: blind-nil\n'
    )
    assert "look" not in legal(table)
    assert refused(table, "blind-nil").code == "no-blind-nil"
    assert lines_of(counted("spades-solo", "blind-nil/0 9/9 8/8", before="0 50 100"), 1) == [("blind_nil", 200)]


def test_solo_has_no_partner() -> None:
    for option in ("suicide=yes", "nil_pass=1", "min_pair_bid=4", "double_nil=joint", "contract=each"):
        with pytest.raises(RulesError) as caught:
            parse(f"spades-solo {option}")
        assert caught.value.reason == "needs-pairs"
