"""The proof of a table's deals: what was committed to, what was revealed, and the deals that follow from it.

A file anybody can check with nothing but SHA-256: the recipe is ``dealing.verified_seed`` and ``dealing.shuffled``. It
proves that no deal was chosen or changed after the commitments; not that whoever ran the table could not see the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from atout.actions import Deal, Illegal, SetUp
from atout.cards import Card
from atout.dealing import SeatSeed, commitment, drawn_dealer, share_out, shuffled, verified_seed
from atout.events import DealStarted
from atout.families import family_of, parse
from atout.game import Rules
from atout.kinds import Kind, kind_of
from atout.notation import RecordError
from atout.options import RulesError
from atout.table import Table

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""32 bytes in hexadecimal. To Python ``$`` alone stands before the end of a last line, too."""
TableName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}(/[0-9]{1,4})?$(?!\n)")]
LARGEST_PROOF: Final = 8 * 1024 * 1024
"""Bytes a file of proofs may have."""


class ProofError(ValueError):
    """What cannot be read as a proof: ``code`` is ``form``, ``rules`` or ``record``; ``error`` is the cause, ``kind``
    what was handed in."""

    def __init__(self, code: str, error: Exception, kind: Kind = Kind.PROOF) -> None:
        super().__init__(f"{code}: {error}")
        self.code = code
        self.error = error
        self.kind = kind


class SeatPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's part in a deal; ``seed`` is ``null`` where it committed and did not reveal."""

    seat: Annotated[int, Meta(ge=1, le=6)]
    commitment: Hash
    seed: Hash | None

    @property
    def mixed_in(self) -> SeatSeed:
        """The same, in bytes."""
        return SeatSeed(self.seat, self.commitment, None if self.seed is None else bytes.fromhex(self.seed))


class DealProof(Struct, frozen=True, forbid_unknown_fields=True):
    """One deal: the house's commitment and seed, the seats' parts, and what came of them.

    ``order`` is the pack, top card first, between spaces; ``drawn`` says that the dealer was left to chance.
    """

    number: Annotated[int, Meta(ge=1)]
    dealer: Annotated[int, Meta(ge=1, le=6)]
    drawn: bool
    commitment: Hash
    seed: Hash
    seats: tuple[SeatPart, ...]
    order: str


class Proof(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="atout-proof-1"):
    """Every deal of a table that is over, and the table's record, where it is given, to hold against them."""

    table: TableName
    rules: str
    deals: tuple[DealProof, ...]
    record: str = ""


class Verdict(Struct, frozen=True):
    """What recomputing a deal found: the codes of its faults, none if all agrees, and the seat each is about."""

    number: int
    commitment: str
    faults: tuple[tuple[Fault, int | None], ...]

    @property
    def verified(self) -> bool:
        """Whether everything agrees."""
        return not self.faults


Fault = Literal["commitment", "seat_commitment", "seat_twice", "dealer", "order", "record", "deal_twice"]
"""``commitment``: the seed is not the one committed to; ``order``: the seeds do not give these cards; and so on."""


def prove(
    table: str, number: int, rules: Rules, *, dealer: int, drawn: bool, seed: bytes, seats: Iterable[SeatSeed] = ()
) -> DealProof:
    """The proof of a deal made with these seeds."""
    seats = tuple(seats)
    order = shuffled(rules.pack, verified_seed(seed, table, number, seats))
    parts = tuple(SeatPart(part.seat, part.commitment, part.seed.hex() if part.seed else None) for part in seats)
    committed = commitment(seed, table, number)
    return DealProof(number, dealer, drawn, committed, seed.hex(), parts, " ".join(map(str, order)))


def read(text: str | bytes) -> Proof:
    """The proof a file holds; raises ``ProofError``."""
    try:
        return msgspec.json.decode(text, type=Proof)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        given = text if isinstance(text, str) else text.decode("utf-8", "replace")
        raise ProofError("form", error, kind_of(given)) from None


def write(proof: Proof) -> str:
    """The file of a proof, a field a line; reading it gives the same proof."""
    return msgspec.json.format(msgspec.json.encode(proof), indent=1).decode() + "\n"


def check(proof: Proof, record: str | None = None) -> Iterator[Verdict]:
    """Recomputes every deal, and holds it against a record (the proof's own, if none is given).

    Raises ``ProofError`` for rules or a record that cannot be read. Cards a record does not show agree with any.
    """
    try:
        rules = parse(proof.rules)
    except RulesError as error:
        raise ProofError("rules", error) from error
    recorded = _recorded(record or proof.record)
    seen: set[int] = set()
    for deal in proof.deals:
        faults = [*_faults(proof.table, rules, deal)]
        laid = recorded.get(deal.number)
        if laid is not None and not _agrees(rules, deal, laid):
            faults.append(("record", None))
        if deal.number in seen:
            faults.append(("deal_twice", None))
        seen.add(deal.number)
        yield Verdict(deal.number, deal.commitment, tuple(faults))


def _faults(table: str, rules: Rules, deal: DealProof) -> Iterator[tuple[Fault, int | None]]:
    seed = bytes.fromhex(deal.seed)
    if commitment(seed, table, deal.number) != deal.commitment:
        yield "commitment", None
    parts = [part.mixed_in for part in deal.seats]
    for at, part in enumerate(parts):
        if part.seed is not None and commitment(part.seed, table, deal.number, part.seat) != part.commitment:
            yield "seat_commitment", part.seat
        if part.seat in [other.seat for other in parts[:at]]:
            yield "seat_twice", part.seat
    mixed = verified_seed(seed, table, deal.number, parts)
    if deal.drawn and drawn_dealer(mixed, rules.players) != deal.dealer:
        yield "dealer", None
    if " ".join(map(str, shuffled(rules.pack, mixed))) != deal.order:
        yield "order", None


class _Laid(Struct, frozen=True):
    """A deal as a record shows it; ``None`` for a card it does not show."""

    dealer: int
    order: tuple[Card | None, ...]


def _recorded(record: str) -> dict[int, _Laid]:
    """The deals of a record by number."""
    if not record:
        return {}
    try:
        table = Table.from_record(record)
    except (RecordError, Illegal) as error:
        raise ProofError("record", error) from error
    started = (event for event in table.events if isinstance(event, DealStarted))
    laid = (action for _, action in table.actions if isinstance(action, Deal | SetUp))
    return {
        event.number: _Laid(event.dealer, action.order)
        for event, action in zip(started, laid, strict=True)
        if isinstance(action, Deal)
    }


def _agrees(rules: Rules, deal: DealProof, laid: _Laid) -> bool:
    """Whether the cards a record shows lie where the proof says: in those hands, at those places of the stock."""
    proved = {str(card): card for card in rules.pack}
    order = [proved.get(token) for token in deal.order.split()]
    if (laid.dealer, len(laid.order)) != (deal.dealer, len(order)):
        return False
    recipients = family_of(rules.profile).recipients(rules, laid.dealer)
    hands, stock = share_out(recipients, order, rules.players)
    shown_hands, shown_stock = share_out(recipients, laid.order, rules.players)
    return all(set(shown) - {None} <= set(hand) for shown, hand in zip(shown_hands, hands, strict=True)) and all(
        shown in (None, card) for shown, card in zip(shown_stock, stock, strict=True)
    )
