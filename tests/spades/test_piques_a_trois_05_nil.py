"""Piques à trois, 05 « Compter nil », clause by clause."""

import pytest
from tests.core.play import counted, dealt, lines_of, refused

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"


def test_nil_sans_pli_rapporte_100() -> None:
    table = counted("piques-a-trois", "nil/0 9/9 8/8")
    assert lines_of(table, 1) == [("nil", 100)]


@pytest.mark.parametrize("tricks", [1, 2, 9])
def test_tout_pli_le_fait_passer_a_moins_100(tricks: int) -> None:
    table = counted("piques-a-trois", f"nil/{tricks} 9/{17 - tricks} 8/0")
    assert lines_of(table, 1) == [("nil_failed", -100)]


def test_les_plis_d_un_nil_rate_ne_rapportent_aucun_point() -> None:
    assert counted("piques-a-trois", "nil/5 6/6 6/6").points[0] == -100


def test_mais_chacun_compte_comme_sac() -> None:
    assert counted("piques-a-trois", "nil/5 6/6 6/6").bags == (5, 0, 0)


def test_et_peut_declencher_la_penalite_normale() -> None:
    table = counted("piques-a-trois", "nil/2 9/9 6/6", bags="9 0 0")
    assert (table.points[0], table.bags[0]) == (-200, 1)
    assert lines_of(table, 1) == [("nil_failed", -100), ("bag_penalty", -100)]


def test_tout_concerne_son_seul_auteur() -> None:
    table = counted("piques-a-trois", "nil/3 7/7 7/7")
    assert table.points[1:] == (70, 70)


def test_aucun_autre_joueur_ne_couvre_l_annonce() -> None:
    assert counted("piques-a-trois", "nil/0 nil/0 17/17").points == (100, 100, 170)


def test_annonces_aveugles_exclues() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3)
    assert refused(table, "blind-nil").code == "no-blind-nil"
    assert refused(table, "look").code == "no-look"
    assert refused(table, "moon").code == "bid-first"


def test_primes_du_dernier_pli_exclues() -> None:
    """The last trick is worth no more than another; nor is any jack special."""
    assert refused(dealt("piques-a-trois", HANDS, dealer=3), "JS").code == "bid-first"
    assert {code for code, _ in lines_of(counted("piques-a-trois", "5/7 6/6 4/4"), 1)} == {"contract", "overtricks"}
