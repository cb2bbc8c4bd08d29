"""Atout pique, « Marquage des points » and « Marques spéciales et bonus », clause by clause; every example."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.play import counted, lines_of

from atout.testing import playout, seeds


def test_un_contrat_reussi_10_fois_plus_1_par_pli_supplementaire() -> None:
    assert counted("atout-pique players=3", "4/6 5/5 6/6").points[0] == 42


def test_un_contrat_chute_10_fois_le_nombre_annonce() -> None:
    assert counted("atout-pique players=3", "5/3 7/7 7/7").points[0] == -50


def test_les_plis_en_trop_sont_des_sacs_quand_le_contrat_est_reussi() -> None:
    table = counted("atout-pique players=3", "4/6 8/5 6/6")
    assert table.bags == (2, 0, 0)


def test_dix_sacs_coutent_100_points() -> None:
    table = counted("atout-pique players=3", "4/6 5/5 6/6", bags="8 0 0")
    assert lines_of(table, 1)[-1] == ("bag_penalty", -100)
    assert table.bags[0] == 0


def test_le_vingtieme_sac_a_nouveau() -> None:
    table = counted("atout-pique players=3", "1/11 3/3 3/3", "1/11 3/3 3/3")
    assert table.total[0] == 2 * (10 + 10 - 100)


@given(seed=seeds(), players=st.sampled_from([3, 4, 5, 6]))
def test_les_sacs_sont_le_chiffre_des_unites(seed: int, players: int) -> None:
    """R2's property: without Quicksand the bags are the units digit (modulo 10 they are so below zero too)."""
    table = playout(f"atout-pique players={players} target=100000", seed, deals=6)
    for total, bags in zip(table.total, table.bags, strict=True):
        assert total % 10 == bags


def test_500_points_parfois_1000_1500_2000() -> None:
    assert counted("atout-pique", "5/5 2/2 5/5 1/1", before="400 0").over
    for target in (1000, 1500, 2000):
        assert not counted(f"atout-pique target={target}", "5/5 2/2 5/5 1/1", before=f"{target - 121} 0").over
        assert counted(f"atout-pique target={target}", "5/5 2/2 5/5 1/1", before=f"{target - 120} 0").over


# --- Parier nul ou 0 plis


def test_parier_0_reussi_100_points() -> None:
    assert lines_of(counted("atout-pique players=3", "0/0 9/9 8/8"), 1) == [("nil", 100)]


def test_un_pli_ou_plus_moins_100() -> None:
    table = counted("atout-pique players=3", "0/1 9/9 7/7")
    assert lines_of(table, 1) == [("nil_failed", -100), ("nil_bags", 1)]


def test_le_partenaire_est_seul_pour_les_plis_qu_il_a_paries() -> None:
    assert lines_of(counted("atout-pique", "0/2 4/4 4/3 4/4"), 1)[0] == ("set", -40)


def test_les_100_points_sont_comptes_separement() -> None:
    assert lines_of(counted("atout-pique", "0/0 4/4 4/5 4/4"), 1) == [("contract", 40), ("overtricks", 1), ("nil", 100)]


def test_les_plis_d_un_nul_chute_comptent_en_tant_que_sacs() -> None:
    assert counted("atout-pique", "0/3 4/4 4/4 2/2").bags == (3, 0)


def test_exemple_nul_reussi_partenaire_chute() -> None:
    assert counted("atout-pique", "0/0 4/5 4/3 3/5").points[0] == 60


def test_exemple_nul_rate_partenaire_5() -> None:
    table = counted("atout-pique", "0/1 3/4 4/5 3/3")
    assert (table.points[0], table.bags[0]) == (-58, 2)


def test_exemple_nul_rate_partenaire_3() -> None:
    table = counted("atout-pique", "0/1 4/5 4/3 3/4")
    assert (table.points[0], table.bags[0]) == (-139, 1)


def test_nul_rate_partenaire_exact_a_2() -> None:
    table = counted("atout-pique", "0/1 5/5 2/2 5/5")
    assert (table.points[0], table.bags[0]) == (20 + 20 - 100 + 1, 1)


# --- Double nul


@pytest.mark.parametrize(
    ("line", "points", "bags"),
    [("0/0 6/6 0/0 7/7", 200, 0), ("0/1 6/6 0/0 6/6", 1, 1), ("0/1 6/6 0/1 5/5", -198, 2)],
)
def test_double_nul_chacun_independamment(line: str, points: int, bags: int) -> None:
    table = counted("atout-pique", line)
    assert (table.points[0], table.bags[0]) == (points, bags)


def test_option_double_nil_joint() -> None:
    assert counted("atout-pique double_nil=joint", "0/1 6/6 0/1 5/5").points[0] == -500


# --- Annoncer et réaliser exactement 1 ou 2 plis


@pytest.mark.parametrize("bid", [1, 2])
def test_a_3_joueurs_20_points_de_bonus(bid: int) -> None:
    table = counted("atout-pique players=3", f"{bid}/{bid} 9/9 6/{8 - bid}")
    assert lines_of(table, 1) == [("contract", 10 * bid), ("exact", 20)]


def test_a_4_joueurs_pour_le_contrat_de_l_equipe() -> None:
    assert counted("atout-pique", "1/2 5/5 1/0 6/6").points[0] == 40
    assert counted("atout-pique", "0/0 6/6 1/1 6/6").points[0] == 130


def test_un_contrat_reussi_non_exact_aucun_bonus() -> None:
    assert counted("atout-pique players=3", "2/3 9/9 5/5").points[0] == 21


def test_exactement_3_rien() -> None:
    assert counted("atout-pique players=3", "3/3 9/9 5/5").points[0] == 30


@pytest.mark.parametrize(
    ("players", "line", "points"), [(5, "2/2 2/3 2/2 1/1 2/2", 20), (6, "1/1 2/2 2/2 1/1 2/2 0/0", 10)]
)
def test_pas_a_5_ou_6_joueurs(players: int, line: str, points: int) -> None:
    assert counted(f"atout-pique players={players}", line).points[0] == points


def test_option_exact() -> None:
    assert counted("atout-pique exact=no", "1/1 6/6 1/1 5/5").points[0] == 20
    assert counted("atout-pique players=5 exact=yes", "2/2 2/3 2/2 1/1 2/2").points == (40, 21, 40, 30, 40)


# --- Bonus pour contrat difficile


@pytest.mark.parametrize(
    ("players", "line", "points"),
    [
        (3, "10/10 3/3 4/4", 100),
        (3, "11/11 3/3 3/3", 120),
        (4, "8/8 3/3 0/0 2/2", 180),
        (4, "10/11 1/1 0/0 1/1", 221),
        (4, "6/7 1/1 4/4 1/1", 121),
        (5, "7/7 1/1 1/1 1/1 0/0", 70),
        (5, "8/8 1/1 1/1 0/0 0/0", 90),
        (6, "6/6 1/1 1/1 0/0 0/0 0/0", 60),
        (6, "7/8 0/0 0/0 0/0 0/0 0/0", 81),
    ],
)
def test_10_points_par_pli_annonce_et_realise_au_dela(players: int, line: str, points: int) -> None:
    assert counted(f"atout-pique players={players}", line).points[0] == points


def test_seulement_si_le_contrat_est_reussi() -> None:
    assert counted("atout-pique players=3", "12/11 3/3 3/3").points[0] == -120


def test_les_plis_supplementaires_n_ont_pas_de_bonus() -> None:
    assert counted("atout-pique", "10/11 1/1 0/0 1/1").points[0] - 100 == 100 + 20 + 1


def test_option_hard() -> None:
    assert counted("atout-pique hard=no", "6/7 1/1 4/4 1/1").points[0] == 101
    assert counted("piques-a-trois hard=yes", "12/12 3/3 2/2").points[0] == 140


def test_exemples_de_rules() -> None:
    assert counted("atout-pique", "6/7 1/1 4/4 1/1").points == (121, 40)
    assert counted("atout-pique", "2/3 5/5 0/0 5/5").points[0] == 21 + 100
    assert counted("atout-pique", "1/1 6/6 0/0 6/6").points[0] == 30 + 100
    assert counted("atout-pique players=5", "8/8 1/1 1/1 0/0 0/0").points[0] == 90
