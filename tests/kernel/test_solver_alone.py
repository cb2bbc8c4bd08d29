"""The exact solver in C without Python: run under the address and undefined-behaviour sanitizers, and with planted
faults. What it prints must be what the twin finds, and a fault must show."""

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from struct import pack
from typing import Final

import pytest
from tests.kernel.hands import MOST, any_stakes, plain_stakes, random_position
from tests.kernel.test_core_alone import COMPILER, SANITIZED, Fault, built
from tests.kernel.test_solve_twin import full_deal, values

from atout.kernel import words
from atout.kernel.twin.core import TOP_LANE, Ground, State
from atout.kernel.twin.jobs import Twin
from atout.kernel.twin.solve import Stakes, Valued

PARTS = ("solver.c", "solve_portable.c", "solve_pdep.c")
Problem = tuple[Ground, State, Stakes, int]

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler here")


def trumps_shut(seed: int) -> Problem:
    """Two sides, trumps shut, and so many of them that some hands hold little else."""
    chance = Random(seed)
    seats = chance.choice((2, 3, 4))
    cards = MOST[seats]
    deck = [1 << 48 + rank for rank in range(chance.randint(6, 13))]
    deck += (1 << 16 * lane + rank for lane in range(3) for rank in range(4))
    chance.shuffle(deck)
    state = State([sum(deck[cards * seat : cards * (seat + 1)]) for seat in range(seats)], seed % seats, TOP_LANE)
    tricks = (tuple(range(cards + 1)),)
    side = tuple(seat % 2 for seat in range(seats))
    return Ground(TOP_LANE, seats, 0), state, Stakes(side, (0,) * seats, (tricks, tricks)), 0


@cache
def problems() -> list[Problem]:
    """Positions of every kind with hands as full as the twin solves in time, and some more of two sides with trumps
    shut; the same each time."""
    found = []
    for seed in range(700):
        chance = Random(seed)
        ground, state = random_position(chance)
        if state.hand[state.turn].bit_count() < MOST[ground.seats]:
            continue
        stakes = (plain_stakes if seed % 2 else any_stakes)(ground, state, chance)
        found.append((ground, state, stakes, chance.randrange(len(stakes.worth[0]))))
    found += (trumps_shut(seed) for seed in range(200))
    return found


def whole_deals() -> Iterator[Problem]:
    """Deals too large for the twin, whose values the solver must at least keep: of pairs, and each for himself."""
    for seed in range(40):
        ground, state, stakes = full_deal(seed, 8 + seed % 2)
        yield ground, State(state.hand, 0, TOP_LANE if seed % 4 else 0), stakes, 0
    for seed in range(10):
        ground, state, stakes = full_deal(seed, 7)
        alone = Stakes((0, 1, 2), (0,) * 3, stakes.worth[:1] * 3)
        yield Ground(TOP_LANE, 3, 1), State(state.hand[:3], 0, TOP_LANE), alone, 0


def packed(problem: Problem, memory: int) -> bytes:
    """A problem as the driver reads it."""
    ground, state, stakes, broken = problem
    head, worth = words.stakes(stakes)
    return pack("@2Q", broken, memory) + words.table(ground) + words.position(state) + bytes(head) + bytes(worth)


def line_of(found: dict[int, Valued]) -> str:
    """What the driver prints for some values."""
    told = []
    for card in sorted(found):
        least, most, tricks, solved = found[card]
        told.append(f" {card}:{int.from_bytes(bytes(tricks), 'little')}:{least}:{most}:{solved:d}")
    return "0" + "".join(told)


@cache
def expected() -> list[str]:
    """The lines due for all problems."""
    return [line_of(values(Twin(), *problem)) for problem in problems()]


def said(program: str, folder: Path, given: bytes, seconds: float = 300) -> list[str]:
    """What the driver prints of some problems, each path in turn; raises if it stops with an error or does not end."""
    (folder / "problems").write_bytes(given)
    run = [program, str(folder / "problems")]
    return subprocess.run(run, check=True, capture_output=True, text=True, timeout=seconds).stdout.splitlines()


def test_sanitized(tmp_path: Path) -> None:
    """No address or undefined behaviour is at fault and the values are the twin's, with much memory and with little."""
    program = built(tmp_path, PARTS, *SANITIZED)
    whole = (*full_deal(2, 7), 0)
    given = b"".join(packed(problem, 1 << 20) for problem in problems())
    given += b"".join(packed(whole, memory) for memory in (1 << 22, 22_000, 100))
    lines = said(program, tmp_path, given)
    each = len(problems()) + 3
    for path in range(0, len(lines), each):
        *small, plenty, little, none = lines[path : path + each]
        assert small == expected()
        assert plenty == little
        assert none == "3"  # no memory: nothing was started


OPENED = "(card & after.owed))) s->shut = 0;"
FAULTS: dict[str, Fault] = {
    "leads equal across a hole": ("solve.h", "below = others & lane & (card - 1)", "below = others & 0"),
    "replies equal across a hole": ("solve_two.h", "beyond = others &", "beyond = 0 &"),
    "spades are never opened, two sides": ("solve_two.h", OPENED, "0)) s->shut = shut;"),
    "spades are never opened, more sides": (
        "solve_many.h",
        "(card & after.owed))) s->shut = 0;",
        "0)) s->shut = shut;",
    ),
    "who leads is no matter": ("solve.h", "(leader | (s->shut", "((s->shut"),
    "no rank ever mattered": ("solve.h", "~t->best ? t->best : 0", "~t->best ? 0 : 0"),
    "what was won before is no matter": ("solve.h", "*known = (uint16_t)(highest + 1)", "*known = 1"),
    "nobody ruffs": ("solve_sure.h", "c->ruffers |= 1u << i", "c->ruffers |= 0"),
    "a nil is not broken, two sides": ("solve_two.h", "s->broken |= s->nil[winner]", "s->broken |= 0"),
    "a nil is not broken, more sides": ("solve_many.h", "s->broken |= s->nil[winner]", "s->broken |= 0"),
    "trumps are drawn while they are shut": ("solve_sure.h", "(s->shut & trumps && hand & ~trumps)", "0"),
    "a partner cashes without an entry": ("solve_sure.h", "if (hand & lane & ~c->led) entry", "entry"),
    "a partner may be driven to trump": ("solve_sure.h", "c->room = lesser(c->room, left - count);", ""),
    "what falls is not wanted": ("solve_many.h", "if (!s->rising || rival.side < 0", "if (rival.side < 0"),
    "the last of equals": ("solve_many.h", "if (worth <= most) continue;", "if (worth < most) continue;"),
    "a cut is remembered as a value": ("solve_many.h", "!s->stopped && !(value & CUT)", "!s->stopped"),
    "other leaders' facts are found": ("solve_facts.h", "&& group->key[1] == place->key[1]", ""),
    "any fact fits": ("solve_facts.h", "if (!fits(fact, place->holders)) continue;", ""),
}


GIVEN = b"".join(packed(problem, 1 << 20) for problem in (*problems(), *whole_deals()))
GIVEN += b"".join(packed(problem, 60_000) for problem in [*whole_deals()][:42])  # few lists: keys meet on them


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the driver says without any fault: of the small positions, what the twin finds."""
    folder = tmp_path_factory.mktemp("right")
    lines = said(built(folder, PARTS, "-O0"), folder, GIVEN)
    assert lines[: len(problems())] == expected()
    return lines


EVERY: Final = 4
"""Of the faults one in so many is planted each time; all of them among the long proofs."""
_PLANTED = [pytest.param(name, marks=pytest.mark.long if at % EVERY else ()) for at, name in enumerate(FAULTS)]


@pytest.mark.parametrize("fault", _PLANTED)
def test_planted_faults_show(fault: str, tmp_path: Path, right: list[str]) -> None:
    """A fault planted in the solver changes some value."""
    program = built(tmp_path, PARTS, "-O0", fault=FAULTS[fault])
    assert said(program, tmp_path, GIVEN) != right, f"nothing shows that {fault}"
