"""Piques à trois, 02 « Distribution et début », clause by clause."""

from collections import Counter

import pytest
from tests.core.play import counted, dealt, hand_of, legal, refused

from atout import Illegal, Table
from atout.actions import Deal
from atout.cards import Cards
from atout.dealing import shuffled
from atout.events import Dealt
from atout.families import parse

HANDS = "JT976.AQ97632.K98.J6 A8532..AQJT632.KT954 KQ4.KJT854.754.AQ873"


def test_tirez_au_sort_le_premier_donneur() -> None:
    dealers = Counter(Table("piques-a-trois", seed=seed).match.next_dealer for seed in range(300))
    assert set(dealers) == {1, 2, 3}
    assert min(dealers.values()) > 70


def test_puis_tournez_a_gauche() -> None:
    table = Table("piques-a-trois target=5000", seed=4)
    dealers = []
    for _ in range(4):
        dealers.append(table.match.next_dealer)
        for _ in range(3):
            table.act("5")
        table.act("settled:6,6,5", seat=0)
    first = dealers[0]
    assert first is not None
    assert dealers == [(first - 1 + deal) % 3 + 1 for deal in range(4)]


def test_distribuez_toutes_les_cartes_une_a_une_depuis_la_gauche() -> None:
    rules = parse("piques-a-trois")
    order = shuffled(rules.pack, bytes(32))
    table = Table(rules, dealing=False)
    table.act(Deal(order, dealer=1), seat=0)
    dealt_ = next(event for event in table.events if isinstance(event, Dealt))
    for seat, first in ((2, 0), (3, 1), (1, 2)):
        assert dealt_.holdings[seat - 1].sure == Cards.of(order[first::3])


def test_dix_sept_chacun() -> None:
    hand = hand_of(Table("piques-a-trois", seed=1))
    assert [len(holding) for holding in hand.board.holdings] == [17, 17, 17]


def test_ni_pioche_ni_echange_ni_carte_restante_cachee() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3)
    hand = hand_of(table)
    assert len(hand.board.out) == 0
    for token in ("keep", "toss", "-AS", "order", "pass"):
        assert refused(table, token).code == "bid-first"


def test_depuis_la_gauche_chacun_annonce() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=1)
    turns = []
    for bid in ("5", "6", "4"):
        turns.append(table.turn)
        table.act(bid)
    assert turns == [2, 3, 1]


def test_publiquement() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5")
    for seat in range(4):
        hand = table.view(seat).hand
        assert hand
        assert hand.announced.bids == (5, None, None)


def test_une_seule_fois() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5")
    assert refused(table, "6", seat=1).code == "not-your-turn"
    table = dealt("piques-a-trois", HANDS, dealer=3, body="bids: 5 6 4")
    assert refused(table, "6").code == "play-a-card"


def test_de_0_a_17_plis_prevus() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3)
    assert legal(table) == {str(bid) for bid in range(18)}
    refusal = refused(table, "18")
    assert (refusal.code, refusal.least, refusal.most) == ("bid-out-of-range", 0, 17)


def test_ni_passe_ni_modification() -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3)
    assert refused(table, "pass").code == "bid-first"
    table.act("5")
    with pytest.raises(Illegal):
        table.act("6", seat=1)


@pytest.mark.parametrize("bids", ["5 6 6", "17 17 17", "0 0 0", "5 6 4"])
def test_la_somme_est_libre_y_compris_17(bids: str) -> None:
    table = dealt("piques-a-trois", HANDS, dealer=3, body=f"bids: {bids}")
    hand = hand_of(table)
    assert hand.playing


def test_zero_est_nil_promesse_de_ne_gagner_aucun_pli() -> None:
    assert counted("piques-a-trois", "nil/0 6/9 4/8").points[0] == 100


def test_pas_une_passe_sans_risque() -> None:
    assert counted("piques-a-trois", "nil/1 6/9 4/7").points[0] == -100
