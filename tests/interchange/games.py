"""Random games at tables a format can hold, for the laws of interchange."""

from __future__ import annotations

from random import Random

from atout.actions import Deal, Look, Misdeal, Pass
from atout.cards import Cards
from atout.dealing import gather, share_out
from atout.families import family_of, parse
from atout.table import Table
from atout.tricks import deck


def dealt(table: Table, chance: Random, dealer: int | None) -> None:
    """Deals at random; the cards under the turned one lie in the order of the suits, as a file cannot tell another."""
    rules = table.rules
    order = list(deck(rules.pack))
    chance.shuffle(order)
    seat = dealer or table.match.next_dealer or 1
    recipients = family_of(rules.profile).recipients(rules, seat)
    hands, stock = share_out(recipients, order, rules.players)
    under = [card for card in stock[1:] if card]
    known = [[card for card in hand if card] for hand in hands]
    table.act(Deal(gather(recipients, known, [*stock[:1], *Cards.of(under)]), seat), 0)


def played(spec: str, seed: int, deals: int = 2, plies: int = 10_000) -> Table:
    """A match played at random from a seed: so many deals at most, so many actions of the seats at most."""
    chance = Random(seed)
    rules = parse(spec)
    names = ("Ana", 'Bob "le roi"', "Cléo", "é" * 9, "\\", "D [E]")[: chance.choice((0, rules.players))]
    table = Table(rules, seed=seed, names=names, dealing=False)
    number = 0
    while (plies > 0 or (table.actions and isinstance(table.actions[-1][1], Look))) and not table.over:
        if table.turn is None:
            if number == deals:
                break
            number += 1
            dealt(table, chance, chance.randint(1, table.rules.players) if number == 1 else None)
            continue
        choices = [action for action in table.legal if not isinstance(action, Misdeal)]
        passes = [action for action in choices if isinstance(action, Pass)]
        table.act(passes[0] if passes and chance.random() < 0.7 else chance.choice(choices))  # so that all is reached
        plies -= 1
    return table
