"""Sentences, word for word: the ones people hear most, and the ones that are easy to get wrong."""

from __future__ import annotations

from functools import reduce

import pytest

from atout import sentences
from atout.actions import Claim, Deal, Discard, Name, Order, Refusal, Settle, parse
from atout.cards import Card, Cards, Suit
from atout.events import Adjusted, DealScored, DealStarted, DealVoid, HandSeen, MatchOver, VoidReason
from atout.families import FAMILIES, new_match
from atout.families import parse as rules_of
from atout.match import Match
from atout.notation import Place, RecordError
from atout.options import RulesError
from atout.say import Speaker
from atout.scoring import Standing
from atout.seats import HOUSE
from atout.table import Table

NAMES = ("Ana", "Bob", "Cléo", "Dan")


def speaker(you: int | None = None, language: str = "fr") -> Speaker:
    """Speaks to a seat."""
    return Speaker(language, NAMES, you)


def table(record: str) -> Table:
    """A table as a record leaves it."""
    return Table.from_record(record)


def told(at: Table, you: int | None = None, language: str = "fr", last: int = 1) -> str:
    """What the last events were for a seat."""
    events = at.events_seen_by(you or 0)
    before = reduce(Match.evolve, events[:-last], at.start)
    said = []
    for event in events[-last:]:
        said.append(sentences.tell(speaker(you, language), event, before))
        before = before.evolve(event)
    return " ".join(filter(None, said))


def refused(at: Table, token: str, you: int | None, language: str = "fr") -> str:
    """Why the seat to act, or the house, may not do something."""
    action = parse(token)
    assert at.turn is not None
    seat = HOUSE if action.by_house else at.turn
    refusal = at.match.refusal(seat, action)
    assert refusal is not None
    return sentences.refuse(speaker(you, language), refusal, at.view(seat))


PIQUES = '[Rules "piques-a-trois"] [Dealer 3] [Hands "A4.K9.Q. .AQJ2.4. 32.T..64"] [Bids "2 1 0"] [Won "4 4 4"]\n'
EUCHRE = '[Rules "euchre-a-trois"] [Dealer 3] [Hands "A.A.9.9 .JK.J.T K.9.A.K"] [Trump H] [Maker 1] [Won "1 0 0"]\n'


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
        ("euchre-a-trois", "order", "AS", "L’écart d’abord : une carte à laisser face cachée."),
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
    assert refused(at, "AH", you=2) == "Un jeu est abattu : Bob doit d’abord accepter ou refuser."
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


# --- events -----------------------------------------------------------------------------------------------------------


def test_calls() -> None:
    """Another seat orders up, the dealer himself takes it; the discard is told to its owner alone."""
    at = Table("euchre-a-trois", seed=2)
    dealer, caller = at.match.next_dealer or 0, at.turn or 0
    at.act("order")
    assert at.match.hand is not None
    trump = at.match.hand.announced.trump
    assert trump is not None
    suit = speaker().suit(trump)
    assert told(at, last=2).startswith(f"{NAMES[caller - 1]} commande : atout {suit}. {NAMES[dealer - 1]} ramasse l")
    assert told(at, caller, "en", last=2).startswith(
        f"You order it up: {speaker(language='en').suit(trump)} are trump."
    )
    discard = at.legal[0]
    assert isinstance(discard, Discard)
    assert discard.card is not None
    at.act(discard)
    ordering = at.match.hand.ordering
    assert told(at, dealer) == f"Vous vous défaussez : {speaker().card(discard.card, ordering)}."
    assert told(at, caller) == f"{NAMES[dealer - 1]} se défausse d’une carte."
    again = Table("euchre-a-trois", seed=2)
    again.act("pass")
    again.act("pass")
    again.act("order")
    assert told(again, last=2).startswith(f"{NAMES[dealer - 1]} prend : atout {suit}.")


def test_tricks() -> None:
    """Plays, the opening of spades, the trick."""
    at = table(PIQUES + "1: QD 4D 2S")
    assert told(at, last=5) == "Ana : dame de carreau. Bob : quatre de carreau. Cléo : deux de pique." + (
        " Les piques sont ouverts. Cléo fait le pli 13."
    )
    assert told(at, 3, last=3) == "Vous : deux de pique. Les piques sont ouverts. Vous faites le pli 13."
    assert told(at, 3, "en", last=3) == "You: two of spades. Spades are open. You take trick 13."


def test_count() -> None:
    """Each side's lines; bags, their penalty, and the total."""
    at = Table("piques-a-trois", seed=1, names=NAMES, match=new_match(rules_of("piques-a-trois"), NINE_BAGS))
    for seat in (at.turn or 0, 0, 0):
        at.act({1: "5", 2: "6", 3: "0"}[seat or at.turn or 0])
    at.act(Settle((7, 5, 5)), HOUSE)
    events = [event for event in at.events if isinstance(event, DealScored)]
    assert sentences.tell(speaker(), events[0], at.match) == (
        "Ana : contrat 5 : +50, 2 plis supplémentaires : +2, 10 sacs : -100. Total -89, 1 sac."
        " Bob : contrat chuté : -60. Total -60."
        " Cléo : nil chuté : -100. Total -100, 5 sacs."
    )


NINE_BAGS = Standing((-41, 0, 0), (9, 0, 0))


def test_count_of_a_pair() -> None:
    """A line about one partner names him; a line about both does not."""
    at = Table("atout-pique", seed=1, names=NAMES)
    bids = {1: "0", 2: "4", 3: "2", 4: "3"}
    for _ in range(4):
        at.act(bids[at.turn or 0])
    at.act(Settle((1, 6, 2, 4)), HOUSE)
    scored = next(event for event in at.events if isinstance(event, DealScored))
    said = sentences.tell(speaker(language="en"), scored, at.match)
    assert said.startswith(
        "Ana and Cléo: contract 2 (Cléo): +20, exact bonus (Cléo): +20, nil failed (Ana): -100, "
        "1 trick of the failed nil (Ana): +1. Total -59, 1 bag."
    )


def test_overtime_and_the_end() -> None:
    """Level at the target: overtime; then one winner, told as *you* to himself."""
    match = new_match(rules_of("euchre-a-trois target=2 euchred=opponents"))
    level = Table("euchre-a-trois target=2", seed=4, names=NAMES)
    level.act("order")
    level.act(level.legal[0])
    assert level.match.hand is not None
    maker = level.match.hand.announced.maker or 0
    won = tuple(1 if seat == maker else 2 for seat in (1, 2, 3))
    before = level.match
    level.act(Settle(won), HOUSE)
    scored = next(event for event in level.events if isinstance(event, DealScored))
    assert sentences.tell(speaker(), scored, before).endswith("Égalité en tête : prolongation.")
    assert sentences.scores(speaker(), level.view(1), 1).endswith("Objectif 2. Prolongation.")
    winner = Match(match.family, match.rules, Standing((0, 2, 1), (0, 0, 0)))
    assert sentences.tell(speaker(2), MatchOver((1,)), winner) == "Vous gagnez la partie avec 2 points."
    assert sentences.tell(speaker(1), MatchOver((1,)), winner) == "Bob gagne la partie avec 2 points."
    pair = new_match(rules_of("atout-pique"), Standing((505, 1), (0, 0)))
    assert sentences.tell(speaker(3), MatchOver((0,)), pair) == "Votre équipe gagne la partie avec 505 points."
    assert sentences.tell(speaker(2), MatchOver((0,)), pair) == "Ana et Cléo gagnent la partie avec 505 points."
    shared = new_match(rules_of("piques-a-trois"), Standing((1, 0, 1), (0, 0, 0)))
    assert (
        sentences.tell(speaker(), MatchOver((0, 2)), shared) == "Égalité à 1 point : Ana et Cléo partagent la victoire."
    )


def test_deals_and_rulings() -> None:
    """The start of a deal, the ways it may be void, and a ruling with its reason."""
    match = new_match(rules_of("piques-a-trois"))
    assert sentences.tell(speaker(), DealStarted(1, 1), match) == "Donne 1. Donneur, par tirage : Ana."
    started = match.evolve(DealStarted(1, 1))
    assert sentences.tell(speaker(), DealStarted(2, 2), started) == "Donne 2. Donneur : Bob."
    said = {reason: sentences.tell(speaker(), DealVoid(reason), started) for reason in VoidReason}
    assert said[VoidReason.MISDEAL] == "La donne est annulée. Ana donne à nouveau."
    assert said[VoidReason.PASSED_OUT] == "Personne ne nomme l’atout : la donne est annulée."
    ruling = Adjusted(1, -10, "carte montrée")
    assert sentences.tell(speaker(), ruling, match) == "Décision de la table, Bob : -10 (carte montrée). Total -10."
    assert sentences.tell(speaker(), HandSeen(2, None), match) == ""


def test_claims() -> None:
    """The hand laid down is read to the others, not to its owner."""
    at = table(PIQUES)
    at.act(Claim())
    hand = "pique : as, quatre ; cœur : roi, neuf ; carreau : dame"
    assert told(at, 2) == f"Ana abat son jeu et demande les 5 derniers plis. Jeu abattu, {hand}."
    assert told(at, 1) == "Vous abattez votre jeu et demandez les 5 derniers plis."
    at.act("reject")
    assert told(at, 1) == "Bob refuse : le jeu continue."


# --- views ------------------------------------------------------------------------------------------------------------


def test_read_keys_in_play() -> None:
    """What the keys say in the middle of a trick."""
    at = table(PIQUES + "1: QD 4D")
    view, to = at.view(3), speaker(3)
    assert sentences.bids(to, view, 3) == "Annonces : Ana 2, Bob 1, Cléo nil. En tout 3 pour 17 plis."
    assert (
        sentences.on_table(to, view, 3) == "Ana : dame de carreau. Bob : quatre de carreau. Pour l’instant, pli à Ana."
    )
    assert sentences.suit_led(to, view, 3) == "Couleur demandée : carreau."
    assert sentences.information(to, view, 3) == (
        "Pli 13 sur 17. Plis : Ana 4 sur 2, Bob 4 sur 1, Cléo 4 sur nil. Les piques ne sont pas ouverts."
        " Sacs : Ana 0, Bob 0, Cléo 0."
    )
    assert sentences.scores(to, view, 3) == "Ana 0 ; Bob 0 ; Cléo 0. Objectif 200."
    assert sentences.whose_turn(to, view, 3) == "À vous de jouer."
    assert sentences.hand(to, view, 3) == "Pique : trois, deux ; cœur : dix ; trèfle : six, quatre. 5 cartes."
    assert sentences.last_trick(to, view, 3) == "Aucun pli terminé."
    at.act("2S")
    assert sentences.last_trick(to, at.view(3), 3) == (
        "Dernier pli, à vous. Ana : dame de carreau. Bob : quatre de carreau. Vous : deux de pique."
    )
    assert sentences.whose_turn(speaker(1, "en"), at.view(1), 1) == "Cléo’s turn to lead."


def test_read_keys_with_a_maker() -> None:
    """Trump and maker; the left bower stands with trump."""
    at = table(EUCHRE)
    view, to = at.view(2), speaker(2)
    assert sentences.bids(to, view, 2) == "Atout cœur, preneur : Ana."
    assert sentences.information(to, view, 2) == "Pli 2 sur 5. Plis : Ana 1, Bob 0, Cléo 0. Atout cœur, preneur : Ana."
    assert sentences.hand(to, view, 2) == "Cœur : valet, valet de carreau (valet gauche), roi ; trèfle : dix. 4 cartes."
    at.act("AH")
    assert sentences.suit_led(to, at.view(2), 2) == "Couleur demandée : cœur, atout."


def test_hands_not_to_be_seen() -> None:
    """Before one's turn, at the draw, between deals, for a spectator."""
    at = Table("pique", seed=1)
    last = (at.turn or 1) % 4 + 1
    assert sentences.hand(speaker(last), at.view(last), last) == "Vous verrez vos cartes à votre tour d’annoncer."
    assert sentences.hand(speaker(), at.view(0), 0) == "Aucune main : vous regardez la partie."
    draw = Table("pique players=2", seed=1)
    chooser = draw.turn or 0
    assert sentences.hand(speaker(chooser), draw.view(chooser), chooser) == "Pas encore de carte en main."
    assert sentences.on_table(speaker(chooser), draw.view(chooser), chooser).startswith("Carte montrée : ")
    assert sentences.on_table(speaker(), draw.view(3 - chooser), 3 - chooser) == "Rien sur la table."
    new = new_match(rules_of("pique"))
    assert sentences.hand(speaker(1), new, 1) == "Aucune donne en cours."
    assert sentences.whose_turn(speaker(1), new, 1) == "Aucune donne en cours."


# --- rules and records ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("", "Il faut nommer un jeu. Jeux connus : piques-a-trois, pique, atout-pique, euchre-a-trois."),
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
        table('[Rules "pique players=9"]')
    assert sentences.record_fault(speaker(language="en"), caught.value) == (
        "Line 1, column 1: Players: value 9 refused. Examples: 2, 3, 4, 5, 6."
    )


def test_options() -> None:
    """Names, values, and a table in a few words."""
    options = FAMILIES["spades"].options
    fr = speaker()
    assert sentences.option_name(fr, "exact") == "bonus d’exactitude"
    assert (
        sentences.option_value(fr, options["bags"], options["bags"].kind.read("5/-50")) == "-50 points tous les 5 sacs"
    )
    assert sentences.option_value(fr, options["removed"], Cards()) == "aucune"
    assert sentences.option_value(fr, options["target"], None) == "une seule donne"
    assert sentences.option_value(fr, options["draw"], None) == "sans objet"
    assert sentences.summary(fr, rules_of("atout-pique no-hell=yes")) == (
        "Atout pique. 4 joueurs, en équipes. Objectif : 500 points. No-hell : oui."
    )
    assert sentences.summary(speaker(language="en"), rules_of("euchre-a-trois")) == (
        "Euchre for three (Euchre à trois). 3 players, each alone. Target: 10 points."
    )


def test_actions() -> None:
    """What a choice is called; the dealer takes where others order."""
    at = table(EUCHRE)
    dealer = at.match.next_dealer or 0
    name = sentences.action_text
    assert name(speaker(), parse("JD"), at.match, 2) == "valet de carreau, valet gauche"
    assert name(speaker(), parse("-JD"), at.match, 2) == "se défausser : valet de carreau, valet gauche"
    assert name(speaker(), Order(), at.match, dealer) == "prendre"
    assert name(speaker(), Order(), at.match, dealer % 3 + 1) == "commander"
    assert name(speaker(), Name(Suit.HEARTS), at.match, 1) == "nommer cœur atout"
    assert name(speaker(), parse("nil"), at.match, 1) == "annoncer nil"
    assert name(speaker(), parse("keep"), at.match, 1) == "garder la carte montrée"
