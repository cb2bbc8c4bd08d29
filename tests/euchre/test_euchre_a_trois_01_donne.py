"""Euchre à trois, « En bref » and « La donne », clause by clause."""

import pytest
from tests.core.play import hand_of, played

from atout import RulesError, Table
from atout.actions import Deal
from atout.cards import Card, Cards, Rank
from atout.dealing import shuffled
from atout.events import DealStarted, TurnedUp
from atout.families import parse


def test_trois_joueurs_chacun_pour_soi() -> None:
    assert parse("euchre-a-trois").sides == ((1,), (2,), (3,))
    for players in (2, 4, 5):
        with pytest.raises(RulesError) as refused:
            parse(f"euchre-a-trois players={players}")
        assert refused.value.field == "players"


def test_le_paquet_habituel_de_24_cartes() -> None:
    pack = parse("euchre-a-trois").pack
    assert len(pack) == 24
    assert {card.rank for card in pack} == {Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE}


@pytest.mark.parametrize(("size", "lowest", "stock"), [(20, "T", 5), (32, "7", 17)])
def test_option_pack(size: int, lowest: str, stock: int) -> None:
    rules = parse(f"euchre-a-trois pack={size}")
    assert len(rules.pack) == size
    assert min(card.rank for card in rules.pack if card.rank) == Card.from_token(lowest + "S").rank
    assert len(hand_of(Table(rules, seed=1)).board.out) == stock - 1


def test_cinq_cartes_chacun_les_neuf_restantes_forment_le_talon() -> None:
    hand = hand_of(Table("euchre-a-trois", seed=1))
    assert [len(holding) for holding in hand.board.holdings] == [5, 5, 5]
    assert len(hand.board.out) == 8
    assert hand.announced.shown is not None


def test_coupez_pour_la_premiere_donne() -> None:
    assert {Table("euchre-a-trois", seed=seed).match.next_dealer for seed in range(60)} == {1, 2, 3}


def test_apres_chaque_main_la_donne_passe_a_gauche() -> None:
    table = Table("euchre-a-trois target=100", seed=1)
    for _ in range(4):
        played(table, "pass pass order")
        table.act(table.legal[0])
        table.act("settled:3,1,1", seat=0)
    dealers = [event.dealer for event in table.events if isinstance(event, DealStarted)]
    assert dealers == [(dealers[0] - 1 + deal) % 3 + 1 for deal in range(5)]


def test_par_paquets_de_2_et_de_3_puis_le_talon() -> None:
    rules = parse("euchre-a-trois")
    order = shuffled(rules.pack, bytes(32))
    table = Table(rules, dealing=False)
    table.act(Deal(order, dealer=1), seat=0)
    hand = hand_of(table)
    assert hand.board.holding(2).sure == Cards.of([*order[0:2], *order[6:9]])
    assert hand.board.holding(3).sure == Cards.of([*order[2:4], *order[9:12]])
    assert hand.board.holding(1).sure == Cards.of([*order[4:6], *order[12:15]])
    assert hand.announced.shown is order[15]
    assert hand.board.out.sure == Cards.of(order[16:])


def test_sa_carte_du_dessus_face_visible_pour_tous() -> None:
    table = Table("euchre-a-trois", seed=1)
    for seat in range(4):
        assert any(isinstance(event, TurnedUp) for event in table.events_seen_by(seat))


def test_le_reste_du_talon_reste_face_cachee() -> None:
    table = Table("euchre-a-trois", seed=1)
    for seat in range(4):
        view = table.view(seat).hand
        assert view is not None
        assert (len(view.board.out.sure), view.board.out.unseen) == (0, 8)
