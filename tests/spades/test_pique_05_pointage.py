"""Pique, « Le pointage », clause by clause, and R4, R9."""

import pytest
from tests.core.play import counted, lines_of

THREE, PAIRS = "pique players=3", "pique"


def test_10_points_par_pli_annonce_plus_1_par_surpli() -> None:
    assert lines_of(counted(THREE, "5/8 5/5 4/4"), 1) == [("contract", 50), ("overtricks", 3)]


def test_zero_nil_et_aucun_pli_100_points() -> None:
    assert lines_of(counted(THREE, "0/0 9/9 8/8"), 1) == [("nil", 100)]


def test_exemples_7_pour_7_et_5_pour_8() -> None:
    assert counted("pique players=2", "7/7 6/6").points[0] == 70
    assert counted("pique players=2", "5/8 5/5").points[0] == 53


def test_les_surplis_sont_appeles_sacs() -> None:
    assert counted(THREE, "5/8 5/5 4/4").bags == (3, 0, 0)


def test_chaque_fois_10_sacs_penalite_de_100_points() -> None:
    table = counted(THREE, "5/8 5/5 4/4", bags="9 0 0")
    assert (table.points[0], table.bags[0]) == (53 - 100, 2)


def test_rompre_le_contrat_perd_10_points_par_pli_annonce() -> None:
    assert counted("pique players=2", "4/3 9/10").points[0] == -40


def test_l_objectif_est_de_realiser_exactement_mais_aucune_prime() -> None:
    assert counted(THREE, "1/1 2/2 9/14").points[:2] == (10, 20)
    assert counted(THREE, "13/13 1/1 3/3").points[0] == 130


@pytest.mark.parametrize("tricks", [1, 4])
def test_au_moins_un_pli_perd_100_points(tricks: int) -> None:
    """R4: its tricks are bags, a point each, as in ``atout-pique``."""
    table = counted(THREE, f"0/{tricks} 5/5 4/{12 - tricks}")
    assert lines_of(table, 1) == [("nil_failed", -100), ("nil_bags", tricks)]
    assert table.bags[0] == tricks


def test_option_nil_failed_point() -> None:
    table = counted(f"{THREE} nil_failed_point=0", "0/4 5/5 4/8")
    assert (table.points[0], table.bags[0]) == (-100, 4)


def test_option_nil() -> None:
    assert counted(f"{THREE} nil=50", "0/0 0/9 8/8").points == (50, -41, 80)


def test_le_nil_d_un_partenaire_ne_compte_pas_vers_le_contrat() -> None:
    table = counted(PAIRS, "0/2 3/3 4/3 5/5")
    assert lines_of(table, 1) == [("set", -40), ("nil_failed", -100), ("nil_bags", 2)]


def test_option_nil_failed_helps() -> None:
    table = counted(f"{PAIRS} nil_failed_helps=yes", "0/2 3/3 4/3 5/5")
    assert lines_of(table, 1) == [("contract", 40), ("overtricks", 1), ("nil_failed", -100)]
    assert table.bags[0] == 1
    table = counted(f"{PAIRS} nil_failed_helps=yes", "0/1 3/3 7/3 6/6")
    assert lines_of(table, 1) == [("set", -70), ("nil_failed", -100)]
    assert table.bags[0] == 0


def test_double_zero_reussi_500() -> None:
    table = counted(PAIRS, "0/0 6/7 0/0 5/6")
    assert lines_of(table, 1) == [("double_nil", 500)]


def test_si_un_seul_echoue_0() -> None:
    table = counted(PAIRS, "0/0 5/5 0/3 5/5")
    assert lines_of(table, 1) == [("double_nil", 0)]
    assert (table.points[0], table.bags[0]) == (0, 3)


def test_si_les_deux_echouent_moins_500() -> None:
    table = counted(PAIRS, "0/1 5/5 0/1 6/6")
    assert (table.points[0], table.bags[0]) == (-500, 2)


def test_les_sacs_du_double_zero_entrainent_la_penalite() -> None:
    table = counted(PAIRS, "0/0 5/5 0/3 5/5", bags="8 0")
    assert (table.points[0], table.bags[0]) == (-100, 1)


def test_option_double_nil_separate() -> None:
    assert counted(f"{PAIRS} double_nil=separate", "0/0 5/5 0/3 5/5").points[0] == 100 - 100 + 3


def test_le_contrat_d_une_paire_est_la_somme() -> None:
    """R9: also with ``pique``, which counts by *joueur*."""
    assert lines_of(counted(PAIRS, "5/3 3/3 4/6 1/1"), 1) == [("contract", 90)]


def test_la_somme_peut_depasser_13() -> None:
    assert counted(PAIRS, "9/6 1/1 9/6 0/0").points[0] == -180


def test_option_contract_each() -> None:
    table = counted(f"{PAIRS} contract=each", "5/3 3/3 4/6 1/1")
    assert lines_of(table, 1) == [("set", -50), ("contract", 40), ("overtricks", 2)]
    assert table.bags[0] == 2


def test_les_sacs_sont_a_l_equipe() -> None:
    assert counted(PAIRS, "2/4 3/4 2/3 2/2").bags == (3, 1)


def test_option_bags() -> None:
    table = counted(f"{THREE} bags=5/-50", "5/8 5/5 4/4", bags="3 0 0")
    assert (table.points[0], table.bags[0]) == (53 - 50, 1)
    table = counted(f"{THREE} bags=none", "1/16 1/1 0/0")
    assert (table.points[0], table.bags[0]) == (25, 0)


def test_option_bags_carry() -> None:
    table = counted(f"{THREE} bags_carry=no", "5/8 5/5 4/4", bags="9 0 0")
    assert (table.points[0], table.bags[0]) == (53 - 100, 0)
    assert counted(f"{THREE} bags_carry=no", "5/8 5/5 4/4", bags="3 0 0").bags[0] == 6
