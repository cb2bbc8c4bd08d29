"""Seeds that seats mix into the next deal, so that no server, and no seat that comes last, can choose its cards.

The house has sealed its own seed first. Then seats commit to theirs, as long as nobody asks for the deal; then those
who committed reveal what they had committed to; then the deal is made of all of it. Whoever does not reveal in time is
left out, which everybody sees.
"""

from __future__ import annotations

from typing import Final

from atout.dealing import commitment
from atout.server.ledger import Ledger

TIME_TO_REVEAL: Final = 3.0
"""Seconds the house waits for seeds once a deal is asked for: a page answers by itself."""


def shown(ledger: Ledger, revealing: bool) -> dict[str, str] | None:
    """What everybody sees of a deal's fairness before its seeds are published.

    ``label`` and ``deal`` are what commitments are made for, ``commitment`` is the house's, ``seats`` are those that
    have committed; ``phase`` is ``open`` for commitments, ``reveal`` for seeds, ``dealt``.
    """
    bound = ledger.commitment
    if bound is None:
        return None
    phase = "dealt" if not ledger.match.awaits_deal else "reveal" if revealing else "open"
    seats = " ".join(map(str, sorted(ledger.mixed)))
    return {"label": ledger.label, "deal": str(number(ledger)), "commitment": bound, "seats": seats, "phase": phase}


def number(ledger: Ledger) -> int:
    """The number of the deal that is sealed."""
    return ledger.match.number + ledger.match.awaits_deal


def owing(ledger: Ledger) -> tuple[int, ...]:
    """The seats that have committed to a seed and not revealed it."""
    return tuple(sorted(seat for seat, mixed in ledger.mixed.items() if mixed.seed is None))


def refuse_commitment(ledger: Ledger, revealing: bool, seat: int) -> str | None:
    """Why a seat may not commit to a seed now: a code, or ``None`` if it may. Nobody may who could know another's."""
    known = any(mixed.seed is not None for mixed in ledger.mixed.values())
    if ledger.seal is None or not ledger.match.awaits_deal or revealing or known:
        return "no-seed-now"
    return "committed" if seat in ledger.mixed else None


def refuse_seed(ledger: Ledger, revealing: bool, seat: int, seed: bytes) -> str | None:
    """Why a seat may not reveal this seed now: a code, or ``None`` if it may."""
    mixed = ledger.mixed.get(seat)
    if not revealing or mixed is None or mixed.seed is not None:
        return "no-seed-now"
    return None if commitment(seed, ledger.label, number(ledger), seat) == mixed.commitment else "wrong-seed"
