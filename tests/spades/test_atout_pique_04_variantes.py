"""Atout pique, « Variantes »: No hell (R10), Quicksand (R11), Suicide (R12), and their combinations."""

from itertools import product

import pytest
from tests.core.play import counted, legal, lines_of, played, refused

from atout import Illegal, Table
from atout.families import parse


def table_after(rules: str, bids: str) -> Table:
    """A table after some bids, seat 1 first."""
    return played(Table.from_record(f'[Rules "{rules}"]\n[Deal 1] [Dealer 4]\n[Hands "? ? ? ?"]'), bids)


# --- No hell


def test_le_total_ne_peut_etre_le_nombre_de_plis() -> None:
    table = table_after("atout-pique no-hell=yes", "3 4 3")
    assert legal(table) == {str(bid) for bid in range(14)} - {"3"}


def test_exemple_il_peut_choisir_2_ou_4() -> None:
    table = table_after("atout-pique no-hell=yes", "3 4 3")
    refusal = refused(table, "3")
    assert (refusal.code, refusal.expected) == ("no-hell", 13)
    played(table, "2")
    played(table_after("atout-pique no-hell=yes", "3 4 3"), "4")


def test_nul_compte_pour_zero() -> None:
    assert "5" not in legal(table_after("atout-pique no-hell=yes", "0 4 4"))


def test_seul_le_dernier_est_restreint() -> None:
    assert legal(table_after("atout-pique no-hell=yes", "4 9")) == {str(bid) for bid in range(14)}


def test_une_somme_deja_trop_haute_ne_restreint_rien() -> None:
    assert legal(table_after("atout-pique no-hell=yes", "5 5 5")) == {str(bid) for bid in range(14)}


@pytest.mark.parametrize(("players", "tricks"), [(3, 17), (5, 10), (6, 8)])
def test_aux_autres_nombres_de_joueurs(players: int, tricks: int) -> None:
    table = Table(f"atout-pique players={players} no-hell=yes", seed=1)
    played(table, "1 " * (players - 1))
    assert str(tricks - players + 1) not in legal(table)
    assert len(legal(table)) == tricks


def test_no_hell_dans_les_autres_jeux() -> None:
    table = Table("piques-a-trois no-hell=yes", seed=1)
    assert "6" not in legal(played(table, "5 6"))
    assert "4" not in legal(played(Table("pique no-hell=yes misdeal=no", seed=1), "3 3 3"))


# --- Quicksand

QUICK = "atout-pique quicksand=yes"


def test_exact_donne_10_par_pli() -> None:
    assert counted(QUICK, "2/3 4/4 3/2 4/4").points == (50, 80)


def test_en_trop_enleve_10_par_pli() -> None:
    assert counted(QUICK, "4/5 2/2 3/4 2/2").points[0] == 50
    assert lines_of(counted(QUICK, "4/5 2/2 3/4 2/2"), 1) == [("contract", 70), ("overtricks", -20)]


def test_chute_enleve_10_par_pli_manquant() -> None:
    assert counted(QUICK, "3/2 4/5 3/2 4/4").points[0] == -20
    assert lines_of(counted(QUICK, "3/2 4/5 3/2 4/4"), 1) == [("set", -20)]


def test_un_pour_huit_moins_60() -> None:
    assert counted(f"{QUICK} players=3", "1/8 5/5 4/4").points[0] == -60


def test_les_sacs_ne_sont_jamais_comptabilises_meme_pour_un_nul() -> None:
    table = counted(QUICK, "0/3 4/4 4/4 2/2")
    assert table.bags == (0, 0)
    assert lines_of(table, 1) == [("contract", 40), ("nil_failed", -100)]
    assert not parse(QUICK).counts_bags


def test_les_bonus_restent() -> None:
    assert counted(QUICK, "1/1 6/6 1/1 5/5").points[0] == 40
    assert counted(QUICK, "6/6 1/1 4/4 1/2").points[0] == 120


# --- Suicide

SUICIDE = "atout-pique suicide=yes"
ANY = {"0"} | {str(bid) for bid in range(4, 14)}


def test_au_moins_4_ou_0() -> None:
    assert legal(table_after(SUICIDE, "")) == ANY
    refusal = refused(table_after(SUICIDE, ""), "3")
    assert (refusal.code, refusal.least) == ("suicide-too-low", 4)


def test_l_autre_doit_parier_0() -> None:
    table = table_after(SUICIDE, "5 4")
    assert legal(table) == {"0"}
    assert refused(table, "5").code == "suicide-nil-owed"
    assert legal(played(table, "0")) == {"0"}


def test_au_moins_un_joueur_de_chaque_equipe_parie_0() -> None:
    for bids in product((0, 4, 13), repeat=4):
        try:
            table_after(SUICIDE, " ".join(map(str, bids)))
        except Illegal:
            assert 0 not in bids[::2] or 0 not in bids[1::2]
        else:
            assert 0 in bids[::2]
            assert 0 in bids[1::2]


def test_il_est_possible_de_parier_double_0() -> None:
    assert legal(table_after(SUICIDE, "0 4")) == ANY
    played(table_after(SUICIDE, "0 0 0 0"), "")


def test_les_points_comme_dans_le_jeu_normal() -> None:
    line = "0/1 0/0 4/5 6/7"
    assert counted(SUICIDE, line).points == counted("atout-pique", line).points


# --- ensemble


def test_no_hell_et_suicide_le_dernier_a_toujours_une_annonce() -> None:
    """R10: a bid is refused if it leaves a later bidder nothing: 6, then 7, would force 0 and 0, the sum 13."""
    rules = "atout-pique no-hell=yes suicide=yes"
    table = table_after(rules, "6")
    assert "7" not in legal(table)
    assert refused(table, "7").code == "no-hell-ahead"
    assert legal(table_after(rules, "6 0 0")) == ANY - {"7"}


def test_no_hell_et_suicide_toutes_les_suites_ont_une_fin() -> None:
    rules = "atout-pique no-hell=yes suicide=yes"

    def walk(table: Table, depth: int) -> int:
        assert table.legal
        if depth == 4:
            return 1
        leaves = 0
        for token in sorted(legal(table) & {"0", "4", "6", "7", "9", "13"}):
            table.act(token)
            leaves += walk(table, depth + 1)
            table.undo()
        return leaves

    assert walk(table_after(rules, ""), 0) > 50


def test_quicksand_et_no_hell_et_suicide_ensemble() -> None:
    rules = "atout-pique quicksand=yes no-hell=yes suicide=yes"
    assert parse(rules).counts_bags is False
    assert counted(rules, "5/6 0/1 0/0 7/6").points == (40 + 100, -10 - 100)
