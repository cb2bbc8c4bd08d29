"""Pique, « Distribution des cartes »: the two-player draw (R5), the deal of three and four."""

import pytest
from tests.core.play import hand_of, legal, played, refused

from atout import Table
from atout.actions import Deal
from atout.cards import Card, Cards
from atout.dealing import shuffled
from atout.events import CardDrawn, CardShown
from atout.families import parse

TWO = "pique players=2"


def drawing(rules: str = TWO, tokens: str = "", dealer: int = 2) -> Table:
    """A draw from the pack in a known order: seat 1 draws first."""
    made = parse(rules)
    table = Table(made, dealing=False)
    table.act(Deal(shuffled(made.pack, bytes(32)), dealer), seat=0)
    return played(table, tokens)


ORDER = shuffled(parse(TWO).pack, bytes(32))


def shown(table: Table, seat: int) -> list[Card | None]:
    """The shown cards a seat has seen, ``None`` for the others."""
    return [event.card for event in table.events_seen_by(seat) if isinstance(event, CardShown)]


def test_ils_choisissent_entre_deux_cartes() -> None:
    table = drawing()
    assert legal(table) == {"keep", "toss"}
    assert refused(table, "5").code == "draw-first"


def test_une_face_visible() -> None:
    table = drawing()
    assert hand_of(table).announced.shown is ORDER[0]


def test_une_face_cachee() -> None:
    seen = [str(event) for event in drawing(tokens="keep").events_seen_by(1)]
    assert not any(str(ORDER[1]) in text for text in seen)


def test_le_joueur_garde_la_carte_choisie_et_l_autre_est_defaussee() -> None:
    kept, tossed = drawing(tokens="keep"), drawing(tokens="toss")
    assert hand_of(kept).board.holding(1).sure == Cards.of([ORDER[0]])
    assert hand_of(kept).board.out.sure == Cards.of([ORDER[1]])
    assert hand_of(tossed).board.holding(1).sure == Cards.of([ORDER[1]])
    assert hand_of(tossed).board.out.sure == Cards.of([ORDER[0]])


def test_garder_la_premiere_defausse_la_seconde_sans_la_voir() -> None:
    drawn = next(event for event in drawing(tokens="keep").events_seen_by(1) if isinstance(event, CardDrawn))
    assert (drawn.taken, drawn.tossed) == (ORDER[0], None)


def test_refuser_la_premiere_prend_la_seconde_que_seul_son_maitre_voit() -> None:
    table = drawing(tokens="toss")
    mine = next(event for event in table.events_seen_by(1) if isinstance(event, CardDrawn))
    assert (mine.taken, mine.tossed) == (ORDER[1], ORDER[0])
    for other in (0, 2):
        theirs = next(event for event in table.events_seen_by(other) if isinstance(event, CardDrawn))
        assert (theirs.taken, theirs.tossed, theirs.kept_shown) == (None, None, False)


def test_face_visible_pour_celui_qui_choisit() -> None:
    table = drawing(tokens="keep toss")
    assert shown(table, 1) == [ORDER[0], ORDER[2], ORDER[4]]
    assert shown(table, 2) == [None, None, None]
    assert shown(table, 0) == [None, None, None]


def test_option_draw_shown_all_la_montre_aux_deux() -> None:
    table = drawing(f"{TWO} draw_shown=all", "keep toss")
    assert shown(table, 2) == shown(table, 0) == [ORDER[0], ORDER[2], ORDER[4]]
    drawn = [event for event in table.events_seen_by(2) if isinstance(event, CardDrawn)]
    assert [(event.taken, event.tossed) for event in drawn] == [(ORDER[0], None), (None, ORDER[2])]


def test_cela_continue_jusqu_a_treize_cartes_en_main() -> None:
    table = drawing(tokens="keep " * 12)
    assert table.turn == 1
    table.act("toss")
    assert len(hand_of(table).board.holding(1)) == 13


def test_l_autre_joueur_choisit_ensuite_parmi_les_26_cartes_restantes() -> None:
    table = drawing(tokens="keep " * 13)
    assert table.turn == 2
    played(table, "keep " * 12)
    assert table.turn == 2
    table.act("keep")
    hand = hand_of(table)
    assert hand.board.holding(1).sure == Cards.of(ORDER[0:26:2])
    assert hand.board.holding(2).sure == Cards.of(ORDER[26:52:2])
    assert hand.board.out.sure == Cards.of(ORDER[1::2])
    assert table.turn == 1


def test_le_premier_a_choisir_est_a_gauche_du_donneur() -> None:
    assert drawing(dealer=2).turn == 1
    assert drawing(dealer=1).turn == 2


def test_option_draw_alternate_un_choix_chacun() -> None:
    table = drawing(f"{TWO} draw=alternate")
    turns = []
    for _ in range(26):
        turns.append(table.turn)
        table.act("keep")
    assert turns == [1, 2] * 13
    assert hand_of(table).board.holding(2).sure == Cards.of(ORDER[2::4])


def test_les_defausses_restent_hors_jeu_face_cachee() -> None:
    table = drawing(tokens="keep " * 26 + "5 5")
    assert len(hand_of(table).board.out) == 26
    view = table.view(2).hand
    assert view is not None
    assert len(view.board.out) == 26
    assert refused(table, str(ORDER[1])).code == "not-held"


def test_a_deux_les_cartes_sont_connues_de_leur_maitre_des_le_debut() -> None:
    view = drawing(tokens="keep " * 26).view(2).hand
    assert view is not None
    assert view.board.holding(2).sure == Cards.of(ORDER[26:52:2])
    assert view.board.holding(1).unseen == 13


@pytest.mark.parametrize(("players", "each"), [(3, 17), (4, 13)])
def test_le_jeu_entier_est_distribue_une_carte_a_la_fois(players: int, each: int) -> None:
    rules = parse(f"pique players={players}")
    order = shuffled(rules.pack, bytes(32))
    table = Table(rules, dealing=False)
    table.act(Deal(order, dealer=players), seat=0)
    hand = hand_of(table)
    assert [holding.sure for holding in hand.board.holdings] == [Cards.of(order[i::players]) for i in range(players)]
    assert [len(holding) for holding in hand.board.holdings] == [each] * players
    assert len(hand.board.out) == 0


@pytest.mark.parametrize("players", [3, 4])
def test_face_cachee(players: int) -> None:
    table = Table(f"pique players={players}", seed=5)
    for seat in range(players + 1):
        view = table.view(seat).hand
        assert view is not None
        assert all(not holding.sure for place, holding in enumerate(view.board.holdings, 1) if place != table.turn)
