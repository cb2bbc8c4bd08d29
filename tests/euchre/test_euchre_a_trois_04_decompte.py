"""Euchre à trois, « Le décompte », clause by clause, and the variants the text names."""

import pytest
from tests.core.play import lines_of

from atout import Table
from atout.families import parse


def counted(rules: str, *deals: str, before: str = "") -> Table:
    """A table after deals told as the maker's seat and tricks by seat: ``1 3,1,1``."""
    text = [f'[Rules "{rules}"]']
    for number, deal in enumerate(deals):
        maker, tricks = deal.split()
        dealer = number % 3 + 1
        passes = (int(maker) - dealer - 1) % 3
        text.append(f"[Deal {number + 1}] [Dealer {dealer}]")
        text += [f'[Before "{before}"]'] if before and not number else []
        text.append('[Hands "? ? ?"]\ncalls: ' + "pass " * (3 + passes) + f"H\nsettled:{tricks}")
    return Table.from_record("\n".join(text))


RULES = "euchre-a-trois"


@pytest.mark.parametrize("tricks", ["3,1,1", "4,1,0"])
def test_3_ou_4_plis_le_preneur_marque_1_point(tricks: str) -> None:
    table = counted(RULES, f"1 {tricks}")
    assert table.points == (1, 0, 0)
    assert lines_of(table, 1) == [("maker", 1)]


def test_les_5_plis_un_capot_le_preneur_marque_2_points() -> None:
    table = counted(RULES, "2 0,5,0")
    assert table.points == (0, 2, 0)
    assert lines_of(table, 2) == [("march", 2)]


@pytest.mark.parametrize("tricks", ["2,3,0", "1,2,2", "0,0,5"])
def test_2_plis_ou_moins_euchre_chaque_adversaire_marque_2_points(tricks: str) -> None:
    table = counted(RULES, f"1 {tricks}")
    assert table.points == (0, 2, 2)
    assert lines_of(table, 2) == lines_of(table, 3) == [("euchred", 2)]
    assert lines_of(table, 1) == []


def test_variante_capot_a_3_points() -> None:
    assert counted(f"{RULES} march=3", "3 0,0,5").points == (0, 0, 3)
    assert counted(f"{RULES} march=3", "3 1,0,4").points == (0, 0, 1)


def test_variante_le_preneur_perd_des_points() -> None:
    table = counted(f"{RULES} euchred=maker-loses", "1 2,3,0")
    assert table.points == (-2, 0, 0)
    assert lines_of(table, 1) == [("euchred", -2)]


def test_les_scores_peuvent_alors_descendre_sous_zero() -> None:
    assert counted(f"{RULES} euchred=maker-loses", "1 2,3,0", "1 0,3,2").total == (-4, 0, 0)


def test_le_premier_a_10_points_gagne() -> None:
    assert parse(RULES).ending.target == 10
    table = counted(RULES, "1 3,1,1", before="9 8 7")
    assert (table.over, table.winner, table.total) == (True, 1, (10, 8, 7))
    assert not counted(RULES, "1 3,1,1", before="8 8 7").over


@pytest.mark.parametrize("target", [5, 15])
def test_certains_groupes_jouent_en_5_ou_en_15(target: int) -> None:
    assert counted(f"{RULES} target={target}", "1 3,1,1", before=f"{target - 1} 0 0").winner == 1
    assert not counted(f"{RULES} target={target}", "1 3,1,1", before=f"{target - 2} 0 0").over


def test_les_deux_adversaires_peuvent_l_atteindre_le_plus_haut_gagne() -> None:
    table = counted(RULES, "1 2,3,0", before="0 8 9")
    assert (table.winner, table.total) == (3, (0, 10, 11))


def test_a_egalite_on_joue_encore() -> None:
    table = counted(RULES, "1 2,3,0", before="0 9 9")
    assert not table.over
    table = counted(RULES, "1 2,3,0", "2 1,3,1", before="0 9 9")
    assert (table.winner, table.total) == (2, (0, 12, 11))


def test_option_tie_shared() -> None:
    table = counted(f"{RULES} tie=shared", "1 2,3,0", before="0 9 9")
    assert (table.over, table.winner, table.winners) == (True, None, (2, 3))


def test_option_target_deal() -> None:
    assert counted(f"{RULES} target=deal", "1 3,1,1").winner == 1
    assert counted(f"{RULES} target=deal", "1 2,3,0").winners == (2, 3)


def test_une_donne_passee_ne_compte_pas_comme_la_seule() -> None:
    text = f'[Rules "{RULES} target=deal"]\n[Deal 1] [Dealer 1]\n[Hands "? ? ?"]\ncalls: ' + "pass " * 6
    assert not Table.from_record(text).over


def test_pas_de_sacs() -> None:
    assert not parse(RULES).counts_bags
    assert "[Bags" not in counted(RULES, "1 3,1,1").record()
