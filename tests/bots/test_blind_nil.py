"""A nil before looking, and what partners give each other: what opponents make of them."""

import pytest

from atout import Table
from atout.actions import Give
from atout.bots import player
from atout.bots.spades.belief import likelihood
from atout.cards import Cards
from atout.events import BidMade
from atout.families import new_match, parse
from atout.kernel import Worlds
from atout.scoring import Standing


def behind(rules: str, totals: tuple[int, int], seed: int = 0) -> Table:
    """A deal that starts from these totals, seat 1 to speak."""
    match = new_match(parse(rules), Standing(totals, (0, 0)), 6)
    table = Table(match.rules, seed=seed, dealing=False, match=match)
    table.deal(dealer=4)
    return table


def choice(level: str, table: Table, seed: int = 0) -> str:
    """What a player of a level does for the seat to act."""
    assert table.turn is not None
    return str(player(level, seed).act(table.view(table.turn), table.turn))


@pytest.mark.parametrize("level", ["novice", "casual", "club", "strong"])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_rash(level: str, seed: int) -> None:
    """A hundred points behind at the beginning of a match is no reason not to look."""
    assert choice(level, behind("spades", (0, 100), seed), seed) == "look"


@pytest.mark.parametrize("level", ["casual", "strong", "expert"])
def test_desperate_sides_try_it(level: str) -> None:
    """Where the other side wins with any deal it makes, there is nothing to lose."""
    assert choice(level, behind("spades", (200, 480))) == "blind-nil"


def test_a_nil_gives_away_what_breaks_it() -> None:
    """The ace and the king of spades go to the partner, who gives low cards of other suits back."""
    hands = "AK2.732.8532.752 QJT.AKQ.AKQ.AKQJ 9876.T986.JT96.8 543.J54.74.T9643"
    start = '[Rules "spades nil_pass=2"]\n[Deal 7] [Dealer 4]\n[Before "0 100"]\n'
    table = Table.from_record(f'{start}[Hands "{hands}"]\nbids: blind-nil 4 4 4\n')
    for level in ("casual", "club", "strong"):
        assert choice(level, table) == "give:AS,KS"
    table.act("give:AS,KS")
    back = player("casual", 0).act(table.view(3), 3)
    assert isinstance(back, Give)
    assert not back.cards & Cards.parse("AK9876...")


@pytest.mark.parametrize("level", ["novice", "casual", "club", "strong", "expert"])
def test_a_deal_with_a_blind_nil_is_played_to_its_end(level: str) -> None:
    """Bids behind it, gifts, cards: every level goes on, with the two of clubs led as well."""
    for rules in ("spades nil_pass=2", "spades nil_pass=1 first_lead=two-of-clubs pack=52"):
        table = behind(rules, (0, 300), seed=4)
        table.act("blind-nil")
        while not table.match.awaits_deal and not table.over:
            table.act(choice(level, table) if level != "expert" or len(table.actions) < 9 else str(table.legal[0]))
        assert table.points


def test_a_blind_bid_tells_nothing_of_the_hand() -> None:
    """Whoever has not looked may hold anything: worlds are not weighed by such a bid, as they are by a nil seen."""
    for bid, alike in (("blind-nil", True), ("nil", False)):
        table = behind("spades", (0, 300))
        table.act(bid)
        view = table.view(2)
        spoken = view
        for seat in (2, 3, 4):
            spoken = spoken.evolve(BidMade(seat, 3))
        weights = likelihood(view, 2, Worlds(spoken).sample(30, seed=1))
        assert (len(set(weights)) == 1) is alike
