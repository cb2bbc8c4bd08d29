"""Which card: every card met with the same worlds, played out or searched to their end, the bad ones dropped early."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from struct import iter_unpack
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from atout.actions import PLAYS, Action, Play
from atout.bots.decision import Decision, Tally, leading
from atout.bots.exact import Exact, spared
from atout.bots.outcomes import Flat, Outcome, Outcomes
from atout.cards import Card, Cards
from atout.game import Hand
from atout.kernel import Playouts, Position, Sample, playouts
from atout.kernel.twin.solve import choices

ROUNDS: Final = (0.3, 0.6, 1.0)
"""Parts of the worlds after which the worse half of what is compared is dropped."""
LEAST_WORLDS: Final = 4
_FEW: Final = 4
"""Choices before the play among which each is tried on all deals imagined."""
LEAST_SEARCHED: Final = 20


class Effort(Struct, frozen=True):
    """How much a player thinks: counts, so that it is the same on every machine.

    ``worlds`` deals are imagined, each played out ``repeats`` times a card, ``share`` of the cards at random (0 to 1);
    they are drawn from ``pool`` times as many by what has been bid and played, with ``trust`` as the power of their
    likelihood (0: every deal alike). With at most ``exact`` cards a hand (by number of camps, from two on)
    ``searched`` worlds are searched to their end instead, twice as many for each card a hand fewer. ``bids`` are the
    deals imagined before the play.
    """

    worlds: int
    repeats: int = 1
    share: float = 0.2
    pool: int = 4
    trust: float = 0.0
    exact: tuple[int, ...] = ()
    searched: int = 0
    bids: int = 24

    def scaled(self, budget: float) -> Effort:
        """The same thought for a part of the time, or a multiple of it.

        Less is saved on the few decisions before the play; and where few worlds could be searched, the search waits
        until it is cheap enough for a fair number.
        """
        searched = max(LEAST_SEARCHED, round(self.searched * budget)) if self.searched else 0
        sooner = searched <= self.searched * budget + 1 or not searched
        return replace(
            self,
            worlds=max(LEAST_WORLDS, round(self.worlds * budget)),
            searched=searched,
            exact=self.exact if sooner else tuple(most - 1 for most in self.exact),
            bids=max(LEAST_WORLDS, round(self.bids * sqrt(budget))),
        )

    def among(self, choices: int) -> Effort:
        """The same thought spread over so many choices before the play: beyond a few, each meets fewer deals, but at
        least half."""
        return replace(self, bids=max(LEAST_WORLDS, self.bids // 2, self.bids * _FEW // max(_FEW, choices)))


class Thought:
    """What thinking about a decision came to: the outcomes of each action; some actions stand for their equals.
    ``different`` tells how many different deals the first so many worlds are.

    ``also`` are actions that are not worth a thought: told in the record, never chosen. ``worlds`` are those looked at,
    once cards are played, and ``usual`` is then what rules of thumb say."""

    def __init__(
        self,
        tallies: dict[Action, Tally],
        equals: dict[Action, Action],
        effective: float,
        different: Callable[[int], int],
        exact: bool = False,
        also: Mapping[Action, Tally] | None = None,
        worlds: Sample | None = None,
        usual: Action | None = None,
    ) -> None:
        self.tallies = tallies
        self.usual = usual
        self.worlds = worlds
        self.also = also or {}
        self.equals = equals
        self.effective = effective
        self.different = different
        self.exact = exact
        self.order = leading(tallies)

    def decision(self, seat: int, legal: Sequence[Action], best: Action) -> Decision:
        """The record, with an action chosen as the best one."""
        reference = self.tallies[self.equals.get(best, best)]
        every = self.tallies | dict(self.also)
        deals = {worlds: self.different(worlds) for worlds in {tally.worlds for tally in every.values()}}
        found = {action: tally.prospect(reference, self.worlds, deals[tally.worlds]) for action, tally in every.items()}
        actions = {action: found[self.equals.get(action, action)] for action in legal}
        possible = self.worlds.possible if self.worlds is not None else None
        return Decision(seat, best, actions, self.effective, self.exact, possible)


def distinct(position: Position, legal: Cards, hidden: Cards) -> dict[Card, Card]:
    """Every card that may be played, with the lowest of its equals: no card that others may hold lies between them."""
    labels, state = position.labels, position.state
    others = labels.mask(hidden) | state.best
    for number, hand in enumerate(state.hand):
        others |= hand if number != state.turn else 0
    mine, found = labels.mask(legal), {}
    for high, low in choices(mine, others):
        found.update(dict.fromkeys(labels.cards(mine & (2 * high - 1) & ~(low - 1)), labels.card(low)))
    return found


def play_out(
    position: Position, sample: Sample, cards: Sequence[Card], effort: Effort, seed: int, first: int, known: Flat,
    aims: bytes | None,
) -> list[list[Outcome]]:  # fmt: skip
    """For each first card the outcomes of its playouts, world by world; ``aims`` as ``playouts`` takes them."""
    run = playouts(
        position, sample, firsts=cards, aims=aims, repeats=effort.repeats, share=effort.share, seed=seed,
        first_world=first,
    )  # fmt: skip
    return read(run, known)


def read(run: Playouts, known: Flat) -> list[list[Outcome]]:
    """The outcomes of playouts by first card, world by world."""
    repeats, firsts = run.repeats, run.firsts
    found = [known[won] for (won,) in iter_unpack(f"{len(run.seats)}s", run.won.cast("B"))]
    if firsts == 1:
        return [found]
    return [
        [outcome for at in range(first * repeats, len(found), firsts * repeats) for outcome in found[at : at + repeats]]
        for first in range(firsts)
    ]


Meet = Callable[[Sequence[Action], int, int], Iterable[Sequence[Outcome]]]
"""What some actions come to, each in the worlds from one number up to another."""


def compared(actions: Sequence[Action], worlds: int, usual: Action, repeats: int, meet: Meet) -> dict[Action, Tally]:
    """The outcomes of actions over so many worlds, the worse half dropped after each of the ``ROUNDS`` (sequential
    halving, Karnin, Koren and Somekh 2013); what is ``usual`` stays to the end."""
    tallies, begun = {action: Tally(repeats) for action in actions}, 0
    for part in ROUNDS:
        until = max(min(LEAST_WORLDS, worlds), round(part * worlds))
        if until <= begun:
            continue
        for action, found in zip(actions, meet(actions, begun, until), strict=True):
            tallies[action].add(found)
        order = leading({action: tallies[action] for action in actions})
        kept = {*order[: max(2, (len(order) + 1) // 2)], usual}
        actions = [action for action in actions if action in kept]
        begun = until
    return tallies


def think(
    hand: Hand, seat: int, position: Position, worlds: Sample, hidden: Cards, effort: Effort, seed: int,
    outcomes: Outcomes, effective: float, usual: Action, aims: bytes | None = None,
) -> Thought:  # fmt: skip
    """The cards a seat may play, compared over the worlds given; ``position`` is what the seat sees, ``hidden`` the
    cards it does not, ``aims`` what the seats try for in each world, where that is not the same in all. What is
    ``usual`` stays in the comparison to its end."""
    legal = Cards.of(action.card for action in hand.legal(seat) if isinstance(action, Play))
    stands = distinct(position, legal, hidden)
    equals: dict[Action, Action] = {PLAYS[card]: PLAYS[low] for card, low in stands.items()}
    cards = [card for card in reversed(tuple(legal)) if stands[card] == card]  # of equals the lowest comes first
    if (spare := spared(hand, position, effort.exact)) >= 0:
        searched = min(len(worlds), effort.searched << spare)  # a card fewer halves the search, or better
        return _searched(hand, seat, position, worlds, cards, equals, searched, outcomes, effective, usual)
    known, size = Flat(outcomes, position.seats, hand.board.players), 2 * len(position.seats)

    def meet(left: Sequence[Action], begun: int, until: int) -> list[list[Outcome]]:
        firsts = [action.card for action in left if isinstance(action, Play)]
        tried = aims and aims[begun * size : until * size]
        return play_out(position, worlds.chosen(range(begun, until)), firsts, effort, seed, begun, known, tried)

    tallies = compared([PLAYS[card] for card in cards], len(worlds), equals[usual], effort.repeats, meet)
    return Thought(tallies, equals, effective, worlds.different, worlds=worlds, usual=usual)


def _searched(
    hand: Hand, seat: int, position: Position, worlds: Sample, cards: Sequence[Card], equals: dict[Action, Action],
    searched: int, outcomes: Outcomes, effective: float, usual: Action,
) -> Thought:  # fmt: skip
    exact = Exact(position, hand, seat, outcomes)
    tallies: dict[Action, Tally] = {PLAYS[card]: Tally(1) for card in cards}
    solved = list(exact.worlds(worlds.chosen(range(searched))))
    for card in cards:
        tallies[PLAYS[card]].add([values[card] for values in solved])
    return Thought(tallies, equals, effective, worlds.different, exact=True, worlds=worlds, usual=usual)
