"""Cards the casual opponent plays: the cases of the house, then each rule of thumb by a position that shows it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.bots.deals import decision, play_deal, position

from atout.actions import Action, Play
from atout.bots import player
from atout.bots.sight import look, shy_of, takers
from atout.bots.spades.aims import aims
from atout.bots.weigh import danger, promise
from atout.spades.hand import SpadesHand
from atout.spades.simulation import footing
from atout.table import Table

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "advice.jsonl").read_text(encoding="utf-8").splitlines()
    if line.strip()
]
OF_THUMB = {
    "defender-leaves-ally's-trick",
    "cover-partner's-nil",
    "break-their-nil-for-free",
    "duck-own-nil",
    "top-spades-are-tricks",
    "maker-needs-both",
}
"""The cases that rules of thumb must get right; what more is in the file is for stronger levels."""


def test_the_cases_are_all_there() -> None:
    """A case that is renamed or lost is noticed."""
    assert {case["id"] for case in CASES} >= OF_THUMB


@pytest.mark.parametrize("case", [case for case in CASES if case["id"] in OF_THUMB], ids=lambda case: case["id"])
def test_no_blunder_a_person_would_laugh_at(case: dict[str, object]) -> None:
    """Whatever the seed."""
    for seed in range(5):
        assert decision(str(case["record"]), seed) in case["accept"]  # type: ignore[operator]


@pytest.mark.parametrize("level", ["club", "strong", "expert"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_nor_do_those_who_think(case: dict[str, object], level: str) -> None:
    """All cases, at a part of the thought and at a level's whole thought once."""
    view, seat = position(str(case["record"]))
    for seed, budget in ((1, 0.2), (2, 0.2), (3, 1.0 if level != "expert" else 0.3)):
        assert str(player(level, seed, budget).act(view, seat)) in case["accept"]  # type: ignore[operator]


def deal(hand: str, bids: str, won: str, trick: str = "", spec: str = "atout-pique") -> str:
    """The record of a deal of four in its middle, seat 1 to act, after the cards of the current trick."""
    played = len(trick.split())
    leader = (4 - played) % 4 + 1
    size = len(hand) - 3
    return (
        f'[Rules "{spec}"]\n[Deal 1] [Dealer 1]\n[Bids "{bids}"] [Won "{won}"] [Open yes] [Leader {leader}]\n'
        f'[Hands "{hand} ?{size} ?{size} ?{size}"]\n{leader}: {trick}\n'
    )


def card(hand: str, bids: str, won: str, trick: str = "", spec: str = "atout-pique") -> str:
    """The card that seat 1 plays there; seat 3 is its partner."""
    return decision(deal(hand, bids, won, trick, spec))


def opening(hand: str, bids: str, trick: str = "", spec: str = "atout-pique") -> str:
    """The card that seat 1 plays to the first trick from a whole hand; ``bids`` in speaking order."""
    dealer = (3 - len(trick.split())) % 4 + 1
    record = f'[Rules "{spec}"]\n[Deal 1] [Dealer {dealer}]\n[Hands "{hand} ? ? ?"]\nbids: {bids}\n{trick}\n'
    return decision(record)


def test_wins_as_cheaply_as_it_can() -> None:
    """Last to play and in need of tricks: the lowest card that wins."""
    assert card(".AKQ2.43.", "4 3 4 3", "1 2 2 2", "9H TH JH") == "QH"
    assert card("A92..43.2", "4 3 4 3", "1 2 2 2", "9H TH JH") == "2S"


def test_throws_low_when_it_cannot_win() -> None:
    """The lowest card of the suit under a card that cannot be beaten."""
    assert card(".K82.432.", "4 3 4 3", "1 2 2 2", "9H TH AH") == "2H"


def test_ducks_when_the_contract_is_made() -> None:
    """Bags are not wanted: the highest card that loses, and none that wins if another will do."""
    made = "2 2 2 2", "3 2 3 1"
    assert card(".K94.2.", *made, "QH JH 3H") == "9H"
    assert card(".T94.2.", *made, "QH JH 3H") == "TH"
    assert card(".AK.2.3", *made, "QH JH 3H") == "AH"  # having to win, it wins high


def test_takes_extra_tricks_where_they_only_count() -> None:
    """Without a bag penalty the same extra trick is a point."""
    made = "3 1 3 1", "4 1 3 1"
    assert card(".K94.2.", *made, "QH JH 3H") == "9H"
    assert card(".K94.2.", *made, "QH JH 3H", "atout-pique bags=none") == "KH"


def test_avoids_extra_tricks_in_quicksand() -> None:
    """They cost as much as they would have earned."""
    assert card(".K94.2.", "3 1 3 1", "4 1 3 1", "QH JH 3H", "atout-pique quicksand=yes") == "9H"


def test_takes_a_bag_to_set_the_others() -> None:
    """An opponent who needs every trick left is worth it."""
    assert card(".A4..", "2 4 2 5", "2 4 2 3", "QH JH 3H") == "AH"


def test_a_nil_plays_its_highest_loser() -> None:
    """… of the suit led, or what it fears most when it has none."""
    assert card(".K94.32.", "0 4 4 4", "0 3 3 2", "QH JH 2H") == "9H"
    assert card("2.K94.2.", "0 4 4 4", "0 3 3 2", "QC JC 2C") == "KH"


def test_a_nil_fears_a_bare_card_more_than_a_guarded_one() -> None:
    """A bare nine goes before a ten with low cards below it."""
    assert card("2..T432.9", "0 4 4 4", "0 3 2 2", "QH JH 2H") == "9C"


def test_the_trick_that_makes_the_contract_is_won_high() -> None:
    """What is left after it could only take bags."""
    assert card(".AJ2.2.", "2 3 2 3", "1 3 2 3", "TH 9H 8H") == "AH"
    assert card(".AJ2.2.", "3 3 2 3", "1 3 2 3", "TH 9H 8H") == "JH"


def test_a_nil_leads_low() -> None:
    """Having to lead, it leads what somebody will beat."""
    assert opening("32.K765.9432.643", "0 4 4 4")[0] in "23456"


def test_a_partner_s_nil_is_taken_over() -> None:
    """When the partner's nil is about to take the trick, the lowest card that saves it."""
    assert card(".A92.43.", "4 4 0 4", "2 3 0 3", "5H TH 4H") == "AH"
    assert card("KJ..432.", "4 4 0 4", "2 3 0 3", "5H TH 4H") == "JS"


def test_a_partner_s_nil_is_covered_by_a_high_lead() -> None:
    """A low lead could make the nil take the trick."""
    assert card(".AK3.2.2", "4 4 0 4", "2 3 0 3") in {"AH", "KH"}


def test_an_opponent_s_nil_is_left_with_the_trick() -> None:
    """The ace waits, and so does the ruff."""
    assert card("K3.A3.8.", "4 4 3 0", "3 3 2 0", "2H 4H 5H") == "3H"
    assert card("K3..87.2", "4 4 3 0", "3 3 2 0", "2H 4H 5H")[-1] != "S"


def test_an_opponent_s_nil_is_attacked_with_low_cards() -> None:
    """The lead that a nil may have to win."""
    assert card(".A2.A.K", "3 4 3 0", "3 3 3 0") == "2H"


def test_aces_are_led_before_they_can_be_ruffed() -> None:
    """On lead and in need: a winner, not a card that only loses one."""
    assert opening("J432.AK5.K74.432", "4 3 3 3")[1] == "H"
    assert opening("J432.A875.K74.43", "4 3 3 3") == "AH"


def test_a_king_is_not_led_under_an_ace() -> None:
    """It may take a trick later, if it waits."""
    assert opening("KQ65.K72.K72.K72", "4 3 3 3")[0] == "2"


def test_the_second_player_does_not_waste_a_king() -> None:
    """With an ace still out among the players to come, a guarded king stays."""
    assert opening("J432.K732.AQ5.J2", "3 4 3 3", "5H") != "KH"


@pytest.mark.parametrize("won", ["1 2 2 2", "3 0 4 0"])
def test_the_last_player_does_not_ruff_the_partner(won: str) -> None:
    """Not even to get rid of spades that could only be bags."""
    assert card("Q2..432.2", "4 3 3 3", won, "5H AH 4H")[-1] != "S"


def _unwasted(table: Table, seat: int, action: Action) -> None:
    """Nobody, last to play, ruffs a plain trick that the partner has won, if there is another card to play."""
    hand = table.match.hand
    assert isinstance(hand, SpadesHand)
    plays = hand.board.plays
    if not isinstance(action, Play) or len(plays) < table.rules.players - 1 or action.card.bit >> 16:
        return
    winner, _card = hand.ordering.winning(plays)
    partner = next(side for side in table.rules.sides if seat in side)
    if winner in partner and winner not in shy_of(hand, footing(hand).goals) and plays[0][1].bit >> 16:
        assert all(choice.card.bit < 1 << 16 for choice in table.legal if isinstance(choice, Play)), table.record()


def test_no_ruff_is_wasted() -> None:
    """The same, over whole deals."""
    for seed in range(10):
        play_deal("atout-pique", seed, ["casual"] * 4, _unwasted)


def test_chances_are_chances() -> None:
    """Who takes a trick adds up to one; what a card is good for lies between nothing and a trick."""

    def sound(table: Table, seat: int, action: Action) -> None:
        hand = table.view(seat).hand
        if not isinstance(action, Play) or not isinstance(hand, SpadesHand):
            return
        sight = look(hand, seat, footing(hand).goals)
        for card in sight.cards:
            chances = takers(sight, card)
            assert sum(chances.values()) == pytest.approx(1)
            assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in chances.values())
            assert 0 <= promise(sight, card, sight.cards.mask) <= 1
            assert 0 <= danger(sight, card, sight.cards.mask) <= 1

    for rules, seats in (("atout-pique", 4), ("piques-a-trois", 3), ("atout-pique players=6", 6)):
        play_deal(rules, 3, ["casual"] * seats, sound)


def test_a_trump_led_cannot_be_ruffed() -> None:
    """The chance that it holds is the chance that no higher trump lies behind it."""
    view, seat = position(
        '[Rules "atout-pique players=3"]\n[Deal 1] [Dealer 1]\n[Bids "5 5 5"] [Won "5 5 5"] [Open yes] [Leader 3]\n'
        f'[Gone "{GONE}"]\n[Hands "T2... ?2 ?2"]\n3: 3S\n'
    )
    assert view.hand is not None
    sight = look(view.hand, seat)
    ten = next(iter(sight.cards))
    # of 4S JS AC, unseen, two are in the last hand: the jack with two chances in three
    assert takers(sight, ten) == pytest.approx({1: 1 / 3, 2: 2 / 3})


GONE = " ".join(
    f"{rank}{suit}"
    for suit in "SHDC"
    for rank in "AKQJT98765432"
    if f"{rank}{suit}" not in {"TS", "2S", "3S", "4S", "JS", "AC", "2C"}
)


def test_tricks_are_worth_what_they_change() -> None:
    """A nil is worth its points, a needed trick the contract, an extra one a bag."""

    def worth(hand: str, bids: str, won: str, trick: str) -> tuple[float, ...]:
        view, seat = position(deal(hand, bids, won, trick))
        assert isinstance(view.hand, SpadesHand)
        return aims(view.hand, look(view.hand, seat, footing(view.hand).goals)).trick

    last = worth(".A..", "3 3 3 3", "3 4 2 3", "2H 3H 4H")
    assert last[0] == last[2] == pytest.approx(120)  # 60 instead of -60
    assert last[1] == last[3] == pytest.approx(9)  # a point and a bag for the others: minus minus nine
    nil = worth(".A..", "0 3 3 3", "0 4 4 4", "2H 3H 4H")
    assert nil[0] == pytest.approx(-200 + 1 - 10)
