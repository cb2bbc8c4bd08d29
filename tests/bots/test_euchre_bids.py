"""Euchre for tricks bid: what thinking players say before the play, and the quick estimates behind it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random

import pytest
from tests.bots.deals import position

from atout.actions import Action, Bid, DefendAlone, Drop, Moon, Name, Pass, Play, Stay
from atout.advice import Advice, Stage, advise, told
from atout.bots import Decision, decide, player
from atout.bots.chance import Chance
from atout.bots.euchre.bidders import Bidders
from atout.bots.euchre.bids import bid
from atout.bots.euchre.hands import best_trump, strength, sure_tricks, tricks
from atout.bots.euchre.judge import Table as Judged
from atout.bots.levels import LEVEL
from atout.bots.sight import above
from atout.cards import NO_TRUMP, Card, Cards, Suit, Trump
from atout.euchre.hand import EuchreHand
from atout.euchre.rules import EuchreRules
from atout.events import DealScored
from atout.families import parse
from atout.say import LANGUAGES, Speaker
from atout.table import Table
from atout.testing import tables
from atout.tricks import Ordering

BID = '[Rules "bid-euchre"]\n[Deal 1] [Dealer {dealer}]\n[Hands "{hand} ? ? ?"]\nbids: {said}\n'
BUCK = '[Rules "buck-euchre"]\n[Deal 1] [Dealer {dealer}]\n[Hands "{hand} ? ?"] [Stock "9H ?8"]\nbids: {said}\n'
FOUR = '[Rules "euchre defend_alone=yes"]\n[Deal 1] [Dealer 4]\n[Hands "? {hand} ? ?"] [Stock "9H ?3"]\ncalls: {said}\n'
BENNY = '[Rules "euchre-britannique"]\n[Deal 1] [Dealer 1]\n[Hands "?5 ? ? ?"] [Stock "BJ ?4"]\n'


def thought(record: str, level: str = "strong") -> Decision:
    """The record of the decision after a record."""
    view, seat = position(record)
    found = decide(view, seat, level, 1, 0.3)
    assert found is not None
    return found


def test_a_hand_of_all_top_trumps_bids_the_moon() -> None:
    """Right, left, ace, king, queen, and an ace: all tricks alone, for 12; a hand of nothing passes."""
    assert thought(BID.format(dealer=4, hand="JAKQ.A..J", said="")).best == Moon()
    assert str(thought(BID.format(dealer=4, hand="9.T9.Q.T9", said="")).best) == "pass"
    assert thought(BUCK.format(dealer=3, hand="9.T.QT.9", said="")).best not in {Bid(count) for count in range(2, 6)}
    assert thought(BUCK.format(dealer=3, hand="JAK.A..J", said="")).best in {Bid(count) for count in range(3, 6)}


def test_the_bidder_names_the_trump_of_the_bid() -> None:
    """The suit in which the hand makes most; aces and kings without a suit name no trump."""
    assert thought(BID.format(dealer=1, hand="JAKT.A..J", said="pass pass pass 4")).best == Name(Suit.SPADES)
    assert thought(BID.format(dealer=1, hand="A.AK.AK.A", said="pass pass pass 4")).best == Name(NO_TRUMP)


@pytest.mark.parametrize(
    ("record", "hand", "expected"),
    [
        (BID, "JAKQT...J", "moon"),
        (BID, "AKQ.AK.A.", "moon"),
        (BID, "JAK..A9.J", "5"),
        (BUCK, "JAKQ...J", "5"),
        (BUCK, "JAK..9.J", "4"),
    ],
)
def test_what_cannot_fail_is_bid(record: str, hand: str, expected: str) -> None:
    """By rules of thumb, too: who bids less than the hand is sure of is outbid for nothing."""
    view, seat = position(record.format(dealer=4 if record == BID else 3, hand=hand, said=""))
    assert str(player("casual", 1).act(view, seat)) == expected


def first(ordering: Ordering, held: Cards, card: Card) -> tuple[bool, bool, int]:
    """Trumps before others, then what is held from the top, then the higher card."""
    suit = ordering.suit(card)
    return suit is ordering.trump, not Cards(above(ordering, card)) - held, ordering.power(card, suit)


@pytest.mark.parametrize(("spec", "leader"), [("bid-euchre", 1), ("buck-euchre players=4", 2)])
def test_sure_tricks_are_taken(spec: str, leader: int) -> None:
    """Whatever the others play, by a maker who plays them first."""
    rules, chance = parse(spec), Random(5)
    assert isinstance(rules, EuchreRules)
    found = Counter[int]()
    for _ in range(120):
        pack = list(rules.pack)
        chance.shuffle(pack)
        each = rules.cards_each
        hands = [Cards.of(pack[at * each : (at + 1) * each]) for at in range(4)]
        trump = best_trump(rules, hands[0], rules.trumps)
        sure = sure_tricks(rules, trump, hands[0])
        found[sure] += 1
        if sure < 2:
            continue
        told = " ".join(
            ".".join("".join(str(card.rank) for card in hand if card.suit is suit) for suit in Suit) for hand in hands
        )
        table = Table.from_record(
            f'[Rules "{spec}"]\n[Deal 1] [Dealer 1]\n[Bids "3 0 0 0"] [Trump {trump}] [Maker 1] [Won "0 0 0 0"]\n'
            f'[Leader {leader}] [Hands "{told}"]\n'
        )
        ordering = rules.ordering(trump)
        while (hand := table.match.hand) is not None and hand.playing:
            legal = [action.card for action in table.legal if isinstance(action, Play)]
            table.act(
                Play(max(legal, key=partial(first, ordering, hands[0])) if table.turn == 1 else chance.choice(legal))
            )
        last = next(event for event in reversed(table.events) if isinstance(event, DealScored))
        assert last.tricks[0] >= sure, (told, trump)
    assert len(found) > 3


@pytest.mark.parametrize(("hand", "expected"), [("9T..QT.9", Drop()), ("9.J.9.A9", Stay())])
def test_a_hand_without_a_trick_drops(hand: str, expected: Action) -> None:
    """Whoever stays and takes no trick pays five; the right bower is a trick."""
    found = thought(BUCK.format(dealer=3, hand=hand, said="pass pass 3 H"))
    assert found.best == expected
    assert found.actions[Stay()].tricks > found.actions[Drop()].tricks == 0


def test_a_lone_maker_is_met_alone_by_a_hand_that_sets_him() -> None:
    """Both bowers and more; not by two nines."""
    found = thought(FOUR.format(hand="9.JAK.J.", said="order-alone -?"))
    assert found.best == DefendAlone()
    alone, together = found.actions[DefendAlone()], found.actions[Pass()]
    assert alone.points > together.points > 0
    assert alone.tricks > together.tricks
    assert str(thought(FOUR.format(hand="9.T.TQ.9", said="order-alone -?")).best) == "pass"


def test_every_suit_is_alike_before_the_dealer_has_looked() -> None:
    """Who turned the Benny up names a suit with the cards face down: no suit is better, as far as can be told."""
    found = thought(BENNY)
    assert set(found.actions) == {Name(suit) for suit in Suit}
    assert sum(found.level_with(action) for action in found.actions) >= 3
    assert all(0.45 < prospect.equity < 0.7 for prospect in found.actions.values())


def tricks_under(hand: EuchreHand, trump: Trump, cards: Cards) -> float:
    """What a hand expects under a trump."""
    return tricks(hand.rules, strength(hand.rules.ordering(trump), cards), no_trump=trump is NO_TRUMP)


class Even(Chance):
    """No mood."""

    def between(self, least: float, most: float) -> float:
        return (least + most) / 2


@pytest.mark.parametrize("spec", ["bid-euchre", "buck-euchre players=4", "buck-euchre dirty_clubs=no stick=yes"])
def test_the_quick_bid_is_the_casual_one(spec: str) -> None:
    """What others are expected to bid is what rules of thumb say of their hands; and so is the trump they name."""
    compared = 0
    for seed in range(30):
        table = Table(spec, seed=seed)
        while isinstance(table.match.hand, EuchreHand) and table.match.hand.stage.name == "BIDDING":
            seat = table.turn
            assert seat is not None
            view, hand = table.view(seat), table.match.hand
            assert isinstance(view.hand, EuchreHand)
            bidders = Bidders(view, Judged(view, view.hand))
            cards = hand.board.holding(seat).sure
            most = hand.rules.cards_each
            quick = bidders.answer(seat, cards.mask, most + 1 if hand.moon else hand.contract)
            usual = bid(view, view.hand, seat, Even(1, view, seat))
            expected = {Bid(quick)} if 0 < quick <= most else {Moon()} if quick else set()
            assert {usual} - {action for action in table.legal if str(action) == "pass"} == expected
            best, named = best_trump(hand.rules, cards, hand.rules.trumps), bidders.read(cards.mask).trump
            assert tricks_under(hand, best, cards) == pytest.approx(tricks_under(hand, named, cards))
            compared += 1
            table.act(usual)
    assert compared > 60


@pytest.mark.parametrize("spec", [spec for spec in tables() if parse(spec).family == "euchre"])
def test_the_work_before_the_play_is_bounded(spec: str) -> None:
    """However much may be said, not much more is tried out than a few words on all deals imagined."""
    most = 10 * LEVEL["club"].effort.bids // 3  # type: ignore[union-attr]
    table, asked = Table(spec, seed=2), 0
    while table.match.hand is None or not table.match.hand.playing:
        seat = table.turn or 0
        view = table.view(seat)
        found = decide(view, seat, "club")
        assert found is not None
        assert sum(prospect.worlds for prospect in found.actions.values()) <= most
        asked = max(asked, len(found.actions))
        table.act(player("casual", seat).act(view, seat))
    assert asked > 2


def test_strength_without_trump_is_summed_by_suit() -> None:
    """The quick estimate of many hands is that of one."""
    for seed in range(20):
        table = Table("bid-euchre", seed=seed)
        hand = table.match.hand
        assert isinstance(hand, EuchreHand)
        judge = Judged(table.match, hand).judge
        for seat in range(1, 5):
            cards = hand.board.holding(seat).sure
            for trump in hand.rules.trumps:
                assert judge.strength(trump, cards.mask) == pytest.approx(strength(hand.rules.ordering(trump), cards))


def test_a_bid_made_is_a_contract_made() -> None:
    """The chance of the contract is told of bids too, and falls with each trick bid more."""
    found = thought(BID.format(dealer=1, hand="JQT.A9..9", said="pass pass pass"))
    chances = [found.actions[Bid(count)].contract or 0.0 for count in range(3, 7)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.7 > 0.3 > chances[-1] > 0


def advice_after(record: str) -> Advice:
    view, seat = position(record)
    found = advise(view, seat, level="club", budget=0.2)
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_before_the_play_is_advised_on(language: str) -> None:
    """With numbers, in every language."""
    records = (
        BID.format(dealer=4, hand="JAKQ.A..J", said=""),
        BID.format(dealer=1, hand="JAKT.A..J", said="pass pass pass 4"),
        BUCK.format(dealer=3, hand="9.J.9.A9", said="pass pass 3 H"),
        BUCK.format(dealer=3, hand="9T..QT.9", said="pass pass 3 H"),
        FOUR.format(hand="9.JAK.J.", said="order-alone -?"),
        FOUR.format(hand="9.T.TQ.9", said="order-alone -?"),
        BENNY,
    )
    ideas = set[str]()
    for record in records:
        found = advice_after(record)
        assert found.decision.actions
        ideas.update(told(Speaker(language), found, Stage.IDEA))
        assert all(list(told(Speaker(language), found, stage)) for stage in (Stage.IDEA, Stage.CHOICE))
    assert len(ideas) >= 6
