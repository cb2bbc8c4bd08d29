"""A player for `atout arena`, in any language that reads lines: `atout arena --bot run:"python examples/bot.py" …`.

It bids its aces and kings and plays its lowest legal card; docs/bots.md tells the rest.
"""

import json
import sys

RANKS = "23456789TJQKALB"  # LJ and BJ are the jokers


def choose(hand: list[str], legal: list[str]) -> str:
    """A token of `legal`; `hand` is what we hold. `ask["record"]` would tell the whole deal as our seat has seen it."""
    if all(token.isdigit() for token in legal):  # a bid: as many tricks as aces and kings
        wanted = sum(card[0] in "AK" for card in hand)
        return min(legal, key=lambda bid: abs(int(bid) - wanted))
    cards = [token for token in legal if token in hand]
    if cards:
        return min(cards, key=lambda card: (card[1] == "S", RANKS.index(card[0])))
    return legal[0]  # pass, keep a shown card, discard: whatever comes first


for line in sys.stdin:
    ask = json.loads(line)
    if ask["ask"] == "hello":
        print("ready sample", flush=True)
    else:
        print(choose(ask["hand"], ask["legal"]), flush=True)
