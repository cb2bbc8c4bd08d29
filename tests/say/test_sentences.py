"""Sentences, word for word: events, counts, answers to the read keys, rules and actions."""

from __future__ import annotations

from tests.say.tables import EUCHRE, NAMES, PIQUES, speaker, table, told

from atout import sentences
from atout.actions import Claim, Discard, Name, Order, Settle, parse
from atout.cards import Card, Cards, Suit
from atout.events import (
    Adjusted,
    DealScored,
    DealStarted,
    DealVoid,
    HandSeen,
    MatchOver,
    Settled,
    TurnedDown,
    VoidReason,
)
from atout.families import FAMILIES, new_match
from atout.families import parse as rules_of
from atout.match import Match
from atout.scoring import Standing
from atout.seats import HOUSE
from atout.table import Table
from atout.testing import playout

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


def test_hands_dealt() -> None:
    """One's own hand is read, when it may be seen; the others hear that cards are dealt, or how they will be."""
    at = Table("piques-a-trois", seed=1)
    assert told(at, 1) == f"En main, {speaker().cards(at.view(1).hand.board.holding(1).sure)}."  # type: ignore[union-attr]
    assert told(at) == "Les cartes sont données."
    assert told(Table("euchre-a-trois", seed=1), last=2).startswith("Les cartes sont données. Retourne : ")
    closed = Table("pique", seed=1)
    first = closed.turn or 0
    second = first % 4 + 1
    own = speaker().cards(closed.view(first).hand.board.holding(first).sure)  # type: ignore[union-attr]
    later = "Les cartes sont données. Vous verrez les vôtres à votre tour d’annoncer."
    assert told(closed, first, last=2) == f"{later} En main, {own}."
    assert told(closed, second, last=2) == later
    assert told(closed, last=2) == "Les cartes sont données."
    draw = Table("pique players=2", seed=1)
    stock = "Les mains se choisissent au talon, une carte après l’autre."
    assert told(draw, 3 - (draw.turn or 0), last=2) == stock
    assert told(draw, draw.turn, last=2).startswith(f"{stock} Carte montrée : ")
    assert told(table(PIQUES), 3) == (
        "La donne commence en cours de jeu. En main, pique : trois, deux ; cœur : dix ; trèfle : six, quatre."
    )


def test_draw() -> None:
    """What was kept or refused is told with its names to the chooser alone."""
    at = Table("pique players=2", seed=1)
    chooser = at.turn or 0
    name, other = NAMES[chooser - 1], 3 - chooser
    at.act("keep")
    assert told(at, other, last=2) == f"{name} garde la carte montrée."
    assert told(at, chooser, last=2).startswith("Vous gardez l")
    at.act("toss")
    assert told(at, other, last=2) == f"{name} refuse la carte montrée et prend l’autre."
    assert told(at, chooser, "en", last=2).startswith("You refuse the ")
    assert " and take the " in told(at, chooser, "en", last=2)


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
    level = Table("euchre-a-trois target=2", seed=4, names=NAMES, dealing=False)
    level.deal()
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
    assert sentences.tell(speaker(), MatchOver((0, 2)), shared) == "Égalité à 1 point, victoire partagée : Ana et Cléo."


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
    assert sentences.tell(speaker(), Settled((7, 6, 4)), started) == "Plis : Ana 7, Bob 6, Cléo 4."
    assert sentences.tell(speaker(), TurnedDown(Card.from_token("JH")), started) == (
        "Personne ne prend : la retourne est cachée. Deuxième tour, une autre couleur que cœur."
    )


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
    assert sentences.suit_led(to, view, 2) == "Aucune couleur demandée."
    at.act("AH")
    assert sentences.suit_led(to, at.view(2), 2) == "Couleur demandée : cœur, atout."
    at.act("JD")
    assert told(at) == "Bob : valet de carreau, valet gauche."


def test_read_keys_during_the_calls() -> None:
    """The turned card, who passed; the dealer takes where others order up; the suit turned down."""
    at = Table("euchre-a-trois", seed=1)
    assert at.match.hand is not None
    turned = speaker().card(at.match.hand.announced.shown or Card.from_token("AS"))
    order = [at.turn or 0]
    assert (
        sentences.whose_turn(speaker(order[0]), at.view(order[0]), order[0])
        == "À vous de parler : commander ou passer."
    )
    for _ in range(2):
        at.act("pass")
        order.append(at.turn or 0)
    view, names = at.view(0), [speaker().name(seat) for seat in order]
    assert sentences.bids(speaker(), view, 0) == f"Retourne : {turned}. {names[0]} passe. {names[1]} passe."
    assert sentences.whose_turn(speaker(), view, 0) == f"À {names[2]} de parler : prendre ou passer."
    assert sentences.information(speaker(), view, 0) == f"Donne 1. Donneur : {names[2]}."
    assert sentences.on_table(speaker(), view, 0) == f"Retourne : {turned}."
    assert sentences.suit_led(speaker(), view, 0) == "Aucune couleur demandée."
    at.act("pass")
    assert sentences.bids(speaker(), at.view(0), 0) == f"Retourne refusée : {turned}."
    assert sentences.whose_turn(speaker(), at.view(0), 0) == f"À {names[0]} de parler : nommer l’atout ou passer."


def test_bids_of_pairs() -> None:
    """Who has yet to speak; then what each pair owes, a nil counting nothing."""
    at = table('[Rules "atout-pique"] [Deal 1] [Dealer 4] [Hands "? ? ? ?"] bids: 5 0')
    assert sentences.bids(speaker(), at.view(0), 0) == (
        "Annonces : Ana 5, Bob nil, Cléo pas encore, Dan pas encore. En tout 5 pour 13 plis."
    )
    assert sentences.hand(speaker(1), at.view(1), 1) == "Vous verrez vos cartes à votre tour d’annoncer."
    at.act("3")
    at.act("4")
    assert sentences.bids(speaker(), at.view(0), 0) == (
        "Annonces : Ana 5, Bob nil, Cléo 3, Dan 4. Ana et Cléo, contrat 8. Bob et Dan, contrat 4."
        " En tout 12 pour 13 plis."
    )
    assert sentences.hand(speaker(1), at.view(1), 1) == "Cette main n’est pas connue."


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


def test_before_and_after() -> None:
    """Before the first deal, between two, and when all is over."""
    new, to = new_match(rules_of("pique target=deal")), speaker(1)
    for key in (sentences.bids, sentences.hand, sentences.information, sentences.whose_turn):
        assert key(to, new, 1) == "Aucune donne en cours."
    assert sentences.on_table(to, new, 1) == "Rien sur la table."
    assert sentences.scores(to, new, 1) == "Ana et Cléo 0 ; Bob et Dan 0. Une seule donne."
    between = playout("piques-a-trois", 1).view(1)
    assert sentences.whose_turn(to, between, 1) == "La donne est finie, la suivante va commencer."
    assert sentences.hand(to, between, 1) == "Plus de carte en main."
    over = playout("piques-a-trois target=deal", 1).view(2)
    assert over.winners is not None
    won = sentences.tell(to, MatchOver(over.winners), over)
    assert sentences.whose_turn(to, over, 1) == won
    assert sentences.scores(to, over, 1).endswith(won)


# --- rules and actions ------------------------------------------------------------------------------------------------


def test_options() -> None:
    """Names, values, and a table in a few words."""
    options = FAMILIES["spades"].options
    fr = speaker()
    assert sentences.option_name(fr, "exact") == "bonus d’exactitude"
    assert (
        sentences.option_value(fr, options["bags"], options["bags"].kind.read("5/-50")) == "-50 points tous les 5 sacs"
    )
    assert sentences.option_value(fr, options["removed"], Cards()) == "aucune"
    twos = Cards.of(map(Card.from_token, ("2C", "2D")))
    assert sentences.option_value(fr, options["removed"], twos) == "deux de carreau, deux de trèfle"
    assert sentences.option_value(fr, options["target"], None) == "une seule donne"
    assert sentences.option_value(fr, options["draw"], None) == "sans objet"
    assert sentences.summary(fr, rules_of("atout-pique no-hell=yes")) == (
        "Atout pique. 4 joueurs, en équipes. Objectif : 500 points. No-hell : oui."
    )
    assert sentences.summary(speaker(language="en"), rules_of("euchre-a-trois")) == (
        "Euchre for three (Euchre à trois). 3 players, each alone. Target: 10 points."
    )
    assert sentences.summary(fr, rules_of("buck-euchre")) == "Buck Euchre. 3 joueurs, chacun pour soi. De 15 à 0."
    assert sentences.summary(fr, rules_of("buck-euchre target=deal")).endswith("Objectif : une seule donne.")


def test_actions() -> None:
    """What a choice is called; the dealer takes where others order."""
    at = table(EUCHRE)
    dealer = at.match.next_dealer or 0
    name = sentences.action_text
    assert name(speaker(), parse("JD"), at.match, 2) == "valet de carreau, valet gauche"
    assert name(speaker(), parse("-JD"), at.match, 2) == "se défausser du valet de carreau, valet gauche"
    assert name(speaker(language="en"), parse("-JD"), at.match, 2) == "discard jack of diamonds, left bower"
    assert name(speaker(), Order(), at.match, dealer) == "prendre"
    assert name(speaker(), Order(), at.match, dealer % 3 + 1) == "commander"
    assert name(speaker(), Name(Suit.HEARTS), at.match, 1) == "nommer cœur atout"
    assert name(speaker(), Discard(None), at.match, 1) == "se défausser d’une carte"
    assert name(speaker(), Settle((3, 1, 1)), at.match, HOUSE) == "noter les plis : 3, 1, 1"
    assert name(speaker(), parse("nil"), at.match, 1) == "annoncer nil"
    assert name(speaker(), parse("keep"), at.match, 1) == "garder la carte montrée"
