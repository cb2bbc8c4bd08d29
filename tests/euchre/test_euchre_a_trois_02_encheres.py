"""Euchre à trois, « Les enchères », clause by clause."""

import pytest
from tests.core.play import dealt, hand_of, legal, played, refused

from atout import Table
from atout.cards import Card, Suit
from atout.events import DealStarted, DealVoid, Discarded, TookUp, TurnedDown, VoidReason

FULL = "AK.9.A9. QJ.AQ.T. T9.KT.K."
RULES = "euchre-a-trois"
STOCK = "JH JD QD JC TC 9C QC KC AC"


def table(rules: str = RULES, calls: str = "", dealer: int = 3) -> Table:
    """The deal of these tests after some calls."""
    return dealt(rules, FULL, dealer=dealer, stock=STOCK, body=f"calls: {calls}" if calls else "")


def test_le_joueur_a_gauche_du_donneur_parle_en_premier() -> None:
    assert table().turn == 1
    assert table(dealer=1).turn == 2


def test_premier_tour_commander_la_carte_retournee_ou_passer() -> None:
    assert legal(table()) == {"order", "pass"}
    assert refused(table(), "H").code == "order-or-pass"


@pytest.mark.parametrize("calls", ["order", "pass order", "pass pass order"])
def test_le_donneur_la_ramasse_qui_que_ce_soit_qui_commande(calls: str) -> None:
    after = table(calls=calls)
    assert after.events[-1] == TookUp(3, Card.from_token("JH"))
    assert after.turn == 3
    assert "JH" in {str(card) for card in hand_of(after).board.holding(3).sure}


def test_et_se_defausse_d_une_carte_face_cachee() -> None:
    after = table(calls="order -KD")
    assert len(hand_of(after).board.holding(3)) == 5
    for seat, seen in ((3, True), (1, False), (2, False), (0, False)):
        discarded = next(event for event in after.events_seen_by(seat) if isinstance(event, Discarded))
        assert (discarded.card is not None) is seen
        assert ("-KD" in after.record(seat)) is seen


def test_n_importe_quelle_carte_la_retournee_comprise() -> None:
    after = table(calls="order")
    assert legal(after) == {"-TS", "-9S", "-KH", "-TH", "-KD", "-JH"}
    assert played(after, "-JH").turn == 1


def test_option_discard_turned_no() -> None:
    after = table(f"{RULES} discard_turned=no", "order")
    assert "-JH" not in legal(after)
    assert refused(after, "-JH").code == "discard-turned"
    view = played(after, "-KD").view(1).hand
    assert view is not None
    assert {str(card) for card in view.board.holding(3).sure} == {"JH"}


def test_apres_la_defausse_rien_n_est_plus_sur() -> None:
    view = table(calls="order -KD").view(1).hand
    assert view is not None
    assert (len(view.board.holding(3).sure), view.board.holding(3).unseen) == (0, 5)


def test_rien_n_est_joue_avant_la_defausse() -> None:
    assert refused(table(calls="order"), "AS", seat=1).code == "not-your-turn"
    assert refused(table(calls="order"), "TS").code == "discard-first"
    assert refused(table(calls="order"), "-AS").code == "not-held"


def test_deuxieme_tour_la_carte_est_retournee_face_cachee() -> None:
    after = table(calls="pass pass pass")
    assert isinstance(after.events[-1], TurnedDown)
    assert len(hand_of(after).board.out) == 9
    assert after.turn == 1


def test_nommer_une_autre_couleur_ou_passer() -> None:
    after = table(calls="pass pass pass")
    assert legal(after) == {"S", "D", "C", "pass"}
    refusal = refused(after, "H")
    assert (refusal.code, refusal.suit) == ("turned-down-suit", Suit.HEARTS)
    assert refused(after, "order").code == "name-or-pass"


def test_celui_qui_nomme_est_le_preneur_sans_defausse() -> None:
    after = table(calls="pass pass pass pass S")
    hand = hand_of(after)
    assert (hand.announced.maker, hand.announced.trump) == (2, Suit.SPADES)
    assert hand.playing


def test_tout_le_monde_passe_la_main_est_annulee_et_la_donne_passe() -> None:
    after = table(calls="pass pass pass pass pass pass")
    assert after.events[-1] == DealVoid(VoidReason.PASSED_OUT)
    assert after.total == (0, 0, 0)
    after.deal()
    started = [event for event in after.events if isinstance(event, DealStarted)]
    assert [(event.number, event.dealer) for event in started] == [(1, 3), (2, 1)]


def test_option_stick_le_donneur_doit_nommer() -> None:
    after = table(f"{RULES} stick=yes", "pass pass pass pass pass")
    assert legal(after) == {"S", "D", "C"}
    assert refused(after, "pass").code == "dealer-must-name"
    assert legal(table(f"{RULES} stick=yes", "pass pass pass pass")) == {"S", "D", "C", "pass"}


def test_l_ordre_des_atouts() -> None:
    """Right bower, left bower, ace, king, queen, ten, nine; elsewhere the jack stands below the queen."""
    hand = hand_of(table(calls="order -KD"))
    assert hand.ordering is not None
    trumps = sorted(hand.ordering.of_suit(Suit.HEARTS), key=lambda card: -hand.ordering.power(card, Suit.HEARTS))  # type: ignore[union-attr]
    assert [str(card) for card in trumps] == ["JH", "JD", "AH", "KH", "QH", "TH", "9H"]
    plain = sorted(hand.ordering.of_suit(Suit.CLUBS), key=lambda card: -hand.ordering.power(card, Suit.CLUBS))  # type: ignore[union-attr]
    assert [str(card) for card in plain] == ["AC", "KC", "QC", "JC", "TC", "9C"]
    assert len(hand.ordering.of_suit(Suit.DIAMONDS)) == 5
