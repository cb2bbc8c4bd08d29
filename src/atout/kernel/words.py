"""The structs of the C core, packed from Python values. ``check`` compares their sizes with the compiler's."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import Final

from atout.kernel.game import NO_TRUMP, TRUMPS, Game
from atout.kernel.plans import Plan, Walk
from atout.kernel.twin.core import Ground, State
from atout.kernel.twin.script import Policy
from atout.kernel.twin.solve import Stakes
from atout.simulation import Calls, Promises, Worth

_SEATS: Final = 6
_TRICKS: Final = 27
_PROMISED: Final = 53
_PLACES: Final = 12
_CLASSES: Final = 16
_CARDS: Final = 64
NO_TOTAL: Final = 255
NOBODY: Final = 255

_TABLE: Final = Struct("@Q2B0Q")
_POLICY: Final = Struct(f"@H{3 * _SEATS}B")
_POSITION: Final = Struct(f"@{_SEATS + 5}Q{3 + _SEATS}B0Q")
_STAKES: Final = Struct(f"@{2 * _SEATS + 3}B")
REFUSALS: Final = ("", "", "too-large", "no-memory", "contradictory", "too-many-standings")
"""Why the solver took no position, by the number it answers (``solve.h``); the first two are not refusals."""
_UNDERTAKINGS: Final = 10
_PROMISES_WORDS: Final = 2 * _TRICKS * (_PROMISED + 4) + _SEATS + 1
_CALLS_WORDS: Final = _TRICKS * (2 * _UNDERTAKINGS + 1)
_PROMISE_FLAGS: Final = 11
_CALL_FLAGS: Final = 13
_GAME: Final = Struct(
    f"@{5 * _CARDS + 5}Q{_PROMISES_WORDS + _CALLS_WORDS + 2}h5B{_SEATS + _PROMISE_FLAGS + _CALL_FLAGS + _CARDS}B0Q"
)
_PLAN: Final = Struct(f"@{_PLACES + _CLASSES}Q{2 * _PLACES}B4BI0Q")
_NODE: Final = Struct("@Q2I")
_OPTION: Final = Struct(f"@QI{_CLASSES}B0Q")
_WALK: Final = Struct(f"@{_PLACES}Q{2 * _CARDS}B{_CARDS}HI3B0Q")
DEAL_SIZE: Final = 144
"""Bytes of a deal of a batch (``deal_t``)."""


def check(sizes: dict[str, int]) -> None:
    """Raises ``ImportError`` if the compiler laid the structs out otherwise than they are packed here."""
    ours = {
        "table": _TABLE.size, "policy": _POLICY.size, "position": _POSITION.size, "game": _GAME.size,
        "deal": DEAL_SIZE, "plan": _PLAN.size, "node": _NODE.size, "option": _OPTION.size, "chain": _WALK.size,
    }  # fmt: skip
    if sizes != ours:
        raise ImportError(f"the kernel's extension was built for other structs: {sizes}, not {ours}")


def _padded(values: Iterable[int], length: int) -> Sequence[int]:
    given = list(values)
    return given + [0] * (length - len(given))


def table(ground: Ground) -> bytes:
    """``table_t``."""
    return _TABLE.pack(ground.trump, ground.seats, ground.opening)


def policy(of: Policy) -> bytes:
    """``policy_t``."""
    return _POLICY.pack(of.share, *(value for row in (of.group, of.need, of.camp) for value in _padded(row, _SEATS)))


def position(state: State) -> bytes:
    """``position_t``."""
    return _POSITION.pack(
        *_padded(state.hand, _SEATS), state.owed, state.live, state.best, state.shut, state.laid,
        state.turn, state.winner, state.count, *_padded(state.won, _SEATS),
    )  # fmt: skip


def _worths(table: Iterable[Sequence[Worth]], rows: int) -> Iterable[int]:
    given = list(table)
    for row in given + [()] * (rows - len(given)):
        yield from _padded(chain.from_iterable((worth.points, worth.bags) for worth in row), 2 * _TRICKS)


@lru_cache(maxsize=32)
def game(of: Game) -> bytes:
    """``game_t``."""
    to, suit = [0] * (len(TRUMPS) * _CARDS), [0] * _CARDS
    for index, trump in enumerate(TRUMPS):
        for bit, card in of.relabelled.get(trump, {}).items():
            to[index * _CARDS + bit.bit_length() - 1] = card
    for bit, turned in of.suits.items():
        suit[bit.bit_length() - 1] = turned
    promises = of.auction if isinstance(of.auction, Promises) else None
    calls = of.auction if isinstance(of.auction, Calls) else None
    return _GAME.pack(
        *to, of.pack, of.start.trump, of.shut, of.leads, of.low,
        *(_promised(promises) if promises else (0,) * _PROMISES_WORDS),
        *(_made(calls) if calls else (0,) * _CALLS_WORDS),
        *((promises.bag.size, promises.bag.penalty) if promises and promises.bag else (0, 0)),
        of.seats, of.sides, of.each, calls is not None, of.opening, *_padded(of.side_of, _SEATS),
        *(_promise_flags(promises) if promises else (0,) * _PROMISE_FLAGS),
        *(_call_flags(calls) if calls else (0,) * _CALL_FLAGS), *suit,
    )  # fmt: skip


def _promised(auction: Promises) -> Iterable[int]:
    """The tables of promises: what each is worth."""
    nils = (auction.nil, auction.helping, auction.blind_nil, auction.blind_helping)
    return (*_worths(auction.contract, _PROMISED), *_worths(nils, len(nils)), *_padded(auction.joint, _SEATS + 1))


def _made(auction: Calls) -> Iterable[int]:
    """The tables of calls: what each undertaking is worth."""
    rows = (*auction.made, *((),) * (_UNDERTAKINGS - len(auction.made)))
    made = chain.from_iterable(_padded(chain.from_iterable(row), 2 * _TRICKS) for row in rows)
    return (*made, *_padded(auction.own, _TRICKS))


def _promise_flags(auction: Promises) -> Sequence[int]:
    bag = auction.bag
    return (
        auction.most, auction.least, NO_TOTAL if auction.forbidden is None else auction.forbidden, auction.pair_least,
        auction.told, auction.each, bool(auction.helping), bool(auction.joint), bag is not None and bag.carry,
        sum(1 << seat for seat in auction.blind), auction.gift,
    )  # fmt: skip


def _call_flags(auction: Calls) -> Sequence[int]:
    return (
        auction.stick, auction.discard_turned, auction.lead, auction.lone_lead, auction.least_bid, auction.moon,
        auction.alone, auction.partner_alone, auction.defend_alone, auction.dropping, auction.exchanged,
        0xF | auction.no_trump << NO_TRUMP, NOBODY if auction.fixed is None else TRUMPS.index(auction.fixed),
    )  # fmt: skip


def plan(of: Plan) -> tuple[bytes, bytes, bytes]:
    """``plan_t``, its ``node_t`` and its ``option_t``."""
    head = _PLAN.pack(
        *_padded(of.fixed, _PLACES), *_padded(of.classes, _CLASSES), *_padded(of.order, _PLACES),
        *_padded(of.sizes, _PLACES), len(of.fixed), of.barred, len(of.order) - of.barred, len(of.classes), of.root,
    )  # fmt: skip
    nodes, options = bytearray(), bytearray()
    for choices in of.nodes:
        nodes += _NODE.pack(choices[-1].until if choices else 0, len(options) // _OPTION.size, len(choices))
        for choice in choices:
            options += _OPTION.pack(choice.until, choice.node, *_padded(choice.counts, _CLASSES))
    return head, bytes(nodes), bytes(options)


def walk(of: Walk) -> bytes:
    """``chain_t``."""
    return _WALK.pack(
        *_padded(of.fixed, _PLACES), *_padded(of.cards, _CARDS), *_padded(of.place, _CARDS), *_padded(of.may, _CARDS),
        of.steps, len(of.cards), len(of.fixed), of.ring,
    )  # fmt: skip


def stakes(of: Stakes) -> tuple[bytes, array[int]]:
    """The head of ``stakes_t``, and its worth."""
    nils, row = max(of.nil).bit_length(), len(of.worth[0][0])
    head = _STAKES.pack(of.sides, *_padded(of.side, _SEATS), *_padded(of.nil, _SEATS), nils, row)
    return head, array("h", chain.from_iterable(chain.from_iterable(of.worth)))
