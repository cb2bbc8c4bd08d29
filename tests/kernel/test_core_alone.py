"""The C core without Python: run under the address and undefined-behaviour sanitizers, and with planted faults.

The driver prints what it computed on every path; it must be what the twin computes, and a fault must show.
"""

import shutil
import subprocess
from array import array
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from tests.kernel.tables import played

from atout.kernel import BACKENDS, Batch, Game, Position, deals, playouts, words
from atout.kernel import jobs as jobs_of
from atout.kernel.plans import Plan, Walk, plan
from atout.kernel.twin.core import State
from atout.kernel.twin.script import SHARE_ALL, Policy
from atout.simulation import Opening

SOURCES = Path(__file__).resolve().parents[2] / "src" / "atout" / "kernel"
PARTS = ("driver.c", "path_portable.c", "path_pdep.c")
COMPILER = shutil.which("gcc") or shutil.which("clang")
ITEMS = 40
TWIN = next(backend for backend in BACKENDS if backend.name == "twin")
SPECS = (
    "atout-pique no-hell=yes suicide=yes", "piques-a-trois", "euchre-a-trois discard_turned=no", "pique",
    "euchre defend_alone=yes farmers_hand=yes", "buck-euchre players=4", "spades blind_behind=0 nil_pass=2",
)  # fmt: skip

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler here")


SANITIZED = (
    *("-Wall", "-Wextra", "-Werror", "-g", "-O1"),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
)  # fmt: skip
Fault = tuple[str, str, str]
"""A file, a text in it, what stands there instead."""


def built(folder: Path, parts: tuple[str, ...], *flags: str, fault: Fault | None = None) -> str:
    """A program, built from the sources and a driver that stands beside the tests; a ``fault`` is planted first."""
    for source in (*SOURCES.glob("*.[ch]"), Path(__file__).with_name(parts[0])):
        shutil.copy(source, folder)
    if fault:
        path = folder / fault[0]
        text = path.read_text(encoding="utf-8")
        assert fault[1] in text
        path.write_text(text.replace(fault[1], fault[2]), encoding="utf-8")
    program = str(folder / "program")
    command = [COMPILER or "", "-std=c11", *flags, *(str(folder / part) for part in parts), "-o", program]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return program


def hidden_cards() -> tuple[Plan, Walk]:
    """Cards barred from places, as a plan by counting and as a walk."""
    fixed, sizes = [1 << 60, 0, 1 << 61, 0], [3, 4, 2, 5]
    may = {1 << 3 * card: 0b1111 & ~(1 << card % 3) for card in range(14)}
    counted, walk = plan(fixed, sizes, may), plan(fixed, sizes, may, 0)
    assert isinstance(counted, Plan)
    assert isinstance(walk, Walk)
    return counted, walk


@cache
def position_of(spec: str) -> Position:
    """A position in the middle of a trick; where the opening is strict, one whose leader holds nothing but spades."""
    position = Position.of(played(spec, 5, 7).match)
    if position.ground.opening == Opening.ON_ANOTHER_SUIT and position.ground.trump and len(position.seats) == 3:
        spades = [sum(1 << 48 + card for card in cards) for cards in ((0, 3, 5, 7, 9, 11), (1, 4, 8), (2, 6, 10))]
        hands = [spades[0], spades[1] | 0x0001_0001_0001, spades[2] | 0x0002_0002_0002]
        position.state = State(hands, 0, position.labels.pack & position.ground.trump)
    return position


def given(folder: Path, spec: str) -> list[str]:
    """The packed structs a run works on, in files."""
    position = position_of(spec)
    policy = Policy(SHARE_ALL // 2, position.group, position.need, position.camp)
    playout = words.table(position.ground) + words.policy(policy) + words.position(position.state)
    counted, walk = hidden_cards()
    packed = (words.game(Game(spec)), playout, *words.plan(counted), words.walk(walk))
    names = [str(folder / f"given{number}") for number in range(len(packed))]
    for name, data in zip(names, packed, strict=True):
        Path(name).write_bytes(data)
    return names


@cache
def expected(spec: str, seed: int) -> list[str]:
    """What the twin computes of it: the lines the driver prints for a path."""
    dealt = deals(spec, ITEMS, seed=seed, backend=TWIN)
    batch = Batch(spec, ITEMS, backend=TWIN)
    batch.reset(seed)
    batch.finish()
    batch.score()
    position = position_of(spec)
    played_out = playouts(position, repeats=ITEMS, share=0.5, seed=seed, backend=TWIN)
    lines: list[tuple[str, object]] = [
        ("points", dealt.points), ("won", dealt.won), ("points", batch.points), ("bags", batch.bags),
        ("playouts", played_out.won),
    ]  # fmt: skip
    for way in hidden_cards():
        rows = jobs_of.words(ITEMS * len(way.fixed))
        assert TWIN.worlds(way, seed, 0, rows, jobs_of.Cancel())
        lines.append(("worlds", rows))
    return [" ".join((name, *map(str, flat(numbers)))) for name, numbers in lines]


def flat(numbers: object) -> list[int]:
    """The numbers of an array of any shape."""
    view = memoryview(numbers)  # type: ignore[arg-type]
    numbers = array(view.format)
    numbers.frombytes(bytes(view))
    return numbers.tolist()


def said(program: str, spec: str, seed: int, files: list[str]) -> list[str]:
    """What the driver prints; raises if it stops with an error, as the sanitizers make it do."""
    run = [program, str(seed), *files]
    return subprocess.run(run, check=True, capture_output=True, text=True, timeout=300).stdout.splitlines()


def test_sanitized(tmp_path: Path) -> None:
    """No address or undefined behaviour is at fault, and the results are the twin's, on each path."""
    warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
    program = built(
        tmp_path, PARTS, *warnings, "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"
    )
    for spec in SPECS:
        lines = said(program, spec, 3, given(tmp_path, spec))
        once = expected(spec, 3)
        assert lines in (once, once + once)


FAULTS = {
    "spades are never opened": ("core.h", "return opens ? 0 : shut", "return shut"),
    "spades are never opened in a random playout": ("script.h", "shut = opening & shut ? 0 : shut", "(void)opening"),
    "a forced lead opens too": ("core.h", "t->opening == OPENS_WHENEVER_PLAYED ||", "1 ||"),
    "any card wins": ("core.h", "(card & p->live) > p->best", "card > p->best"),
    "trump does not win": ("script.h", "live = lane | t->trump, best = card", "live = lane, best = card"),
    "the next seat leads": ("core.h", "p->turn = p->winner", "p->turn = (uint8_t)seat_after(t, seat)"),
    "the forbidden total is allowed": ("game.h", "sum != g->forbidden", "1"),
    "the turned card may be discarded": ("deal.h", "d->play.hand[d->dealer] & ~taken", "d->play.hand[d->dealer]"),
    "a lone maker's partner plays": ("auction.h", "if (alone || bids_moon(g, d)) rest_partners(g, d, d->maker);", ""),
    "whoever drops pays all the same": ("game.h", "side != mine && in_play >> side & 1", "side != mine"),
    "a bid may be passed by the same": ("auction.h", "d->contract + 1u : g->least_bid", "d->contract : g->least_bid"),
    "a blind nil is worth no more": ("game.h", "g->nil[blind >> i & 1]", "g->nil[0]"),
    "gifts are kept": ("deal.h", "d->play.hand[taker] |= d->CHOSEN", "d->play.hand[giver] |= d->CHOSEN"),
    "hands are not quite random": ("chance.h", "rng_below(rng, all - i)", "rng_below(rng, all - k)"),
    "barred places take what comes": ("worlds.h", "while (option->until <= chosen)", "while (0)"),
    "a walk forgets where cards may lie": ("worlds.h", "fits &= chain->may[ring[i]] >> to[i] & 1", "fits &= 1"),
}


EVERY: Final = 2
"""Of the faults one in so many is planted each time; all of them among the long proofs."""
_PLANTED = [pytest.param(name, marks=pytest.mark.long if at % EVERY else ()) for at, name in enumerate(FAULTS)]


@pytest.mark.parametrize("fault", _PLANTED)
def test_planted_faults_show(fault: str, tmp_path: Path) -> None:
    """A fault planted in the core changes some result."""
    program = built(tmp_path, PARTS, "-O0", fault=FAULTS[fault])
    for spec in SPECS:
        lines = said(program, spec, 3, given(tmp_path, spec))
        if not set(lines) <= set(expected(spec, 3)):
            return
    pytest.fail(f"nothing shows that {fault}")
