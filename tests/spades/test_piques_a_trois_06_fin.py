"""Piques à trois, 06 « Fin de la partie », clause by clause."""

from tests.core.play import counted, dealt, hand_of, legal, refused

from atout.events import MatchOver

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"


def test_apres_une_donne_complete_scores_et_penalites_de_sacs() -> None:
    """210 points before the penalty are not a win: the penalty belongs to the same count."""
    table = counted("piques-a-trois", "5/7 6/6 4/4", before="160 0 0", bags="9 0 0")
    assert (table.total[0], table.over) == (112, False)


def test_si_quelqu_un_atteint_200_le_plus_haut_total_gagne() -> None:
    table = counted("piques-a-trois", "5/5 6/6 6/6", before="150 160 100")
    assert (table.over, table.total, table.winner) == (True, (200, 220, 160), 2)


def test_des_premiers_ex_aequo_continuent() -> None:
    table = counted("piques-a-trois", "5/5 5/5 7/7", before="150 150 0")
    assert (table.over, table.total) == (False, (200, 200, 70))
    assert table.match.awaits_deal


def test_jusqu_a_un_premier_unique() -> None:
    table = counted("piques-a-trois", "5/5 5/5 7/7", "5/5 6/6 6/6", before="150 150 0")
    assert (table.over, table.winner) == (True, 2)


def test_meme_sous_l_objectif() -> None:
    """RULES: the text says no more than a single first one; after a tie 190 wins against 180."""
    table = counted("piques-a-trois", "5/5 5/5 7/7", "1/0 2/1 17/16", before="150 150 0")
    assert (table.total, table.over, table.winner) == ((190, 180, -100), True, 1)


def test_a_trois_le_troisieme_peut_gagner_la_prolongation() -> None:
    table = counted("piques-a-trois", "5/5 5/5 7/7", "9/1 8/0 15/16", before="150 150 100")
    assert table.winner == 3


def test_n_arretez_pas_au_milieu_du_jeu() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH 2S KH")
    assert not any(isinstance(event, MatchOver) for event in table.events)
    assert legal(table)


def test_n_ecartez_pas_le_troisieme_de_la_donne_decisive() -> None:
    table = counted("piques-a-trois", "5/5 5/5 7/7", before="150 150 0")
    table.deal()
    for _ in range(3):
        assert table.turn is not None
        table.act("5")
    hand = hand_of(table)
    assert all(len(holding) == 17 for holding in hand.board.holdings)


def test_corrigez_une_reponse_illegale_en_verifiant_la_main_restante() -> None:
    """R13: refused, with the suit owed and the legal cards; nothing changes, nobody gains a point."""
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4 AH 2S")
    before = table.total
    refusal = refused(table, "QS")
    assert refusal.code == "must-follow"
    assert [str(card) for card in refusal.legal] == ["KH", "JH", "TH", "8H", "5H", "4H"]
    assert table.total == before


def test_apres_la_fin_plus_rien() -> None:
    table = counted("piques-a-trois", "5/5 6/6 6/6", before="150 160 100")
    assert table.turn is None
    assert not table.legal
    assert refused(table, "AS", seat=1).code == "no-deal"
