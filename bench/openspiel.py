"""OpenSpiel's euchre player, `ISMCTSBot`, in our tokens: the adapter, and the proof that it plays.

    scripts/bench openspiel                     200 deals, 1,000 simulations a decision against random play
    scripts/bench openspiel --deals 20 --simulations 200 --save

What a seat knows (`Seen`: its cards, the turned card, everybody's tokens) is made into a state of OpenSpiel's game
(`bench/openspiel_state.py`), the hidden cards guessed; the bot resamples them anyway, and cannot be told what its seat
does not know.

`ismcts` seats it in our arena (`bench/strength.py`). The proof plays on OpenSpiel's table, and each deal is refereed by
our own board, order of cards and refusals: every card the adapter names must be legal to both, and both must see the
same winner of every trick (`bench/euchre_agreement.py` compares the games themselves). Rules that are shared: 24 cards,
bowers, the dealer must name trump, takes the turned card up and lays another one away, and any maker may play alone.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import pyspiel
from bench.machine import RESULTS, machine
from bench.openspiel_state import (
    ALONE,
    PACK,
    PASS,
    SEATS,
    TOGETHER,
    Seen,
    is_card,
    ours,
    state_of,
    their_actions,
    token_of,
)
from msgspec import Struct

from atout.actions import Action
from atout.bots import Player, player
from atout.cards import Card, Cards, Suit
from atout.euchre.hand import EuchreHand, Stage
from atout.game import playable, refuse_play
from atout.match import Match
from atout.seats import left_of, round_from
from atout.tricks import Board, Holding, bower_ordering

EXPLORATION: Final = 4.0
"""UCT's constant on points: 3 to 5 is best for this game."""
_GUESSES: Final = 50
SIMULATIONS: Final = 1000
"""Simulations a decision of the bot in the arena."""


# --- the player -------------------------------------------------------------------------------------------------------


class Ismcts:
    """`ISMCTSBot` at a seat, in our tokens."""

    def __init__(self, simulations: int, seed: int) -> None:
        self._chance = random.Random(seed)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self._bot = pyspiel.ISMCTSBot(seed, evaluator, EXPLORATION, simulations)

    def act(self, seen: Seen) -> str:
        """The token of its choice for the seat, whose turn it is."""
        state, action = self._step(seen)
        token = token_of(seen, action)
        return self._alone(state, action, token) if action > PASS else token

    def _step(self, seen: Seen) -> tuple[Any, int]:
        """A state for the seat, and the bot's action there. One decision in some thousands fails in their resampler,
        by the guess it is given: then it is given another."""
        for _ in range(_GUESSES):
            state = state_of(seen, self._chance)
            assert state.current_player() == seen.seat - 1, "it is another seat's turn"
            with suppress(pyspiel.SpielError):
                return state, self._bot.step(state)
        raise ValueError("their resampler fails whatever it is given")

    def _alone(self, state: Any, action: int, token: str) -> str:
        """The call, with the answer to their next question: alone or together."""
        state.apply_action(action)
        while not {ALONE, TOGETHER} & set(state.legal_actions()):
            state.apply_action(self._chance.choice(state.legal_actions()))  # a discard, imagined
        return f"{token}-alone" if self._bot.step(state) == ALONE else token


class _Seated(Struct, frozen=True):
    """The bot as a player of the arena, at tables of `euchre stick=yes discard_turned=no`."""

    bot: Ismcts
    answers: Player

    def act(self, view: Match, seat: int) -> Action:
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        token = self.bot.act(seen_from(view, seat))
        return next(action for action in legal if str(action) == token)

    def answers_claim(self, view: Match, seat: int) -> bool:
        return self.answers.answers_claim(view, seat)


def ismcts(seed: int) -> Player:
    """A player for the arena, with so many simulations a decision that it takes about as long as `strong` may."""
    return _Seated(Ismcts(SIMULATIONS, seed % (1 << 31)), player("casual", seed))


def seen_from(view: Match, seat: int) -> Seen:
    """What a seat knows of a deal, from its view."""
    hand = view.hand
    assert isinstance(hand, EuchreHand)
    assert hand.turned is not None
    board, order = hand.board, round_from(left_of(hand.dealer, SEATS), SEATS)
    said: list[tuple[int, str]] = []
    mine = board.holding(seat).sure | Cards.of(card for player, card in _plays(board) if player == seat)
    if hand.maker is None:
        passed = order[: order.index(board.turn)]
        first = order if hand.stage is Stage.NAMING else passed
        said += [(other, "pass") for other in first]
        said += [(other, "pass") for other in passed if hand.stage is Stage.NAMING]
        return Seen(seat, hand.dealer, mine, hand.turned, tuple(said))
    before = order[: order.index(hand.maker)]
    alone = "-alone" if board.sitting_out else ""
    if hand.trump is hand.turned.suit:
        said += [(other, "pass") for other in before] + [(hand.maker, f"order{alone}")]
        if hand.stage is not Stage.DISCARDING:
            own = seat == hand.dealer
            gone = next(iter(board.out.sure), None) if own else None
            said.append((hand.dealer, f"-{gone or '?'}"))
            mine = mine.with_card(gone) if gone else mine
        mine = mine.without(hand.turned) if seat == hand.dealer else mine
    else:
        said += [(other, "pass") for other in (*order, *before)] + [(hand.maker, f"{hand.trump}{alone}")]
    said += [(other, str(card)) for other, card in _plays(board)]
    return Seen(seat, hand.dealer, mine, hand.turned, tuple(said))


def _plays(board: Board) -> Iterator[tuple[int, Card]]:
    for trick in board.tricks:
        yield from trick.plays
    yield from board.plays


# --- the proof --------------------------------------------------------------------------------------------------------


class Fault(AssertionError):
    """The adapter, their game and our referee do not agree."""


class Referee:
    """Our own board beside theirs: hands, legal cards and tricks."""

    def __init__(self, hands: Sequence[Cards], trump: Suit, leader: int, resting: frozenset[int]) -> None:
        self.ordering = bower_ordering(PACK, trump)
        self.board = Board(tuple(Holding(hand) for hand in hands), leader, (0,) * SEATS, sitting_out=resting)

    def play(self, seat: int, card: Card, legal: set[Card]) -> None:
        """A card played; raises `Fault` unless both games allow it and the same others."""
        board = self.board
        if board.turn != seat or refuse_play(board, self.ordering, seat, card, PACK):
            raise Fault(f"{card} at seat {seat} is not allowed")
        if set(playable(board, self.ordering, seat, PACK)) != legal:
            raise Fault(f"other legal cards at seat {seat}")
        self.board = board.after_play(seat, card)
        if len(self.board.plays) == SEATS - len(board.sitting_out):
            self.board = self.board.after_trick(self.ordering.winning(self.board.plays)[0])


class Tally:
    """What the deals came to."""

    def __init__(self) -> None:
        self.margins: list[float] = []
        self.seconds: list[float] = []
        self.calls = self.alone = 0


def play_deal(number: int, player: Ismcts, seats: tuple[int, ...], tally: Tally) -> float:
    """Plays a deal on their table, the adapter at some seats, random play at the others; the adapter's points."""
    chance = random.Random(number)
    state = pyspiel.load_game("euchre").new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    dealer, turned = state.dealer() + 1, ours(state.upcard())
    holder = state.card_holder()
    hands = [Cards.of(ours(card) for card in range(24) if holder[card] == seat) for seat in range(SEATS)]
    seen = [Seen(seat, dealer, hands[seat - 1], turned) for seat in range(1, SEATS + 1)]
    referee: Referee | None = None
    while not state.is_terminal():
        seat = state.current_player() + 1
        legal = state.legal_actions()
        if seat in seats:
            began = time.process_time()
            token = player.act(seen[seat - 1])
            tally.seconds.append(time.process_time() - began)
        else:
            token = _at_random(seen[seat - 1], legal, chance)
        before = len(state.history())
        _apply(seen[seat - 1], state, token)
        if seat in seats and not token.startswith(("pass", "-")) and not is_card(token):
            tally.calls += 1
            tally.alone += token.endswith("-alone")
        if is_card(token):
            referee = referee or _referee(seen, hands, state, seat)
            referee.play(seat, Card.from_token(token), {ours(action) for action in legal})
        assert len(state.history()) > before
        seen = [each.after(seat, token) for each in seen]
        _answer_alone(state, seen[0])
    if referee is None or sum(referee.board.won) != 5:
        raise Fault("not all tricks were played")
    taken = sum(referee.board.won[seat - 1] for seat in seats)
    returns = state.returns()
    if (returns[seats[0] - 1] > 0) != (taken >= 3):
        raise Fault("the tricks and the points do not agree")
    return float(returns[seats[0] - 1])


def _at_random(seen: Seen, legal: Sequence[int], chance: random.Random) -> str:
    action = chance.choice(legal)
    token = token_of(seen, action)
    return f"{token}-alone" if action > PASS and chance.random() < 0.1 else token


def _apply(seen: Seen, state: Any, token: str) -> None:
    (action,) = their_actions(seen, state, token)
    if action not in state.legal_actions():
        raise Fault(f"{token} is not legal to them")
    state.apply_action(action)


def _answer_alone(state: Any, seen: Seen) -> None:
    """Answers their question that comes after the discard."""
    if state.is_terminal() or ALONE not in state.legal_actions():
        return
    call = next(token for _, token in seen.said if token != "pass")
    state.apply_action(ALONE if call.endswith("-alone") else TOGETHER)


def _referee(seen: Sequence[Seen], hands: Sequence[Cards], state: Any, leader: int) -> Referee:
    """Our board at the first lead."""
    dealer = seen[0].dealer
    now = list(hands)
    for each in seen:
        for seat, token in each.said:
            if seat == dealer == each.seat and token.startswith("-"):
                now[dealer - 1] = Cards.of(
                    card for card in (*hands[dealer - 1], each.turned) if card != Card.from_token(token[1:])
                )
    caller, call = next((seat, token) for seat, token in seen[0].said if token != "pass")
    partner = (caller + 1) % SEATS + 1
    resting = frozenset({partner}) if call.endswith("-alone") else frozenset()
    first = left_of(dealer, SEATS)
    first = left_of(first, SEATS) if first in resting else first
    if first != leader and not (resting and left_of(caller, SEATS) == leader):
        raise Fault(f"seat {leader} leads, not {first}")
    trump = seen[0].trump
    assert trump is not None
    return Referee(now, trump, leader, resting)


def main() -> None:
    """Plays, prints, and saves if asked."""
    parser = argparse.ArgumentParser(description="OpenSpiel's ISMCTSBot through the adapter")
    parser.add_argument("--deals", type=int, default=200, help="boards: each deal is played from both sides (200)")
    parser.add_argument("--simulations", type=int, default=1000, help="simulations a decision (1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write bench/results/openspiel-adapter.json")
    options = parser.parse_args()
    from atout.stats import student

    tally = Tally()
    for number in range(options.seed, options.seed + options.deals):
        player = Ismcts(options.simulations, number)
        tally.margins.append(statistics.fmean(play_deal(number, player, seats, tally) for seats in ((1, 3), (2, 4))))
    points = student(tally.margins)
    result = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": machine(),
        "what": "euchre, 4 hands: OpenSpiel's ISMCTSBot through the adapter against random play",
        "deals": options.deals,
        "seed": options.seed,
        "simulations": options.simulations,
        "decisions": len(tally.seconds),
        "illegal": 0,
        "points_a_hand": [round(number, 3) for number in (points.value, points.low, points.high)],
        "ms": round(1000 * statistics.fmean(tally.seconds), 1),
        "calls": tally.calls,
        "alone": tally.alone,
    }
    print(json.dumps({name: value for name, value in result.items() if name != "machine"}, ensure_ascii=False))
    if options.save:
        text = json.dumps(result, indent=2, ensure_ascii=False)
        (RESULTS / "openspiel-adapter.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
