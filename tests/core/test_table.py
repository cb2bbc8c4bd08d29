"""``Table``, the library's handle: the calls that the documentation promises."""

from operator import contains

import pytest
from tests.core.play import counted, dealt, hand_of, played

import atout
from atout import Illegal, Table
from atout.actions import Bid, Deal, Play
from atout.cards import Card, Cards
from atout.dealing import shuffled
from atout.events import BidMade, DealStarted
from atout.match import Match
from atout.testing import playout, tables

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"


def test_the_documented_calls() -> None:
    table = atout.Table("piques-a-trois", seed=7)
    assert table.turn in (1, 2, 3)
    assert str(table.legal[5]) == "5"
    assert Bid(5) in table.legal
    assert contains(table.legal, "5")
    assert not contains(table.legal, "18")
    assert table.act("5") == (BidMade(table.actions[-1][0], 5),)
    assert table.view(2).turn == table.turn
    assert len(table.events) == len(table.events_seen_by(2))
    assert table.events_seen_by(2, since=2) == table.events_seen_by(2)[2:]
    assert (table.points, table.bags, table.total) == ((), (0, 0, 0), (0, 0, 0))
    assert (table.over, table.winner, table.winners) == (False, None, ())
    text = table.record()
    assert atout.Table.from_record(text).record() == text


def test_the_same_seed_gives_the_same_deals() -> None:
    one, two, other = (Table("atout-pique", seed=seed) for seed in (5, 5, 6))
    assert one.events == two.events
    assert one.events != other.events
    assert Table("atout-pique").events != Table("atout-pique").events


def test_every_deal_of_a_match_differs() -> None:
    table = playout("euchre-a-trois target=1000", 3, deals=6)
    hands = {line for line in table.record().splitlines() if line.startswith("[Hands")}
    assert len(hands) >= 6


def test_legal_prints_slices_and_compares() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 KD")
    assert repr(table.legal) == "AD QD JD TD 6D 3D 2D"
    assert table.legal == ["AD", "QD", "JD", "TD", "6D", "3D", "2D"]
    assert table.legal != ["AD"]
    assert table.legal != 7
    assert [str(action) for action in table.legal[:2]] == ["AD", "QD"]
    assert table.legal[0] == Play(Card.from_token("AD"))
    assert hash(table.legal) == hash(table.legal)
    assert not counted("piques-a-trois", "5/7 6/6 4/4").legal


def test_what_is_refused_says_so_and_changes_nothing() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 KD")
    before = table.record(), table.events, table.match
    with pytest.raises(Illegal, match="must-follow: seat 2, AS") as caught:
        table.act("AS")
    assert caught.value.refusal.seat == 2
    with pytest.raises(ValueError, match="not an action: 'as'"):
        table.act("as")
    assert (table.record(), table.events, table.match) == before


def test_a_table_without_a_dealer_waits() -> None:
    table = Table("piques-a-trois", seed=1, dealing=False)
    assert (table.turn, table.events) == (None, ())
    assert isinstance(table.deal()[0], DealStarted)
    assert table.turn is not None


def test_a_table_deals_by_itself() -> None:
    table = Table("piques-a-trois target=5000", seed=1)
    played(table, "5 5 5")
    table.act("settled:7,6,4", 0)
    assert (table.match.number, table.match.complete_deals) == (2, 1)
    assert table.turn is not None


def test_a_given_order_of_the_pack_is_dealt() -> None:
    table = Table("piques-a-trois", seed=1, dealing=False)
    order = shuffled(table.rules.pack, bytes(32))
    table.deal(order, dealer=2)
    assert hand_of(table).board.holding(3).sure == Cards.of(order[0::3])
    assert table.actions == [(0, Deal(order, 2))]


def test_a_deal_says_who_plays_together_and_who_is_still_to_bid() -> None:
    table = dealt("pique", "? ? ? ?", dealer=4, body="bids: 3 3")
    hand = hand_of(table)
    assert hand.camps == ((1, 3), (2, 4))
    assert hand.waiting == (3, 4)  # type: ignore[attr-defined]
    assert hand_of(played(table, "3 3")).waiting == ()  # type: ignore[attr-defined]


def test_a_record_may_be_played_on() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4")
    assert Table.from_record(table.record()).turn is None
    again = Table.from_record(table.record(), seed=3, dealing=True)
    assert again.turn is not None
    assert again.match.number == 2
    assert Table.from_record(again.record(), dealing=True).events == again.events


def test_names_are_kept_on_one_line() -> None:
    names = ["Ana", 'Bob "the\nruff" \\o/', "Cléo\u2028d’Arc", "too many"]
    table = Table("piques-a-trois", names=names, seed=1)
    assert table.names == ("Ana", 'Bob "the ruff" \\o/', "Cléo d’Arc")
    assert Table.from_record(table.record()).names == table.names
    assert Table.from_record(table.record()).record() == table.record()


def test_a_name_may_be_missing() -> None:
    table = Table("piques-a-trois", names=["", "Bob"], seed=1)
    assert '[Seat 2 "Bob"]' in table.record()
    assert Table.from_record(table.record()).names == ("", "Bob", "")


def test_undo_takes_back_the_latest_action() -> None:
    table = Table("piques-a-trois", seed=1)
    start = table.match
    seen: list[tuple[Match, int]] = []
    for token in ("5", "6", "4"):
        seen.append((table.match, len(table.events)))
        table.act(token)
    assert table.view(1).turn == table.turn
    for match, events in reversed(seen):
        table.undo()
        assert (table.match, len(table.events)) == (match, events)
        assert table.view(1).turn == table.turn
    assert table.match == start
    table.undo()
    assert (table.match, table.events, table.actions) == (table.start, (), [])
    with pytest.raises(IndexError):
        table.undo()


@pytest.mark.parametrize("spec", tables())
def test_undo_takes_a_whole_playout_back(spec: str) -> None:
    table = playout(spec, 9, deals=1, rulings=0.02)
    while table.actions:
        table.undo()
    assert (table.match, table.events) == (table.start, ())


def test_points_are_those_of_the_latest_complete_deal() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4", "5/5 6/6 6/6")
    assert table.points == (50, 60, 60)
    table.deal()
    assert table.points == (50, 60, 60)


def test_its_representation_names_rules_deal_and_turn() -> None:
    assert repr(dealt("piques-a-trois", HANDS, dealer=3)) == "<Table piques-a-trois, deal 1, turn 1>"


def test_the_winner_is_a_sides_number() -> None:
    table = counted("pique", "nil/0 6/7 nil/0 5/6")
    assert (table.winner, table.winners) == (1, (1,))
