"""Euchre à trois, « Un contre deux »: camps, the lead, following, winning; the left bower is a trump."""

import pytest
from tests.core.play import dealt, hand_of, legal, placed, played, refused

from atout.cards import Card, Cards, Suit
from atout.families import parse
from atout.options import RulesError

FULL = "AK.9.A9. QJ.AQ.T. T9.KT.K."
STOCK = "JH JD QD JC TC 9C QC KC AC"
RULES = "euchre-a-trois"
TAGS = "[Trump H] [Maker 1] [Alone no]"


def test_les_deux_autres_font_equipe_contre_le_preneur() -> None:
    table = dealt(RULES, FULL, dealer=3, stock=STOCK, body="calls: pass order -KD")
    assert hand_of(table).camps == ((2,), (1, 3))
    assert hand_of(dealt(RULES, FULL, dealer=3, stock=STOCK)).camps == ((1,), (2,), (3,))


def test_les_deux_prennent_trois_plis_ensemble() -> None:
    table = dealt(RULES, FULL, dealer=3, stock=STOCK, body="calls: pass order -KD")
    table.act("settled:1,2,2", seat=0)
    assert table.points == (2, 0, 2)


@pytest.mark.parametrize("calls", ["order -KD", "pass order -KD", "pass pass order -KD"])
def test_le_joueur_a_gauche_du_donneur_entame(calls: str) -> None:
    assert dealt(RULES, FULL, dealer=3, stock=STOCK, body=f"calls: {calls}").turn == 1


def test_option_lead_maker() -> None:
    body = "calls: pass order -KD"
    assert dealt(f"{RULES} lead=maker", FULL, dealer=3, stock=STOCK, body=body).turn == 3
    body = "calls: pass pass pass S"
    assert dealt(f"{RULES} lead=maker", FULL, dealer=3, stock=STOCK, body=body).turn == 2


def test_chacun_doit_fournir_a_la_couleur_demandee() -> None:
    table = dealt(RULES, FULL, dealer=3, stock=STOCK, body="calls: order -KD AS")
    assert legal(table) == {"QS", "JS"}
    refusal = refused(table, "AH")
    assert (refusal.code, refusal.suit) == ("must-follow", Suit.SPADES)


def test_sinon_n_importe_quelle_carte() -> None:
    table = placed(RULES, f'{TAGS} [Won "1 1 1"] [Leader 1] [Hands "..A.A ..J9. A.Q.."]', "1: AC", dealer=3)
    assert legal(table) == {"JD", "9D"}


def test_le_plus_haut_atout_remporte_le_pli() -> None:
    tags = f'{TAGS} [Won "1 1 1"] [Leader 1] [Hands "..A.A .9.9. .T..Q"]'
    assert placed(RULES, tags, "1: AC 9H QC", dealer=3).turn == 2


def test_ou_la_plus_haute_de_la_couleur_demandee() -> None:
    tags = f'{TAGS} [Won "1 1 1"] [Leader 1] [Hands "..A.Q ..9.A A...9"]'
    assert placed(RULES, tags, "1: QC AC 9C", dealer=3).turn == 2


def test_le_gagnant_de_chaque_pli_entame_le_suivant() -> None:
    tags = f'{TAGS} [Won "1 1 1"] [Leader 1] [Hands "..A.Q ..9.A A...9"]'
    assert legal(placed(RULES, tags, "1: QC AC 9C", dealer=3)) == {"9D"}


def test_on_peut_entamer_ce_qu_on_veut_atout_compris() -> None:
    table = dealt(RULES, FULL, dealer=3, stock=STOCK, body="calls: order -KD")
    assert legal(table) == {"AS", "KS", "9H", "AD", "9D"}


def test_le_valet_gauche_fournit_a_l_atout() -> None:
    tags = f'{TAGS} [Won "1 1 0"] [Leader 1] [Hands ".A9..A ..J.Q9 AK.Q.."]'
    assert legal(placed(RULES, tags, "1: AH", dealer=3)) == {"JD"}


def test_le_valet_gauche_n_est_pas_de_la_couleur_imprimee() -> None:
    tags = f'{TAGS} [Won "1 1 1"] [Leader 1] [Hands "..A.A ..J9. A.Q.."]'
    assert legal(placed(RULES, tags, "1: AD", dealer=3)) == {"9D"}


def test_le_valet_gauche_entame_c_est_l_atout_qui_est_demande() -> None:
    tags = '[Trump S] [Maker 1] [Won "1 1 1"] [Leader 1] [Hands "..A.J 9...A .Q.9."]'
    table = placed(RULES, tags, "1: JC", dealer=3)
    assert legal(table) == {"9S"}
    assert refused(table, "AC").suit is Suit.SPADES


@pytest.mark.parametrize(("trump", "twin"), ["SC", "HD", "DH", "CS"])
def test_le_valet_droit_bat_le_gauche_qui_bat_l_as(trump: str, twin: str) -> None:
    right, left = f"J{trump}", f"J{twin}"
    hands = " ".join(str(Cards.of([Card.from_token(card)])) for card in (left, right, f"A{trump}"))
    tags = f'[Trump {trump}] [Maker 1] [Won "2 1 1"] [Leader 1] [Hands "{hands}"]'
    table = placed(RULES, tags, f"1: {left} {right} A{trump}", dealer=3)
    assert hand_of(table).board.won == (2, 2, 1)
    swapped = tags.replace("[Leader 1]", "[Leader 3]")
    table = placed(RULES, swapped, f"3: A{trump} {left}", dealer=3)
    ordering = hand_of(table).ordering
    assert ordering is not None
    assert ordering.winning(hand_of(table).board.plays) == (1, Card.from_token(left))


def test_pas_de_jeu_en_solo() -> None:
    table = dealt(RULES, FULL, dealer=3, stock=STOCK)
    assert refused(table, "order-alone").code == "nobody-alone"
    assert refused(table, "defend-alone").code == "order-or-pass"
    assert refused(played(table, "pass pass pass"), "S-alone").code == "nobody-alone"
    with pytest.raises(RulesError, match="alone: needs-pairs"):
        parse(f"{RULES} alone=yes")


def test_a_la_main_suivante_les_camps_changent() -> None:
    table = dealt(RULES, FULL, dealer=3, stock=STOCK, body="calls: order -KD")
    table.act("settled:3,1,1", seat=0)
    table.deal()
    assert hand_of(played(table, "pass pass order")).camps == ((1,), (2, 3))
