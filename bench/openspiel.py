"""OpenSpiel's euchre player, `ISMCTSBot`, in our tokens: the adapter, and the proof that it plays.

    scripts/bench openspiel                     200 deals, 1,000 simulations a decision against random play
    scripts/bench openspiel --deals 20 --simulations 200 --save

What a seat knows (`Seen`: its cards, the turned card, everybody's tokens) is made into a state of OpenSpiel's game, the
hidden cards guessed so that they agree with what is known; the bot resamples them anyway, and cannot be told what its
seat does not know. (Its resampler would otherwise show a dealer's discard to everybody: here that is a guess too.)

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
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import pyspiel
from bench.machine import RESULTS, machine
from msgspec import Struct

from atout.actions import Action
from atout.bots import Player as Player_
from atout.bots import player
from atout.cards import Card, Cards, Rank, Suit, pack_of
from atout.euchre.hand import EuchreHand, Stage
from atout.game import playable, refuse_play
from atout.match import Match
from atout.seats import left_of, round_from
from atout.tricks import Board, Holding, Ordering, bower_ordering

SEATS: Final = 4
PACK: Final = pack_of(Rank.NINE)
PASS, CALL, ALONE, TOGETHER = 24, 25, 29, 30
"""Their actions; a suit is called by 25 to 28, in the order of `SUITS`."""
SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
EXPLORATION: Final = 4.0
"""UCT's constant on points: 3 to 5 is best for this game."""
_TRIES: Final = 1000
_GUESSES: Final = 50
SIMULATIONS: Final = 1000
"""Simulations a decision of the bot in the arena."""


def theirs(card: Card) -> int:
    """Their number of a card."""
    assert card.rank is not None
    assert card.suit is not None
    return 4 * (card.rank - Rank.NINE) + SUITS.index(card.suit)


def ours(number: int) -> Card:
    """Our card of their number."""
    return Card.of(SUITS[number % 4], Rank(Rank.NINE + number // 4))


class Seen(Struct, frozen=True):
    """What a seat knows of a deal of euchre for four: seats from 1, tokens as everywhere, `-?` for a hidden discard.

    `hand` is what it was dealt (the turned card apart), `said` what everybody did, in order.
    """

    seat: int
    dealer: int
    hand: Cards
    turned: Card
    said: tuple[tuple[int, str], ...] = ()

    def after(self, seat: int, token: str) -> Seen:
        """What it knows once a seat has done something."""
        hidden = token.startswith("-") and seat != self.seat
        return Seen(self.seat, self.dealer, self.hand, self.turned, (*self.said, (seat, "-?" if hidden else token)))

    @property
    def trump(self) -> Suit | None:
        """Trump, once it is made."""
        for _, token in self.said:
            if token.startswith("order"):
                return self.turned.suit
            if token.partition("-")[0] in map(str, SUITS):
                return Suit.from_token(token[0])
        return None

    @property
    def played(self) -> tuple[tuple[int, Card], ...]:
        """The cards played, in order."""
        return tuple((seat, Card.from_token(token)) for seat, token in self.said if _is_card(token))


def _is_card(token: str) -> bool:
    return len(token) == 2 and token[0] in "9TJQKA"


# --- a state of theirs from what a seat knows -------------------------------------------------------------------------


def state_of(seen: Seen, chance: random.Random) -> Any:
    """Their state as a seat may imagine it; hidden hands are a guess that agrees with everything seen."""
    state = pyspiel.load_game("euchre").new_initial_state()
    state.apply_action(seen.dealer - 1)
    hands = {seat: list(map(theirs, cards)) for seat, cards in dealt(seen, chance).items()}
    for number in range(5 * SEATS):
        state.apply_action(hands[(seen.dealer - 1 + number) % SEATS + 1].pop())
    state.apply_action(theirs(seen.turned))
    alone: int | None = None
    for _, token in seen.said:
        for action in _their_actions(seen, state, token):
            state.apply_action(action)
        if token.endswith("-alone"):
            alone = ALONE
        elif token.startswith("order") or token in map(str, SUITS):
            alone = TOGETHER
        if alone is not None and alone in state.legal_actions():
            state.apply_action(alone)
            alone = None
    return state


def _their_actions(seen: Seen, state: Any, token: str) -> Iterator[int]:
    if token == "pass":
        yield PASS
    elif token.startswith("order"):
        assert seen.turned.suit is not None
        yield CALL + SUITS.index(seen.turned.suit)
    elif token.startswith("-"):
        yield theirs(Card.from_token(token[1:])) if token != "-?" else _guessed_discard(seen, state)
    elif _is_card(token):
        yield theirs(Card.from_token(token))
    else:
        yield CALL + SUITS.index(Suit.from_token(token[0]))


def _guessed_discard(seen: Seen, state: Any) -> int:
    """A card of the imagined dealer that he never plays: the lowest that agrees with what he shows later."""
    kept = {theirs(card) for seat, card in seen.played if seat == seen.dealer}
    barred = _voids(seen).get(seen.dealer, frozenset())
    assert seen.trump is not None
    ordering = bower_ordering(PACK, seen.trump)
    free = [action for action in state.legal_actions() if action not in kept]
    # what he is shown to be without must have been laid away
    return int(min(free, key=lambda action: (ordering.suit(ours(action)) not in barred, action)))


def dealt(seen: Seen, chance: random.Random) -> dict[int, Cards]:
    """Five cards a seat as they may have been dealt, the turned card apart, by seat."""
    played: dict[int, set[Card]] = {seat: set() for seat in range(1, SEATS + 1)}
    for seat, card in seen.played:
        played[seat].add(card)
    played[seen.dealer].discard(seen.turned)
    others = [seat for seat in played if seat != seen.seat]
    hidden = [card for card in PACK - seen.hand if card != seen.turned and not any(card in p for p in played.values())]
    barred = _voids(seen)
    ordering = bower_ordering(PACK, seen.trump) if seen.trump is not None else None
    for _ in range(_TRIES):
        chance.shuffle(hidden)
        left, hands = list(hidden), {seen.seat: seen.hand}
        for seat in sorted(others, key=lambda seat: -len(barred.get(seat, ()))):
            spare = 1 if seat == seen.dealer else 0  # his discard may be of any suit
            hands[seat] = _filled(played[seat], left, barred.get(seat, frozenset()), ordering, spare)
        if all(len(hand) == 5 for hand in hands.values()):
            return hands
    raise ValueError("no deal agrees with what was seen")


def _filled(sure: set[Card], left: list[Card], barred: frozenset[Suit], ordering: Ordering | None, spare: int) -> Cards:
    """A hand of five: the cards it has shown and others it may hold, which are taken from those left."""
    hand = list(Cards.of(sure))
    for card in list(left):
        if len(hand) == 5:
            break
        fits = ordering is None or ordering.suit(card) not in barred
        if fits or spare:
            spare -= not fits
            hand.append(card)
            left.remove(card)
    return Cards.of(hand)


def _voids(seen: Seen) -> dict[int, frozenset[Suit]]:
    """The suits each seat has shown to be without."""
    if seen.trump is None:
        return {}
    ordering = bower_ordering(PACK, seen.trump)
    found: dict[int, set[Suit]] = {}
    led: Suit | None = None
    trick: list[tuple[int, Card]] = []
    size = SEATS - any(token.endswith("-alone") for _, token in seen.said)
    for seat, card in seen.played:
        led = ordering.suit(trick[0][1]) if trick else ordering.suit(card)
        if ordering.suit(card) is not led:
            found.setdefault(seat, set()).add(led)
        trick = [*trick, (seat, card)] if len(trick) < size - 1 else []
    return {seat: frozenset(suits) for seat, suits in found.items()}


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
        if action == PASS:
            return "pass"
        if action < PASS:
            discards = seen.said and seen.said[-1][1].startswith("order") and seen.seat == seen.dealer
            return f"-{ours(action)}" if discards else str(ours(action))
        suit = SUITS[action - CALL]
        return self._alone(seen, state, action, "order" if suit is seen.turned.suit else str(suit))

    def _step(self, seen: Seen) -> tuple[Any, int]:
        """A state for the seat, and the bot's action there. One decision in some thousands fails in their resampler,
        by the guess it is given: then it is given another."""
        for _ in range(_GUESSES):
            state = state_of(seen, self._chance)
            assert state.current_player() == seen.seat - 1, "it is another seat's turn"
            with suppress(pyspiel.SpielError):
                return state, self._bot.step(state)
        raise ValueError("their resampler fails whatever it is given")

    def _alone(self, seen: Seen, state: Any, action: int, token: str) -> str:
        """The call, with the answer to their next question: alone or together."""
        state.apply_action(action)
        while not {ALONE, TOGETHER} & set(state.legal_actions()):
            state.apply_action(self._chance.choice(state.legal_actions()))  # a discard, imagined
        return f"{token}-alone" if self._bot.step(state) == ALONE else token


class _Seated(Struct, frozen=True):
    """The bot as a player of the arena, at tables of `euchre stick=yes discard_turned=no`."""

    bot: Ismcts
    answers: Player_

    def act(self, view: Match, seat: int) -> Action:
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        token = self.bot.act(seen_from(view, seat))
        return next(action for action in legal if str(action) == token)

    def answers_claim(self, view: Match, seat: int) -> bool:
        return self.answers.answers_claim(view, seat)


def ismcts(seed: int) -> Player_:
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

Player = Callable[[Seen, Any], str]


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
        if seat in seats and not token.startswith(("pass", "-")) and not _is_card(token):
            tally.calls += 1
            tally.alone += token.endswith("-alone")
        if _is_card(token):
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
    if action == PASS:
        return "pass"
    if action < PASS:
        discards = seen.said and seen.said[-1][1].startswith("order") and seen.seat == seen.dealer
        return f"-{ours(action)}" if discards else str(ours(action))
    suit = SUITS[action - CALL]
    alone = "-alone" if chance.random() < 0.1 else ""
    return ("order" if suit is seen.turned.suit else str(suit)) + alone


def _apply(seen: Seen, state: Any, token: str) -> None:
    (action,) = _their_actions(seen, state, token)
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
