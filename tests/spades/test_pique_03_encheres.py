"""Pique, « Les enchères »: bids, no looking (R7), the misdeal (R8)."""

import pytest
from tests.core.play import dealt, hand_of, legal, played, refused

from atout import Table
from atout.events import DealStarted, DealVoid, HandSeen, MisdealClaimed, VoidReason

PLAIN = "A2.KQ5.JT98.6543 K3.AJT.AQ765.982 QJ9.9876.K32.AQT T87654.432.4.KJ7"
NO_SPADE = ".AKQ52.JT98.7654 AK3.JT.AQ765.982 QJ92.9876.K3.AQT T87654.43.42.KJ3"
NO_FACE = "AT2.AT5.AT98.652 K3.KJ4.Q765.K984 QJ9.9876.KJ3.AQT 87654.Q32.42.J73"


def test_a_tour_de_role_depuis_la_gauche_du_donneur() -> None:
    table = dealt("pique", PLAIN, dealer=2)
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.act("3")
    assert turns == [3, 4, 1, 2]


def test_un_seul_tour_d_encheres_par_main() -> None:
    table = dealt("pique", PLAIN, dealer=4, body="bids: 3 3 3 3")
    assert refused(table, "4").code == "play-a-card"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_de_zero_a_treize(players: int) -> None:
    table = Table(f"pique players={players}", seed=1)
    if players == 2:
        played(table, "keep " * 26)
    assert {str(bid) for bid in range(14)} == legal(table) - {"misdeal"}
    refusal = refused(table, "14")
    assert (refusal.code, refusal.least, refusal.most) == ("bid-out-of-range", 0, 13)


def test_option_max_bid() -> None:
    """R3: with 17 cards the 13 of the text is read to the letter; ``max_bid=held`` reads it as the cards held."""
    assert "17" in legal(Table("pique players=3 max_bid=held", seed=1))
    assert "11" not in legal(Table("pique max_bid=10", seed=1))


def test_aucune_couleur_n_est_nommee() -> None:
    for token in ("S", "H", "D", "C", "order", "pass"):
        assert refused(dealt("pique", PLAIN, dealer=4), token).code == "bid-first"


@pytest.mark.parametrize("players", [3, 4])
def test_ne_peuvent_pas_regarder_leurs_cartes_avant_leur_tour(players: int) -> None:
    """R7: the cards are not sent to a seat in any form before its turn."""
    table = Table(f"pique players={players}", seed=8)
    for _ in range(players):
        turn = table.turn
        assert turn is not None
        for seat in range(1, players + 1):
            view = table.view(seat).hand
            assert view is not None
            bids = view.announced.bids
            if seat == turn or bids[seat - 1] is not None:
                assert view.board.holding(seat) == hand_of(table).board.holding(seat)
            else:
                assert not view.board.holding(seat).sure
                assert "?" in table.record(seat)
        table.act("3")


def test_chacun_regarde_a_son_tour() -> None:
    table = dealt("pique", PLAIN, dealer=4)
    assert [event.seat for event in table.events if isinstance(event, HandSeen)] == [1]
    table.act("3")
    assert [event.seat for event in table.events if isinstance(event, HandSeen)] == [1, 2]


def test_option_look_before() -> None:
    table = Table("pique look=before", seed=8)
    for seat in range(1, 5):
        view = table.view(seat).hand
        assert view is not None
        assert view.board.holding(seat) == hand_of(table).board.holding(seat)


@pytest.mark.parametrize("hands", [NO_SPADE, NO_FACE])
def test_une_mauvaise_donne_peut_etre_declaree(hands: str) -> None:
    table = dealt("pique", hands, dealer=4)
    assert "misdeal" in legal(table)
    table.act("misdeal")
    assert table.events[-2:] == (MisdealClaimed(1), DealVoid(VoidReason.MISDEAL))


def test_aucun_pique_ou_aucune_figure_roi_dame_valet() -> None:
    assert "misdeal" not in legal(dealt("pique", PLAIN, dealer=4))
    assert refused(dealt("pique", PLAIN, dealer=4), "misdeal").code == "no-misdeal"


def test_un_as_n_est_pas_une_figure() -> None:
    assert "misdeal" in legal(dealt("pique", NO_FACE, dealer=4))


def test_facultative() -> None:
    assert hand_of(dealt("pique", NO_SPADE, dealer=4, body="bids: 3 3 3 3")).playing


def test_offerte_a_ce_seul_joueur_a_son_tour() -> None:
    table = dealt("pique", NO_SPADE, dealer=2)
    assert "misdeal" not in legal(table)
    assert refused(table, "misdeal", seat=1).code == "not-your-turn"
    played(table, "3 3")
    assert "misdeal" in legal(table)
    table.act("3")
    assert refused(table, "misdeal", seat=1).code == "not-your-turn"


def test_une_nouvelle_main_est_distribuee_par_le_meme_donneur() -> None:
    table = dealt("pique", NO_SPADE, dealer=2, body="bids: 4 3 misdeal")
    assert table.match.awaits_deal
    assert table.match.next_dealer == 2
    table.deal()
    assert [(event.number, event.dealer) for event in table.events if isinstance(event, DealStarted)] == [
        (1, 2),
        (2, 2),
    ]
    assert table.turn == 3
    assert hand_of(table).announced.bids == (None,) * 4
    assert table.total == (0, 0)


def test_la_main_n_est_montree_a_personne() -> None:
    table = dealt("pique", NO_SPADE, dealer=4, body="bids: misdeal")
    table.deal()
    for seat in (0, 2, 3, 4):
        assert ".AKQ52." not in table.record(seat)
    assert ".AKQ52." in table.record(1)


def test_le_secret_d_une_donne_annulee_finit_avec_la_partie() -> None:
    table = dealt("pique target=deal", NO_SPADE, dealer=4, body="bids: misdeal")
    table.deal()
    while not table.over:
        table.act(next(action for action in table.legal if str(action) != "misdeal"))
    assert ".AKQ52." in table.record(0)


def test_dans_un_record() -> None:
    table = dealt("pique", NO_SPADE, dealer=2, body="bids: 4 3 misdeal")
    assert "bids: 4 3 misdeal" in table.record()
    table.deal()
    assert "[Deal 2] [Dealer 2]" in table.record()


def test_ne_s_applique_pas_aux_parties_a_deux() -> None:
    table = played(Table("pique players=2", seed=3), "keep " * 26)
    assert "misdeal" not in legal(table)
    assert refused(table, "misdeal").code == "no-misdeals"


def test_option_misdeal_no() -> None:
    table = dealt("pique misdeal=no", NO_SPADE, dealer=4)
    assert "misdeal" not in legal(table)
    assert refused(table, "misdeal").code == "no-misdeals"
