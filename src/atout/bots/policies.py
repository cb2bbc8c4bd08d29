"""What each level does with a view: rules of thumb, or thought, less what nobody does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from atout.actions import Action, Bid, Moon, Name, Order, Pass
from atout.bots.chance import Chance, Temper
from atout.bots.decision import CLEAR, Decision, Tally
from atout.bots.guards import same_effect, sane
from atout.bots.levels import Level, Style
from atout.bots.outcomes import FINE
from atout.bots.search import Thought
from atout.bots.thinking import ponder, thumb
from atout.match import Match

_NEGLIGIBLE: Final = FINE / 1000
"""A difference that nobody would feel, were it ever so sure: then the usual card is played."""
_SLIGHT: Final = 5 * _NEGLIGIBLE
"""The same between two cards of one suit that do the same to a trick: nobody would understand the other one."""


def act(level: Level, view: Match, seat: int, chance: Chance, budget: float) -> Action:
    """What a player of a level does."""
    if level.aimless:
        return chance.one_of(view.legal(seat))
    allowed = sane(view, seat)
    if len(allowed) == 1:
        return allowed[0]
    thought = _thought(level, view, seat, chance, budget, every=False)
    if thought is None:
        return _by_thumb(level, view, seat, chance, allowed)
    return _chosen(level, view, seat, chance, thought, allowed)


def decide(level: Level, view: Match, seat: int, chance: Chance, budget: float) -> Decision | None:
    """The record of a decision: ``best`` is what ``act`` does. ``None`` where the level does not think."""
    thought = _thought(level, view, seat, chance, budget, every=True)
    if thought is None:
        return None
    legal = view.legal(seat)
    best = legal[0] if len(legal) == 1 else _chosen(level, view, seat, chance, thought, sane(view, seat))
    return thought.decision(seat, legal, best)


def usual(view: Match, seat: int, seed: int) -> Action:
    """What most people would do: rules of thumb."""
    return thumb(view, seat, Chance(seed, view, seat))


def _thought(level: Level, view: Match, seat: int, chance: Chance, budget: float, every: bool) -> Thought | None:
    if level.effort is None:
        return None
    return ponder(view, seat, level.effort.scaled(budget), chance, for_match=level.for_match, every=every)


def _by_thumb(level: Level, view: Match, seat: int, chance: Chance, allowed: tuple[Action, ...]) -> Action:
    """Rules of thumb, on what is remembered; what nobody does is not done."""
    mood = level.mood + chance.between(-level.swing, level.swing) if level.swing else level.mood
    action = thumb(_remembered(view, level.memory), seat, chance, Temper(mood, level.greedy))
    return action if action in allowed else allowed[-1]  # the lowest of what is left


def _remembered(view: Match, tricks: int | None) -> Match:
    """The view of somebody who remembers the latest tricks only: older cards may be anywhere again."""
    hand = view.hand
    if tricks is None or hand is None or not hand.playing:
        return view
    board = hand.board
    kept = board.tricks[len(board.tricks) - min(tricks, len(board.tricks)) :]
    return replace(view, hand=replace(hand, board=replace(board, tricks=kept)))  # type: ignore[type-var]


def _chosen(
    level: Level, view: Match, seat: int, chance: Chance, thought: Thought, allowed: tuple[Action, ...]
) -> Action:
    """The best of what was thought about, less what nobody does; rules of thumb settle what is level."""
    order = [action for action in thought.order if action in allowed] or thought.order
    tallies, style = thought.tallies, level.style
    longest = [action for action in order if tallies[action].worlds == tallies[order[0]].worlds]
    sober = max(longest, key=lambda action: tallies[action].mean())
    liking = {action: _liking(style, action, sober, view.legal(seat), tallies[action]) for action in longest}
    best = max(longest, key=lambda action: tallies[action].mean() + liking[action])
    if style != Style() and thought.usual is None:  # nothing usual was compared: taste settles what is level
        return best
    natural = thought.usual or thumb(view, seat, chance)
    stands = thought.equals.get(natural, natural)
    if natural in allowed and stands == best:
        return natural
    if natural in allowed and stands in longest:
        gap, error = tallies[stands].behind(tallies[best])
        gap += liking[best] - liking[stands]
        alike = same_effect(view, seat, natural, best)
        if gap <= max((CLEAR if alike else level.band) * error, _SLIGHT if alike else _NEGLIGIBLE):
            return natural
    return best


def _liking(style: Style, action: Action, sober: Action, legal: Sequence[Action], tally: Tally) -> float:
    """What an action is worth to somebody of a taste beside what it comes to, in parts of ``FINE``; ``sober`` is what
    anybody else would do."""
    if style == Style():
        return 0.0
    bags = sum(outcome.bags for outcome in tally.outcomes) / len(tally.outcomes)
    if isinstance(action, Bid) and not action.tricks:
        return FINE * (style.nil * (not action.blind) - style.bags * bags)
    further = _steps(action, legal) - _steps(sober, legal)
    return FINE * (style.bold * max(-1, min(further, 1)) - style.bags * bags)


def _steps(call: Action, legal: Sequence[Action]) -> int:
    """How far a call goes: the tricks of a bid or, where one may pass, its place among the bids left; a moon is one
    above them all, making trump one above a pass."""
    match call:
        case Order() | Name():
            return 1
        case Bid() | Moon():
            promised = [action.tricks for action in legal if isinstance(action, Bid)]
            floor = min(promised, default=1) - 1 if Pass() in legal else 0
            return (max(promised, default=0) + 1 if isinstance(call, Moon) else call.tricks) - floor
    return 0
