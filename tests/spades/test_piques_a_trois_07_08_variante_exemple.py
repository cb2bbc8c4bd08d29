"""Piques à trois, 07 « Histoire et variante retenue » and 08 « Exemple commenté »."""

from tests.core.play import counted, dealt, hand_of, legal, placed

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"


def test_pas_call_break_depasser_et_couper_restent_facultatifs() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 3H")
    assert {"AS", "2S", "4C", "2D"} < legal(table)
    table.act("2D")
    assert "4H" in legal(table)


def test_on_retire_le_deux_de_trefle_et_cumule_les_sacs_ordinaires() -> None:
    assert counted("piques-a-trois", "1/10 5/5 2/2", "1/2 9/9 6/6").points[0] == 11 - 100


def test_exemple_a_entame_l_as_b_coupe_c_doit_fournir() -> None:
    tags = '[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1]\n[Hands ".A9.5. 2..K.3 Q.K.4."]'
    table = placed("piques-a-trois", tags, "1: AH 2S", dealer=3)
    assert table.turn == 3
    assert legal(table) == {"KH"}
    table.act("KH")
    hand = hand_of(table)
    assert table.turn == 2
    assert hand.board.won == (4, 7, 4)
    assert hand.announced.opened is True


def test_exemple_annonces_5_6_4_et_resultats_7_6_4() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4")
    assert table.points == (52, 60, 40)
    assert sum((7, 6, 4)) == 17


def test_exemple_a_avait_9_sacs() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4", bags="9 0 0")
    assert (table.points[0], table.bags[0]) == (-48, 1)
