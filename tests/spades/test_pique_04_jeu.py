"""Pique, « Le jeu »: the target, the first leader (R6), following, winning, leading spades (R1)."""

from collections import Counter
from itertools import pairwise

import pytest
from tests.core.play import counted, dealt, hand_of, legal, placed, played, refused

from atout import Table
from atout.families import parse

PLAIN = "A2.KQ5.JT98.6543 K3.AJT.AQ765.982 QJ9.9876.K32.AQT T87654.432.4.KJ7"
BIDS = '[Bids "3 3 3 3"] [Won "3 3 2 2"] [Leader 1]\n'


def test_un_nombre_de_points_predetermine_souvent_500() -> None:
    assert parse("pique").ending.target == 500
    table = counted("pique", "nil/0 6/7 nil/0 5/6")
    assert (table.over, table.winner) == (True, 1)


@pytest.mark.parametrize("target", [100, 200, 300])
def test_ou_100_200_300(target: int) -> None:
    table = counted(f"pique target={target}", "5/5 2/2 5/5 1/1", before=f"{target - 100} 0")
    assert (table.over, table.total[0]) == (True, target)
    assert not counted(f"pique target={target}", "5/5 2/2 5/5 1/1", before=f"{target - 101} 0").over


def test_ou_une_seule_main_partie_rapide() -> None:
    table = counted("pique target=deal", "5/5 2/2 4/4 2/2")
    assert (table.over, table.winner) == (True, 1)


def test_une_partie_rapide_a_egalite_est_partagee() -> None:
    table = counted("pique target=deal players=2", "6/6 6/7", before="1 0")
    assert (table.over, table.winner, table.winners) == (True, None, (1, 2))


def test_un_joueur_choisi_au_hasard_fait_la_premiere_levee() -> None:
    """R6: the first leader of the match is drawn; he bids first and leads first."""
    firsts = Counter(Table("pique", seed=seed).turn for seed in range(400))
    assert set(firsts) == {1, 2, 3, 4}
    assert min(firsts.values()) > 70
    table = Table("pique", seed=3)
    first = table.turn
    for _ in range(4):
        table.act("3")
    assert table.turn == first


def test_puis_a_tour_de_role() -> None:
    table = Table("pique target=5000", seed=3)
    firsts = []
    for _ in range(5):
        firsts.append(table.turn)
        for _ in range(4):
            table.act("3")
        table.act("settled:4,3,3,3", seat=0)
    assert firsts[0] is not None
    assert firsts == [(firsts[0] - 1 + deal) % 4 + 1 for deal in range(5)]


def test_option_leader_random_le_tire_a_chaque_donne() -> None:
    table = Table("pique leader=random target=100000", seed=3)
    firsts = []
    for _ in range(60):
        firsts.append(table.turn)
        for _ in range(4):
            table.act("3")
        table.act("settled:4,3,3,3", seat=0)
    assert set(firsts) == {1, 2, 3, 4}
    steps = {(b - a) % 4 for a, b in pairwise(firsts) if a is not None and b is not None}
    assert steps == {0, 1, 2, 3}


def test_une_mauvaise_donne_garde_le_meme_premier_joueur_meme_au_hasard() -> None:
    hands = ".AKQ52.JT98.7654 AK3.JT.AQ765.982 QJ92.9876.K3.AQT T87654.43.42.KJ3"
    table = dealt("pique leader=random", hands, dealer=4, body="bids: misdeal")
    table.deal()
    assert table.turn == 1


def test_doivent_suivre_la_couleur_jouee_si_possible() -> None:
    table = dealt("pique", PLAIN, dealer=4, body="bids: 3 3 3 3 JD")
    assert legal(table) == {"AD", "QD", "7D", "6D", "5D"}
    assert refused(table, "KS").code == "must-follow"


def test_sinon_jouer_un_atout_ou_se_defausser() -> None:
    tags = f'{BIDS}[Open no] [Hands ".A.9.6 A3...9 .9.3.T .4.4.7"]'
    table = placed("pique", tags, "1: AH", dealer=4)
    assert legal(table) == {"AS", "3S", "9C"}


def test_remporte_par_le_plus_haut_atout() -> None:
    table = placed("pique", f'{BIDS}[Open no] [Hands ".A.9.6 A3...9 K2..3. .4.4.7"]', "1: AH 3S 2S 4H", dealer=4)
    assert table.turn == 2


def test_ou_par_la_plus_haute_dans_la_couleur_demandee() -> None:
    table = placed("pique", f'{BIDS}[Open no] [Hands ".Q.9.6 ..A.92 .K.3.3 .4.4.7"]', "1: QH AD KH 4H", dealer=4)
    assert table.turn == 3


def test_le_gagnant_commence_le_suivant() -> None:
    table = placed("pique", f'{BIDS}[Open no] [Hands ".Q.9.6 ..A.92 .K.3.3 .4.4.7"]', "1: QH AD KH 4H 3D", dealer=4)
    assert table.turn == 4


@pytest.mark.parametrize(("players", "tricks"), [(2, 13), (3, 17), (4, 13)])
def test_chaque_main_comprend_13_ou_17_plis(players: int, tricks: int) -> None:
    table = Table(f"pique players={players} target=1000 misdeal=no", seed=11)
    while table.match.complete_deals == 0:
        board = hand_of(table).board
        table.act(table.legal[0])
    assert len(board.tricks) == tricks - 1


def test_les_piques_ne_peuvent_pas_etre_menees_avant_un_pli_precedent() -> None:
    table = dealt("pique", PLAIN, dealer=4, body="bids: 3 3 3 3")
    assert not {"AS", "2S"} & legal(table)
    assert refused(table, "AS").code == "may-not-lead"


def test_sauf_si_le_joueur_n_a_plus_que_des_piques() -> None:
    tags = f'{BIDS}[Open no] [Hands "432... A9...9 K5..3. .4.4.7"]'
    assert legal(placed("pique", tags, dealer=4)) == {"4S", "3S", "2S"}


def test_jouees_dans_un_pli_precedent_meme_une_entame_forcee() -> None:
    """R1, played: any spade on the table opens them, a forced lead included."""
    tags = f'{BIDS}[Open no] [Hands "432... A9...9 K5..3. .4.4.7"]'
    table = placed("pique", tags, "1: 4S 9S 5S 4H", dealer=4)
    assert hand_of(table).announced.opened is True
    assert legal(table) == {"AS", "9C"}


def test_option_breaking_any_et_strict() -> None:
    tags = f'{BIDS}[Hands "4.3.2. A9...9 K5..3. .4.4.7"]'
    assert "4S" in legal(placed("pique breaking=any", tags, dealer=4))
    forced = f'{BIDS}[Open no] [Hands "432... A9...9 K5..3. .4.4.7"]'
    table = placed("pique breaking=strict", forced, "1: 4S 9S 5S 4H", dealer=4)
    assert legal(table) == {"9C"}


def test_couper_au_premier_pli_est_permis() -> None:
    hands = "A2.KQ54.JT98764. K3.AJT.AQ5.98654 QJ9.9876.K32.AQT T87654.32..KJ732"
    table = dealt("pique", hands, dealer=3, body="bids: 3 3 3 3 KC")
    assert {"AS", "2S", "4D"} < legal(table)
    assert played(table, "2S 4C TC").turn == 1
