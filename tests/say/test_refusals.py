"""Refusals and faults, word for word: which rule, and what is possible instead."""

from __future__ import annotations

import pytest
from tests.say.tables import EUCHRE, PIQUES, refused, speaker, table

from atout import sentences
from atout.actions import Deal, Refusal, Settle, parse
from atout.cards import Card, Suit
from atout.events import TurnedUp
from atout.families import new_match
from atout.families import parse as rules_of
from atout.notation import Place, RecordError
from atout.options import RulesError
from atout.seats import HOUSE
from atout.table import Table

# --- refusals ---------------------------------------------------------------------------------------------------------


def test_follow_suit() -> None:
    """Which suit, and which cards: to the player himself, and about him."""
    at = table(PIQUES + "1: QD")
    assert refused(at, "AH", you=2) == "Fournissez à carreau : quatre."
    assert refused(at, "AH", you=None) == "Bob doit fournir à carreau : quatre."
    assert refused(at, "AH", you=2, language="en") == "Follow suit in diamonds: four."


def test_follow_suit_with_bowers() -> None:
    """A left bower is owed to trump, and says so; refused on its printed suit, or led, it tells what it counts as."""
    led_trump = table(EUCHRE + "1: AH")
    owed = "Fournissez à cœur : valet, valet de carreau (valet gauche), roi."
    assert refused(led_trump, "TC", you=2) == owed
    led_diamonds = table(EUCHRE.replace(".JK.J.T", ".K.JQ.T") + "1: 9D")
    assert refused(led_diamonds, "JD", you=2) == (
        "Fournissez à carreau : dame. Le valet de carreau, valet gauche, compte comme cœur."
    )
    led_bower = table(EUCHRE.replace("Trump H] [Maker 1]", "Trump H] [Maker 1] [Leader 2]") + "2: JD")
    assert refused(led_bower, "AD", you=3) == (
        "Fournissez à cœur : neuf. Le valet de carreau, valet gauche, compte comme cœur."
    )


def test_wrong_cards() -> None:
    """A card not held, or one that may not be discarded; a claim with cards that are not the hand."""
    led_bower = table(EUCHRE.replace("Trump H] [Maker 1]", "Trump H] [Maker 1] [Leader 2]") + "2: JD")
    assert refused(led_bower, "TC", you=3) == "Vous n’avez pas le dix de trèfle. Cartes jouables, cœur : neuf."
    assert refused(table(EUCHRE), "claim:AS,KS", you=1) == (
        "Ces cartes ne sont pas la main entière. Main connue, cœur : as ; trèfle : neuf ; carreau : neuf ; pique : as."
    )
    at = Table("euchre-a-trois discard_turned=no", seed=2)
    at.act("order")
    assert at.match.hand is not None
    dealer = at.turn or 0
    held = at.match.hand.board.holding(dealer).sure
    taken = next(event.card for event in at.events if isinstance(event, TurnedUp))
    may = speaker().cards(held.without(taken), at.match.hand.ordering)
    assert (
        refused(at, f"-{taken}", you=dealer)
        == f"La carte ramassée ne peut pas servir de défausse. Cartes possibles, {may}."
    )
    other = next(card for card in at.rules.pack if card not in held)
    assert refused(at, f"-{other}", you=dealer).endswith(f" Cartes à défausser, {may}.")


def test_tricks_already_won() -> None:
    """Typed tricks below those already made."""
    at = table(EUCHRE)
    refusal = at.match.refusal(HOUSE, Settle((0, 3, 2)))
    assert refusal is not None
    assert sentences.refuse(speaker(), refusal, at.match) == "Des plis déjà faits manquent : Ana 1, Bob 0, Cléo 0."
    assert sentences.refuse(speaker(), refusal) == "Des plis déjà faits manquent."


def test_lead() -> None:
    """Closed spades: what may be led instead."""
    assert refused(table(PIQUES), "AS", you=1) == (
        "Les piques ne sont pas ouverts. Vous pouvez entamer cœur : roi, neuf ; carreau : dame."
    )


def test_not_held() -> None:
    """The card, with its article, and what may be played."""
    at = table(PIQUES + "1: QD")
    assert refused(at, "AS", you=2) == "Vous n’avez pas l’as de pique. Cartes jouables, carreau : quatre."


def test_revoke_at_a_real_table() -> None:
    """With unseen hands: both tricks, and no list of every card there might be."""
    unseen = '[Rules "piques-a-trois"] [Dealer 3] [Hands "?3 ?3 ?3"] [Bids "2 1 0"] [Won "5 5 4"] 1: AH 2D 3H KH'
    at = table(unseen)
    assert refused(at, "2H", you=None) == (
        "Renonce : Bob n’a pas fourni à cœur au pli 15, et voici le deux de cœur au pli 16."
    )
    assert refused(at, "AH", you=None) == "Bob n’a pas l’as de cœur."


@pytest.mark.parametrize(
    ("spec", "bids", "token", "said"),
    [
        ("atout-pique", "", "14", "Une annonce va de 0 à 13."),
        (
            "atout-pique no_hell=yes", "3 4 3", "3",
            "No-hell : avec 3, les annonces feraient 13, le nombre de plis. Annonces possibles : nil, 1, 2, 4 à 13.",
        ),
        ("atout-pique suicide=yes", "", "3", "Suicide : nil, ou au moins 4. Annonces possibles : nil, 4 à 13."),
        (
            "atout-pique suicide=yes", "5 0", "4",
            "Suicide : un des deux partenaires annonce nil. Annonces possibles : nil.",
        ),
        ("atout-pique", "", "misdeal", "Cette table ne joue pas la maldonne."),
        ("atout-pique", "", "AS", "Les annonces d’abord."),
        ("atout-pique", "", "settled:1,2,3,4", "Les annonces d’abord."),
        ("pique players=2", "", "5", "Le choix des cartes d’abord : garder ou refuser la carte montrée."),
        ("atout-pique", "5 4 3 2", "5", "Il faut jouer une carte."),
        ("atout-pique", "5 4 3 2", "settled:1,2,3,4", "Il manque 3 plis : 10 au lieu de 13."),
        ("atout-pique", "5 4 3 2", "settled:4,4,4,2", "1 pli de trop : 14 au lieu de 13."),
        ("atout-pique", "5 4 3 2", "settled:4,4,4", "Il faut 4 nombres de plis, un par place."),
        ("atout-pique", "5 4 3 2", "accept", "Aucun jeu abattu n’attend de réponse."),
        ("euchre-a-trois", "", "AS", "Premier tour : commander ou passer."),
        ("euchre-a-trois", "pass pass", "AS", "Premier tour : prendre ou passer."),
        ("euchre-a-trois", "order", "AS", "La défausse d’abord : une carte à laisser face cachée."),
    ],
)  # fmt: skip
def test_other_refusals(spec: str, bids: str, token: str, said: str) -> None:
    """One or two sentences, and what is possible instead."""
    at = Table(spec, seed=1)
    for bid in bids.split():
        at.act(bid)
    assert refused(at, token, you=at.turn) == said


def test_second_round_of_calls() -> None:
    """The suit turned down; the dealer who may not pass is not told that he may."""
    at = Table("euchre-a-trois stick=yes", seed=3)
    for _ in range(3):
        at.act("pass")
    assert at.match.hand is not None
    turned = at.match.hand.announced.shown
    assert turned is not None
    suit = speaker().suit(turned.suit or Suit.SPADES)
    assert refused(at, str(turned.suit), you=at.turn) == f"La retourne refusée était à {suit} : une autre couleur."
    assert refused(at, "AS", you=at.turn) == f"Deuxième tour : nommer une autre couleur que {suit} ou passer."
    at.act("pass")
    at.act("pass")
    assert refused(at, "pass", you=at.turn) == "Donneur forcé : nommez une couleur, vous ne pouvez pas passer."
    assert refused(at, "AS", you=at.turn) == f"Deuxième tour : nommer une autre couleur que {suit}."
    dealer = speaker().name(at.turn or 0)
    assert sentences.whose_turn(speaker(), at.view(1), 1) == f"À {dealer} de nommer l’atout."


def test_turns_and_claims() -> None:
    """Whose turn it is; a claim has to be answered first."""
    at = table(PIQUES)
    early = at.match.refusal(3, parse("JH"))
    assert early is not None
    assert sentences.refuse(speaker(3), early, at.view(3)) == "Ce n’est pas votre tour : c’est à Ana."
    assert sentences.refuse(speaker(), early, at.view(3)) == "C’est à Ana, pas à Cléo."
    at.act("claim")
    assert refused(at, "AH", you=2) == "Un jeu est abattu : accepter ou refuser d’abord (Bob)."
    assert sentences.whose_turn(speaker(2), at.view(2), 2) == "À vous d’accepter ou de refuser le jeu abattu."


def test_wrong_pack() -> None:
    """One card twice, one missing: each is named; and no match is needed to say so."""
    match = new_match(rules_of("euchre-a-trois"))
    order = list(Table("euchre-a-trois", seed=1).actions[0][1].order)  # type: ignore[attr-defined]
    order[order.index(Card.from_token("KH"))] = Card.from_token("QD")
    refusal = match.refusal(HOUSE, Deal(tuple(order), 1))
    assert refusal is not None
    said = "Le paquet est faux. En double : dame de carreau. Il manque le roi de cœur."
    assert sentences.refuse(speaker(), refusal) == said
    error = RecordError(Place(3, 12), "refused", refusal=refusal)
    assert sentences.record_fault(speaker(), error) == f"Ligne 3, colonne 12 : {said}"
    only = Refusal("wrong-pack", HOUSE, other=Card.from_token("AS"))
    assert sentences.refuse(speaker(language="en"), only) == "The pack is wrong. Missing: the ace of spades."


# --- rules and records ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (
            "",
            "Il faut nommer un jeu. Jeux connus : piques-a-trois, pique, atout-pique, spades, spades-solo, "
            "euchre-a-trois, euchre, ",
        ),
        ("piques-a-troi", "Jeu inconnu : piques-a-troi. Vouliez-vous dire piques-a-trois ? Jeux connus :"),
        ("pique targt=500", "Option inconnue : targt=500. Vouliez-vous dire target ? Options connues : players,"),
        ("pique players=5", "Joueurs (players) : Pique se joue à 2, 3 ou 4."),
        ("pique target", "Objectif (target) : il manque une valeur. Exemples : 100,"),
        ("pique target=-3", "Objectif (target) : valeur -3 refusée."),
        ("pique target=5 target=6", "Objectif (target) : deux fois dans les règles."),
        ("pique players=3 suicide=yes", "Suicide : seulement en équipes."),
        ("pique x=\u001b[31m" + "y" * 99, "Option inconnue : x=?[31myyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"),
    ],
)
def test_rules_faults(spec: str, said: str) -> None:
    """The option by name and key, and the reason; what somebody typed is shown safely."""
    with pytest.raises(RulesError) as caught:
        rules_of(spec)
    told = sentences.rules_fault(speaker(), caught.value)
    assert told.startswith(said)
    assert told.isprintable()


def test_record_faults() -> None:
    """Line, column, what stands there and what was expected."""
    with pytest.raises(RecordError) as caught:
        table('[Rules "piques-a-trois"]\n[Deal 1] [Dealer 4]')
    assert sentences.record_fault(speaker(), caught.value) == (
        "Ligne 2, colonne 10 : la place 4 n’existe pas. Les places vont de 1 à 3."
    )
    with pytest.raises(RecordError) as caught:
        table('[Rules "piques-a-trois"] AS')
    assert sentences.record_fault(speaker(), caught.value) == (
        "Ligne 1, colonne 26 : étiquette Deal attendue avant AS."
    )
    with pytest.raises(RecordError) as caught:
        table("[Deal 1]")
    assert sentences.record_fault(speaker(), caught.value).endswith(" : il manque l’étiquette Rules.")
    with pytest.raises(RecordError) as caught:
        table(EUCHRE.replace("[Maker 1]", "[Maker 1] [Leader 1]") + "3: AS")
    assert sentences.record_fault(speaker(), caught.value) == "Ligne 2, colonne 1 : repère 3: faux. Attendu : 1:"
    with pytest.raises(RecordError) as caught:
        table(EUCHRE + "bids: AS")
    assert sentences.record_fault(speaker(), caught.value) == "Ligne 2, colonne 1 : repère bids: faux."
    with pytest.raises(RecordError) as caught:
        table('[Rules "pique players=9"]')
    assert sentences.record_fault(speaker(language="en"), caught.value) == (
        "Line 1, column 1: Players: value 9 refused. Examples: 2, 3, 4."
    )
