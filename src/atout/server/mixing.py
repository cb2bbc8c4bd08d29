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
    have committed; for ``phase`` see there.
    """
    bound = ledger.commitment
    if bound is None:
        return None
    seats, now = " ".join(map(str, sorted(ledger.mixed))), phase(ledger, revealing)
    return {"label": ledger.label, "deal": str(number(ledger)), "commitment": bound, "seats": seats, "phase": now}


def phase(ledger: Ledger, revealing: bool) -> str:
    """How far a sealed deal is: ``open`` for commitments, ``reveal`` for seeds, ``dealing`` for neither, ``dealt``.

    Nobody is asked for a seed once one is known, nor for the deal that the house makes unasked, without waiting.
    """
    if not ledger.match.awaits_deal:
        return "dealt"
    if revealing:
        return "reveal"
    known = any(mixed.seed is not None for mixed in ledger.mixed.values())
    return "dealing" if known or ledger.deals_itself else "open"


def number(ledger: Ledger) -> int:
    """The number of the deal that is sealed."""
    return ledger.match.number + ledger.match.awaits_deal


def owing(ledger: Ledger) -> tuple[int, ...]:
    """The seats that have committed to a seed and not revealed it."""
    return tuple(sorted(seat for seat, mixed in ledger.mixed.items() if mixed.seed is None))


def refuse_commitment(ledger: Ledger, revealing: bool, seat: int) -> str | None:
    """Why a seat may not commit to a seed now: a code, or ``None`` if it may. Nobody may who could know another's."""
    if ledger.seal is None or phase(ledger, revealing) != "open":
        return "no-seed-now"
    return "committed" if seat in ledger.mixed else None


def refuse_seed(ledger: Ledger, revealing: bool, seat: int, seed: bytes) -> str | None:
    """Why a seat may not reveal this seed now: a code, or ``None`` if it may."""
    mixed = ledger.mixed.get(seat)
    if not revealing or mixed is None or mixed.seed is not None:
        return "no-seed-now"
    return None if commitment(seed, ledger.label, number(ledger), seat) == mixed.commitment else "wrong-seed"
