"""What could make the extension leave its buffers is refused at its door, whatever Python code hands it."""

from array import array
from collections.abc import Callable
from random import Random

import pytest
from tests.kernel.test_core_alone import hidden_cards
from tests.kernel.test_solve_twin import full_deal

from atout.kernel import BACKENDS, Batch, Cancel, Game, words
from atout.kernel.jobs import SolveJob
from atout.kernel.jobs import words as room
from atout.kernel.surprisals import costs
from atout.kernel.twin.core import TOP_LANE, Ground, State
from atout.kernel.twin.script import Policy
from atout.kernel.twin.solve import Stakes

native = pytest.importorskip("atout.kernel._native", reason="the extension was not built")

SEATS = 6
TURN, WINNER, COUNT = 88, 89, 90
"""Where the bytes of ``position_t`` lie: after eleven words."""
SIDES, SIDE, NIL, NILS, ROW = 0, 1, 1 + SEATS, 1 + 2 * SEATS, 2 + 2 * SEATS
"""Where those of ``stakes_t`` lie."""


def problem() -> dict[str, bytearray | int]:
    """The arguments of a sound search."""
    ground, state, stakes = full_deal(1, 4)
    head, worth = words.stakes(stakes)
    return {
        "table": bytearray(words.table(ground)),
        "position": bytearray(words.position(state)),
        "stakes": bytearray(head),
        "worth": bytearray(bytes(worth)),
        "broken": 0,
        "bytes": 1 << 20,
        "cancel": bytearray(1),
    }


def solved(given: dict[str, bytearray | int]) -> object:
    """What the extension's door says to it."""
    searched = (given[name] for name in ("table", "position", "stakes", "worth", "broken", "bytes"))
    return native.solve(False, *searched, 0, 0.0, given["cancel"])


def byte(buffer: str, place: int, value: int) -> Callable[[dict[str, bytearray | int]], None]:
    """One byte of a buffer set."""

    def spoil(given: dict[str, bytearray | int]) -> None:
        spoilt = given[buffer]
        assert isinstance(spoilt, bytearray)
        spoilt[place] = value

    return spoil


def longer(buffer: str) -> Callable[[dict[str, bytearray | int]], None]:
    """A buffer with one byte too many."""

    def spoil(given: dict[str, bytearray | int]) -> None:
        spoilt = given[buffer]
        assert isinstance(spoilt, bytearray)
        spoilt.append(0)

    return spoil


def number(name: str, value: int) -> Callable[[dict[str, bytearray | int]], None]:
    """A number set."""
    return lambda given: given.update({name: value})


SPOILT = {
    "a table too long": longer("table"),
    "a position too long": longer("position"),
    "stakes too long": longer("stakes"),
    "a worth too long": longer("worth"),
    "a flag too long": longer("cancel"),
    "one seat": byte("table", 8, 1),
    "seven seats": byte("table", 8, 7),
    "a turn of no seat": byte("position", TURN, 4),
    "a winner of no seat": byte("position", WINNER, 4),
    "a trick with too many cards": byte("position", COUNT, 4),
    "one side": byte("stakes", SIDES, 1),
    "more sides than seats": byte("stakes", SIDES, 5),
    "a seat of no side": byte("stakes", SIDE, 2),
    "a nil that is not counted": byte("stakes", NIL, 1),
    "too many nils": byte("stakes", NILS, 7),
    "too many tricks": byte("stakes", ROW, 19),
    "fewer tricks than the worth has": byte("stakes", ROW, 4),
    "a nil broken that is not counted": number("broken", 1),
    "memory below nothing": number("bytes", -1),
}


def test_sound() -> None:
    """As it is, the problem is solved."""
    assert solved(problem())


@pytest.mark.parametrize("fault", SPOILT)
def test_spoilt_problems_are_refused(fault: str) -> None:
    """Each by itself."""
    given = problem()
    SPOILT[fault](given)
    with pytest.raises(ValueError, match="malformed problem"):
        solved(given)


# --- positions that cannot be, or are too large -----------------------------------------------------------------------


def a_card_twice(state: State) -> None:
    state.hand[1] = state.hand[0]


def a_card_too_many(state: State) -> None:
    state.hand[2] |= 1 << 14


def a_card_on_the_table_alone(state: State) -> None:
    state.laid = 1 << 14


def a_lane_half_shut(state: State) -> None:
    state.shut = 0xFF << 48


def no_card_left(state: State) -> None:
    state.hand[:] = [0] * 4


def sixteen_of_a_lane(state: State) -> None:
    state.hand[:] = [0xFFFF << 16 * seat for seat in range(4)]


def eighteen_cards(state: State) -> None:
    state.hand[:2] = [0x003F_003F_003F, 0x003F_003F_003F << 6]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (a_card_twice, "contradictory"), (a_card_too_many, "contradictory"), (a_lane_half_shut, "contradictory"),
        (a_card_on_the_table_alone, "contradictory"), (no_card_left, "contradictory"),
        (sixteen_of_a_lane, "too-large"), (eighteen_cards, "too-large"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)  # fmt: skip
def test_impossible_positions_are_refused(spoil: Callable[[State], None], code: str) -> None:
    """Before any work, with the reason."""
    ground, state, stakes = full_deal(1, 4)
    if spoil is eighteen_cards:
        ground = Ground(ground.trump, 2, ground.opening)
        state, stakes = State(state.hand[:2], 0), Stakes((0, 1), (0, 0), stakes.worth)
    spoil(state)
    row = (tuple(range(min(17, state.hand[0].bit_count()) + 1)),)
    job = SolveJob(ground, state, Stakes(stakes.side, stakes.nil, (row, row)), 0, 1 << 22, 0, 0.0)
    assert BACKENDS[0].solve(job, Cancel()) == (code, 0, {})


def test_a_worth_of_other_tricks_is_refused() -> None:
    """As many numbers as there can be tricks, and one more."""
    ground, state, stakes = full_deal(1, 4)
    for tricks in (3, 5):
        row = (tuple(range(tricks + 1)),)
        job = SolveJob(ground, state, Stakes(stakes.side, stakes.nil, (row, row)), 0, 1 << 22, 0, 0.0)
        assert BACKENDS[0].solve(job, Cancel())[0] == "contradictory"


def test_too_many_standings_are_refused() -> None:
    """Six sides for whom everybody's nils matter in every way: more standings than a key can tell apart."""
    chance = Random(1)
    deck = [1 << (16 * lane + rank) for lane in range(4) for rank in range(12)]
    chance.shuffle(deck)
    state = State([sum(deck[8 * seat : 8 * seat + 8]) for seat in range(6)], 0)
    worth = tuple(tuple(tuple(chance.randint(-9, 9) for _ in range(9)) for _ in range(64)) for _ in range(6))
    stakes = Stakes(tuple(range(6)), tuple(1 << seat for seat in range(6)), worth)
    job = SolveJob(Ground(TOP_LANE, 6, 1), state, stakes, 0, 1 << 24, 0, 0.0)
    assert BACKENDS[0].solve(job, Cancel())[0] == "too-many-standings"


# --- the other jobs ---------------------------------------------------------------------------------------------------

SEATS_OF_GAME = 9908
"""Where the bytes of ``game_t`` begin that tell its seats, sides and tricks."""
PLACES_OF_PLAN, PLACES_OF_WALK = 248, 357
GAME = words.game(Game("atout-pique"))
FLAG = Cancel().flag


def deals_with(place: int, value: int, seats: int = 4, sides: int = 2) -> None:
    """Two deals of a game with one byte spoilt."""
    spoilt = bytearray(GAME)
    spoilt[SEATS_OF_GAME + place] = value
    native.deals(False, bytes(spoilt), 2, 1, 0, bytearray(8 * sides), bytearray(2 * seats), FLAG)


def test_where_the_game_says_what() -> None:
    """The bytes spoilt below are those meant; as they are the deals are played."""
    assert GAME[SEATS_OF_GAME : SEATS_OF_GAME + 3] == bytes((4, 2, 13))
    deals_with(0, 4)


@pytest.mark.parametrize(
    ("place", "value", "seats", "sides"),
    [
        (0, 1, 1, 2),
        (0, 7, 7, 2),
        (1, 5, 4, 5),
        (2, 27, 4, 2),
        (2, 14, 4, 2),
        (3, 1, 4, 2),
        (5, 2, 4, 2),
        (21, 14, 4, 2),
        (98, 5, 4, 2),
    ],
    ids=[
        "one seat",
        "seven seats",
        "more sides than seats",
        "too many tricks",
        "more cards than the pack",
        "a card turned up of none",
        "a side that is none",
        "more gifts than cards",
        "a suit that is none",
    ],
)
def test_spoilt_games_are_refused(place: int, value: int, seats: int, sides: int) -> None:
    """With buffers that would fit."""
    with pytest.raises(ValueError, match="malformed game"):
        deals_with(place, value, seats, sides)


def test_spoilt_plans_are_refused() -> None:
    """A plan, and a walk, of more places than there can be."""
    counted, walk = hidden_cards()
    for packed, place in ((words.plan(counted), PLACES_OF_PLAN), ((words.walk(walk), b"", b""), PLACES_OF_WALK)):
        assert packed[0][place] == 4
        spoilt = packed[0][:place] + bytes((13,)) + packed[0][place + 1 :]
        with pytest.raises(ValueError, match="malformed plan"):
            native.worlds(False, place == PLACES_OF_PLAN, spoilt, *packed[1:], 1, 1, 0, room(13), FLAG)


def test_a_buffer_that_is_not_aligned_is_refused() -> None:
    """Words must lie where the processor wants them."""
    points = memoryview(bytearray(17))
    with pytest.raises(ValueError, match="not aligned"):
        native.deals(False, GAME, 2, 1, 0, points[1:], bytearray(8), FLAG)


@pytest.mark.parametrize(
    ("seats", "turn", "hands", "worlds", "repeats"),
    [
        (1, 0, None, 1, 1), (7, 0, None, 1, 1), (4, 4, None, 1, 1), (4, 0, None, -1, 1), (4, 0, None, 1, 0),
        (4, 0, 6, 2, 1),
    ],
)  # fmt: skip
def test_spoilt_playouts_are_refused(seats: int, turn: int, hands: int | None, worlds: int, repeats: int) -> None:
    """Seats and turns that are none, negative numbers, rows of hands too short."""
    ground, state, _ = full_deal(1, 4)
    table, position = bytearray(words.table(ground)), bytearray(words.position(state))
    table[8], position[TURN] = seats, turn
    policy = words.policy(Policy(0, [0] * 4, [0] * 4, [0] * 4))
    rows = None if hands is None else room(hands)
    won = bytearray(max(0, worlds * repeats) * seats)
    given = (bytes(table), policy, bytes(position), rows, None, room(1), worlds, repeats, 1, 0, won, FLAG)
    with pytest.raises(ValueError, match="malformed playouts"):
        native.playouts(False, *given)


def test_a_step_that_is_not_legal_is_refused() -> None:
    """Not done halfway either: nothing of the batch changes."""
    batch = Batch("atout-pique", 3)
    batch.sample()
    batch.actions[2] = 63
    before = bytes(batch.legal)
    with pytest.raises(ValueError, match="action 63 is not legal in deal 2"):
        batch.step()
    assert bytes(batch.legal) == before


@pytest.mark.parametrize(
    ("seats", "place", "value", "worlds", "play"),
    [
        (1, TURN, 0, 1, 1), (7, TURN, 0, 1, 1), (4, TURN, 4, 1, 1), (4, WINNER, 4, 1, 1), (4, TURN, 0, -1, 1),
        (4, TURN, 0, 2, 1), (4, TURN, 0, 1, 0),
    ],
    ids=[
        "one seat", "seven seats", "a turn of no seat", "a winner of no seat", "fewer than no worlds",
        "worlds too narrow", "no card",
    ],
)  # fmt: skip
def test_spoilt_surprisals_are_refused(seats: int, place: int, value: int, worlds: int, play: int) -> None:
    """What is replayed could leave its buffers."""
    start = bytearray(words.position(State([1, 2, 4, 8], 0)))
    start[place] = value
    ground, policy = words.table(Ground(0, seats, 0)), words.policy(Policy(0, [0] * 4, [0] * 4, [0] * 4))
    rows, plays, found = bytearray(8 * 4), array("Q", (play,)), bytearray(4 * 4)
    with pytest.raises(ValueError, match="malformed surprisals"):
        native.surprisals(False, ground, policy, start, rows, plays, worlds, 15, costs(0.5), found, FLAG)
