"""Claims: what is accepted is won against any lie of the cards and any defence; what is plain is accepted."""

from __future__ import annotations

from functools import reduce
from random import Random

import pytest
from msgspec.structs import replace

from atout.bots import LEVELS, player
from atout.bots.claims import takes_the_rest
from atout.cards import Cards
from atout.events import TrickTaken
from atout.game import Hand, may_hold
from atout.table import Table
from atout.tricks import Holding

TABLES = ("atout-pique", "piques-a-trois", "pique players=2", "atout-pique players=5", "euchre-a-trois")


def wins_all(hand: Hand, claimer: int) -> bool:
    """Whether the claimer can take every trick left with all cards open, whatever the others do: tried out."""
    seat = hand.turn
    assert seat is not None
    for action in hand.legal(seat):
        events = hand.decide(seat, action)
        lost = any(isinstance(event, TrickTaken) and event.seat != claimer for event in events)
        after = reduce(type(hand).evolve, events, hand)
        won = not lost and (after.over or wins_all(after, claimer))
        if won == (seat == claimer):
            return won
    return seat != claimer


def worlds(hand: Hand, chance: Random, count: int) -> list[Hand]:
    """Some deals of the unseen cards that a view allows."""
    board, ordering = hand.board, hand.ordering
    assert ordering is not None
    may = [may_hold(board, ordering, seat) for seat in range(1, board.players + 1)]
    placed = reduce(
        Cards.__or__, (holding.sure for holding in board.holdings), Cards.of(board.played()) | board.out.sure
    )
    unplaced = list(ordering.pack - placed)
    found: list[Hand] = []
    for _ in range(count * 30):
        chance.shuffle(unplaced)
        rest = iter(unplaced)
        held = [holding.sure | Cards.of(next(rest) for _ in range(holding.unseen)) for holding in board.holdings]
        if all(cards <= allowed for cards, allowed in zip(held, may, strict=True)):
            found.append(replace(hand, board=replace(board, holdings=tuple(map(Holding, held)))))  # type: ignore[type-var]
            if len(found) == count:
                break
    return found


def endings(rules: str, deals: int, most: int, chance: Random) -> list[tuple[Hand, int, int]]:
    """Claims made near the end of deals played at random: the view of a seat that answers, the claimer, the seat."""
    found = []
    for seed in range(deals):
        table = Table(rules, seed=seed)
        while table.match.number == 1 and not table.over:
            hand, turn = table.match.hand, table.turn
            assert hand is not None
            assert turn is not None
            if hand.playing and hand.board.cards_left <= most:
                table.act("claim")
                assert table.turn is not None
                seen = table.view(table.turn).hand
                assert seen is not None
                found.append((seen, turn, table.turn))
                table.act("reject")
            table.act(chance.choice(table.legal))
    return found


@pytest.mark.parametrize("rules", TABLES)
def test_accepted_claims_are_won_against_everything(rules: str) -> None:
    """No lie of the unseen cards and no defence takes a trick from an accepted claim."""
    chance = Random(3)
    claims = endings(rules, 60, 3, chance)
    accepted = [(hand, claimer) for hand, claimer, _ in claims if takes_the_rest(hand, claimer)]
    assert len(accepted) > 20
    for hand, claimer in accepted:
        for world in worlds(hand, chance, 6):
            assert wins_all(world, claimer), hand


@pytest.mark.long
@pytest.mark.parametrize("rules", TABLES)
def test_longer_claims_are_won_too(rules: str) -> None:
    """Four cards each, and many more deals."""
    chance = Random(7)
    for hand, claimer, _ in endings(rules, 300, 4, chance):
        if takes_the_rest(hand, claimer):
            assert all(wins_all(world, claimer) for world in worlds(hand, chance, 8)), hand


@pytest.mark.parametrize("rules", TABLES)
def test_most_claims_that_must_win_are_accepted(rules: str) -> None:
    """Caution has its limits: of last-card claims that win in every world tried, nearly all are accepted."""
    chance = Random(11)
    sure = [
        takes_the_rest(hand, claimer)
        for hand, claimer, _ in endings(rules, 60, 1, chance)
        if all(wins_all(world, claimer) for world in worlds(hand, chance, 12))
    ]
    assert len(sure) > 20
    assert sum(sure) > 0.9 * len(sure)


_CLAIM = """[Rules "{rules}"]
[Deal 1] [Dealer 4] [Bids "4 3 3 3"] [Won "3 2 2 2"] [Open {opened}] [Leader {leader}]
[Gone "{gone}"]
[Hands "{hands}"]
"""
_HIGH = "JS TS 9S 8S 7S 6S 5S 4S 3S"


@pytest.mark.parametrize(
    ("hands", "gone", "leader", "opened", "accepts"),
    [
        ("AKQ..A. ?4 ?4 ?4", "", 1, "yes", False),  # three rounds may leave a spade out
        ("AKQ..A. ?4 ?4 ?4", _HIGH, 1, "yes", True),  # one spade is out, and it is drawn
        ("AKQ..A. ?4 ?4 ?4", _HIGH, 1, "no", False),  # … which may not be led yet
        ("AKQJ... ?4 ?4 ?4", "", 1, "no", True),  # nothing but spades may always be led
        ("AK..AQ. ?4 ?4 ?4", "QS " + _HIGH, 1, "yes", False),  # the king of diamonds may be out
        ("AK..AQ. ?4 ?4 ?4", "QS KD " + _HIGH, 1, "yes", True),
        ("AK..A2. ?4 ?4 ?4", "QS KD QD JD TD 9D 8D 7D 6D 5D 4D " + _HIGH, 1, "yes", True),  # only 3D is left: drawn
        ("AK..A2. ?4 ?4 ?4", "QS KD QD JD TD 9D 8D 7D 6D 5D " + _HIGH, 1, "yes", False),  # one seat may hold both
    ],
)
def test_named_claims(hands: str, gone: str, leader: int, opened: str, accepts: bool) -> None:
    """Trumps are drawn first if they may be led, then every suit must run from the top."""
    record = _CLAIM.format(rules="atout-pique", opened=opened, leader=leader, gone=gone, hands=hands) + "claim\n"
    table = Table.from_record(record)
    assert table.turn == 2
    for level in LEVELS:
        assert player(level, 1).answers_claim(table.view(2), 2) is accepts


def test_a_claim_may_wait_for_the_trick_under_way() -> None:
    """With cards on the table the claimer must take that trick, too."""
    for led, second, third, accepts in (("5D", "6D", "7D", True), ("5D", "6D", "AD", False)):
        record = (
            _CLAIM.format(rules="atout-pique", opened="yes", leader=2, gone="", hands="AKQ..K. ?4 ?4 ?4")
            + f"2: {led} {second} {third} claim\n"
        )
        table = Table.from_record(record)
        assert player("casual", 1).answers_claim(table.view(table.turn or 0), table.turn or 0) is accepts


def test_a_hand_that_is_not_shown_proves_nothing() -> None:
    """A claim with unseen cards, as a referee's record may hold, is not accepted."""
    record = _CLAIM.format(rules="atout-pique", opened="yes", leader=1, gone="", hands="?4 ?4 ?4 ?4") + "claim\n"
    table = Table.from_record(record)
    assert not player("casual", 1).answers_claim(table.view(2), 2)
