"""Spades for four beside OpenSpiel's: the same deals on both, compared at every ply and at the count.

    scripts/bench spades_agreement               5,000 random deals
    scripts/bench spades_agreement --deals 200 --seed 2

Our table plays what theirs does as far as options go: no blind nil; the tricks of a failed nil help the partner. What
theirs does otherwise is known, allowed for, and counted:

- *spades are never opened*: a seat on lead with any other card may not lead one, whatever has been played;
- *a pair's bids are capped*: the second of two partners may not bid beyond thirteen together;
- *bags are read off the score's last digit*: no difference in a first deal, where both start from nothing.

Everything else must be equal: whose turn it is, what may be bid and played, who takes each trick, the points.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from typing import Any, Final

import pyspiel

from atout import Table
from atout.cards import Card, Rank, Suit
from atout.dealing import gather
from atout.families import family_of

RULES: Final = "spades blind_nil=no nil_failed_helps=yes target=deal"
SEATS: Final = 4
SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
FIRST_BID: Final = 52


def ours(number: int) -> Card:
    """Our card of their number."""
    return Card.of(SUITS[number // 13], Rank(number % 13 + Rank.TWO))


def token(action: int) -> str:
    """Our token of their action."""
    return str(action - FIRST_BID) if action >= FIRST_BID else str(ours(action))


class Disagreement(AssertionError):
    """The two tables differ where they should not."""


def expected(table: Table, seen: Counter[str]) -> set[str]:
    """What theirs should allow: our own list, less what it is known to leave out."""
    hand = table.match.hand
    assert hand is not None
    legal = set(map(str, table.legal))
    if not hand.playing:
        assert table.turn is not None
        partner = hand.announced.bids[(table.turn + 1) % SEATS]
        capped = {bid for bid in legal if int(bid) + (partner or 0) > table.rules.cards_each}
        seen["a pair's bids are capped"] += bool(capped)
        return legal - capped
    plain = {card for card in legal if not card.endswith("S")}
    if not hand.board.plays and plain and plain != legal:
        seen["spades are never opened"] += 1
        return plain
    return legal


def deal(state: Any, chance: random.Random) -> Table:
    """One deal laid out on both; their seat 0 bids and leads first, so ours of seat 4 deals."""
    hands: list[list[Card]] = [[] for _ in range(SEATS)]
    while state.is_chance_node():
        action = chance.choice(state.legal_actions())
        seat = next(at for at in range(SEATS) if len(hands[at]) == min(map(len, hands)))
        hands[seat].append(ours(action))
        state.apply_action(action)
    table = Table(RULES, seed=0, dealing=False)
    recipients = family_of(table.rules.profile).recipients(table.rules, SEATS)
    table.deal(gather(recipients, hands, ()), dealer=SEATS)
    return table


def compare(state: Any, chance: random.Random, seen: Counter[str]) -> None:
    """One deal to its end; raises ``Disagreement``."""
    table = deal(state, chance)
    while not state.is_terminal():
        if table.turn != state.current_player() + 1:
            raise Disagreement(f"turn {table.turn}, theirs {state.current_player() + 1}\n{table.record()}")
        actions = state.legal_actions()
        if expected(table, seen) != set(map(token, actions)):
            raise Disagreement(f"{table.legal}, theirs {' '.join(map(token, actions))}\n{table.record()}")
        action = chance.choice(actions)
        if action >= FIRST_BID:  # low bids, so that contracts are made and nils tried
            action = min(action, FIRST_BID + chance.randrange(7), key=lambda bid: (bid not in actions, bid))
        state.apply_action(action)
        table.act(token(action))
        seen["plies"] += 1
    theirs = tuple(int(points) for points in state.returns()[:2])
    if table.points != theirs:
        raise Disagreement(f"points {table.points}, theirs {theirs}\n{table.record()}")
    seen["deals"] += 1
    seen["nils"] += sum(bid == 0 for bid in table.match.hand.announced.bids)  # type: ignore[union-attr]


def main() -> None:
    """Plays the deals and prints what was compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, seen = random.Random(options.seed), Counter[str]()
    game = pyspiel.load_game("spades")
    for _ in range(options.deals):
        compare(game.new_initial_state(), chance, seen)
    for what, count in seen.items():
        print(f"{what}: {count}")


if __name__ == "__main__":
    main()
