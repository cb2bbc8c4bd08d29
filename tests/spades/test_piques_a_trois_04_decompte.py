"""Piques à trois, 04 « Décompte des points », clause by clause."""

import pytest
from tests.core.play import counted, lines_of


def test_une_annonce_positive_reussie_rapporte_10_par_pli_promis() -> None:
    table = counted("piques-a-trois", "6/6 6/6 5/5")
    assert table.points == (60, 60, 50)
    assert lines_of(table, 1) == [("contract", 60)]


def test_plus_1_par_pli_supplementaire() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4")
    assert lines_of(table, 1) == [("contract", 50), ("overtricks", 2)]


def test_un_manque_coute_10_par_pli_promis() -> None:
    table = counted("piques-a-trois", "7/6 6/6 5/5")
    assert lines_of(table, 1) == [("set", -70)]


def test_sans_credit_pour_les_plis_gagnes() -> None:
    assert counted("piques-a-trois", "7/6 6/6 5/5").points[0] == counted("piques-a-trois", "7/0 9/9 8/8").points[0]


def test_les_supplementaires_sont_des_sacs() -> None:
    assert counted("piques-a-trois", "5/7 6/6 4/4").bags == (2, 0, 0)


def test_tenez_un_cumul_individuel() -> None:
    assert counted("piques-a-trois", "5/7 6/6 4/4", "5/6 2/4 4/7").bags == (3, 2, 3)


def test_chaque_groupe_de_10_sacs_coute_100_points() -> None:
    table = counted("piques-a-trois", "5/8 6/6 3/3", bags="7 0 0")
    assert lines_of(table, 1) == [("contract", 50), ("overtricks", 3), ("bag_penalty", -100)]
    assert table.bags == (0, 0, 0)


@pytest.mark.parametrize(
    ("bags", "line", "points", "left"),
    [("9 0 0", "5/17 1/0 1/0", 50 + 12 - 200, 1), ("9 0 0", "nil/12 1/4 1/1", -100 - 200, 1)],
)
def test_deux_groupes_dans_une_donne(bags: str, line: str, points: int, left: int) -> None:
    """R2: several penalties can fall in one deal."""
    table = counted("piques-a-trois", line, bags=bags)
    assert (table.points[0], table.bags[0]) == (points, left)


def test_conservez_le_surplus_pour_le_cycle_suivant() -> None:
    table = counted("piques-a-trois", "5/9 5/5 3/3", bags="8 0 0")
    assert table.bags == (2, 0, 0)
    assert counted("piques-a-trois", "1/9 5/5 3/3", bags="2 0 0").bags == (0, 0, 0)


def test_n_annulez_pas_les_points_supplementaires_la_penalite_est_separee() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4", bags="9 0 0")
    assert lines_of(table, 1) == [("contract", 50), ("overtricks", 2), ("bag_penalty", -100)]
    assert table.points[0] == -48


def test_les_totaux_negatifs_sont_permis() -> None:
    table = counted("piques-a-trois", "9/2 6/6 4/9", "9/2 6/6 4/9")
    assert table.total[0] == -180
    assert not table.over


def test_les_sacs_ne_viennent_pas_du_dernier_chiffre_du_score() -> None:
    """R2: −35 and 9 bags, 4/6: −58, so −93 and one bag."""
    table = counted("piques-a-trois", "4/6 6/6 5/5", before="-35 0 0", bags="9 0 0")
    assert (table.points[0], table.total[0], table.bags[0]) == (-58, -93, 1)
