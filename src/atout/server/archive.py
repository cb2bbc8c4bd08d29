"""What a table has been through, folded again from its facts: its matches' records and the proofs of their deals.

Only what a seat has seen goes into its record; when a deal is counted that is everything. Only then is it proved: its
seed is as secret as its cards. A deal that was thrown in or passed out keeps both until its match is over.
"""

from __future__ import annotations

from msgspec import Struct

from atout.dealing import SeatSeed
from atout.events import Event
from atout.families import spec
from atout.match import Match
from atout.proofs import DealProof, Proof, prove
from atout.record import write
from atout.seats import HOUSE
from atout.server.facts import Dealt, Rematched
from atout.server.ledger import Ledger
from atout.server.store import StoredTable


class PastMatch(Struct, frozen=True):
    """A match of a table: the name its commitments are for, what each seat has seen (the spectators first), proofs."""

    label: str
    start: Match
    names: tuple[str, ...]
    seen: tuple[tuple[Event, ...], ...]
    deals: tuple[DealProof, ...]

    def record(self, seat: int = HOUSE) -> str:
        """Its record as a seat (0: a spectator) has seen it."""
        return write(self.start, self.names, self.seen[seat])

    def proof(self, seat: int = HOUSE) -> Proof:
        """The proof of its deals, with the record to hold them against."""
        record = self.record(seat) if self.seen[seat] else ""
        return Proof(self.label, spec(self.start.rules), self.deals, record)


class _Deal(Struct, frozen=True):
    """A deal under way: what its proof will need."""

    number: int
    dealer: int
    drawn: bool
    seed: bytes
    seats: tuple[SeatSeed, ...]

    def proof(self, label: str, match: Match) -> DealProof:
        drawn, seed, seats = self.drawn, self.seed, self.seats
        return prove(label, self.number, match.rules, dealer=self.dealer, drawn=drawn, seed=seed, seats=seats)


def matches(stored: StoredTable) -> tuple[PastMatch, ...]:
    """Every match of a table, the one under way last."""
    return tuple(_Folding(stored).matches)


def proofs(stored: StoredTable) -> tuple[DealProof, ...]:
    """Every deal of a table that is over, proved; many times quicker than the records with them."""
    return tuple(deal for match in _Folding(stored, watched=False).matches for deal in match.deals)


class _Folding:
    """The facts of a table, folded with an eye on deals and matches."""

    def __init__(self, stored: StoredTable, *, watched: bool = True) -> None:
        self.watched = watched
        self.ledger = Ledger(stored.table, stored.opening)
        self.matches: list[PastMatch] = []
        self.kept = 0
        self._begin()
        for entry in stored.entries:
            match entry.fact:
                case Dealt():
                    self._end_deal()
                    self._deal(entry.fact)
                case Rematched():
                    self._end_match()
                    self.ledger.apply(entry.fact)
                    self._begin()
                case fact:
                    self.ledger.apply(fact)
        self._end_match()

    def _begin(self) -> None:
        if not self.watched:
            self.ledger.views = ()  # nobody looks: the truth alone is folded
        self.start = self.ledger.match
        self.seen: list[list[Event]] = [[] for _ in self.ledger.views]
        self.proofs: list[DealProof] = []
        self.deal: _Deal | None = None

    def _deal(self, fact: Dealt) -> None:
        ledger = self.ledger
        assert ledger.seal is not None
        seed, seats = bytes.fromhex(ledger.seal), tuple(ledger.mixed.values())
        drawn = ledger.match.next_dealer is None
        ledger.apply(fact)
        dealer = ledger.match.next_dealer
        assert dealer is not None
        self.deal = _Deal(ledger.match.number, dealer, drawn, seed, seats)

    def _end_deal(self) -> None:
        """Keeps what was seen of the deal, and its proof."""
        for seat, seen in enumerate(self.seen):
            steps = self.ledger.steps_since(seat, self.kept)
            seen += (event for _, (_, event) in steps if isinstance(event, Event))
        self.kept = self.ledger.n
        if self.deal is not None:
            self.proofs.append(self.deal.proof(self.ledger.label, self.start))
        self.deal = None

    def _end_match(self) -> None:
        self._end_deal()
        names = tuple(who.written for who in self.ledger.occupants)
        seen = tuple(map(tuple, self.seen))
        hidden = {number for number, _ in self.ledger.match.secrets}  # the running deal is
        proofs = tuple(proof for proof in self.proofs if proof.number not in hidden)
        self.matches.append(PastMatch(self.ledger.label, self.start, names, seen, proofs))
