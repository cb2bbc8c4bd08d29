"""Positions in which one move (or a few) is right and anything else a blunder; and what no level ever does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.bots.deals import BUDGETS, play_deal, position

from atout.actions import Action, Bid, Play
from atout.bots import CHARACTERS, LEVELS, player
from atout.bots.guards import needed, sane, shy_seats
from atout.seats import side_of
from atout.table import Table

POSITIONS = [
    json.loads(line)
    for line in (Path(__file__).with_name("blunders.jsonl")).read_text(encoding="utf-8").splitlines()
    if line.strip()
]
THINKING = ("club", "strong", "expert")


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: case["id"])
def test_those_who_think_do_not_blunder(case: dict[str, object]) -> None:
    """Covering a partner's nil, breaking an opponent's, ducking bags, setting, making, calling, discarding."""
    view, seat = position(str(case["record"]))
    for level in THINKING:
        budget = 15 * BUDGETS[level]
        assert str(player(level, 1, budget).act(view, seat)) in case["accept"], level  # type: ignore[operator]


@pytest.mark.parametrize("level", ["strong", "expert"])
@pytest.mark.parametrize("rules", ["pique", "spades", "atout-pique"])
def test_what_wins_the_match_is_taken(level: str, rules: str) -> None:
    """The trick that makes the contract, and with it the match, is worth more than a nil of the others."""
    record = (
        f'[Rules "{rules}"]\n[Deal 1] [Dealer 1]\n[Before "430 150"] [Bids "4 3 4 0"] [Won "4 4 3 0"] [Open yes]\n'
        '[Leader 2] [Hands ".A3.. ?2 ?2 ?2"]\n2: 2H 4H 5H\n'
    )
    for before, card in (("430 150", "AH"), ("130 150", "3H")):
        view, seat = position(record.replace("430 150", before))
        assert str(player(level, 1, 15 * BUDGETS[level]).act(view, seat)) == card


@pytest.mark.parametrize(
    ("record", "accept"),
    [
        ('[Rules "spades-solo players=3"]\n[Deal 1] [Dealer 3]\n[Hands "A2.65432.65432.76543 ? ?"]\n', "1 2"),
        ('[Rules "atout-pique"]\n[Deal 1] [Dealer 4]\n[Hands "AKQ.A543.A43.432 ? ? ?"]\n', "3 4 5 6"),
        ('[Rules "bid-euchre"]\n[Deal 1] [Dealer 4]\n[Hands "JAKQT...J ?6 ?6 ?6"]\n', "moon"),
        ('[Rules "bid-euchre"]\n[Deal 1] [Dealer 4]\n[Hands "?6 ?6 9.Q9.T9.K ?6"]\nbids: 5 pass\n', "pass"),
    ],
)
def test_a_taste_costs_little(record: str, accept: str) -> None:
    """No character bids far from what its hand is worth, for the joy of bidding."""
    view, seat = position(record)
    for level in CHARACTERS:
        assert str(player(level, 1).act(view, seat)) in accept.split(), level


def plays(record: str) -> set[str]:
    view, seat = position(record)
    return set(map(str, sane(view, seat)))


def deal(hand: str, bids: str, won: str, trick: str) -> str:
    """Seat 1 to play last to a trick."""
    size = len(hand) - 3
    return (
        f'[Rules "atout-pique"]\n[Deal 1] [Dealer 1]\n[Bids "{bids}"] [Won "{won}"] [Open yes] [Leader 2]\n'
        f'[Hands "{hand} ?{size} ?{size} ?{size}"]\n2: {trick}\n'
    )


def test_a_partner_s_sure_trick_is_not_ruffed() -> None:
    """Whatever else is played; an opponent's may be."""
    assert plays(deal("Q2..432.2", "4 3 3 3", "2 2 2 1", "5H AH 4H")) == {"2D", "3D", "4D", "2C"}
    assert len(plays(deal("Q2..432.2", "4 3 3 3", "2 2 2 1", "AH 5H 4H"))) == 6


def test_trumps_go_under_an_ally_s_ruff_where_no_trick_is_wanted() -> None:
    """By a nil, or once the contract is made; else they are kept, and never does one beat the ally's."""
    assert plays(deal("K2..5.3", "0 4 4 4", "0 3 3 3", "9H QS 4H")) == {"2S", "5D", "3C"}
    assert plays(deal("K2..5.3", "0 4 4 4", "0 3 3 3", "9H AS 4H")) == {"KS", "2S", "5D", "3C"}
    assert plays(deal("K2..5.3", "3 3 3 3", "3 3 3 0", "9H AS 4H")) == {"KS", "2S", "5D", "3C"}
    assert plays(deal("K2..5.3", "4 3 3 3", "3 3 3 0", "9H AS 4H")) == {"5D", "3C"}


def test_a_partner_s_nil_is_saved() -> None:
    """By any card that takes over; where none does, anything."""
    assert plays(deal(".A92.43.", "4 4 0 4", "2 3 0 3", "5H TH 4H")) == {"AH"}
    assert len(plays(deal(".982.43.", "4 4 0 4", "2 3 0 3", "5H TH 4H"))) == 3
    assert len(plays(deal(".A92.43.", "4 4 0 4", "2 2 1 3", "5H TH 4H"))) == 3  # it is broken already


def test_a_nil_does_not_save_another() -> None:
    """Its own comes first."""
    assert len(plays(deal(".A92.43.", "0 4 0 4", "0 4 0 4", "5H TH 4H"))) == 3


def test_an_opponent_s_nil_is_left_its_trick() -> None:
    """Unless it makes the contract: then the worth of both decides, as where every trick left is needed."""
    assert plays(deal(".A3.987.", "4 4 3 0", "3 3 2 0", "2H 4H 5H")) == {"3H"}
    assert plays(deal(".A3.987.", "3 4 3 0", "3 3 2 0", "2H 4H 5H")) == {"AH", "3H"}
    assert plays(deal(".A3.987.", "6 4 4 0", "3 3 2 0", "2H 4H 5H")) == {"AH", "3H"}


def test_a_trick_that_is_needed_is_taken() -> None:
    """By the last to play, when the contract takes all that are left."""
    assert plays(deal(".A2..", "5 3 4 1", "4 3 3 1", "QH JH 3H")) == {"AH"}
    assert len(plays(deal(".A2..", "4 3 4 1", "4 3 3 1", "QH JH 3H"))) == 2
    assert len(plays(deal(".A2..", "5 3 4 1", "4 3 3 1", "QH KH 3H"))) == 2  # the partner has it


def test_who_needs_every_trick_does_not_wait() -> None:
    """Beats what lies there if no ally can, and leads what cannot lose."""
    alone = '[Rules "piques-a-trois"]\n[Deal 1] [Dealer 2]\n'
    second = f'{alone}[Bids "6 5 5"] [Won "4 5 6"] [Open yes] [Leader 3]\n[Hands "QJ... ?2 ?2"]\n'
    assert plays(f"{second.replace('QJ...', 'Q...3')}3: TC\n") == {"3C"}  # clubs must be followed
    assert plays(f"{second.replace('QJ...', 'Q..3.')}3: TC\n") == {"QS"}
    assert len(plays(f"{second.replace('6 5 5', '5 5 5').replace('QJ...', 'Q..3.')}3: TC\n")) == 2  # one is to spare
    led = f'{alone}[Bids "6 5 5"] [Won "4 5 6"] [Open yes] [Leader 1]\n[Hands "A...3 ?2 ?2"]\n1:\n'
    assert plays(led) == {"AS"}
    assert len(plays(led.replace("6 5 5", "7 5 5"))) == 2  # it is lost already


def test_a_maker_is_made_or_set_by_the_last_to_play() -> None:
    """Three of five tricks, or the bid, for the maker; as many as set it for the others."""
    four = '[Deal 1] [Dealer 1]\n[Trump H] [Alone no] [Leader 2] [Hands ".9.9. ?2 ?2 ?2"]\n'
    euchre, trick = f'[Rules "euchre"]\n{four}', "2: KC QC 9C\n"
    assert plays(f'{euchre}[Maker 2] [Won "1 1 1 0"]\n{trick}') == {"9H", "9D"}  # one of two sets it
    assert plays(f'{euchre}[Maker 2] [Won "1 2 0 0"]\n{trick}') == {"9H"}
    assert plays(f'{euchre}[Maker 1] [Won "1 2 0 0"]\n{trick}') == {"9H"}
    bid = f'[Rules "bid-euchre"]\n{four}[Bids "0 5 0 0"] [Maker 2] '
    assert plays(f'{bid}[Won "1 2 1 0"]\n{trick}') == {"9H", "9D"}  # it is set already
    assert plays(f'{bid}[Won "0 4 0 0"]\n{trick}') == {"9H"}


def test_a_trick_that_counts_for_the_ally_alone_is_no_help() -> None:
    """Of a broken nil, or of a partner whose own contract is made: it is ruffed or beaten where the seat needs it."""
    broken = deal("72..3.", "5 4 0 3", "3 3 1 3", "3H KH 4H")
    assert plays(broken) == {"2S", "7S", "3D"}  # one of the three is to spare
    assert plays(broken.replace("5 4 0 3", "6 4 0 3")) == {"2S", "7S"}
    assert plays(broken.replace("5 4 0 3", "3 4 0 3")) == {"3D"}  # the contract is made: a ruff for nothing
    each = deal("3..2.", "4 3 3 3", "3 3 3 2", "3H AH 4H").replace("atout-pique", "pique contract=each")
    assert plays(each) == {"3S", "2D"}
    assert plays(each.replace("4 3 3 3", "5 3 3 3")) == {"3S"}
    assert plays(each.replace("4 3 3 3", "4 3 4 3")) == {"2D"}  # the partner needs it too
    assert plays(each.replace(" contract=each", "")) == {"2D"}


def test_one_s_own_nil_takes_no_trick_it_can_leave() -> None:
    """The last to play stays under, and nobody ruffs in."""
    assert plays(deal(".QT4.3.2", "0 4 4 4", "0 3 3 2", "JH 9H 8H")) == {"TH", "4H"}
    assert plays(deal("J.T.4.", "0 4 4 4", "0 4 4 2", "JC 9C QS")) == {"JS", "TH", "4D"}  # under a higher one it goes
    second = deal("J.T.4.", "0 4 4 4", "0 4 4 2", "JC").replace("[Leader 2]", "[Leader 4]").replace("2: ", "4: ")
    assert plays(second.replace("[Dealer 1]", "[Dealer 3]")) == {"TH", "4D"}


def test_what_a_contract_needs() -> None:
    """The tricks of the side, or one's own; nothing for a nil, a contract that is made, or a game without bids."""
    view, seat = position(deal(".A2..", "5 3 4 0", "4 4 3 0", "QH JH 3H"))
    assert view.hand is not None
    assert needed(view, view.hand, seat) == 2
    assert needed(view, view.hand, 2) == needed(view, view.hand, 4) == 0
    assert shy_seats(view) == {4}


@pytest.mark.parametrize("level", LEVELS[1:])
def test_no_level_blunders(level: str) -> None:
    """Over whole deals with partners, all at one level: nothing outside the sane list is ever played."""

    def unblundered(table: Table, seat: int, action: Action) -> None:
        view = table.view(seat)
        allowed = sane(view, seat)
        assert allowed
        assert set(allowed) <= set(table.legal)
        assert action in allowed, table.record()
        hand = view.hand
        if not isinstance(action, Play) or hand is None or hand.ordering is None or not hand.board.plays:
            return
        holder, card = hand.ordering.winning(hand.board.plays)
        sides = side_of(hand.camps)
        last = len(hand.board.plays) == table.rules.players - 1
        if last and sides[holder - 1] == sides[seat - 1] and holder not in shy_seats(view):
            plain = [a for a in table.legal if isinstance(a, Play) and a.card.suit is not hand.ordering.trump]
            if card.suit is not hand.ordering.trump and plain:
                assert action in plain, table.record()

    for seed in range(3):
        play_deal("atout-pique", 40 + seed, [level] * 4, unblundered)
    for seed in range(6):
        play_deal("euchre-a-trois", 40 + seed, [level] * 3, unblundered)


@pytest.mark.parametrize("spades", ["A", "KQ", "QJT", "KJT", "QJT9"])
def test_hopeless_nils_are_not_bid(spades: str) -> None:
    """The ace, king and queen, three above the nine: no level bids nil, whatever the rest."""
    low = spades
    others = 13 - len(low)
    suits = ["65432"[: others // 3 + (at < others % 3)] for at in range(3)]
    record = f'[Rules "atout-pique"]\n[Deal 1] [Dealer 4]\n[Hands "{low}.{".".join(suits)} ? ? ?"]\n'
    view, seat = position(record)
    for level in LEVELS[1:]:
        for seed in (1, 2):
            action = player(level, seed, BUDGETS.get(level, 0.2)).act(view, seat)
            assert isinstance(action, Bid)
            assert action.tricks > 0, level
