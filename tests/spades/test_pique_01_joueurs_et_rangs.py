"""Pique, « Nombre de joueurs », « Rang des couleurs », « Classement des cartes », « Objectif du jeu »."""

import pytest
from tests.core.play import counted, hand_of

from atout import RulesError, Table
from atout.cards import Card, Suit
from atout.families import parse


def test_deux_ou_trois_personnes_jouent_individuellement() -> None:
    assert parse("pique players=2").sides == ((1,), (2,))
    assert parse("pique players=3").sides == ((1,), (2,), (3,))


def test_quatre_joueurs_en_deux_equipes_de_deux_partenaires() -> None:
    assert parse("pique").sides == ((1, 3), (2, 4))
    assert parse("pique players=4") == parse("pique")


@pytest.mark.parametrize("players", [5, 6])
def test_pas_davantage(players: int) -> None:
    with pytest.raises(RulesError) as refused:
        parse(f"pique players={players}")
    assert (refused.value.field, refused.value.reason) == ("players", "not-this-many")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_la_couleur_de_pique_est_toujours_atout(players: int) -> None:
    assert hand_of(Table(f"pique players={players}", seed=2)).announced.trump is Suit.SPADES


@pytest.mark.parametrize("suit", list(Suit))
def test_as_roi_dame_valet_dix_a_deux(suit: Suit) -> None:
    ordering = hand_of(Table("pique", seed=2)).ordering
    assert ordering is not None
    powers = [ordering.power(Card.from_token(f"{rank}{suit}"), suit) for rank in "AKQJT98765432"]
    assert powers == sorted(powers, reverse=True)
    assert len(set(powers)) == 13


def test_gagner_au_moins_le_nombre_de_plis_annonces() -> None:
    assert counted("pique players=3", "5/5 5/6 7/6").points == (50, 51, -70)


def test_paquets() -> None:
    assert [len(parse(f"pique players={n}").pack) for n in (2, 3, 4)] == [52, 51, 52]
