"""What pages say is what the machine does: figures by the scorer, rules by its refusals."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from tests.rulesbook.pages import TABLES, document, rows, rules_only, said

from atout.actions import Bid, Discard, Misdeal, Name, Pass
from atout.cards import Card, Cards, Rank, Suit
from atout.events import DealScored, DroppedOut, Played, SitsOut, TrickTaken
from atout.families import family_of, parse
from atout.rulesbook import machine, spades_count, story
from atout.rulesbook.book import FAMILIES
from atout.rulesbook.document import Bullets, CardRow
from atout.seats import left_of
from atout.spades.groups import Contract
from atout.spades.hand import SpadesHand
from atout.spades.rules import SpadesRules
from atout.table import Table
from atout.tricks import Ordering, bower_ordering, plain_ordering


def cards(*tokens: str) -> Cards:
    """Cards by token."""
    return Cards.of(map(Card.from_token, tokens))


# --- figures: the worked examples of RULES, section 1 -----------------------------------------------------------------

WORKED = [
    ("piques-a-trois", "Annonce 5, 7 plis (", "+52", "2"),
    ("piques-a-trois", "Annonce 6, 6 plis (", "+60", "0"),
    ("piques-a-trois", "Annonce 4, 4 plis (", "+40", "0"),
    ("piques-a-trois", "Annonce 5, 7 plis, avec 9 sacs", "-48", "1"),
    ("piques-a-trois", "Nil, 2 plis, avec 9 sacs", "-200", "1"),
    ("piques-a-trois", "Annonce 4, 6 plis, score -35 et 9 sacs", "-58", "1"),
    ("piques-a-trois", "Annonce 5, 17 plis, avec 9 sacs", "-138", "1"),
    ("pique players=2", "Annonce 4, 3 plis (", "-40", "0"),
    ("pique", "Annonce 4, 4 plis ; partenaire : annonce 3, 3 plis (", "+70", "0"),
    ("pique", "Annonce 3, 5 plis ; partenaire : annonce 2, 3 plis (", "+53", "3"),
    ("pique", "Annonce 2, 2 plis ; partenaire : annonce 2, 1 pli (", "-40", "0"),
    ("pique", "Nil, aucun pli ; partenaire : nil, aucun pli (", "+500", "0"),
    ("pique", "Nil, aucun pli ; partenaire : nil, 3 plis (", "0", "3"),
    ("pique", "Nil, 1 pli ; partenaire : nil, 1 pli (", "-500", "2"),
    ("atout-pique players=3", "Annonce 4, 6 plis (", "+42", "2"),
    ("atout-pique players=3", "Annonce 1, 1 pli (", "+30", "0"),
    ("atout-pique players=3", "Annonce 2, 2 plis (", "+40", "0"),
    ("atout-pique players=3", "Annonce 2, 3 plis (", "+21", "1"),
    ("atout-pique", "Nil, aucun pli ; partenaire : annonce 4, 3 plis (", "+60", "0"),
    ("atout-pique", "Nil, 1 pli ; partenaire : annonce 4, 5 plis (", "-58", "2"),
    ("atout-pique", "Nil, 1 pli ; partenaire : annonce 4, 3 plis (", "-139", "1"),
    ("atout-pique", "Nil, 1 pli ; partenaire : annonce 2, 2 plis (", "-59", "1"),
    ("atout-pique", "Nil, 1 pli ; partenaire : nil, 1 pli (", "-198", "2"),
    ("atout-pique", "Annonce 6, 7 plis ; partenaire : annonce 4, 4 plis (", "+121", "1"),
    ("atout-pique", "Annonce 1, 2 plis ; partenaire : annonce 1, 1 pli (", "+21", "1"),
    ("atout-pique", "Annonce 1, 1 pli ; partenaire : annonce 1, 1 pli (", "+40", "0"),
    ("atout-pique players=5", "Annonce 8, 8 plis (", "+90", "0"),
    ("atout-pique players=6", "Annonce 7, 8 plis (", "+81", "1"),
    ("atout-pique players=3 quicksand=yes", "Annonce 7, 9 plis (", "+50", None),
    ("atout-pique players=3 quicksand=yes", "Annonce 6, 4 plis (", "-20", None),
    ("atout-pique players=3 quicksand=yes", "Annonce 1, 8 plis (", "-60", None),
    ("atout-pique quicksand=yes", "Annonce 4, 5 plis ; partenaire : annonce 3, 4 plis (", "+50", None),
    ("euchre-a-trois", "5 plis", "+2", "0"),
    ("euchre-a-trois", "3 plis", "+1", "0"),
    ("euchre-a-trois", "2 plis", "0", "+2"),
    ("euchre-a-trois march=3", "5 plis", "+3", "0"),
    ("euchre-a-trois euchred=maker-loses", "Aucun pli", "-2", "0"),
]


@pytest.mark.parametrize(("table", "case", "points", "last"), WORKED)
def test_worked_examples(table: str, case: str, points: str, last: str | None) -> None:
    """Each example stands on its page with its right figures."""
    found = [cells for heading, cells in rows(table).items() if heading.startswith(case)]
    assert found == [(points,) if last is None else (points, last)]


@pytest.mark.parametrize("table", [table for table in TABLES if parse(table).family == "spades"])
def test_examples_can_happen(table: str) -> None:
    """No example promises more than may be bid, nor takes more tricks than there are."""
    for variant in ("", " suicide=yes", " max_bid=6", " quicksand=yes bags=none"):
        try:
            rules = parse(table + variant)
        except ValueError:
            continue
        assert isinstance(rules, SpadesRules)
        for case in spades_count.cases(rules):
            assert max(bid for bid, _ in case.results) <= rules.highest_bid
            assert sum(won for _, won in case.results) <= rules.cards_each
            assert len(case.results) == len(rules.sides[0])


def test_worth_follows_the_options() -> None:
    """What each thing is worth changes with the option that sets it."""

    def worth(spec: str) -> dict[str, int]:
        rules = parse(spec)
        assert isinstance(rules, SpadesRules)
        return spades_count.worth(rules)

    plain = worth("atout-pique")
    assert plain == {
        "contract": 10, "overtricks": 1, "set": -10, "nil": 100, "nil_failed": -100, "nil_bags": 1,
        "exact": 20, "hard": 10, "bag_penalty": -100,
    }  # fmt: skip
    assert worth("atout-pique nil=50 bags=5/-50") == plain | {"nil": 50, "nil_failed": -50, "bag_penalty": -50}
    assert worth("atout-pique quicksand=yes")["overtricks"] == -10
    assert worth("atout-pique contract=each") == plain
    joint = worth("pique")
    assert [joint[f"double_nil_{failed}"] for failed in range(3)] == [500, 0, -500]
    assert "nil_bags" not in worth("pique nil_failed_helps=yes")
    assert worth("pique bags=1/-7")["bag_penalty"] == -7


# --- cards and seats --------------------------------------------------------------------------------------------------


def drawn(table: str) -> list[CardRow]:
    """The rows of cards of the first section."""
    return [block for block in rules_only(table).sections[0].blocks if isinstance(block, CardRow)]


def drawn_trump(row: CardRow) -> Suit | None:
    """The suit of the ace in a row of trumps."""
    return next(card.suit for card in row.cards if card.rank is Rank.ACE)


@pytest.mark.parametrize("table", TABLES)
def test_cards_are_drawn_in_order(table: str) -> None:
    """Each row of cards is one suit of the pack, whole, the highest card first."""
    rules = parse(table)
    trump, *others = drawn(table)
    order: Ordering = (
        plain_ordering(rules.pack, Suit.SPADES)
        if rules.family == "spades"
        else bower_ordering(rules.pack, drawn_trump(trump), getattr(rules, "benny", ()))
    )
    for row in (trump, *others):
        suit = order.suit(row.cards[0])
        assert Cards.of(row.cards) == order.of_suit(suit)
        powers = [order.power(card, suit) for card in row.cards]
        assert powers == sorted(powers, reverse=True)
    assert order.trump is order.suit(trump.cards[0])


@pytest.mark.parametrize("table", TABLES)
def test_the_dealers_left_speaks_and_leads(table: str) -> None:
    """… at every table, and the whole pack goes out as told."""
    rules = parse(table)
    at = Table(rules, seed=3)
    deal = at.match.next_dealer
    assert deal is not None
    assert at.turn == left_of(deal, rules.players)
    received = family_of(rules.profile).recipients(rules, deal)
    runs = [len(list(run)) for _, run in groupby(received)]
    words = said(table, "fr", "deal", "draw")
    if "une à une" in words:
        assert set(runs) == {1}
        assert 0 not in received
    elif "d'abord deux, puis trois" in words.replace("’", "'"):
        assert runs[: 2 * rules.players] == [2] * rules.players + [3] * rules.players
    elif "trois chaque fois" in words:
        assert set(runs) == {3}
        assert 0 not in received
    else:
        assert "talon" in words
        assert set(received) == {0}


# --- Spades -----------------------------------------------------------------------------------------------------------


def forced_lead(breaking: str) -> bool:
    """Whether a forced lead of a spade opens spades."""
    match = machine.last_tricks(
        parse(f"piques-a-trois breaking={breaking}"),
        (cards("AS", "KS"), cards("2S", "3H"), cards("3S", "4H")),
        bids=(1, 1, 1),
    )
    hand = machine.hand_of(machine.after_cards(match, Card.from_token("AS")))
    assert isinstance(hand, SpadesHand)
    return hand.opened


@pytest.mark.parametrize(
    ("breaking", "words", "opens"),
    [
        ("strict", "Un pique entamé par obligation ne les ouvre pas.", False),
        ("played", "parfois l’entame de qui n’a plus que des piques.", True),
        ("any", "On peut entamer à pique à tout moment, même au premier pli.", True),
    ],
)
def test_opening_spades(breaking: str, words: str, opens: bool) -> None:
    """R1: when a forced lead opens, and whether a spade may be led with others in hand, as the page says."""
    told = said(f"piques-a-trois breaking={breaking}")
    assert words in told
    assert forced_lead(breaking) is opens
    match = machine.last_tricks(
        parse(f"piques-a-trois breaking={breaking}"),
        (cards("AS", "KH"), cards("2S", "3H"), cards("3S", "4H")),
        bids=(1, 1, 1),
    )
    may_lead = Card.from_token("AS") in machine.playable(match)
    assert may_lead is (breaking == "any")
    assert ("On n’entame pas à pique tant que" in told) is not may_lead


@pytest.mark.parametrize("table", [f"{table} no_hell=yes" for table in TABLES if parse(table).family == "spades"])
def test_last_bid(table: str) -> None:
    """R10: with the bids of the example, exactly the number it names is refused to the last seat."""
    found = re.search(r"si les annonces sont ([\d, ]+), la dernière place ne peut pas dire (\d+)", said(table))
    assert found
    at = Table(parse(table), seed=1)
    while at.match.hand and not isinstance(at.legal[0], Bid):
        at.act("keep")
    for bid in found[1].split(", "):
        at.act(bid)
    bids = [action.tricks for action in at.legal if isinstance(action, Bid)]
    assert set(range(at.rules.cards_each + 1)) - set(bids) <= {int(found[2]), *range(14, 18)}
    assert int(found[2]) not in bids


@pytest.mark.parametrize("variant", ["", " suicide=yes", " max_bid=6", " max_bid=7", " contract=each"])
def test_contract_of_a_pair(variant: str) -> None:
    """R9: the contract of a pair may exceed the tricks of a deal where two bids can, and only there."""
    rules = parse(f"atout-pique{variant}")
    assert isinstance(rules, SpadesRules)
    most = rules.highest_bid if rules.bidding.suicide else 2 * rules.highest_bid
    exceeds = rules.scoring.contract is Contract.SUM and most > rules.cards_each
    assert ("Il peut dépasser 13." in said(f"atout-pique{variant}")) is exceeds


def test_suicide_bids() -> None:
    """R12: nil or four and more, and nil after a partner who did not bid it."""
    assert "Une annonce est 0, ou un nombre de 4 à 13." in said("atout-pique suicide=yes")
    exact = "pour un contrat de 1 ou de 2 plis"
    assert exact in said("atout-pique")
    assert exact not in said("atout-pique suicide=yes"), "no bid of 1 or 2 is possible"
    at = Table("atout-pique suicide=yes", seed=1)
    assert list(map(str, at.legal)) == ["0", *map(str, range(4, 14))]


@pytest.mark.parametrize("table", ["pique", "pique look=before", "atout-pique", "atout-pique look=turn"])
def test_looking(table: str) -> None:
    """R7: whether the second to speak sees any card before its turn."""
    at = Table(table, seed=1)
    assert at.turn is not None
    second = left_of(at.turn, at.rules.players)
    hand = at.view(second).hand
    assert hand is not None
    closed = hand.board.holding(second).unseen > 0
    assert ("personne ne regarde les siennes" in said(table)) is closed
    assert ("Ne pas regarder" in said(table)) is closed


@pytest.mark.parametrize("table", ["pique", "pique misdeal=no", "pique players=3", "atout-pique"])
def test_misdeal(table: str) -> None:
    """R8: a hand without a spade may be thrown in where the page says so."""
    at = Table(table, dealing=False)
    players, each = at.rules.players, at.rules.cards_each
    low = list(at.rules.pack - at.rules.pack.of_suit(Suit.SPADES))[:each]
    rest = list(at.rules.pack - Cards.of(low))
    at.deal([low.pop() if place % players == 0 else rest.pop() for place in range(players * each)], dealer=players)
    assert ("Maldonne" in said(table, "fr", "deal")) is (Misdeal() in at.legal)


@pytest.mark.parametrize("table", TABLES)
def test_bid_limits(table: str) -> None:
    """R3: the greatest bid of the page is the greatest there is."""
    for variant in ("", " max_bid=9", " max_bid=held"):
        if parse(table).family != "spades" or (variant == " max_bid=9" and parse(table).cards_each < 9):
            continue
        rules = parse(table + variant)
        assert isinstance(rules, SpadesRules)
        assert f"Une annonce va de 0 à {rules.highest_bid}." in said(table + variant)
        assert ("cartes en main." in said(table + variant, "fr", "bidding")) is (rules.highest_bid < rules.cards_each)


# --- Euchre -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turned", ["yes", "no"])
def test_discard(turned: str) -> None:
    """Whether the dealer may lay away the card just picked up."""
    table = f"euchre-a-trois discard_turned={turned}"
    at = Table(table, seed=2)
    at.act("order")
    hand = at.match.hand
    card = getattr(hand, "turned", None)
    assert (Discard(card) in at.legal) is (turned == "yes")
    assert ("celle qu’il vient de ramasser comprise" in said(table)) is (turned == "yes")


@pytest.mark.parametrize("stick", ["yes", "no"])
def test_stick(stick: str) -> None:
    """Whether the dealer may pass in the second round, and what may be named there."""
    table = f"euchre-a-trois stick={stick}"
    at = Table(table, seed=2)
    for _ in range(5):
        at.act("pass")
    assert (Pass() in at.legal) is (stick == "no")
    assert ("le donneur doit nommer une couleur" in said(table)) is (stick == "yes")
    assert sum(isinstance(action, Name) for action in at.legal) == 3
    assert "une des trois autres couleurs" in said(table)


@pytest.mark.parametrize("lead", ["dealer", "maker"])
def test_first_lead(lead: str) -> None:
    """Who leads after the second seat has ordered."""
    table = f"euchre-a-trois lead={lead}"
    at = Table(table, seed=2)
    first = at.turn
    assert first is not None
    at.act("pass")
    at.act("order")
    at.act(at.legal[0])
    assert (at.turn == first) is (lead == "dealer")
    dealer, maker = "La place à gauche du donneur entame", "La place à gauche du preneur entame"
    told = said(table, "fr", "play")
    assert (dealer in told, maker in told) == (lead == "dealer", lead == "maker")


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        f"{name} {variant}".strip()
        for name, variants in (
            ("piques-a-trois", ("", "target=deal", "overtime=target", "floor=-200", "floor=-200 overtime=target")),
            ("euchre-a-trois", ("", "target=deal", "tie=shared", "euchred=maker-loses")),
        )
        for variant in variants
    ],
)
def test_the_end(table: str) -> None:
    """Ties, overtime and the floor, as the ending decides them."""
    ending, told = parse(table).ending, said(table, "fr", "end")
    target = ending.target or 0
    level = ending.winners((target, target, -9), overtime=False)
    assert ("partagent la victoire" in told) is (level == (0, 1))
    below = ending.winners((target - 1, target - 2, 0), overtime=True)
    by_floor = ending.winners((target - 1, target - 2, -200), overtime=True) is not None
    assert ("la fin soit de nouveau atteinte" in told) is (below is None and by_floor)
    again = "l’objectif soit tenu" in told or "la fin soit de nouveau atteinte" in told
    assert again is (below is None)
    assert ("prolongation" in told) is (level is None)
    assert (f"{target} points ou plus" in told) is (ending.target is not None)
    ends_below = ending.target is not None and ending.winners((-1, -2, -200), overtime=False) == (0,)
    assert ("-200 points ou plus bas" in told) is ends_below


# --- the deal told ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_the_deal_told_was_played(table: str) -> None:
    """Every trick is there in order, with every card of it and its winner."""
    rules = parse(table)
    remarks = FAMILIES[rules.family].remarks
    deal = next(story.deals(rules, remarks))
    section = next(section for section in document(table).sections if section.name == "deal_told")
    tricks = next(block for block in section.blocks if isinstance(block, Bullets) and block.ordered)
    winners = [event.seat for _, event in deal.steps if isinstance(event, TrickTaken)]
    assert len(tricks.items) == len(winners) == rules.cards_each
    names = ("Ana", "Bob", "Cléo", "Dany", "Élia", "Fred")
    out = sum(isinstance(event, SitsOut | DroppedOut) for _, event in deal.steps)
    for told, winner in zip(tricks.items, winners, strict=True):
        assert told.endswith(f"Pli à {names[winner - 1]}.")
        assert told.count(" ; ") == rules.players - out - 1
    assert sum(isinstance(event, Played) for _, event in deal.steps) == rules.cards_each * (rules.players - out)
    counted = section.blocks[-1]
    scored = next(event for _, event in deal.steps if isinstance(event, DealScored))
    assert isinstance(counted, Bullets)
    for said_of_side, side in zip(counted.items, scored.sides, strict=False):
        assert f"Total {side.total}" in said_of_side


def test_a_good_deal_is_told() -> None:
    """The deals of the usual tables show something: spades opened by a ruff; at euchre the left bower at work."""
    spades = story.told(parse("piques-a-trois"), FAMILIES["spades"].remarks)
    assert spades is not None
    assert {"opened_by_ruff", "declined"} <= spades.shows
    euchre = story.told(parse("euchre-a-trois"), FAMILIES["euchre"].remarks)
    assert euchre is not None
    assert {"left", "ruff"} <= euchre.shows


@pytest.mark.parametrize(("sizes", "chosen"), [((2, 4, 3), 1), ((2, 6, 7), 1), ((5, 6), 0), ((), None)])
def test_the_deal_that_shows_most(monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...], chosen: int | None) -> None:
    """The first that shows enough, else the one that shows most."""
    found = [story.Deal(seed, (), frozenset("abcdefgh"[:size])) for seed, size in enumerate(sizes)]
    monkeypatch.setattr(story, "deals", lambda rules, remarks: iter(found))
    told = story.told(parse("pique"), FAMILIES["spades"].remarks)
    assert (told and told.seed) == chosen
