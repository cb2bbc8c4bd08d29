"""Playing a hand out, at random and by a cheap script: the twin of ``script.h``, which says what the script does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from atout.kernel.twin.core import LANE, LANE_BITS, Ground, Rng, State, highest_card, lane_of, lowest_card

NEED_ALL: Final = 255
SHARE_ALL: Final = 256
SPARE: Final = 2
SURPRISE_ROWS: Final = LANE_BITS + 1
SURPRISE_ROW: Final = 4 * LANE_BITS + 1
_EVERY_LANE: Final = 0x0001000100010001


class Policy:
    """What the seats try for (``policy_t``): the group of each seat, the tricks its group needs, the share of random
    cards in 256ths, and the camp of each seat: who is its ally."""

    __slots__ = ("camp", "group", "need", "share")

    def __init__(self, share: int, group: list[int], need: list[int], camp: list[int]) -> None:
        self.share = share
        self.group = group
        self.need = need
        self.camp = camp


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


def top_cards(cards: int, others: int) -> int:
    """Some cards of a hand that none of the others' can beat in its own lane."""
    top = 0
    for lane in range(4):
        mask = LANE << (lane * LANE_BITS)
        against = others & mask
        top |= cards & mask & ~((highest_card(against) << 1) - 1 if against else 0)
    return top


def _lanes(cards: int) -> Iterator[int]:
    """The lanes in which some cards lie, the lowest first, as masks."""
    return (mask for lane in range(4) if cards & (mask := LANE << (lane * LANE_BITS)))


def _shortest_lane_lowest(cards: int, hand: int, never: int) -> int:
    """The lowest card of the lane where a hand holds fewest; not among those of ``never``, unless all are."""
    some = cards & ~never or cards
    return lowest_card(some & min(_lanes(some), key=lambda mask: (hand & mask).bit_count()))


def _meekest_card(cards: int, others: int) -> int:
    """The lowest card of the lane in which most of the others' cards beat it."""
    lowest = [lowest_card(cards & mask) for mask in _lanes(cards)]
    return max(lowest, key=lambda card: (others & lane_of(card) & ~((card << 1) - 1)).bit_count())


def _held_by_others(state: State) -> int:
    others = 0
    for seat, hand in enumerate(state.hand):
        others |= hand if seat != state.turn else 0
    return others


def _tries_nil(state: State, policy: Policy, seat: int) -> bool:
    return not policy.need[seat] and not state.won[seat]


def _nils_around(ground: Ground, state: State, policy: Policy) -> tuple[int, int]:
    """The nils that allies and foes of the seat to play still try, as bits by how many seats after it they sit."""
    allies = foes = 0
    for after in range(1, ground.seats):
        seat = (state.turn + after) % ground.seats
        if _tries_nil(state, policy, seat):
            if policy.camp[seat] == policy.camp[state.turn]:
                allies |= 1 << after
            else:
                foes |= 1 << after
    return allies, foes


def _taken(state: State, policy: Policy, seat: int) -> int:
    return sum(won for won, owner in zip(state.won, policy.group, strict=True) if owner == policy.group[seat])


def _wanted(state: State, policy: Policy, seat: int) -> int:
    """Tricks a seat still wants: what its group misses, then one more as long as a foe may miss it."""
    missing = policy.need[seat] - _taken(state, policy, seat)
    if missing > 0:
        return missing
    left = state.hand[seat].bit_count()
    for foe, need in enumerate(policy.need):
        if policy.camp[foe] == policy.camp[seat] or need == NEED_ALL:
            continue
        taken = _taken(state, policy, foe)
        if taken < need <= taken + left <= need + SPARE:
            return 1
    return 0


def _lead(ground: Ground, state: State, policy: Policy, missing: int) -> int:
    may, hand = state.legal, state.hand[state.turn]
    side = may & ~ground.trump or may
    allies, foes = _nils_around(ground, state, policy)
    if _tries_nil(state, policy, state.turn):
        return lowest_ranked(may)
    others = _held_by_others(state)
    if not missing:
        return _meekest_card(may, others)
    top = top_cards(may, others)
    if allies:
        return highest_ranked(top or side)
    if foes and missing < hand.bit_count():
        return _meekest_card(may, others)
    if top:
        return highest_ranked(top & ground.trump or top)
    return _shortest_lane_lowest(may, hand, ground.trump) if hand & ground.trump else lowest_ranked(may)


def _duck(ground: Ground, winning: int, losing: int, last: bool) -> int:
    if losing & ground.trump:
        return highest_card(losing & ground.trump)
    if losing:
        return highest_ranked(losing)
    return highest_ranked(winning) if last else lowest_card(winning)


def _win(state: State, winning: int, others: int, behind: int) -> int:
    following = winning & state.owed
    if not behind or not following:
        return lowest_card(winning) if winning else 0
    top = top_cards(following, others)
    if top:
        return lowest_card(top)
    return highest_card(following) if behind == 1 else 0


def scripted_card(ground: Ground, state: State, policy: Policy) -> int:
    """The script's card for the seat to play."""
    seat, behind = state.turn, ground.seats - 1 - state.count
    missing = _wanted(state, policy, seat)
    if not state.count:
        return _lead(ground, state, policy, missing)
    may = state.legal
    winning = may & state.live & ~(state.best | (state.best - 1))
    losing = may & ~winning
    if _tries_nil(state, policy, seat):
        return _duck(ground, winning, losing, not behind)
    plain = may & ~ground.trump
    least = lowest_ranked(plain or may)
    if missing and plain and state.hand[seat] & ground.trump:
        least = _shortest_lane_lowest(plain, state.hand[seat], 0)
    allies, foes = _nils_around(ground, state, policy)
    later, before = (2 << behind) - 1, (state.winner - seat) % ground.seats
    if allies >> before & 1:
        if not winning:
            return least
        return highest_card(winning & state.owed) if behind and winning & state.owed else lowest_card(winning)
    if allies & later and winning & state.owed:
        return highest_card(winning & state.owed)
    if foes and missing < state.hand[seat].bit_count():
        if foes >> before & 1 and losing:
            return lowest_ranked(losing) if missing else _duck(ground, 0, losing, False)
        if not winning and missing <= SPARE:
            return _duck(ground, 0, losing, False)
        if winning and not winning & state.owed and missing:
            return highest_card(winning)
        if foes & later and losing:
            return lowest_ranked(losing)
    if not missing:
        return _duck(ground, winning, losing, not behind)
    others = _held_by_others(state)
    holds = not behind or not others & state.owed & state.live & ~(state.best | (state.best - 1))
    if _is_helped(state, policy, seat) and (holds or behind != 1):
        return least
    return _win(state, winning, others, behind) or least


def _is_helped(state: State, policy: Policy, seat: int) -> bool:
    """Whether the trick so far is an ally's and does as well as the seat's own: it counts for both, or the ally wants
    it."""
    winner = state.winner
    if policy.camp[winner] != policy.camp[seat]:
        return False
    return policy.group[winner] == policy.group[seat] or _taken(state, policy, winner) < policy.need[winner]


def equal_cards(state: State, some: int, card: int) -> int:
    """The cards among some of the seat to play that come to the same as one of them: no card that others hold, or that
    wins so far, lies between them."""
    lane = lane_of(card)
    against = (_held_by_others(state) | state.best) & lane
    below, above = against & (card - 1), against & ~(card | (card - 1))
    equal = some & lane & ~((highest_card(below) << 1) - 1 if below else 0)
    return equal & (lowest_card(above) - 1) if above else equal


def add_surprisals(
    ground: Ground, state: State, policy: Policy, plays: Sequence[int], told: int, costs: Sequence[int]
) -> list[int]:
    """Replays the cards played: what they cost every seat of ``told`` (bits)."""
    found = [0] * ground.seats
    for card in plays:
        legal = state.legal
        if told >> state.turn & 1 and legal & (legal - 1):
            usual = equal_cards(state, legal, scripted_card(ground, state, policy))
            row = usual.bit_count() if card & usual else 0
            found[state.turn] += costs[row * SURPRISE_ROW + legal.bit_count()]
        state.play(ground, card)
    return found


def _slips(ground: Ground, state: State, policy: Policy) -> int:
    """The chance that the seat to play plays at random, in 256ths: half the share for a seat that tries a nil, and more
    than the share beside or against one."""
    if _tries_nil(state, policy, state.turn):
        return policy.share // 2
    return policy.share * 5 // 3 if any(_nils_around(ground, state, policy)) else policy.share


def play_by_policy(ground: Ground, state: State, policy: Policy, rng: Rng) -> None:
    """Plays to the end of the deal, each card at random now and then, else by the script."""
    if policy.share >= SHARE_ALL:
        play_randomly(ground, state, rng)
        return
    while not state.over:
        by_chance = rng.below(SHARE_ALL) < _slips(ground, state, policy)
        state.play(ground, rng.card(state.legal) if by_chance else scripted_card(ground, state, policy))
