"""Playing a hand out, at random and by a cheap script: the twin of ``script.h``, which says what the script does."""

from __future__ import annotations

from typing import Final

from atout.kernel.twin.core import LANE, LANE_BITS, Ground, Rng, State, highest_card, lowest_card

NEED_ALL: Final = 255
SHARE_ALL: Final = 256
_EVERY_LANE: Final = 0x0001000100010001


class Policy:
    """What the seats try for (``policy_t``): the group of each seat, the tricks its group needs, and the share of
    random cards in 256ths."""

    __slots__ = ("group", "need", "share")

    def __init__(self, share: int, group: list[int], need: list[int]) -> None:
        self.share = share
        self.group = group
        self.need = need


def play_randomly(ground: Ground, state: State, rng: Rng) -> None:
    """Plays at random to the end of the deal."""
    while not state.over:
        state.play(ground, rng.card(state.legal))


def _ranks(cards: int) -> int:
    return (cards | cards >> 16 | cards >> 32 | cards >> 48) & LANE


def lowest_ranked(cards: int) -> int:
    """The lowest card by rank, of the lowest lane among equals."""
    return lowest_card(cards & lowest_card(_ranks(cards)) * _EVERY_LANE)


def highest_ranked(cards: int) -> int:
    """The highest card by rank, of the lowest lane among equals."""
    return lowest_card(cards & highest_card(_ranks(cards)) * _EVERY_LANE)


def top_cards(state: State, seat: int) -> int:
    """The cards of a hand that no card of the others can beat in its own lane."""
    others = state.laid
    for other, hand in enumerate(state.hand):
        others |= hand if other != seat else 0
    top = 0
    for lane in range(4):
        mask = LANE << (lane * LANE_BITS)
        against = others & mask
        top |= state.hand[seat] & mask & ~((highest_card(against) << 1) - 1 if against else 0)
    return top


def scripted_card(ground: Ground, state: State, policy: Policy) -> int:
    """The script's card for the seat to play."""
    seat, may, group = state.turn, state.legal, policy.group
    taken = sum(won for won, owner in zip(state.won, group, strict=True) if owner == group[seat])
    wants = taken < policy.need[seat]
    if not state.count:
        top = may & top_cards(state, seat) if wants else 0
        return highest_ranked(top) if top else lowest_ranked(may)
    winning = may & state.live & ~(state.best | (state.best - 1))
    losing = may & ~winning
    last = state.count + 1 == ground.seats
    if not wants:
        if losing:
            return highest_ranked(losing)
        return highest_ranked(winning) if last else lowest_card(winning)
    if winning and group[state.winner] != group[seat]:
        following = winning & state.owed
        return lowest_card(winning) if last or not following else highest_card(following)
    return lowest_ranked(may & ~ground.trump or may)


def play_by_policy(ground: Ground, state: State, policy: Policy, rng: Rng) -> None:
    """Plays to the end of the deal, each card at random with the policy's share, else by the script."""
    if policy.share >= SHARE_ALL:
        play_randomly(ground, state, rng)
        return
    while not state.over:
        by_chance = rng.below(SHARE_ALL) < policy.share
        state.play(ground, rng.card(state.legal) if by_chance else scripted_card(ground, state, policy))
