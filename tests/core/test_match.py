"""A match of deals: who deals, claims, rulings of the house, the end, overtime, and the secrets kept until then."""

from random import Random

import pytest
from msgspec.structs import replace
from tests.core.play import counted, dealt, hand_of, legal, placed, played, refused

from atout import Illegal, Table
from atout.actions import Accept, Adjust, Claim, Deal, Reject, Settle, SetUp, Void
from atout.cards import Card, Cards
from atout.dealing import shuffled
from atout.events import (
    Adjusted,
    ClaimAnswered,
    Claimed,
    DealScored,
    DealVoid,
    MatchOver,
    MatchReopened,
    Revealed,
    Settled,
    VoidReason,
)
from atout.families import new_match, parse
from atout.scoring import Ending, Overtime, Standing, Tie
from atout.seats import HOUSE
from atout.testing import tables
from atout.tricks import Holding, Position

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"
PIQUES = "piques-a-trois"


def playing() -> Table:
    """Seat 2 to lead the second trick of a deal of three."""
    return dealt(PIQUES, HANDS, dealer=3, body="bids: 5 6 4 AH 2S KH")


# --- the house deals --------------------------------------------------------------------------------------------------


def test_a_new_match_waits_for_the_house() -> None:
    match = new_match(parse(PIQUES))
    assert match.awaits_deal
    assert (match.turn, match.legal(1), match.number) == (None, (), 0)
    refusal = match.refusal(1, Claim())
    assert refusal is not None
    assert refusal.code == "no-deal"


@pytest.mark.parametrize("token", ["5", "AS", "claim", "accept", "keep", "order"])
def test_no_action_before_the_first_deal(token: str) -> None:
    table = Table(PIQUES, dealing=False)
    assert refused(table, token, seat=1).code == "no-deal"


def deal(table: Table, order: list[Card | None], dealer: int | None, seat: int = HOUSE) -> str:
    """The code of the refusal of a deal."""
    with pytest.raises(Illegal) as caught:
        table.act(Deal(tuple(order), dealer), seat)
    return caught.value.refusal.code


def test_what_the_house_may_not_deal() -> None:
    table = Table(PIQUES, dealing=False)
    order: list[Card | None] = list(shuffled(table.rules.pack, bytes(32)))
    assert deal(table, order, None) == "dealer-unknown"
    assert deal(table, order, 4) == "no-such-seat"
    assert deal(table, order, 0) == "no-such-seat"
    assert deal(table, order, 1, seat=2) == "house-only"
    assert deal(table, [*order[:-1], order[0]], 1) == "wrong-pack"
    assert deal(table, order[:-1], 1) == "wrong-pack"
    assert deal(table, [None, *order[2:]], 1) == "wrong-count"
    assert deal(table, [Card.from_token("2C"), *order[1:]], 1) == "not-in-pack"
    assert table.events == ()


def test_a_wrong_pack_names_the_card_too_many_and_the_card_missing() -> None:
    table = Table(PIQUES, dealing=False)
    order = list(shuffled(table.rules.pack, bytes(32)))
    missing = order[3]
    order[3] = order[7]
    with pytest.raises(Illegal) as caught:
        table.act(Deal(tuple(order), 1), HOUSE)
    assert (caught.value.refusal.card, caught.value.refusal.other) == (order[7], missing)


def test_rotation_decides_the_dealer() -> None:
    table = counted(PIQUES, "5/7 6/6 4/4")
    order: list[Card | None] = list(shuffled(table.rules.pack, bytes(32)))
    assert deal(table, order, 1) == "wrong-dealer"
    table.act(Deal(tuple(order), 2), HOUSE)
    assert deal(table, order, 3) == "deal-in-progress"


@pytest.mark.parametrize("spec", tables())
def test_the_deal_passes_to_the_left_everywhere(spec: str) -> None:
    """After a complete deal, whatever the game; a deal thrown in stays."""
    table = Table(f"{spec} target=100000", seed=2)
    chance = Random(2)
    dealers, done = [], table.match.complete_deals
    dealers.append(table.match.next_dealer)
    while len(dealers) < 4:
        token = chance.choice([action for action in table.legal if str(action) not in ("misdeal", "pass")])
        table.act(token)
        if table.match.complete_deals > done:
            done += 1
            dealers.append(table.match.next_dealer)
    players = table.rules.players
    assert dealers[0] is not None
    assert dealers == [(dealers[0] - 1 + step) % players + 1 for step in range(4)]


def test_no_deal_after_the_end() -> None:
    table = counted(PIQUES, "5/5 6/6 6/6", before="150 160 100")
    order: list[Card | None] = list(shuffled(table.rules.pack, bytes(32)))
    assert deal(table, order, None) == "match-over"


# --- positions --------------------------------------------------------------------------------------------------------


def position(**changes: object) -> str | None:
    """The code of the refusal of a position of three cards a hand, with some facts changed."""
    facts: dict[str, object] = {
        "holdings": tuple(Holding(Cards.parse(hand)) for hand in (".A9.5.", "2..K.3", "Q.K.4.")),
        "won": (4, 6, 4),
        "leader": 1,
        "bids": (5, 6, 4),
        "opened": False,
    }
    table = Table(PIQUES, dealing=False)
    place = Position(**(facts | changes))  # type: ignore[arg-type]
    refusal = table.match.refusal(HOUSE, SetUp(place, 3))
    return refusal.code if refusal else None


def test_what_positions_may_be() -> None:
    sure, unseen = Holding(Cards.parse(".A9.5.")), Holding(unseen=3)
    hand = {"holdings": (sure, unseen, unseen)}
    assert position() is None
    assert position(**hand) is None
    assert position(won=(0, 0, 0)) is None
    assert position(holdings=(sure, Holding(unseen=2), unseen)) == "uneven-hands"
    assert position(holdings=(Holding(), Holding(), Holding())) == "no-cards-left"
    assert position(holdings=(sure, sure, unseen)) == "wrong-pack"
    assert position(**hand, gone=Cards.parse(".A..")) == "wrong-pack"
    assert position(**hand, gone=Cards.parse("...2")) == "not-in-pack"
    assert position(**hand, gone=Cards.of(list(parse(PIQUES).pack - sure.sure)[:43])) == "too-few-cards"
    assert position(won=(5, 6, 4)) == "too-many-tricks"
    assert position(won=(-1, 6, 4)) == "negative-tricks"
    assert position(out=Holding(unseen=1)) == "wrong-stock"
    assert position(leader=0) == position(leader=4) == "no-such-seat"
    assert position(bids=None) == "bids-missing"
    assert position(bids=(5, 18, 4)) == position(bids=(5, -1, 4)) == "bid-out-of-range"


def test_positions_of_euchre() -> None:
    rules = "euchre-a-trois"
    table = Table(rules, dealing=False)
    holdings = tuple(Holding(Cards.parse(hand)) for hand in ("9...", "T...", "A..."))
    place = Position(holdings, (2, 1, 1), 1, out=Holding(unseen=9))
    for maker, code in ((None, "maker-missing"), (0, "no-such-seat"), (4, "no-such-seat")):
        refusal = table.match.refusal(HOUSE, SetUp(replace(place, maker=maker), 1))
        assert refusal is not None
        assert refusal.code == code


def test_a_euchre_position_without_trump_cannot_be_judged() -> None:
    table = placed("euchre-a-trois", '[Maker 1] [Won "2 1 1"] [Leader 1] [Hands "9... T... A..."]', dealer=3)
    assert not table.legal
    assert refused(table, "9S").code == "trump-unknown"


def test_spades_are_open_if_a_gone_card_is_one() -> None:
    tags = '[Bids "5 6 4"] [Won "4 6 4"] [Leader 1] [Hands "2..J.4 9.8.7. 7.6.5."]'
    assert "2S" not in legal(placed(PIQUES, tags, dealer=3))
    assert "2S" in legal(placed(PIQUES, tags + ' [Gone "3S"]', dealer=3))


# --- claims -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["piques-a-trois", "pique players=2", "euchre-a-trois"])
def test_only_the_seat_to_act_has_anything_to_choose(spec: str) -> None:
    """At every decision of a deal, in every stage of it."""
    table = Table(spec, seed=4)
    while table.match.number == 1 and not table.over:
        for seat in range(1, table.rules.players + 1):
            assert bool(table.match.legal(seat)) == (seat == table.turn)
        table.act(table.legal[-1])


def test_a_claim_lays_the_hand_down_for_all_to_see() -> None:
    table = played(playing(), "claim")
    claimed = table.events[-1]
    assert claimed == Claimed(2, hand_of(table).board.holding(2))
    for seat in range(4):
        view = table.view(seat).hand
        assert view is not None
        assert view.board.holding(2).sure == hand_of(table).board.holding(2).sure


def test_the_others_answer_in_turn() -> None:
    table = played(playing(), "claim")
    assert table.turn == 3
    assert not table.legal
    assert refused(table, "accept", seat=1).code == "not-your-turn"
    assert refused(table, "KS").code == "answer-the-claim"
    assert refused(table, "claim").code == "answer-the-claim"
    assert played(table, "accept").turn == 1


def test_an_accepted_claim_gives_every_trick_left() -> None:
    table = played(playing(), "claim accept accept")
    assert isinstance(table.events[-2], DealScored)
    assert table.events[-3] == Settled((0, 17, 0), agreed=True)
    assert table.points == (-50, 60 + 11 - 100, -40)


def test_a_claim_in_the_middle_of_a_trick_takes_that_trick_too() -> None:
    table = played(playing(), "QD 4D claim accept accept")
    assert table.events[-3] == Settled((16, 1, 0), agreed=True)


def test_a_rejected_claim_goes_on() -> None:
    table = played(playing(), "claim accept reject")
    assert table.events[-1] == ClaimAnswered(1, False)
    assert (table.turn, table.match.claim) == (2, None)
    assert "QD" in legal(table)


def test_only_the_seat_to_play_may_claim_and_only_during_play() -> None:
    assert refused(playing(), "claim", seat=1).code == "not-your-turn"
    assert refused(dealt(PIQUES, HANDS, dealer=3), "claim").code == "no-claim-now"
    assert refused(playing(), "accept").code == "no-claim"
    assert refused(playing(), "reject").code == "no-claim"


def test_a_claim_may_name_the_hand_but_no_other() -> None:
    table = playing()
    hand = hand_of(table).board.holding(2).sure
    token = f"claim:{','.join(map(str, hand))}"
    assert played(playing(), token).events[-1] == Claimed(2, Holding(hand))
    assert refused(table, "claim:AS").code == "not-held"
    assert refused(table, token.replace("KD", "KH").replace("KC", "KH")).code == "not-held"


def test_an_unseen_hand_may_not_claim_cards_that_are_gone() -> None:
    tags = '[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1] [Gone "AS"] [Hands ".A9.5. ?3 ?3"]'
    table = placed(PIQUES, tags, "AH KH 2H", dealer=3)
    assert table.turn == 1
    table = placed(PIQUES, tags, "AH", dealer=3)
    assert refused(table, "claim:AS,2S,3S").code == "not-held"
    assert refused(table, "claim:9H,2S,3S").code == "not-held"
    assert refused(table, "claim:2S,3S").code == "not-held"
    played(table, "claim:2S,3S,4S")
    assert Table.from_record(table.record()).events == table.events


def test_a_claim_may_be_the_first_thing_in_a_position() -> None:
    tags = '[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1] [Hands ".A9.5. 2..K.3 Q.K.4."]'
    table = placed(PIQUES, tags, "claim reject 9H", dealer=3)
    assert table.turn == 2
    assert Table.from_record(table.record()).events == table.events


def test_two_players_one_answer() -> None:
    table = Table("pique players=2", seed=4, dealing=False)
    table.deal()
    played(table, "keep " * 26 + "5 5 claim accept")
    assert sum(hand_of(table).board.won) == 13
    assert table.points


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_settled_tricks_must_add_up() -> None:
    table = playing()
    refusal = refused(table, "settled:7,6,3", seat=HOUSE)
    assert (refusal.code, refusal.least, refusal.expected) == ("tricks-do-not-add-up", 16, 17)
    assert refused(table, "settled:7,6", seat=HOUSE).code == "wrong-number-of-seats"
    assert refused(table, "settled:17,0,0", seat=HOUSE).code == "tricks-already-won"
    assert refused(table, "settled:7,6,4", seat=1).code == "house-only"
    assert refused(dealt(PIQUES, HANDS, dealer=3), "settled:7,6,4", seat=HOUSE).code == "bid-first"
    assert refused(Table(PIQUES, dealing=False), "settled:7,6,4", seat=HOUSE).code == "no-deal"
    table.act("settled:7,6,4", HOUSE)
    assert table.points == (52, 60, 40)


def test_a_deal_thrown_in_does_not_count_and_stays_with_its_dealer() -> None:
    table = playing()
    assert refused(table, "void", seat=2).code == "house-only"
    table.act("void", HOUSE)
    assert table.events[-1] == DealVoid(VoidReason.THROWN_IN)
    assert (table.total, table.match.next_dealer, table.match.number) == ((0, 0, 0), 3, 1)
    assert refused(table, "void", seat=HOUSE).code == "no-deal"


def test_a_claim_does_not_stop_the_house() -> None:
    table = played(playing(), "claim")
    table.act("void", HOUSE)
    assert table.match.claim is None
    table = played(playing(), "claim accept")
    table.act("settled:7,6,4", HOUSE)
    assert (table.match.claim, table.points) == (None, (52, 60, 40))
    assert Table.from_record(table.record()).events == table.events


def test_an_adjustment_is_made_between_deals() -> None:
    table = counted(PIQUES, "5/7 6/6 4/4")
    table.act(Adjust(1, -10, "spoke too soon"), HOUSE)
    assert table.total == (52, 50, 40)
    assert table.points == (52, 60, 40)
    assert table.events[-1] == Adjusted(1, -10, "spoke too soon")
    with pytest.raises(Illegal) as caught:
        table.act(Adjust(3, 5), HOUSE)
    assert caught.value.refusal.code == "no-such-side"
    with pytest.raises(Illegal) as caught:
        table.act(Adjust(0, 5), 1)
    assert caught.value.refusal.code == "house-only"
    with pytest.raises(Illegal) as caught:
        playing().act(Adjust(0, 5), HOUSE)
    assert caught.value.refusal.code == "deal-in-progress"


def test_a_reason_is_kept_on_one_line() -> None:
    table = counted(PIQUES, "5/7 6/6 4/4")
    table.act(Adjust(0, 5, '  said "nil"\nbut\tmeant\u2028one '), HOUSE)
    assert table.events[-1] == Adjusted(0, 5, 'said "nil" but meant one')
    assert Table.from_record(table.record()).events == table.events


def test_an_adjustment_before_the_first_deal_ends_nothing() -> None:
    table = Table(PIQUES, dealing=False)
    table.act(Adjust(0, 300), HOUSE)
    assert (table.total, table.over) == ((300, 0, 0), False)


def test_an_adjustment_may_end_a_match_change_its_winner_and_reopen_it() -> None:
    table = counted(PIQUES, "5/7 6/6 4/4", before="130 0 0")
    table.act(Adjust(0, 18), HOUSE)
    assert isinstance(table.events[-1], MatchOver)
    assert (table.over, table.winner, table.total[0]) == (True, 1, 200)
    table.act(Adjust(1, 200), HOUSE)
    assert (table.winner, table.events[-1]) == (2, MatchOver((1,)))
    table.act(Adjust(2, 1), HOUSE)
    assert isinstance(table.events[-1], Adjusted)
    table.act(Adjust(1, -200), HOUSE)
    assert (table.winner, table.events[-1]) == (1, MatchOver((0,)))
    table.act(Adjust(0, -1), HOUSE)
    assert isinstance(table.events[-1], MatchReopened)
    assert (table.over, table.match.awaits_deal) == (False, True)
    assert Table.from_record(table.record()).events == table.events


# --- the end ----------------------------------------------------------------------------------------------------------


def test_ending_by_target() -> None:
    ending = Ending(target=200)
    assert ending.winners((199, 50), overtime=False) is None
    assert ending.winners((200, 50), overtime=False) == (0,)
    assert ending.winners((210, 250), overtime=False) == (1,)
    assert ending.winners((210, 210), overtime=False) is None


def test_overtime_ends_with_a_unique_leader() -> None:
    ending = Ending(target=200)
    assert ending.winners((190, 180), overtime=True) == (0,)
    assert ending.winners((190, 190), overtime=True) is None


def test_overtime_target_needs_the_target_too() -> None:
    ending = Ending(target=200, overtime=Overtime.TARGET)
    assert ending.winners((190, 180), overtime=True) is None
    assert ending.winners((200, 180), overtime=True) == (0,)
    table = counted(f"{PIQUES} overtime=target", "5/5 5/5 7/7", "1/0 2/1 17/16", before="150 150 0")
    assert (table.total, table.over) == ((190, 180, -100), False)
    table = counted(f"{PIQUES} overtime=target", "5/5 5/5 7/7", "1/0 2/1 17/16", "1/1 2/1 9/15", before="150 150 0")
    assert (table.total[0], table.over, table.winner) == (200, True, 1)


def test_a_shared_win() -> None:
    ending = Ending(target=10, tie=Tie.SHARED)
    assert ending.winners((10, 10, 3), overtime=False) == (0, 1)


def test_a_match_of_one_deal() -> None:
    ending = Ending(target=None)
    assert ending.winners((-40, -50), overtime=False) == (0,)
    assert ending.winners((-40, -40), overtime=False) == (0, 1)


def test_the_floor_ends_a_match() -> None:
    ending = Ending(target=500, floor=-200)
    assert ending.winners((-200, 30), overtime=False) == (1,)
    assert ending.winners((-199, 30), overtime=False) is None
    table = counted(f"{PIQUES} floor=-200", "9/2 6/6 4/9", before="-120 0 0")
    assert (table.total[0], table.over, table.winner) == (-210, True, 2)


def test_totals_may_start_from_a_standing() -> None:
    match = new_match(parse(PIQUES), Standing((120, 85, 3), (3, 9, 0)), number=4)
    table = Table(match.rules, seed=1, match=match)
    assert (table.total, table.bags, table.match.number) == ((120, 85, 3), (3, 9, 0), 5)


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_a_complete_deal_is_laid_open_and_no_other() -> None:
    table = playing()
    table.act("void", HOUSE)
    assert not any(isinstance(event, Revealed) for event in table.events)
    table.deal()
    played(table, "5 5 5")
    table.act("settled:7,6,4", HOUSE)
    assert [event.number for event in table.events if isinstance(event, Revealed)] == [2]
    assert "JT976.AQ97632.K98.J6" not in table.record(0)


def test_the_end_of_the_match_lays_everything_open() -> None:
    table = dealt(f"{PIQUES} target=deal", HANDS, dealer=3)
    table.act("void", HOUSE)
    table.deal()
    played(table, "5 5 5")
    table.act("settled:7,6,4", HOUSE)
    assert table.over
    assert [event.number for event in table.events if isinstance(event, Revealed)] == [2, 1]
    assert table.record(0) == table.record()


# --- what is never asked for ------------------------------------------------------------------------------------------


def test_deciding_what_was_never_allowed_is_an_error() -> None:
    """``decide`` is for allowed actions; another family's are named."""
    for table, action in ((playing(), Void()), (Table("euchre-a-trois", seed=1), Void())):
        with pytest.raises(ValueError, match="not an action of a deal"):
            hand_of(table).decide(1, action)


def test_an_event_of_no_concern_changes_nothing() -> None:
    for table in (playing(), Table("euchre-a-trois", seed=1)):
        hand = hand_of(table)
        assert hand.evolve(MatchOver((0,))) == hand
        assert table.match.evolve(Revealed(99, ())) == table.match


def test_the_house_itself_may_not_play() -> None:
    table = playing()
    for action in (Claim(), Accept(), Reject()):
        assert table.match.refusal(HOUSE, action) is not None
    assert table.match.refusal(1, Settle((7, 6, 4))) is not None
