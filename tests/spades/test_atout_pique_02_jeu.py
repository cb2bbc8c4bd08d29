"""Atout pique, « Jeu de la carte », clause by clause."""

from tests.core.play import dealt, hand_of, legal, placed, played, refused

from atout.cards import Card, Suit

PLAIN = "A2.KQ54.JT98764. K3.AJT.AQ5.98654 QJ9.9876.K32.AQT T87654.32..KJ732"
BIDS = '[Bids "3 3 3 3"] [Won "3 3 2 2"] [Leader 1]\n'


def test_le_joueur_qui_suit_le_donneur_entame_avec_la_carte_de_son_choix() -> None:
    table = dealt("atout-pique", PLAIN, dealer=1, body="bids: 3 3 3 3")
    assert table.turn == 2
    assert legal(table) == {str(card) for card in hand_of(table).board.holding(2).sure if card.suit is not Suit.SPADES}


def test_remporte_par_la_plus_elevee_a_l_atout() -> None:
    tags = f'{BIDS}[Open no] [Hands ".A.9.6 A9...9 K2..3. .4.4.7"]'
    assert placed("atout-pique", tags, "1: AH 9S KS 4H", dealer=4).turn == 3


def test_ou_a_defaut_dans_la_couleur_demandee() -> None:
    tags = f'{BIDS}[Open no] [Hands ".9.9.6 .T..92 .K.3.3 .4.A.7"]'
    assert placed("atout-pique", tags, "1: 9H TH KH 4H", dealer=4).turn == 3


def test_celui_qui_remporte_le_pli_entame_le_suivant() -> None:
    tags = f'{BIDS}[Open no] [Hands ".9.9.6 .T..92 .K.3.3 .4.A.7"]'
    table = placed("atout-pique", tags, "1: 9H TH KH 4H", dealer=4)
    assert legal(table) == {"3D", "3C"}


def test_l_atout_est_toujours_pique() -> None:
    assert hand_of(dealt("atout-pique", PLAIN, dealer=1)).announced.trump is Suit.SPADES


def test_toujours_l_obligation_de_suivre() -> None:
    table = dealt("atout-pique", PLAIN, dealer=1, body="bids: 3 3 3 3 AH")
    assert legal(table) == {"9H", "8H", "7H", "6H"}
    assert refused(table, "QS").code == "must-follow"


def test_si_vous_ne_possedez_pas_de_la_couleur_n_importe_quelle_carte_y_compris_un_pique() -> None:
    table = dealt("atout-pique", PLAIN, dealer=2, body="bids: 3 3 3 3 KD")
    assert legal(table) == {str(card) for card in hand_of(table).board.holding(4).sure}
    assert played(table, "4S JD AD").turn == 4


def test_pas_le_droit_de_couper_si_on_possede_de_la_couleur() -> None:
    table = dealt("atout-pique", PLAIN, dealer=1, body="bids: 3 3 3 3 AD")
    refusal = refused(table, "QS")
    assert (refusal.code, refusal.suit) == ("must-follow", Suit.DIAMONDS)


def test_interdit_d_entamer_a_pique_si_aucun_pique_n_a_ete_joue() -> None:
    table = dealt("atout-pique", PLAIN, dealer=4, body="bids: 3 3 3 3")
    assert refused(table, "AS").code == "may-not-lead"


def test_sauf_si_on_n_a_plus_que_ca_en_main() -> None:
    tags = f'{BIDS}[Open no] [Hands "432... A9...9 K5..3. .4.4.7"]'
    assert legal(placed("atout-pique", tags, dealer=4)) == {"4S", "3S", "2S"}


def test_un_pique_joue_auparavant_ouvre_meme_une_entame_forcee() -> None:
    """R1, played."""
    tags = f'{BIDS}[Open no] [Hands "432... A9...9 K5..3. .4.4.7"]'
    assert legal(placed("atout-pique", tags, "1: 4S 9S 5S 4H", dealer=4)) == {"AS", "9C"}


def test_l_as_toujours_le_plus_fort_et_le_2_le_plus_faible() -> None:
    ordering = hand_of(dealt("atout-pique", PLAIN, dealer=4)).ordering
    assert ordering is not None
    for suit in Suit:
        powers = [ordering.power(Card.from_token(f"{rank}{suit}"), suit) for rank in "AKQJT98765432"]
        assert powers == sorted(powers, reverse=True)
