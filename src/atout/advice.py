"""Advice: what to do and why, told from the decision record alone, so that it cannot say what was not computed.

Three stages, each asked for by the one before: the idea, two or three choices, the choice with its numbers and the
reasons. Facts come before what was inferred; nothing is said of a difference within two standard errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Final

from msgspec import Struct

from atout.actions import Action, Bid, DefendAlone, Name, Order, Pass, Play
from atout.bots import Decision, Prospect, decide, player
from atout.bots.guards import needed, shy_seats
from atout.bots.policies import usual
from atout.cards import Cards
from atout.match import Match
from atout.say import Speaker, capital
from atout.seats import side_of
from atout.sentences import action_text
from atout.sentences.keys import name_of

_FEW: Final = 3
"""The most choices the second stage leaves."""
_ALIKE: Final = 0.02
"""A difference between two chances that is not worth a sentence."""
_ALIKE_BAGS: Final = 0.25
_MOST_CAUSES: Final = 2
_ALIKE_POINTS: Final = 0.25
_WEIGHTS: Final = {"nil": 1.0, "set": 0.8, "contract": 1.0, "bags": 0.1, "tricks": 0.02, "points": 0.001}
"""How much a whole change of each is worth beside the others, to tell the main causes first."""


class Stage(IntEnum):
    """How much is told."""

    IDEA = 0
    FEW = 1
    CHOICE = 2


class Cause(Struct, frozen=True):
    """Something that is different after two actions: chances from 0 to 1, or numbers of bags, tricks or points."""

    code: str
    best: float
    other: float

    @property
    def weight(self) -> float:
        """How much it matters beside other causes."""
        return abs(self.best - self.other) * _WEIGHTS[self.code]


class Advice(Struct, frozen=True):
    """What a seat is advised to do, and beside what: ``other`` is what a person would do, or the next best."""

    view: Match
    seat: int
    decision: Decision
    other: Action | None

    @property
    def best(self) -> Action:
        """The action advised."""
        return self.decision.best

    @property
    def few(self) -> tuple[Action, ...]:
        """Two or three choices, the best among them, in the order of the legal list."""
        actions = self.decision.actions
        ranked = sorted(actions, key=lambda action: (action != self.best, -actions[action].equity))
        chosen = {*ranked[: _FEW - 1], *([self.other] if self.other else ranked[_FEW - 1 : _FEW])}
        return tuple(action for action in actions if action in chosen)

    @property
    def level(self) -> bool:
        """Whether the two actions compared are as good as each other, as far as the worlds tell."""
        return self.other is None or self.decision.level_with(self.other)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why the best is better than the other: what tells most first; none where they are level."""
        if self.level or self.other is None:
            return ()
        best, other = self.decision.actions[self.best], self.decision.actions[self.other]
        return causes(best, other)


def causes(best: Prospect, other: Prospect) -> tuple[Cause, ...]:
    """What differs between two prospects in the better one's favour, the main cause first."""
    found = []
    for code in ("contract", "nil", "set"):
        ours, theirs = getattr(best, code), getattr(other, code)
        if ours is not None and theirs is not None and ours - theirs >= _ALIKE:
            found.append(Cause(code, ours, theirs))
    if other.bags - best.bags >= _ALIKE_BAGS:
        found.append(Cause("bags", best.bags, other.bags))
    if not found and best.tricks - other.tricks >= _ALIKE_BAGS:
        found.append(Cause("tricks", best.tricks, other.tricks))
    if not found and best.points - other.points >= _ALIKE_POINTS:
        found.append(Cause("points", best.points, other.points))
    return tuple(sorted(found, key=lambda cause: -cause.weight)[:_MOST_CAUSES])


def advise(
    view: Match, seat: int, *, level: str = "expert", seed: int = 1, budget: float = 1.0, other: Action | None = None
) -> Advice | None:
    """Advice for a seat from what it sees; ``None`` if it has nothing to decide.

    ``other`` is what the person means to do; without it, what most people would. A level that does not think about a
    decision advises what it would do, without numbers. Raises ``ValueError`` for an unknown level, or where what is
    known contradicts itself.
    """
    if not view.legal(seat):
        return None
    decision = decide(view, seat, level, seed, budget)
    if decision is None:
        decision = Decision(seat, player(level, seed, budget).act(view, seat), {})
    if other not in decision.actions:
        natural = usual(view, seat, seed)
        others = [action for action in decision.actions if action != decision.best]
        ranked = sorted(others, key=lambda action: -decision.actions[action].equity)
        other = natural if natural in others else next(iter(ranked), None)
    return Advice(view, seat, decision, other if other != decision.best else None)


# --- sentences --------------------------------------------------------------------------------------------------------


def told(speaker: Speaker, advice: Advice, stage: Stage) -> Iterator[str]:
    """The advice up to a stage, a sentence each: what is new at this stage only."""
    match stage:
        case Stage.IDEA:
            yield from idea(speaker, advice)
        case Stage.FEW if len(advice.few) > 1:
            yield speaker.text("advice.few", choices=_choices(speaker, advice, advice.few))
        case Stage.CHOICE:
            yield from choice(speaker, advice)
            yield from why(speaker, advice)


class Hints:
    """Advice for somebody at a table who asks again for more: each time at one decision the next stage is told."""

    def __init__(self, level: str = "expert", seed: int = 1, budget: float = 1.0) -> None:
        self._level, self._seed, self._budget = level, seed, budget
        self._advice: Advice | None = None
        self._stage = Stage.IDEA

    def ask(self, speaker: Speaker, view: Match, seat: int) -> tuple[str, ...]:
        """The next stage of the advice on what a seat sees, in sentences."""
        stage = Stage(min(self._stage + 1, Stage.CHOICE)) if self._is_about(view, seat) else Stage.IDEA
        return self.at(speaker, view, seat, stage)

    def at(self, speaker: Speaker, view: Match, seat: int, stage: Stage) -> tuple[str, ...]:
        """A stage of the advice, in sentences; of the choice, if there are no few to name before it."""
        if not self._is_about(view, seat):
            self._advice = advise(view, seat, level=self._level, seed=self._seed, budget=self._budget)
        self._stage = stage
        if self._advice is None:
            return (speaker.text("advice.nothing"),)
        if len(view.legal(seat)) == 1:
            return (speaker.text("advice.forced", choice=action_text(speaker, self._advice.best, view, seat)),)
        if self._stage is Stage.FEW and len(self._advice.few) < 2:
            self._stage = Stage.CHOICE
        more = [] if self._stage is Stage.CHOICE else [speaker.text("advice.more")]
        return (*told(speaker, self._advice, self._stage), *more)

    def _is_about(self, view: Match, seat: int) -> bool:
        return self._advice is not None and self._advice.view == view and self._advice.seat == seat

    @property
    def best(self) -> Action | None:
        """The action advised, once it has been told."""
        return self._advice.best if self._advice is not None and self._stage is Stage.CHOICE else None


def idea(speaker: Speaker, advice: Advice) -> Iterator[str]:
    """What is at stake, as a fact, and the idea of the best action."""
    yield from _stake(speaker, advice.view, advice.seat)
    if len(advice.view.legal(advice.seat)) > 1:
        yield speaker.text(f"advice.idea.{_kind(advice)}")


def _stake(speaker: Speaker, view: Match, seat: int) -> Iterator[str]:
    hand = view.hand
    if hand is None or not hand.playing:
        return
    shy = shy_seats(view)
    sides = side_of(hand.camps)
    if seat in shy:
        yield speaker.text("advice.stake.own_nil")
        return
    for other in sorted(shy):
        ally = sides[other - 1] == sides[seat - 1]
        yield speaker.text("advice.stake.nil", seat=other, ally=ally)
    if hand.announced.bids:
        yield speaker.text("advice.stake.needed", tricks=needed(view, hand, seat), left=hand.board.cards_left)
    elif hand.announced.maker is not None and not hand.announced.contract:  # three tricks are needed, or stop the maker
        camp = next(camp for camp in hand.camps if seat in camp)
        taken = sum(hand.board.won[other - 1] for other in camp)
        yield speaker.text("advice.stake.camp", making=hand.announced.maker in camp, tricks=taken)


def _kind(advice: Advice) -> str:
    """The idea of the best action, as a word of the catalogue."""
    best, hand = advice.best, advice.view.hand
    match best:
        case Play(card):
            assert hand is not None and hand.ordering is not None
            board, ordering = hand.board, hand.ordering
            trump = ordering.trump is not None and ordering.suit(card) is ordering.trump
            if not board.plays:
                others = Cards.of(a.card for a in advice.decision.actions if isinstance(a, Play)).without(card)
                same = others & ordering.suited_with(card)
                power = ordering.power(card, ordering.suit(card))
                high = all(ordering.power(other, ordering.suit(card)) < power for other in same)
                return "lead_trump" if trump else "lead_high" if high and same else "lead_low" if same else "lead"
            led = ordering.suit(board.plays[0][1])
            wins = ordering.power(card, led) > ordering.power(ordering.winning(board.plays)[1], led)
            if ordering.suit(card) is not led:
                return "ruff" if wins else "throw"
            return "win" if wins else "duck"
        case Bid(0, blind=True):
            return "blind_nil"
        case Bid(0):
            return "nil"
        case Name() if not any(isinstance(action, Pass) for action in advice.view.legal(advice.seat)):
            return "name"
        case Pass():
            alone = any(isinstance(action, DefendAlone) for action in advice.view.legal(advice.seat))
            return "defend" if alone else "pass"
        case Order() | Name():
            return "call"
    return name_of(type(best))


def choice(speaker: Speaker, advice: Advice) -> Iterator[str]:
    """The best action and its numbers, if there are any."""
    prospect = advice.decision.actions.get(advice.best)
    if prospect is None:
        best = capital(action_text(speaker, advice.best, advice.view, advice.seat))
        yield speaker.text("advice.plain", choice=best)
        return
    two = len(advice.view.rules.sides) == 2
    yield speaker.text(
        "advice.choice", choice=capital(action_text(speaker, advice.best, advice.view, advice.seat)),
        two=two, share=_percent(prospect.equity), deals=prospect.deals, every=advice.decision.every(advice.best),
    )  # fmt: skip
    for code in ("contract", "nil", "set"):
        chance = getattr(prospect, code)
        if chance is not None:
            yield speaker.text(f"advice.chance.{code}", percent=_percent(chance))


def why(speaker: Speaker, advice: Advice) -> Iterator[str]:
    """The best beside the other: the causes, and one layout as an example; or that they are level."""
    if advice.other is None:
        return
    best, other = (action_text(speaker, action, advice.view, advice.seat) for action in (advice.best, advice.other))
    if advice.level:
        yield speaker.text("advice.level", best=best, other=other)
        return
    gap = advice.decision.actions[advice.best].equity - advice.decision.actions[advice.other].equity
    yield speaker.text("advice.beside", other=other, share=round(100 * gap, 1))
    for cause in advice.causes:
        if cause.code in ("bags", "tricks", "points"):
            facts = {"ours": round(cause.best, 1), "theirs": round(cause.other, 1)}
        else:
            facts = {"ours": _percent(cause.best), "theirs": _percent(cause.other)}
        yield speaker.text(f"advice.cause.{cause.code}", best=best, other=other, **facts)
    yield from _example(speaker, advice, best)


def _example(speaker: Speaker, advice: Advice, best: str) -> Iterator[str]:
    """One layout in which the best does better: the suits of the two cards, in the hands that are not seen."""
    assert advice.other is not None
    prospect, hand = advice.decision.actions[advice.other], advice.view.hand
    if not prospect.layout or hand is None or hand.ordering is None:
        return
    compared = [action.card for action in (advice.best, advice.other) if isinstance(action, Play)]
    suits = Cards()
    for card in compared:
        suits |= hand.ordering.suited_with(card)
    hands = []
    for seat, cards in prospect.layout:
        if seat != advice.seat and hand.board.holding(seat).unseen and cards & suits:
            said = speaker.cards(cards & suits, hand.ordering)
            hands.append(speaker.text("advice.holds", seat=seat, cards=said))
    if hands:
        share = round(10 * prospect.beaten)
        yield speaker.text("advice.example", best=best, tenths=share, hands=speaker.listed(hands, "word.and"))


def _choices(speaker: Speaker, advice: Advice, actions: Sequence[Action]) -> str:
    return speaker.listed((action_text(speaker, action, advice.view, advice.seat) for action in actions), "word.or")


def _percent(chance: float) -> int:
    return round(100 * chance)
