"""A redacted record is a view: what each kind of secret looks like to its owner, to the others, to a spectator."""

import pytest
from tests.core.play import dealt, hand_of, placed, played

from atout import Table
from atout.actions import Claim, Discard
from atout.cards import Cards

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"


def line(text: str, start: str) -> str:
    """The first line that starts so."""
    return next(found for found in text.splitlines() if found.startswith(start))


def test_hands_are_seen_by_their_owner() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH")
    one, two, three = HANDS.split()
    assert line(table.record(0), "[Hands") == '[Hands "? ? ?"]'
    assert line(table.record(1), "[Hands") == f'[Hands "{one} ? ?"]'
    assert line(table.record(2), "[Hands") == f'[Hands "? {two} ?"]'
    assert line(table.record(3), "[Hands") == f'[Hands "? ? {three}"]'


def test_hands_not_looked_at_yet_are_seen_by_nobody() -> None:
    table = Table("pique", seed=4)
    turn = table.turn
    assert turn is not None
    for seat in range(5):
        assert (line(table.record(seat), "[Hands").count("?") == 4) is (seat != turn)


def test_the_stock_and_the_discard_of_euchre() -> None:
    hands, stock = "AK.9.A9. QJ.AQ.T. T9.KT.K.", "JH JD QD JC TC 9C QC KC AC"
    table = dealt("euchre-a-trois", hands, dealer=3, stock=stock, body="calls: pass order -KD")
    assert line(table.record(3), "[Stock") == '[Stock "JH ?8"]'
    assert line(table.record(3), "calls") == "calls: pass order -KD"
    for seat in (0, 1, 2):
        assert line(table.record(seat), "[Stock") == '[Stock "JH ?8"]'
        assert line(table.record(seat), "calls") == "calls: pass order -?"
    again = Table.from_record(table.record(1))
    assert again.actions[-1] == (3, Discard(None))
    assert again.view(1) == table.view(1)


def test_the_draw() -> None:
    table = Table("pique players=2", seed=4, dealing=False)
    table.deal(dealer=2)
    order = [str(card) for card in table.actions[0][1].order]  # type: ignore[attr-defined]
    played(table, "keep toss")
    assert line(table.record(1), "[Stock") == f'[Stock "{order[0]} ? {order[2]} {order[3]} {order[4]} ?47"]'
    assert line(table.record(2), "[Stock") == '[Stock "?52"]'
    assert "[Hands" not in table.record()
    for seat in (0, 1, 2):
        again = Table.from_record(table.record(seat))
        assert again.view(seat) == table.view(seat)


def test_a_claim_tells_the_hand_where_nothing_before_did() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH 2S KH claim reject")
    held = hand_of(table).board.holding(2).sure
    assert table.record().splitlines()[-1] == "1. 1: AH 2S KH claim reject"
    assert table.record(2).splitlines()[-1] == "1. 1: AH 2S KH claim reject"
    for seat in (0, 1, 3):
        assert f"claim:{','.join(map(str, held))} reject" in table.record(seat)
        again = Table.from_record(table.record(seat))
        assert Claim(held) in [action for _, action in again.actions]
        assert again.view(seat) == table.view(seat)
        assert again.record(seat) == table.record(seat)


def test_a_second_claim_of_the_same_seat_tells_nothing_new() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH 2S KH claim reject claim reject")
    assert table.record(1).count("claim:") == 1
    assert table.record(1).endswith("reject claim reject\n")
    assert Table.from_record(table.record(1)).view(1) == table.view(1)


def test_a_claim_of_a_hand_half_known_names_no_card() -> None:
    """After a forced pick-up one card of the dealer's hand is sure; the record does not invent the others."""
    text = (
        '[Rules "euchre-a-trois discard_turned=no"]\n[Deal 1] [Dealer 1]\n[Hands "? ? ?"]\n[Stock "JH ?8"]\n'
        "calls: order -? 9S TS claim"
    )
    table = Table.from_record(text)
    assert table.record().endswith("9S TS claim\n")
    assert Table.from_record(table.record()).events == table.events


def test_a_position_hides_the_other_hands() -> None:
    tags = '[Hands ".A9.5. 2..K.3 Q.K.4."] [Bids "5 6 4"] [Won "4 6 4"] [Leader 1] [Open no]'
    table = placed("piques-a-trois", tags, "AH", dealer=3)
    assert line(table.record(2), "[Hands") == '[Hands "?3 2..K.3 ?3"]'
    for seat in range(4):
        assert Table.from_record(table.record(seat)).view(seat) == table.view(seat)


def test_a_complete_deal_is_told_in_full() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 settled:7,6,4")
    for seat in range(4):
        assert table.record(seat) == table.record()


def test_a_view_of_a_redacted_record_knows_no_more() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH")
    again = Table.from_record(table.record(2))
    assert again.record(1) == table.record(0)
    assert again.record(3) == again.record(0) == table.record(0)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_unseen_hands_may_hold_what_nobody_has_seen(seat: int) -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH")
    view = table.view(seat).hand
    assert view is not None
    for owner in (1, 2, 3):
        possible = view.board.possible(owner, table.rules.pack)
        assert hand_of(table).board.holding(owner).sure <= possible
        assert owner == seat or not possible & Cards.of([*table.match.hand.board.played()])  # type: ignore[union-attr]
