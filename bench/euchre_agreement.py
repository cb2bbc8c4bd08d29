"""Our four-hand euchre and OpenSpiel's, ply by ply over random deals: `scripts/bench euchre_agreement --deals 5000`.

Same turn, same choices, same tricks, same points. Where their table differs ours is set to theirs:

- the dealer must name trump in the second round (`stick=yes`);
- the dealer may not lay the turned card away (`discard_turned=no`).

What stays different, and is put aside here: they ask whether the maker plays alone after the dealer's discard, we with
the call; they have no match around the deal, so totals are ours alone.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any, Final

import pyspiel
from bench.openspiel_state import ALONE, CALL, PASS, SUITS, TOGETHER, ours, theirs

from atout import Table
from atout.actions import Deal
from atout.cards import Card, Cards
from atout.dealing import gather
from atout.families import family_of
from atout.seats import HOUSE

RULES: Final = "euchre stick=yes discard_turned=no"


class Disagreement(AssertionError):
    """The two games differ; the message holds our record."""


def begun(chance: random.Random) -> tuple[Any, Table]:
    """One random deal, laid out in both."""
    state = pyspiel.load_game("euchre").new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    holder = state.card_holder()
    hands = [[ours(card) for card in range(24) if holder[card] == seat] for seat in range(4)]
    turned = ours(state.upcard())
    table = Table(RULES, seed=0, dealing=False)
    rest = [card for card in table.rules.pack - Cards.of(card for hand in hands for card in hand) if card != turned]
    dealer = state.dealer() + 1
    recipients = family_of("euchre").recipients(table.rules, dealer)
    table.act(Deal(gather(recipients, hands, [turned, *rest]), dealer), HOUSE)
    return state, table


def token_of(action: int, table: Table) -> str:
    """Our token for their action, at the table's turn."""
    hand = table.match.hand
    assert hand is not None
    if action == PASS:
        return "pass"
    if action < PASS:
        return f"-{ours(action)}" if hand.stage.name == "DISCARDING" else str(ours(action))
    return "order" if hand.stage.name == "ORDERING" else str(SUITS[action - CALL])


def compared(state: Any, table: Table) -> None:
    """Raises `Disagreement` unless both ask the same seat for the same choices."""
    legal = {token_of(action, table) for action in state.legal_actions()}
    known = {str(action) for action in table.legal if not str(action).endswith("-alone")}
    if table.turn != state.current_player() + 1 or legal != known:
        raise Disagreement(
            f"seat {state.current_player() + 1}: {sorted(legal)}, ours {sorted(known)}\n{table.record()}"
        )


def played(number: int) -> tuple[int, bool]:
    """Plays a deal at random in both; the plies compared, and whether the maker played alone."""
    chance = random.Random(number)
    state, table = begun(chance)
    plies, alone = 0, chance.random() < 0.3
    while not state.is_terminal():
        if ALONE in state.legal_actions():
            state.apply_action(ALONE if alone else TOGETHER)
            continue
        compared(state, table)
        action = chance.choice(state.legal_actions())
        token = token_of(action, table)
        made = action >= CALL
        table.act(f"{token}-alone" if made and alone else token)
        state.apply_action(action)
        plies += 1
    points, returns = table.points, state.returns()
    margin = points[0] - points[1] if points else 0
    if list(returns) != [margin, -margin] * 2 or not margin:
        raise Disagreement(f"points {points}, theirs {returns}\n{table.record()}")
    return plies, alone


def main() -> None:
    """Compares, and prints what was compared."""
    parser = argparse.ArgumentParser(description="our four-hand euchre beside OpenSpiel's")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    assert theirs(Card.from_token("9C")) == 0
    found = [played(number) for number in range(options.seed, options.seed + options.deals)]
    result = {"deals": len(found), "plies": sum(plies for plies, _ in found), "alone": sum(alone for _, alone in found)}
    print(json.dumps({"what": "euchre beside OpenSpiel's", "rules": RULES, **result, "differences": 0}))


if __name__ == "__main__":
    main()
