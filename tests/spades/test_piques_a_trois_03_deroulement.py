"""Piques à trois, 03 « Déroulement du jeu », clause by clause."""

from tests.core.play import dealt, hand_of, legal, placed, played, refused

from atout.cards import Suit

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"
TAGS = '[Bids "5 6 4"] [Won "4 6 4"] [Open no] [Leader 1]\n'


def test_le_voisin_de_gauche_entame() -> None:
    assert dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4").turn == 1
    assert dealt("piques-a-trois", HANDS, dealer=1, body="bids: 5 6 4").turn == 2


def test_ce_qu_il_veut_sauf_pique() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4")
    assert legal(table) == {f"{rank}H" for rank in "AQ97632"} | {"KD", "9D", "8D", "JC", "6C"}
    refusal = refused(table, "JS")
    assert (refusal.code, refusal.suit) == ("may-not-lead", Suit.SPADES)
    assert {str(card) for card in refusal.legal} == legal(table)


def test_a_moins_de_ne_posseder_que_des_piques() -> None:
    tags = TAGS.replace("4 6 4", "0 0 0")
    hands = "AKQJT98765432... .AKQJT98765432.. ..T98765432.AKQJ"
    table = placed("piques-a-trois", f'{tags}[Hands "{hands}"]', dealer=3)
    assert legal(table) == {f"{rank}S" for rank in "AKQJT98765432"}


def test_repondez_dans_le_sens_horaire() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=1, body="bids: 5 6 4 2D")
    assert table.turn == 3
    assert played(table, "4D").turn == 1


def test_fournir_le_symbole_si_possible() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 KD")
    assert legal(table) == {f"{rank}D" for rank in "AQJT632"}
    refusal = refused(table, "AS")
    assert (refusal.code, refusal.suit) == ("must-follow", Suit.DIAMONDS)
    assert {str(card) for card in refusal.legal} == legal(table)


def test_a_defaut_coupez_ou_defaussez_librement() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH")
    hand = hand_of(table)
    assert legal(table) == {str(card) for card in hand.board.holding(2).sure}


def test_aucune_obligation_de_depasser() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 9H 4C")
    assert {"4H", "5H"} < legal(table)
    assert played(table, "4H").turn == 1


def test_aucune_obligation_de_couper() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH 4C KH")
    assert table.turn == 1


def test_le_plus_fort_pique_gagne() -> None:
    tags = f'{TAGS}[Hands ".A9.5. 2..K.3 3...54"]'
    assert placed("piques-a-trois", tags, "1: AH 2S 3S", dealer=3).turn == 3


def test_sinon_la_plus_forte_du_symbole_entame() -> None:
    tags = f'{TAGS}[Hands ".Q9.5. ..AK.3 3.K..4"]'
    assert placed("piques-a-trois", tags, "1: QH AD KH", dealer=3).turn == 3


def test_le_gagnant_ramasse_et_entame() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH 2S KH")
    hand = hand_of(table)
    assert hand.board.won == (0, 1, 0)
    assert table.turn == 2
    assert hand.board.plays == ()


def test_n_entamez_pas_pique_avant_qu_un_pique_ait_ete_joue_sur_un_autre_symbole() -> None:
    tags = f'{TAGS}[Hands "2..J.4 9.8.7. 7.6.5."]'
    table = placed("piques-a-trois", tags, dealer=3)
    assert legal(table) == {"JD", "4C"}
    assert refused(table, "2S").code == "may-not-lead"


def test_les_piques_sont_alors_ouverts() -> None:
    tags = f'{TAGS}[Hands ".A9.5. 72...3 Q.K.4."]'
    table = placed("piques-a-trois", tags, "1: AH 2S KH", dealer=3)
    hand = hand_of(table)
    assert hand.announced.opened is True
    assert legal(table) == {"7S", "3C"}


def test_sauf_main_uniquement_a_pique() -> None:
    tags = f'{TAGS.replace("4 6 4", "5 6 4")}[Hands "94... 8.8.. 7.6.."]'
    assert legal(placed("piques-a-trois", tags, dealer=3)) == {"9S", "4S"}


def test_une_entame_forcee_n_ouvre_pas() -> None:
    """R1, strict: only a spade on another suit opens them."""
    tags = f'{TAGS}[Hands "432... A.8.7. 5.6.4."]'
    table = placed("piques-a-trois", tags, "1: 4S AS 5S", dealer=3)
    assert table.turn == 2
    hand = hand_of(table)
    assert hand.announced.opened is False
    assert legal(table) == {"8H", "7D"}


def test_jouez_les_17_plis() -> None:
    hands = "AKQJT98765432.AKQJ.. .T98765432.AKQJT987. ..65432.AKQJT9876543"
    table = dealt("piques-a-trois target=1000", hands, dealer=3, body="bids: 17 0 0")
    tricks = 0
    while table.match.complete_deals == 0:
        table.act(table.legal[0])
        tricks = max(tricks, len(hand_of(table).board.tricks))
    assert tricks == 17
    assert table.points == (170, 100, 100)
