"""Bids of the casual opponent on named hands, and what shapes them."""

from __future__ import annotations

from random import Random

import pytest
from tests.bots.deals import decision, position

from atout.actions import Misdeal
from atout.bots import decide
from atout.bots.spades.auction import nearest
from atout.bots.spades.bidding import Outlook, worth
from atout.bots.spades.estimate import nil_safety, sure_tricks, tricks
from atout.bots.spades.ledger import counting
from atout.cards import Cards
from atout.dealing import deal_seed, shuffled
from atout.families import parse
from atout.scoring import Standing
from atout.spades.bidding import Bids, allowed_bids
from atout.spades.hand import SpadesHand
from atout.spades.rules import SpadesRules
from atout.spades.score import score


def rules_of(spec: str) -> SpadesRules:
    rules = parse(spec)
    assert isinstance(rules, SpadesRules)
    return rules


def bids(spec: str, hand: str, before: str = "", seat: int = 1, score: str = "") -> set[int]:
    """The bids of opponents of several seeds on a hand, after the bids of the seats before."""
    players = rules_of(spec).players
    hands = " ".join(hand if other == seat else "?" for other in range(1, players + 1))
    dealer = (seat - len(before.split()) - 2) % players + 1
    record = f'[Rules "{spec}"]\n[Deal 1] [Dealer {dealer}]\n{score}[Hands "{hands}"]\nbids: {before}\n'
    return {int(decision(record, seed)) for seed in range(6)}


PAIRS = "atout-pique"
THREE = "piques-a-trois"


@pytest.mark.parametrize(
    ("spec", "hand", "expected"),
    [
        (PAIRS, "AKQ.432.432.5432", {3, 4}),
        (PAIRS, "AKQJT98765432...", {13}),
        (PAIRS, "AKQJ.AKQ.AKQ.AKQ", {10, 11, 12, 13}),
        (PAIRS, "KQ2.A432.K32.432", {3, 4}),
        (PAIRS, "2.9876.8765.8765", {0, 1}),
        (PAIRS, "432.432.5432.432", {0}),
        (THREE, "432.7654.7654.876543", {2, 3}),
        (THREE, "AKQJT9.AK.AK.9876543", {10, 11, 12}),
        ("pique players=3", "AKQJT98765432.AKQJ..", {13}),
        ("atout-pique players=6", "A.K43.76.65", {1, 2}),
        ("atout-pique players=6", "3.543.43.43", {0}),
        ("atout-pique players=5", "AKJ.43.A876.5", {3, 4}),
    ],
)
def test_named_hands(spec: str, hand: str, expected: set[int]) -> None:
    """What a person would bid, give or take one."""
    assert bids(spec, hand) <= expected


@pytest.mark.parametrize("spades", ["A", "A2", "KQ", "KQ32", "QJT", "KJT2", "JT98", "T9876", "987654", "8765432"])
def test_no_nil_with_a_sure_spade(spades: str) -> None:
    """The ace, king and queen together, or too many middling spades, take a trick."""
    assert nil_safety(rules_of(PAIRS), Cards.parse(f"{spades}...")) == 0


@pytest.mark.parametrize("spades", ["", "2", "Q2", "J32", "9432", "T92"])
def test_nil_may_do_with_low_spades(spades: str) -> None:
    """One or two high ones and short spades are a risk, not a certainty."""
    assert 0 < nil_safety(rules_of(PAIRS), Cards.parse(f"{spades}...")) <= 1


def test_safer_hands_are_thought_safer() -> None:
    """Lower cards, and more low cards with a high one, make a nil safer."""

    def safety(hand: str) -> float:
        return nil_safety(rules_of(PAIRS), Cards.parse(hand))

    assert safety("32.432.5432.5432") > safety("32.432.5432.K543")
    assert safety(".A432.432.432") > safety(".A2.432.432")
    assert safety("2...") > safety("J...")


def test_sure_tricks_run_from_the_top() -> None:
    """Nobody beats spades from the ace down; a gap ends them."""
    rules = rules_of(PAIRS)
    for spades, sure in (("AKQ2", 3), ("KQJ", 0), ("AQ", 1), ("", 0), ("AKQJT98765432", 13)):
        assert sure_tricks(rules, Cards.parse(f"{spades}...")) == sure


@pytest.mark.parametrize("spec", ["piques-a-trois", "pique", "atout-pique players=5", "atout-pique players=6"])
def test_hands_share_the_tricks_of_a_deal(spec: str) -> None:
    """What all hands expect adds up to the tricks there are, on average."""
    rules = rules_of(spec)
    total = 0.0
    for number in range(60):
        order = shuffled(rules.pack, deal_seed(8, number))
        for seat in range(rules.players):
            total += tricks(rules, Cards.of(order[seat * rules.cards_each : (seat + 1) * rules.cards_each]))
    assert total / 60 == pytest.approx(rules.cards_each, rel=0.06)


def test_every_bid_heard_tempers_the_own() -> None:
    """The same hand bids less after high bids than after low ones."""
    hand = "K32.AK2.Q432.K32"
    assert max(bids(PAIRS, hand, "4 4 4")) < min(bids(PAIRS, hand, "1 1 1"))


def test_no_hell_is_got_round() -> None:
    """The last bidder takes a neighbour of the bid that may not be made."""
    hand = "KQ2.A432.K32.432"
    assert bids(PAIRS, hand, "3 4 3") == {3}
    assert bids(f"{PAIRS} no-hell=yes", hand, "3 4 3") <= {2, 4}


def test_suicide_chooses_between_nil_and_four() -> None:
    """A safe hand goes nil and leaves the contract to the partner; a strong one does the contrary."""
    suicide = f"{PAIRS} suicide=yes"
    assert bids(suicide, "2.6432.6543.5432") == {0}
    assert bids(suicide, "AKQ2.AK2.KQ2.A32") <= set(range(6, 11))


def test_quicksand_bids_closer() -> None:
    """Where extra tricks cost as much as missing ones, nobody leaves room below."""
    hand = "AK32.AK2.5432.32"
    assert min(bids(f"{PAIRS} quicksand=yes", hand)) >= min(bids(f"{PAIRS}", hand))


def test_nil_is_risked_when_behind() -> None:
    """A doubtful nil waits for a score that asks for it."""
    hand = "Q2.9432.8643.643"
    assert 0 not in bids(PAIRS, hand, score='[Before "0 0"] ')
    assert bids(PAIRS, hand, score='[Before "0 300"] [BagsBefore "0 0"] ') == {0}


def test_a_partner_is_believed() -> None:
    """A nil the partner chose is counted as made; one that is only left to the partner is not."""
    hands = '[Hands "AK32.AK32.A32.32 ? ? ?"]'

    def value(spec: str, dealer: int, before: str, tricks: int) -> float:
        view, seat = position(f'[Rules "{spec}"]\n[Deal 1] [Dealer {dealer}]\n{hands}\nbids: {before}\n')
        assert isinstance(view.hand, SpadesHand)
        return worth(view.hand, seat, Outlook(6.0, 3, 0.0), tricks)

    assert value(PAIRS, 2, "0 4", 5) > 120
    assert value(f"{PAIRS} suicide=yes", 4, "", 5) < 30


def test_worthless_hands_are_thrown_in_where_they_may_be() -> None:
    """A misdeal is claimed with a poor hand only: an ace-high hand without a face stays."""
    record = '[Rules "pique"]\n[Deal 1] [Dealer 4]\n[Hands "{hand} ? ? ?"]\n'
    assert decision(record.format(hand="T93.T986.T96.T98")) == "misdeal"
    assert decision(record.format(hand="AT98.A96.A96.A92")) != "misdeal"
    assert decision(record.format(hand=".5432.65432.5432")) == "0"
    view, seat = position(record.format(hand="K93.T986.T96.T98"))
    assert "misdeal" not in map(str, view.legal(seat))


@pytest.mark.parametrize("level", ["club", "strong"])
def test_a_misdeal_is_weighed_beside_the_bids(level: str) -> None:
    """By those who look at the deal alone too: another deal is worth as much to all."""
    view, seat = position('[Rules "pique"]\n[Deal 1] [Dealer 4]\n[Hands "T93.T986.T96.T98 ? ? ?"]\n')
    found = decide(view, seat, level, budget=0.1)
    assert found is not None
    assert set(found.actions) == set(view.legal(seat))
    assert found.actions[Misdeal()].equity == pytest.approx(0.5)


@pytest.mark.parametrize("spec", ["atout-pique players=6 no_hell=yes", "spades min_pair_bid=5 no_hell=yes suicide=yes"])
def test_the_nearest_bid_left_is_foreseen(spec: str) -> None:
    """The natural one if it may be made, else the nearest of all that may, the lower of two."""
    rules, rng = rules_of(spec), Random(spec)
    seats = range(1, rules.players + 1)
    for _ in range(40):
        spoken = rng.randrange(rules.players)
        bids: Bids = (None,) * rules.players
        for seat in seats:
            waiting = tuple(seats[seat - 1 :])
            allowed = [action.tricks for action in allowed_bids(rules, bids, waiting)]
            natural = rng.randrange(rules.highest_bid + 1)
            found = nearest(rules, bids, waiting, natural)
            assert found == min(allowed, key=lambda bid, natural=natural: abs(bid - natural))  # type: ignore[misc]
            bids = (*bids[: seat - 1], rng.choice(allowed) if seat <= spoken else found, *bids[seat:])


@pytest.mark.parametrize(("shown", "kept"), [("2S", True), ("AD", True), ("QH", True), ("JH", False), ("2C", False)])
def test_the_draw_keeps_spades_and_high_cards(shown: str, kept: bool) -> None:
    """Any spade, and the plain cards from the queen up."""
    record = f'[Rules "pique players=2"]\n[Deal 1] [Dealer 2]\n[Stock "{shown} ?51"]\n'
    assert decision(record) == ("keep" if kept else "toss")


def test_suits_are_counted_where_they_are() -> None:
    """Plain suits weigh alike, whichever they are."""
    rules = rules_of(PAIRS)
    values = {round(tricks(rules, Cards.parse("K2." + ".".join(suits))), 9) for suits in (
        ("AK2", "9876", "5432"), ("9876", "AK2", "5432"), ("9876", "5432", "AK2"))}  # fmt: skip
    assert len(values) == 1


@pytest.mark.parametrize(
    "spec",
    [
        PAIRS,
        "spades",
        f"{PAIRS} nil_failed_helps=yes",
        f"{PAIRS} quicksand=yes",
        f"{PAIRS} contract=each",
        "piques-a-trois",
    ],
)
def test_quick_counts_are_the_count(spec: str) -> None:
    """Sides counted once for what they owe and took have the score of their own bids and tricks (R9)."""
    rules, chance = rules_of(spec), Random(3)
    before = Standing(tuple(10 * side for side in range(len(rules.sides))), (7,) * len(rules.sides))
    for _ in range(300):
        bids = tuple(chance.choice((0, 1, 2, 4)) for _ in range(rules.players))
        won = tuple(chance.choice((0, 1, 3, 4)) for _ in range(rules.players))
        blind = (1,) if not bids[0] and chance.random() < 0.3 else ()
        assert counting(rules, before, blind).of(bids, won).sides == score(rules, bids, won, before, blind)
