"""Atout pique, « Distribution et paris », clause by clause."""

import pytest
from tests.core.play import counted, hand_of, legal, refused

from atout import RulesError, Table
from atout.cards import Card, Suit
from atout.families import parse, spec

REMOVED = {3: {"2C"}, 4: set(), 5: {"2C", "2D"}, 6: {"2C", "2D", "2H", "2S"}}
EACH = {3: 17, 4: 13, 5: 10, 6: 8}


def test_traditionnellement_a_quatre_en_equipe_de_deux() -> None:
    assert parse("atout-pique").players == 4
    assert parse("atout-pique").sides == ((1, 3), (2, 4))


@pytest.mark.parametrize("players", [3, 5, 6])
def test_aussi_a_3_5_ou_6_joueurs_individuellement(players: int) -> None:
    assert parse(f"atout-pique players={players}").sides == tuple((seat,) for seat in range(1, players + 1))


@pytest.mark.parametrize("players", [1, 2, 7])
def test_pas_d_autre_nombre(players: int) -> None:
    with pytest.raises(RulesError) as refused_:
        parse(f"atout-pique players={players}")
    assert refused_.value.field == "players"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_on_enleve_des_2_pour_que_chacun_ait_autant_de_cartes(players: int) -> None:
    rules = parse(f"atout-pique players={players}")
    whole = parse("atout-pique").pack
    assert {str(card) for card in whole - rules.pack} == REMOVED[players]
    assert [len(holding) for holding in hand_of(Table(rules, seed=1)).board.holdings] == [EACH[players]] * players


@pytest.mark.parametrize("players", [3, 5])
def test_un_des_2_jamais_un_pique(players: int) -> None:
    """R15: which twos are left out is an option, but never a spade at three or five."""
    assert len(parse(f"atout-pique players={players}").pack.of_suit(Suit.SPADES)) == 13
    two = {3: "2S", 5: "2S,2D"}[players]
    with pytest.raises(RulesError) as refused_:
        parse(f"atout-pique players={players} removed={two}")
    assert (refused_.value.field, refused_.value.reason) == ("removed", "spade-removed")


def test_option_removed() -> None:
    rules = parse("atout-pique players=3 removed=2D")
    assert Card.from_token("2D") not in rules.pack
    assert Card.from_token("2C") in rules.pack
    assert spec(rules) == "atout-pique players=3 removed=2D"
    assert spec(parse("atout-pique players=5 removed=2d,2c")) == "atout-pique players=5"


def test_a_6_il_reste_douze_piques() -> None:
    assert len(parse("atout-pique players=6").pack.of_suit(Suit.SPADES)) == 12


def test_chaque_joueur_annonce_a_son_tour() -> None:
    table = Table("atout-pique players=5", seed=1)
    first = table.turn
    assert first is not None
    turns = []
    for _ in range(5):
        turns.append(table.turn)
        table.act("2")
    assert turns == [(first - 1 + step) % 5 + 1 for step in range(5)]


def test_chaque_pari_est_independant_pas_besoin_de_surencherir() -> None:
    table = Table("atout-pique", seed=1)
    for bid in ("9", "1", "0"):
        table.act(bid)
    assert legal(table) == {str(bid) for bid in range(14)}


def test_il_est_interdit_de_passer() -> None:
    table = Table("atout-pique", seed=1)
    assert "pass" not in legal(table)
    assert refused(table, "pass").code == "bid-first"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_un_nombre_entre_0_et_17_13_10_ou_8(players: int) -> None:
    table = Table(f"atout-pique players={players}", seed=1)
    assert legal(table) == {str(bid) for bid in range(EACH[players] + 1)}
    assert refused(table, str(EACH[players] + 1)).most == EACH[players]


def test_en_equipe_les_paris_sont_additionnes() -> None:
    assert counted("atout-pique", "4/2 3/4 3/5 2/2").points == (70, 51)


def test_les_cartes_se_regardent_avant_de_parier() -> None:
    table = Table("atout-pique", seed=1)
    for seat in range(1, 5):
        view = table.view(seat).hand
        assert view is not None
        assert len(view.board.holding(seat).sure) == 13


def test_jamais_de_mauvaise_donne() -> None:
    assert all("misdeal" not in legal(Table("atout-pique", seed=seed)) for seed in range(60))
