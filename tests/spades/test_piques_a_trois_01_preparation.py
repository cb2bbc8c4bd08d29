"""Piques à trois, 01 « Préparation et cartes », clause by clause."""

import pytest
from tests.core.play import counted, dealt, hand_of, played

from atout import RulesError, Table
from atout.cards import Card, Suit
from atout.families import parse, spec

HANDS = "A2.KQ5.JT98.7653 K3.AJT.AQ7654.98 Q4.98764.K32.AKQ"


def test_exactement_trois_personnes_jouent_individuellement() -> None:
    rules = parse("piques-a-trois")
    assert (rules.players, rules.sides) == (3, ((1,), (2,), (3,)))
    for players in (2, 4, 5, 6):
        with pytest.raises(RulesError) as refused:
            parse(f"piques-a-trois players={players}")
        assert refused.value.field == "players"
        assert refused.value.facts["allowed"] == (3,)


def test_retirez_le_deux_de_trefle_il_reste_51_cartes_sans_jokers() -> None:
    pack = parse("piques-a-trois").pack
    assert len(pack) == 51
    assert Card.from_token("2C") not in pack
    assert all(card.suit is not None for card in pack)
    assert [len(pack.of_suit(suit)) for suit in Suit] == [13, 13, 13, 12]


def test_pique_est_toujours_atout() -> None:
    table = Table("piques-a-trois", seed=1)
    hand = hand_of(table)
    assert hand.ordering is not None
    assert hand.ordering.trump is Suit.SPADES
    assert not hand.ordering.promoted


@pytest.mark.parametrize("suit", "SHDC")
def test_chaque_symbole_decroit_de_l_as_au_deux(suit: str) -> None:
    hand = hand_of(Table("piques-a-trois", seed=1))
    assert hand.ordering is not None
    cards = [Card.from_token(rank + suit) for rank in "AKQJT98765432" if rank + suit != "2C"]
    powers = [hand.ordering.power(card, Suit.from_token(suit)) for card in cards]
    assert powers == sorted(powers, reverse=True)
    assert len(set(powers)) == len(powers)


def test_aucun_partenaire() -> None:
    table = counted("piques-a-trois", "5/7 6/6 4/4")
    assert len(table.total) == 3


def test_annonces_individuelles_nil_et_sacs_cumules() -> None:
    table = counted("piques-a-trois", "nil/0 6/9 4/8", "5/6 6/6 4/5")
    assert table.points == (51, 60, 41)
    assert table.bags == (1, 3, 5)


def test_objectif_de_200_apres_une_donne_complete() -> None:
    assert parse("piques-a-trois").ending.target == 200
    assert spec(parse("piques-a-trois target=200")) == "piques-a-trois"
    assert not counted("piques-a-trois", "9/9 5/5 3/3", "10/10 5/5 2/2").over
    over = counted("piques-a-trois", "9/9 5/5 3/3", "11/11 4/4 2/2")
    assert (over.over, over.winner, over.total) == (True, 1, (200, 90, 50))


def test_une_donne_en_cours_ne_termine_rien() -> None:
    table = dealt("piques-a-trois", "AKQJT98765432.AKQJ.. .T98765432.AKQJT987. ..65432.AKQJT9876543", dealer=3)
    played(table, "13 nil nil AH")
    assert not table.over
