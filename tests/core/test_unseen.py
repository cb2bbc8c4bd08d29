"""Hands nobody has seen: the benefit of the doubt, until a card contradicts what was shown before (R13)."""

from tests.core.play import hand_of, legal, placed, refused

from atout import Table
from atout.cards import Suit

PIQUES = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "? ? ?"]\nbids: 5 6 4\n'


def test_an_unseen_hand_may_hold_every_card_that_is_nowhere_else() -> None:
    table = Table.from_record(PIQUES + "AH 2S")
    assert table.turn == 3
    assert "AH" not in legal(table)
    assert "2S" not in legal(table)
    assert len(legal(table)) == 49


def test_who_cannot_follow_is_without_the_suit() -> None:
    table = Table.from_record(PIQUES + "AH 2S KH")
    assert table.turn == 2
    assert not {card for card in legal(table) if card.endswith("H")}


def test_a_revoke_names_both_tricks() -> None:
    refusal = refused(Table.from_record(PIQUES + "AH 2S KH KD 4D 5D"), "QH")
    assert (refusal.code, refusal.suit, refusal.earlier, refusal.trick) == ("revoke", Suit.HEARTS, 1, 3)
    assert str(refusal.card) == "QH"


def test_a_revoke_is_found_when_the_suit_is_followed_later() -> None:
    table = Table.from_record(PIQUES + "AH 2D KH QH")
    assert table.turn == 2
    refusal = refused(table, "TH")
    assert (refusal.code, refusal.earlier, refusal.trick) == ("revoke", 1, 2)


def test_the_same_card_of_a_hand_that_is_seen_is_simply_not_held() -> None:
    tags = '[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1] [Hands ".A9.5. 2..K.3 ?3"]'
    assert refused(placed("piques-a-trois", tags, "AH", dealer=3), "QH").code == "not-held"


def test_a_forced_lead_shows_a_hand_of_one_suit() -> None:
    """Spades led before they are open: the hand has nothing else; a heart later is a fault of that lead."""
    table = Table.from_record(PIQUES + "AS 2S 3S")
    assert table.turn == 1
    assert {card[1] for card in legal(table)} == {"S"}
    refusal = refused(table, "QH")
    assert (refusal.code, refusal.suit, refusal.earlier, refusal.trick) == ("false-lead", Suit.HEARTS, 1, 2)


def test_the_left_bower_counts_as_a_trump_that_was_not_followed() -> None:
    record = '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "? ? ?"]\n[Stock "JH ?8"]\ncalls: order -? AH 9S TH'
    table = Table.from_record(record)
    assert table.turn == 1
    table.act("9D")
    refusal = refused(table, "JD")
    assert (refusal.code, refusal.suit, refusal.earlier) == ("revoke", Suit.HEARTS, 1)


def test_a_discard_nobody_saw_may_be_any_card() -> None:
    record = '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "? ? ?"]\n[Stock "JH ?8"]\ncalls: order'
    table = Table.from_record(record)
    assert len(legal(table)) == 24
    table.act("-?")
    assert len(hand_of(table).board.holding(3)) == 5
    assert "JH" in {str(card) for card in hand_of(table).board.possible(3, table.rules.pack)}


def test_a_discard_of_a_seen_hand_must_be_told() -> None:
    record = '[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "? ? T9.KT.K."]\n[Stock "JH ?8"]\ncalls: order'
    refusal = refused(Table.from_record(record), "-?")
    assert (refusal.code, len(refusal.legal)) == ("discard-unknown", 6)


def test_a_turned_card_nobody_told_cannot_be_ordered() -> None:
    """A scorer's sheet: passes can be noted, an order needs the card."""
    table = Table.from_record('[Rules "euchre-a-trois"]\n[Deal 1] [Dealer 3]\n[Hands "? ? ?"]\n[Stock "?9"]')
    assert legal(table) == {"pass"}
    assert refused(table, "order").code == "turned-card-unknown"
    for _ in range(3):
        table.act("pass")
    assert legal(table) == {"S", "H", "D", "C", "pass"}
